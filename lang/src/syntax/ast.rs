//! The syntax tree: one node per construct of the grammar, with its place, meaning nothing yet.
//!
//! In: what the parser saw. Out: plain data, compared by structure. It resolves no name, knows no
//! kind or unit rule beyond the shape of the text, and drops nothing that the printer needs.

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
    /// `pair`, `flow`, `hooks`, `host`: parsed as a balanced stretch, refused as not supported yet.
    Later(&'static str),
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

/// A diagram: scope edges, then states.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// Its name.
    pub name: Name,
    /// Parameters (of a top-level one).
    pub params: Vec<Param>,
    /// `was OLD`.
    pub was: Option<Name>,
    /// The diagram's default fade: not supported yet.
    pub fade: Option<Place>,
    /// Edges that hold in every state.
    pub edges: Vec<Edge>,
    /// Its states; the first is the initial one.
    pub states: Vec<State>,
}

/// A state.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The text of the `///` lines before it.
    pub doc: Option<Text>,
    /// Its name.
    pub name: Name,
    /// `was OLD`.
    pub was: Option<Name>,
    /// `< actions >`; empty where none were written.
    pub actions: Vec<Action>,
    /// Its edges in text order.
    pub edges: Vec<Edge>,
    /// Inner states.
    pub states: Vec<State>,
    /// From `state` to its last character.
    pub span: Place,
}

/// An edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// When.
    pub head: EdgeHead,
    /// `do` actions.
    pub actions: Vec<Action>,
    /// Where to; without, it is a reaction.
    pub arrow: Option<Arrow>,
    /// Its place.
    pub span: Place,
}

/// What an edge begins with.
#[derive(Clone, Debug, PartialEq)]
pub enum EdgeHead {
    /// `on expr`.
    On(Expr),
    /// `after time if expr`.
    After(Expr, Option<Expr>),
    /// `on enter if expr`.
    Enter(Option<Expr>),
    /// `on exit if expr`.
    Exit(Option<Expr>),
    /// `else`.
    Else,
}

/// `-> target fade … except …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Where to.
    pub target: Target,
    /// `fade …`: not supported yet.
    pub fade: Option<Place>,
    /// States in which it does not apply.
    pub except: Vec<Path>,
    /// From `->` on.
    pub span: Place,
}

/// What an arrow points at.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A state.
    State(Path),
    /// `S.last`.
    Last(Path),
    /// `back`.
    Back,
    /// `again`.
    Again,
    /// `one of A 3, B`.
    OneOf(Vec<(Path, Option<Expr>)>),
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

/// An argument: an expression that may be narrowed like a `who`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    /// `name:`.
    pub name: Option<Name>,
    /// The value (a time with a unit word apart is [`ExprKind::Unit`]).
    pub value: Expr,
    /// `within N`.
    pub within: Option<Expr>,
    /// `ahead N`.
    pub ahead: Option<Expr>,
    /// A side, with its place.
    pub side: Option<(Side, Place)>,
    /// Its place.
    pub span: Place,
}

/// Sides of a contact, as seen from the one that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `above`
    Above,
    /// `below`
    Below,
    /// `front`
    Front,
    /// `behind`
    Behind,
    /// `left`
    Left,
    /// `right`
    Right,
}

/// A reference that may be narrowed: `Guard within 5 ahead 30`.
#[derive(Clone, Debug, PartialEq)]
pub struct Who {
    /// The reference.
    pub base: Ref,
    /// `within N`.
    pub within: Option<Expr>,
    /// `ahead N`.
    pub ahead: Option<Expr>,
    /// Its place.
    pub span: Place,
}

/// `NAME#2(args).part.v`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ref {
    /// The first name.
    pub name: Name,
    /// `#N`.
    pub number: Option<u32>,
    /// Arguments glued to the first name: a function, a signal.
    pub args: Option<Vec<Arg>>,
    /// What follows behind dots.
    pub rest: Vec<(Name, Option<u32>)>,
    /// Its place.
    pub span: Place,
}

/// An action.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What it does.
    pub kind: ActionKind,
    /// `in …`, `for …`, `cut`.
    pub mods: Mods,
    /// Its place.
    pub span: Place,
}

/// Modifiers of an action, in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mods {
    /// `in parent`, `in world`.
    pub frame: Option<(Frame, Place)>,
    /// `for TIME ease`.
    pub timed: Option<Timed>,
    /// `cut`.
    pub cut: Option<Place>,
}

/// The frame an action works in, where not its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// `in parent`
    Parent,
    /// `in world`
    World,
}

/// `for TIME ease`.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// How long.
    pub time: Expr,
    /// How it is paced.
    pub ease: Ease,
    /// Its place.
    pub span: Place,
}

/// Pacing of a timed action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ease {
    /// f = p
    #[default]
    Linear,
    /// `ease`: p²(3−2p)
    InOut,
    /// `ease_in`: p²
    In,
    /// `ease_out`: p(2−p)
    Out,
}

/// Operands along one axis or three.
#[derive(Clone, Debug, PartialEq)]
pub enum Operands {
    /// `AXIS N`.
    Axis(Axis, Box<Expr>),
    /// `X Y Z`.
    Three(Three),
}

/// The axis words of `move`, `rotate` and `place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `x`
    X,
    /// `y`
    Y,
    /// `z`
    Z,
    /// `forward`: z (only `move`)
    Forward,
    /// `right`: x (only `move`)
    Right,
    /// `up`: y (only `move`)
    Up,
}

/// What `reset` resets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetWhat {
    /// `reset move`
    Move,
    /// `reset rotate`
    Rotate,
    /// `reset scale`
    Scale,
}

/// A thing or a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// A reference.
    Who(Box<Who>),
    /// `at X Y Z`.
    At(Three),
}

/// Whom a message goes to.
#[derive(Clone, Debug, PartialEq)]
pub enum SendTo {
    /// `all`
    All,
    /// `up`
    Up,
    /// `down`
    Down,
    /// `parts`
    Parts,
    /// A reference, a character, a group, a selector.
    Who(Box<Who>),
}

/// Assignment operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
    /// `*=`
    Mul,
    /// `/=`
    Div,
}

/// The actions.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionKind {
    /// `move …`
    Move(Operands),
    /// `rotate …`
    Rotate(Operands),
    /// `scale …`
    Scale(Scale),
    /// `place …`
    Place(Operands),
    /// `orient X Y Z`
    Orient(Three),
    /// `reset move|rotate|scale`
    Reset(ResetWhat),
    /// `face T N`
    Face(Aim, Option<Box<Expr>>),
    /// `approach T N`
    Approach(Aim, Box<Expr>),
    /// `color C`
    Color(Box<Expr>),
    /// `show`
    Show,
    /// `hide`
    Hide,
    /// `send m(N) to T delay TIME`
    Send {
        /// The message.
        message: Name,
        /// The number sent with it.
        value: Option<Box<Expr>>,
        /// To whom.
        to: SendTo,
        /// `delay TIME`.
        delay: Option<Box<Expr>>,
    },
    /// `fork …`
    Fork(Box<Fork>),
    /// `become C(args) start …`
    Become {
        /// Which character.
        what: Path,
        /// Its arguments.
        args: Vec<Arg>,
        /// `start …`.
        start: Vec<Path>,
    },
    /// `vanish T`
    Vanish(Option<Box<Who>>),
    /// `restart`
    Restart,
    /// `finish`
    Finish,
    /// `attach T to U bone B placement`
    Attach {
        /// What is attached.
        what: Box<Who>,
        /// To whom; without, to self.
        to: Option<Box<Who>>,
        /// `bone B`: not supported yet.
        bone: Option<Name>,
        /// Where; without, the world pose is kept.
        placement: Placement,
    },
    /// `detach T`
    Detach(Option<Box<Who>>),
    /// `v = e`, `v += e` …
    Assign {
        /// The variable.
        name: Name,
        /// How.
        op: AssignOp,
        /// The expression.
        value: Box<Expr>,
    },
    /// `log("…", e, …)`
    Log(Vec<Expr>),
    /// `emit n(args)`
    Emit {
        /// The event.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `sound "f.wav"`
    Sound(Str),
    /// `play blend offer start pause resume stop call`, `reset F`: not supported yet.
    Later(&'static str),
}

/// `fork G` or `fork C(args) placement start … as N in world`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fork {
    /// A group or a character.
    pub what: Path,
    /// Arguments.
    pub args: Vec<Arg>,
    /// Where, in the forker's frame.
    pub placement: Placement,
    /// `start …`.
    pub start: Vec<Path>,
    /// `as NAME`.
    pub alias: Option<Name>,
    /// `in world`.
    pub in_world: Option<Place>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Place,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number as written, with a glued unit or without.
    Number {
        /// Its value (finite), before the unit.
        value: f32,
        /// Its digits as written, without the unit.
        text: Text,
        /// The glued unit.
        unit: Option<Unit>,
    },
    /// A unit word apart: `3 ticks`, `1/30 s`, `(a) s`.
    Unit(Box<Expr>, Unit),
    /// `operand/s`.
    PerSecond(Box<Expr>),
    /// A string.
    Str(Str),
    /// `#rrggbbaa`, packed as 0xRRGGBBAA, with its digits as written.
    Colour(u32, Text),
    /// `true`, `false`.
    Bool(bool),
    /// A name, a call, a member of one.
    Ref(Ref),
    /// `( expr )`.
    Paren(Box<Expr>),
    /// `-e`.
    Neg(Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `a op b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `ref is path`, `ref is not path`.
    Is {
        /// The diagram, or what has it.
        subject: Ref,
        /// `is not`.
        negated: bool,
        /// The state.
        state: Path,
    },
    /// `if a then b else c`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Units of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// `s`
    Seconds,
    /// `ms`
    Milliseconds,
    /// `tick`, `ticks`
    Ticks,
    /// `deg`
    Degrees,
    /// `rad`
    Radians,
}

/// Binary operators (`is` has a node of its own).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`, floored
    Rem,
}

/// `test "name" { steps }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name.
    pub name: Str,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A step of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Its place.
    pub span: Place,
}

/// The steps of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// `run T`
    Run(Expr),
    /// `run until E max T`
    RunUntil(Expr, Expr),
    /// `press K`
    Press(Name),
    /// `release K`
    Release(Name),
    /// `hold K for T`
    Hold(Name, Expr),
    /// `click X`
    Click(Who),
    /// `send m(N) to X`
    Send {
        /// The message.
        message: Name,
        /// The number sent with it.
        value: Option<Expr>,
        /// To whom.
        to: SendTo,
    },
    /// `set Hero.hp = 3`
    Set(Ref, Expr),
    /// `Hero < actions >`
    Do(Ref, Vec<Action>),
    /// `expect E`
    Expect(Expr),
    /// `expect a ~ b within e`
    ExpectNear(Expr, Expr, Option<Expr>),
    /// `expect log "text"`
    ExpectLog(Str),
    /// `input n = e`, `start F`: not supported yet.
    Later(&'static str),
}
