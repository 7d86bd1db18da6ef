//! Items: what stands in a file on its own.
//!
//! In: the parser's findings. Out: nodes. They mean nothing yet.

use super::{Arg, Character, Diagram, Expr, Name, Path, Place, Placement, Shape, Str, Test, Three};
use crate::source::Text;

/// An item with its doc comment (`///` lines joined by line breaks).
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The text of the `///` lines before it.
    pub doc: Option<Text>,
    /// What it is.
    pub kind: ItemKind,
    /// From its first word to its last character.
    pub span: Place,
}

/// The kinds of item.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "items are few and never moved once parsed")]
pub enum ItemKind {
    /// `use "file"`, `use std.walk as W`.
    Use(Use),
    /// `const G = 9.8`.
    Const {
        /// The constant's name.
        name: Name,
        /// Its expression.
        value: Expr,
    },
    /// `world { … }`.
    World(Vec<Setting>),
    /// `atom NAME = shape { clips }`.
    Atom(Atom),
    /// `character NAME(params) { members }`.
    Character(Character),
    /// A top-level `diagram`.
    Diagram(Diagram),
    /// `group NAME { spawns }`.
    Group(Group),
    /// `test "name" { steps }`.
    Test(Test),
    /// `hooks "hero.rhai"`.
    Hooks(Str),
    /// `host { … }`.
    Host(Vec<HostEntry>),
    /// `pair`, `flow`: parsed as a balanced stretch, refused as not supported yet.
    Later(&'static str),
}

/// `message NAME`, `input NAME`, `emit NAME`: what the host sends, sets or hears; or
/// `action NAME(a, b)`, `signal NAME(a)`, `function NAME(a)`: what it can be asked to do or say.
#[derive(Clone, Debug, PartialEq)]
pub struct HostEntry {
    /// Which of them.
    pub kind: HostKind,
    /// What it is called.
    pub name: Name,
    /// The names of its arguments; none of what is not called.
    pub params: Vec<Name>,
    /// From its first word on.
    pub span: Place,
}

/// What host and scene have between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostKind {
    /// A message that the host sends.
    Message,
    /// A number that the host sets.
    Input,
    /// An event that the host hears.
    Emit,
    /// Something that the host does for a character: `call f(…)`.
    Action,
    /// A condition that the host answers: `hook(f, …)`.
    Signal,
    /// A number that the host makes of numbers: `f(…)` in expressions.
    Function,
}

impl HostKind {
    /// The word that it is declared with.
    pub fn word(self) -> &'static str {
        match self {
            HostKind::Message => "message",
            HostKind::Input => "input",
            HostKind::Emit => "emit",
            HostKind::Action => "action",
            HostKind::Signal => "signal",
            HostKind::Function => "function",
        }
    }

    /// Whether it is called, with arguments.
    pub fn is_called(self) -> bool {
        matches!(self, HostKind::Action | HostKind::Signal | HostKind::Function)
    }
}

/// `use "file" as D` or `use std.walk as D`.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// What is used.
    pub what: UseWhat,
    /// The prefix, if any.
    pub alias: Option<Name>,
}

/// A file or a module of the standard library.
#[derive(Clone, Debug, PartialEq)]
pub enum UseWhat {
    /// A file, relative to the one that uses it.
    File(Str),
    /// A dotted path such as `std.walk`.
    Path(Path),
}

/// A setting of `world`.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// What it sets.
    pub kind: SettingKind,
    /// Its place.
    pub span: Place,
}

/// The settings of `world`.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingKind {
    /// `kind space|ground|room`.
    Kind(WorldKind),
    /// `size W H D`.
    Size(Three),
    /// `background C`, `floor C`, `wall C`, `roof C`.
    Colour(Surface, Expr),
    /// `tick 1/30 s`.
    Tick(Expr),
    /// `seed 7`.
    Seed(Expr),
    /// `camera of Hero at … look … fov …`.
    Camera {
        /// Whose frame it is in.
        of: Option<Name>,
        /// Where it stands.
        placement: Placement,
        /// What it looks at.
        look: Option<Three>,
        /// Vertical field of view in degrees.
        fov: Option<Expr>,
    },
    /// `light X Y Z color C`.
    Light {
        /// The direction the light comes from.
        direction: Three,
        /// Its colour.
        color: Option<Expr>,
    },
    /// `pairing first|best`: not supported yet.
    Pairing(Name),
}

/// The kinds of world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldKind {
    /// No boundary.
    Space,
    /// The plane y = 0.
    Ground,
    /// Six boundaries.
    Room,
}

/// What of the world has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Behind everything.
    Background,
    /// y = 0.
    Floor,
    /// The four sides.
    Wall,
    /// y = H.
    Roof,
}

/// `atom NAME = shape { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// Its name.
    pub name: Name,
    /// Its shape.
    pub shape: Shape,
    /// The braces with clips, if any: not supported yet.
    pub clips: Option<Place>,
}

/// `group NAME { spawns }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: Name,
    /// Its spawns.
    pub spawns: Vec<Spawn>,
}

/// A line of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Spawn {
    /// A character.
    One(SpawnOne),
    /// `repeat N as i { … }`.
    Repeat {
        /// How often.
        count: Expr,
        /// The counter's name, from 0.
        counter: Option<Name>,
        /// What is repeated.
        spawns: Vec<Spawn>,
        /// Its place.
        span: Place,
    },
}

/// One character of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct SpawnOne {
    /// Which.
    pub what: Path,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// Where.
    pub placement: Placement,
    /// `start A, B`.
    pub start: Vec<Path>,
    /// `as NAME`.
    pub alias: Option<Name>,
    /// Its place.
    pub span: Place,
}
