//! The draw list of a moment.

use super::World;
use crate::frame::{Camera, Draw, Frame};
use crate::input::InstanceId;
use crate::math::{Quat, Vec3, add, affine, rotate};
use crate::program::{BaseSpec, NameId, Obb};

impl World {
    /// What is to be drawn, seen by `camera`.
    pub fn frame(&mut self, camera: Camera) -> Frame {
        let program = self.program.clone();
        let ids: Vec<InstanceId> = self.instances().collect();
        let mut draws = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(place) = self.roster.slots.at(id) else { continue };
            let (index, row) = (place.table as usize, place.row as usize);
            let def = self.tables[index].def as usize;
            let Some((shape, own)) = self.looks.of_def[def] else { continue };
            if !self.visible(id) {
                continue;
            }
            let text = match self.looks.shapes[shape as usize].base {
                BaseSpec::Text(..) => self.text(id).map(Into::into),
                _ => None,
            };
            let world = affine::mul(&self.roster.frozen[index].world_of(row), &own);
            let color = self.tables[index].colour[row];
            let screen = program.defs[def].screen;
            draws.push(Draw {
                id,
                shape,
                world: super::view::columns(&world),
                color,
                text,
                screen,
            });
        }
        Frame::new(self.looks.shapes.clone(), draws, camera)
    }
}

impl World {
    /// The living instances of a name: that of their path, or of what they are.
    pub fn named(&self, name: NameId) -> impl Iterator<Item = InstanceId> + '_ {
        self.instances().filter(move |id| {
            let who = self.roster.identity(*id);
            who.is_some_and(|who| {
                let class = self.program.defs[who.def as usize].class;
                who.label == name || self.program.classes[class as usize].name == name
            })
        })
    }

    /// Place and rotation in the world of a living instance.
    pub fn place(&self, id: InstanceId) -> Option<(Vec3, Quat)> {
        self.world_pose(id).map(|pose| (pose.position(), pose.rotation))
    }

    /// Smallest and largest corner of all boxes that stand in the world and are shown; of what has
    /// none the origin counts. A unit box around the origin where there is nothing.
    pub fn extent(&self) -> [Vec3; 2] {
        let corners = self.instances().filter(|id| self.visible(*id)).flat_map(|id| {
            let place = self.roster.slots.at(id);
            let at = place.map(|p| (p.table as usize, p.row as usize));
            at.into_iter().flat_map(|(index, row)| self.corners(index, row))
        });
        let both = |[lo, hi]: [Vec3; 2], p: Vec3| {
            [std::array::from_fn(|i| lo[i].min(p[i])), std::array::from_fn(|i| hi[i].max(p[i]))]
        };
        let none = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        match corners.fold(none, both) {
            [lo, hi] if lo.iter().chain(&hi).all(|v| v.is_finite()) => [lo, hi],
            _ => [[-0.5; 3], [0.5; 3]],
        }
    }

    fn corners(&self, index: usize, row: usize) -> Vec<Vec3> {
        let def = &self.program.defs[self.tables[index].def as usize];
        if def.shape.is_none() || def.screen.is_some() {
            return Vec::new();
        }
        let map = self.roster.frozen[index].world_of(row);
        let Some(Obb { center, half, rotation }) = def.bounds else {
            return vec![affine::point(&map, [0.0; 3])];
        };
        let corner = |i: usize| {
            let side = |axis: usize| if i >> axis & 1 == 0 { -half[axis] } else { half[axis] };
            add(center, rotate(rotation, [side(0), side(1), side(2)]))
        };
        (0..8).map(|i| affine::point(&map, corner(i))).collect()
    }
}
