//! Whether a program can run: everything the machine indexes, loops over or makes room for is
//! judged once, so that no program can stop it.
//!
//! In: a [`Program`], compiled or read from bytes of whatever origin. Out: nothing, or the first
//! thing that is wrong and where it stands. Whether a scene makes sense is not judged, nor are its
//! tests: those are the front end's.

mod cast;
mod code;
mod diagram;
mod lists;

use super::Program;

/// Blocks and repetitions inside of each other: the machine calls itself for each. It is more than
/// a text can nest.
pub(super) const DEEPEST: usize = 256;

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
            Self::Wrong(place, what) if place.is_empty() => f.write_str(what),
            Self::Wrong(place, what) => write!(f, "{place}: {what}"),
        }
    }
}

impl std::error::Error for ProgramError {}

impl Program {
    /// Whether it can run.
    pub fn check(&self) -> Result<(), ProgramError> {
        lists::check(self)?;
        cast::check(self)
    }
}

type Judged = Result<(), ProgramError>;

fn wrong(what: impl Into<String>) -> Judged {
    Err(ProgramError::Wrong(String::new(), what.into()))
}

/// It must hold; else that is what is wrong.
fn must(holds: bool, what: &str) -> Judged {
    if holds { Ok(()) } else { wrong(what) }
}

/// There must be a `what` of this number.
fn index(i: usize, len: usize, what: &str) -> Judged {
    if i < len { Ok(()) } else { wrong(format!("there is no {what} {i}, but {len} of them")) }
}

/// All must be finite.
fn finite(numbers: &[f32]) -> Judged {
    must(numbers.iter().all(|v| v.is_finite()), "a number is not finite")
}

/// It must be a rotation: of unit length but for rounding.
fn rotation(q: &[f32; 4]) -> Judged {
    let square: f32 = q.iter().map(|v| v * v).sum();
    must((square - 1.0).abs() < 1e-2, "a rotation is no unit quaternion")
}

/// Where something wrong stands, the outermost place first.
trait Within {
    fn within(self, place: impl FnOnce() -> String) -> Self;
}

impl Within for Judged {
    fn within(self, place: impl FnOnce() -> String) -> Self {
        self.map_err(|error| match error {
            ProgramError::Wrong(inner, what) if inner.is_empty() => {
                ProgramError::Wrong(place(), what)
            }
            ProgramError::Wrong(inner, what) => {
                ProgramError::Wrong(format!("{}, {inner}", place()), what)
            }
            damaged => damaged,
        })
    }
}

#[cfg(test)]
mod tests;
