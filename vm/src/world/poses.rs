//! Poses at the end of a tick: corrections, world maps depth by depth, what others see next tick.
//!
//! Only chunks whose poses changed are worked on; below the top level, tables of which a parent's
//! table moved.

use super::World;
use crate::block::{self, Block, Blocks, LANES};
use crate::column::Rows;
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
            self.tables.iter_mut().for_each(renormalise);
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
        for depth in 0..=deepest {
            for index in 0..self.tables.len() {
                if self.tables[index].depth == depth {
                    moved[index] = self.publish_table(index, &moved, ticked);
                }
            }
        }
        self.scratch.moved = moved;
    }

    /// Whether anything in it moved.
    fn publish_table(&mut self, index: usize, moved: &[bool], ticked: bool) -> bool {
        let frozen = &mut self.roster.frozen[index];
        let table = &mut self.tables[index];
        publish_values(table, frozen);
        let carried = frozen.parent_tables.iter().any(|t| moved[*t as usize]);
        let own = table.moved.iter().any(|m| *m);
        let measured = frozen.measured();
        if !carried && !own && !measured {
            return false;
        }
        let mut before = std::mem::take(&mut self.scratch.places);
        if measured {
            before.iter_mut().zip(&frozen.world[9..]).for_each(|(b, w)| b.clone_from(w));
        }
        match table.depth {
            0 => place_top(table, frozen, &mut self.machine.blocks),
            _ if carried || own => place_inside(&mut self.roster, table, index),
            _ => {}
        }
        table.settle();
        if measured {
            measure(&mut self.roster.frozen[index], &before, self.program.world.tick, ticked);
        }
        self.scratch.places = before;
        carried || own
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
fn place_inside(roster: &mut Roster, table: &Table, index: usize) {
    let mut frozen = std::mem::take(&mut roster.frozen[index]);
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
    roster.frozen[index] = frozen;
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
