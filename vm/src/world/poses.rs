//! Poses at the end of a tick: corrections, world maps depth by depth, what others see next tick.
//!
//! Only chunks whose poses changed are worked on; below the top level, tables of which a parent's
//! table moved.

use super::World;
use crate::block::{self, Block, Blocks, LANES};
use crate::column::Rows;
use crate::interp::Machine;
use crate::math::affine::{self, Affine};
use crate::math::{IDENTITY, Quat, length, quat_euler, quat_mul, quat_normalized, sub, wrap_deg};
use crate::roster::{Frozen, Roster};
use crate::table::Table;

/// Rotations are unit quaternions again every so many ticks.
const RENORMALISE: u64 = 64;

impl World {
    /// Corrections of local poses.
    pub(super) fn settle_poses(&mut self) {
        if self.clock.is_multiple_of(RENORMALISE) {
            let worth = self.is_worth(|_| true);
            let workers = (&mut self.machine, &mut self.helpers[..]);
            self.crew.each(workers, worth, self.tables.iter_mut(), |_, table| renormalise(table));
        }
        self.solidify();
    }

    /// World maps, and what others see of states and variables; `ticked`: speeds are measured.
    pub(super) fn publish(&mut self, ticked: bool) {
        self.stamp += 1;
        let deepest = self.tables.iter().map(|t| t.depth).max().unwrap_or(0);
        let mut moved = std::mem::take(&mut self.scratch.moved);
        moved.clear();
        moved.resize(self.tables.len(), false);
        let tick = self.program.world.tick;
        self.publish_top(&mut moved, |machine, table, frozen| {
            publish_table(machine, table, frozen, None, (tick, ticked));
        });
        for depth in 1..=deepest {
            self.publish_level(depth, &mut moved, |machine, table, frozen, roster| {
                publish_table(machine, table, frozen, Some(roster), (tick, ticked));
            });
        }
        self.scratch.moved = moved;
    }

    /// What is top-level; `moved`: whether anything in a table moved.
    fn publish_top(
        &mut self,
        moved: &mut [bool],
        publish: impl Fn(&mut Machine, &mut Table, &mut Frozen) + Sync,
    ) {
        let tops = self.tables.iter().zip(moved).filter(|(table, _)| table.depth == 0);
        tops.for_each(|(table, moved)| *moved = table.has_moved());
        let worth = self.is_worth(|table| table.depth == 0);
        let workers = (&mut self.machine, &mut self.helpers[..]);
        let both = self.tables.iter_mut().zip(&mut self.roster.frozen);
        let tops = both.filter(|(table, _)| table.depth == 0);
        self.crew.each(workers, worth, tops, |machine, (table, frozen)| {
            publish(machine, table, frozen);
        });
    }

    /// What is so many levels below; what others see of it is out of the roster meanwhile.
    fn publish_level(
        &mut self,
        depth: u16,
        moved: &mut [bool],
        publish: impl Fn(&mut Machine, &mut Table, &mut Frozen, &Roster) + Sync,
    ) {
        let mut level = std::mem::take(&mut self.scratch.level);
        for (index, table) in self.tables.iter().enumerate().filter(|(_, t)| t.depth == depth) {
            let mut frozen = std::mem::take(&mut self.roster.frozen[index]);
            frozen.carried = frozen.parent_tables.iter().any(|t| moved[*t as usize]);
            moved[index] = frozen.carried || table.has_moved();
            level.push(frozen);
        }
        let worth = self.is_worth(|table| table.depth == depth);
        let workers = (&mut self.machine, &mut self.helpers[..]);
        let tables = self.tables.iter_mut().filter(|table| table.depth == depth);
        let roster = &self.roster;
        self.crew.each(workers, worth, tables.zip(&mut level), |machine, (table, frozen)| {
            publish(machine, table, frozen, roster);
        });
        let places = self.roster.frozen.iter_mut().zip(&self.tables);
        let places = places.filter(|(_, table)| table.depth == depth);
        places.zip(level.drain(..)).for_each(|((place, _), frozen)| *place = frozen);
        self.scratch.level = level;
    }
}

/// World maps and copies of a table, whose parents are in a roster.
fn publish_table(
    machine: &mut Machine,
    table: &mut Table,
    frozen: &mut Frozen,
    parents: Option<&Roster>,
    (tick, ticked): (f32, bool),
) {
    publish_values(table, frozen);
    let moves = frozen.carried || table.has_moved();
    let measured = frozen.measured();
    if !moves && !measured {
        return;
    }
    if measured {
        let origins = machine.places.iter_mut().zip(&frozen.world[9..]);
        origins.for_each(|(place, origin)| place.clone_from(origin));
    }
    match parents {
        None => place_top(table, frozen, &mut machine.blocks),
        Some(roster) if moves => place_inside(roster, table, frozen),
        Some(_) => {}
    }
    table.settle();
    if measured {
        measure(frozen, &machine.places, tick, ticked);
    }
}

/// Copies of what others read.
fn publish_values(table: &Table, frozen: &mut Frozen) {
    for (column, var) in frozen.vars.iter_mut().zip(&table.vars) {
        if !column.is_empty() {
            column.copy_from_slice(var);
        }
    }
    for (column, track) in frozen.states.iter_mut().zip(&table.tracks) {
        if !column.is_empty() {
            column.copy_from_slice(&track.state);
        }
    }
    if frozen.keeps_local() {
        frozen.local.iter_mut().zip(&table.rotation).for_each(|(c, q)| c.copy_from_slice(q));
    }
}

/// Factors of rows that are not scaled.
static UNIT: [[f32; LANES]; 3] = [[1.0; LANES]; 3];

/// World maps of top-level rows, chunk by chunk.
fn place_top(table: &Table, frozen: &mut Frozen, blocks: &mut Blocks) {
    let n = table.len();
    for (chunk, _) in table.moved.iter().enumerate().filter(|(_, moved)| **moved) {
        let (start, end) = (chunk * table.chunk, n.min((chunk + 1) * table.chunk));
        if start < end {
            place_chunk(table, frozen, (start, end), blocks);
        }
    }
}

/// One pass over a chunk's columns, block by block.
fn place_chunk(table: &Table, frozen: &mut Frozen, (s, e): (usize, usize), blocks: &mut Blocks) {
    let rows = Rows::of(s..e);
    let unit = table.scale[0].is_empty();
    block::each(e - s, |from, n| {
        let n = n.min(LANES);
        let Blocks { p, q, s, out } = &mut *blocks;
        let p = block::view(&table.position, rows, from, n, p);
        let q = block::view(&table.rotation, rows, from, n, q);
        let s = match unit {
            true => UNIT.each_ref().map(|c| &c[..n]),
            false => block::view(&table.scale, rows, from, n, s),
        };
        place_block(p, q, s, out);
        block::store(&mut frozen.world, rows, from, n, out);
    });
    if frozen.keeps_rotation() {
        for (column, q) in frozen.rotation.iter_mut().zip(&table.rotation) {
            column[s..e].copy_from_slice(&q[s..e]);
        }
    }
}

/// The maps of a block. A function of its own, so that it is known that nothing overlaps.
#[inline(never)]
fn place_block(p: [&[f32]; 3], q: [&[f32]; 4], s: [&[f32]; 3], out: &mut Block<12>) {
    let n = p[0].len().min(LANES);
    let (p, q, s) = (p.map(|c| &c[..n]), q.map(|c| &c[..n]), s.map(|c| &c[..n]));
    for i in 0..n {
        let rotation = [q[0][i], q[1][i], q[2][i], q[3][i]];
        let scale = [s[0][i], s[1][i], s[2][i]];
        let map = affine::trs([p[0][i], p[1][i], p[2][i]], rotation, scale);
        for k in 0..12 {
            out[k][i] = map[k];
        }
    }
}

/// World maps of rows inside others: the parent's map, then the own pose.
fn place_inside(roster: &Roster, table: &Table, frozen: &mut Frozen) {
    let keeps = frozen.keeps_rotation();
    let mut last: (u32, Affine, Quat) = (0, affine::IDENTITY, IDENTITY);
    for row in 0..table.len() {
        let parent = frozen.parents[row];
        if parent != last.0 {
            last = match roster.at(parent) {
                Some((f, r)) => (parent, f.world_of(r), f.rotation_of(r)),
                None => (parent, affine::IDENTITY, IDENTITY),
            };
        }
        let world = affine::mul(&last.1, &table.pose(row).affine());
        for (column, v) in frozen.world.iter_mut().zip(world) {
            column[row] = v;
        }
        if keeps {
            let q = quat_mul(last.2, table.rotation_of(row));
            for (column, v) in frozen.rotation.iter_mut().zip(q) {
                column[row] = v;
            }
        }
    }
}

/// Speed and turn rate in the world over the tick.
fn measure(frozen: &mut Frozen, [x, y, z]: &[Vec<f32>; 3], tick: f32, ticked: bool) {
    for row in 0..frozen.len() {
        let heading = quat_euler(frozen.rotation_of(row))[1];
        let old = frozen.heading[row];
        if ticked {
            let (mut speed, mut turnrate) = (0.0, 0.0);
            if !old.is_nan() {
                let way = sub(frozen.origin(row), [x[row], y[row], z[row]]);
                speed = length(way) / tick;
                turnrate = wrap_deg(heading - old) / tick;
            }
            (frozen.speed[row], frozen.turnrate[row]) = (speed, turnrate);
        }
        frozen.heading[row] = heading;
    }
}

/// Drift of rotations ends; what did not drift does not count as moved.
fn renormalise(table: &mut Table) {
    for row in 0..table.len() {
        let q = table.rotation_of(row);
        let unit = quat_normalized(q);
        if unit != q {
            for (column, v) in table.rotation.iter_mut().zip(unit) {
                column[row] = v;
            }
            table.mark_moved(row);
        }
    }
}
