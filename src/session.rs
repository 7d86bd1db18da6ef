//! What tools do with scenes: play, tests, traces, scripts of inputs, dumps, facts.
//!
//! Everything here takes and returns data; printing is left to the command line.

pub mod act;
pub use crate::report::escape;
#[cfg(feature = "pictures")]
pub mod chart;
pub mod dump;
pub mod explain;
pub mod history;
pub mod info;
pub mod layout;
pub mod paint;
pub mod play;
pub mod reason;
pub mod record;
pub mod repl;
pub mod script;
mod step;
pub mod suggest;
pub mod testing;
pub mod trace;
pub mod why;
