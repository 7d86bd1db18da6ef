//! Where something stands in a file, and what is said about it.
//!
//! In: a text and a byte offset. Out: line and column, or a [`ModelError`] that has them. Lines
//! are counted only when there is something to say, so that reading pays nothing for places.

use crate::read::ModelError;

/// Longest name that a message repeats, in characters.
const LONGEST_NAME: usize = 80;
/// Most warnings of one file; what follows is counted. A file can be wrong in every element.
const MOST_WARNINGS: usize = 50;

/// Line and column of a byte, both from 1; columns are characters.
pub(super) fn of(text: &str, offset: usize) -> (u32, u32) {
    let bytes = text.as_bytes();
    let before = bytes.get(..offset.min(bytes.len())).unwrap_or_default();
    let line = before.iter().filter(|b| **b == b'\n').count() + 1;
    let begin = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let ahead = before.get(begin..).unwrap_or_default();
    // bytes that go on with a character do not begin one
    let column = ahead.iter().filter(|b| **b & 0xC0 != 0x80).count() + 1;
    (line as u32, column as u32)
}

/// An error at a byte of the text.
pub(super) fn fault(text: &str, offset: usize, message: impl Into<String>) -> ModelError {
    ModelError { message: message.into(), element: None, at: Some(of(text, offset)) }
}

/// A name as messages show it.
pub(super) fn shown(name: &str) -> String {
    let mut shown: String = name.chars().take(LONGEST_NAME).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    shown
}

/// What is not seen of a file, or not as it was meant.
#[derive(Default)]
pub(super) struct Warnings {
    lines: Vec<String>,
    more: usize,
}

impl Warnings {
    /// Adds a warning about a byte of the text, unless the same was said of another place.
    pub(super) fn add(&mut self, text: &str, offset: usize, message: &str) {
        let said = |line: &String| line.ends_with(message);
        if self.lines.iter().any(said) {
            return;
        }
        if self.lines.len() >= MOST_WARNINGS {
            self.more += 1;
            return;
        }
        let (line, column) = of(text, offset);
        self.lines.push(format!("line {line}, column {column}: {message}"));
    }

    /// All of them, one line each.
    pub(super) fn lines(mut self) -> Vec<String> {
        if self.more > 0 {
            self.lines.push(format!("and {} more warnings", self.more));
        }
        self.lines
    }
}
