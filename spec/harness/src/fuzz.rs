//! Bytes of whatever origin, given to what reads bytes: nothing may stop, hang or take all memory.
//!
//! In: bytes. Out: what came of them; a panic is a fault of what read them.

pub mod compiled;
