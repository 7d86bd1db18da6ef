//! What an import has to say of a document, with lines and columns.
//!
//! In: places in a document that is not kept as text. Out: [`Finding`] values. They carry a
//! diagnostic whose spans are bytes of the decoded text, and the lines and columns of its places,
//! because a document may be too long to be looked at again.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{FileId, Span};

/// A place in a document: a byte of the decoded text, its line and its column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Bytes of UTF-8 before it.
    pub offset: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
}

impl Default for Mark {
    fn default() -> Self {
        Self { offset: 0, line: 1, column: 1 }
    }
}

/// From a mark up to a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Where it begins.
    pub from: Mark,
    /// The byte behind it.
    pub to: u32,
}

impl Stretch {
    /// As the diagnostics have it.
    pub fn span(self) -> Span {
        Span::new(FileId(0), self.from.offset, self.to.max(self.from.offset))
    }
}

/// A finding in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong; its spans are bytes of the decoded text.
    pub diagnostic: Diagnostic,
    /// Where its main place begins.
    pub at: Mark,
    /// Where its further places begin, in their order.
    pub also: Vec<Mark>,
}

impl Finding {
    /// A finding with the severity that its code has.
    pub(super) fn new(code: Code, at: Stretch, message: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::new(code, at.span(), message);
        Self { diagnostic, at: at.from, also: Vec::new() }
    }

    /// Says what to write.
    #[must_use]
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.diagnostic = self.diagnostic.help(help);
        self
    }

    /// Says what to write, where that is known.
    #[must_use]
    pub(super) fn maybe_help(self, help: Option<String>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Points at a second place.
    #[must_use]
    pub(super) fn also(mut self, at: Stretch, message: impl Into<String>) -> Self {
        self.diagnostic = self.diagnostic.also(at.span(), message);
        self.also.push(at.from);
        self
    }

    /// Whether nothing is written because of it.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}
