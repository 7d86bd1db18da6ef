//! The camera, and how it goes round by hand.
//!
//! In: nothing. Out: the machine's [`View`], and [`Orbit`], which turns one.

mod orbit;

pub use islay_vm::view::{NEAR, View};
pub use orbit::Orbit;
