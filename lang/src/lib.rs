//! The front end of Islay: text in, a program for the virtual machine out.
//!
//! It opens no files and knows no running scene; texts come through [`source::Sources`].

pub mod source;

pub mod diagnostic;

mod suggest;

pub mod syntax;

pub mod hir;

pub mod compile;

pub mod import;

pub mod export;

mod build;

pub use build::{Built, build, build_with};
