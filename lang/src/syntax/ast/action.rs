//! Actions and their operands.
//!
//! In: the parser's findings. Out: nodes. They mean nothing yet.

use super::{Arg, Expr, Name, Path, Place, Placement, Scale, Str, Three, Who};

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
    /// `call f(args)`
    Call {
        /// The hook.
        name: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `sound "f.wav"`
    Sound(Str),
    /// `play blend offer start pause resume stop`, `reset F`: not supported yet.
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
