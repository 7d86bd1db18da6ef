//! Strange scenes: nothing stops a picture.

use islay_render::pick::pick;
use islay_render::raster::Samples;
use islay_vm::math::{IDENTITY, affine};
use islay_vm::program::{BaseSpec, WorldKind};

use crate::set::*;

const ODD: [f32; 9] =
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1e20, 1e9, 1e-40, 0.0, -0.0];

fn bases() -> Vec<BaseSpec> {
    let mut out = Vec::new();
    for a in ODD {
        for b in [1.0, a] {
            out.extend([
                BaseSpec::Box([a, b, 1.0]),
                BaseSpec::Ball(a),
                BaseSpec::Cylinder(a, b),
                BaseSpec::Cone(b, a),
                BaseSpec::Capsule(a, b),
                BaseSpec::Plane(a, b),
                BaseSpec::Text(0, a),
                BaseSpec::Model(0),
            ]);
        }
    }
    out
}

#[test]
fn odd_sizes_are_drawn_or_left_out() {
    for kind in [WorldKind::Space, WorldKind::Ground, WorldKind::Room] {
        let mut set = Set::new().kind(kind).seen_from([0.0, 1.0, -3.0], [0.0; 3]);
        for (i, base) in bases().into_iter().enumerate() {
            let draw = set.put(base, [0.0, 0.5, 0.0], if i % 3 == 0 { 0xff00007f } else { RED });
            draw.text = Some("odd\n\u{0}\u{1f600}".into());
            draw.screen = (i % 5 == 0).then_some([1, -1]);
        }
        set.paint();
    }
}

#[test]
fn odd_matrices_are_drawn_or_left_out() {
    let mut set = Set::new().kind(WorldKind::Ground).seen_from([0.0, 1.0, -3.0], [0.0; 3]);
    for (i, odd) in ODD.into_iter().enumerate() {
        for n in 0..16 {
            for screen in [None, Some([1, 1])] {
                let draw = set.put(BaseSpec::Box([1.0; 3]), [0.0; 3], WHITE - (i as u32 % 2));
                (draw.world[n], draw.screen) = (odd, screen);
            }
        }
    }
    set.put(BaseSpec::Box([1.0; 3]), [0.0, 0.0, -2.6], RED);
    set.paint();
    let stock = set.stock();
    let batches = set.batches(&stock);
    assert!(batches.instances.iter().all(|i| i.map.iter().all(|v| v.is_finite())));
    pick(&batches, &stock, 0.1, 0.1);
}

#[test]
fn odd_cameras_show_something_or_nothing() {
    for kind in [WorldKind::Ground, WorldKind::Room] {
        for odd in ODD {
            for axis in 0..3 {
                let mut set = Set::new().kind(kind);
                set.put(BaseSpec::Ball(1.0), [0.0, 1.0, 0.0], RED);
                set.camera.at[axis] = odd;
                set.paint();
                set.camera.look = Some([odd; 3]);
                set.paint();
                set.camera.turn[axis] = odd;
                set.paint();
                set.camera.fov = odd;
                set.paint();
                set.world.size[axis] = odd;
                set.world.light[axis] = odd;
                set.paint();
            }
        }
    }
}

#[test]
fn an_eye_in_the_midst_of_things_sees_them_cut() {
    for base in [BaseSpec::Ball(1.0), BaseSpec::Capsule(0.5, 3.0), BaseSpec::Cone(1.0, 2.0)] {
        let mut set = Set::new().kind(WorldKind::Ground);
        for i in 0..20 {
            let at = [i as f32 * 0.05 - 0.5, i as f32 * 0.02 - 0.2, i as f32 * 0.1 - 1.0];
            set.put(base.clone(), at, RED);
        }
        set.paint();
    }
}

#[test]
fn pictures_of_any_size() {
    let mut set = Set::new().kind(WorldKind::Room).seen_from([0.0, 2.0, -5.0], [0.0; 3]);
    set.put(BaseSpec::Ball(1.0), [0.0; 3], RED);
    for size in [[0, 0], [0, 7], [1, 1], [1, 900], [900, 1], [3, 2]] {
        for samples in [Samples::One, Samples::Four] {
            let picture = set.paint_at(size, samples).0;
            assert_eq!([picture.width, picture.height], size);
        }
    }
}

#[test]
fn a_thing_as_large_as_the_world_is_cut_to_the_picture() {
    let mut set = Set::new();
    let map = affine::trs([0.0, 0.0, 5e8 + 3.0], IDENTITY, [1e9; 3]);
    set.place(BaseSpec::Box([1.0; 3]), map, RED);
    let picture = set.paint();
    assert_eq!(picture.count(|[r, g, b]| r > g && r > b), (SIZE[0] * SIZE[1]) as usize);
}
