//! The Islay virtual machine: a program in, ticks, events and poses out.
//!
//! It sees no text, file, clock or thread count; the same program, seed and inputs give the same
//! bits everywhere.

pub mod program;

pub mod op;

pub mod disasm;

pub mod key;

pub mod native;

pub mod math;

pub mod contacts;

pub mod spatial;

pub mod rng;

pub mod input;

pub mod event;

pub mod limits;

pub mod hash;

pub mod slots;

pub mod column;

pub mod block;

pub mod table;

pub mod plan;

pub mod signal;

pub mod roster;

pub mod trap;

pub mod effect;

pub mod text;

pub mod interp;

pub mod world;
