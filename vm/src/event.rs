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

impl EmitValue {
    /// The number that it is.
    pub fn as_number(&self) -> Option<f32> {
        match self {
            EmitValue::Number(n) => Some(*n),
            _ => None,
        }
    }

    /// The flag that it is.
    pub fn as_flag(&self) -> Option<bool> {
        match self {
            EmitValue::Flag(b) => Some(*b),
            _ => None,
        }
    }

    /// The text that it is.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            EmitValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The path of whom it is; nobody has none.
    pub fn as_path(&self) -> Option<&str> {
        match self {
            EmitValue::Who(path) => path.as_deref(),
            _ => None,
        }
    }

    /// The colour that it is, 0xRRGGBBAA.
    pub fn as_colour(&self) -> Option<u32> {
        match self {
            EmitValue::Colour(rgba) => Some(*rgba),
            _ => None,
        }
    }
}

impl From<f32> for EmitValue {
    fn from(n: f32) -> Self {
        EmitValue::Number(n)
    }
}

impl From<bool> for EmitValue {
    fn from(b: bool) -> Self {
        EmitValue::Flag(b)
    }
}

impl From<&str> for EmitValue {
    fn from(text: &str) -> Self {
        EmitValue::Text(text.to_owned())
    }
}
