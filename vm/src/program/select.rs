//! What ops refer to: selectors, targets, texts, fields, boundaries, sides.
//!
//! In: nothing, these are the data. Out: what the world reads.

use super::{ClassId, Code, DefId, GroupId, Kind, NameId, StateId};
use crate::op::Reg;

/// Values of a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PoseField {
    /// Position.
    X,
    /// Position.
    Y,
    /// Position.
    Z,
    /// Degrees about Y in (−180, 180].
    Heading,
    /// Degrees about X.
    Pitch,
    /// Degrees about Z.
    Roll,
    /// Units per second in the world over the last tick.
    Speed,
    /// Degrees per second about the world's Y over the last tick, right positive.
    TurnRate,
}

/// Buttons of a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Button {
    /// The first.
    #[default]
    Left,
    /// The second.
    Right,
    /// The wheel.
    Middle,
}

/// Phases of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContactPhase {
    /// It began: there now, not a tick ago.
    Hit,
    /// It is there.
    Touch,
    /// It ended.
    Leave,
}

/// A set of boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundarySet(pub u8);

impl BoundarySet {
    /// x = −W/2
    pub const WEST: Self = Self(1);
    /// x = W/2
    pub const EAST: Self = Self(2);
    /// y = 0
    pub const FLOOR: Self = Self(4);
    /// y = H
    pub const ROOF: Self = Self(8);
    /// z = −D/2
    pub const SOUTH: Self = Self(16);
    /// z = D/2
    pub const NORTH: Self = Self(32);
    /// The four sides.
    pub const WALL: Self = Self(1 | 2 | 16 | 32);
    /// All six.
    pub const ALL: Self = Self(63);

    /// Whether they have one in common.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Those of either.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Sides of a contact as seen from the one that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// +Y
    Above,
    /// −Y
    Below,
    /// +Z
    Front,
    /// −Z
    Behind,
    /// −X
    Left,
    /// +X
    Right,
}

/// Some instances; the registers are filled by ops before the one that uses it.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SelectorSpec {
    /// Of what.
    pub what: WhatSpec,
    /// Register of the largest distance.
    pub within: Option<Reg>,
    /// Register of the largest angle off own forward.
    pub ahead: Option<Reg>,
    /// On which side.
    pub side: Option<Side>,
}

/// What a selector takes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WhatSpec {
    /// Instances whose class it is.
    Class(ClassId),
    /// Top-level instances that the group made.
    Group(GroupId),
    /// Top-level instances of a path name: of that number, 0 for the oldest that lives.
    Named(NameId, u32),
    /// The one in a register.
    Ref(Reg),
    /// Any instance.
    Anyone,
    /// Boundaries.
    Boundary(BoundarySet),
    /// Instances and boundaries.
    Any,
}

/// Whom a message goes to.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SendSpec {
    /// Everyone.
    All,
    /// Ancestors of the sender.
    Up,
    /// Its descendants.
    Down,
    /// Its direct parts.
    Parts,
    /// All of a class at arrival.
    Class(ClassId),
    /// All a group made, at arrival.
    Group(GroupId),
    /// By path name and number (0: the oldest), at arrival.
    Named(NameId, u32),
    /// The one in a register.
    Ref(Reg),
    /// All that `Program::selectors` of this index takes, now.
    Selector(u32),
}

/// A text with values inside.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextSpec {
    /// Computes the values (for shapes; in code the ops stand before the op that uses it).
    pub code: Code,
    /// The pieces.
    pub pieces: Vec<TextPiece>,
}

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TextPiece {
    /// As it stands.
    Name(NameId),
    /// A value, shown by its kind.
    Value(Reg, Kind),
}

/// The arguments of `emit`.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EmitSpec {
    /// The event's name.
    pub name: NameId,
    /// Arguments.
    pub args: Vec<EmitArg>,
}

/// An argument of `emit`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EmitArg {
    /// A text.
    Text(Vec<TextPiece>),
    /// A value.
    Value(Reg, Kind),
}

/// A function of a script or of the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HookSpec {
    /// The script's file; the empty name: the host.
    pub script: NameId,
    /// The function.
    pub name: NameId,
}

/// A call of a function of a script or of the host.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CallSpec {
    /// An index into [`crate::program::Program::hooks`].
    pub hook: u16,
    /// Arguments behind `me`; numbers alone where [`crate::op::Op::Ask`] calls it.
    pub args: Vec<EmitArg>,
    /// Whose text it stands in, for traps: `Hero.Turn.Left`.
    pub place: NameId,
    /// The place of the draws in it: a structural hash.
    pub site: u64,
}

/// A field that is read of other instances: a variable of that name, else the pose value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FieldSpec {
    /// The name.
    pub name: NameId,
    /// What its reader expects; a variable of another kind reads 0.
    pub kind: Kind,
    /// The pose value of this name.
    pub pose: Option<PoseField>,
}

/// `ref.D is S`: which states of which defs it means.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StateQuery {
    /// Per def that has such a diagram and state: (def, diagram, state); sorted.
    pub answers: Vec<(DefId, u16, StateId)>,
}

/// A place that can trap.
#[derive(Clone, Debug, PartialEq)]
pub struct TrapSite {
    /// A kebab-case code: one of [`TrapSite::CODES`].
    pub code: &'static str,
    /// What the message says: the place in the user's own names.
    pub place: NameId,
    /// Where that is in the text, by whoever knows it: `12:5`.
    pub at: Option<Box<str>>,
}

impl TrapSite {
    /// All codes.
    pub const CODES: &[&str] = &["not-finite"];
}
