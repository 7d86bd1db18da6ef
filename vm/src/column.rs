//! Columns: one value per row, and rows as lists of 32-bit values.
//!
//! In: columns of a table in a fixed order. Out: rows taken out and put in, so that a row can move
//! to another table of the same layout. Rows are dense: the last one fills the place of one that
//! is taken out. It knows no meanings.

use std::ops::Range;

/// A column of any width.
pub enum Column<'c> {
    /// Numbers.
    F32(&'c mut Vec<f32>),
    /// Bits.
    U32(&'c mut Vec<u32>),
    /// States and other small numbers.
    U16(&'c mut Vec<u16>),
    /// Flags.
    U8(&'c mut Vec<u8>),
}

impl Column<'_> {
    /// Appends a value.
    #[inline]
    pub fn push(mut self, bits: u32) {
        self.add(bits);
    }

    /// Takes a value out; the last one takes its place.
    pub fn swap_remove(self, row: usize) -> u32 {
        match self {
            Column::F32(c) => c.swap_remove(row).to_bits(),
            Column::U32(c) => c.swap_remove(row),
            Column::U16(c) => c.swap_remove(row).into(),
            Column::U8(c) => c.swap_remove(row).into(),
        }
    }

    /// Appends all values as bits.
    pub fn write(self, out: &mut Vec<u32>) {
        match self {
            Column::F32(c) => out.extend(c.iter().map(|v| v.to_bits())),
            Column::U32(c) => out.extend_from_slice(c),
            Column::U16(c) => out.extend(c.iter().map(|v| u32::from(*v))),
            Column::U8(c) => out.extend(c.iter().map(|v| u32::from(*v))),
        }
    }

    /// Holds these values.
    pub fn read(self, bits: &[u32]) {
        self.clear_and(|mut column| bits.iter().for_each(|bits| column.add(*bits)));
    }

    /// Holds so many zeros.
    pub fn zeros(self, n: usize) {
        self.clear_and(|mut column| (0..n).for_each(|_| column.add(0)));
    }

    fn clear_and(mut self, f: impl FnOnce(Self)) {
        match &mut self {
            Column::F32(c) => c.clear(),
            Column::U32(c) => c.clear(),
            Column::U16(c) => c.clear(),
            Column::U8(c) => c.clear(),
        }
        f(self);
    }

    #[inline]
    fn add(&mut self, bits: u32) {
        match self {
            Column::F32(c) => c.push(f32::from_bits(bits)),
            Column::U32(c) => c.push(bits),
            Column::U16(c) => c.push(bits as u16),
            Column::U8(c) => c.push(bits as u8),
        }
    }

    /// Takes all out.
    pub fn clear(self) {
        self.clear_and(|_| ());
    }
}

/// Some rows of a table: of one batch.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'r> {
    /// So many from a first one on.
    Range(u32, u32),
    /// These.
    List(&'r [u32]),
}

impl<'r> Rows<'r> {
    /// All of a range.
    pub fn of(range: Range<usize>) -> Self {
        Rows::Range(range.start as u32, range.len() as u32)
    }

    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            Rows::Range(_, n) => *n as usize,
            Rows::List(list) => list.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row of a lane.
    #[inline]
    pub fn row(&self, lane: usize) -> usize {
        match self {
            Rows::Range(start, _) => *start as usize + lane,
            Rows::List(list) => list[lane] as usize,
        }
    }

    /// Row by row.
    pub fn iter(self) -> impl Iterator<Item = usize> + 'r {
        (0..self.len()).map(move |lane| self.row(lane))
    }

    /// Calls `f` with lane and the row's value of a column.
    #[inline(always)]
    pub fn each_of<T: Copy>(self, column: &[T], mut f: impl FnMut(usize, T)) {
        match self {
            Rows::Range(start, n) => {
                let column = &column[start as usize..(start + n) as usize];
                column.iter().enumerate().for_each(|(lane, v)| f(lane, *v));
            }
            Rows::List(list) => {
                list.iter().enumerate().for_each(|(lane, row)| f(lane, column[*row as usize]));
            }
        }
    }

    /// Calls `f` with lane and row.
    #[inline(always)]
    pub fn each(self, mut f: impl FnMut(usize, usize)) {
        match self {
            Rows::Range(start, n) => {
                for lane in 0..n as usize {
                    f(lane, start as usize + lane);
                }
            }
            Rows::List(list) => {
                for (lane, row) in list.iter().enumerate() {
                    f(lane, *row as usize);
                }
            }
        }
    }
}

/// Reads a column.
pub fn gather<T: Copy>(column: &[T], rows: Rows<'_>, out: &mut [T]) {
    match rows {
        Rows::Range(start, n) => {
            out.copy_from_slice(&column[start as usize..(start + n) as usize]);
        }
        Rows::List(list) => {
            for (out, row) in out.iter_mut().zip(list) {
                *out = column[*row as usize];
            }
        }
    }
}

/// Writes a column.
pub fn scatter<T: Copy>(column: &mut [T], rows: Rows<'_>, values: &[T]) {
    match rows {
        Rows::Range(start, n) => {
            column[start as usize..(start + n) as usize].copy_from_slice(values);
        }
        Rows::List(list) => {
            for (value, row) in values.iter().zip(list) {
                column[*row as usize] = *value;
            }
        }
    }
}

/// Writes one value to all rows.
pub fn fill<T: Copy>(column: &mut [T], rows: Rows<'_>, value: T) {
    match rows {
        Rows::Range(start, n) => column[start as usize..(start + n) as usize].fill(value),
        Rows::List(list) => {
            for row in list {
                column[*row as usize] = value;
            }
        }
    }
}
