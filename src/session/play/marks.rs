//! Places of a run that stand out on a timeline.
//!
//! In: what was done between ticks, runs that were left, breakpoints that were hit. Out: marks, in
//! the order of their ticks.

use std::collections::VecDeque;

use super::breaks::Hit;
use crate::session::history::{Deed, History};

/// At most so many hits are kept.
const HITS: usize = 1000;

/// A place that stands out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Behind which tick.
    pub tick: u64,
    /// Why.
    pub what: What,
}

/// Why a place stands out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An edited scene took over.
    Reload,
    /// Something was done between two ticks, in the text that was typed.
    Act(String),
    /// A run was left here, of this number.
    Branch(u32),
    /// A breakpoint stopped it, of this number.
    Break(u32),
}

/// Hits of breakpoints, the latest last.
#[derive(Debug, Default)]
pub(super) struct Hits(VecDeque<(u64, u32)>);

impl Hits {
    /// Remembers what stopped in a tick.
    pub fn add(&mut self, hits: &[Hit]) {
        self.0.extend(hits.iter().map(|hit| (hit.tick, hit.number)));
        let over = self.0.len().saturating_sub(HITS);
        self.0.drain(..over);
    }

    /// All marks of a run.
    pub fn marks(&self, history: &History) -> Vec<Mark> {
        let deeds = history.deeds().map(|(tick, deed)| Mark { tick: *tick, what: what(deed) });
        let left = history.runs_left();
        let left = left.map(|(number, tick)| Mark { tick, what: What::Branch(number) });
        let hits =
            self.0.iter().map(|(tick, number)| Mark { tick: *tick, what: What::Break(*number) });
        let mut marks: Vec<Mark> = deeds.chain(left).chain(hits).collect();
        marks.sort_by_key(|mark| mark.tick);
        marks.dedup();
        marks.retain(|mark| history.known().contains(&mark.tick));
        marks
    }
}

fn what(deed: &Deed) -> What {
    match deed {
        Deed::Reload(..) => What::Reload,
        Deed::Act(text) => What::Act(text.clone()),
    }
}
