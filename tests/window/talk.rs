//! A conversation beside a window: both have the same scene, selection and pause.

use std::fs;
use std::path::PathBuf;

use super::display::{Display, Played};
use super::{BLUE, HEARING, RED};

fn scene(display: &Display, name: &str) -> PathBuf {
    let file = display.folder(name).join("scene.islay");
    fs::write(&file, HEARING).unwrap();
    file
}

/// A window whose scene stands at tick 0, and a conversation that goes on.
fn talk(display: &Display, name: &str) -> Played {
    let played = display.talk("repl", &scene(display, name), "--window --size 320x240");
    played.enter("1 + 1");
    played.says("2");
    played.focus();
    played
}

#[test]
fn a_click_selects_and_what_is_asked_is_asked_of_it() {
    let display = Display::new();
    let played = talk(&display, "talk-select");
    for (at, x) in [(RED, "-2"), (BLUE, "2")] {
        played.point(at);
        played.click("1");
        // the click has come when a picture shows what is selected
        played.press("F12");
        played.complains("wrote scene-");
        played.enter("x");
        assert_eq!(played.line_with(x), x);
    }
}

#[test]
fn it_stands_still_until_one_of_them_lets_it_play() {
    let display = Display::new();
    let played = talk(&display, "talk-pause");
    assert_eq!(played.last_number_until_quiet("tick "), None);
    assert!(!played.has_said("ready"));
    played.enter(":run 3");
    played.says("ready");
    played.says("tick 3");
    played.press("F5");
    played.press("Left");
    played.says("left down");
}

#[test]
fn run_plays_at_once_and_quit_closes_the_window() {
    let display = Display::new();
    let file = scene(&display, "talk-run");
    let played = display.talk("run", &file, "--repl --size 320x240");
    played.says("ready");
    played.enter(":quit");
    assert_eq!(played.end(), 0);
}

#[test]
fn a_window_that_is_closed_ends_the_conversation() {
    let display = Display::new();
    let file = scene(&display, "talk-close");
    let played = display.talk("run", &file, "--repl --size 320x240 --until 300ms");
    assert_eq!(played.end(), 0);
}

#[test]
fn an_error_ends_both() {
    let display = Display::new();
    let played = talk(&display, "talk-error");
    played.enter(":nonsense");
    played.complains(":nonsense");
    assert_eq!(played.end(), 1);
}

#[test]
fn a_long_run_is_shown_as_it_goes() {
    let display = Display::new();
    let played = talk(&display, "talk-long");
    played.enter(":run 100000000");
    for n in 1..=3 {
        played.press("F12");
        played.complains(&format!("wrote scene-000{n}"));
    }
    assert!(!played.has_said("tick "));
}

#[test]
fn an_edit_goes_on_in_both() {
    let display = Display::new();
    let file = scene(&display, "talk-edit");
    let played = display.talk("repl", &file, "--window --size 320x240");
    played.enter(":select Blue");
    played.says("Blue");
    fs::write(&file, HEARING.replace("log(\"ready\")", "log(\"edited\")")).unwrap();
    played.line_with("");
    played.enter(":run 2");
    played.says("edited");
    fs::write(&file, "character {").unwrap();
    played.complains("error[");
    played.enter(":run 2");
    played.says("tick 4");
}
