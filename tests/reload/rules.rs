//! The rules one by one, on a hero with two arms.

use islay::session::record::{Recorder, Recording};
use islay::{Config, Input, Key, Stage, Value};

use super::{near, reload, scene, stage, ticks};

const HERO: &str = "
    world { tick 1/30 s }
    character Arm { var swings = 0
      diagram Swing { state Rest after 0.5s -> Raise
        state Raise < rotate x -60 for 0.4s > on done do swings += 1 -> Rest } }
    character Hero {
      part left: Arm at -1 0 0
      part right: Arm at 1 0 0
      var speed = 2
      var hp = 10
      diagram Turn {
        state Still on pressed(Left) -> Left
        state Left < rotate y -5 > on pressed(Right) do hp -= 1 -> Still
      }
    }
    group main { Hero  Hero at 5 0 0  Hero as Boss at 9 0 0 }";

fn edited(from: &str, to: &str) -> String {
    super::other(HERO, from, to)
}

#[test]
fn the_same_scene_changes_nothing() {
    let (mut one, mut other) = (stage(HERO), stage(HERO));
    for stage in [&mut one, &mut other] {
        stage.tick(&Input::new().press(Key::Left));
        ticks(stage, 20);
    }
    let report = reload(&mut one, &format!("// a comment\n{HERO}"));
    let said = (report.kept, report.moved.len(), report.reset.len(), report.spawned.len());
    assert_eq!((said, report.removed.len()), ((9, 0, 0, 0), 0));
    for _ in 0..60 {
        assert_eq!(one.hash(), other.hash());
        ticks(&mut one, 1);
        ticks(&mut other, 1);
    }
}

#[test]
fn an_action_that_was_edited_holds_from_the_next_tick_and_clocks_go_on() {
    let mut stage = stage(HERO);
    stage.tick(&Input::new().press(Key::Left));
    ticks(&mut stage, 20);
    near(stage.get("Hero.heading"), -100.0);
    let report = reload(&mut stage, &edited("rotate y -5", "rotate y -10"));
    assert!(report.moved.is_empty() && report.reset.is_empty(), "{report:?}");
    ticks(&mut stage, 1);
    near(stage.get("Hero.heading"), -110.0);
    // the arm is in the middle of its timed action
    assert_eq!(stage.state("Hero.left.Swing").as_deref(), Some("Raise"));
    ticks(&mut stage, 10);
    near(stage.get("Hero.left.swings"), 1.0);
    near(stage.get("Hero.left.pitch"), -60.0);
}

#[test]
fn a_state_that_was_renamed_stays_active() {
    let mut stage = stage(HERO);
    stage.tick(&Input::new().press(Key::Left));
    ticks(&mut stage, 2);
    let text = edited("state Left <", "state Spin was Left <").replace("-> Left", "-> Spin");
    let report = reload(&mut stage, &text);
    assert_eq!(stage.state("Hero.Turn").as_deref(), Some("Spin"));
    assert!(report.moved.is_empty(), "{report:?}");
    ticks(&mut stage, 1);
    near(stage.get("Hero.heading"), -15.0);
}

#[test]
fn diagrams_and_characters_may_be_renamed_too() {
    let mut stage = stage(HERO);
    stage.tick(&Input::new().press(Key::Left));
    let text = edited("diagram Turn {", "diagram Heading was Turn {")
        .replace("character Hero {", "character Knight was Hero {")
        .replace("Hero at", "Knight at")
        .replace("Hero as", "Knight as")
        .replace("{ Hero ", "{ Knight ");
    let report = reload(&mut stage, &text);
    assert_eq!((report.removed.len(), report.spawned.len(), report.kept), (0, 0, 9), "{report:?}");
    assert_eq!(stage.state("Knight.Heading").as_deref(), Some("Left"));
    assert_eq!(stage.state("Knight#2.left.Swing").as_deref(), Some("Rest"));
}

#[test]
fn an_active_state_that_is_gone_falls_to_the_first_of_its_scope() {
    let text = "
        character A { diagram D {
          state Out { state One on pressed(Space) -> Two  state Two  state Three }
          state In { state Four } } }
        group main { A }";
    let mut stage = stage(text);
    stage.tick(&Input::new().press(Key::Space));
    assert_eq!(stage.state("A.D").as_deref(), Some("Out.Two"));
    let report = reload(&mut stage, &text.replace("-> Two  state Two", "-> Three"));
    assert_eq!(report.moved, ["A.D: Out.Two -> Out.One"]);
    let report = reload(
        &mut stage,
        "
        character A { diagram D { state In { state Four } } } group main { A }",
    );
    assert_eq!(report.moved, ["A.D: Out.One -> In.Four"]);
}

#[test]
fn variables_follow_an_edit_unless_somebody_wrote_them() {
    let mut stage = stage(HERO);
    stage.tick(&Input::new().press(Key::Left));
    stage.tick(&Input::new().press(Key::Right));
    near(stage.get("Hero.hp"), 9.0);
    let text = edited("var speed = 2", "var speed = 3  var shield = speed + 1")
        .replace("hp = 10", "hp = 20");
    let mut report = reload(&mut stage, &text);
    near(stage.get("Hero.speed"), 3.0);
    near(stage.get("Hero.shield"), 4.0);
    near(stage.get("Hero.hp"), 9.0);
    report.reset.retain(|path| path.starts_with("Hero."));
    assert_eq!(report.reset, ["Hero.speed", "Hero.shield"]);
}

#[test]
fn a_variable_of_another_kind_is_a_new_one() {
    let mut stage = stage(HERO);
    reload(&mut stage, &edited("var speed = 2", "var speed = true"));
    assert_eq!(stage.get("Hero.speed"), Some(Value::Flag(true)));
}

#[test]
fn places_follow_an_edit_unless_something_moved_them() {
    let mut stage = stage(HERO);
    stage.tick(&Input::new().press(Key::Left));
    ticks(&mut stage, 2);
    let text = edited("at -1 0 0", "at -2 0 0").replace("Hero at 5 0 0", "Hero at 6 1 0");
    reload(&mut stage, &text);
    assert_eq!(stage.instance("Hero.left").unwrap().position, [-2.0, 0.0, 0.0]);
    assert_eq!(stage.instance("Hero#2").unwrap().position, [6.0, 1.0, 0.0]);
    near(stage.get("Hero#2.heading"), -10.0);
}

#[test]
fn parts_that_are_taken_out_vanish_and_new_ones_appear() {
    let mut stage = stage(HERO);
    ticks(&mut stage, 20);
    let text = edited("part left: Arm at -1 0 0", "part hat: ball 0.3 at 0 2 0");
    let report = reload(&mut stage, &text);
    let removed = ["Hero.left", "Hero#2.left", "Boss.left"];
    let spawned = ["Hero.hat", "Hero#2.hat", "Boss.hat"];
    assert_eq!(
        (report.removed, report.spawned),
        (removed.map(str::to_owned).to_vec(), spawned.map(str::to_owned).to_vec())
    );
    // what stayed goes on in the middle of its swing, as what hangs on the same whole
    assert_eq!(stage.state("Hero.right.Swing").as_deref(), Some("Raise"));
    assert_eq!(stage.instance("Hero.hat").unwrap().parent.as_deref(), Some("Hero"));
    ticks(&mut stage, 30);
    near(stage.get("Boss.right.swings"), 1.0);
    let paths: Vec<String> = stage.instances().map(|i| i.path).collect();
    assert_eq!(paths.len(), 9, "{paths:?}");
    reload(&mut stage, HERO);
    assert!(stage.instance("Hero.left").is_some() && stage.instance("Hero.hat").is_none());
    near(stage.get("Boss.right.swings"), 1.0);
    ticks(&mut stage, 60);
}

#[test]
fn main_gains_and_loses_by_name_and_number() {
    let mut stage = stage(HERO);
    ticks(&mut stage, 3);
    let report = reload(&mut stage, &edited("Hero at 5 0 0", ""));
    assert_eq!(report.removed, ["Hero#2.left", "Hero#2.right", "Hero#2"]);
    let report = reload(&mut stage, &edited("Hero as Boss", "Hero at 7 0 0  Hero as Boss"));
    assert_eq!(report.spawned, ["Hero#2", "Hero#3"]);
    assert_eq!(stage.instance("Hero#3").unwrap().position, [7.0, 0.0, 0.0]);
    // who was made later is still the one of its line
    let text = edited("Hero as Boss", "Hero at 8 0 0  Hero as Boss");
    reload(&mut stage, &text);
    assert_eq!(stage.instance("Hero#3").unwrap().position, [8.0, 0.0, 0.0]);
    let report = reload(&mut stage, &edited("Hero at 5 0 0", ""));
    assert_eq!(report.removed.len(), 6, "{report:?}");
}

#[test]
fn messages_under_way_and_who_is_meant_by_variables_go_on() {
    let text = "
        character A { var to = nobody  var n = 0
          part p: B
          diagram D { state S on pressed(Space) do to = p, send go(2) to p delay 10 ticks, send old to all delay 10 ticks
            on message(old) do n = 1 } }
        character B { var n = 0 diagram D { state S on message(go) do n += value(go) } }
        group main { A }";
    let mut stage = stage(text);
    stage.tick(&Input::new().press(Key::Space));
    let text = text
        .replace("part p: B", "part new: B  part p: B")
        .replace(", send old to all delay 10 ticks", "")
        .replace("on message(old) do n = 1", "");
    let report = reload(&mut stage, &text);
    assert_eq!(report.dropped, 1);
    assert_eq!(stage.get("A.to"), Some(Value::Who(Some("A.p".to_owned()))));
    ticks(&mut stage, 12);
    near(stage.get("A.p.n"), 2.0);
    near(stage.get("A.new.n"), 0.0);
}

#[test]
fn a_contact_goes_on_and_ends_with_what_is_taken_out() {
    let text = "
        character Box { shape box 1 1 1  var hits = 0  var gone = 0
          diagram D { state S on hit(Box) do hits += 1  on leave(anyone) do gone += 1 } }
        group main { Box  Box as Other at 0.5 0 0 }";
    let mut stage = stage(text);
    ticks(&mut stage, 3);
    near(stage.get("Box.hits"), 1.0);
    reload(&mut stage, &text.replace("box 1 1 1", "box 1 2 1"));
    ticks(&mut stage, 3);
    near(stage.get("Box.hits"), 1.0);
    reload(&mut stage, &text.replace("Box as Other at 0.5 0 0", ""));
    ticks(&mut stage, 3);
    near(stage.get("Box.gone"), 1.0);
}

#[test]
fn what_was_forked_and_what_became_another_goes_on() {
    let text = "
        character Gun { diagram D { state S on pressed(Space) do fork Shot at 0 0 1 as Bang } }
        character Shot { shape ball 0.1  diagram D { state S < move z 1 > } }
        character Egg { diagram D { state S on pressed(Space) do become Bird } }
        character Bird { part wing: Shot  diagram D { state Fly < move y 1 > } }
        group main { Gun  Egg at 5 0 0 }";
    let mut stage = stage(text);
    stage.tick(&Input::new().press(Key::Space));
    ticks(&mut stage, 2);
    let report =
        reload(&mut stage, &text.replace("move z 1", "move z 2").replace("move y 1", "move y 3"));
    assert_eq!((report.kept, report.spawned.len(), report.removed.len()), (4, 0, 0), "{report:?}");
    ticks(&mut stage, 1);
    near(stage.get("Bang.z"), 5.0);
    near(stage.get("Egg.y"), 5.0);
    let report = reload(&mut stage, "group main { Gun Egg } character Egg { } character Gun { }");
    assert_eq!(report.kept, 2);
    ticks(&mut stage, 2);
}

#[test]
fn size_and_tick_hold_from_the_next_tick_on() {
    let mut stage = stage(HERO);
    ticks(&mut stage, 3);
    reload(&mut stage, &edited("tick 1/30 s", "tick 1/10 s"));
    assert_eq!((stage.ticks(), stage.time()), (3, 3.0 * 0.1));
}

#[test]
fn a_recording_with_a_reload_runs_again() {
    let config = Config::default();
    let mut stage = Stage::new(&scene(HERO), config.clone());
    let mut recorder = Recorder::new(Vec::new(), &config, &stage).unwrap();
    for tick in 0..150 {
        let input = if tick % 7 < 3 { Input::new().hold(Key::Left) } else { Input::new() };
        stage.tick(&input);
        recorder.tick(&input, &stage).unwrap();
        // behind a tick whose hash is written, and behind the last one
        if tick == 59 || tick == 149 {
            let edited = scene(
                &edited("-5", if tick == 59 { "-6" } else { "-7" }).replace("hp = 10", "hp = 11"),
            );
            stage.reload(&edited);
            recorder.reload(&edited, &stage).unwrap();
        }
    }
    let text = String::from_utf8(recorder.finish(&stage).unwrap()).unwrap();
    let recording = Recording::parse("reload", &text).unwrap();
    let replayed = recording.replay(&recording.scene().unwrap(), |_| ()).unwrap();
    assert_eq!((replayed.ticks, replayed.mismatch), (150, None));
    assert_eq!(replayed.hashes, 4);
}
