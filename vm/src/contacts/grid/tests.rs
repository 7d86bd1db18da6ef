//! The broad phase against trying all pairs.

use super::*;
use crate::math::Vec3;
use crate::math::obb::{SKIN, WorldBox, near};
use proptest::prelude::*;

fn body(index: usize, center: Vec3, extent: Vec3, root: u32, asks: bool) -> Body {
    let shape = WorldBox { center, extent, ..WorldBox::default() };
    Body { owner: index as u32 + 1, root, asks, shape }
}

fn tried(bodies: &[Body]) -> Vec<[u32; 2]> {
    let mut out = Candidates::default();
    Grid::default().candidates(bodies, usize::MAX, &mut out);
    let mut pairs = out.pairs_mut().to_vec();
    pairs.iter_mut().for_each(|pair| pair.sort());
    pairs.sort();
    pairs
}

fn all_near(bodies: &[Body]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (j, b) in bodies.iter().enumerate() {
        for (i, a) in bodies[..j].iter().enumerate() {
            let (x, y) = (&a.shape, &b.shape);
            let near = near(x.center, x.extent, y.center, y.extent, SKIN);
            if near && a.root != b.root && (a.asks || b.asks) {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs.sort();
    pairs
}

prop_compose! {
    /// Sizes over many doublings, places from crowded to far out, whole coordinates too.
    fn bodies()(n in 2usize..120, spread in 0.5f32..60.0, sizes in 0i32..9, far in prop::bool::weighted(0.2))
               (list in prop::collection::vec((
                    prop::array::uniform3(-1f32..1.0), prop::array::uniform3(0f32..1.0),
                    0i32..=sizes, 1u32..40, prop::bool::weighted(0.6), any::<bool>()), n),
                spread in Just(spread), far in Just(far)) -> Vec<Body> {
        list.into_iter().enumerate().map(|(i, (at, extent, size, root, asks, whole))| {
            let push = if far && i % 3 == 0 { 1e7 } else { 0.0 };
            let at = at.map(|v| if whole { (v * spread).round() } else { v * spread } + push);
            let extent = extent.map(|v| if whole { 0.5 } else { v } * (1_u32 << size) as f32);
            body(i, at, extent, root, asks)
        }).collect()
    }
}

proptest! {
    #[test]
    fn every_near_pair_is_tried_once_and_no_other(list in bodies()) {
        prop_assert_eq!(tried(&list), all_near(&list));
    }
}

#[test]
fn points_and_boxes_wider_than_all_cells_are_found() {
    let point = |i, x| body(i, [x, 0.0, 0.0], [0.0; 3], i as u32 + 1, true);
    let mut list: Vec<Body> = (0..40).map(|i| point(i, (i / 2) as f32)).collect();
    list.push(body(40, [0.0; 3], [1e30; 3], 99, true));
    assert_eq!(tried(&list).len(), 20 + 40);
    assert_eq!(tried(&list), all_near(&list));
}

#[test]
fn a_lattice_that_touches_exactly_is_found() {
    let at = |i: usize| [(i % 8) as f32, (i / 8 % 8) as f32, (i / 64) as f32];
    let list: Vec<Body> = (0..512).map(|i| body(i, at(i), [0.5; 3], i as u32, true)).collect();
    assert_eq!(tried(&list).len(), (22 * 22 * 22 - 512) / 2);
}
