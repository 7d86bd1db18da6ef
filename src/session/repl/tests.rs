//! A conversation whose files others edit too.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Desk, LOGS, Outcome, Repl};
use crate::session::play::Play;
use crate::session::script::Script;
use crate::{Config, Error, Files, Scene, Value};

const HERO: &str = "host { input steer }
character Hero {
  var hp = 3
  shape box 1 1 1
  diagram D { state A < hp = input(steer) > }
}
character Ball { var n = 1 }
group main { Hero Ball }
";

/// Files, and whether the scene comes from one.
#[derive(Default)]
struct Table {
    files: BTreeMap<String, String>,
    forgotten: bool,
}

impl Desk for Table {
    fn open(&mut self, path: &str) -> Result<Scene, Error> {
        let files = self.files.iter().map(|(name, text)| (&**name, &**text));
        Scene::load(path, &Files::from_texts(files))
    }

    fn forget(&mut self) {
        self.forgotten = true;
    }

    fn read(&mut self, path: &str) -> Result<String, Error> {
        self.files.get(path).cloned().ok_or_else(|| Error::NoSuchPath(path.to_owned()))
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.files.insert(path.to_owned(), String::from_utf8_lossy(bytes).into_owned());
        Ok(())
    }

    fn create(&mut self, _: &str) -> Result<Box<dyn Write + Send>, Error> {
        Ok(Box::new(io::sink()))
    }

    fn say(&mut self, _: &str) {}

    fn stopped(&mut self) -> bool {
        false
    }
}

struct Talk {
    table: Table,
    repl: Repl,
    play: Play,
}

impl Talk {
    fn about(text: Option<&str>) -> Self {
        let mut table = Table::default();
        if let Some(text) = text {
            table.files.insert("hero.islay".to_owned(), text.to_owned());
        }
        let scene = match text {
            Some(_) => table.open("hero.islay"),
            None => Repl::empty(),
        };
        let play = Play::new(&scene.unwrap(), Config::default(), Script::new());
        let repl = Repl::new(text.map(|_| "hero.islay"), Config::default());
        Self { table, repl, play }
    }

    fn good(&mut self, entry: &str) -> String {
        let answer = self.repl.enter(&mut self.play, entry, &mut self.table);
        assert_eq!(answer.outcome, Outcome::Good, "{entry}: {}", answer.text);
        answer.text
    }

    fn failed(&mut self, entry: &str) -> String {
        let answer = self.repl.enter(&mut self.play, entry, &mut self.table);
        assert_eq!(answer.outcome, Outcome::Failed, "{entry}: {}", answer.text);
        answer.text
    }

    fn edit(&mut self, from: &str, to: &str) {
        let text = self.table.files.get_mut("hero.islay").unwrap();
        assert!(text.contains(from));
        *text = text.replace(from, to);
    }
}

#[test]
fn what_others_wrote_is_not_written_over() {
    let mut talk = Talk::about(Some(HERO));
    talk.good("Hero: var hp = 5");
    talk.edit("var n = 1", "var n = 2");
    let said = talk.failed(":save");
    assert!(said.contains("`hero.islay` was edited elsewhere") && said.contains(":reload"));
    assert!(talk.failed(":save hero.islay").contains("edited elsewhere"));
    talk.good(":reload");
    assert_eq!(talk.good(":save"), "saved hero.islay");
    let text = &talk.table.files["hero.islay"];
    assert!(text.contains("var hp = 5") && text.contains("var n = 2"), "{text}");
}

#[test]
fn a_reload_that_is_refused_changes_nothing() {
    let mut talk = Talk::about(Some(HERO));
    talk.good("Hero.D: state B");
    talk.edit("diagram D", "diagram E");
    talk.failed(":reload");
    assert!(talk.failed(":save").contains("edited elsewhere"));
    assert!(talk.table.files["hero.islay"].contains("diagram E"));
    talk.good(":undo");
    talk.good(":reload");
    assert_eq!(talk.good(":save"), "there is nothing to save");
}

#[test]
fn a_scene_without_a_place_stays_where_it_was_saved_first() {
    let mut talk = Talk::about(None);
    talk.good("character A { }");
    assert_eq!(talk.good(":save out.islay"), "saved out.islay");
    talk.good("character B { }");
    assert_eq!(talk.good(":save"), "saved out.islay");
    assert_eq!(talk.table.files.keys().collect::<Vec<_>>(), ["out.islay"]);
    assert!(talk.table.files["out.islay"].contains("character B"));
}

#[test]
fn what_the_host_gives_can_be_typed() {
    let mut talk = Talk::about(Some(HERO));
    for (entry, is) in [("input steer = 2", 2.0), (":set steer = 4", 4.0)] {
        talk.good(entry);
        talk.good(":run 2");
        assert_eq!(talk.play.stage().get("Hero.hp"), Some(Value::Number(is)), "{entry}");
    }
}

#[test]
fn a_replay_comes_from_no_file() {
    let mut talk = Talk::about(Some(HERO));
    talk.failed(":replay gone.jsonl");
    assert!(!talk.table.forgotten);
    let scene = talk.table.open("hero.islay").unwrap();
    let mut play = Play::new(&scene, Config::default(), Script::new());
    let out = Shared::default();
    play.record(Box::new(out.clone())).unwrap();
    (0..3).for_each(|_| play.tick());
    play.stop_recording().unwrap();
    let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
    talk.table.files.insert("run.jsonl".to_owned(), text);
    talk.good(":replay run.jsonl");
    assert!(talk.table.forgotten);
}

#[derive(Clone, Default)]
struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_key_that_comes_again_can_be_released() {
    let keys = "character K { var n = 0  diagram D { state A on key(Left) -> B \
        state B on not key(Left) -> A } } group main { K }";
    for entry in [":release Left", ":release"] {
        let mut talk = Talk::about(Some(keys));
        talk.good(":hold Left 10");
        talk.good(":goto 5");
        assert_eq!(talk.good("K.D"), "B");
        talk.good(entry);
        talk.good(":run 2");
        assert_eq!(talk.good("K.D"), "A", "{entry}");
    }
}

#[test]
fn who_is_gone_is_not_clicked() {
    let text = "character A { diagram D { state S after 0.1 s -> E  state E < vanish > } } \
        character B { } group main { A B }";
    let mut talk = Talk::about(Some(text));
    talk.good("click A");
    talk.good(":run 60");
    assert!(talk.failed("click A").contains("is gone"));
}

#[test]
fn a_number_of_ticks_is_as_long_as_it_is_written() {
    let mut talk = Talk::about(Some(HERO));
    let text = "16777217";
    let Talk { repl, play, table: desk } = &mut talk;
    let call = super::Call { repl, play, desk, text };
    assert_eq!(super::time::ticks(&call, text).unwrap(), 16_777_217);
}

#[test]
fn logs_of_acts_are_forgotten_like_others() {
    let mut talk = Talk::about(Some(HERO));
    talk.repl.remember((0..LOGS).map(|n| n.to_string()));
    talk.good("Hero < log(\"last\") >");
    assert_eq!(talk.repl.logs.len(), LOGS);
    assert_eq!(talk.repl.logs.back().unwrap(), "last");
}

#[test]
fn a_character_on_one_line_stays_on_it() {
    let mut talk = Talk::about(Some(HERO));
    talk.good("Ball: var m = 2");
    assert_eq!(talk.good(":list Ball"), "character Ball { var n = 1  var m = 2 }");
}
