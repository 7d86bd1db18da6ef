//! Snapshots of a stage, as a host sees them.

#![allow(clippy::unwrap_used, reason = "what may stop a program that runs may stop a test")]

use std::collections::VecDeque;

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
    let edited = HERO.replace("Grow", "Shrink").replace("state Still", "state Right  state Still");
    let said = stage(&edited).restore(&snapshot).unwrap_err().to_string();
    let wanted =
        "it has `Hero.Grow`, which this scene has not; it has no `Hero.Shrink`, `Hero.Turn.Right`";
    assert!(said.ends_with(wanted), "{said}");
}

#[test]
fn comments_and_spaces_make_no_other_scene() {
    let snapshot = stage(HERO).snapshot();
    let text = format!("// the same\n{}", HERO.replace("      ", "  "));
    stage(&text).restore(&snapshot).unwrap();
}

/// Forks, ends, messages on their way, contacts, chance, `back`, `.last`, timed actions.
const BUSY: &str = "
    character Spark {
      shape ball 0.2
      diagram Fly { state Out < move forward 2/s >  after 1.5 s do vanish }
    }
    character Guard {
      shape box 1 1 1
      var heard = 0
      var luck = 0
      diagram Watch {
        state Look                          after 0.2 s -> Walk  on hit(Spark) -> Turn
        state Walk < move forward 1.5/s, luck = random(0, 1) >
                                            after 0.3 s if chance(0.6) do fork Spark -> Turn
                                            on key(Left) -> Look
        state Turn < rotate y 70 for 0.5 s > on done do send tick to all delay 0.4 s -> back
      }
      diagram Ear {
        state Deaf on message(tick) do heard += 1 -> Deep
        state Deep on message(tick) -> Deaf {
          state One after 5 ticks -> Two
          state Two on message(tick) -> Deep.last  after 9 ticks -> One
        }
      }
    }
    world { kind room  size 12 4 12  tick 1/30 s }
    group main { repeat 6 as i { Guard at (i * 1.4 - 3.5) 0.5 0 } }";

fn keys(tick: u64) -> Input {
    if tick / 13 % 3 == 1 { Input::new().hold(Key::Left) } else { Input::new() }
}

#[test]
fn at_every_one_of_a_thousand_ticks_a_snapshot_goes_on_with_the_same_hashes() {
    const FURTHER: usize = 100;
    let edited = BUSY.replace("rotate y 70", "rotate y 80").replace("5 ticks", "6 ticks");
    let mut most = 0;
    let mut stage = self::stage(BUSY);
    let mut other = self::stage(BUSY);
    let mut kept: VecDeque<Snapshot> = VecDeque::new();
    let mut hashes: VecDeque<u64> = VecDeque::new();
    for tick in 1..=1000 + FURTHER as u64 {
        // an edit takes over on the way: those taken before it belong to the scene before it
        if tick == 500 {
            kept.clear();
            hashes.clear();
            let edited = Scene::from_text("hero", &edited).unwrap();
            stage.reload(&edited);
            other = Stage::new(&edited, Config::default());
        }
        kept.push_back(stage.snapshot());
        stage.tick(&keys(tick));
        hashes.push_back(stage.hash());
        most = most.max(stage.n_instances());
        if kept.len() == FURTHER {
            other.restore(&kept.pop_front().unwrap()).unwrap();
            for hash in &hashes {
                other.tick(&keys(other.ticks() + 1));
                assert_eq!(other.hash(), *hash, "tick {}", other.ticks());
            }
            hashes.pop_front();
        }
    }
    assert!(most > 6, "{most}");
}
