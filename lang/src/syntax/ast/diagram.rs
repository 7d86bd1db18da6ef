//! Diagrams, states, edges and arrows.
//!
//! In: the parser's findings. Out: nodes. They mean nothing yet.

use super::{Action, Expr, Name, Param, Path, Place};
use crate::source::Text;

/// A diagram: scope edges, then states.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// Its name.
    pub name: Name,
    /// Parameters (of a top-level one).
    pub params: Vec<Param>,
    /// `was OLD`.
    pub was: Option<Name>,
    /// The diagram's default fade: not supported yet.
    pub fade: Option<Place>,
    /// Edges that hold in every state.
    pub edges: Vec<Edge>,
    /// Its states; the first is the initial one.
    pub states: Vec<State>,
}

/// A state.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The text of the `///` lines before it.
    pub doc: Option<Text>,
    /// Its name.
    pub name: Name,
    /// `was OLD`.
    pub was: Option<Name>,
    /// `< actions >`; empty where none were written.
    pub actions: Vec<Action>,
    /// Its edges in text order.
    pub edges: Vec<Edge>,
    /// Inner states.
    pub states: Vec<State>,
    /// From `state` to its last character.
    pub span: Place,
}

/// An edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// When.
    pub head: EdgeHead,
    /// `do` actions.
    pub actions: Vec<Action>,
    /// Where to; without, it is a reaction.
    pub arrow: Option<Arrow>,
    /// Its place.
    pub span: Place,
}

/// What an edge begins with.
#[derive(Clone, Debug, PartialEq)]
pub enum EdgeHead {
    /// `on expr`.
    On(Expr),
    /// `after time if expr`.
    After(Expr, Option<Expr>),
    /// `on enter if expr`.
    Enter(Option<Expr>),
    /// `on exit if expr`.
    Exit(Option<Expr>),
    /// `else`.
    Else,
}

/// `-> target fade … except …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Where to.
    pub target: Target,
    /// `fade …`: not supported yet.
    pub fade: Option<Place>,
    /// States in which it does not apply.
    pub except: Vec<Path>,
    /// From `->` on.
    pub span: Place,
}

/// What an arrow points at.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A state.
    State(Path),
    /// `S.last`.
    Last(Path),
    /// `back`.
    Back,
    /// `again`.
    Again,
    /// `one of A 3, B`.
    OneOf(Vec<(Path, Option<Expr>)>),
}
