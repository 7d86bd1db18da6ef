//! The front end of Islay: text in, a program for the virtual machine out.
//!
//! It opens no files and knows no running scene; texts come through [`source::Sources`].

// what only documents of other formats use stays in place: one attribute, instead of one at each
#![cfg_attr(not(feature = "threedi"), allow(dead_code, unused_imports))]

pub mod source;

pub mod diagnostic;

mod suggest;

pub mod syntax;

pub mod hir;

pub mod compile;

#[cfg(feature = "threedi")]
pub mod import;

#[cfg(feature = "threedi")]
pub mod export;

mod build;

pub use build::{Built, build, build_with};
