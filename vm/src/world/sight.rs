//! Where everything is between two ticks, and what of it is shown.
//!
//! In: poses of the last tick and before, a share of the way. Out: per row a map to the world and
//! whether it and all it is part of are shown. A table in which nothing moved is not worked on:
//! its maps are those of the last tick.

use super::World;
use super::hierarchy::WorldPose;
use crate::input::InstanceId;
use crate::math::affine::{self, Affine};
use crate::math::{Quat, Vec3};
use crate::slots::Place;

/// Maps of a moment, by table and row; its lists are used again for the next.
#[derive(Debug, Default)]
pub(super) struct Sight {
    tables: Vec<Rows>,
}

#[derive(Debug, Default)]
struct Rows {
    /// Something in it moves; otherwise there are no maps.
    moves: bool,
    maps: Vec<Affine>,
    shown: Vec<bool>,
}

impl Sight {
    /// Whether the row and all it is part of are shown.
    pub fn shows(&self, place: Place) -> bool {
        let rows = self.tables.get(place.table as usize);
        rows.and_then(|t| t.shown.get(place.row as usize)) == Some(&true)
    }

    /// The row's map, where it moves.
    fn moving(&self, place: Place) -> Option<Affine> {
        let rows = self.tables.get(place.table as usize)?;
        if rows.moves { rows.maps.get(place.row as usize).copied() } else { None }
    }
}

impl World {
    /// Looks at everything, parents before what hangs on them.
    pub(super) fn look(&self, sight: &mut Sight, share: f32) {
        sight.tables.resize_with(self.tables.len(), Rows::default);
        let deepest = self.tables.iter().map(|t| t.depth).max().unwrap_or(0);
        for depth in 0..=deepest {
            for index in 0..self.tables.len() {
                if self.tables[index].depth == depth {
                    let mut rows = std::mem::take(&mut sight.tables[index]);
                    self.look_at(index, sight, share, &mut rows);
                    sight.tables[index] = rows;
                }
            }
        }
    }

    fn look_at(&self, index: usize, sight: &Sight, share: f32, rows: &mut Rows) {
        let (table, frozen) = (&self.tables[index], &self.roster.frozen[index]);
        let carried = frozen.parent_tables.iter().any(|t| sight.tables[*t as usize].moves);
        rows.moves = share < 1.0 && (carried || table.is_between());
        rows.shown.clear();
        rows.maps.clear();
        if table.depth == 0 {
            rows.shown.extend(table.visible.iter().map(|v| *v != 0));
            if rows.moves {
                rows.maps.extend((0..table.len()).map(|row| match table.row_is_between(row) {
                    true => table.pose_between(row, share).affine(),
                    false => frozen.world_of(row),
                }));
            }
            return;
        }
        let mut last = (0, affine::IDENTITY, true);
        for row in 0..table.len() {
            let parent = frozen.parents[row];
            if parent != last.0 {
                last = self.look_up(parent, sight);
            }
            rows.shown.push(table.visible[row] != 0 && last.2);
            if rows.moves {
                rows.maps.push(affine::mul(&last.1, &table.pose_between(row, share).affine()));
            }
        }
    }

    /// A parent: its map, and whether it is shown.
    fn look_up(&self, parent: InstanceId, sight: &Sight) -> (InstanceId, Affine, bool) {
        match self.roster.slots.at(parent) {
            Some(place) => (parent, self.map_at(place, sight), sight.shows(place)),
            None => (parent, affine::IDENTITY, true),
        }
    }

    /// The map of a row to the world at that moment.
    pub(super) fn map_at(&self, place: Place, sight: &Sight) -> Affine {
        let still = || self.roster.frozen[place.table as usize].world_of(place.row as usize);
        sight.moving(place).unwrap_or_else(still)
    }

    /// Place and rotation in the world of a living instance between the last tick but one (0) and
    /// the last (1).
    pub fn place_between(&self, id: InstanceId, share: f32) -> Option<(Vec3, Quat)> {
        self.pose_at(id, share.max(0.0)).map(|pose| (pose.position(), pose.rotation))
    }

    fn pose_at(&self, id: InstanceId, share: f32) -> Option<WorldPose> {
        let place = self.roster.slots.at(id)?;
        let pose = self.tables[place.table as usize].pose_between(place.row as usize, share);
        Some(match self.pose_at(self.roster.parent(id), share) {
            Some(parent) => parent.inside(&pose),
            None => WorldPose::of(&pose),
        })
    }
}
