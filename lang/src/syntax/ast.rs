//! The syntax tree: one node per construct of the grammar, with its place, meaning nothing yet.
//!
//! In: what the parser saw. Out: plain data, compared by structure. It resolves no name, knows no
//! kind or unit rule beyond the shape of the text, and drops nothing that the printer needs.

mod action;
mod character;
mod diagram;
mod expr;
mod item;
mod test;

pub use action::{
    Action, ActionKind, Aim, AssignOp, Axis, Ease, Fork, Frame, Mods, Operands, ResetWhat, SendTo,
    Timed,
};
pub use character::{
    Base, Bounds, Character, Member, MemberKind, Param, ParamKind, Part, PartWhat, Placement,
    Scale, ScreenH, ScreenV, Shape,
};
pub use diagram::{Arrow, Diagram, Edge, EdgeHead, State, Target};
pub use expr::{Arg, BinaryOp, Expr, ExprKind, Ref, Side, Unit, Who};
pub use item::{
    Atom, Group, HostEntry, HostKind, Item, ItemKind, Setting, SettingKind, Spawn, SpawnOne,
    Surface, Use, UseWhat, WorldKind,
};
pub use test::{Step, StepKind, Test};

use crate::source::{Span, Text};

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// The items in text order.
    pub items: Vec<Item>,
}

/// A name as written. Identifiers are in NFC, quoted names that are none are byte for byte.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name without backticks.
    pub text: Text,
    /// Written in backticks, so it never has the meaning of a word of the language.
    pub quoted: bool,
    /// Its place, backticks included.
    pub span: Span,
}

/// Equal when they name the same thing in the same way; places do not count.
impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.quoted == other.quoted
    }
}

/// Names joined by dots.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// At least one.
    pub names: Vec<Name>,
    /// All of it.
    pub span: Place,
}

/// A span that never makes two trees differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A string literal.
#[derive(Clone, Debug, PartialEq)]
pub struct Str {
    /// Its pieces: literal text with escapes resolved, and `{expr}` between.
    pub pieces: Vec<Piece>,
    /// With the quotes.
    pub span: Place,
}

/// Three operands, boxed to keep nodes small.
pub type Three = Box<[Expr; 3]>;
/// Two operands.
pub type Two = Box<[Expr; 2]>;

/// A piece of a string literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Literal text, escapes resolved.
    Text(Text),
    /// `{expr}`.
    Expr(Expr),
}
