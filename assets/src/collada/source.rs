//! Sources: columns of numbers that inputs name.
//!
//! In: a `<source>`. Out: [`Columns`], whose rows are in the array as its accessor promises.
//! Refused: accessors that read beyond their array, or leave rows of it that nobody reads (one of
//! the two numbers is wrong then), and steps shorter than a row.

use super::node::Node;
use super::words::{Key, Tag};
use crate::read::ModelError;

/// Rows of numbers in an array.
#[derive(Clone, Copy)]
pub(super) struct Columns<'d> {
    array: Node<'d>,
    values: &'d [f32],
    offset: usize,
    stride: usize,
    /// Where in a row the first three wanted numbers stand; the last one again if there are fewer.
    columns: [usize; 3],
    /// Rows.
    count: usize,
}

impl<'d> Columns<'d> {
    /// Rows of at least so many numbers.
    pub(super) fn of(source: Node<'d>, wanted: usize) -> Result<Self, ModelError> {
        let accessor = source.needed(Tag::TechniqueCommon)?.needed(Tag::Accessor)?;
        let array = accessor.follow(Key::Source, &[Tag::FloatArray])?;
        let values = array.floats();
        let Some(count) = accessor.count(Key::Count)? else {
            return Err(accessor.fault("it has no `count`"));
        };
        let stride = accessor.count(Key::Stride)?.unwrap_or(1).max(1) as usize;
        let offset = accessor.count(Key::Offset)?.unwrap_or(0) as usize;
        let count = count as usize;
        let (named, n_params) = named(accessor);
        if n_params > stride && count > 0 {
            let message = format!("its rows hold {n_params} numbers, but its `stride` is {stride}");
            return Err(accessor.fault(message));
        }
        let columns: Vec<usize> = if named.is_empty() { (0..stride).collect() } else { named };
        if columns.len() < wanted {
            let n = columns.len();
            return Err(accessor.fault(format!("its rows hold {n} numbers instead of {wanted}")));
        }
        let at = |i: usize| columns.get(i).or(columns.last()).copied().unwrap_or(0);
        let columns = [at(0), at(1), at(2)];
        let row = columns.iter().max().map_or(0, |c| c + 1).max(n_params);
        let found = Self { array, values, offset, stride, columns, count };
        found.check(accessor, row)?;
        Ok(found)
    }

    fn check(&self, accessor: Node<'d>, row: usize) -> Result<(), ModelError> {
        let (count, n) = (self.count as u64, self.values.len() as u64);
        let (offset, stride) = (self.offset as u64, self.stride as u64);
        let end = if count == 0 { offset } else { offset + (count - 1) * stride + row as u64 };
        if end > n && count > 0 {
            let message = format!("it reads {end} numbers, but its array holds {n}");
            return Err(accessor.fault(message));
        }
        let id = self.array.raw(Key::Id).unwrap_or_default();
        let alone = offset == 0 && self.array.document.n_readers(id) < 2;
        if alone && count * stride + stride <= n {
            let message = format!("it reads {} of the {n} numbers of its array", count * stride);
            return Err(accessor.fault(message));
        }
        Ok(())
    }

    /// How many rows there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The first numbers of a row.
    pub(super) fn row(&self, row: usize) -> Option<[f32; 3]> {
        if row >= self.count {
            return None;
        }
        let from = self.offset + row * self.stride;
        let values = self.values.get(from..)?;
        let [x, y, z] = self.columns;
        Some([*values.get(x)?, *values.get(y)?, *values.get(z)?])
    }

    /// An error at a number of a row that satisfies a test.
    pub(super) fn fault(&self, row: usize, bad: fn(f32) -> bool, message: &str) -> ModelError {
        let from = self.offset + row * self.stride;
        let at = |c: &&usize| self.values.get(from + **c).is_some_and(|v| bad(*v));
        let column = self.columns.iter().find(at).copied().unwrap_or(0);
        self.array.fault_at_number(from + column, message)
    }
}

/// Which numbers of a row have a name, and how many there are with and without.
fn named(accessor: Node<'_>) -> (Vec<usize>, usize) {
    let names = accessor.all(Tag::Param).map(|p| p.raw(Key::Name).unwrap_or_default());
    let names: Vec<bool> = names.map(|n| !n.trim().is_empty()).collect();
    let named = names.iter().enumerate().filter(|(_, named)| **named).map(|(i, _)| i);
    (named.collect(), names.len())
}
