//! The draw list of a moment.

use super::World;
use super::sight::Sight;
use crate::frame::{Camera, Draw, Frame};
use crate::input::InstanceId;
use crate::math::{Quat, Vec3, add, affine, rotate};
use crate::program::{BaseSpec, NameId, Obb};

impl World {
    /// What is to be drawn between the last tick but one (0) and the last (1), seen by `camera`.
    /// Without poses kept from before the last tick it is that of the last.
    pub fn frame(&mut self, camera: Camera, share: f32) -> Frame {
        let mut sight = std::mem::take(&mut self.scratch.sight);
        self.look(&mut sight, share.max(0.0));
        let mut draws = self.draws(&sight);
        self.scratch.sight = sight;
        let shapes = self.looks.shapes.clone();
        for draw in &mut draws {
            if let BaseSpec::Text(..) = shapes[draw.shape as usize].base {
                draw.text = self.text(draw.id).map(Into::into);
            }
        }
        Frame::new(shapes, draws, camera)
    }

    /// What is shown, the oldest first, still without words.
    fn draws(&self, sight: &Sight) -> Vec<Draw> {
        let mut draws = Vec::with_capacity(self.roster.slots.n_living() as usize);
        draws.extend(self.roster.slots.places().filter_map(|(id, place)| {
            let table = &self.tables[place.table as usize];
            let (shape, own) = self.looks.of_def[table.def as usize]?;
            if !sight.shows(place) {
                return None;
            }
            let world = affine::mul(&self.map_at(place, sight), &own);
            Some(Draw {
                id,
                shape,
                world: super::view::columns(&world),
                color: table.colour[place.row as usize],
                text: None,
                screen: self.program.defs[table.def as usize].screen,
            })
        }));
        draws
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
