//! A run beside a window that plays.

use std::io::Write;

use crate::session::play::Play;
use crate::session::repl::{Desk, Repl};
use crate::session::script::Script;
use crate::{Config, Error, Scene};

/// A window that does the ticks that are due whenever it can.
struct Window;

fn nothing<T>() -> Result<T, Error> {
    Err(Error::NoSuchPath("there are no files".to_owned()))
}

impl Desk for Window {
    fn open(&mut self, _: &str) -> Result<Scene, Error> {
        nothing()
    }

    fn read(&mut self, _: &str) -> Result<String, Error> {
        nothing()
    }

    fn write(&mut self, _: &str, _: &[u8]) -> Result<(), Error> {
        nothing()
    }

    fn create(&mut self, _: &str) -> Result<Box<dyn Write + Send>, Error> {
        nothing()
    }

    fn say(&mut self, _: &str) {}

    fn stopped(&mut self) -> bool {
        false
    }

    fn between(&mut self, play: &mut Play) {
        play.pass(0.2);
        while play.due() {
            play.tick();
        }
    }
}

#[test]
fn a_window_that_plays_does_no_ticks_of_a_run() {
    let text = "
        character C {
          diagram D { state A after 0.5 s -> B  state B }
        }
        world { tick 0.1 s }
        group main { C }";
    let mut play =
        Play::new(&Scene::from_text("c", text).unwrap(), Config::default(), Script::new());
    let mut repl = Repl::new(None, Config::default());
    let mut enter = |play: &mut Play, entry: &str| repl.enter(play, entry, &mut Window).text;
    assert_eq!(enter(&mut play, ":run 3"), "tick 3");
    assert!(!play.paused());
    enter(&mut play, ":break C.D.B");
    let said = enter(&mut play, ":run 30");
    assert!(said.starts_with("stopped at tick"), "{said}");
    assert!(play.paused() && play.stage().ticks() < 10);
}
