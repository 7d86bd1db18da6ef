//! What happened in a tick, for those who watch.
//!
//! In: records of the world. Out: plain data with paths as text, in the order of the commit. The
//! world only makes them while it is observed; traps and logs always.

use crate::input::InstanceId;

/// Something that happened, and to whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The instance's serial number.
    pub id: InstanceId,
    /// Its path.
    pub path: String,
    /// What happened.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A diagram shifted; names as [`crate::program::StateSpec::path`].
    Transition {
        /// Which diagram.
        diagram: String,
        /// The innermost state before.
        from: String,
        /// The innermost state after.
        to: String,
        /// Which of the diagram's edges, counted in text order.
        edge: u16,
    },
    /// A message arrived here.
    Message {
        /// Which.
        message: String,
        /// The number with it.
        value: f32,
        /// The path of its sender, if it has one.
        sender: Option<String>,
    },
    /// It was made by `fork`; by whom.
    Fork {
        /// The forker's path.
        by: Option<String>,
    },
    /// It ended.
    End,
    /// It became another character.
    Become {
        /// Its name.
        character: String,
    },
    /// It was attached to another, or let go (`None`).
    Attach {
        /// The path of the other.
        to: Option<String>,
    },
    /// A contact began or ended.
    Contact {
        /// The other's path, or a boundary (`wall.north`, `floor`).
        with: String,
        /// It began.
        began: bool,
    },
    /// A line of the log.
    Log {
        /// The line.
        text: String,
    },
    /// An event for the host.
    Emit {
        /// Its name.
        name: String,
        /// Its arguments as text, numbers or flags.
        args: Vec<EmitValue>,
    },
    /// A sound.
    Sound {
        /// The file.
        file: String,
    },
    /// Something was refused or replaced.
    Trap {
        /// A kebab-case code.
        code: String,
        /// What and where, in the user's own names.
        message: String,
        /// How often in this tick.
        count: u32,
    },
}

/// A value handed to the host.
#[derive(Clone, Debug, PartialEq)]
pub enum EmitValue {
    /// A text.
    Text(String),
    /// A number.
    Number(f32),
    /// A flag.
    Flag(bool),
    /// A path, or nobody.
    Who(Option<String>),
    /// 0xRRGGBBAA.
    Colour(u32),
}
