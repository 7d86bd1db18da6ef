//! Whom a place shows, against pictures that are painted with serial numbers for colours.

use islay_assets::model::Image;
use islay_render::batch::{Batches, Pass};
use islay_render::pick::pick;
use islay_render::raster::Samples;
use islay_render::stock::Stock;
use islay_vm::math::{affine, euler_quat};
use islay_vm::program::{BaseSpec, WorldKind};

use crate::set::*;

/// Each instance in the colour of its number, without light; the world black.
fn numbered(batches: &mut Batches) {
    (batches.background, batches.shadow, batches.fade) = ([0.0; 3], None, None);
    batches.batches.iter_mut().for_each(|batch| batch.lit = false);
    for (instance, owner) in batches.instances.iter_mut().zip(&batches.owners) {
        let [r, g, b, _] = islay_render::light::linear(owner << 8);
        let opacity = instance.color[3];
        instance.color = [r, g, b, if opacity > 0.0 { 1.0 } else { 0.0 }];
    }
}

/// Asks for every pixel of a picture.
fn agree(set: &Set) {
    let stock: Stock = set.stock();
    let batches = set.batches(&stock);
    let mut shown = set.batches(&stock);
    numbered(&mut shown);
    let picture = paint(&shown, &stock, SIZE, Samples::One);
    let [w, h] = SIZE;
    let mut found = 0;
    for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
        let [_, high, low] = picture.at(x, y);
        let owner = u32::from(high) << 8 | u32::from(low);
        let at = |i: u32, n: u32| (i as f32 + 0.5) / n as f32 * 2.0 - 1.0;
        let hit = pick(&batches, &stock, at(x, w), -at(y, h));
        assert_eq!(hit.unwrap_or(0), owner, "at {x} {y}");
        found += u32::from(owner > 0);
    }
    assert!(found > 100, "there is hardly anything to be seen: {found}");
}

fn shape(i: usize) -> BaseSpec {
    match i % 6 {
        0 => BaseSpec::Box([1.0, 0.7, 1.3]),
        1 => BaseSpec::Ball(0.6),
        2 => BaseSpec::Cylinder(0.4, 1.2),
        3 => BaseSpec::Cone(0.5, 1.1),
        4 => BaseSpec::Capsule(0.3, 1.4),
        _ => BaseSpec::Plane(1.2, 0.8),
    }
}

/// Numbers from 0 to 1 without order.
fn scatter(i: usize, salt: u64) -> f32 {
    islay_vm::rng::unit(islay_vm::rng::key(7, salt, 0), i as u32)
}

fn crowd(kind: WorldKind) -> Set {
    let mut set = Set::new().kind(kind).seen_from([0.3, 3.1, -8.7], [0.1, 1.0, 0.2]);
    for i in 0..60 {
        let at = [0, 1, 2].map(|axis| scatter(i, axis));
        let at = [at[0] * 12.0 - 6.0, at[1] * 5.0 - 0.5, at[2] * 14.0 - 7.0];
        let turn = [3, 4, 5].map(|axis| scatter(i, axis) * 360.0);
        let color = if i % 4 == 0 { 0xff80407f } else { 0x80ff40ff };
        set.turned(shape(i), at, euler_quat(turn), color);
    }
    set
}

#[test]
fn every_pixel_tells_whom_it_shows() {
    for kind in [WorldKind::Space, WorldKind::Ground, WorldKind::Room] {
        agree(&crowd(kind));
    }
}

#[test]
fn what_is_mirrored_sheared_or_flat_is_told_too() {
    let mut set = crowd(WorldKind::Space);
    for (i, draw) in set.draws.iter_mut().enumerate() {
        let scale = [[-1.0, 1.0, 1.0], [2.0, 0.3, 1.0], [1.0, 0.0, 1.0]][i % 3];
        let m: islay_vm::math::affine::Affine =
            std::array::from_fn(|n| draw.world[n / 3 * 4 + n % 3]);
        let bent = affine::trs([0.0; 3], euler_quat([20.0, 10.0, 40.0]), scale);
        draw.world = columns(&affine::mul(&m, &bent));
    }
    agree(&set);
}

#[test]
fn what_is_pinned_comes_first() {
    let mut set = crowd(WorldKind::Room);
    for (i, anchor) in [[1, -1], [1, 1], [-1, 0], [0, 0], [0, 0]].into_iter().enumerate() {
        let at = [scatter(i, 8) * 0.3, 0.0, 0.0];
        set.turned(shape(i), at, euler_quat([20.0, 31.0, 5.0]), RED).screen = Some(anchor);
    }
    agree(&set);
}

#[test]
fn through_a_hole_in_a_picture_is_what_is_behind_it() {
    let holes: Vec<u8> =
        (0..64).flat_map(|i| [255, 255, 255, if (i / 8 + i) % 2 == 0 { 255 } else { 0 }]).collect();
    let mut set = Set::new();
    set.put(BaseSpec::Ball(0.7), [0.2, 0.1, 5.0], RED);
    let image = Image { width: 8, height: 8, rgba: holes };
    set.pictured(BaseSpec::Box([2.0, 1.5, 1.0]), [0.013, 0.007, 3.0], "h.png", image);
    agree(&set);
    let stock = set.stock();
    let batches = set.batches(&stock);
    assert_eq!(batches.of(Pass::Clear).count(), 0, "cut out is not seen through");
}

#[test]
fn words_count_by_their_rectangle() {
    let mut set = Set::new();
    set.text("o", 2.0, [0.0, 0.0, 4.0]);
    set.put(BaseSpec::Box([3.0; 3]), [0.0, 0.0, 8.0], RED);
    set.text("score", 1.0, [0.0; 3]).screen = Some([1, -1]);
    let stock = set.stock();
    let batches = set.batches(&stock);
    // the hole of the o
    assert_eq!(pick(&batches, &stock, 0.0, 0.0), Some(1));
    assert_eq!(pick(&batches, &stock, 0.25, 0.0), Some(2));
    assert_eq!(pick(&batches, &stock, -0.9, 0.86), Some(3));
    assert_eq!(pick(&batches, &stock, 0.9, 0.9), None);
}

#[test]
fn places_that_are_none_show_nobody() {
    let set = crowd(WorldKind::Room);
    let stock = set.stock();
    let batches = set.batches(&stock);
    for (x, y) in [(f32::NAN, 0.0), (0.0, f32::INFINITY), (1e30, -1e30)] {
        assert_eq!(pick(&batches, &stock, x, y), None);
    }
}
