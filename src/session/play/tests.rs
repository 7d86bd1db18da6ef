//! A scene that is played: time, keys, clicks, reloads.

use super::*;
use islay_vm::key::Key;
use islay_vm::program::Button;

const SCENE: &str = "
    character Card {
      shape box 1 1 1
      diagram Turn {
        state Still                on key(Left) -> Left
        state Left < rotate y -5 > on key(Left) -> Left  else -> Still
      }
      diagram Ear { state Deaf on click -> Heard  state Heard }
    }
    world { tick 0.1 s }
    group main { Card }
";

fn play() -> Play {
    let scene = Scene::from_text("card", SCENE).unwrap();
    Play::new(&scene, Config::default(), Script::new())
}

fn run(play: &mut Play, seconds: f64) {
    play.pass(seconds);
    while play.due() {
        play.tick();
    }
}

#[test]
fn a_second_of_tenths_is_ten_ticks_however_it_is_cut() {
    let mut whole = play();
    (0..10).for_each(|_| run(&mut whole, 0.1));
    let mut cut = play();
    (0..100).for_each(|_| run(&mut cut, 0.01));
    assert_eq!((whole.stage().ticks(), cut.stage().ticks()), (10, 10));
    assert_eq!(whole.stage().hash(), cut.stage().hash());
}

#[test]
fn a_key_that_goes_down_and_up_between_two_ticks_is_seen_once() {
    let mut play = play();
    play.press(Key::LEFT);
    play.release(Key::LEFT);
    run(&mut play, 0.1);
    assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Left"));
    run(&mut play, 0.1);
    assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Still"));
}

#[test]
fn keys_are_up_when_the_focus_is_lost_and_down_after_a_reload() {
    let mut play = play();
    play.press(Key::LEFT);
    run(&mut play, 0.1);
    let scene = play.stage().scene().clone();
    play.replace(&scene);
    run(&mut play, 0.1);
    assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Left"));
    play.release_all();
    run(&mut play, 0.1);
    assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Still"));
}

#[test]
fn an_edited_scene_goes_on_where_it_stands() {
    let mut play = play();
    play.press(Key::LEFT);
    (0..10).for_each(|_| run(&mut play, 0.1));
    let near = |play: &Play, wanted: f32| match play.stage().get("Card.heading") {
        Some(crate::Value::Number(heading)) => (heading - wanted).abs() < 1e-3,
        _ => false,
    };
    assert!(near(&play, -45.0));
    let edited = SCENE.replace("rotate y -5", "rotate y -10");
    play.replace(&Scene::from_text("card", &edited).unwrap());
    run(&mut play, 0.1);
    assert!(near(&play, -55.0));
    assert_eq!(play.stage().ticks(), 11);
}

#[test]
fn going_back_is_as_it_was_and_a_recording_goes_on_only() {
    let mut play = play();
    play.press(Key::LEFT);
    let mut hashes = vec![play.stage().hash()];
    for _ in 0..40 {
        run(&mut play, 0.1);
        hashes.push(play.stage().hash());
    }
    play.back(3).unwrap();
    assert!(play.paused());
    assert_eq!((play.stage().ticks(), play.stage().hash()), (37, hashes[37]));
    play.back(1).unwrap();
    assert_eq!(play.stage().hash(), hashes[36]);

    let mut play = self::play();
    play.record(Box::new(Vec::new())).unwrap();
    run(&mut play, 0.1);
    assert!(play.back(1).unwrap_err().to_string().contains("recording"));
}

#[test]
fn a_click_and_a_selection_find_who_is_meant() {
    let mut play = play();
    let id = play.stage().instance("Card").map(|i| i.id);
    play.click(id, Button::Left);
    play.select(id);
    run(&mut play, 0.1);
    assert_eq!(play.selected(), Some("Card"));
    assert_eq!(play.stage().state("Card.Ear").as_deref(), Some("Heard"));
    let scene = play.stage().scene().clone();
    play.replace(&scene);
    assert_eq!(play.selected(), Some("Card"));
}

#[test]
fn it_stops_at_its_last_tick_exactly() {
    let mut play = play().until(Some(3));
    (0..3).for_each(|_| run(&mut play, 0.15));
    assert!(play.over());
    assert_eq!(play.stage().ticks(), 3);
}

#[test]
fn a_scene_that_stands_still_takes_single_steps() {
    let mut play = play();
    play.pace().pause(true);
    run(&mut play, 5.0);
    assert_eq!(play.stage().ticks(), 0);
    play.pace().step();
    run(&mut play, 0.0);
    assert_eq!(play.stage().ticks(), 1);
}
