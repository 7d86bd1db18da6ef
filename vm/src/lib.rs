//! The Islay virtual machine: a program in, ticks, events and poses out.
//!
//! It sees no text, file, clock or thread count; the same program, seed and inputs give the same
//! bits everywhere.

