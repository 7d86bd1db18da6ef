//! Blocks of lanes: columns gathered, worked on, written back.
//!
//! In: columns and rows. Out: fixed-size arrays, which alias nothing, so that plain loops over them
//! become vector code; a list of rows is gathered and scattered, a range copied. It knows no
//! meanings.

use crate::column::Rows;

/// Lanes of a block.
pub const LANES: usize = 32;

/// So many columns of a block.
pub type Block<const N: usize> = [[f32; LANES]; N];

/// Places for a kernel's operands and results, kept so that they need not be cleared each time.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// Positions.
    pub p: Block<3>,
    /// Rotations.
    pub q: Block<4>,
    /// Factors.
    pub s: Block<3>,
    /// Results.
    pub out: Block<12>,
}

impl Default for Blocks {
    fn default() -> Self {
        let none = [0.0; LANES];
        Self { p: [none; 3], q: [none; 4], s: [[1.0; LANES]; 3], out: [none; 12] }
    }
}

/// Shows the lanes from `from` on, `n` of them, at most [`LANES`]: of a range the columns
/// themselves, of a list what is gathered into `place`.
#[inline(always)]
pub fn view<'b, const N: usize>(
    columns: &'b [Vec<f32>; N],
    rows: Rows<'_>,
    from: usize,
    n: usize,
    place: &'b mut Block<N>,
) -> [&'b [f32]; N] {
    match rows {
        Rows::Range(start, _) => {
            let s = start as usize + from;
            columns.each_ref().map(|column| &column[s..s + n])
        }
        Rows::List(list) => {
            let list = &list[from..from + n];
            for (place, column) in place.iter_mut().zip(columns) {
                for (v, row) in place.iter_mut().zip(list) {
                    *v = column[*row as usize];
                }
            }
            place.each_ref().map(|lanes| &lanes[..n])
        }
    }
}

/// Writes them.
#[inline(always)]
pub fn store<const N: usize>(
    columns: &mut [Vec<f32>; N],
    rows: Rows<'_>,
    from: usize,
    n: usize,
    block: &[[f32; LANES]],
) {
    match rows {
        Rows::Range(start, _) => {
            let s = start as usize + from;
            for (block, column) in block.iter().zip(columns) {
                let column = &mut column[s..s + n];
                match column.first_chunk_mut::<LANES>() {
                    Some(all) => *all = *block,
                    None => column.copy_from_slice(&block[..n]),
                }
            }
        }
        Rows::List(list) => {
            let list = &list[from..from + n];
            for (block, column) in block.iter().zip(columns) {
                for (v, row) in block.iter().zip(list) {
                    column[*row as usize] = *v;
                }
            }
        }
    }
}

/// Calls `f` with the first lane and the number of lanes of each block.
#[inline(always)]
pub fn each(n: usize, mut f: impl FnMut(usize, usize)) {
    let mut from = 0;
    while from < n {
        let k = (n - from).min(LANES);
        f(from, k);
        from += k;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_are_seen_and_written_lane_by_lane() {
        let mut columns: [Vec<f32>; 1] = [(0..200).map(|v| v as f32).collect()];
        let list: Vec<u32> = (0..100).map(|i| i * 2).collect();
        for rows in [Rows::Range(50, 100), Rows::List(&list)] {
            each(100, |from, n| {
                let mut block = [[0.0; LANES]];
                let mut new = [[0.0; LANES]];
                let [old] = view(&columns, rows, from, n, &mut block);
                new[0][..n].iter_mut().zip(old).for_each(|(new, old)| *new = old + 1000.0);
                store(&mut columns, rows, from, n, &new);
            });
        }
        let want = |row: usize| {
            let ranged = (50..150).contains(&row);
            row as f32 + 1000.0 * (f32::from(ranged) + f32::from(row.is_multiple_of(2)))
        };
        assert!(columns[0].iter().enumerate().all(|(row, v)| *v == want(row)));
    }
}
