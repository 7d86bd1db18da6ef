//! The only list of instructions, each with its meaning and effect.
//!
//! An op works on all lanes of a batch: rows of one table that are in the same state. A register
//! holds 32 bits per lane, or one value for all lanes. Blocks never read registers that were
//! written outside of them. Flags are 0 or 1, references are serial numbers (0: nobody).
//!
//! Arithmetic lets infinities and NaN pass; [`Op::Finite`] stands where a value is used and turns
//! what is not finite into 0 with a trap.

mod operands;

use crate::native::NativeId;
use crate::program::{Button, ContactPhase, Key, MessageId, PoseField, SpawnId, StateId};

pub(crate) use operands::{each_piece, placed};

/// A register.
pub type Reg = u16;

/// No register.
pub const NONE: Reg = Reg::MAX;

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

/// Arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arith {
    /// a + b
    Add,
    /// a − b
    Sub,
    /// a · b
    Mul,
    /// a ÷ b
    Div,
    /// a − b · ⌊a ÷ b⌋
    Rem,
}

/// Frames of `move` and `rotate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Frame {
    /// Own axes.
    Own,
    /// The parent's.
    Parent,
    /// The world's.
    World,
}

/// Pacing of timed actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ease {
    /// f = p
    Linear,
    /// p²(3−2p)
    InOut,
    /// p²
    In,
    /// p(2−p)
    Out,
}

/// How long a timed action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ticks {
    /// Always so many ticks.
    Const(u32),
    /// What [`Op::TimedStart`] put into this slot.
    Slot(u16),
}

/// The instructions; each variant's comment names its operands.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Op {
    // --- constants and own values ---
    /// dst = k, for all lanes
    Num { dst: Reg, k: f32 },
    /// dst = bits, for all lanes (flags, colours, nobody)
    Bits { dst: Reg, bits: u32 },
    /// dst = own variable, as it is now
    Load { dst: Reg, var: u16 },
    /// own variable = src
    Store { var: u16, src: Reg },
    /// dst = counter of a `repeat` of the group being made
    Loop { dst: Reg, counter: u16 },
    /// dst = value of the own pose: x … roll now, speed and turnrate of the last tick
    Own { dst: Reg, field: PoseField },
    /// dst = seconds in the state of this diagram's level
    Elapsed { dst: Reg, level: u8 },
    /// dst = seconds since the start, this tick included
    Time { dst: Reg },

    // --- arithmetic and logic ---
    /// dst = a op b
    Arith { op: Arith, dst: Reg, a: Reg, b: Reg },
    /// dst = −a
    Neg { dst: Reg, a: Reg },
    /// dst = a cmp b, as numbers
    Cmp { op: Cmp, dst: Reg, a: Reg, b: Reg },
    /// dst = a == b, as bits (flags, references, colours); `negated`: !=
    SameBits { dst: Reg, a: Reg, b: Reg, negated: bool },
    /// dst = a and b
    And { dst: Reg, a: Reg, b: Reg },
    /// dst = a or b
    Or { dst: Reg, a: Reg, b: Reg },
    /// dst = not a
    Not { dst: Reg, a: Reg },
    /// dst = cond ? a : b
    Select { dst: Reg, cond: Reg, a: Reg, b: Reg },
    /// dst = function of the registers args, args + 1, …
    Native { dst: Reg, native: NativeId, args: Reg },
    /// r = 0 where it is not finite, −0 becomes 0; a trap where `guard` (or always for [`NONE`]) holds
    Finite { r: Reg, guard: Reg, trap: u32 },

    // --- draws ---
    /// dst = a + (b − a) · u
    Random { dst: Reg, a: Reg, b: Reg, site: u32 },
    /// dst = ⌊a⌋ + ⌊u · (⌊b⌋ − ⌊a⌋ + 1)⌋
    Pick { dst: Reg, a: Reg, b: Reg, site: u32 },
    /// dst = u < p
    Chance { dst: Reg, p: Reg, site: u32 },

    // --- references ---
    /// dst = self
    SelfId { dst: Reg },
    /// dst = what `who` is part of or attached to
    Parent { dst: Reg, who: Reg },
    /// dst = the part of this name of `who`
    Child { dst: Reg, who: Reg, name: u32 },
    /// dst = the living top-level instance of this path name: of that number, 0 for the oldest
    Named { dst: Reg, name: u32, number: u32 },
    /// dst = the nearest that the selector takes; without an own row the oldest
    Nearest { dst: Reg, selector: u32 },
    /// dst = who sent the first of these messages
    Sender { dst: Reg, message: MessageId },
    /// dst = who makes the contact (see the model's `Other`)
    Other { dst: Reg, selector: u32 },
    /// dst = a field of another instance as of the last tick, of the kind that its reader expects
    Field { dst: Reg, who: Reg, field: u32 },
    /// dst = own diagram was in the state or one inside at the end of the last tick
    OwnIs { dst: Reg, diagram: u16, state: StateId },
    /// dst = another's diagram was
    Is { dst: Reg, who: Reg, query: u32 },
    /// dst = how many the selector takes
    Count { dst: Reg, selector: u32 },
    /// dst = distance to the nearest, 1e9 if none
    Distance { dst: Reg, selector: u32 },
    /// dst = bearing of the nearest, right positive, 0 if none
    Bearing { dst: Reg, selector: u32 },

    // --- signals ---
    /// dst = the key is held, or was pressed since the last tick
    Key { dst: Reg, key: Key },
    /// dst = the key went down
    Pressed { dst: Reg, key: Key },
    /// dst = the key went up
    Released { dst: Reg, key: Key },
    /// dst = clicked: on the own tree from self down, or anywhere
    Click { dst: Reg, button: Button, anywhere: bool },
    /// dst = the pointer is over self or a part of it
    Hover { dst: Reg },
    /// dst = a contact in this phase with what the selector takes
    Contact { dst: Reg, phase: ContactPhase, selector: u32 },
    /// dst = the message arrived
    Message { dst: Reg, message: MessageId },
    /// dst = how many arrived
    Received { dst: Reg, message: MessageId },
    /// dst = the sum of the numbers sent with them
    MessageValue { dst: Reg, message: MessageId },
    /// dst = a number that the host sets
    Input { dst: Reg, input: u16 },
    /// dst = what a function of a script says where `guard` (or always for [`NONE`]) holds, else 0
    Hook { dst: Reg, call: u32, guard: Reg },
    /// dst = a number that a function of the host makes of numbers where `guard` (or always for
    /// [`NONE`]) holds, else 0; 0 with a trap where it makes none
    Ask { dst: Reg, call: u32, guard: Reg },
    /// dst = elapsed ticks of the level are a multiple of the time's ticks
    Every { dst: Reg, level: u8, seconds: Reg },
    /// dst = elapsed ticks of the level reached the time's ticks
    After { dst: Reg, level: u8, seconds: Reg },

    // --- timed actions ---
    /// where the level's elapsed ticks are 1: slot = ticks of the time
    TimedStart { slot: u16, level: u8, seconds: Reg },
    /// dst = the timed action still acts: elapsed ≤ ticks
    TimedActive { dst: Reg, level: u8, ticks: Ticks },
    /// dst = it is over, its last tick included: elapsed ≥ ticks
    TimedOver { dst: Reg, level: u8, ticks: Ticks },
    /// dst = Δf of this tick, or with `rest` Δf ÷ (1 − f), 1 in the last tick
    TimedStep { dst: Reg, level: u8, ticks: Ticks, ease: Ease, rest: bool },

    // --- blocks ---
    /// runs the next `len` ops on the lanes where cond holds, with registers of their own
    If { cond: Reg, len: u32 },
    /// cond = cond and not yet so in this stay in the level's state; where it holds now, never again in this stay
    Once { cond: Reg, level: u8, slot: u16 },

    // --- pose ---
    /// move by a constant vector along the frame's axes
    MoveConst { vec: u32, frame: Frame },
    /// move by x, y, z along the frame's axes
    Move { v: [Reg; 3], frame: Frame },
    /// rotate by a constant unit quaternion about the frame's axes
    RotateConst { quat: u32, frame: Frame },
    /// rotate by degrees about the frame's axes, q_Y · q_X · q_Z
    Rotate { v: [Reg; 3], frame: Frame },
    /// multiply the scale
    Scale { v: [Reg; 3] },
    /// multiply the scale by factors to the power of step
    ScaleStep { v: [Reg; 3], step: Reg },
    /// position on an axis (0 x, 1 y, 2 z) goes to src, by the share `step` of what is left ([`NONE`]: all)
    Place { axis: u8, src: Reg, step: Reg, cut: bool },
    /// rotation goes to the angles, by the share `step` (spherical, the shorter way)
    Orient { v: [Reg; 3], step: Reg, cut: bool },
    /// position 0 0 0
    ResetMove { cut: bool },
    /// no rotation
    ResetRotate { cut: bool },
    /// scale 1
    ResetScale { cut: bool },
    /// turn about the parent's Y toward an instance, by at most `max` degrees ([`NONE`]: all the way)
    FaceWho { who: Reg, max: Reg },
    /// the same toward a point in the parent's frame
    FacePoint { v: [Reg; 3], max: Reg },
    /// move toward an instance by `step`, never past it
    ApproachWho { who: Reg, step: Reg },
    /// the same toward a point in the parent's frame
    ApproachPoint { v: [Reg; 3], step: Reg },
    /// colour goes to src by the share `step` ([`NONE`]: all), channel by channel
    Color { src: Reg, step: Reg },
    /// show or hide
    Visible { on: bool },

    // --- effects, carried out at commit ---
    /// send a message; `target` in [`crate::program::Program::targets`]
    Send { message: MessageId, value: Reg, target: u32, delay: Reg },
    /// a new top-level instance
    Fork { spawn: SpawnId, in_world: bool },
    /// all of a group
    ForkGroup { group: u16 },
    /// another character in this one's place
    Become { spawn: SpawnId },
    /// end self
    Vanish,
    /// end all that the selector takes (a class, group or name: all of them)
    VanishOthers { selector: u32 },
    /// everything anew at the end of the tick
    Restart,
    /// the animation ends after this tick
    Finish,
    /// `who` becomes a child of `to`; `placement` in the program's list or `u32::MAX`: world pose kept
    Attach { who: Reg, to: Reg, placement: u32 },
    /// `who` becomes top level, world pose kept
    Detach { who: Reg },
    /// a line of the log
    Log { text: u32 },
    /// an event for the host
    Emit { emit: u32 },
    /// a function of a script
    Call { call: u32 },
    /// a sound
    Sound { name: u32 },

    // --- only in programs that can be looked into: see `Program::probes` ---
    /// note what an edge's condition and its parts are
    Probe { probe: u32 },
    /// note that this edge without an arrow runs
    Runs { edge: u16 },
}

impl Op {
    /// Whether it calls a function of a script or of the host.
    pub(crate) fn calls_hook(&self) -> bool {
        matches!(self, Op::Hook { .. } | Op::Call { .. } | Op::Ask { .. })
    }
}
