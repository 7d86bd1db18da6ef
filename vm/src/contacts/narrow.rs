//! The exact test of many pairs: several at a time, with the same bits as one by one.
//!
//! In: pairs of bodies that are near. Out: for each the axis of least overlap as
//! [`obb::Facing::axis`] numbers them, or that they are parted. It copies the boxes of some pairs
//! into columns, so that the compiler can take the pairs side by side.

use super::Body;
use crate::math::obb::{self, Sides, WorldBox};

/// Pairs whose columns are filled at a time.
const LANES: usize = 32;
/// Numbers of a box: centre, half sizes, three axes.
const NUMBERS: usize = 15;

/// Boxes by column.
type Columns = [[f32; LANES]; NUMBERS];

/// The columns, and the axes of the pairs in them.
#[derive(Debug)]
pub struct Narrow {
    a: Columns,
    b: Columns,
    axes: [u32; LANES],
}

impl Default for Narrow {
    fn default() -> Self {
        Self { a: [[0.0; LANES]; NUMBERS], b: [[0.0; LANES]; NUMBERS], axes: [obb::PARTED; LANES] }
    }
}

impl Narrow {
    /// Tries pairs of indices of bodies; the first of a pair counts as a. `found` is told of those
    /// that touch, in their order, with the axis.
    pub fn each(
        &mut self,
        bodies: &[Body],
        pairs: &[[u32; 2]],
        mut found: impl FnMut([u32; 2], u32),
    ) {
        for some in pairs.chunks(LANES) {
            for (lane, [i, j]) in some.iter().enumerate() {
                fill(&mut self.a, lane, &bodies[*i as usize].shape);
                fill(&mut self.b, lane, &bodies[*j as usize].shape);
            }
            self.test();
            for (pair, axis) in some.iter().zip(self.axes) {
                if axis != obb::PARTED {
                    found(*pair, axis);
                }
            }
        }
    }

    /// All lanes at once; those of an earlier batch that were not filled again do no harm.
    #[inline(never)]
    fn test(&mut self) {
        for lane in 0..LANES {
            let facing = obb::Facing::new(&sides(&self.a, lane), &sides(&self.b, lane));
            self.axes[lane] = facing.axis(obb::SKIN);
        }
    }
}

fn fill(columns: &mut Columns, lane: usize, shape: &WorldBox) {
    let [x, y, z] = shape.axes;
    let parts = [shape.center, shape.half, x, y, z];
    for (column, number) in columns.iter_mut().zip(parts.as_flattened()) {
        column[lane] = *number;
    }
}

#[inline(always)]
fn sides(columns: &Columns, lane: usize) -> Sides {
    let vec = |k: usize| [columns[k][lane], columns[k + 1][lane], columns[k + 2][lane]];
    Sides { center: vec(0), half: vec(3), axes: [vec(6), vec(9), vec(12)] }
}
