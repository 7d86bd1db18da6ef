//! What is drawn of diagrams, without a window.

use islay_render::pixels::Pixels;

use super::*;
use crate::{Config, Input, Key};

const SCENE: &str = "
    character Card {
      shape box 1 1 1
      part arm: Arm
      diagram Turn {
        state Still  on key(Left) -> Left
        state Left   else -> Still
      }
      diagram Fight {
        state Calm   on key(A) -> Angry.Shout
        state Angry on key(B) -> Calm {
          state Wait
          state Shout
        }
      }
    }
    character Arm { shape box 1 1 1 }
    world { tick 0.1 s }
    group main { Card }";

const LIT: [u8; 3] = [0xff, 0xe0, 0x8a];
const TAKEN: [u8; 3] = [0xe0, 0x50, 0x00];
const ROOM: Room = Room {
    free: Area { x: 0.0, y: 0.0, width: 640.0, height: 480.0 },
    whom: Some(Area { x: 20.0, y: 200.0, width: 50.0, height: 50.0 }),
};

fn stage() -> Stage {
    let scene = Scene::from_text("a", SCENE).unwrap();
    Stage::new(&scene, Config { observe: true, ..Config::default() })
}

fn tick(stage: &mut Stage, diagrams: &mut Diagrams, key: Option<&str>, now: f64) {
    let input = key.map_or_else(Input::new, |k| Input::new().hold(Key::parse(k).unwrap()));
    stage.tick(&input);
    diagrams.tick(stage, now);
}

fn picture(diagrams: &mut Diagrams, stage: &Stage, scale: f32, now: f64) -> Pixels {
    let mut overlay = Overlay::default();
    diagrams.lay(&mut overlay, stage, &ROOM, now);
    let (width, height) = ((640.0 * scale) as u32, (480.0 * scale) as u32);
    let mut pixels = Pixels { width, height, rgba: vec![60; (width * height * 4) as usize] };
    overlay.paint_over(&mut pixels, scale);
    pixels
}

fn count(pixels: &Pixels, color: [u8; 3]) -> usize {
    let near = |p: &[u8]| (0..3).all(|i| p[i].abs_diff(color[i]) < 6);
    pixels.rgba.chunks_exact(4).filter(|p| near(p)).count()
}

#[test]
fn active_states_are_lit_and_a_taken_edge_for_half_a_second() {
    let (mut stage, mut diagrams) = (stage(), Diagrams::default());
    diagrams.follow(&stage, None);
    let still = picture(&mut diagrams, &stage, 1.0, 0.0);
    assert!(count(&still, LIT) > 500 && count(&still, TAKEN) == 0);
    tick(&mut stage, &mut diagrams, Some("Left"), 1.0);
    let flash = picture(&mut diagrams, &stage, 1.0, 1.0);
    assert!(count(&flash, TAKEN) > 20, "{}", count(&flash, TAKEN));
    let faded = picture(&mut diagrams, &stage, 1.0, 1.6);
    assert_eq!(count(&faded, TAKEN), 0);
    assert_ne!(still, faded, "another state is lit");
}

#[test]
fn outer_states_are_lit_too() {
    let (mut stage, mut diagrams) = (stage(), Diagrams::default());
    diagrams.follow(&stage, None);
    tick(&mut stage, &mut diagrams, Some("A"), 0.0);
    let shown = diagrams.shown.as_ref().unwrap();
    let marks = shown.lamps.marks(&stage, &shown.panes[1].chart, 1, 9.0);
    let nodes = &shown.panes[1].chart.graph.nodes;
    let lit: Vec<&str> = marks.active.iter().map(|i| nodes[*i].label.as_str()).collect();
    assert_eq!(lit, ["Angry", "Shout"]);
    assert_eq!(marks.note.as_deref(), Some("0.0 s"));
    tick(&mut stage, &mut diagrams, None, 0.1);
    tick(&mut stage, &mut diagrams, None, 0.2);
    let shown = diagrams.shown.as_ref().unwrap();
    let marks = shown.lamps.marks(&stage, &shown.panes[1].chart, 1, 9.0);
    assert_eq!(marks.note.as_deref(), Some("0.2 s"));
}

#[test]
fn ticks_of_somebody_else_light_edges_and_end_what_is_known_of_others() {
    let (mut stage, mut diagrams) = (stage(), Diagrams::default());
    diagrams.follow(&stage, None);
    let key = |name: &str| Input::new().hold(Key::parse(name).unwrap());
    stage.tick(&key("A"));
    diagrams.look_again(&stage, 1, 1.0);
    let shown = diagrams.shown.as_ref().unwrap();
    let marks = shown.lamps.marks(&stage, &shown.panes[1].chart, 1, 1.0);
    assert_eq!((marks.taken.len(), marks.note.as_deref()), (1, Some("0.0 s")));
    // many at once: what happened in them was not seen
    (0..4).for_each(|_| stage.tick(&Input::new()));
    diagrams.look_again(&stage, 4, 2.0);
    stage.tick(&Input::new());
    diagrams.tick(&stage, 2.1);
    let shown = diagrams.shown.as_ref().unwrap();
    let marks = shown.lamps.marks(&stage, &shown.panes[1].chart, 1, 9.0);
    assert_eq!(marks.note.as_deref(), Some("> 0.1 s"));
}

#[test]
fn a_diagram_that_is_too_large_is_said_to_be() {
    let states: String = (0..120).map(|n| format!("state S{n}  ")).collect();
    let text = format!("character Big {{ diagram D {{ {states} }} }}  group main {{ Big }}");
    let scene = Scene::from_text("big", &text).unwrap();
    let (big, mut diagrams) = (Stage::new(&scene, Config::default()), Diagrams::default());
    diagrams.follow(&big, None);
    let said = diagrams.refused().unwrap();
    assert!(said.starts_with("no diagrams of `Big`: it has 1"), "{said}");
    diagrams.forget();
    diagrams.follow(&stage(), None);
    assert_eq!((diagrams.refused(), diagrams.whose().is_some()), (None, true));
}

#[test]
fn of_a_compiled_scene_it_says_that_there_is_no_text() {
    let scene = Scene::from_compiled(&stage().scene().to_compiled()).unwrap();
    let (stage, mut diagrams) = (Stage::new(&scene, Config::default()), Diagrams::default());
    diagrams.follow(&stage, None);
    let said = diagrams.refused().unwrap();
    assert!(said.starts_with("no diagrams of `") && said.contains("is compiled"), "{said}");
}

#[test]
fn a_part_shows_the_diagrams_of_whom_it_belongs_to() {
    let (stage, mut diagrams) = (stage(), Diagrams::default());
    let arm = stage.instance("Card.arm").map(|i| i.id);
    diagrams.follow(&stage, arm);
    assert_eq!(diagrams.whose(), stage.instance("Card").map(|i| i.id));
}

#[test]
fn a_layout_is_made_once() {
    let (stage, mut diagrams) = (stage(), Diagrams::default());
    diagrams.follow(&stage, None);
    let drawing = diagrams.shown.as_ref().unwrap().panes[0].drawing.clone();
    diagrams.follow(&stage, stage.instance("Card.arm").map(|i| i.id));
    diagrams.shown = None;
    diagrams.follow(&stage, None);
    assert!(diagrams.shown.as_ref().unwrap().panes[0].drawing == drawing);
}

#[test]
fn a_display_of_twice_the_dots_shows_the_same_twice_as_large() {
    let (stage, mut diagrams) = (stage(), Diagrams::default());
    diagrams.follow(&stage, None);
    let one = count(&picture(&mut diagrams, &stage, 1.0, 0.0), LIT) as f32;
    let two = count(&picture(&mut diagrams, &stage, 2.0, 0.0), LIT) as f32;
    assert!((two / one - 4.0).abs() < 0.8, "{one} and {two}");
}

#[test]
fn the_time_in_a_state_is_known_where_the_user_goes_back() {
    let (mut stage, mut diagrams) = (stage(), Diagrams::default());
    diagrams.follow(&stage, None);
    let mut snapshots = vec![stage.snapshot()];
    for n in 1..=6 {
        tick(&mut stage, &mut diagrams, (n == 3).then_some("Left"), 0.0);
        snapshots.push(stage.snapshot());
    }
    let mut at = |n: usize| {
        stage.restore(&snapshots[n]).unwrap();
        diagrams.follow(&stage, None);
        let shown = diagrams.shown.as_ref().unwrap();
        shown.lamps.marks(&stage, &shown.panes[0].chart, 0, 9.0).note
    };
    // Left in tick 3, Still again in tick 4
    assert_eq!(at(6).as_deref(), Some("0.2 s"));
    assert_eq!(at(3).as_deref(), Some("0.0 s"));
    assert_eq!(at(2).as_deref(), Some("0.2 s"));
    assert_eq!(at(5).as_deref(), Some("0.1 s"));
}
