//! The Islay virtual machine: a program in, ticks, events and poses out.
//!
//! It sees no text, file, clock or thread count; the same program, seed and inputs give the same
//! bits everywhere.

// what a front end writes
pub mod program;

pub mod op;

pub mod disasm;

pub mod key;

pub mod native;

// what everything computes with
pub mod math;

pub mod rng;

mod hash;

// what goes into a world and comes out
pub mod input;

pub mod event;

pub mod frame;

pub mod view;

pub mod hook;

pub mod limits;

pub mod envelope;

pub mod snapshot;

pub mod probe;

// storage: instances in columns, and what others see of them
mod slots;

mod column;

mod block;

mod table;

mod plan;

mod signal;

mod roster;

// jobs of their own: plain data in, plain data out
pub mod contacts;

pub mod spatial;

// what runs
mod trap;

mod effect;

mod text;

mod threads;

mod interp;

pub mod world;
