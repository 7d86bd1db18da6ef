//! What is in a document of another format, counted.
//!
//! In: the bytes of a document. Out: a [`Survey`] and every [`Finding`] of reading it. It writes no
//! text and asks for no model; what refers to nothing is found by an import.

use std::io::Read;

use super::Finding;
use super::threedi::{self, Document};
use crate::source::{Text, TextLimits};

/// How many of what a document has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// Model files.
    pub atoms: usize,
    /// Characters.
    pub characters: usize,
    /// Composed bodies.
    pub complexes: usize,
    /// Members of all composed bodies.
    pub members: usize,
    /// Diagrams of all characters.
    pub diagrams: usize,
    /// States of all diagrams.
    pub states: usize,
    /// Transitions of all diagrams.
    pub transitions: usize,
    /// Groups.
    pub groups: usize,
    /// Forks of all groups.
    pub forks: usize,
    /// Paths of the model files, each once.
    pub files: Vec<String>,
    /// Milliseconds to a tick, where it says so.
    pub interval: Option<f32>,
}

/// What came of counting.
#[derive(Clone, Debug, Default)]
pub struct Surveyed {
    /// The counts, unless the XML is broken.
    pub survey: Option<Survey>,
    /// Errors and warnings in the order of the document.
    pub findings: Vec<Finding>,
    /// The document's text as far as it was read, where it is not too long to be kept.
    pub document: Option<Text>,
}

/// Counts what is in a document.
pub fn survey(bytes: impl Read) -> Surveyed {
    survey_within(bytes, TextLimits::default())
}

/// Counts what is in a document that is within these limits.
pub fn survey_within(bytes: impl Read, limits: TextLimits) -> Surveyed {
    let read = threedi::read(bytes, limits);
    let mut findings = read.findings;
    findings.sort_by_key(|found| found.at.offset);
    let wrong = findings.iter().any(Finding::is_error);
    let survey = read.document.as_ref().filter(|_| !wrong).map(count);
    Surveyed { survey, findings, document: read.text }
}

fn count(document: &Document) -> Survey {
    let diagrams = || document.characters.iter().flat_map(|c| &c.diagrams);
    let mut files: Vec<String> = document.atoms.iter().map(|a| a.path.text.to_string()).collect();
    files.sort();
    files.dedup();
    Survey {
        atoms: document.atoms.len(),
        characters: document.characters.len(),
        complexes: document.complexes.len(),
        members: document.complexes.iter().map(|c| c.members.len()).sum(),
        diagrams: diagrams().count(),
        states: diagrams().map(|d| d.states.len()).sum(),
        transitions: diagrams().map(|d| d.transitions.len()).sum(),
        groups: document.groups.len(),
        forks: document.groups.iter().map(|g| g.forks.len()).sum(),
        files,
        interval: document.settings.interval,
    }
}
