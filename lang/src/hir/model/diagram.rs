//! Diagrams, states, edges and arrows.
//!
//! In: nothing, these are the data. Out: what the compiler and the reference interpreter read.

use super::{Action, Expr, Site, StateId};
use crate::source::{Span, Text};

/// A diagram of a character.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Its name in traces and paths: that of the inline diagram, or the `run`'s.
    pub name: Text,
    /// Edges of the body: they hold in every state.
    pub edges: Vec<Edge>,
    /// `on enter` of the body.
    pub enter: Vec<Reaction>,
    /// `on exit` of the body (it never runs but for `again`).
    pub exit: Vec<Reaction>,
    /// States in text order, an outer one before its inner ones. The first is the initial one.
    pub states: Vec<State>,
    /// Number of `Timed` slots.
    pub n_timed: usize,
    /// Number of once-per-stay slots.
    pub n_once: usize,
    /// `was OLD`.
    pub was: Option<Text>,
    /// Its place.
    pub span: Span,
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its own name.
    pub name: Text,
    /// The path below the diagram as traces print it: `Guard.Punch`.
    pub path: Text,
    /// The state it lies in.
    pub parent: Option<StateId>,
    /// Its inner states; the first is entered with it.
    pub children: Vec<StateId>,
    /// 1 for the outermost.
    pub level: u8,
    /// Done every tick.
    pub actions: Vec<Action>,
    /// Edges in text order, `on enter` and `on exit` aside. `else` is an edge on `true`.
    pub edges: Vec<Edge>,
    /// `on enter` in text order.
    pub enter: Vec<Reaction>,
    /// `on exit` in text order.
    pub exit: Vec<Reaction>,
    /// `was OLD`.
    pub was: Option<Text>,
    /// Its place.
    pub span: Span,
}

/// `on enter if … do …` or `on exit …`.
#[derive(Clone, Debug)]
pub struct Reaction {
    /// Its condition.
    pub cond: Option<Expr>,
    /// What it does.
    pub actions: Vec<Action>,
    /// Its place.
    pub span: Span,
}

/// An edge: a reaction where it has no arrow.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its condition, a flag.
    pub cond: Expr,
    /// What it does.
    pub actions: Vec<Action>,
    /// Where it leads.
    pub arrow: Option<Arrow>,
    /// For a reaction headed `after` or with `done` in its condition: it runs at most once per
    /// stay in its own state (on a diagram: in the outermost active state). Slot in the diagram.
    pub once: Option<u16>,
    /// Written `else`.
    pub is_else: bool,
    /// Its place.
    pub span: Span,
}

/// An arrow.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// Where to.
    pub target: Target,
    /// Passed over while one of these is active.
    pub except: Vec<StateId>,
    /// Its place.
    pub span: Span,
}

/// What an arrow points at.
#[derive(Clone, Debug)]
pub enum Target {
    /// A state.
    State(StateId),
    /// The configuration the state had when it was left last.
    Last(StateId),
    /// The innermost state before the last arrow that changed it.
    Back,
    /// The scope the edge stands on, anew.
    Again,
    /// One drawn by weight.
    OneOf(Vec<(StateId, Expr)>, Site),
}
