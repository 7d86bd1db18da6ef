//! The front end and the standard library, as the facade uses them.
//!
//! In: a source text and where further texts come from. Out: what the front end built. The one
//! module that calls the front end's entry points.

use std::fmt::Write as _;

use islay_lang::diagnostic as lang;
use islay_lang::hir::model::Model;
use islay_lang::source::{FileId, SourceFile, Sources};
use islay_lang::syntax;
use islay_vm::program::Program;

use crate::Diagnostics;

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
    pub diagnostics: Vec<lang::Diagnostic>,
}

/// Builds a scene from its first text.
pub(crate) fn build(_main: SourceFile, _sources: &dyn Sources) -> Built {
    unimplemented!()
}

/// The text in canonical layout.
pub(crate) fn format(_name: &str, _text: &str) -> Result<String, Diagnostics> {
    unimplemented!()
}

/// The tokens of a text, one a line.
pub(crate) fn tokens(name: &str, text: &str) -> (String, Diagnostics) {
    let lexed = syntax::lexer::lex(text, FileId(0), 0);
    let mut out = String::new();
    for token in &lexed.tokens {
        let kind = format!("{:?}", token.kind);
        let _ = writeln!(out, "{:6} {kind:24} {}", token.start, lexed.written(*token));
    }
    (out, one_file(name, text, &lexed.diagnostics))
}

/// The syntax tree of a text.
pub(crate) fn tree(name: &str, text: &str) -> (String, Diagnostics) {
    let (file, found) = syntax::parse(text, FileId(0));
    (format!("{file:#?}\n"), one_file(name, text, &found))
}

fn one_file(name: &str, text: &str, found: &[lang::Diagnostic]) -> Diagnostics {
    Diagnostics::new(found, &[SourceFile { name: name.into(), text: text.into() }])
}
