//! Boxes side by side, turned and scaled; boundaries; corrections.

use super::super::{IDENTITY, axis_quat, euler_quat, length};
use super::*;
use proptest::prelude::*;

fn obb(half: Vec3) -> Obb {
    Obb { center: [0.0; 3], half, rotation: IDENTITY }
}

fn unit_at(position: Vec3) -> WorldBox {
    turned_at(position, [0.0; 3])
}

fn turned_at(position: Vec3, degrees: Vec3) -> WorldBox {
    placed(&obb([0.5; 3]), position, euler_quat(degrees), [1.0; 3])
}

fn placed(obb: &Obb, position: Vec3, rotation: Quat, scale: Vec3) -> WorldBox {
    world_box(obb, position, rotation, scale).expect("finite")
}

fn room() -> WorldSpec {
    WorldSpec { kind: WorldKind::Room, size: [10.0, 4.0, 20.0], ..WorldSpec::default() }
}

#[test]
fn boxes_face_to_face_touch_and_the_normal_points_at_the_other() {
    let a = unit_at([0.0; 3]);
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let mut normal = [0.0; 3];
            normal[axis] = sign;
            assert_eq!(touch(&a, &unit_at(normal), SKIN).map(|n| add(n, [0.0; 3])), Some(normal));
            assert!(touch(&a, &unit_at(scaled(normal, 1.0009)), SKIN).is_some());
            assert!(touch(&a, &unit_at(scaled(normal, 1.002)), SKIN).is_none());
        }
    }
}

#[test]
fn a_box_on_its_edge_reaches_farther() {
    let a = unit_at([0.0; 3]);
    let reach = 0.5 + 0.5f32.sqrt();
    assert!(touch(&a, &turned_at([reach - 0.01, 0.0, 0.0], [0.0, 45.0, 0.0]), SKIN).is_some());
    assert!(touch(&a, &turned_at([reach + 0.01, 0.0, 0.0], [0.0, 45.0, 0.0]), SKIN).is_none());
}

#[test]
fn edges_that_cross_are_parted_by_their_own_axis_only() {
    // one box on an edge along X, above it one on an edge along Z, their edges crossing
    let a = turned_at([0.0; 3], [45.0, 0.0, 0.0]);
    let high = 2.0 * 0.5f32.sqrt();
    let b = turned_at([0.0, high - 0.001, 0.0], [0.0, 0.0, 45.0]);
    let normal = touch(&a, &b, SKIN).expect("touches");
    assert!((normal[1] - 1.0).abs() < 1e-4, "{normal:?}");
    assert!(touch(&a, &turned_at([0.0, high + 0.01, 0.0], [0.0, 0.0, 45.0]), SKIN).is_none());
}

#[test]
fn half_sizes_grow_by_the_size_of_the_scale_and_the_centre_goes_with_it() {
    let own = Obb { center: [1.0, 0.0, 0.0], half: [1.0, 2.0, 3.0], rotation: IDENTITY };
    let b = placed(&own, [0.0; 3], IDENTITY, [-2.0, 3.0, 0.5]);
    assert_eq!((b.center, b.half, b.extent), ([-2.0, 0.0, 0.0], [2.0, 6.0, 1.5], [2.0, 6.0, 1.5]));
    let across = Obb { rotation: axis_quat(1, 90.0), ..own };
    let b = placed(&across, [0.0; 3], IDENTITY, [2.0, 1.0, 1.0]);
    assert!((b.half[0] - 1.0).abs() < 1e-5 && (b.half[2] - 6.0).abs() < 1e-5, "{:?}", b.half);
}

#[test]
fn what_is_not_finite_is_no_box() {
    assert!(world_box(&obb([1.0; 3]), [f32::INFINITY, 0.0, 0.0], IDENTITY, [1.0; 3]).is_none());
    assert!(world_box(&obb([1.0; 3]), [0.0; 3], IDENTITY, [f32::NAN, 1.0, 1.0]).is_none());
    assert!(world_box(&obb([1e30; 3]), [0.0; 3], IDENTITY, [1e30; 3]).is_none());
}

#[test]
fn sides_are_those_of_the_feeler_and_ties_go_to_y_then_z() {
    assert_eq!(side_of([0.0, -1.0, 0.0], axis_quat(1, 77.0)), Side::Below);
    assert_eq!(side_of([1.0, 0.0, 0.0], IDENTITY), Side::Right);
    assert_eq!(side_of([1.0, 0.0, 0.0], axis_quat(1, 90.0)), Side::Front);
    assert_eq!(side_of([0.0, 0.0, -1.0], IDENTITY), Side::Behind);
    assert_eq!(side_of([-1.0, 1.0, 1.0], IDENTITY), Side::Above);
    assert_eq!(side_of([-1.0, 0.5, 1.0], IDENTITY), Side::Front);
    assert_eq!(side_of([-1.0, 0.0, 0.0], IDENTITY), Side::Left);
}

#[test]
fn boundaries_are_touched_on_and_beyond_them() {
    let set = |p| boundaries(&unit_at(p), &room());
    assert_eq!(set([0.0, 2.0, 0.0]), BoundarySet(0));
    assert_eq!(set([0.0, 0.5, 0.0]), BoundarySet::FLOOR);
    assert_eq!(set([4.5, 3.5, 0.0]), BoundarySet::EAST.with(BoundarySet::ROOF));
    assert_eq!(set([-9.0, 2.0, -9.51]), BoundarySet::WEST.with(BoundarySet::SOUTH));
    assert_eq!(set([0.0, 2.0, 9.5]), BoundarySet::NORTH);
    let ground = WorldSpec { kind: WorldKind::Ground, ..room() };
    assert_eq!(boundaries(&unit_at([99.0, -3.0, 99.0]), &ground), BoundarySet::FLOOR);
    let space = WorldSpec { kind: WorldKind::Space, ..room() };
    assert_eq!(boundaries(&unit_at([99.0, -3.0, 99.0]), &space), BoundarySet(0));
}

#[test]
fn normals_of_boundaries_point_outward() {
    assert_eq!(boundary_normal(BoundarySet::FLOOR), [0.0, -1.0, 0.0]);
    assert_eq!(boundary_normal(BoundarySet::EAST), [1.0, 0.0, 0.0]);
    assert_eq!(boundary_normal(BoundarySet::SOUTH), [0.0, 0.0, -1.0]);
}

#[test]
fn what_is_solid_is_moved_back_axis_by_axis_by_all_its_boxes() {
    let boxes = [unit_at([4.9, 0.2, 0.0]), unit_at([4.0, -1.0, 0.0])];
    let shift = solid_correction(boxes.into_iter(), &room());
    assert!(length(sub(shift, [-0.4, 1.5, 0.0])) < 1e-5, "{shift:?}");
    assert_eq!(solid_correction([unit_at([0.0, 1.0, 0.0])].into_iter(), &room()), [0.0; 3]);
    assert_eq!(solid_correction([].into_iter(), &room()), [0.0; 3]);
    let space = WorldSpec { kind: WorldKind::Space, ..room() };
    assert_eq!(solid_correction(boxes.into_iter(), &space), [0.0; 3]);
}

#[test]
fn what_is_wider_than_the_room_keeps_filling_it() {
    let wide = |x| placed(&obb([8.0, 0.5, 0.5]), [x, 1.0, 0.0], IDENTITY, [1.0; 3]);
    assert_eq!(solid_correction([wide(2.0)].into_iter(), &room()), [0.0; 3]);
    assert_eq!(solid_correction([wide(5.0)].into_iter(), &room()), [-2.0, 0.0, 0.0]);
}

/// Whether some point of b lies in a, tried on a lattice of points.
fn shares_a_point(a: &WorldBox, b: &WorldBox) -> bool {
    let steps = || (-8..=8).map(|s| s as f32 / 8.0);
    steps().any(|x| {
        steps().any(|y| {
            steps().any(|z| {
                let u = [x * b.half[0], y * b.half[1], z * b.half[2]];
                let p = (0..3).fold(b.center, |p, k| add(p, scaled(b.axes[k], u[k])));
                let d = sub(p, a.center);
                (0..3).all(|k| dot(d, a.axes[k]).abs() <= a.half[k])
            })
        })
    })
}

prop_compose! {
    fn boxes()(p in prop::array::uniform3(-1.5f32..1.5),
               r in prop::array::uniform3(-180f32..180.0),
               h in prop::array::uniform3(0.1f32..1.0)) -> WorldBox {
        placed(&obb(h), p, euler_quat(r), [1.0; 3])
    }
}

proptest! {
    #[test]
    fn boxes_that_share_a_point_touch(a in boxes(), b in boxes()) {
        if shares_a_point(&a, &b) {
            prop_assert!(touch(&a, &b, SKIN).is_some());
        }
    }

    #[test]
    fn moved_apart_along_the_normal_they_part(a in boxes(), b in boxes()) {
        if let Some(normal) = touch(&a, &b, SKIN) {
            prop_assert!((length(normal) - 1.0).abs() < 1e-4);
            let far = 2.0 * (length(a.half) + length(b.half));
            let moved = WorldBox { center: add(b.center, scaled(normal, far)), ..b };
            prop_assert!(touch(&a, &moved, SKIN).is_none());
        }
    }

    #[test]
    fn touching_does_not_depend_on_the_order(a in boxes(), b in boxes()) {
        prop_assert_eq!(touch(&a, &b, SKIN).is_some(), touch(&b, &a, SKIN).is_some());
    }
}
