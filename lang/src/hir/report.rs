//! The findings of the resolver, each place once.
//!
//! In: diagnostics, in any order and possibly once per specialisation. Out: the same without
//! repetitions, in the order of the texts. It judges nothing.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Collects diagnostics; a second one of the same code at the same place is dropped.
#[derive(Default)]
pub(super) struct Report {
    list: Vec<Diagnostic>,
    seen: BTreeSet<(Code, Span)>,
}

impl Report {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert((diagnostic.code, diagnostic.span)) {
            self.list.push(diagnostic);
        }
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
