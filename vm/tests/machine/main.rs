//! Tests of the machine on programs written by hand, one family of ops per file.

// what may stop a program that runs may stop a test, also in the functions that tests share
#![allow(clippy::unwrap_used)]

mod asm;
mod diagrams;
mod limits;
mod lives;
mod many;
mod messages;
mod poses;
mod same;
mod scenes;
mod touches;
mod values;
