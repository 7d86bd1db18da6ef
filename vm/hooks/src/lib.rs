//! Functions of scripts in rhai: what `call f(…)` and `hook(f, …)` of a scene run.
//!
//! In: texts of scripts. Out: their functions for the front end, and a [`Scripts`] for a world
//! (`islay_vm::hook::Hooks`). It knows nothing of the language, so that a program that only plays
//! what was compiled has scripts too. A script reads no file and no clock;
//! a clock is read where a host asks for a watchdog.

mod engine;
mod handle;
mod maths;
mod scripts;
mod value;
mod watchdog;

pub use scripts::{Scripts, functions};
pub use watchdog::watched;
