//! Diagrams: states and transitions as data.
//!
//! In: nothing, these are the data. Out: what the world reads.

use super::{Code, NameId, StateId, Value};
use crate::op::Reg;

/// A diagram.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DiagramSpec {
    /// Its name.
    pub name: NameId,
    /// What it was called before it was renamed.
    pub was: Option<NameId>,
    /// States, an outer one before its inner ones.
    pub states: Vec<StateSpec>,
    /// The innermost state it starts in.
    pub initial: StateId,
    /// Deepest nesting (1 where no state has inner ones).
    pub n_levels: u8,
    /// `on enter` of the body, then the enter code of the initial states is run after it.
    pub enter: Code,
    /// `on exit` of the body (runs for `again` of the body only).
    pub exit: Code,
    /// Number of slots for durations of timed actions.
    pub n_timed: u16,
    /// Number of once-per-stay slots.
    pub n_once: u16,
    /// Whether `-> back` occurs.
    pub uses_back: bool,
    /// Number of `.last` slots.
    pub n_last: u16,
    /// Levels (1-based) whose entry tick something asks for, as a bit set (bit 0: level 1).
    pub clocks: u32,
    /// Whether somebody asks `D is S`, so a copy of the last tick is kept.
    pub published: bool,
}

/// A state.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StateSpec {
    /// Its name.
    pub name: NameId,
    /// What it was called before it was renamed.
    pub was: Option<NameId>,
    /// Its path below the diagram as traces print it.
    pub path: NameId,
    /// The state it lies in.
    pub parent: Option<StateId>,
    /// 1 for the outermost.
    pub level: u8,
    /// The innermost state that is active after entering this one.
    pub first_leaf: StateId,
    /// `on enter` reactions.
    pub enter: Code,
    /// `on exit` reactions.
    pub exit: Code,
    /// Where the configuration it was left with is kept, if some arrow asks for it.
    pub last: Option<u16>,
    /// What a tick does while it is the innermost active one; `None` with inner states.
    pub leaf: Option<LeafSpec>,
}

/// What a tick does in an innermost state, outer scopes included.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LeafSpec {
    /// State lists, outermost first.
    pub act: Code,
    /// Reactions, outermost scope first.
    pub react: Code,
    /// Arrows in order of priority; those that can never apply here are left out.
    pub shifts: Vec<ShiftSpec>,
}

/// An arrow as seen from one innermost state.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShiftSpec {
    /// Its condition; an empty code and [`crate::op::NONE`] for always.
    pub cond: Value,
    /// Where to.
    pub target: TargetSpec,
    /// It stands on the innermost active state itself; else a target that is active already is passed over.
    pub innermost: bool,
    /// The edge's `do`.
    pub actions: Code,
    /// Which edge of the diagram, counted in text order (for coverage and reasons).
    pub edge: u16,
}

/// What an arrow points at.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TargetSpec {
    /// A state; entered down to its first leaf.
    State(StateId),
    /// What this state was left with last (slot in [`StateSpec::last`]).
    Last(StateId),
    /// The innermost state before the last arrow that changed it.
    Back,
    /// This scope anew: a state, or `None` for the whole diagram.
    Again(Option<StateId>),
    /// Drawn by weight.
    OneOf {
        /// Computes the weights.
        code: Code,
        /// States and the registers of their weights.
        states: Vec<(StateId, Reg)>,
        /// Index into `Program::sites`.
        site: u32,
    },
}
