//! A text as words: names, numbers, marks; comments and what is in quotes are none.
//!
//! In: a text, broken or not. Out: words with their places, and texts with some of them replaced.
//! It is no lexer of the language: it only has to hit what an editor would hit.

use std::ops::Range;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Letters.
    Name,
    /// Digits.
    Number,
    /// A whole string, a colour, or a single other character.
    Mark,
}

/// A word.
#[derive(Clone, Debug)]
pub struct Word {
    /// What it is.
    pub sort: Sort,
    /// Where it stands.
    pub span: Range<usize>,
}

impl Word {
    /// Whether it is a number.
    pub fn is_number(&self) -> bool {
        self.sort == Sort::Number
    }
}

/// The words of a text.
pub fn words(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (sort, len) = first(rest);
        if let Some(sort) = sort {
            out.push(Word { sort, span: at..at + len });
        }
        at += len;
    }
    out
}

/// What a text begins with, and how long that is; nothing for comments and spaces.
fn first(rest: &str) -> (Option<Sort>, usize) {
    let until = |end: &str, from: usize| {
        let tail = rest.get(from..).unwrap_or_default();
        tail.find(end).map_or(rest.len(), |i| from + i + end.len())
    };
    let run = |from: usize, fits: fn(char) -> bool| {
        let tail = rest.get(from..).unwrap_or_default();
        from + tail.find(|c| !fits(c)).unwrap_or(tail.len())
    };
    let c = rest.chars().next().unwrap_or(' ');
    match c {
        _ if rest.starts_with("//") => (None, run(0, |c| c != '\n')),
        _ if rest.starts_with("/*") => (None, until("*/", 2)),
        _ if c.is_whitespace() => (None, run(0, char::is_whitespace)),
        _ if is_letter(c) => (Some(Sort::Name), run(0, is_letter)),
        '0'..='9' => (Some(Sort::Number), run(0, |c| c.is_ascii_digit() || c == '.')),
        '#' => (Some(Sort::Mark), run(1, |c| c.is_ascii_hexdigit())),
        '"' => (Some(Sort::Mark), until("\"", 1)),
        _ => (Some(Sort::Mark), c.len_utf8()),
    }
}

/// Whether it may stand in a name.
pub fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text with something else in one place.
pub fn replaced(text: &str, span: Range<usize>, by: &str) -> String {
    let (before, behind) = (text.get(..span.start), text.get(span.end..));
    [before.unwrap_or_default(), by, behind.unwrap_or_default()].concat()
}

/// The text with another name, wherever it stands, comments and strings too.
pub fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = rest.find(|c| !is_letter(c)).unwrap_or(rest.len()).max(c.len_utf8());
        let (word, tail) = rest.split_at(len);
        out.push_str(if word == from { to } else { word });
        rest = tail;
    }
    out
}

/// Whether a name stands somewhere.
pub fn mentions(text: &str, name: &str) -> bool {
    text.split(|c| !is_letter(c)).any(|word| word == name)
}
