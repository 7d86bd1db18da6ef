//! Poses before the last tick, so that pictures can stand between two ticks.
//!
//! In: a table's poses when a tick begins. Out: poses between those and the ones of now. A new row
//! begins with its own pose; what is cut takes over the pose of now at once. Without being asked
//! for, nothing is kept, and what is between two ticks is what is now. No tick depends on it.

use super::{Pose, Table};
use crate::column::Rows;
use crate::math::{Quat, Vec3, quat_normalized, slerp};

/// The columns of a table's poses before the last tick.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// Whether they are kept.
    pub kept: bool,
    pub(super) position: [Vec<f32>; 3],
    pub(super) rotation: [Vec<f32>; 4],
    /// Empty while the table's are.
    pub(super) scale: [Vec<f32>; 3],
    /// Chunks in which a pose may differ from that of now.
    stale: Vec<bool>,
}

impl Before {
    /// Appends a row.
    pub(super) fn push(&mut self, pose: &Pose) {
        if self.kept {
            self.position.iter_mut().zip(pose.position).for_each(|(c, v)| c.push(v));
            self.rotation.iter_mut().zip(pose.rotation).for_each(|(c, v)| c.push(v));
        }
    }
}

impl Table {
    /// From now on poses from before are kept, or not; those of now begin.
    pub fn keep(&mut self, kept: bool) {
        self.before = match kept {
            true => Before {
                kept,
                position: self.position.clone(),
                rotation: self.rotation.clone(),
                scale: self.scale.clone(),
                stale: Vec::new(),
            },
            false => Before::default(),
        };
    }

    /// A tick begins: the poses of now are those before it.
    pub fn keep_poses(&mut self) {
        let (n, before) = (self.len(), &mut self.before);
        if !before.kept {
            return;
        }
        let scaled = if self.scale[0].is_empty() { 0 } else { 3 };
        for (chunk, stale) in before.stale.iter_mut().enumerate().filter(|(_, stale)| **stale) {
            let (start, end) = (n.min(chunk * self.chunk), n.min((chunk + 1) * self.chunk));
            let copy = |to: &mut Vec<f32>, from: &Vec<f32>| {
                to[start..end].copy_from_slice(&from[start..end]);
            };
            before.position.iter_mut().zip(&self.position).for_each(|(to, c)| copy(to, c));
            before.rotation.iter_mut().zip(&self.rotation).for_each(|(to, c)| copy(to, c));
            let scale = before.scale.iter_mut().zip(&self.scale).take(scaled);
            scale.for_each(|(to, c)| copy(to, c));
            *stale = false;
        }
    }

    /// World maps were made of what moved: from now on that differs from before.
    pub fn settle(&mut self) {
        if self.before.kept {
            let stale = &mut self.before.stale;
            stale.resize(stale.len().max(self.moved.len()), false);
            stale.iter_mut().zip(&self.moved).for_each(|(stale, moved)| *stale |= *moved);
        }
        self.moved.fill(false);
    }

    /// Whether a pose may differ from the one before.
    pub fn is_between(&self) -> bool {
        self.before.stale.iter().any(|stale| *stale)
    }

    /// Whether the row's may.
    #[inline]
    pub fn row_is_between(&self, row: usize) -> bool {
        self.before.stale.get(row / self.chunk) == Some(&true)
    }

    /// The pose between the one before (0) and the one of now (1).
    #[inline]
    pub fn pose_between(&self, row: usize, share: f32) -> Pose {
        let now = self.pose(row);
        if !self.row_is_between(row) || share >= 1.0 {
            return now;
        }
        let Before { position: [x, y, z], rotation: [i, j, k, w], scale: [sx, sy, sz], .. } =
            &self.before;
        let scale = match sx.is_empty() {
            true => now.scale,
            false => mixed([sx[row], sy[row], sz[row]], now.scale, share),
        };
        Pose {
            position: mixed([x[row], y[row], z[row]], now.position, share),
            rotation: turned([i[row], j[row], k[row], w[row]], now.rotation, share),
            scale,
        }
    }

    /// Pictures jump to the row's pose.
    pub fn cut(&mut self, row: usize) {
        let rows = Rows::Range(row as u32, 1);
        (0..3).for_each(|axis| self.cut_position(axis, rows));
        self.cut_rotation(rows);
        self.cut_scale(rows);
    }

    /// Pictures jump along an axis.
    pub fn cut_position(&mut self, axis: usize, rows: Rows<'_>) {
        copy(self.before.position.get_mut(axis), self.position.get(axis), rows);
    }

    /// Pictures turn at once.
    pub fn cut_rotation(&mut self, rows: Rows<'_>) {
        let columns = self.before.rotation.iter_mut().zip(&self.rotation);
        columns.for_each(|(to, from)| copy(Some(to), Some(from), rows));
    }

    /// Pictures grow at once.
    pub fn cut_scale(&mut self, rows: Rows<'_>) {
        let columns = self.before.scale.iter_mut().zip(&self.scale);
        columns.for_each(|(to, from)| copy(Some(to), Some(from), rows));
    }
}

/// Copies rows of a column that is kept.
fn copy(to: Option<&mut Vec<f32>>, from: Option<&Vec<f32>>, rows: Rows<'_>) {
    if let (Some(to), Some(from)) = (to, from)
        && !to.is_empty()
    {
        rows.each(|_, row| to[row] = from[row]);
    }
}

#[inline]
fn mixed(a: Vec3, b: Vec3, share: f32) -> Vec3 {
    [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * share)
}

/// Turned by a share of the way; for the small angles of a tick the straight way is the same to
/// the eye.
#[inline]
fn turned(a: Quat, b: Quat, share: f32) -> Quat {
    if a == b {
        return b;
    }
    let near = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    match near > 0.98 {
        true => quat_normalized([0, 1, 2, 3].map(|i| a[i] + (b[i] - a[i]) * share)),
        false => slerp(a, b, share),
    }
}
