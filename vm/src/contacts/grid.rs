//! The broad phase: which boxes are near enough to be tried.
//!
//! In: boxes with their trees. Out: each pair of boxes of different trees, of which one asks for
//! contacts, whose upright boxes have a gap of at most the skin; no other pair, none twice.
//!
//! Boxes of like size share a level, a grid of cells as wide as its largest box, so that partners
//! stand in neighbouring cells. Cells are numbered row by row, and boxes sorted by these numbers.
//! Where there are few cells for the boxes, a table tells where the boxes of each start; else the
//! cells in use are listed and searched. A level is joined with itself cell by cell, with another
//! by looking up the boxes of the one in the grid of the other. So neither a huge box nor crowds in
//! a wide empty space make it slow.

mod level;
mod rough;

use super::Body;
use super::radix::{Keyed, Radix};
use level::Level;
pub use rough::Candidates;
use rough::{Rough, Roughs};
use std::ops::Range;

/// Up to this many boxes all pairs are tried.
const FEW: usize = 24;
/// Classes of size per doubling.
const BINS_PER_OCTAVE: usize = 4;
/// Sizes of one level are within a factor of 4.
const LEVEL_BINS: usize = 2 * BINS_PER_OCTAVE;
/// Up to so many cells for each box, all of them have a place in a table.
const CELLS_PER_BOX: u64 = 4;
/// A level may have so many anyway.
const MIN_CELLS: u64 = 64;
/// Wider cells are too crowded if more pairs for each box share one.
const CROWD: usize = 2;

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
    /// Boxes in the order of cells.
    roughs: Roughs,
    /// Where the boxes of each cell start; empty if the cells are listed.
    table: Vec<u32>,
    /// With a table: the cell of each box.
    keys: Vec<u32>,
    /// Without: the cells in use.
    cells: Vec<Cell>,
}

impl Grid {
    /// The pairs to try, as indices of bodies.
    pub fn candidates(&mut self, bodies: &[Body], most: usize, out: &mut Candidates) {
        out.clear(most);
        self.roughs.resize(bodies.len());
        if bodies.len() <= FEW {
            for (i, body) in bodies.iter().enumerate() {
                self.roughs.set(i, Rough::new(body, i));
                out.scan(i, &self.roughs, 0..i);
            }
            return;
        }
        self.choose_levels(bodies);
        self.sort(bodies);
        for level in &self.levels {
            if self.table.is_empty() {
                self.join_listed(level, out);
            } else {
                self.join_table(level, out);
            }
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

    /// Sorts the bodies by level and cell: by a table, for which cells are made wider where they
    /// are too many, or if that crowds them, by listing those in use.
    fn sort(&mut self, bodies: &[Body]) {
        for (place, body) in self.places.iter_mut().zip(bodies) {
            place.level = self.bins[usize::from(place.bin)].level;
            self.levels[usize::from(place.level)].include(body.shape.center);
        }
        let (mut start, mut wider) = (0, false);
        for level in &mut self.levels {
            level.start = start;
            start += level.n_boxes;
            wider |= level.choose_cells((CELLS_PER_BOX * level.n_boxes as u64).max(MIN_CELLS));
        }
        let n_keys = self.number(bodies);
        let crowd = self.count_cells(n_keys as usize);
        if !wider || crowd <= CROWD * bodies.len() {
            return self.fill_table(bodies);
        }
        self.table.clear();
        for level in &mut self.levels {
            level.choose_cells(u64::MAX);
        }
        let n_keys = self.number(bodies);
        self.radix.sort(&mut self.keyed, n_keys);
        self.list_cells(bodies);
    }

    /// Gives each body the key of its cell; returns the number of keys.
    fn number(&mut self, bodies: &[Body]) -> u64 {
        let n_keys = self.levels.iter_mut().fold(0, |base, level| level.lay_out(base));
        self.keyed.clear();
        self.keyed.extend(self.places.iter().zip(bodies).enumerate().map(|(i, (place, body))| {
            let level = &self.levels[usize::from(place.level)];
            let cell = body.shape.center.map(|c| level.cell(f64::from(c)));
            Keyed { key: level.key(cell), index: i as u32 }
        }));
        n_keys
    }

    /// Counts the boxes of each cell; returns how many pairs share one.
    fn count_cells(&mut self, n_keys: usize) -> usize {
        let mut crowd = 0;
        self.table.clear();
        self.table.resize(n_keys + 1, 0);
        for item in &self.keyed {
            let count = &mut self.table[item.key as usize + 1];
            crowd += *count as usize;
            *count += 1;
        }
        crowd
    }

    /// Sorts the boxes, those of each cell being counted.
    fn fill_table(&mut self, bodies: &[Body]) {
        let mut next = 0;
        for start in &mut self.table {
            next += std::mem::replace(start, next);
        }
        self.keys.resize(bodies.len(), 0);
        for (index, item) in self.keyed.iter().enumerate() {
            let place = &mut self.table[item.key as usize + 1];
            self.roughs.set(*place as usize, Rough::new(&bodies[index], index));
            self.keys[*place as usize] = item.key as u32;
            *place += 1;
        }
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
            self.roughs.set(start, Rough::new(&bodies[index], index));
        }
        self.cells.push(Cell { key: u64::MAX, start: self.keyed.len() as u32 });
    }

    /// The boxes of listed cells `from` to before `to`.
    fn boxes(&self, from: usize, to: usize) -> Range<usize> {
        self.cells[from].start as usize..self.cells[to].start as usize
    }

    /// Pairs within a level: each box with the later ones of its cell and those of the neighbours
    /// that come later, which are the next in its row and three of each of four later rows.
    fn join_table(&self, level: &Level, out: &mut Candidates) {
        let rows = level.later_rows().map(|row| row as usize);
        let from = |cell: usize| self.table[cell] as usize;
        for i in level.boxes() {
            let key = self.keys[i] as usize;
            out.scan(i, &self.roughs, i + 1..from(key + 2));
            for row in rows {
                out.scan(i, &self.roughs, from(key + row - 1)..from(key + row + 2));
            }
        }
    }

    /// The same where cells are listed; the rows' cells are found in step with the sweep.
    fn join_listed(&self, level: &Level, out: &mut Candidates) {
        let rows = level.later_rows();
        let mut at = [level.first; 4];
        for c in level.first..level.end {
            let key = self.cells[c].key;
            let own = self.boxes(c, c + 1);
            let next = c + 1 + usize::from(self.cells[c + 1].key == key + 1 && c + 1 < level.end);
            let end = self.boxes(c, next).end;
            own.clone().for_each(|i| out.scan(i, &self.roughs, i + 1..end));
            for (at, row) in at.iter_mut().zip(rows) {
                *at = self.first_from(*at, level.end, key + row - 1);
                let to = self.first_from(*at, level.end, key + row + 2);
                let others = self.boxes(*at, to);
                own.clone().for_each(|i| out.scan(i, &self.roughs, others.clone()));
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
    fn join_levels(&self, fine: &Level, coarse: &Level, out: &mut Candidates) {
        let up = fine.boxes().len() as f64 * coarse.rows(fine.reach);
        let down = coarse.boxes().len() as f64 * fine.rows(coarse.reach);
        let (of, grid) = if up < down { (fine, coarse) } else { (coarse, fine) };
        for i in of.boxes() {
            self.look_up(i, grid, out);
        }
    }

    /// Tries a box of another level with those around it.
    fn look_up(&self, one: usize, level: &Level, out: &mut Candidates) {
        let Rough { center, extent, .. } = self.roughs.at(one);
        let Some((from, to)) = level.around(center, extent) else { return };
        let n_rows = (to[1] - from[1] + 1) as usize * (to[2] - from[2] + 1) as usize;
        if n_rows > level.boxes().len() {
            out.scan(one, &self.roughs, level.boxes());
            return;
        }
        let mut at = level.first;
        for z in from[2]..=to[2] {
            for y in from[1]..=to[1] {
                let (least, greatest) = (level.key([from[0], y, z]), level.key([to[0], y, z]));
                let others = if self.table.is_empty() {
                    let rest = &self.cells[at..level.end];
                    let first = at + rest.partition_point(|cell| cell.key < least);
                    at = self.first_from(first, level.end, greatest + 1);
                    self.boxes(first, at)
                } else {
                    self.table[least as usize] as usize..self.table[greatest as usize + 1] as usize
                };
                out.scan(one, &self.roughs, others);
            }
        }
    }
}

#[cfg(test)]
mod tests;
