//! What is lit in the diagrams of an instance.
//!
//! In: the stage after each tick, real time. Out: marks: active states, edges that were taken just
//! now and fade, and for how long the state has been active. What was seen is remembered, so that
//! this is known too where the user goes back.

use std::collections::VecDeque;

use crate::session::chart::{Chart, Marks};
use crate::{EventKind, Stage};

/// So many seconds an edge that was taken is seen.
const FLASH: f64 = 0.5;
/// So many entries of states are remembered.
const MOST: usize = 4096;

/// The lamps of an instance.
pub struct Lamps {
    id: u32,
    /// By diagram.
    diagrams: Vec<Lamp>,
    /// Ticks that were seen, without a gap.
    seen: [u64; 2],
    tick: u64,
}

#[derive(Clone, Debug, Default)]
struct Lamp {
    state: String,
    /// In which ticks a state was entered, among those that were seen.
    entries: VecDeque<u64>,
    /// Arrows, and when they were taken.
    taken: Vec<(usize, f64)>,
}

impl Lamps {
    /// Of an instance as it is now.
    pub fn new(stage: &Stage, id: u32, diagrams: usize) -> Self {
        let tick = stage.ticks();
        let mut lamps =
            Self { id, diagrams: vec![Lamp::default(); diagrams], seen: [tick, tick], tick };
        lamps.look(stage);
        lamps
    }

    /// The states as they are now.
    fn look(&mut self, stage: &Stage) {
        self.tick = stage.ticks();
        let view = stage.world().view(self.id);
        let states = view.map_or_else(Vec::new, |view| view.states);
        for (lamp, (_, state)) in self.diagrams.iter_mut().zip(states) {
            lamp.state = state;
        }
    }

    /// Sees where the instance is now, also where the user went there.
    pub fn catch_up(&mut self, stage: &Stage) {
        let tick = stage.ticks();
        if self.tick == tick {
            return;
        }
        let [from, to] = self.seen;
        if !(from..=to).contains(&tick) {
            self.seen = [tick, tick];
            self.diagrams.iter_mut().for_each(|lamp| lamp.entries.clear());
        }
        self.look(stage);
    }

    /// Whether a stage is one tick farther than what was seen last.
    pub fn is_before(&self, stage: &Stage) -> bool {
        self.tick + 1 == stage.ticks()
    }

    /// Something was done that is no tick.
    pub fn look_again(&mut self, stage: &Stage) {
        self.catch_up(stage);
        self.look(stage);
    }

    /// Ticks were done that were not seen: what was known of them is known no more. Of the last one
    /// it is seen what it did.
    pub fn lose(&mut self, stage: &Stage, charts: &[&Chart], now: f64) {
        self.seen = [stage.ticks(); 2];
        self.diagrams.iter_mut().for_each(|lamp| lamp.entries.clear());
        self.look(stage);
        self.light(stage, charts, now);
    }

    /// A tick was done.
    pub fn tick(&mut self, stage: &Stage, charts: &[&Chart], now: f64) {
        let tick = stage.ticks();
        if self.tick + 1 == tick && self.tick >= self.seen[0] {
            // what was seen of later ticks is another course now
            self.seen[1] = tick;
            for lamp in &mut self.diagrams {
                lamp.entries.retain(|entry| *entry < tick);
            }
        }
        self.catch_up(stage);
        self.light(stage, charts, now);
    }

    /// Edges that the last tick took.
    fn light(&mut self, stage: &Stage, charts: &[&Chart], now: f64) {
        let tick = stage.ticks();
        for lamp in &mut self.diagrams {
            lamp.taken.retain(|(_, when)| now - when < FLASH);
        }
        for event in stage.events().iter().filter(|event| event.id == self.id) {
            let EventKind::Transition { diagram, to, edge, .. } = &event.kind else { continue };
            let of = |(chart, _): &(&&Chart, &mut Lamp)| chart.diagram == *diagram;
            if let Some((chart, lamp)) = charts.iter().zip(&mut self.diagrams).find(of) {
                lamp.enter(tick);
                for arrow in chart.taken(*edge, to) {
                    lamp.taken.retain(|(known, _)| *known != arrow);
                    lamp.taken.push((arrow, now));
                }
            }
        }
    }

    /// What is lit in a diagram.
    pub fn marks(&self, stage: &Stage, chart: &Chart, diagram: usize, now: f64) -> Marks {
        let Some(lamp) = self.diagrams.get(diagram) else { return Marks::default() };
        let share = |when: f64| (1.0 - (now - when) / FLASH).clamp(0.0, 1.0) as f32;
        let taken = lamp.taken.iter().map(|(arrow, when)| (*arrow, share(*when)));
        Marks {
            active: chart.active(&lamp.state),
            taken: taken.filter(|(_, share)| *share > 0.0).collect(),
            note: self.time(stage, lamp),
        }
    }

    /// For how long it has been in its state, as far as that was seen.
    fn time(&self, stage: &Stage, lamp: &Lamp) -> Option<String> {
        let since = lamp.entries.iter().rev().find(|entry| **entry <= self.tick);
        let whole = since.is_some() || self.seen[0] == 0;
        let ticks = self.tick - since.copied().unwrap_or(self.seen[0]).min(self.tick);
        let seconds = ticks as f32 * stage.scene().tick_seconds();
        let more = if whole { "" } else { "> " };
        match seconds {
            s if s < 100.0 && (whole || ticks > 0) => Some(format!("{more}{s:.1} s")),
            s if s >= 100.0 => Some(format!("{more}{s:.0} s")),
            _ => None,
        }
    }
}

impl Lamp {
    fn enter(&mut self, tick: u64) {
        if self.entries.back() != Some(&tick) {
            self.entries.push_back(tick);
        }
        if self.entries.len() > MOST {
            self.entries.pop_front();
        }
    }
}
