//! Characters, their members, shapes and placements.
//!
//! In: the parser's findings. Out: nodes. They mean nothing yet.

use super::{Arg, Diagram, Expr, Name, Path, Place, Str, Three, Two};
use crate::source::Text;

/// A base with looks and a placement.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub base: Base,
    /// `color …`, if given.
    pub color: Option<Expr>,
    /// `texture "…"`, if given.
    pub texture: Option<Str>,
    /// Shifts the shape inside its character.
    pub placement: Placement,
    /// Its place.
    pub span: Place,
}

/// What a shape is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// `box W H D`.
    Box(Three),
    /// `ball R`.
    Ball(Expr),
    /// `cylinder R H`.
    Cylinder(Two),
    /// `cone R H`.
    Cone(Two),
    /// `capsule R H`.
    Capsule(Two),
    /// `plane W D`.
    Plane(Two),
    /// A model file.
    File(Str),
    /// `text "…" SIZE`.
    Text(Str, Expr),
}

/// `at X Y Z  turn X Y Z  scale N` or `scale X Y Z`, each at most once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    /// Position.
    pub at: Option<Three>,
    /// Degrees about X, Y, Z.
    pub turn: Option<Three>,
    /// One factor or three.
    pub scale: Option<Scale>,
    /// Its place (empty where nothing was written).
    pub span: Place,
}

/// One factor or three.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// For all axes.
    One(Box<Expr>),
    /// For X, Y, Z.
    Three(Three),
}

/// `character NAME(params) was OLD { members }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// `was OLD`.
    pub was: Option<Name>,
    /// Its members in text order.
    pub members: Vec<Member>,
}

/// A parameter of a character or a diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its kind, where written.
    pub kind: Option<ParamKind>,
    /// Its default.
    pub default: Option<Expr>,
}

/// The kinds a parameter can be declared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// `number`
    Number,
    /// `flag`
    Flag,
    /// `who`
    Who,
    /// `time`
    Time,
    /// `colour`
    Colour,
    /// `key`
    Key,
    /// `message`
    Message,
    /// `character`
    Character,
    /// `clip`
    Clip,
}

/// A member of a character.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The text of the `///` lines before it.
    pub doc: Option<Text>,
    /// What it is.
    pub kind: MemberKind,
    /// Its place.
    pub span: Place,
}

/// The kinds of member.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberKind {
    /// `shape NAME`: that of an atom.
    ShapeOf(Path),
    /// `shape box …`.
    Shape(Box<Shape>),
    /// `color C`.
    Color(Expr),
    /// `part NAME: …`.
    Part(Part),
    /// `var NAME = expr`.
    Var {
        /// Its name.
        name: Name,
        /// Its initial value.
        value: Expr,
    },
    /// An inline diagram.
    Diagram(Diagram),
    /// `run Walk(speed: 2) as Legs`.
    Run {
        /// Which top-level diagram.
        path: Path,
        /// Its arguments.
        args: Vec<Arg>,
        /// Under which name.
        alias: Option<Name>,
    },
    /// `bounds …`.
    Bounds(Bounds),
    /// `hidden`.
    Hidden,
    /// `solid`.
    Solid,
    /// `screen top left`.
    Screen(ScreenV, ScreenH),
}

/// `part NAME: what placement bone B start S`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name.
    pub name: Name,
    /// What stands there.
    pub what: PartWhat,
    /// Where, in the parent's frame.
    pub placement: Placement,
    /// `bone NAME`: not supported yet.
    pub bone: Option<Name>,
    /// `start A, B`.
    pub start: Vec<Path>,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq)]
pub enum PartWhat {
    /// A character or an atom.
    Path(Path, Vec<Arg>),
    /// A shape in place; its looks, no placement of its own.
    Shape(Box<Shape>),
}

/// `bounds auto|none|box W H D placement`.
#[derive(Clone, Debug, PartialEq)]
pub enum Bounds {
    /// Those of the shape.
    Auto,
    /// Touches nothing.
    None,
    /// A box.
    Box(Three, Placement),
}

/// Where on the picture, vertically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenV {
    /// `top`
    Top,
    /// `middle`
    Middle,
    /// `bottom`
    Bottom,
}

/// Where on the picture, horizontally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenH {
    /// `left`
    Left,
    /// `center`
    Center,
    /// `right`
    Right,
}
