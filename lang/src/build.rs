//! From text to program: all stages of the front end, one after the other.
//!
//! In: the first file, and [`Sources`] for those it uses. Out: a [`Built`] with everything that
//! any stage found. There is a program only where nothing is wrong; it opens no file itself.

use islay_vm::program::Program;

use crate::compile::{SourceMap, compile};
use crate::diagnostic::Diagnostic;
use crate::hir::model::Model;
use crate::hir::{Entry, check, resolve_with};
use crate::source::{SourceFile, Sources};
use crate::syntax::ast;

/// What became of a text.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// The program, unless something is wrong.
    pub program: Option<Program>,
    /// From the program back to the text.
    pub map: SourceMap,
    /// The model behind the program.
    pub model: Option<Model>,
    /// All files, the first being the one that was named.
    pub files: Vec<SourceFile>,
    /// Their trees.
    pub trees: Vec<ast::File>,
    /// The first file has no group `main`: it offers things to others and cannot run by itself.
    pub library: bool,
    /// Errors, warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses, resolves, checks and compiles.
pub fn build(main: SourceFile, sources: &dyn Sources) -> Built {
    build_with(main, None, sources)
}

/// The same with something that is typed beside it: its steps are those of the last test.
pub fn build_with(main: SourceFile, entry: Option<&Entry<'_>>, sources: &dyn Sources) -> Built {
    let resolved = resolve_with(main, entry, sources);
    let mut built = Built {
        model: resolved.model,
        files: resolved.files,
        trees: resolved.trees,
        library: resolved.library,
        diagnostics: resolved.diagnostics,
        ..Built::default()
    };
    let Some(model) = &built.model else { return built };
    built.diagnostics.extend(check::check(model, &built.files));
    let compiled = compile(model);
    built.diagnostics.extend(compiled.diagnostics);
    built.map = compiled.map;
    if !built.diagnostics.iter().any(Diagnostic::is_error) {
        built.program = Some(compiled.program);
    }
    built
}
