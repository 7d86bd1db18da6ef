//! The model: a checked program with names resolved, kinds known and units gone.
//!
//! In: nothing, these are the data. Two readers take them: the compiler, which turns them into
//! bytecode, and the reference interpreter of the test suite, which runs them as they stand.
//!
//! Characters here are *specialised*: parameters that are fixed when an instance is made (keys,
//! messages, characters) are already replaced by their values, so one written character may
//! stand here several times, with one [`Class`]. Top-level diagrams stand inside each character
//! that runs them. All times are seconds, all angles degrees, colours 0xRRGGBBAA.

use crate::source::{Span, Text};
pub use crate::syntax::ast::{AssignOp, Ease, ScreenH, ScreenV, Side, WorldKind};
pub use islay_vm::key::Key;
pub use islay_vm::native::NativeId;
pub use islay_vm::program::{BoundarySet, Button, ContactPhase, PoseField};

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
    /// A texture file.
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

/// A piece of text: literal or an expression shown as text.
#[derive(Clone, Debug)]
pub enum Piece {
    /// As it stands.
    Text(Text),
    /// Numbers as `round(v, 3)` without trailing zeros, flags `true`/`false`, references as paths.
    Expr(Expr),
}

/// A diagram of a character.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Its name in traces and paths: that of the inline diagram, or the `run`'s.
    pub name: Text,
    /// Edges of the body: they hold in every state.
    pub edges: Vec<Edge>,
    /// `on enter` of the body.
    pub enter: Vec<Reaction>,
    /// `on exit` of the body (it never runs but for `again`).
    pub exit: Vec<Reaction>,
    /// States in text order, an outer one before its inner ones. The first is the initial one.
    pub states: Vec<State>,
    /// Number of [`Timed`] slots.
    pub n_timed: usize,
    /// Number of once-per-stay slots.
    pub n_once: usize,
    /// `was OLD`.
    pub was: Option<Text>,
    /// Its place.
    pub span: Span,
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its own name.
    pub name: Text,
    /// The path below the diagram as traces print it: `Guard.Punch`.
    pub path: Text,
    /// The state it lies in.
    pub parent: Option<StateId>,
    /// Its inner states; the first is entered with it.
    pub children: Vec<StateId>,
    /// 1 for the outermost.
    pub level: u8,
    /// Done every tick.
    pub actions: Vec<Action>,
    /// Edges in text order, `on enter` and `on exit` aside. `else` is an edge on `true`.
    pub edges: Vec<Edge>,
    /// `on enter` in text order.
    pub enter: Vec<Reaction>,
    /// `on exit` in text order.
    pub exit: Vec<Reaction>,
    /// `was OLD`.
    pub was: Option<Text>,
    /// Its place.
    pub span: Span,
}

/// `on enter if … do …` or `on exit …`.
#[derive(Clone, Debug)]
pub struct Reaction {
    /// Its condition.
    pub cond: Option<Expr>,
    /// What it does.
    pub actions: Vec<Action>,
    /// Its place.
    pub span: Span,
}

/// An edge: a reaction where it has no arrow.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its condition, a flag.
    pub cond: Expr,
    /// What it does.
    pub actions: Vec<Action>,
    /// Where it leads.
    pub arrow: Option<Arrow>,
    /// For a reaction headed `after` or with `done` in its condition: it runs at most once per
    /// stay in its own state (on a diagram: in the outermost active state). Slot in the diagram.
    pub once: Option<u16>,
    /// Written `else`.
    pub is_else: bool,
    /// Its place.
    pub span: Span,
}

/// An arrow.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// Where to.
    pub target: Target,
    /// Passed over while one of these is active.
    pub except: Vec<StateId>,
    /// Its place.
    pub span: Span,
}

/// What an arrow points at.
#[derive(Clone, Debug)]
pub enum Target {
    /// A state.
    State(StateId),
    /// The configuration the state had when it was left last.
    Last(StateId),
    /// The innermost state before the last arrow that changed it.
    Back,
    /// The scope the edge stands on, anew.
    Again,
    /// One drawn by weight.
    OneOf(Vec<(StateId, Expr)>, Site),
}

/// The place of a draw: a hash of its structural path, independent of text offsets.
pub type Site = u64;

/// An expression with its kind.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// What it yields.
    pub ty: Kind,
    /// Its place.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant number.
    Number(f32),
    /// A constant flag.
    Flag(bool),
    /// A constant colour.
    Colour(u32),
    /// Nobody.
    Nobody,
    /// An own variable or parameter, as it is now.
    Var(VarId),
    /// A `repeat` counter.
    Loop(LoopId),
    /// A value of the own pose: x to roll now and in the parent's frame, `speed` and `turnrate` of the last tick.
    Own(PoseField),
    /// Seconds in the state of this level (1: outermost).
    Elapsed(u8),
    /// Seconds since the start, this tick included.
    Time,
    /// `-e`
    Neg(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// Arithmetic, comparison, `and`, `or`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if a then b else c`; only the chosen branch counts.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function over numbers.
    Native(NativeId, Vec<Expr>),
    /// `random(a, b)`
    Random(Box<Expr>, Box<Expr>, Site),
    /// `pick(a, b)`
    Pick(Box<Expr>, Box<Expr>, Site),
    /// `chance(p)`
    Chance(Box<Expr>, Site),
    /// Self.
    SelfRef,
    /// What the given one is part of or attached to.
    Parent(Box<Expr>),
    /// The part of this name of the given one.
    Child(Box<Expr>, Text),
    /// The living top-level instance with this path name: of this number, or the oldest.
    Named(Text, Option<u32>),
    /// The nearest that the selector takes (in a context without a place: the oldest).
    Nearest(Box<Selector>),
    /// Who sent the first of these messages.
    Sender(MessageId),
    /// Who makes a contact with it: of those that began or are there, else of those that ended; the nearest, then the oldest.
    Other(Box<Selector>),
    /// A variable of another instance, or a value of its pose, as of the last tick.
    /// A variable goes first; without either it reads 0, false, nobody.
    Field {
        /// Whose.
        of: Box<Expr>,
        /// The name.
        name: Text,
        /// The pose value of this name.
        pose: Option<PoseField>,
    },
    /// An own diagram was in the state, or one inside, at the end of the last tick.
    OwnIs(DiagramId, StateId),
    /// Another's diagram was.
    Is {
        /// Whose.
        of: Box<Expr>,
        /// Its diagram.
        diagram: Text,
        /// The state's path below the diagram, as [`State::path`]; a state that stands deeper is meant too where only its last names are written.
        state: Text,
    },
    /// How many the selector takes.
    Count(Box<Selector>),
    /// To the nearest; 1e9 if none.
    Distance(Box<Selector>),
    /// To the nearest, degrees, right positive, in the plane of own X and Z; 0 if none.
    Bearing(Box<Selector>),
    /// `key(K)`
    Key(Key),
    /// `pressed(K)`
    Pressed(Key),
    /// `released(K)`
    Released(Key),
    /// `click`, `click(right)`: on this one or a part of it; `anywhere`: `click(any)`.
    Click {
        /// With which button.
        button: Button,
        /// Wherever.
        anywhere: bool,
    },
    /// `hover`
    Hover,
    /// `hit`, `touch`, `leave`.
    Contact(ContactPhase, Box<Selector>),
    /// `message(m)`
    Message(MessageId),
    /// `received(m)`
    Received(MessageId),
    /// `value(m)`
    Value(MessageId),
    /// `every(t)` in the state of this level.
    Every(Box<Expr>, u8),
    /// `after t` in the state of this level.
    After(Box<Expr>, u8),
    /// All these timed actions, of the state of this level, are over.
    Done(Vec<u16>, u8),
}

/// Binary operators. Comparisons take numbers; `Eq` and `Ne` take two of any one kind.
pub use crate::syntax::ast::BinaryOp;

/// Some instances.
#[derive(Clone, Debug)]
pub struct Selector {
    /// Of what.
    pub what: What,
    /// At most this far from the one that asks.
    pub within: Option<Expr>,
    /// At most this many degrees off its own forward.
    pub ahead: Option<Expr>,
    /// On which of its sides (contacts only).
    pub side: Option<Side>,
    /// Its place.
    pub span: Span,
}

/// What a selector takes. Self and the own tree never count.
#[derive(Clone, Debug)]
pub enum What {
    /// All of a character or atom.
    Class(ClassId),
    /// All that a group made.
    Group(GroupId),
    /// Top-level instances of a path name: that number, or the oldest that lives.
    Named(Text, Option<u32>),
    /// One instance.
    Ref(Box<Expr>),
    /// Any character (contacts only).
    Anyone,
    /// Boundaries (contacts only).
    Boundary(BoundarySet),
    /// Characters and boundaries (contacts only).
    Any,
}

/// An action.
#[derive(Clone, Debug)]
pub struct Action {
    /// What it does.
    pub kind: ActionKind,
    /// `for TIME ease`.
    pub timed: Option<Timed>,
    /// Its place.
    pub span: Span,
}

/// `for TIME ease`.
#[derive(Clone, Debug)]
pub struct Timed {
    /// How long, in seconds; read once, in the first tick of the stay in which the state acts.
    pub time: Expr,
    /// Pacing.
    pub ease: Ease,
    /// Slot in the diagram.
    pub slot: u16,
    /// The level of the state whose list it stands in.
    pub level: u8,
}

/// The frame an action works in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Own axes.
    Own,
    /// The parent's.
    Parent,
    /// The world's.
    World,
}

/// A thing or a point in the parent's frame.
#[derive(Clone, Debug)]
pub enum Aim {
    /// A reference.
    Who(Expr),
    /// A point.
    Point(Box<[Expr; 3]>),
}

/// Whom a message goes to.
#[derive(Clone, Debug)]
pub enum SendTo {
    /// Everyone, the sender too.
    All,
    /// All ancestors of the sender.
    Up,
    /// All descendants.
    Down,
    /// Direct parts.
    Parts,
    /// All that are of it when the message arrives.
    Class(ClassId),
    /// Likewise.
    Group(GroupId),
    /// Likewise: the instance of that path name.
    Named(Text, Option<u32>),
    /// This one, evaluated where it is sent.
    Ref(Expr),
    /// All these, evaluated where it is sent.
    Selector(Selector),
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

/// The actions.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "built once, read in place")]
pub enum ActionKind {
    /// By X Y Z along the frame's axes.
    Move([Expr; 3], Frame),
    /// By degrees about X Y Z of the frame, applied as q_Y · q_X · q_Z.
    Rotate([Expr; 3], Frame),
    /// By factors.
    Scale([Expr; 3]),
    /// To a position in the parent's frame, axis by axis.
    Place([Option<Expr>; 3], Cut),
    /// To angles about X Y Z.
    Orient([Expr; 3], Cut),
    /// `reset move`
    ResetMove(Cut),
    /// `reset rotate`
    ResetRotate(Cut),
    /// `reset scale`
    ResetScale(Cut),
    /// Turn about the parent's Y toward it, by at most so many degrees.
    Face(Aim, Option<Expr>),
    /// Move toward it by N, never past it.
    Approach(Aim, Expr),
    /// Change the colour.
    Color(Expr),
    /// Become visible.
    Show,
    /// Become invisible.
    Hide,
    /// `send`
    Send {
        /// Which message.
        message: MessageId,
        /// The number sent with it.
        value: Option<Expr>,
        /// To whom.
        to: SendTo,
        /// Seconds until it arrives.
        delay: Option<Expr>,
    },
    /// `fork G`
    ForkGroup(GroupId),
    /// `fork C …`; the flag: placed in the world's frame instead of the forker's.
    Fork(Box<SpawnOne>, bool),
    /// `become C`
    Become {
        /// What it becomes.
        character: CharacterId,
        /// Arguments.
        args: Vec<(VarId, Expr)>,
        /// Initial states other than the first.
        start: Vec<(DiagramId, StateId)>,
    },
    /// `vanish`, `vanish T` (a class or group: all of them).
    Vanish(Option<Selector>),
    /// `restart`
    Restart,
    /// `finish`
    Finish,
    /// `attach T to U placement`
    Attach {
        /// What is attached.
        what: Expr,
        /// To whom.
        to: Expr,
        /// Where; without, the world pose is kept.
        placement: Option<Placement>,
    },
    /// `detach T`
    Detach(Expr),
    /// An assignment to an own variable.
    Assign(VarId, AssignOp, Expr),
    /// A line of the log.
    Log(Vec<Piece>),
    /// An event for the host.
    Emit(Text, Vec<EmitArg>),
    /// A sound.
    Sound(Text),
}

/// Pictures jump instead of interpolating.
pub type Cut = bool;

/// An argument of `emit`.
#[derive(Clone, Debug)]
pub enum EmitArg {
    /// A string.
    Text(Vec<Piece>),
    /// A value.
    Value(Expr),
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

/// A test.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: Text,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Its place.
    pub span: Span,
}

/// A step of a test. Expressions stand nowhere: no own values, names mean the oldest that lives.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Its place.
    pub span: Span,
}

/// The steps.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// For so many seconds.
    Run(Expr),
    /// Until the first holds, at most so many seconds.
    RunUntil(Expr, Expr),
    /// A key goes down before the next tick.
    Press(Key),
    /// A key goes up before the next tick.
    Release(Key),
    /// Press, run, release.
    Hold(Key, Expr),
    /// A left click on it.
    Click(Expr),
    /// A message that the next tick sees.
    Send(MessageId, Option<Expr>, SendTo),
    /// Sets a variable of an instance.
    Set {
        /// Whose.
        of: Expr,
        /// Which.
        name: Text,
        /// To what.
        value: Expr,
    },
    /// Actions of an instance, done once now and committed at once.
    Do {
        /// Who does them.
        who: Expr,
        /// The actions, resolved for each specialised character that `who` can be.
        bodies: Vec<(CharacterId, Vec<Action>)>,
    },
    /// The expression holds.
    Expect(Expr),
    /// Two numbers are at most so far apart.
    ExpectNear(Expr, Expr, Expr),
    /// A line logged since the test began contains it.
    ExpectLog(Text),
}
