//! What became of an edge.
//!
//! In: an edge, whether it was taken and whether its condition held. Out: a [`Fate`].

use islay_lang::hir::model::{Edge, StateId, Target};

use super::Asked;

/// What became of an edge in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its arrow was taken.
    Taken,
    /// It has no arrow, and did what it does.
    Ran,
    /// Its condition did not hold.
    DidNotHold,
    /// It held, or was not asked, but its target was active already.
    ActiveAlready,
    /// An `except` names a state that was active.
    Excepted,
    /// It was not asked, since another was taken before.
    Late,
    /// It held, but had run in this stay before.
    OncePerStay,
}

impl Fate {
    /// The fate of an edge; `around`: the active states where it stands outside of the innermost.
    pub(super) fn of(edge: &Edge, taken: bool, holds: Option<bool>, around: &[StateId]) -> Self {
        let Some(arrow) = &edge.arrow else {
            return match (taken, holds) {
                (true, _) => Self::Ran,
                (false, Some(true)) => Self::OncePerStay,
                _ => Self::DidNotHold,
            };
        };
        let there = matches!(arrow.target, Target::State(s) if around.contains(&s));
        match holds {
            _ if taken => Self::Taken,
            _ if there => Self::ActiveAlready,
            _ if arrow.except.iter().any(|s| around.contains(s)) => Self::Excepted,
            // a target that is only known when it is asked for
            Some(true) => Self::ActiveAlready,
            _ => Self::DidNotHold,
        }
    }
}

/// Arrows behind the one that was taken were not asked.
pub(super) fn after_the_taken(told: &mut [Asked], edges: &[&Edge]) {
    let arrow =
        |asked: &Asked| edges.get(usize::from(asked.edge)).is_some_and(|edge| edge.arrow.is_some());
    let taken = told.iter().position(|asked| asked.fate == Fate::Taken);
    let behind = taken.map_or(told.len(), |at| at + 1);
    for asked in told.iter_mut().skip(behind).filter(|asked| arrow(asked)) {
        asked.fate = Fate::Late;
    }
}
