//! Warnings: programs that run, and probably not as meant.
//!
//! In: a model and its files. Out: diagnostics, each place once however often its text was
//! specialised. It refuses nothing and changes nothing, and says nothing about the standard
//! library's own texts.

mod boundaries;
mod effects;
mod messages;
mod reach;
mod unused;

use std::collections::BTreeMap;

use super::model::Model;
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

/// All warnings about a checked program. A file without a group `main` is a library: what it
/// offers and does not use itself is no fault.
pub fn check(model: &Model, files: &[SourceFile]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    reach::check(model, &mut found);
    effects::check(model, &mut found);
    if model.main.is_some() {
        messages::check(model, &mut found);
        unused::check(model, &mut found);
        boundaries::check(model, &mut found);
    }
    found.retain(|d| !d.span.is_std(files));
    found.sort_by_key(|d| (d.span, d.code));
    found.dedup();
    found
}

/// Findings about places that may stand in several specialised characters: one counts only where
/// it holds in all of them.
#[derive(Default)]
struct Everywhere {
    seen: BTreeMap<Span, usize>,
    found: BTreeMap<Span, (usize, Diagnostic)>,
}

impl Everywhere {
    /// The place was looked at; `finding` is what is wrong with it there, if anything.
    fn note(&mut self, span: Span, finding: Option<Diagnostic>) {
        *self.seen.entry(span).or_default() += 1;
        if let Some(d) = finding {
            self.found.entry(span).or_insert((0, d)).0 += 1;
        }
    }

    /// What was wrong each time.
    fn finish(self, out: &mut Vec<Diagnostic>) {
        let Everywhere { seen, found } = self;
        let always = found.into_iter().filter(|(span, (n, _))| seen.get(span) == Some(n));
        out.extend(always.map(|(_, (_, d))| d));
    }
}
