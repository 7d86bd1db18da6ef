//! A compiled program: flat tables of data, code ranges into one list of ops.
//!
//! In: nothing, these are the data; the front end writes them, the world runs them. States and
//! transitions are data; conditions, actions and values are code. There are no names here that
//! the machine does not print or look up, and no places in source texts: a [`TrapSite`] has a
//! number that the front end can map back.

use crate::op::{Op, Reg};

pub use crate::key::Key;

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
pub struct Value {
    /// Computes it.
    pub code: Code,
    /// Where it is then.
    pub reg: Reg,
}

/// A compiled program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Space, tick, colours, camera.
    pub world: WorldSpec,
    /// Every name and text.
    pub names: Vec<Box<str>>,
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
    /// Fields that are read of other instances.
    pub fields: Vec<FieldSpec>,
    /// Questions `ref.D is S`.
    pub queries: Vec<StateQuery>,
    /// Places that can trap.
    pub traps: Vec<TrapSite>,
    /// Tests.
    pub tests: Vec<TestSpec>,
    /// Registers that the largest block needs.
    pub n_regs: u16,
}

/// Which boundaries the world has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// A character or atom as written.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassSpec {
    /// Its name.
    pub name: NameId,
}

/// A specialised character.
#[derive(Clone, Debug, Default)]
pub struct Def {
    /// What it counts as.
    pub class: ClassId,
    /// Its name in traces.
    pub name: NameId,
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

/// The kinds of value; in registers and columns all are 32 bits, and 0 bits is what is gone reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// A parameter or variable.
#[derive(Clone, Debug, Default)]
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
pub struct PartSpec {
    /// Its name.
    pub name: NameId,
    /// What stands there.
    pub spawn: SpawnId,
}

/// A new instance; its code runs in the context of whoever makes it.
#[derive(Clone, Debug, Default)]
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
pub struct PlacementSpec {
    /// Position.
    pub at: [Reg; 3],
    /// Degrees.
    pub turn: [Reg; 3],
    /// Factors.
    pub scale: [Reg; 3],
}

/// A diagram.
#[derive(Clone, Debug, Default)]
pub struct DiagramSpec {
    /// Its name.
    pub name: NameId,
    /// States, an outer one before its inner ones.
    pub states: Vec<StateSpec>,
    /// The innermost state it starts in.
    pub initial: StateId,
    /// Deepest nesting (1 where no state has inner ones).
    pub n_levels: u8,
    /// `on enter` of the body, then the enter code of the initial states is run after it.
    pub enter: Code,
    /// `on exit` of the body (runs for `again` of the body only).
    pub exit: Code,
    /// Number of slots for durations of timed actions.
    pub n_timed: u16,
    /// Number of once-per-stay slots.
    pub n_once: u16,
    /// Whether `-> back` occurs.
    pub uses_back: bool,
    /// Number of `.last` slots.
    pub n_last: u16,
    /// Levels (1-based) whose entry tick something asks for, as a bit set (bit 0: level 1).
    pub clocks: u32,
    /// Whether somebody asks `D is S`, so a copy of the last tick is kept.
    pub published: bool,
}

/// A state.
#[derive(Clone, Debug, Default)]
pub struct StateSpec {
    /// Its name.
    pub name: NameId,
    /// Its path below the diagram as traces print it.
    pub path: NameId,
    /// The state it lies in.
    pub parent: Option<StateId>,
    /// 1 for the outermost.
    pub level: u8,
    /// The innermost state that is active after entering this one.
    pub first_leaf: StateId,
    /// `on enter` reactions.
    pub enter: Code,
    /// `on exit` reactions.
    pub exit: Code,
    /// Where the configuration it was left with is kept, if some arrow asks for it.
    pub last: Option<u16>,
    /// What a tick does while it is the innermost active one; `None` with inner states.
    pub leaf: Option<LeafSpec>,
}

/// What a tick does in an innermost state, outer scopes included.
#[derive(Clone, Debug, Default)]
pub struct LeafSpec {
    /// State lists, outermost first.
    pub act: Code,
    /// Reactions, outermost scope first.
    pub react: Code,
    /// Arrows in order of priority; those that can never apply here are left out.
    pub shifts: Vec<ShiftSpec>,
}

/// An arrow as seen from one innermost state.
#[derive(Clone, Debug)]
pub struct ShiftSpec {
    /// Its condition; an empty code and [`crate::op::NONE`] for always.
    pub cond: Value,
    /// Where to.
    pub target: TargetSpec,
    /// It stands on the innermost active state itself; else a target that is active already is passed over.
    pub innermost: bool,
    /// The edge's `do`.
    pub actions: Code,
    /// Which edge of the diagram, counted in text order (for coverage and reasons).
    pub edge: u16,
}

/// What an arrow points at.
#[derive(Clone, Debug)]
pub enum TargetSpec {
    /// A state; entered down to its first leaf.
    State(StateId),
    /// What this state was left with last (slot in [`StateSpec::last`]).
    Last(StateId),
    /// The innermost state before the last arrow that changed it.
    Back,
    /// This scope anew: a state, or `None` for the whole diagram.
    Again(Option<StateId>),
    /// Drawn by weight.
    OneOf {
        /// Computes the weights.
        code: Code,
        /// States and the registers of their weights.
        states: Vec<(StateId, Reg)>,
        /// Index into [`Program::sites`].
        site: u32,
    },
}

/// A group.
#[derive(Clone, Debug, Default)]
pub struct GroupSpec {
    /// Its name.
    pub name: NameId,
    /// Its lines.
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
        /// Which counter [`Op::Loop`] reads.
        counter: u16,
        /// What is repeated.
        items: Vec<GroupItem>,
    },
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
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
    /// Index into [`Program::texts`], height.
    Text(u32, f32),
}

/// An oriented box in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    /// Its centre.
    pub center: [f32; 3],
    /// Half its size.
    pub half: [f32; 3],
    /// Its rotation x, y, z, w.
    pub rotation: [f32; 4],
}

/// Values of a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// All that [`Program::selectors`] of this index takes, now.
    Selector(u32),
}

/// A text with values inside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextSpec {
    /// Computes the values (for shapes; in code the ops stand before the op that uses it).
    pub code: Code,
    /// The pieces.
    pub pieces: Vec<TextPiece>,
}

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPiece {
    /// As it stands.
    Name(NameId),
    /// A value, shown by its kind.
    Value(Reg, Kind),
}

/// The arguments of `emit`.
#[derive(Clone, Debug, Default)]
pub struct EmitSpec {
    /// The event's name.
    pub name: NameId,
    /// Arguments.
    pub args: Vec<EmitArg>,
}

/// An argument of `emit`.
#[derive(Clone, Debug)]
pub enum EmitArg {
    /// A text.
    Text(Vec<TextPiece>),
    /// A value.
    Value(Reg, Kind),
}

/// A field that is read of other instances: a variable of that name, else the pose value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// The name.
    pub name: NameId,
    /// The pose value of this name.
    pub pose: Option<PoseField>,
}

/// `ref.D is S`: which states of which defs it means.
#[derive(Clone, Debug, Default)]
pub struct StateQuery {
    /// Per def that has such a diagram and state: (def, diagram, state); sorted.
    pub answers: Vec<(DefId, u16, StateId)>,
}

/// A place that can trap.
#[derive(Clone, Debug, PartialEq)]
pub struct TrapSite {
    /// A kebab-case code: `not-finite`, …
    pub code: &'static str,
    /// What the message says: the place in the user's own names.
    pub place: NameId,
}

/// A test.
#[derive(Clone, Debug, Default)]
pub struct TestSpec {
    /// Its name.
    pub name: NameId,
    /// Its steps.
    pub steps: Vec<StepSpec>,
}

/// A step of a test. Its code runs nowhere: without an own row.
#[derive(Clone, Debug)]
pub enum StepSpec {
    /// Run for so many seconds.
    Run(Value),
    /// Run until the first holds, at most the second's seconds.
    RunUntil(Value, Value),
    /// A key goes down.
    Press(Key),
    /// A key goes up.
    Release(Key),
    /// Press, run, release.
    Hold(Key, Value),
    /// A left click.
    Click(Value),
    /// A message.
    Send {
        /// Computes registers.
        code: Code,
        /// Which.
        message: MessageId,
        /// The number with it.
        value: Option<Reg>,
        /// To whom.
        to: SendSpec,
    },
    /// Sets a variable.
    Set {
        /// Computes registers.
        code: Code,
        /// Whose.
        of: Reg,
        /// Which.
        name: NameId,
        /// To what.
        value: Reg,
    },
    /// Actions of an instance.
    Do {
        /// Who.
        who: Value,
        /// What to run, by def.
        bodies: Vec<(DefId, Code)>,
    },
    /// A flag that must hold.
    Expect(Value),
    /// Numbers a, b and the largest difference.
    ExpectNear(Value, Value, Value),
    /// A logged line.
    ExpectLog(NameId),
}
