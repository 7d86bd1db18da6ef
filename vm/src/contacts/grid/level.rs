//! A grid of cells for boxes of like size.
//!
//! In: coordinates. Out: numbers of cells, along each axis and among all. It holds no boxes.

use crate::math::Vec3;
use crate::math::obb::SKIN;
use std::ops::Range;

/// Cell numbers lie between minus and plus this; what is farther out shares the outermost cells.
const FARTHEST: i32 = (1 << 18) - 2;

/// Boxes of like size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level {
    /// The largest extent.
    pub reach: f32,
    /// The least and greatest coordinates of its boxes' centres.
    least: Vec3,
    greatest: Vec3,
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
    /// Its listed cells.
    pub first: usize,
    pub end: usize,
    /// Its boxes in the order of cells.
    pub start: usize,
    pub n_boxes: usize,
}

impl Level {
    /// Without boxes, for such of at most this extent.
    pub fn new(reach: f32) -> Self {
        let (least, greatest) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        Self { reach, least, greatest, ..Self::default() }
    }

    /// Counts a box in.
    pub fn include(&mut self, center: Vec3) {
        self.n_boxes += 1;
        for (k, at) in center.into_iter().enumerate() {
            self.least[k] = self.least[k].min(at);
            self.greatest[k] = self.greatest[k].max(at);
        }
    }

    /// Chooses cells as wide as the largest box, or wider where that makes more than `most` of them.
    /// Whether they had to be wider.
    pub fn choose_cells(&mut self, most: u64) -> bool {
        // a little wider than needed, so that rounding never puts partners two cells apart
        let mut cell = (2.0 * f64::from(self.reach) + 2.0 * f64::from(SKIN)) * (1.0 + 1e-5);
        self.set_cells(cell);
        let mut wider = false;
        while self.n_keys() > most {
            wider = true;
            cell *= (self.n_keys() as f64 / most as f64).cbrt().max(1.1);
            self.set_cells(cell);
        }
        wider
    }

    fn set_cells(&mut self, cell: f64) {
        self.per_unit = 1.0 / cell;
        self.low = self.least.map(|at| self.cell(f64::from(at)));
        self.high = self.greatest.map(|at| self.cell(f64::from(at)));
    }

    /// Places along an axis; the last is unused, so that a neighbour beyond the end is nobody.
    fn places(&self, axis: usize) -> u64 {
        (self.high[axis] - self.low[axis]).max(0) as u64 + 2
    }

    fn n_keys(&self) -> u64 {
        self.places(0) * self.places(1) * self.places(2)
    }

    /// The number of the cell at a coordinate.
    pub fn cell(&self, at: f64) -> i32 {
        let scaled = at * self.per_unit;
        let whole = scaled as i32;
        let floor = whole.saturating_sub(i32::from(scaled < f64::from(whole)));
        floor.clamp(-FARTHEST, FARTHEST)
    }

    /// Lays its keys out from `base`; returns the first key behind them.
    pub fn lay_out(&mut self, base: u64) -> u64 {
        (self.base, self.row) = (base, self.places(0));
        self.slab = self.row * self.places(1);
        base + self.n_keys()
    }

    /// The number of a cell among all.
    pub fn key(&self, cell: [i32; 3]) -> u64 {
        let place = |k: usize| (cell[k] - self.low[k]) as u64;
        self.base + place(0) + place(1) * self.row + place(2) * self.slab
    }

    /// The cells in which partners of a box may stand; `None` if there are none.
    pub fn around(&self, center: Vec3, extent: Vec3) -> Option<([i32; 3], [i32; 3])> {
        let (mut from, mut to) = ([0; 3], [0; 3]);
        for k in 0..3 {
            let at = f64::from(center[k]);
            let room = f64::from(extent[k]) + f64::from(self.reach) + f64::from(SKIN);
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
    pub fn rows(&self, reach: f32) -> f64 {
        let across = 2.0 * (f64::from(reach) + f64::from(self.reach)) * self.per_unit + 1.0;
        (across * across).min(self.n_boxes as f64)
    }

    /// Its boxes in the order of cells.
    pub fn boxes(&self) -> Range<usize> {
        self.start..self.start + self.n_boxes
    }

    /// How far on the rows are of which a cell's later neighbours stand, but for its own.
    pub fn later_rows(&self) -> [u64; 4] {
        [self.row, self.slab - self.row, self.slab, self.slab + self.row]
    }
}
