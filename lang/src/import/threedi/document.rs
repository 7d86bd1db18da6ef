//! An Islay 3D document as it was read, each name with its place.
//!
//! In: nothing, these are the data. Numbers are finite and in the format's own axes (X right, Y
//! front, Z up, right-handed, degrees). Names are as they were written; whether they refer to
//! something is checked later.

use crate::import::finding::Stretch;
use crate::source::Text;

/// A value of an attribute, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The value.
    pub text: Text,
    /// The attribute's place.
    pub at: Stretch,
}

/// Things that the text says in a comment, since the language has no counterpart.
pub type Remarks = Vec<String>;

/// A document.
#[derive(Debug, Default)]
pub struct Document {
    /// Model files.
    pub atoms: Vec<Atom>,
    /// Characters.
    pub characters: Vec<Character>,
    /// Composed bodies.
    pub complexes: Vec<Complex>,
    /// Groups.
    pub groups: Vec<Group>,
    /// What stands under `option`.
    pub settings: Settings,
    /// Of the document as a whole.
    pub remarks: Remarks,
}

/// `data`.
#[derive(Debug)]
pub struct Atom {
    /// Its name.
    pub name: Named,
    /// Its file.
    pub path: Named,
    /// Comments.
    pub remarks: Remarks,
}

/// `character`.
#[derive(Debug)]
pub struct Character {
    /// Its name.
    pub name: Named,
    /// An atom or a composed body, where it has one.
    pub parts: Option<Named>,
    /// How each instance of it stands at the start.
    pub turn: Turn,
    /// Seen from the start.
    pub shown: bool,
    /// Its diagrams.
    pub diagrams: Vec<Diagram>,
    /// Comments.
    pub remarks: Remarks,
}

/// `@rotation`, and where it stands.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The upper left 3×3 of the matrix, column by column.
    pub matrix: Option<[[f64; 3]; 3]>,
    /// Its place.
    pub at: Stretch,
}

/// `complex`.
#[derive(Debug)]
pub struct Complex {
    /// Its name.
    pub name: Named,
    /// Its members.
    pub members: Vec<Member>,
    /// Comments.
    pub remarks: Remarks,
}

/// `member`.
#[derive(Debug)]
pub struct Member {
    /// Which character.
    pub character: Named,
    /// Where.
    pub position: [f32; 3],
    /// How it is turned.
    pub turn: Turn,
    /// States it starts in.
    pub start: Option<Named>,
}

/// `group`.
#[derive(Debug)]
pub struct Group {
    /// Its name.
    pub name: Named,
    /// May be there at the start.
    pub shown: bool,
    /// What it makes.
    pub forks: Vec<Fork>,
    /// Comments.
    pub remarks: Remarks,
}

/// `fork`.
#[derive(Debug)]
pub struct Fork {
    /// Which character.
    pub character: Named,
    /// Where.
    pub position: [f32; 3],
    /// States it starts in.
    pub start: Option<Named>,
}

/// `statediagram`.
#[derive(Debug)]
pub struct Diagram {
    /// Its name.
    pub name: Named,
    /// Its states; the first is the initial one.
    pub states: Vec<State>,
    /// Its transitions, tried in this order.
    pub transitions: Vec<Transition>,
    /// Comments.
    pub remarks: Remarks,
}

/// `state`.
#[derive(Debug)]
pub struct State {
    /// Its name.
    pub name: Named,
    /// What it does in every tick.
    pub action: Action,
    /// What it does on entry.
    pub entry: Option<Entry>,
    /// Where it is drawn.
    pub layout: Option<[Text; 2]>,
    /// Comments.
    pub remarks: Remarks,
}

/// `@action`.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Nothing.
    Stay,
    /// Along the axes, then about them.
    Move {
        /// Right, front, up.
        along: [f32; 3],
        /// Roll, yaw, pitch in degrees.
        about: [f32; 3],
        /// In the upper frame.
        upper: bool,
    },
    /// To a place, axis by axis.
    Jump([Option<f32>; 3]),
    /// To a place by chance, axis by axis.
    JumpRandom([bool; 3]),
    /// Back to no translation, no rotation.
    Reset {
        /// The translation.
        position: bool,
        /// The rotation.
        rotation: bool,
    },
    /// By factors.
    Scale([f32; 3]),
}

/// `@option`.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A message to all, up or down.
    Send(Reach, Named),
    /// A group is made.
    Fork(Named),
    /// Another character takes the place.
    Become(Named),
    /// `show`
    Show,
    /// `hide`
    Hide,
    /// `exit`
    Vanish,
    /// `finish`
    Finish,
}

/// Whom a message reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// `broadcast`
    All,
    /// `upcast`
    Up,
    /// `downcast`
    Down,
}

/// `trans`.
#[derive(Debug)]
pub struct Transition {
    /// When.
    pub guard: Guard,
    /// The state it leaves.
    pub from: Named,
    /// The state it enters.
    pub to: Named,
}

/// `@guard`.
#[derive(Clone, Debug, PartialEq)]
pub enum Guard {
    /// Always.
    Always,
    /// A key goes down; its name as the language has it.
    Key(&'static str),
    /// A click on it, with the right button.
    Click(Clicked),
    /// Contact with anything.
    Any,
    /// Contact with any boundary.
    AnyBoundary,
    /// Contact with one boundary: `wall` and its side, `floor`, `roof`.
    Boundary(&'static str, Option<&'static str>),
    /// Contact with any character.
    Anyone,
    /// Contact with this character.
    Character(Named),
    /// A message came.
    Message(Named),
    /// By chance, 1 being always.
    Chance(f32),
    /// After so many ticks.
    Timeout(u32),
}

/// With which button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clicked {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The middle one.
    Middle,
}

/// What stands under `option`.
#[derive(Debug, Default)]
pub struct Settings {
    /// Milliseconds per tick.
    pub interval: Option<f32>,
    /// The kind of space and its width, height, depth where they are given.
    pub room: Option<(Room, Option<[f32; 3]>)>,
    /// Roof, floor, wall, background as 0xRRGGBB.
    pub colors: [Option<u32>; 4],
}

/// Kinds of space.
#[allow(clippy::enum_variant_names, reason = "the format has a room of type room")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// No boundary.
    Space,
    /// A floor.
    Ground,
    /// Six boundaries.
    Room,
}
