//! Upright boxes by column, tried several at a time.
//!
//! In: bodies in an order of the caller's. Out: pairs that are near, of different trees, of which
//! one asks. What is tried against what is the caller's business.

use super::Body;
use crate::math::Vec3;
use crate::math::obb::SKIN;
use std::ops::Range;

/// Boxes tried at a time.
const WIDE: usize = 4;

/// What the broad phase keeps of a box.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rough {
    /// Its centre.
    pub center: Vec3,
    /// Half the size of the upright box around it.
    pub extent: Vec3,
    root: u32,
    /// Index of the body, times two, plus whether it asks.
    tag: u32,
}

impl Rough {
    /// Of the body with this index.
    pub fn new(body: &Body, index: usize) -> Self {
        let tag = (index as u32) << 1 | u32::from(body.asks);
        Self { center: body.shape.center, extent: body.shape.extent, root: body.root, tag }
    }
}

/// Upright boxes by column; each column has room for a full batch behind its end.
#[derive(Debug, Default)]
pub struct Roughs {
    center: [Vec<f32>; 3],
    extent: [Vec<f32>; 3],
    roots: Vec<u32>,
    tags: Vec<u32>,
}

impl Roughs {
    /// Makes room for so many.
    pub fn resize(&mut self, len: usize) {
        let len = len + WIDE;
        let columns = self.center.iter_mut().chain(&mut self.extent);
        columns.for_each(|column| column.resize(len, 0.0));
        self.roots.resize(len, 0);
        self.tags.resize(len, 0);
    }

    /// Puts a box somewhere.
    pub fn set(&mut self, at: usize, rough: Rough) {
        for k in 0..3 {
            self.center[k][at] = rough.center[k];
            self.extent[k][at] = rough.extent[k];
        }
        self.roots[at] = rough.root;
        self.tags[at] = rough.tag;
    }

    /// The box there.
    pub fn at(&self, at: usize) -> Rough {
        let of = |columns: &[Vec<f32>; 3]| [0, 1, 2].map(|k| columns[k][at]);
        let (center, extent) = (of(&self.center), of(&self.extent));
        Rough { center, extent, root: self.roots[at], tag: self.tags[at] }
    }

    /// For each of a batch whether it is wanted with a, 0 or 1: [`crate::math::obb::near`] and
    /// what else must hold.
    #[inline(always)]
    fn wanted(&self, a: &Rough, at: usize) -> [u32; WIDE] {
        let mut wanted = [1; WIDE];
        for k in 0..3 {
            let (center, extent) = (batch(&self.center[k], at), batch(&self.extent[k], at));
            for lane in 0..WIDE {
                let gap = (center[lane] - a.center[k]).abs() - (a.extent[k] + extent[lane]);
                wanted[lane] &= u32::from(gap <= SKIN);
            }
        }
        let (roots, tags) = (batch(&self.roots, at), batch(&self.tags, at));
        for lane in 0..WIDE {
            wanted[lane] &= u32::from(roots[lane] != a.root) & (tags[lane] | a.tag);
        }
        wanted
    }
}

#[inline(always)]
fn batch<T: Copy + Default>(column: &[T], at: usize) -> [T; WIDE] {
    let rest = column.get(at..).and_then(<[T]>::first_chunk);
    rest.copied().unwrap_or_default()
}

/// The pairs found.
#[derive(Debug, Default)]
pub struct Candidates {
    pairs: Vec<[u32; 2]>,
    len: usize,
    most: usize,
}

impl Candidates {
    /// Forgets them; from now on not many more than so many are looked for.
    pub fn clear(&mut self, most: usize) {
        (self.len, self.most) = (0, most);
    }

    /// Whether there are more than were to be found.
    pub fn is_over(&self) -> bool {
        self.len > self.most
    }

    /// The pairs, as indices of bodies.
    pub fn pairs_mut(&mut self) -> &mut [[u32; 2]] {
        &mut self.pairs[..self.len]
    }

    /// Tries one box with some others. Each pair is written, but kept only if it is wanted.
    #[inline(always)]
    pub fn scan(&mut self, one: usize, roughs: &Roughs, others: Range<usize>) {
        if self.is_over() {
            return;
        }
        let room = self.len + others.len() + WIDE;
        if self.pairs.len() < room {
            self.pairs.resize(2 * room, [0; 2]);
        }
        let a = roughs.at(one);
        for at in others.clone().step_by(WIDE) {
            let (wanted, tags) = (roughs.wanted(&a, at), batch(&roughs.tags, at));
            for lane in 0..WIDE {
                self.pairs[self.len] = [a.tag >> 1, tags[lane] >> 1];
                self.len += usize::from(at + lane < others.end) & wanted[lane] as usize;
            }
        }
    }
}
