//! Definitions of characters: variables, parts, spawns, shapes.
//!
//! In: nothing, these are the data. Out: what the world reads.

use super::{ClassId, Code, DefId, DiagramSpec, Kind, MessageId, NameId, SpawnId, StateId, Value};
use crate::op::Reg;

/// A character or atom as written.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClassSpec {
    /// Its name.
    pub name: NameId,
}

/// A specialised character.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Def {
    /// What it counts as.
    pub class: ClassId,
    /// Its name in traces.
    pub name: NameId,
    /// What its class was called before it was renamed.
    pub was: Option<NameId>,
    /// What it looks like.
    pub shape: Option<ShapeSpec>,
    /// Computes its colour when it is made; else the shape's.
    pub color: Option<Value>,
    /// Its box in its own frame.
    pub bounds: Option<Obb>,
    /// Not visible at the start.
    pub hidden: bool,
    /// Kept inside the boundaries.
    pub solid: bool,
    /// Pinned to the picture: vertical, horizontal in −1, 0, 1 (bottom left is −1 −1).
    pub screen: Option<[i8; 2]>,
    /// Parameters first, then variables.
    pub vars: Vec<VarSpec>,
    /// Parts in text order.
    pub parts: Vec<PartSpec>,
    /// Diagrams in text order.
    pub diagrams: Vec<DiagramSpec>,
    /// Messages that something in it asks for, ascending.
    pub heard: Vec<MessageId>,
    /// Whether it asks for `speed` or `turnrate`, or others may.
    pub measured: bool,
    /// Whether contacts are asked for in it.
    pub feels: bool,
}

/// A parameter or variable.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VarSpec {
    /// Its name.
    pub name: NameId,
    /// Its kind.
    pub kind: Kind,
    /// Its initial value, computed on the new row.
    pub init: Value,
    /// Shown in traces.
    pub visible: bool,
    /// Something reads it of another instance, so a copy of the last tick is kept.
    pub published: bool,
}

/// A part.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartSpec {
    /// Its name.
    pub name: NameId,
    /// What stands there.
    pub spawn: SpawnId,
}

/// A new instance; its code runs in the context of whoever makes it.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpawnSpec {
    /// What it is.
    pub def: DefId,
    /// The name in its path (unused in a part or `become`).
    pub name: NameId,
    /// Computes arguments and placement.
    pub code: Code,
    /// Variable and the register that holds its argument.
    pub args: Vec<(u16, Reg)>,
    /// Where.
    pub placement: PlacementSpec,
    /// Diagram and the innermost state it starts in, where not the first.
    pub start: Vec<(u16, StateId)>,
}

/// Registers of a placement; `turn` in degrees about X, Y, Z, applied as q_Y · q_X · q_Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacementSpec {
    /// Position.
    pub at: [Reg; 3],
    /// Degrees.
    pub turn: [Reg; 3],
    /// Factors.
    pub scale: [Reg; 3],
}

/// A group.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroupSpec {
    /// Its name.
    pub name: NameId,
    /// Its lines.
    #[cfg_attr(feature = "serde", serde(with = "super::bytes::items"))]
    pub items: Vec<GroupItem>,
}

/// A line of a group.
#[derive(Clone, Debug)]
pub enum GroupItem {
    /// An instance.
    One(SpawnId),
    /// A repetition.
    Repeat {
        /// How often, rounded down.
        count: Value,
        /// Which counter `Op::Loop` reads.
        counter: u16,
        /// What is repeated.
        items: Vec<GroupItem>,
    },
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeSpec {
    /// What it is.
    pub base: BaseSpec,
    /// 0xRRGGBBAA.
    pub color: u32,
    /// A texture file.
    pub texture: Option<NameId>,
    /// Position inside its character.
    pub at: [f32; 3],
    /// Rotation x, y, z, w.
    pub rotation: [f32; 4],
    /// Factors.
    pub scale: [f32; 3],
}

/// What a shape is made of.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BaseSpec {
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
    /// Index into `Program::texts`, height.
    Text(u32, f32),
    /// The name of a model file, in its own size.
    Model(NameId),
}

/// An oriented box in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Obb {
    /// Its centre.
    pub center: [f32; 3],
    /// Half its size.
    pub half: [f32; 3],
    /// Its rotation x, y, z, w.
    pub rotation: [f32; 4],
}
