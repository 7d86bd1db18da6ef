//! Poses at the end of a tick: corrections, world maps depth by depth, what others see next tick.
//!
//! Only chunks whose poses changed are worked on; below the top level, tables of which a parent's
//! table moved.

use super::World;
use crate::column::CHUNK;
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
            0 => place_top(table, frozen),
            _ if carried || own => place_inside(&mut self.roster, table, index),
            _ => {}
        }
        table.moved.fill(false);
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

/// World maps of top-level rows, chunk by chunk.
fn place_top(table: &Table, frozen: &mut Frozen) {
    let n = table.len();
    for (chunk, _) in table.moved.iter().enumerate().filter(|(_, moved)| **moved) {
        let (start, end) = (chunk * CHUNK, n.min((chunk + 1) * CHUNK));
        if start < end {
            place_chunk(table, frozen, start, end);
        }
    }
}

/// One pass over a chunk's columns.
fn place_chunk(table: &Table, frozen: &mut Frozen, s: usize, e: usize) {
    let n = e - s;
    let [px, py, pz] = &table.position;
    let [qx, qy, qz, qw] = &table.rotation;
    let (px, py, pz) = (&px[s..e][..n], &py[s..e][..n], &pz[s..e][..n]);
    let (qx, qy, qz, qw) = (&qx[s..e][..n], &qy[s..e][..n], &qz[s..e][..n], &qw[s..e][..n]);
    let mut columns = frozen.world.iter_mut().map(|c| &mut c[s..e]);
    let mut next = || columns.next().unwrap_or_default();
    let mut m: [&mut [f32]; 12] = std::array::from_fn(|_| next());
    let [ax, ay, az, bx, by, bz, cx, cy, cz, tx, ty, tz] = &mut m;
    let unit = table.scale[0].is_empty();
    for i in 0..n {
        let scale = if unit { [1.0; 3] } else { table.scale_of(s + i) };
        let w = affine::trs([px[i], py[i], pz[i]], [qx[i], qy[i], qz[i], qw[i]], scale);
        [ax[i], ay[i], az[i]] = [w[0], w[1], w[2]];
        [bx[i], by[i], bz[i]] = [w[3], w[4], w[5]];
        [cx[i], cy[i], cz[i]] = [w[6], w[7], w[8]];
        [tx[i], ty[i], tz[i]] = [w[9], w[10], w[11]];
    }
    if frozen.keeps_rotation() {
        for (column, q) in frozen.rotation.iter_mut().zip(&table.rotation) {
            column[s..e].copy_from_slice(&q[s..e]);
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
fn measure(frozen: &mut Frozen, before: &[Vec<f32>; 3], tick: f32, ticked: bool) {
    for row in 0..frozen.len() {
        let heading = quat_euler(frozen.rotation_of(row))[1];
        let old = frozen.heading[row];
        if ticked {
            let (mut speed, mut turnrate) = (0.0, 0.0);
            if !old.is_nan() {
                let way = sub(frozen.origin(row), [before[0][row], before[1][row], before[2][row]]);
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
