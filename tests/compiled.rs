//! Scenes as one file: they run as their texts do, and say what they cannot.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::{Path, PathBuf};

use islay::session::record::{Recorder, Recording};
use islay::session::testing::coverage::Coverage;
use islay::session::{act, chart, dump, info, testing, why};
use islay::{Config, Error, Files, Input, Key, Scene, Stage, export};

const CARD: &str = "
    character Card {
      var hp = 3
      shape box 1 1.5 0.1
      diagram Turn {
        state Still               on key(Left) -> Left
        state Left < rotate y -5 > on key(Left) -> Left  else -> Still
      }
    }
    group main { Card }
    test \"stands\" { run 3 ticks  expect Card.heading == 0 }
";

fn card() -> Scene {
    Scene::from_text("card.islay", CARD).unwrap()
}

fn compiled(scene: &Scene) -> Scene {
    Scene::from_compiled(&scene.to_compiled()).unwrap()
}

/// All scenes of a folder and the folders in it.
fn scenes(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => scenes(&path, found),
            false if path.extension().is_some_and(|e| e == "islay") => found.push(path),
            false => {}
        }
    }
}

/// Some keys that examples listen to.
fn input(tick: u64) -> Input {
    match tick {
        10..=25 => Input::new().hold(Key::LEFT),
        30..=60 => Input::new().hold(Key::parse("Up").unwrap()),
        70..=71 => Input::new().hold(Key::parse("Space").unwrap()),
        80..=80 => Input::new().hold(Key::parse("Enter").unwrap()),
        _ => Input::new(),
    }
}

#[test]
fn every_example_runs_as_its_text_does() {
    let (root, mut paths) = (Path::new(env!("CARGO_MANIFEST_DIR")), Vec::new());
    scenes(&root.join("examples"), &mut paths);
    assert!(paths.len() >= 11, "{paths:?}");
    for path in paths {
        let text = Scene::open(&path, None).unwrap();
        let bytes = text.to_compiled();
        let scene = Scene::from_compiled(&bytes).unwrap();
        assert!(scene.is_compiled() && !text.is_compiled());
        assert_eq!(scene.to_compiled(), bytes, "{path:?}");
        let config = Config { observe: true, ..Config::default() };
        let mut stages = [&text, &scene].map(|scene| Stage::new(scene, config.clone()));
        for tick in 1..=120 {
            let [a, b] = stages.each_mut().map(|stage| {
                stage.tick(&input(tick));
                (stage.hash(), stage.events().to_vec(), format!("{:?}", stage.frame(1.0)))
            });
            assert!(a == b, "{path:?} in tick {tick}");
        }
    }
}

#[test]
fn a_text_and_what_was_compiled_of_it_take_over_from_each_other() {
    let (text, scene) = (card(), compiled(&card()));
    let mut stage = Stage::new(&text, Config::default());
    (0..5).for_each(|_| stage.tick(&Input::new().hold(Key::LEFT)));
    let hash = stage.hash();
    for other in [&scene, &text] {
        let report = stage.reload(other);
        assert_eq!((report.kept, report.moved.len(), stage.hash()), (1, 0, hash));
    }
    let snapshot = stage.snapshot();
    let mut other = Stage::new(&scene, Config::default());
    other.restore(&snapshot).unwrap();
    assert_eq!(other.hash(), hash);
    let edited = CARD.replace("-5", "-9").replace("Still", "Stands");
    let edited = compiled(&Scene::from_text("card.islay", &edited).unwrap());
    let report = stage.reload(&edited);
    assert_eq!(report.kept, 1);
    assert_eq!(stage.get("Card.hp"), other.get("Card.hp"));
}

#[test]
fn a_file_of_the_folder_may_be_a_compiled_scene() {
    let bytes = card().to_compiled();
    let user = "use \"card.islayc\"\ngroup main { Card }".as_bytes();
    let files = Files::from_bytes([("card.islayc", &*bytes), ("user.islay", user)]);
    let scene = Scene::load("card.islayc", &files).unwrap();
    assert!(scene.is_compiled() && scene.files().is_empty());
    assert_eq!(scene.name(), "card.islayc");
    let Err(Error::Scene(found)) = Scene::load("user.islay", &files) else { panic!() };
    assert!(found.to_text(false).contains("it is a compiled scene, and no text"));
}

#[test]
fn what_takes_the_text_says_so() {
    let scene = compiled(&card());
    let mut stage = Stage::new(&scene, Config::default());
    let said = [
        scene.need_text().unwrap_err(),
        why::why(Stage::new(&scene, Config::default()), &Input::new(), "Card", "Turn").unwrap_err(),
        act::act(&mut stage, "Card < rotate y 5 >").unwrap_err(),
        chart::graphs(&scene, None).unwrap_err(),
        chart::Chart::of(&scene, "Card").unwrap_err(),
        dump::model(&scene).unwrap_err(),
        info::scene(&scene).unwrap_err(),
        export::threedi(&scene, "").unwrap_err(),
        Coverage::new(&scene).unwrap_err(),
    ];
    for error in said {
        assert_eq!(
            error.to_string(),
            "`card.islay` is compiled and has no text: open the scene that it was built from"
        );
    }
    assert_eq!(testing::names(&scene).count(), 0);
    assert!(dump::bytecode(&scene).contains("Card"));
    let facts = info::compiled(&scene);
    assert_eq!((facts.definitions, facts.diagrams, facts.states, facts.instances), (1, 1, 2, 1));
}

#[test]
fn a_recording_of_it_stands_alone() {
    let scene = compiled(&card());
    let config = Config::default();
    let mut stage = Stage::new(&scene, config.clone());
    let path = std::env::temp_dir().join(format!("islay-compiled-{}.jsonl", std::process::id()));
    let out = std::fs::File::create(&path).unwrap();
    let mut recorder = Recorder::new(out, &config, &stage).unwrap();
    for tick in 1..=100 {
        stage.tick(&input(tick));
        recorder.tick(&input(tick), &stage).unwrap();
    }
    recorder.finish(&stage).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let _ = std::fs::remove_file(&path);
    let recording = Recording::parse("run", &text).unwrap();
    for scene in [&recording.scene().unwrap(), &scene, &card()] {
        assert!(recording.is_of(scene));
        let done = recording.replay(scene, |_| ()).unwrap();
        assert_eq!((done.ticks, done.mismatch), (100, None));
    }
    let other = Scene::from_text("card.islay", &CARD.replace("-5", "-6")).unwrap();
    assert!(!recording.is_of(&other) && !recording.is_of(&compiled(&other)));
}

#[test]
fn bytes_of_whatever_origin_are_refused_with_a_reason() {
    let bytes = card().to_compiled();
    let said = |bytes: &[u8]| Scene::from_compiled(bytes).unwrap_err().to_string();
    for at in 0..bytes.len() {
        let mut other = bytes.clone();
        other[at] = !other[at];
        assert!(said(&other).starts_with("this is no compiled scene: it"), "byte {at}");
        assert!(said(&bytes[..at]).starts_with("this is no compiled scene: it"), "{at} bytes");
    }
    assert_eq!(said(CARD.as_bytes()), "this is no compiled scene: it does not begin like one");
}

#[cfg(feature = "hooks")]
#[test]
fn scripts_are_inside() {
    let scene =
        "hooks \"up.rhai\"\ncharacter A { diagram D { state S < call up(2) > } }\ngroup main { A }";
    let script = "fn up(me, by) { me.move(0, by, 0); }";
    let files = Files::from_texts([("a.islay", scene), ("up.rhai", script)]);
    let scene = compiled(&Scene::load("a.islay", &files).unwrap());
    let mut stage = Stage::new(&scene, Config::default());
    stage.tick(&Input::new());
    assert_eq!(stage.get("A.y"), Some(2.0.into()));
    assert_eq!(info::compiled(&scene).scripts, ["up.rhai"]);
}
