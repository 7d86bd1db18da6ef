//! The front end and the standard library, as the facade uses them.
//!
//! In: a source text and where further texts come from. Out: what the front end built. The one
//! module that calls the front end's entry points.

use islay_lang::diagnostic::Diagnostic;
use islay_lang::hir::model::Model;
use islay_lang::source::{SourceFile, Sources};
use islay_vm::program::Program;

/// A module of the standard library.
pub(crate) fn std_module(module: &str) -> Option<SourceFile> {
    let text = islay_stdlib::prelude(module)?;
    Some(SourceFile { name: format!("std.{module}").into(), text: text.into() })
}

/// What the front end makes of a scene.
pub(crate) struct Built {
    pub program: Program,
    pub model: Model,
    pub files: Vec<SourceFile>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Builds a scene from its first text.
pub(crate) fn build(_main: SourceFile, _sources: &dyn Sources) -> Built {
    unimplemented!()
}

pub(crate) fn format(_name: &str, _text: &str) -> Result<String, crate::Diagnostics> {
    unimplemented!()
}

pub(crate) fn tokens(_name: &str, _text: &str) -> (String, crate::Diagnostics) {
    unimplemented!()
}

pub(crate) fn tree(_name: &str, _text: &str) -> (String, crate::Diagnostics) {
    unimplemented!()
}

pub(crate) fn disassembly(_program: &Program) -> String {
    unimplemented!()
}
