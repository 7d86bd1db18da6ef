//! What lies outside of the scene: the host's side and the functions of scripts.
//!
//! In: nothing, these are the data. Out: what the compiler and the reference interpreter read.

use super::MessageId;
use crate::source::Text;

pub use crate::syntax::ast::HostKind;

/// What the scene and its host have between them.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Messages that the host sends or hears.
    pub messages: Vec<MessageId>,
    /// Names of the numbers that the host sets; 0 until it does.
    pub inputs: Vec<Text>,
    /// Events that the host says it hears.
    pub emits: Vec<Text>,
    /// What the host can be asked to do or say.
    pub calls: Vec<HostCall>,
}

/// An action, a signal or a function of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// Which of the three.
    pub kind: HostKind,
    /// What it is called.
    pub name: Text,
    /// The names of its arguments.
    pub params: Vec<Text>,
}

/// A function of a script or of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The script's file; empty: the host.
    pub script: Text,
    /// The function.
    pub name: Text,
    /// How many arguments it takes, behind `me` where it has one.
    pub n_args: usize,
    /// It makes a number of numbers and sees nothing else.
    pub is_number: bool,
}
