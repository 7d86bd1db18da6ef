//! Rows in tables: made, moved, taken out; world poses up the parents.
//!
//! A row of a table and the row of what others see of it are pushed and taken out together.

use super::World;
use crate::input::InstanceId;
use crate::math::affine::{self, Affine};
use crate::math::{Quat, Vec3, mul3, quat_mul, quat_normalized};
use crate::program::DefId;
use crate::roster::{Frozen, Identity};
use crate::slots::Place;
use crate::table::{Pose, Table};

/// Where something is in the world now: its map, and rotation and scale as products of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldPose {
    /// The map.
    pub matrix: Affine,
    /// The product of rotations.
    pub rotation: Quat,
    /// The product of scales.
    pub scale: Vec3,
}

impl WorldPose {
    /// Something top-level.
    pub fn of(pose: &Pose) -> Self {
        Self { matrix: pose.affine(), rotation: pose.rotation, scale: pose.scale }
    }

    /// Something with this pose in the frame.
    pub fn inside(&self, pose: &Pose) -> Self {
        Self {
            matrix: affine::mul(&self.matrix, &pose.affine()),
            rotation: quat_mul(self.rotation, pose.rotation),
            scale: mul3(self.scale, pose.scale),
        }
    }

    /// Where the origin is.
    pub fn position(&self) -> Vec3 {
        [self.matrix[9], self.matrix[10], self.matrix[11]]
    }

    /// As the pose of something top-level; its rotation is a unit quaternion again.
    pub fn pose(&self) -> Pose {
        let rotation = quat_normalized(self.rotation);
        Pose { position: self.position(), rotation, scale: self.scale }
    }
}

impl World {
    /// The table of a def at a depth in which the next row stands.
    pub(super) fn table_for(&mut self, def: DefId, depth: u16) -> usize {
        let room = |nth| self.config.room(nth);
        if let Some(table) = self.roster.table_with_room(def, depth, room) {
            return table;
        }
        let (spec, plan) = (&self.program.defs[def as usize], &self.plan.defs[def as usize]);
        let mut table = Table::new(def, depth, spec, plan, self.config.chunk.into());
        table.keep(self.config.poses_before);
        self.tables.push(table);
        self.roster.add_table(Frozen::new(def, depth, &self.program, &self.plan))
    }

    /// A new row.
    pub(super) fn push_row(&mut self, who: &Identity, depth: u16, pose: &Pose) -> Place {
        self.stamp += 1;
        let index = self.table_for(who.def, depth);
        let def = &self.program.defs[who.def as usize];
        let row = self.tables[index].push(def, pose, self.clock as u32);
        self.roster.frozen[index].push(who);
        let place = Place { table: index as u32, row: row as u32 };
        self.roster.slots.set(who.id, place);
        self.note_parent_table(index, who.parent);
        self.memory += self.plan.defs[who.def as usize].row_bytes;
        place
    }

    /// Rows of the table may have parents in the table that `parent` is in.
    fn note_parent_table(&mut self, index: usize, parent: InstanceId) {
        let Some(place) = self.roster.slots.at(parent) else { return };
        let tables = &mut self.roster.frozen[index].parent_tables;
        if tables.last() != Some(&place.table) && !tables.contains(&place.table) {
            tables.push(place.table);
        }
    }

    /// What is attached to it finds it in the table that it is in now.
    pub(super) fn note_attached(&mut self, to: InstanceId) {
        let mut i = self.roster.attached.partition_point(|(at, _)| *at < to);
        while let Some(&(at, who)) = self.roster.attached.get(i)
            && at == to
        {
            if let Some(place) = self.roster.slots.at(who) {
                self.note_parent_table(place.table as usize, to);
            }
            i += 1;
        }
    }

    /// Bytes of all rows, counted anew.
    pub(super) fn count_memory(&mut self) {
        let row = |table: &Table| self.plan.defs[table.def as usize].row_bytes;
        self.memory = self.tables.iter().map(|table| row(table) * table.len() as u64).sum();
    }

    /// Takes a row out into the scratch lists; the last row takes its place.
    fn take_row(&mut self, place: Place) {
        let (table, row) = (place.table as usize, place.row as usize);
        self.tables[table].remove(row, &mut self.scratch.row);
        self.roster.frozen[table].remove(row, &mut self.scratch.frozen_row);
        self.roster.make_room(table);
        if let Some(id) = self.roster.frozen[table].ids.get(row) {
            self.roster.slots.set(*id, place);
        }
    }

    /// The row is gone for good.
    pub(super) fn remove_row(&mut self, id: InstanceId) {
        if let Some(place) = self.roster.slots.at(id) {
            self.stamp += 1;
            let def = self.tables[place.table as usize].def;
            self.memory = self.memory.saturating_sub(self.plan.defs[def as usize].row_bytes);
            self.take_row(place);
            self.roster.slots.remove(id);
        }
    }

    /// The row and all that hangs on it are at another depth now.
    pub(super) fn move_tree(&mut self, id: InstanceId, depth: u16) {
        self.stamp += 1;
        let mut tree = self.machine.take();
        self.roster.push_tree(&self.plan, id, &mut tree);
        let Some((frozen, _)) = self.roster.at(id) else { return self.machine.give(tree) };
        let from = frozen.depth;
        for id in &tree {
            let Some(place) = self.roster.slots.at(*id) else { continue };
            let frozen = &self.roster.frozen[place.table as usize];
            let (def, at, parent) = (frozen.def, frozen.depth, frozen.parents[place.row as usize]);
            let to = at - from + depth;
            if to != at {
                self.take_row(place);
                let index = self.table_for(def, to);
                let row = self.tables[index].insert(&self.scratch.row) as u32;
                self.roster.frozen[index].insert(&self.scratch.frozen_row);
                self.roster.slots.set(*id, Place { table: index as u32, row });
            }
            let Some(place) = self.roster.slots.at(*id) else { continue };
            self.note_parent_table(place.table as usize, parent);
            self.tables[place.table as usize].mark_moved(place.row as usize);
        }
        self.machine.give(tree);
    }

    /// How many levels hang on it, itself included.
    pub(super) fn height(&mut self, id: InstanceId) -> u16 {
        let mut tree = self.machine.take();
        self.roster.push_tree(&self.plan, id, &mut tree);
        let depth = |id: &InstanceId| self.roster.at(*id).map_or(0, |(f, _)| f.depth);
        let deepest = tree.iter().map(depth).max().unwrap_or(0);
        let height = deepest - depth(&id) + 1;
        self.machine.give(tree);
        height
    }

    /// Its pose in its parent's frame.
    pub(super) fn pose(&self, id: InstanceId) -> Option<Pose> {
        let place = self.roster.slots.at(id)?;
        Some(self.tables[place.table as usize].pose(place.row as usize))
    }

    /// Sets its pose.
    pub(super) fn set_pose(&mut self, id: InstanceId, pose: &Pose) {
        if let Some(place) = self.roster.slots.at(id) {
            self.tables[place.table as usize].set_pose(place.row as usize, pose);
        }
    }

    /// Pictures jump to its pose.
    pub(super) fn cut(&mut self, id: InstanceId) {
        if let Some(place) = self.roster.slots.at(id) {
            self.tables[place.table as usize].cut(place.row as usize);
        }
    }

    /// Where it is in the world now, up its parents.
    pub(super) fn world_pose(&self, id: InstanceId) -> Option<WorldPose> {
        let pose = self.pose(id)?;
        Some(match self.world_pose(self.roster.parent(id)) {
            Some(parent) => parent.inside(&pose),
            None => WorldPose::of(&pose),
        })
    }

    /// Its own flag and those of all it is part of.
    pub(super) fn visible(&self, mut id: InstanceId) -> bool {
        while let Some(place) = self.roster.slots.at(id) {
            let (table, row) = (place.table as usize, place.row as usize);
            if self.tables[table].visible[row] == 0 {
                return false;
            }
            id = self.roster.frozen[table].parents[row];
        }
        true
    }
}
