//! Going back and recordings at size: how long it takes, how much is kept, what is found.
//!
//! The figures are printed: `cargo test --release --test past -- --nocapture`.

#![allow(clippy::unwrap_used, reason = "what may stop a program that runs may stop a test")]

use std::time::{Duration, Instant};

use islay::session::act;
use islay::session::history::{BUDGET, History};
use islay::session::play::Play;
use islay::session::record::{Cause, Recorder, Recording, diff};
use islay::session::script::Script;
use islay::{Config, Input, Key, Scene, Stage};

/// Fifty that walk, turn, tell each other and meet.
const FIFTY: &str = "
    character Walker(way) {
      shape box 0.6 1.8 0.4
      var steps = 0
      diagram Walk {
        state Stand                     after (0.5 + way * 0.01) -> Go   on key(Left) -> Turn
        state Go < move forward 1/s >   after 1 s do steps += 1, send step to all -> Turn
        state Turn < rotate y 40 for 0.4 s > on done -> Stand
      }
      diagram Ear { state Deaf on message(step) -> Heard  state Heard < scale 1.01 for 3 ticks > after 1 s -> Deaf }
    }
    world { kind room  size 30 5 30  tick 1/30 s }
    group main { repeat 50 as i { Walker(i) at ((i % 10) * 2.5 - 11) 0.9 ((i - (i % 10)) * 0.25 - 5) } }";

fn fifty() -> Play {
    Play::new(&Scene::from_text("fifty", FIFTY).unwrap(), Config::default(), Script::new())
}

/// A time that is asked for holds in a release build.
fn at_most(took: Duration, wanted: Duration) {
    let slower = if cfg!(debug_assertions) { 20 } else { 1 };
    assert!(took <= wanted * slower, "{took:?}");
}

#[test]
fn a_minute_back_with_fifty_takes_a_moment() {
    let mut play = fifty();
    let mut hashes = vec![play.stage().hash()];
    let begun = Instant::now();
    for tick in 1..=2000 {
        match tick % 97 {
            0 => play.press(Key::Left),
            20 => play.release(Key::Left),
            _ => {}
        }
        play.tick();
        hashes.push(play.stage().hash());
    }
    let ticks = begun.elapsed();
    let begun = Instant::now();
    play.back(1800).unwrap();
    let back = begun.elapsed();
    assert_eq!(play.stage().hash(), hashes[200]);
    let begun = Instant::now();
    play.goto(229).unwrap();
    let forth = begun.elapsed();
    assert_eq!(play.stage().hash(), hashes[229]);
    println!(
        "fifty: 2000 ticks in {ticks:?}, a minute back in {back:?}, 29 ticks on in {forth:?}, \
         {} KB kept",
        play.history_size() / 1024
    );
    assert!(play.history_size() <= BUDGET);
    at_most(back, Duration::from_millis(100));
}

#[test]
fn a_minute_back_takes_a_moment_when_memory_is_short_and_milestones_are_few() {
    const SHORT: usize = 600_000;
    let scene = Scene::from_text("fifty", FIFTY).unwrap();
    let mut stage = Stage::new(&scene, Config::default());
    let mut history = History::new(&stage, Config::default(), Script::new(), SHORT);
    let mut hashes = vec![stage.hash()];
    let mut most = 0;
    for _ in 1..=6000 {
        history.depart(&stage).unwrap();
        stage.tick(&Input::new());
        history.tick(Input::new(), &stage);
        hashes.push(stage.hash());
        most = most.max(history.size());
        assert!(history.size() <= SHORT + 100_000, "{}", history.size());
    }
    assert!(history.last() - history.first() >= 1800, "{}", history.first());
    let mut longest = Duration::ZERO;
    for tick in [4200, 4319, 4200 + 479, 5999, 4200] {
        let begun = Instant::now();
        history.goto(tick, &mut stage).unwrap();
        longest = longest.max(begun.elapsed());
        assert_eq!(stage.hash(), hashes[tick as usize], "tick {tick}");
    }
    println!("fifty, short of memory: a minute back in {longest:?} at most, {most} bytes kept");
    at_most(longest, Duration::from_millis(100));
}

const HERO: &str = "
    character Hero {
      var hp = 9
      diagram Turn {
        state Still                on key(Left) -> Left   on key(Right) -> Right
        state Left < rotate y -5 > on key(Left) -> Left   else -> Still
        state Right < rotate y 4 > on released(Right) -> Still
      }
      diagram Rest { state Awake after 90 s -> Asleep  state Asleep after 10 s do hp += random(0, 1) -> Awake }
    }
    world { tick 1/30 s }
    group main { Hero  Hero at 3 0 0 }";

/// A recording of so many ticks, with keys now and then.
fn recorded(ticks: u64) -> String {
    let scene = Scene::from_text("hero", HERO).unwrap();
    let config = Config { seed: Some(7), ..Config::default() };
    let mut stage = Stage::new(&scene, config.clone());
    let mut recorder = Recorder::new(Vec::new(), &config, &stage).unwrap();
    for tick in 1..=ticks {
        let key = if tick / 100 % 2 == 0 { Key::Left } else { Key::Right };
        let input = match tick % 100 {
            10 => Input::new().press(key),
            40 => Input::new().release(key),
            _ => Input::new(),
        };
        stage.tick(&input);
        recorder.tick(&input, &stage).unwrap();
    }
    String::from_utf8(recorder.finish(&stage).unwrap()).unwrap()
}

#[test]
fn a_hundred_thousand_ticks_are_replayed_and_any_flipped_byte_is_found() {
    const TICKS: u64 = 100_000;
    let text = recorded(TICKS);
    let begun = Instant::now();
    let recording = Recording::parse("hero", &text).unwrap();
    let replayed = recording.replay(&recording.scene().unwrap(), |_| ()).unwrap();
    let took = begun.elapsed();
    assert_eq!((replayed.ticks, replayed.mismatch), (TICKS, None));
    assert_eq!(replayed.hashes as u64, TICKS / 60 + 2);
    let mut n = 0;
    for at in (0..text.len()).step_by(text.len() / 97).chain([text.len() - 2]) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1 << (at % 7);
        let found = match String::from_utf8(bytes) {
            Ok(changed) => Recording::parse("hero", &changed).is_err(),
            Err(_) => true,
        };
        assert!(found, "byte {at} of {}", text.len());
        n += 1;
    }
    println!(
        "recording: {} bytes, {} hashes of {TICKS} ticks again in {took:?}; {n} flipped bytes found",
        text.len(),
        replayed.hashes
    );
}

#[test]
fn a_difference_is_named_by_its_tick_and_state() {
    let text = recorded(4000);
    let recording = Recording::parse("hero", &text).unwrap();
    let diff = |from: &str, to: &str| {
        let edited = Scene::from_text("hero", &HERO.replace(from, to)).unwrap();
        diff(&recording, &edited).unwrap()
    };
    let rest = diff("after 90 s", "after 89 s").unwrap();
    assert_eq!((rest.tick, &*rest.path, rest.what, &*rest.name), (2670, "Hero", "state", "Rest"));
    assert_eq!((&*rest.recorded, &*rest.found, rest.cause), ("Awake", "Asleep", Cause::Edit));
    let turn = diff("rotate y 4", "rotate y 5").unwrap();
    assert_eq!((turn.tick, turn.what, &*turn.name), (111, "pose", "rotation"));
    assert_eq!(diff("var hp = 9", "var hp = 9 // the same"), None);
    assert_eq!(diff("var hp = 9", "var hp = 8").unwrap().tick, 0);
}

#[test]
fn acts_and_reloads_are_compared_too() {
    let scene = |text: &str| Scene::from_text("hero", text).unwrap();
    let config = Config::default();
    let mut stage = Stage::new(&scene(HERO), config.clone());
    let mut recorder = Recorder::new(Vec::new(), &config, &stage).unwrap();
    let tick = |stage: &mut Stage, recorder: &mut Recorder<Vec<u8>>| {
        let input = Input::new().hold(Key::Left);
        stage.tick(&input);
        recorder.tick(&input, stage).unwrap();
    };
    tick(&mut stage, &mut recorder);
    act::act(&mut stage, "set Hero.hp = 4").unwrap();
    recorder.act("set Hero.hp = 4", &stage).unwrap();
    let edited = scene(&HERO.replace("-5", "-6"));
    stage.reload(&edited);
    recorder.reload(&edited, &stage).unwrap();
    (0..60).for_each(|_| tick(&mut stage, &mut recorder));
    let text = String::from_utf8(recorder.finish(&stage).unwrap()).unwrap();
    let recording = Recording::parse("hero", &text).unwrap();
    assert_eq!(recording.ticks, 61);
    // the texts at its start, replayed with act and reload
    assert_eq!(diff(&recording, &scene(HERO)).unwrap(), None);
    // the same act is done to an edited scene, which has no reload
    let apart = diff(&recording, &scene(&HERO.replace("rotate y 4", "rotate y 3"))).unwrap();
    let apart = apart.unwrap();
    assert_eq!((apart.tick, apart.what, apart.cause), (2, "pose", Cause::Edit));
    // an act that says something else than was recorded
    assert!(Recording::parse("hero", &text.replace("hp = 4", "hp = 5")).is_err());
}

#[test]
fn a_recording_under_a_watchdog_says_so() {
    let scene = Scene::from_text("hero", HERO).unwrap();
    for watchdog in [None, Some(std::time::Duration::from_millis(250))] {
        let config = Config { watchdog, ..Config::default() };
        let mut stage = Stage::new(&scene, config.clone());
        let mut recorder = Recorder::new(Vec::new(), &config, &stage).unwrap();
        stage.tick(&Input::new());
        recorder.tick(&Input::new(), &stage).unwrap();
        let text = String::from_utf8(recorder.finish(&stage).unwrap()).unwrap();
        let recording = Recording::parse("hero", &text).unwrap();
        let watched = cfg!(feature = "hooks") && watchdog.is_some();
        assert_eq!(recording.had_watchdog(), watched);
        assert_eq!(text.contains("\"watchdog\":true"), watched);
        assert_eq!(recording.replay(&scene, |_| ()).unwrap().mismatch, None);
    }
}

#[test]
fn a_recording_is_replayed_under_the_same_host() {
    let text = "host { function grow(v) }
        character A { var n = 1  diagram D { state S < n = grow(n) > } }
        group main { A }";
    let scene = Scene::from_text("a", text).unwrap();
    let host = islay::Host::new().function("grow", 1, |args| args[0] * 2.0);
    let config = Config { host: host.clone(), ..Config::default() };
    let mut stage = Stage::new(&scene, config.clone());
    let mut recorder = Recorder::new(Vec::new(), &config, &stage).unwrap();
    for _ in 0..10 {
        stage.tick(&Input::new());
        recorder.tick(&Input::new(), &stage).unwrap();
    }
    let text = String::from_utf8(recorder.finish(&stage).unwrap()).unwrap();
    let mut recording = Recording::parse("a", &text).unwrap();
    let scene = recording.scene().unwrap();
    assert!(recording.replay(&scene, |_| ()).unwrap().mismatch.is_some());
    recording.config.host = host;
    assert_eq!(recording.replay(&scene, |_| ()).unwrap().mismatch, None);
}
