//! What lies outside of the scene: the host's side and the functions of scripts.
//!
//! In: nothing, these are the data. Out: what the compiler and the reference interpreter read.

use super::MessageId;
use crate::source::Text;

/// What the scene and its host have between them.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Messages that the host sends or hears.
    pub messages: Vec<MessageId>,
    /// Names of the numbers that the host sets; 0 until it does.
    pub inputs: Vec<Text>,
}

/// A function of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The script's file.
    pub script: Text,
    /// The function.
    pub name: Text,
    /// How many arguments it takes behind `me`.
    pub n_args: usize,
}
