//! Characters: variables, parts, shapes, groups of them.
//!
//! In: nothing, these are the data. Out: what the compiler and the reference interpreter read.

use super::{
    CharacterId, ClassId, Diagram, DiagramId, Expr, Kind, LoopId, Piece, ScreenH, ScreenV, StateId,
    VarId,
};
use crate::source::{Span, Text};

/// A character or an atom as written.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name, with the prefix of its `use … as`.
    pub name: Text,
    /// An atom (or an inline shape) rather than a character.
    pub atom: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A specialised character.
#[derive(Clone, Debug)]
pub struct Character {
    /// What it counts as.
    pub class: ClassId,
    /// The written name; for an inline shape its first word (`ball`).
    pub name: Text,
    /// What it looks like, parts aside.
    pub shape: Option<Shape>,
    /// Its colour when made (a constant, a parameter …), where not the shape's.
    pub color: Option<Expr>,
    /// Its box, in its own frame; `None` touches nothing.
    pub bounds: Option<Obb>,
    /// Not visible at the start.
    pub hidden: bool,
    /// Kept inside the world's boundaries.
    pub solid: bool,
    /// Pinned to the picture.
    pub screen: Option<(ScreenV, ScreenH)>,
    /// Parameters first, then variables in text order.
    pub vars: Vec<Var>,
    /// How many of `vars` are parameters.
    pub n_params: usize,
    /// Parts in text order.
    pub parts: Vec<Part>,
    /// Diagrams in text order, `run` ones included.
    pub diagrams: Vec<Diagram>,
    /// `was OLD`.
    pub was: Option<Text>,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter or variable of a character.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: Text,
    /// Its kind.
    pub kind: Kind,
    /// Drawn and evaluated when the instance is made, in order, with what stands before it known.
    /// For a parameter: its default, used where no argument is given.
    pub init: Expr,
    /// Shown in traces (parameters and variables are; helpers of a `run` are not).
    pub visible: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A part.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub name: Text,
    /// What stands there.
    pub character: CharacterId,
    /// Arguments, evaluated in the whole's context when it is made.
    pub args: Vec<(VarId, Expr)>,
    /// In the whole's frame, evaluated likewise.
    pub placement: Placement,
    /// Initial states other than the first.
    pub start: Vec<(DiagramId, StateId)>,
    /// Its place.
    pub span: Span,
}

/// Where something stands: position, degrees about X Y Z (as q_Y · q_X · q_Z), scale.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Position.
    pub at: [Expr; 3],
    /// Degrees about X, Y, Z.
    pub turn: [Expr; 3],
    /// Factors.
    pub scale: [Expr; 3],
}

/// A shape with its looks.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it is.
    pub base: Base,
    /// Its colour.
    pub color: u32,
    /// A texture file, by the name it goes by.
    pub texture: Option<Text>,
    /// Position inside its character.
    pub at: [f32; 3],
    /// Degrees about X, Y, Z.
    pub turn: [f32; 3],
    /// Factors.
    pub scale: [f32; 3],
}

/// What a shape is made of.
#[derive(Clone, Debug)]
pub enum Base {
    /// Width, height, depth.
    Box([f32; 3]),
    /// Radius.
    Ball(f32),
    /// Radius, height.
    Cylinder(f32, f32),
    /// Radius, height.
    Cone(f32, f32),
    /// Radius, height over all.
    Capsule(f32, f32),
    /// Width, depth.
    Plane(f32, f32),
    /// Text of a height.
    Text(Vec<Piece>, f32),
    /// A model file, by the name it goes by.
    Model(Text),
}

/// An oriented box in a character's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    /// Its centre.
    pub center: [f32; 3],
    /// Half its size.
    pub half: [f32; 3],
    /// Its rotation x, y, z, w.
    pub rotation: [f32; 4],
}

/// A new instance.
#[derive(Clone, Debug)]
pub struct SpawnOne {
    /// What it is.
    pub character: CharacterId,
    /// The name of its path.
    pub name: Text,
    /// Arguments.
    pub args: Vec<(VarId, Expr)>,
    /// Where.
    pub placement: Placement,
    /// Initial states other than the first.
    pub start: Vec<(DiagramId, StateId)>,
    /// Its place.
    pub span: Span,
}

/// A group.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: Text,
    /// Its spawns. Their expressions know counters, constants, draws and functions.
    pub spawns: Vec<Spawn>,
    /// Its place.
    pub span: Span,
}

/// A line of a group.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "built once, read in place")]
pub enum Spawn {
    /// An instance.
    One(SpawnOne),
    /// A repetition.
    Repeat {
        /// How often, rounded down, at least 0.
        count: Expr,
        /// Its counter, from 0.
        counter: LoopId,
        /// What is repeated.
        spawns: Vec<Spawn>,
    },
}
