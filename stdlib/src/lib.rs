//! The standard library: modules written in Islay.
