//! The model: a checked program with names resolved, kinds known and units gone.
//!
//! In: nothing, these are the data. Two readers take them: the compiler, which turns them into
//! bytecode, and the reference interpreter of the test suite, which runs them as they stand.
//!
//! Characters here are *specialised*: parameters that are fixed when an instance is made (keys,
//! messages, characters) are already replaced by their values, so one written character may
//! stand here several times, with one [`Class`]. Top-level diagrams stand inside each character
//! that runs them. All times are seconds, all angles degrees, colours 0xRRGGBBAA.

mod action;
mod character;
mod diagram;
mod expr;
mod hook;
mod test;

use crate::source::Text;
pub use crate::syntax::ast::{AssignOp, Ease, ScreenH, ScreenV, Side, WorldKind};
pub use islay_vm::key::Key;
pub use islay_vm::native::NativeId;
pub use islay_vm::program::{BoundarySet, Button, ContactPhase, PoseField};

pub use action::{Action, ActionKind, Aim, Cut, EmitArg, Frame, SendTo, Timed};
pub use character::{
    Base, Character, Class, Group, Obb, Part, Placement, Shape, Spawn, SpawnOne, Var,
};
pub use diagram::{Arrow, Diagram, Edge, Reaction, State, Target};
pub use expr::{Expr, ExprKind, Selector, What};
pub use hook::{Hook, Host, HostCall, HostKind};
pub use test::{Step, StepKind, Test};

/// Defines an index into one of the model's lists.
macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize { self.0 as usize }
        }
    )* };
}

ids! {
    /// In [`Model::classes`].
    ClassId;
    /// In [`Model::characters`].
    CharacterId;
    /// In [`Model::groups`].
    GroupId;
    /// In [`Model::messages`].
    MessageId;
    /// In [`Character::vars`].
    VarId;
    /// In [`Character::diagrams`].
    DiagramId;
    /// In [`Diagram::states`].
    StateId;
    /// In [`Host::inputs`].
    InputId;
    /// In [`Model::hooks`].
    HookId;
    /// A counter of a `repeat` of the group, unique in the group.
    LoopId;
}

/// A checked program.
#[derive(Clone, Debug)]
pub struct Model {
    /// Space, tick, colours, camera.
    pub world: World,
    /// What signals and targets can name: characters and atoms as written.
    pub classes: Vec<Class>,
    /// Specialised characters, implicit ones of atoms and inline shapes included.
    pub characters: Vec<Character>,
    /// Groups.
    pub groups: Vec<Group>,
    /// The group `main`, if the file has one.
    pub main: Option<GroupId>,
    /// Names of messages.
    pub messages: Vec<Text>,
    /// What the scene and its host have between them.
    pub host: Host,
    /// Functions of scripts and of the host that are called, each once.
    pub hooks: Vec<Hook>,
    /// Characters that scripts can make by name, with their defaults; none where nothing is called.
    pub plain: Vec<SpawnOne>,
    /// The tests of the first file.
    pub tests: Vec<Test>,
}

/// `world { … }` with its defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Which boundaries it has.
    pub kind: WorldKind,
    /// Width, height, depth.
    pub size: [f32; 3],
    /// Behind everything.
    pub background: u32,
    /// The floor.
    pub floor: u32,
    /// The four sides.
    pub wall: u32,
    /// The roof.
    pub roof: u32,
    /// Length of a tick in seconds.
    pub tick: f32,
    /// Seed of chance.
    pub seed: u64,
    /// `None`: one that shows everything at the start.
    pub camera: Option<Camera>,
    /// Where the light comes from.
    pub light: [f32; 3],
    /// Its colour.
    pub light_color: u32,
}

/// The camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// In whose frame it is.
    pub of: Option<Text>,
    /// Where it stands.
    pub at: [f32; 3],
    /// What it looks at; `None`: straight ahead.
    pub look: Option<[f32; 3]>,
    /// Degrees about X, Y, Z after looking.
    pub turn: [f32; 3],
    /// Vertical field of view in degrees.
    pub fov: f32,
}

/// The kinds of value. A time is a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An f32.
    Number,
    /// True or false.
    Flag,
    /// An instance or nobody.
    Who,
    /// 0xRRGGBBAA.
    Colour,
}

/// A piece of text: literal or an expression shown as text.
#[derive(Clone, Debug)]
pub enum Piece {
    /// As it stands.
    Text(Text),
    /// Numbers as `round(v, 3)` without trailing zeros, flags `true`/`false`, references as paths.
    Expr(Expr),
}

/// The place of a draw: a hash of its structural path, independent of text offsets.
pub type Site = u64;

/// Binary operators. Comparisons take numbers; `Eq` and `Ne` take two of any one kind.
pub use crate::syntax::ast::BinaryOp;
