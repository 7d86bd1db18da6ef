//! Snapshots of a stage, as a host sees them.

#![allow(clippy::unwrap_used, reason = "what may stop a program that runs may stop a test")]

use islay::{Config, Error, Input, Key, Scene, Snapshot, Stage};

const HERO: &str = "
    character Hero {
      shape box 1 1 1
      var n = 0
      diagram Turn {
        state Still on key(Left) -> Left
        state Left < rotate y -5 > on released(Left) do n += 1 -> Still
      }
      diagram Grow { state A < scale 2 for 20 ticks > on done -> B  state B }
    }
    group main { Hero }";

fn stage(text: &str) -> Stage {
    Stage::new(&Scene::from_text("hero", text).unwrap(), Config::default())
}

#[test]
fn a_stage_goes_back_and_on_again() {
    let mut stage = stage(HERO);
    let held = || Input::new().hold(Key::Left);
    (0..8).for_each(|_| stage.tick(&held()));
    let (snapshot, hash) = (stage.snapshot(), stage.hash());
    let go = |stage: &mut Stage| {
        // a key that is held no longer goes up in the next tick
        stage.tick(&Input::new());
        (0..20).for_each(|_| stage.tick(&held()));
        (stage.get("Hero.n"), stage.hash())
    };
    let went = go(&mut stage);
    assert_eq!(went.0, Some(1.0.into()));
    stage.restore(&snapshot).unwrap();
    assert_eq!((stage.hash(), stage.ticks()), (hash, 8));
    assert_eq!(go(&mut stage), went);
    let kept = Snapshot::from_bytes(&snapshot.to_bytes()).unwrap();
    let mut other = self::stage(HERO);
    other.restore(&kept).unwrap();
    assert_eq!(go(&mut other), went);
}

#[test]
fn a_restored_picture_begins_without_a_way() {
    let mut stage = stage(HERO);
    (0..3).for_each(|_| stage.tick(&Input::new()));
    let last = stage.frame(1.0).draws()[0].world;
    assert_ne!(stage.frame(0.0).draws()[0].world, last);
    let snapshot = stage.snapshot();
    stage.restore(&snapshot).unwrap();
    assert_eq!(stage.frame(0.0).draws()[0].world, last);
    stage.tick(&Input::new());
    assert_eq!(stage.frame(0.0).draws()[0].world, last);
}

#[test]
fn a_snapshot_of_another_scene_is_refused_with_a_reason() {
    let snapshot = stage(HERO).snapshot();
    let mut other = stage(&HERO.replace("-5", "-6"));
    let said = other.restore(&snapshot).unwrap_err();
    assert!(matches!(&said, Error::Snapshot(why) if why.contains("another scene")), "{said}");
    assert!(Snapshot::from_bytes(b"hello").is_err());
}

#[test]
fn comments_and_spaces_make_no_other_scene() {
    let snapshot = stage(HERO).snapshot();
    let text = format!("// the same\n{}", HERO.replace("      ", "  "));
    stage(&text).restore(&snapshot).unwrap();
}
