//! The findings of the resolver, each place once.
//!
//! In: diagnostics, in any order and possibly once per specialisation. Out: the same without
//! repetitions, in the order of the texts. It judges nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// Names that are compared with all that are known.
const MAX_GUESSES: usize = 100;

/// Collects diagnostics; a second one of the same code at the same place is dropped.
#[derive(Default)]
pub(super) struct Report {
    list: Vec<Diagnostic>,
    seen: BTreeSet<(Code, Span)>,
    n_guesses: usize,
    /// Places by file and first byte, each with the byte behind it.
    muted: BTreeMap<(FileId, u32), u32>,
}

impl Report {
    /// Adds a finding, but for errors on lines that the parser did not understand.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() && self.is_muted(diagnostic.span) {
            return;
        }
        if self.seen.insert((diagnostic.code, diagnostic.span)) {
            self.list.push(diagnostic);
        }
    }

    /// Says nothing more of a place: what is wrong there has been said.
    pub fn mute(&mut self, place: Span) {
        self.muted.insert((place.file, place.start), place.end);
    }

    /// Whether nothing more is said of what begins there.
    pub fn is_muted(&self, span: Span) -> bool {
        let before = self.muted.range(..=(span.file, span.start)).next_back();
        before.is_some_and(|((file, _), end)| *file == span.file && span.start < *end)
    }

    /// Whether one more name is worth a guess at what was meant: a text full of unknown names is
    /// not told of each.
    pub fn guesses(&mut self) -> bool {
        self.n_guesses += 1;
        self.n_guesses <= MAX_GUESSES
    }

    /// Whether the program cannot run.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// All of them, in the order of the texts.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.span, d.code));
        self.list
    }
}
