//! What a scene has with the program that runs it, as its `host` items say.
//!
//! In: nothing, these are the data. Out: what a host reads to know what it should offer. The machine
//! itself needs none of it.

use std::fmt;

/// What a scene wants of its host, and what it takes from it and tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Wants {
    /// Actions, signals and functions that the host should offer.
    pub calls: Vec<WantedCall>,
    /// Messages that the host may send.
    pub messages: Vec<String>,
    /// Numbers that the host may set; 0 until it does.
    pub inputs: Vec<String>,
    /// Events that the host hears.
    pub emits: Vec<String>,
}

/// An action, a signal or a function that the host should offer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WantedCall {
    /// Which of the three.
    pub kind: CallKind,
    /// What it is called.
    pub name: String,
    /// The names of its arguments.
    pub params: Vec<String>,
}

/// What a host can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CallKind {
    /// It does something for a character: `call f(…)`.
    Action,
    /// It answers a condition: `hook(f, …)`.
    Signal,
    /// It makes a number of numbers: `f(…)` in an expression.
    Function,
}

impl CallKind {
    /// The word that scenes declare it with.
    pub fn word(self) -> &'static str {
        match self {
            CallKind::Action => "action",
            CallKind::Signal => "signal",
            CallKind::Function => "function",
        }
    }

    /// One of a name and number of arguments, in words.
    pub fn called(self, name: &str, n_args: usize) -> String {
        let s = if n_args == 1 { "" } else { "s" };
        format!("{} `{name}` with {n_args} argument{s}", self.word())
    }
}

impl fmt::Display for WantedCall {
    /// As scenes declare it: `action boost(by)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}({})", self.kind.word(), self.name, self.params.join(", "))
    }
}
