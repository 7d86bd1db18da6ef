//! A compiled program: flat tables of data, code ranges into one list of ops.
//!
//! In: nothing, these are the data; the front end writes them, the world runs them. States and
//! transitions are data; conditions, actions and values are code. There are no names here that
//! the machine does not print or look up, and no places in source texts: a [`TrapSite`] has a
//! number that the front end can map back, and room for what comes of it.

#[cfg(feature = "serde")]
mod bytes;
mod character;
mod diagram;
mod probe;
mod same;
mod select;
mod test;
mod valid;
mod wants;

use crate::op::{Op, Reg};

pub use crate::key::Key;

pub use character::{
    BaseSpec, ClassSpec, Def, GroupItem, GroupSpec, Obb, PartSpec, PlacementSpec, ShapeSpec,
    SpawnSpec, VarSpec,
};
pub use diagram::{DiagramSpec, LeafSpec, ShiftSpec, StateSpec, TargetSpec};
pub use probe::{EdgeProbe, Probes};
pub use select::{
    BoundarySet, Button, CallSpec, ContactPhase, EmitArg, EmitSpec, FieldSpec, HookSpec, PoseField,
    SelectorSpec, SendSpec, Side, StateQuery, TextPiece, TextSpec, TrapSite, WhatSpec,
};
pub use test::{StepSpec, TestSpec};
pub use valid::ProgramError;
pub use wants::{CallKind, WantedCall, Wants};

/// An index into [`Program::names`].
pub type NameId = u32;
/// An index into [`Program::defs`].
pub type DefId = u16;
/// An index into [`Program::classes`].
pub type ClassId = u16;
/// An index into [`Program::groups`].
pub type GroupId = u16;
/// An index into [`Program::messages`].
pub type MessageId = u16;
/// An index into [`DiagramSpec::states`].
pub type StateId = u16;
/// An index into [`Program::spawns`].
pub type SpawnId = u32;

/// A stretch of [`Program::code`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Code {
    /// First op.
    pub start: u32,
    /// First op behind it.
    pub end: u32,
}

impl Code {
    /// Whether it does nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// As a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Code whose result is in a register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Value {
    /// Computes it.
    pub code: Code,
    /// Where it is then.
    pub reg: Reg,
}

/// A compiled program.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Program {
    /// Space, tick, colours, camera.
    pub world: WorldSpec,
    /// Every name and text.
    pub names: Vec<Box<str>>,
    /// By name: paths show it in backticks, since it is no identifier. What is missing is one.
    pub quoted: Vec<bool>,
    /// Names of messages.
    pub messages: Vec<NameId>,
    /// What signals and targets can name.
    pub classes: Vec<ClassSpec>,
    /// Specialised characters.
    pub defs: Vec<Def>,
    /// Groups.
    pub groups: Vec<GroupSpec>,
    /// The group that is there at the start.
    pub main: Option<GroupId>,
    /// New instances: parts, lines of groups, forks, `become`.
    pub spawns: Vec<SpawnSpec>,
    /// All code.
    pub code: Vec<Op>,
    /// Constant unit quaternions x, y, z, w (folded rotations).
    pub quats: Vec<[f32; 4]>,
    /// Constant vectors (folded moves).
    pub vecs: Vec<[f32; 3]>,
    /// Places of draws: structural hashes.
    pub sites: Vec<u64>,
    /// Selectors, one per use.
    pub selectors: Vec<SelectorSpec>,
    /// Where `send` goes, one per use.
    pub targets: Vec<SendSpec>,
    /// Placements of `attach`, one per use.
    pub placements: Vec<PlacementSpec>,
    /// Texts with values inside, one per use.
    pub texts: Vec<TextSpec>,
    /// Argument lists of `emit`.
    pub emits: Vec<EmitSpec>,
    /// Names of the numbers that the host sets.
    pub inputs: Vec<NameId>,
    /// What it has with its host.
    pub wants: Wants,
    /// Functions of scripts and of the host that are called.
    pub hooks: Vec<HookSpec>,
    /// Calls of them, one per use.
    pub calls: Vec<CallSpec>,
    /// Characters that scripts can make: by name, with their defaults.
    pub plain: Vec<(NameId, SpawnId)>,
    /// Fields that are read of other instances.
    pub fields: Vec<FieldSpec>,
    /// Questions `ref.D is S`.
    pub queries: Vec<StateQuery>,
    /// Places that can trap.
    pub traps: Vec<TrapSite>,
    /// Tests.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub tests: Vec<TestSpec>,
    /// Registers that the largest block needs.
    pub n_regs: u16,
    /// Whether and how it can be looked into.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub probes: Option<Box<Probes>>,
}

/// Which boundaries the world has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WorldKind {
    /// None.
    #[default]
    Space,
    /// The plane y = 0.
    Ground,
    /// Six.
    Room,
}

/// The world's settings.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldSpec {
    /// Boundaries.
    pub kind: WorldKind,
    /// Width, height, depth.
    pub size: [f32; 3],
    /// Colours 0xRRGGBBAA.
    pub background: u32,
    /// The floor's.
    pub floor: u32,
    /// The sides'.
    pub wall: u32,
    /// The roof's.
    pub roof: u32,
    /// Seconds per tick.
    pub tick: f32,
    /// Seed of chance.
    pub seed: u64,
    /// `None`: one that shows everything at the start.
    pub camera: Option<CameraSpec>,
    /// The direction the light comes from.
    pub light: [f32; 3],
    /// Its colour.
    pub light_color: u32,
}

/// The camera.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CameraSpec {
    /// In whose frame.
    pub of: Option<NameId>,
    /// Where it stands.
    pub at: [f32; 3],
    /// What it looks at; `None`: straight ahead.
    pub look: Option<[f32; 3]>,
    /// Degrees about X, Y, Z after looking.
    pub turn: [f32; 3],
    /// Vertical field of view in degrees.
    pub fov: f32,
}

/// The kinds of value; in registers and columns all are 32 bits, and 0 bits is what is gone reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kind {
    /// An f32, finite, never −0.
    #[default]
    Number,
    /// 0 or 1.
    Flag,
    /// A serial number of an instance, 0 for nobody.
    Who,
    /// 0xRRGGBBAA.
    Colour,
}
