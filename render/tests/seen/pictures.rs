//! Exact properties of pictures.

use islay_assets::model::{Image, Material, Mesh, Model, Piece};
use islay_render::light::{Encoder, Light, linear};
use islay_render::raster::Samples;
use islay_vm::frame::Shape;
use islay_vm::math::{IDENTITY, affine, axis_quat};
use islay_vm::program::{BaseSpec, WorldKind};

use crate::set::*;

const CUBE: BaseSpec = BaseSpec::Box([1.0; 3]);
const BACKGROUND: [u8; 3] = [0x20, 0x20, 0x40];

/// A colour in the light of a set, on what faces there.
fn lit(set: &Set, color: u32, normal: [f32; 3]) -> [u8; 3] {
    let [r, g, b, _] = linear(color);
    Light::of(&set.world).lit([r, g, b], normal).map(|c| Encoder::new().byte(c))
}

const TO_EYE: [f32; 3] = [0.0, 0.0, -1.0];

#[test]
fn a_red_box_in_the_middle_is_red_there_and_as_large_as_it_is() {
    let mut set = Set::new();
    set.put(CUBE, [0.0, 0.0, 4.5], RED);
    let picture = set.paint();
    let red = lit(&set, RED, TO_EYE);
    assert_eq!(picture.middle(), red);
    assert_eq!(picture.at(0, 0), BACKGROUND);
    // its face is 1 wide and 4 away: a quarter of the picture's height
    assert_eq!(picture.extent(|p| p == red), [40, 24, 56, 40]);
    assert_eq!(picture.count(|p| p == red), 16 * 16);
}

#[test]
fn right_is_right_and_up_is_up() {
    let mut set = Set::new();
    set.put(CUBE, [1.5, 1.0, 4.5], RED);
    let [left, top, right, bottom] = set.paint().extent(|p| p != BACKGROUND);
    assert!(left > 48 && right <= 96 && bottom <= 32 && top < bottom);
}

#[test]
fn what_is_nearer_hides_what_is_farther_in_any_order() {
    for flip in [false, true] {
        let mut set = Set::new();
        let mut things = [(4.0, RED), (8.0, GREEN), (6.0, BLUE)];
        if flip {
            things.reverse();
        }
        for (z, color) in things {
            set.put(CUBE, [0.0, 0.0, z], color);
        }
        assert_eq!(set.paint().middle(), lit(&set, RED, TO_EYE));
    }
}

#[test]
fn a_box_that_pierces_another_is_seen_where_it_is_in_front() {
    let mut set = Set::new();
    set.put(BaseSpec::Box([4.0, 1.0, 1.0]), [0.0, 0.0, 5.0], RED);
    set.turned(BaseSpec::Box([1.0, 0.5, 6.0]), [0.0, 0.0, 5.0], axis_quat(1, 90.0), GREEN);
    set.put(BaseSpec::Box([0.5, 0.5, 3.0]), [1.0, 0.0, 5.0], BLUE);
    let picture = set.paint();
    assert_eq!(picture.middle(), lit(&set, RED, TO_EYE));
    assert_eq!(picture.share(0.66, 0.5), lit(&set, BLUE, TO_EYE));
    // the green one sticks out at both ends
    assert_eq!(picture.share(0.14, 0.5), lit(&set, GREEN, TO_EYE));
}

#[test]
fn light_comes_from_where_it_is_said_to() {
    let mut set = Set::new().seen_from([0.0, 3.0, -6.0], [0.0; 3]);
    set.put(BaseSpec::Ball(1.5), [0.0; 3], WHITE);
    let bright = |set: &Set, x, y| u32::from(set.paint().share(x, y)[0]);
    set.world.light = [1.0, 0.0, 0.0];
    assert!(bright(&set, 0.6, 0.5) > bright(&set, 0.4, 0.5) + 40);
    set.world.light = [-1.0, 0.0, 0.0];
    assert!(bright(&set, 0.4, 0.5) > bright(&set, 0.6, 0.5) + 40);
    set.world.light = [0.0, 1.0, 0.0];
    assert!(bright(&set, 0.5, 0.35) > bright(&set, 0.5, 0.7) + 40);
}

#[test]
fn a_ball_is_round_and_smooth() {
    let mut set = Set::new();
    set.put(BaseSpec::Ball(1.0), [0.0, 0.0, 4.0], WHITE);
    let picture = set.paint_at([480, 320], Samples::One);
    let [left, top, right, bottom] = picture.extent(|p| p != BACKGROUND);
    assert!((right - left).abs_diff(bottom - top) <= 2, "{left} {top} {right} {bottom}");
    let row: Vec<u8> = (left + 20..right - 20).map(|x| picture.at(x, 160)[0]).collect();
    assert!(row.windows(2).all(|p| p[0].abs_diff(p[1]) <= 6), "{row:?}");
}

#[test]
fn a_plane_is_seen_from_both_sides_and_lit_from_the_eye() {
    for (height, normal) in [(2.0, [0.0, 1.0, 0.0]), (-2.0, [0.0, -1.0, 0.0])] {
        let mut set = Set::new().seen_from([0.0, height, -2.0], [0.0; 3]);
        set.put(BaseSpec::Plane(1.0, 1.0), [0.0; 3], GREEN);
        assert_eq!(set.paint().middle(), lit(&set, GREEN, normal));
    }
}

#[test]
fn a_mirrored_box_looks_like_one_that_is_not() {
    let paint = |scale| {
        let mut set = Set::new().seen_from([2.0, 2.0, -4.0], [0.0; 3]);
        set.place(CUBE, affine::trs([0.0; 3], IDENTITY, scale), RED);
        set.paint()
    };
    assert_eq!(paint([1.0; 3]), paint([-1.0, 1.0, 1.0]));
    assert_eq!(paint([1.0; 3]), paint([-1.0; 3]));
}

#[test]
fn inside_a_box_its_walls_are_seen() {
    let mut set = Set::new();
    set.put(BaseSpec::Box([4.0; 3]), [0.0; 3], RED);
    let picture = set.paint();
    assert_eq!(picture.middle(), lit(&set, RED, TO_EYE));
    assert_eq!(picture.count(|p| p == BACKGROUND), 0);
}

#[test]
fn what_reaches_behind_the_eye_is_cut_and_not_folded() {
    let mut set = Set::new();
    set.put(BaseSpec::Box([1.0, 0.2, 100.0]), [0.0, -1.0, 0.0], RED);
    let picture = set.paint();
    assert_eq!(picture.share(0.5, 0.2), BACKGROUND);
    assert_ne!(picture.share(0.5, 0.95), BACKGROUND);
    assert_eq!(picture.extent(|p| p != BACKGROUND)[3], SIZE[1]);
}

#[test]
fn far_things_show_through_near_glass_in_any_order() {
    let glass = 0x00ff0080;
    for flip in [false, true] {
        let mut set = Set::new();
        let mut things = [(5.0, RED), (3.0, glass), (4.0, 0x0000ff80)];
        if flip {
            things.reverse();
        }
        for (z, color) in things {
            set.put(BaseSpec::Box([1.0, 1.0, 0.0]), [0.0, 0.0, z], color);
        }
        let [r, g, b] = set.paint().middle();
        assert!(r > 60 && g > b && b > 80, "{r} {g} {b}");
    }
}

#[test]
fn what_has_no_opacity_is_not_there() {
    let mut set = Set::new();
    set.put(CUBE, [0.0, 0.0, 3.0], 0xff000000);
    assert_eq!(set.paint().middle(), BACKGROUND);
}

#[test]
fn a_room_is_seen_from_inside_and_its_near_walls_are_not() {
    let inside = Set::new().kind(WorldKind::Room).seen_from([0.0, 4.0, -8.0], [0.0, 3.0, 9.0]);
    let picture = inside.paint();
    let floor = lit(&inside, inside.world.floor, [0.0, 1.0, 0.0]);
    let wall = lit(&inside, inside.world.wall, TO_EYE);
    let roof = lit(&inside, inside.world.roof, [0.0, -1.0, 0.0]);
    assert_eq!(picture.share(0.5, 0.98), floor);
    assert_eq!(picture.middle(), wall);
    assert_eq!(picture.share(0.5, 0.01), roof);
    assert_eq!(picture.count(|p| p == BACKGROUND), 0);
    let outside = Set::new().kind(WorldKind::Room).seen_from([0.0, 40.0, -40.0], [0.0; 3]);
    let picture = outside.paint();
    assert_eq!(picture.middle(), floor);
    assert_eq!(picture.at(0, 0), BACKGROUND);
    assert_eq!(picture.count(|p| p == roof), 0);
    let below = Set::new().kind(WorldKind::Room).seen_from([0.0, -9.0, -9.0], [0.0; 3]);
    assert_eq!(below.paint().count(|p| p == floor), 0);
}

#[test]
fn walls_of_no_opacity_are_not_there() {
    let mut set = Set::new().kind(WorldKind::Room).seen_from([0.0, 4.0, -8.0], [0.0, 3.0, 9.0]);
    set.world.wall &= 0xffff_ff00;
    assert_eq!(set.paint().middle(), BACKGROUND);
}

#[test]
fn the_ground_goes_far_and_ends_in_the_background() {
    let set = Set::new().kind(WorldKind::Ground).seen_from([0.0, 2.0, 0.0], [0.0, 2.0, 9.0]);
    let picture = set.paint_at([96, 640], Samples::One);
    let floor = lit(&set, set.world.floor, [0.0, 1.0, 0.0]);
    assert_eq!(picture.share(0.5, 0.99), floor);
    assert_eq!(picture.share(0.5, 0.4), BACKGROUND);
    // row by row from the horizon it comes up softly
    let column: Vec<u8> = (318..640).map(|y| picture.at(48, y)[0]).collect();
    assert!(column.windows(2).all(|p| p[1] >= p[0] && p[1] - p[0] < 40), "{column:?}");
    assert_eq!(column[0], BACKGROUND[0]);
}

#[test]
fn a_shadow_lies_on_the_floor_away_from_the_light() {
    for kind in [WorldKind::Ground, WorldKind::Room] {
        let mut set = Set::new().kind(kind).seen_from([0.0, 6.0, -0.01], [0.0; 3]);
        set.world.light = [1.0, 1.0, 0.0];
        set.put(CUBE, [0.0, 2.0, 0.0], RED);
        set.put(CUBE, [0.0, 1.9, 0.0], RED);
        let picture = set.paint();
        let shade = Light::of(&set.world).shaded([linear(set.world.floor)[0]; 3]);
        let shade = shade.map(|c| Encoder::new().byte(c));
        // two units up is two units to the left
        let at = |x: f32| picture.share(0.5 + x / 6.0 / 1.5, 0.5);
        assert_eq!(at(-2.0), shade, "{kind:?}");
        assert_eq!(at(2.0), lit(&set, set.world.floor, [0.0, 1.0, 0.0]), "{kind:?}");
        set.world.light = [1.0, 0.01, 0.0];
        assert_eq!(set.paint().count(|p| p == shade), 0, "a light as low as that casts none");
    }
}

#[test]
fn shadows_end_with_the_floor_and_nothing_below_it_casts_one() {
    let mut set = Set::new().kind(WorldKind::Room).seen_from([0.0, 30.0, -0.01], [0.0; 3]);
    set.world.light = [1.0, 1.0, 0.0];
    let shade = Light::of(&set.world).shaded([linear(set.world.floor)[0]; 3]);
    let shade = shade.map(|c| Encoder::new().byte(c));
    set.put(BaseSpec::Box([4.0, 0.2, 4.0]), [-3.0, 8.0, 0.0], RED);
    let picture = set.paint();
    assert!(picture.count(|p| p == shade) > 0);
    let edge = (48.0 - 10.0 / 30.0 * 64.0) as u32;
    assert!(picture.extent(|p| p == shade)[0] >= edge);
    set.draws.clear();
    set.put(BaseSpec::Box([4.0, 0.2, 4.0]), [0.0, -3.0, 0.0], RED);
    assert_eq!(set.paint().count(|p| p == shade), 0);
    // half of a ball is below: its shadow is that of the other half
    set.draws.clear();
    set.world.light = [0.0, 1.0, 0.0];
    set.put(BaseSpec::Ball(2.0), [0.0, 0.0, 0.0], 0xff0000fe);
    assert_eq!(set.paint().count(|p| p == shade), 0, "what is seen through casts none");
}

#[test]
fn text_is_read_from_behind_and_stands_in_the_world() {
    let mut set = Set::new();
    set.text("L", 2.0, [0.0, 0.0, 4.0]);
    let picture = set.paint_at([192, 128], Samples::One);
    let white = |p| p == [255; 3];
    assert!(picture.count(white) > 20, "text has its full colour");
    let [left, top, right, bottom] = picture.extent(white);
    // the stem of an L is at the left, its foot below
    let (in_top, in_foot) = (top + (bottom - top) / 4, bottom - 2);
    let row = |y| (left..right).filter(|x| white(picture.at(*x, y))).collect::<Vec<u32>>();
    assert!(row(in_foot).len() > 2 * row(in_top).len());
    assert!(row(in_top).iter().all(|x| *x < (left + right) / 2));
    set.put(CUBE, [0.0, 0.0, 2.0], RED);
    assert_eq!(set.paint_at([192, 128], Samples::One).count(white), 0, "it can be hidden");
}

#[test]
fn what_is_pinned_lies_inside_its_corner_and_over_everything() {
    for (anchor, corner) in
        [([1, -1], [0, 0]), ([1, 1], [1, 0]), ([-1, 1], [1, 1]), ([0, 0], [2, 2])]
    {
        let mut set = Set::new();
        set.put(BaseSpec::Box([9.0, 9.0, 1.0]), [0.0, 0.0, 0.6], RED);
        set.put(BaseSpec::Box([2.0, 1.0, 1.0]), [0.0; 3], GREEN).screen = Some(anchor);
        let picture = set.paint_at([150, 100], Samples::One);
        // ten pixels to a unit, a margin of three
        let [x, y] = [([3, 127, 65][corner[0]]), ([3, 87, 45][corner[1]])];
        assert_eq!(picture.extent(|p| p == [0, 255, 0]), [x, y, x + 20, y + 10], "{anchor:?}");
    }
}

#[test]
fn pinned_things_move_from_their_corner_and_the_later_one_is_over_the_earlier() {
    let mut set = Set::new();
    set.put(BaseSpec::Box([1.0; 3]), [2.0, -1.0, 0.0], GREEN).screen = Some([1, -1]);
    let picture = set.paint_at([150, 100], Samples::One);
    assert_eq!(picture.extent(|p| p == [0, 255, 0]), [23, 13, 33, 23]);
    set.put(BaseSpec::Box([1.0; 3]), [2.0, -1.0, 0.0], BLUE).screen = Some([1, -1]);
    set.text("M", 1.0, [2.0, -1.0, -1.0]).screen = Some([1, -1]);
    let picture = set.paint_at([600, 400], Samples::One);
    assert_eq!(picture.count(|p| p == [0, 255, 0]), 0);
    assert!(picture.count(|p| p == [0, 0, 255]) > 0 && picture.count(|p| p == [255; 3]) > 0);
}

fn two_by_two() -> Image {
    let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 0]];
    Image { width: 2, height: 2, rgba: rgba.concat() }
}

#[test]
fn a_picture_lies_on_a_shape_the_right_way_round_and_holes_are_cut_out() {
    let mut set = Set::new();
    set.world.light = TO_EYE;
    set.pictured(CUBE, [0.0, 0.0, 2.5], "p.png", two_by_two());
    let picture = set.paint();
    // the face is 32 pixels wide: from 32 to 64, and from 16 to 48
    let near = |p: [u8; 3], q: [u8; 3]| p.iter().zip(q).all(|(a, b)| a.abs_diff(b) < 24);
    assert!(near(picture.at(40, 24), lit(&set, RED, TO_EYE)));
    assert!(near(picture.at(56, 24), lit(&set, GREEN, TO_EYE)));
    assert!(near(picture.at(40, 40), lit(&set, BLUE, TO_EYE)));
    // through the hole the back of the box is seen, mirrored: its right lower quarter is blue
    let [r, g, b] = picture.at(56, 40);
    assert!(b > 100 && r < b && g < b, "{r} {g} {b}");
    // a colour is multiplied
    set.draws[0].color = 0x00ff00ff;
    assert!(near(set.paint().at(40, 24), [0, 0, 0]));
}

#[test]
fn a_model_has_its_materials_and_its_pictures() {
    let mesh = |x: f32| {
        let corners = [[x, -1.0, 0.0], [x, 1.0, 0.0], [x + 1.0, 1.0, 0.0], [x + 1.0, -1.0, 0.0]];
        Mesh {
            positions: corners.to_vec(),
            normals: vec![TO_EYE; 4],
            uvs: vec![[0.25; 2]; 4],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        }
    };
    let material = |color, image| Material { name: String::new(), color, image };
    let model = Model {
        pieces: vec![
            Piece { mesh: mesh(-1.0), material: Some(0) },
            Piece { mesh: mesh(0.0), material: Some(1) },
            Piece { mesh: mesh(1.0), material: None },
        ],
        materials: vec![material(0x00ff00ff, None), material(0xffffffff, Some(0))],
        images: vec![two_by_two()],
        ..Model::default()
    };
    let mut set = Set::new();
    set.library.add_model("m.dae", model.into());
    let shape =
        |file: &str| Shape { base: BaseSpec::Model(0), file: Some(file.into()), texture: None };
    set.draw(shape("m.dae"), affine::trs([0.0, 0.0, 4.0], IDENTITY, [1.0; 3]), WHITE);
    let picture = set.paint();
    assert_eq!(picture.at(40, 32), lit(&set, GREEN, TO_EYE));
    assert_eq!(picture.at(56, 32), lit(&set, RED, TO_EYE));
    assert_eq!(picture.at(72, 32), lit(&set, WHITE, TO_EYE));
    // a model that is not there is a cube
    set.draws.clear();
    set.draw(shape("none.dae"), affine::trs([0.0, 0.0, 4.5], IDENTITY, [1.0; 3]), BLUE);
    assert_eq!(set.paint().extent(|p| p != BACKGROUND), [40, 24, 56, 40]);
}

#[test]
fn four_samples_make_edges_smooth_and_nothing_else() {
    let mut set = Set::new();
    set.turned(CUBE, [0.0, 0.0, 3.0], axis_quat(2, 20.0), RED);
    let (one, four) = (set.paint(), set.paint_at(SIZE, Samples::Four));
    let red = lit(&set, RED, TO_EYE);
    let between = |p| p != red && p != BACKGROUND;
    assert_eq!(one.count(between), 0);
    assert!(four.count(between) > 20);
    assert!(four.count(|p| p == red) > one.count(|p| p == red) * 8 / 10);
}

#[test]
fn the_same_frame_gives_the_same_bits() {
    let mut set = Set::new().kind(WorldKind::Room).seen_from([3.0, 4.0, -7.0], [0.0; 3]);
    for i in 0..40 {
        let q = islay_vm::math::euler_quat([i as f32 * 7.0, i as f32 * 13.0, 0.0]);
        let at = [(i % 7) as f32 - 3.0, (i % 5) as f32, (i % 11) as f32 - 5.0];
        set.turned(BaseSpec::Capsule(0.3, 1.0), at, q, 0x80ff40ff - i);
    }
    assert_eq!(set.paint_at([200, 100], Samples::Four), set.paint_at([200, 100], Samples::Four));
}
