//! Expressions and selectors, with their kinds.
//!
//! In: nothing, these are the data. Out: what the compiler and the reference interpreter read.

use super::{
    BinaryOp, BoundarySet, Button, ClassId, ContactPhase, DiagramId, EmitArg, GroupId, HookId,
    InputId, Key, Kind, LoopId, MessageId, NativeId, PoseField, Side, Site, StateId, VarId,
};
use crate::source::{Span, Text};

/// An expression with its kind.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// What it yields.
    pub ty: Kind,
    /// Its place.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant number.
    Number(f32),
    /// A constant flag.
    Flag(bool),
    /// A constant colour.
    Colour(u32),
    /// Nobody.
    Nobody,
    /// An own variable or parameter, as it is now.
    Var(VarId),
    /// A `repeat` counter.
    Loop(LoopId),
    /// A value of the own pose: x to roll now and in the parent's frame, `speed` and `turnrate` of the last tick.
    Own(PoseField),
    /// Seconds in the state of this level (1: outermost).
    Elapsed(u8),
    /// Seconds since the start, this tick included.
    Time,
    /// `-e`
    Neg(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// Arithmetic, comparison, `and`, `or`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if a then b else c`; only the chosen branch counts.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function over numbers.
    Native(NativeId, Vec<Expr>),
    /// `random(a, b)`
    Random(Box<Expr>, Box<Expr>, Site),
    /// `pick(a, b)`
    Pick(Box<Expr>, Box<Expr>, Site),
    /// `chance(p)`
    Chance(Box<Expr>, Site),
    /// Self.
    SelfRef,
    /// What the given one is part of or attached to.
    Parent(Box<Expr>),
    /// The part of this name of the given one.
    Child(Box<Expr>, Text),
    /// The living top-level instance with this path name: of this number, or the oldest.
    Named(Text, Option<u32>),
    /// The nearest that the selector takes (in a context without a place: the oldest).
    Nearest(Box<Selector>),
    /// Who sent the first of these messages.
    Sender(MessageId),
    /// Who makes a contact with it: of those that began or are there, else of those that ended; the nearest, then the oldest.
    Other(Box<Selector>),
    /// A variable of another instance, or a value of its pose, as of the last tick.
    /// A variable goes first; without either it reads 0, false, nobody.
    Field {
        /// Whose.
        of: Box<Expr>,
        /// The name.
        name: Text,
        /// The pose value of this name.
        pose: Option<PoseField>,
    },
    /// An own diagram was in the state, or one inside, at the end of the last tick.
    OwnIs(DiagramId, StateId),
    /// Another's diagram was.
    Is {
        /// Whose.
        of: Box<Expr>,
        /// Its diagram.
        diagram: Text,
        /// The state's path below the diagram, as `State::path`; a state that stands deeper is meant too where only its last names are written.
        state: Text,
    },
    /// How many the selector takes.
    Count(Box<Selector>),
    /// To the nearest; 1e9 if none.
    Distance(Box<Selector>),
    /// To the nearest, degrees, right positive, in the plane of own X and Z; 0 if none.
    Bearing(Box<Selector>),
    /// `key(K)`
    Key(Key),
    /// `pressed(K)`
    Pressed(Key),
    /// `released(K)`
    Released(Key),
    /// `click`, `click(right)`: on this one or a part of it; `anywhere`: `click(any)`.
    Click {
        /// With which button.
        button: Button,
        /// Wherever.
        anywhere: bool,
    },
    /// `hover`
    Hover,
    /// `hit`, `touch`, `leave`.
    Contact(ContactPhase, Box<Selector>),
    /// `message(m)`
    Message(MessageId),
    /// `received(m)`
    Received(MessageId),
    /// `value(m)`
    Value(MessageId),
    /// `input(n)`: a number that the host sets.
    Input(InputId),
    /// `hook(f, …)`: what a function of a script says; it is asked only where this is reached.
    Hook(HookId, Vec<EmitArg>, Site),
    /// `f(…)` of the host: a number of numbers; it is asked only where this is reached.
    Ask(HookId, Vec<Expr>),
    /// `every(t)` in the state of this level.
    Every(Box<Expr>, u8),
    /// `after t` in the state of this level.
    After(Box<Expr>, u8),
    /// All these timed actions, of the state of this level, are over.
    Done(Vec<u16>, u8),
}

/// Some instances.
#[derive(Clone, Debug)]
pub struct Selector {
    /// Of what.
    pub what: What,
    /// At most this far from the one that asks.
    pub within: Option<Expr>,
    /// At most this many degrees off its own forward.
    pub ahead: Option<Expr>,
    /// On which of its sides (contacts only).
    pub side: Option<Side>,
    /// Its place.
    pub span: Span,
}

/// What a selector takes. Self and the own tree never count.
#[derive(Clone, Debug)]
pub enum What {
    /// All of a character or atom.
    Class(ClassId),
    /// All that a group made.
    Group(GroupId),
    /// Top-level instances of a path name: that number, or the oldest that lives.
    Named(Text, Option<u32>),
    /// One instance.
    Ref(Box<Expr>),
    /// Any character (contacts only).
    Anyone,
    /// Boundaries (contacts only).
    Boundary(BoundarySet),
    /// Characters and boundaries (contacts only).
    Any,
}
