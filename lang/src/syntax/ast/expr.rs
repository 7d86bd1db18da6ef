//! Expressions, references and arguments.
//!
//! In: the parser's findings. Out: nodes. They mean nothing yet.

use super::{Name, Path, Place, Str};
use crate::source::Text;

/// An argument: an expression that may be narrowed like a `who`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    /// `name:`.
    pub name: Option<Name>,
    /// The value (a time with a unit word apart is [`ExprKind::Unit`]).
    pub value: Expr,
    /// `within N`.
    pub within: Option<Expr>,
    /// `ahead N`.
    pub ahead: Option<Expr>,
    /// A side, with its place.
    pub side: Option<(Side, Place)>,
    /// Its place.
    pub span: Place,
}

/// Sides of a contact, as seen from the one that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `above`
    Above,
    /// `below`
    Below,
    /// `front`
    Front,
    /// `behind`
    Behind,
    /// `left`
    Left,
    /// `right`
    Right,
}

/// A reference that may be narrowed: `Guard within 5 ahead 30`.
#[derive(Clone, Debug, PartialEq)]
pub struct Who {
    /// The reference.
    pub base: Ref,
    /// `within N`.
    pub within: Option<Expr>,
    /// `ahead N`.
    pub ahead: Option<Expr>,
    /// Its place.
    pub span: Place,
}

/// `NAME#2(args).part.v`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ref {
    /// The first name.
    pub name: Name,
    /// `#N`.
    pub number: Option<u32>,
    /// Arguments glued to the first name: a function, a signal.
    pub args: Option<Vec<Arg>>,
    /// What follows behind dots.
    pub rest: Vec<(Name, Option<u32>)>,
    /// Its place.
    pub span: Place,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Place,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number as written, with a glued unit or without.
    Number {
        /// Its value (finite), before the unit.
        value: f32,
        /// Its digits as written, without the unit.
        text: Text,
        /// The glued unit.
        unit: Option<Unit>,
    },
    /// A unit word apart: `3 ticks`, `1/30 s`, `(a) s`.
    Unit(Box<Expr>, Unit),
    /// `operand/s`.
    PerSecond(Box<Expr>),
    /// A string.
    Str(Str),
    /// `#rrggbbaa`, packed as 0xRRGGBBAA, with its digits as written.
    Colour(u32, Text),
    /// `true`, `false`.
    Bool(bool),
    /// A name, a call, a member of one.
    Ref(Ref),
    /// `( expr )`.
    Paren(Box<Expr>),
    /// `-e`.
    Neg(Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `a op b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `ref is path`, `ref is not path`.
    Is {
        /// The diagram, or what has it.
        subject: Ref,
        /// `is not`.
        negated: bool,
        /// The state.
        state: Path,
    },
    /// `if a then b else c`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Units of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// `s`
    Seconds,
    /// `ms`
    Milliseconds,
    /// `tick`, `ticks`
    Ticks,
    /// `deg`
    Degrees,
    /// `rad`
    Radians,
}

/// Binary operators (`is` has a node of its own).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`, floored
    Rem,
}
