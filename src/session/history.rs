//! Going back: snapshots now and then, and the inputs between them.
//!
//! In: each tick with its input. Out: a stage at any earlier tick that is still kept. Memory is
//! bounded: where it is full, first every second snapshot goes, then the oldest. It changes no
//! stage but the one it is asked to move.

use std::collections::VecDeque;

use crate::{Error, Input, Snapshot, Stage};

/// Ticks between two snapshots at first.
const EVERY: u64 = 30;
/// Farther apart they are not put: going back would take too long.
const APART: u64 = 480;
/// Bytes that are kept unless something else is said.
pub const BUDGET: usize = 64 << 20;

/// The past of a stage.
pub struct History {
    budget: usize,
    every: u64,
    snapshots: VecDeque<Snapshot>,
    /// Of the ticks behind the oldest snapshot, in order.
    inputs: VecDeque<Input>,
    size: usize,
}

impl History {
    /// From now on, with at most so many bytes of snapshots.
    pub fn new(stage: &Stage, budget: usize) -> Self {
        let mut history = Self {
            budget,
            every: EVERY,
            snapshots: VecDeque::new(),
            inputs: VecDeque::new(),
            size: 0,
        };
        history.keep(stage.snapshot());
        history
    }

    /// A tick was done with this input. What was kept of later ones, before going back, is
    /// forgotten: this is another course.
    pub fn tick(&mut self, input: Input, stage: &Stage) {
        self.forget_after(stage.ticks() - 1);
        self.inputs.push_back(input);
        if stage.ticks().is_multiple_of(self.every) {
            self.keep(stage.snapshot());
            self.thin();
        }
    }

    /// The earliest tick that can be gone to.
    pub fn first(&self) -> u64 {
        self.snapshots.front().map_or(0, Snapshot::ticks)
    }

    /// The latest tick that is known.
    pub fn last(&self) -> u64 {
        self.first() + self.inputs.len() as u64
    }

    /// Bytes of the snapshots that are kept.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Takes the stage to a tick, earlier or later, among those that are known.
    pub fn goto(&self, tick: u64, stage: &mut Stage) -> Result<(), Error> {
        let (first, last) = (self.first(), self.last());
        if !(first..=last).contains(&tick) {
            let reason = format!("tick {tick} is not kept: there are {first} to {last}");
            return Err(Error::NoSuchPath(reason));
        }
        let near = self.snapshots.iter().rev().find(|s| s.ticks() <= tick);
        let ahead = stage.ticks() <= tick && near.is_none_or(|s| s.ticks() <= stage.ticks());
        if let (Some(snapshot), false) = (near, ahead) {
            stage.restore(snapshot)?;
        }
        while stage.ticks() < tick {
            let index = usize::try_from(stage.ticks() - first).unwrap_or(usize::MAX);
            stage.tick(self.inputs.get(index).unwrap_or(&Input::new()));
        }
        Ok(())
    }

    fn forget_after(&mut self, tick: u64) {
        let keep = usize::try_from(tick.saturating_sub(self.first())).unwrap_or(usize::MAX);
        self.inputs.truncate(keep);
        while self.snapshots.len() > 1 && self.snapshots.back().is_some_and(|s| s.ticks() > tick) {
            self.size -= self.snapshots.pop_back().map_or(0, |s| s.size());
        }
    }

    fn keep(&mut self, snapshot: Snapshot) {
        self.size += snapshot.size();
        self.snapshots.push_back(snapshot);
    }

    fn thin(&mut self) {
        while self.size > self.budget && self.snapshots.len() > 1 {
            if self.every < APART {
                self.every *= 2;
                let (every, first) = (self.every, self.first());
                self.snapshots.retain(|s| s.ticks() == first || s.ticks().is_multiple_of(every));
                self.size = self.snapshots.iter().map(Snapshot::size).sum();
            } else {
                let first = self.first();
                self.size -= self.snapshots.pop_front().map_or(0, |s| s.size());
                let gone = usize::try_from(self.first() - first).unwrap_or(usize::MAX);
                self.inputs.drain(..gone.min(self.inputs.len()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Key, Scene};

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

    /// A stage and its history, with the hashes of all ticks; Left is held in every third ten.
    fn played(ticks: u64, budget: usize) -> (Stage, History, Vec<u64>) {
        let scene = Scene::from_text("card", SCENE).unwrap();
        let mut stage = Stage::new(&scene, Config::default());
        let mut history = History::new(&stage, budget);
        let mut hashes = vec![stage.hash()];
        for tick in 1..=ticks {
            let held = tick / 10 % 3 == 0;
            let input = if held { Input::new().hold(Key::LEFT) } else { Input::new() };
            stage.tick(&input);
            history.tick(input, &stage);
            hashes.push(stage.hash());
        }
        (stage, history, hashes)
    }

    #[test]
    fn every_tick_can_be_gone_to_and_is_as_it_was() {
        let (mut stage, history, hashes) = played(200, BUDGET);
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
        let input = Input::new().hold(Key::LEFT);
        stage.tick(&input);
        history.tick(input, &stage);
        assert_eq!(history.last(), 51);
        let hash = stage.hash();
        history.goto(45, &mut stage).unwrap();
        history.goto(51, &mut stage).unwrap();
        assert_eq!(stage.hash(), hash);
    }

    #[test]
    fn what_is_kept_stays_in_its_budget() {
        let (mut stage, history, hashes) = played(3000, 200_000);
        assert!(history.size() <= 200_000, "{}", history.size());
        assert_eq!(history.last(), 3000);
        for tick in [history.first(), history.first() + 1, 2999] {
            history.goto(tick, &mut stage).unwrap();
            assert_eq!(stage.hash(), hashes[tick as usize], "tick {tick}");
        }
    }
}
