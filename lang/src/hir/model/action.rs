//! Actions.
//!
//! In: nothing, these are the data. Out: what the compiler and the reference interpreter read.

use super::{
    AssignOp, CharacterId, ClassId, DiagramId, Ease, Expr, GroupId, HookId, MessageId, Piece,
    Placement, Selector, Site, SpawnOne, StateId, VarId,
};
use crate::source::{Span, Text};

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
    /// A function of a script.
    Call(HookId, Vec<EmitArg>, Site),
    /// A sound.
    Sound(Text),
}

/// Pictures jump instead of interpolating.
pub type Cut = bool;

/// An argument of `emit`, `call` or `hook`.
#[derive(Clone, Debug)]
pub enum EmitArg {
    /// A string.
    Text(Vec<Piece>),
    /// A value.
    Value(Expr),
}
