//! The standard library: modules written in Islay, and the functions over numbers.
//!
//! In: the name of a module. Out: its text, or the table of functions. It compiles nothing and
//! knows nothing of scenes.

mod natives;
mod prelude;

pub use natives::natives;
pub use prelude::{Module, modules, prelude};
