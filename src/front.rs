//! The front end and the standard library, as the facade uses them.
//!
//! In: a source text and where further texts come from. Out: what the front end built. The one
//! module that calls the front end's entry points.

use islay_lang::diagnostic as lang;
use islay_lang::hir::{self, model::Model};
use islay_lang::source::{FileId, SourceFile};
use islay_lang::syntax;
use islay_vm::program::Program;

pub(crate) use islay_lang::build_with;
pub(crate) use islay_lang::hir::{Entry, EntryKind};

use crate::files::of_texts;
use crate::{Diagnostics, Limits, traps};

/// A module of the standard library.
pub(crate) fn std_module(module: &str) -> Option<SourceFile> {
    let text = islay_stdlib::prelude(module)?;
    Some(SourceFile { name: format!("std.{module}").into(), text: text.into() })
}

/// The program of a model once more, with probes.
pub(crate) fn probed(model: &Model, plain: &Program) -> Program {
    let mut program = islay_lang::compile::compile_probed(model, plain);
    traps::place_as(&mut program, plain);
    program
}

/// The text in canonical layout.
pub(crate) fn format(name: &str, text: &str, limits: &Limits) -> Result<String, Diagnostics> {
    syntax::format_within(text, &of_texts(limits)).map_err(|found| one_file(name, text, &found))
}

/// The tokens of a text, one a line.
pub(crate) fn tokens(name: &str, text: &str) -> (String, Diagnostics) {
    let (out, found) = syntax::tokens(text, FileId(0));
    (out, one_file(name, text, &found))
}

/// The syntax tree of a text.
pub(crate) fn tree(name: &str, text: &str, limits: &Limits) -> (String, Diagnostics) {
    let (file, found) = syntax::parse_within(text, FileId(0), &of_texts(limits));
    (syntax::tree(&file), one_file(name, text, &found))
}

/// The model as text.
pub(crate) fn model(model: &Model) -> String {
    hir::dump(model)
}

fn one_file(name: &str, text: &str, found: &[lang::Diagnostic]) -> Diagnostics {
    Diagnostics::new(found, &[SourceFile { name: name.into(), text: text.into() }])
}
