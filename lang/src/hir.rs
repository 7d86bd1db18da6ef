//! The model: what a program means, with every name resolved.
//!
//! In: source texts. Out: a [`model::Model`] with diagnostics.

pub mod model;

pub mod visit;

pub mod condition;

pub mod lettering;

mod entry;

mod load;

mod forks;

mod declared;

mod program;

mod face;

mod candidates;

mod kinds;

mod report;

mod colour;

mod site;

mod fold;

mod scope;

mod build;

mod expr;

mod refs;

mod member;

mod is;

mod signal;

mod select;

mod action;

mod spawn;

mod shape;

mod rebase;

mod diagram;

mod character;

mod group;
mod hook;

mod steps;

mod world;

mod resolve;

mod dump;

pub(crate) mod check;

pub(crate) use declared::{BARE, TOUCHED};
pub use dump::dump;
pub use entry::{Entry, EntryKind};
pub(crate) use fold::number as constant;
pub use resolve::{Resolved, resolve, resolve_with};

#[cfg(test)]
mod tests;
