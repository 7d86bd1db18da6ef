//! Tests of the machine on programs written by hand, one family of ops per file.

mod asm;
mod diagrams;
mod lives;
mod many;
mod messages;
mod poses;
mod touches;
mod values;
