//! Where a program can trap, in its text.
//!
//! In: a program, the spans of its places, and the texts. Out: each place with line and column, so
//! that a trap's message has them. Nothing else of the program changes, nor does its structure.

use islay_lang::source::Span;
use islay_vm::program::Program;

use crate::{Diagnostics, Place};

/// Gives each place its line and column, and its file where that is not the first.
pub(crate) fn place(program: &mut Program, spans: &[Span], texts: &Diagnostics) {
    for (site, span) in program.traps.iter_mut().zip(spans) {
        let Place { file, line, column, text, .. } = texts.place(*span);
        let at = match text {
            0 => format!("{line}:{column}"),
            _ => format!("{file}:{line}:{column}"),
        };
        site.at = Some(at.into());
    }
}

/// Gives them as they are in a program whose places are the first of these.
pub(crate) fn place_as(program: &mut Program, other: &Program) {
    for (site, known) in program.traps.iter_mut().zip(&other.traps) {
        site.at.clone_from(&known.at);
    }
}
