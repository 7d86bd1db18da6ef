//! Every tick can be gone to, runs that are left, the budget.

use super::*;
use crate::Key;

const SCENE: &str = "
    character Card {
      var n = 0
      diagram Turn {
        state Still                              on key(Left) -> Left
        state Left < rotate y -5, n += random(0, 1) >  on key(Left) -> Left  else -> Still
      }
    }
    group main { repeat 50 { Card } }
";

fn begun(budget: usize) -> (Stage, History) {
    let scene = Scene::from_text("card", SCENE).unwrap();
    let stage = Stage::new(&scene, Config::default());
    let history = History::new(&stage, Config::default(), Script::new(), budget);
    (stage, history)
}

fn tick(stage: &mut Stage, history: &mut History, input: Input) {
    history.depart(stage).unwrap();
    stage.tick(&input);
    history.tick(input, stage);
}

/// A stage and its history, with the hashes of all ticks; Left is held in every third ten.
fn played(ticks: u64, budget: usize) -> (Stage, History, Vec<u64>) {
    let (mut stage, mut history) = begun(budget);
    let mut hashes = vec![stage.hash()];
    for at in 1..=ticks {
        let held = at / 10 % 3 == 0;
        let input = if held { Input::new().hold(Key::LEFT) } else { Input::new() };
        tick(&mut stage, &mut history, input);
        hashes.push(stage.hash());
    }
    (stage, history, hashes)
}

#[test]
fn every_tick_can_be_gone_to_and_is_as_it_was() {
    let (mut stage, mut history, hashes) = played(200, BUDGET);
    for tick in (0..=200).rev().step_by(7).chain(0..=200) {
        history.goto(tick, &mut stage).unwrap();
        assert_eq!(stage.hash(), hashes[tick as usize], "tick {tick}");
    }
    assert!(history.goto(201, &mut stage).is_err());
}

#[test]
fn another_course_forgets_what_came_after() {
    let (mut stage, mut history, _) = played(100, BUDGET);
    history.goto(50, &mut stage).unwrap();
    tick(&mut stage, &mut history, Input::new().hold(Key::LEFT));
    assert_eq!(history.last(), 51);
    let hash = stage.hash();
    history.goto(45, &mut stage).unwrap();
    history.goto(51, &mut stage).unwrap();
    assert_eq!(stage.hash(), hash);
}

#[test]
fn what_is_kept_stays_in_its_budget() {
    let (mut stage, mut history, hashes) = played(3000, 200_000);
    assert!(history.size() <= 200_000, "{}", history.size());
    assert_eq!(history.last(), 3000);
    for tick in [history.first(), history.first() + 1, 2999] {
        history.goto(tick, &mut stage).unwrap();
        assert_eq!(stage.hash(), hashes[tick as usize], "tick {tick}");
    }
}
