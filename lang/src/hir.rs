//! The model: what a program means, with every name resolved.
//!
//! In: syntax trees. Out: a [`model::Model`] with diagnostics.

pub mod model;

pub mod visit;

pub mod check;
