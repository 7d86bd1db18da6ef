//! Tests of the syntax layer: snapshots of tokens and trees, mistakes and what is said of them, hostile
//! texts, and properties of printing and laying out over random trees.

mod errors;
mod grammar;
mod hints;
mod layout;
mod lexing;
mod random;
mod round_trip;
mod speed;

use super::ast::File;
use crate::diagnostic::Diagnostic;
use crate::source::FileId;

/// The tree of a text that has nothing wrong with it.
fn parsed(text: &str) -> File {
    let (file, diagnostics) = super::parse(text, FileId(0));
    assert!(diagnostics.is_empty(), "{}\nin:\n{text}", shown(text, &diagnostics));
    file
}

/// Findings as lines: line, code, what is marked, message, help.
fn findings(text: &str) -> String {
    let (_, diagnostics) = super::parse(text, FileId(0));
    shown(text, &diagnostics)
}

fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for found in diagnostics {
        let (start, end) = (found.span.start as usize, found.span.end as usize);
        let line = text[..start].matches('\n').count() + 1;
        let marked = text[start..end].replace('\n', "⏎");
        out += &format!("{line} {} [{marked}] {}", found.code.as_str(), found.message);
        if let Some(help) = &found.help {
            out += &format!(" ({help})");
        }
        out.push('\n');
    }
    out
}
