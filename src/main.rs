//! The `islay` program.

fn main() {}
