//! The broad phase: which boxes are near enough to be tried.
//!
//! In: boxes with their trees. Out: each pair of boxes of different trees, of which one asks for
//! contacts, whose upright boxes have a gap of at most the skin; no other pair, none twice.
//!
//! Boxes of like size share a level, a grid of cells as wide as its largest box, so that partners
//! stand in neighbouring cells. The cells that are in use are sorted by row; a level is joined with
//! itself in one sweep, with another by looking up the boxes of the one in the grid of the other.
//! So neither a huge box nor a crowd in a wide empty space makes it slow.

use super::Body;
use super::radix::{Keyed, Radix};
use crate::math::Vec3;
use crate::math::obb::{SKIN, near};

/// Up to this many boxes all pairs are tried.
const FEW: usize = 24;
/// Classes of size per doubling.
const BINS_PER_OCTAVE: usize = 4;
/// Sizes of one level are within a factor of 4.
const LEVEL_BINS: usize = 2 * BINS_PER_OCTAVE;
/// Cell numbers lie between minus and plus this; what is farther out shares the outermost cells.
const FARTHEST: i32 = (1 << 18) - 2;

/// What the broad phase keeps of a box, in the order of cells.
#[derive(Clone, Copy, Debug, Default)]
struct Rough {
    center: Vec3,
    extent: Vec3,
    root: u32,
    /// Index of the body, times two, plus whether it asks.
    tag: u32,
}

impl Rough {
    fn new(body: &Body, index: usize) -> Self {
        let tag = (index as u32) << 1 | u32::from(body.asks);
        Self { center: body.shape.center, extent: body.shape.extent, root: body.root, tag }
    }

    fn wants(&self, other: &Self) -> bool {
        self.root != other.root
            && (self.tag | other.tag) & 1 != 0
            && near(self.center, self.extent, other.center, other.extent, SKIN)
    }
}

/// Boxes of like size.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// The largest extent.
    reach: f32,
    /// Cells per unit.
    per_unit: f64,
    /// Least and greatest cell number per axis.
    low: [i32; 3],
    high: [i32; 3],
    /// Key of the cell `low`.
    base: u64,
    /// From a row of cells to the next, from a slab to the next.
    row: u64,
    slab: u64,
    /// Its cells.
    first: usize,
    end: usize,
}

impl Level {
    fn new(reach: f32) -> Self {
        // a little wider than needed, so that rounding never puts partners two cells apart
        let cell = (2.0 * f64::from(reach) + 2.0 * f64::from(SKIN)) * (1.0 + 1e-5);
        let (low, high) = ([i32::MAX; 3], [i32::MIN; 3]);
        Self { reach, per_unit: 1.0 / cell, low, high, ..Self::default() }
    }

    fn cell(&self, at: f64) -> i32 {
        let scaled = at * self.per_unit;
        let whole = scaled as i32;
        let floor = whole.saturating_sub(i32::from(scaled < f64::from(whole)));
        floor.clamp(-FARTHEST, FARTHEST)
    }

    fn include(&mut self, cell: [i32; 3]) {
        for (k, number) in cell.into_iter().enumerate() {
            self.low[k] = self.low[k].min(number);
            self.high[k] = self.high[k].max(number);
        }
    }

    /// Lays its keys out from `base`; a row and a slab end with an unused place, so that a
    /// neighbour beyond the end is nobody. Returns the first key behind it.
    fn lay_out(&mut self, base: u64) -> u64 {
        let places = |k: usize| (self.high[k] - self.low[k]) as u64 + 2;
        (self.base, self.row) = (base, places(0));
        self.slab = self.row * places(1);
        base + self.slab * places(2)
    }

    fn key(&self, cell: [i32; 3]) -> u64 {
        let place = |k: usize| (cell[k] - self.low[k]) as u64;
        self.base + place(0) + place(1) * self.row + place(2) * self.slab
    }

    /// The cells in which partners of a box may stand; `None` if there are none.
    fn around(&self, rough: &Rough) -> Option<([i32; 3], [i32; 3])> {
        let (mut from, mut to) = ([0; 3], [0; 3]);
        for k in 0..3 {
            let at = f64::from(rough.center[k]);
            let room = f64::from(rough.extent[k]) + f64::from(self.reach) + f64::from(SKIN);
            let room = room + 1e-6 * (room + at.abs());
            from[k] = self.cell(at - room).max(self.low[k]);
            to[k] = self.cell(at + room).min(self.high[k]);
            if from[k] > to[k] {
                return None;
            }
        }
        Some((from, to))
    }

    /// About how many rows a box of this extent looks up.
    fn rows(&self, reach: f32) -> f64 {
        let across = 2.0 * (f64::from(reach) + f64::from(self.reach)) * self.per_unit + 1.0;
        (across * across).min(self.n_cells() as f64)
    }

    fn n_cells(&self) -> usize {
        self.end - self.first
    }
}

/// A cell in use; its boxes end where the next cell's start.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    key: u64,
    start: u32,
}

/// A body's place in the grid.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    bin: u16,
    level: u16,
    cell: [i32; 3],
}

/// Boxes of a class of size.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    in_use: bool,
    reach: f32,
    level: u16,
}

/// The grid and its memory.
#[derive(Debug, Default)]
pub struct Grid {
    bins: Vec<Bin>,
    places: Vec<Place>,
    levels: Vec<Level>,
    keyed: Vec<Keyed>,
    radix: Radix,
    cells: Vec<Cell>,
    roughs: Vec<Rough>,
}

impl Grid {
    /// The pairs to try, as indices of bodies.
    pub fn candidates(&mut self, bodies: &[Body], out: &mut Vec<[u32; 2]>) {
        out.clear();
        self.roughs.clear();
        if bodies.len() <= FEW {
            self.roughs.extend(bodies.iter().enumerate().map(|(i, body)| Rough::new(body, i)));
            for i in 1..bodies.len() {
                self.scan(i, 0..i, out);
            }
            return;
        }
        self.choose_levels(bodies);
        self.sort(bodies);
        for level in &self.levels {
            self.join_self(level, out);
        }
        for (m, coarse) in self.levels.iter().enumerate() {
            for fine in &self.levels[..m] {
                self.join_levels(fine, coarse, out);
            }
        }
    }

    /// Puts every body into a level by the greatest of its extents.
    fn choose_levels(&mut self, bodies: &[Body]) {
        self.bins.clear();
        self.bins.resize(256 * BINS_PER_OCTAVE, Bin::default());
        self.places.clear();
        for body in bodies {
            let [x, y, z] = body.shape.extent;
            let reach = x.max(y).max(z);
            // exponent and the first two bits behind the point; an extent is never negative
            let bin = (reach.to_bits() >> 21) as u16 & 1023;
            let entry = &mut self.bins[usize::from(bin)];
            entry.reach = entry.reach.max(reach);
            entry.in_use = true;
            self.places.push(Place { bin, ..Place::default() });
        }
        self.levels.clear();
        let mut first = 0;
        for (b, bin) in self.bins.iter_mut().enumerate().filter(|(_, bin)| bin.in_use) {
            if self.levels.is_empty() || b - first >= LEVEL_BINS {
                first = b;
                self.levels.push(Level::default());
            }
            bin.level = (self.levels.len() - 1) as u16;
            self.levels[usize::from(bin.level)] = Level::new(bin.reach);
        }
    }

    /// Sorts the bodies by level and cell.
    fn sort(&mut self, bodies: &[Body]) {
        for (place, body) in self.places.iter_mut().zip(bodies) {
            place.level = self.bins[usize::from(place.bin)].level;
            let level = &mut self.levels[usize::from(place.level)];
            place.cell = body.shape.center.map(|c| level.cell(f64::from(c)));
            level.include(place.cell);
        }
        let greatest = self.levels.iter_mut().fold(0, |base, level| level.lay_out(base));
        self.keyed.clear();
        self.keyed.extend(self.places.iter().enumerate().map(|(i, place)| {
            let key = self.levels[usize::from(place.level)].key(place.cell);
            Keyed { key, index: i as u32 }
        }));
        self.radix.sort(&mut self.keyed, greatest);
        self.list_cells(bodies);
    }

    fn list_cells(&mut self, bodies: &[Body]) {
        self.cells.clear();
        let mut last = u64::MAX;
        for (start, item) in self.keyed.iter().enumerate() {
            let index = item.index as usize;
            if item.key != last {
                last = item.key;
                let level = &mut self.levels[usize::from(self.places[index].level)];
                if level.end == 0 {
                    level.first = self.cells.len();
                }
                self.cells.push(Cell { key: item.key, start: start as u32 });
                level.end = self.cells.len();
            }
            self.roughs.push(Rough::new(&bodies[index], index));
        }
        self.cells.push(Cell { key: u64::MAX, start: self.keyed.len() as u32 });
    }

    /// Tries one box with some others.
    fn scan(&self, one: usize, others: std::ops::Range<usize>, out: &mut Vec<[u32; 2]>) {
        let a = &self.roughs[one];
        for b in &self.roughs[others] {
            if a.wants(b) {
                out.push([a.tag >> 1, b.tag >> 1]);
            }
        }
    }

    /// The boxes of cells `from` to before `to`.
    fn boxes(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        self.cells[from].start as usize..self.cells[to].start as usize
    }

    /// Pairs within a level: each cell with itself and with those of its neighbours that come
    /// later, which are the next in its row and three of each of four later rows.
    fn join_self(&self, level: &Level, out: &mut Vec<[u32; 2]>) {
        let rows = [level.row, level.slab - level.row, level.slab, level.slab + level.row];
        let mut at = [level.first; 4];
        for c in level.first..level.end {
            let key = self.cells[c].key;
            let own = self.boxes(c, c + 1);
            let next = c + 1 + usize::from(self.cells[c + 1].key == key + 1 && c + 1 < level.end);
            let own_and_next = self.boxes(c, next);
            for i in own.clone() {
                self.scan(i, i + 1..own_and_next.end, out);
            }
            for (at, row) in at.iter_mut().zip(rows) {
                *at = self.first_from(*at, level.end, key + row - 1);
                let to = self.first_from(*at, level.end, key + row + 2);
                if to > *at {
                    let others = self.boxes(*at, to);
                    own.clone().for_each(|i| self.scan(i, others.clone(), out));
                }
            }
        }
    }

    /// The first cell from `at` on whose key is not less, found step by step.
    fn first_from(&self, mut at: usize, end: usize, key: u64) -> usize {
        while at < end && self.cells[at].key < key {
            at += 1;
        }
        at
    }

    /// Pairs between two levels: the boxes of that side are looked up which has less to do.
    fn join_levels(&self, fine: &Level, coarse: &Level, out: &mut Vec<[u32; 2]>) {
        let boxes = |level: &Level| self.boxes(level.first, level.end).len() as f64;
        let up = boxes(fine) * coarse.rows(fine.reach);
        let down = boxes(coarse) * fine.rows(coarse.reach);
        let (of, grid) = if up < down { (fine, coarse) } else { (coarse, fine) };
        for i in self.boxes(of.first, of.end) {
            self.look_up(i, grid, out);
        }
    }

    /// Tries a box of another level with those around it.
    fn look_up(&self, one: usize, level: &Level, out: &mut Vec<[u32; 2]>) {
        let Some((from, to)) = level.around(&self.roughs[one]) else { return };
        let n_rows = (to[1] - from[1] + 1) as usize * (to[2] - from[2] + 1) as usize;
        if n_rows > level.n_cells() {
            self.scan(one, self.boxes(level.first, level.end), out);
            return;
        }
        let mut at = level.first;
        for z in from[2]..=to[2] {
            for y in from[1]..=to[1] {
                let least = level.key([from[0], y, z]);
                let greatest = level.key([to[0], y, z]);
                at += self.cells[at..level.end].partition_point(|cell| cell.key < least);
                let first = at;
                at += self.cells[at..level.end].partition_point(|cell| cell.key <= greatest);
                self.scan(one, self.boxes(first, at), out);
            }
        }
    }
}

#[cfg(test)]
mod tests;
