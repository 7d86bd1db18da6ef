//! Recordings: what happened to a scene, so that it can be run again and compared.
//!
//! In: a scene, its settings, the input of each tick. Out: lines of JSON, the form of input files
//! with a head (texts of the scene, seed, limits), hashes now and then, and a running checksum on
//! every line. A recording that was cut off is good up to there; one that was changed is refused
//! with the line.

mod compare;
mod head;
mod line;
mod read;
mod write;

pub(crate) use compare::apart;
pub use compare::{Cause, Difference, diff};
pub use read::{Mismatch, Recording, Replayed};
pub use write::Recorder;
