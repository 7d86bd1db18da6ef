//! Frames between two ticks, as a host sees them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what may stop a program that runs may stop a test"
)]

use islay::{Camera, Config, Draw, Frame, Input, Key, Scene, Stage};

/// A stage of a text, after so many ticks in which Space is held.
fn stage(text: &str, ticks: usize) -> Stage {
    let scene = Scene::from_text("frames", text).unwrap();
    let mut stage = Stage::new(&scene, Config::default());
    (0..ticks).for_each(|_| stage.tick(&Input::new().hold(Key::Space)));
    stage
}

fn place(draw: &Draw) -> [f32; 3] {
    [draw.world[12], draw.world[13], draw.world[14]]
}

/// Where the only draw of that path is.
fn at(stage: &mut Stage, path: &str, alpha: f32) -> [f32; 3] {
    let id = stage.instance(path).unwrap().id;
    let frame = stage.frame(alpha);
    place(frame.draws().iter().find(|d| d.id == id).unwrap())
}

fn near(a: &[f32], b: &[f32]) {
    let close = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
    assert!(close, "{a:?} is not {b:?}");
}

fn ids(frame: &Frame) -> Vec<u32> {
    frame.draws().iter().map(|d| d.id).collect()
}

/// One that does its actions in every tick but the first.
fn doing(actions: &str) -> String {
    format!(
        "character C {{ shape box 1 1 1 diagram D {{ state S < {actions} > }} }} group main {{ C }}"
    )
}

#[test]
fn a_move_is_shown_along_its_way() {
    let mut stage = stage(&doing("move x 1"), 3);
    near(&at(&mut stage, "C", 0.0), &[2.0, 0.0, 0.0]);
    near(&at(&mut stage, "C", 0.5), &[2.5, 0.0, 0.0]);
    near(&at(&mut stage, "C", 1.0), &[3.0, 0.0, 0.0]);
    near(&at(&mut stage, "C", f32::NAN), &[2.0, 0.0, 0.0]);
    near(&at(&mut stage, "C", 7.0), &[3.0, 0.0, 0.0]);
}

#[test]
fn a_rotation_goes_the_short_way_and_keeps_lengths() {
    for degrees in [3.0f32, 40.0, 170.0, -90.0] {
        let mut stage = stage(&doing(&format!("rotate y {degrees}")), 1);
        let draw = stage.frame(0.5).draws()[0].clone();
        let (sin, cos) = (degrees / 2.0).to_radians().sin_cos();
        near(&draw.world[..3], &[cos, 0.0, -sin]);
        near(&draw.world[8..11], &[sin, 0.0, cos]);
    }
}

#[test]
fn a_scale_grows_along_its_way() {
    let mut stage = stage(&doing("scale 3"), 1);
    near(&stage.frame(0.5).draws()[0].world[..1], &[2.0]);
    stage.tick(&Input::new());
    near(&stage.frame(0.0).draws()[0].world[..1], &[3.0]);
    near(&stage.frame(0.5).draws()[0].world[..1], &[6.0]);
}

#[test]
fn pictures_jump_where_an_action_is_cut() {
    let mut smooth = stage(&doing("place 4 0 0"), 1);
    near(&at(&mut smooth, "C", 0.5), &[2.0, 0.0, 0.0]);
    let mut cut = stage(&doing("place 4 0 0 cut"), 1);
    near(&at(&mut cut, "C", 0.0), &[4.0, 0.0, 0.0]);
    // what follows a cut is shown along its way, and other axes are not cut
    let mut both = stage(&doing("move y 2, place x 4 cut, move x 1"), 1);
    near(&at(&mut both, "C", 0.0), &[4.0, 0.0, 0.0]);
    near(&at(&mut both, "C", 0.5), &[4.5, 1.0, 0.0]);
    let mut turned = stage(&doing("orient 0 90 0 cut"), 1);
    near(&turned.frame(0.0).draws()[0].world[..3], &[0.0, 0.0, -1.0]);
    let mut unturned = stage(&doing("scale 2, move x 3, rotate y 90, reset rotate cut"), 1);
    let draw = unturned.frame(0.5).draws()[0].clone();
    near(&draw.world[..3], &[1.5, 0.0, 0.0]);
    near(&place(&draw), &[1.5, 0.0, 0.0]);
    let mut back = stage(&doing("reset scale cut, reset move cut, scale 2, move x 1"), 2);
    let draw = back.frame(0.5).draws()[0].clone();
    near(&draw.world[..1], &[1.5]);
    near(&place(&draw), &[0.5, 0.0, 0.0]);
}

#[test]
fn parts_go_along_with_their_wholes() {
    let text = "
        character Tip { shape ball 1 diagram D { state S < move y 2 > } }
        character Arm { part tip: Tip at 0 0 1 diagram D { state S < rotate y 90 > } }
        character Hero { part arm: Arm diagram D { state S < move x 2 > } }
        group main { Hero }";
    let mut stage = stage(text, 1);
    near(&at(&mut stage, "Hero.arm.tip", 0.0), &[0.0, 0.0, 1.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    near(&at(&mut stage, "Hero.arm.tip", 0.5), &[1.0 + half, 1.0, half]);
    near(&at(&mut stage, "Hero.arm.tip", 1.0), &[3.0, 2.0, 0.0]);
}

#[test]
fn what_is_new_stands_where_it_is() {
    let text = "
        character Shot { shape ball 1 diagram D { state S < move z 1 > } }
        character Gun { diagram D { state S < move x 1 >  on pressed(Space) do fork Shot at 0 0 5 } }
        group main { Gun }";
    let mut stage = stage(text, 1);
    near(&at(&mut stage, "Shot", 0.0), &[1.0, 0.0, 5.0]);
    stage.tick(&Input::new());
    near(&at(&mut stage, "Shot", 0.5), &[1.0, 0.0, 5.5]);
}

#[test]
fn who_becomes_another_or_is_attached_or_let_go_stands_where_it_is() {
    let text = "
        character Old { shape ball 1 diagram D { state S < move x 1 >  on pressed(Space) do become New } }
        character New { shape box 1 1 1 }
        character Hand { diagram D { state S < move y 1 >  on pressed(Space) do attach Cup at 0 0 2 } }
        character Cup { shape ball 1 diagram D { state S < move x 1 >  on pressed(A) do detach } }
        group main { Old  Hand at 10 0 0  Cup }";
    let mut stage = stage(text, 1);
    near(&at(&mut stage, "Old", 0.0), &[1.0, 0.0, 0.0]);
    // in the hand at once, and along with it
    near(&at(&mut stage, "Cup", 0.0), &[10.0, 0.0, 2.0]);
    near(&at(&mut stage, "Cup", 0.5), &[10.0, 0.5, 2.0]);
    stage.tick(&Input::new().press(Key::A));
    near(&at(&mut stage, "Cup", 0.0), &[11.0, 2.0, 2.0]);
    stage.tick(&Input::new());
    near(&at(&mut stage, "Cup", 0.5), &[11.5, 2.0, 2.0]);
}

#[test]
fn draws_are_in_order_of_creation_whatever_ends() {
    let text = "
        character A { shape ball 1 diagram D { state S < move x 1 >
          on pressed(Space) and y > 2 and y < 5 do vanish } }
        character B { part a: A part b: A at 0 9 0 shape box 1 1 1 }
        group main { A  B  A at 0 3 0  B  A at 0 4 0  B  A at 0 1 0  B  A at 0 7 0 }";
    let mut stage = stage(text, 1);
    let frame = stage.frame(0.5);
    assert!(ids(&frame).is_sorted() && frame.draws().len() == 15);
    for draw in frame.draws().iter().filter(|d| d.shape == frame.draws()[0].shape) {
        near(&place(draw)[..1], &[0.5]);
    }
    stage.tick(&Input::new());
    let frame = stage.frame(0.25);
    for draw in frame.draws().iter().filter(|d| d.shape == frame.draws()[0].shape) {
        near(&place(draw)[..1], &[1.25]);
    }
}

#[test]
fn hidden_ancestors_hide_and_hidden_texts_say_nothing() {
    let text = "
        character Tip { shape ball 1 }
        character Arm { part tip: Tip  shape text \"{x} m\" 1 }
        character Hero { part arm: Arm  diagram D { state S  on pressed(Space) -> H  state H < hide > } }
        group main { Hero  Arm as Free at 3 0 0 }";
    let mut stage = stage(text, 0);
    assert_eq!(stage.frame(1.0).draws().len(), 4);
    stage.tick(&Input::new().press(Key::Space));
    stage.tick(&Input::new());
    let frame = stage.frame(1.0);
    assert_eq!(frame.draws().len(), 2);
    assert_eq!(frame.draws()[0].text.as_deref(), Some("3 m"));
    assert_eq!(frame.draws()[1].text, None);
}

#[test]
fn shapes_are_shared_and_screens_are_kept() {
    let text = "
        character Score { shape text \"hi\" 1 color #ff0000 screen top left }
        atom Red = box 1 2 3 color #ff0000
        atom Blue = box 1 2 3 color #0000ff at 0 1 0
        atom Other = box 1 2 4
        group main { Score  Red  Blue  Other }";
    let mut stage = stage(text, 1);
    let frame = stage.frame(0.5);
    let [score, red, blue, other] = frame.draws() else { panic!("four are drawn") };
    assert_eq!((score.screen, red.screen), (Some([1, -1]), None));
    assert_eq!((red.shape, red.color, blue.color), (blue.shape, 0xff0000ff, 0x0000ffff));
    assert_ne!(red.shape, other.shape);
    near(&place(blue), &[0.0, 1.0, 0.0]);
}

#[test]
fn the_camera_goes_along_with_its_subject() {
    let text = "world { camera of C at 0 1 -5 }".to_owned() + &*doing("move x 1, rotate y 10");
    let mut stage = stage(&text, 1);
    let islay::Camera::Placed { subject: Some((place, turn)), .. } = *stage.frame(0.5).camera()
    else {
        panic!("the camera belongs to C")
    };
    near(&place, &[0.5, 0.0, 0.0]);
    near(&turn, &[0.0, 2.5f32.to_radians().sin(), 0.0, 2.5f32.to_radians().cos()]);
}

#[test]
fn without_poses_from_before_a_frame_is_that_of_the_last_tick() {
    let scene = Scene::from_text("frames", &doing("move x 1")).unwrap();
    let mut stage = Stage::new(&scene, Config { between: false, ..Config::default() });
    stage.tick(&Input::new());
    near(&at(&mut stage, "C", 0.0), &[1.0, 0.0, 0.0]);
}

#[test]
fn a_restart_begins_without_a_way() {
    let text = "character C { shape box 1 1 1 diagram D { state S < move x 1 >  on pressed(A) do restart } }
        group main { C }";
    let mut stage = stage(text, 3);
    stage.tick(&Input::new().press(Key::A));
    near(&at(&mut stage, "C", 0.0), &[0.0, 0.0, 0.0]);
}

/// The box that a camera around everything shows.
fn around(text: &str) -> [[f32; 3]; 2] {
    match stage(text, 0).frame(1.0).camera() {
        Camera::Around(bounds) => *bounds,
        placed => panic!("{placed:?} is no camera around everything"),
    }
}

#[test]
fn a_camera_around_everything_shows_texts_whole() {
    let sign = |turn: &str| {
        format!(r#"character C {{ shape text "hello\nyou" 2 }} group main {{ C at 1 0 0 {turn} }}"#)
    };
    let [low, high] = around(&sign(""));
    near(&low, &[-2.0, -2.0, 0.0]);
    near(&high, &[4.0, 2.0, 0.0]);
    let [low, high] = around(&sign("turn 0 90 0"));
    near(&low, &[1.0, -2.0, -3.0]);
    near(&high, &[1.0, 2.0, 3.0]);
    let [low, high] = around(&sign("scale (1 / 0)"));
    assert!(low.iter().chain(&high).all(|v| v.is_finite()));
}

#[test]
fn a_camera_around_everything_shows_what_touches_nothing() {
    let [low, high] =
        around("character C { shape box 2 4 6 bounds none } group main { C at 0 2 0 }");
    near(&low, &[-1.0, 0.0, -3.0]);
    near(&high, &[1.0, 4.0, 3.0]);
}
