//! Edits that change nothing: comments, spaces, lines, the canonical layout.
//!
//! In: a text that checks. Out: one that means the same.

use islay::session::layout;

use super::words::{replaced, words};
use super::{Edit, Promise};
use crate::generate::Dice;

/// One of them.
pub fn edit(text: &str, dice: &mut Dice) -> Edit {
    let (what, text) = match dice.below(7) {
        0 => ("a comment at the end of a line", at_line_end(text, " // a note", dice)),
        1 => ("an empty line", at_line_end(text, "\n", dice)),
        2 => ("a comment line", at_line_end(text, "\n// a note", dice)),
        3 => ("more spaces", between(text, "   ", dice)),
        4 => ("a comment between words", between(text, " /* a note */ ", dice)),
        5 => ("other ends of lines", text.replace("\r\n", "\n").replace('\n', "\r\n")),
        _ => ("the canonical layout", layout::format("edited", text).unwrap_or_default()),
    };
    Edit { what, promise: Promise::Nothing, text }
}

/// Something behind a random line.
fn at_line_end(text: &str, what: &str, dice: &mut Dice) -> String {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let at = dice.any(&ends).copied().unwrap_or(text.len());
    let at = if text.get(..at).is_some_and(|t| t.ends_with('\r')) { at - 1 } else { at };
    replaced(text, at..at, what)
}

/// Something in the space between two words of a line.
fn between(text: &str, what: &str, dice: &mut Dice) -> String {
    let words = words(text);
    let gap = |(a, b): (&super::words::Word, &super::words::Word)| {
        let gap = text.get(a.span.end..b.span.start).unwrap_or_default();
        (!gap.is_empty() && gap.chars().all(|c| c == ' ')).then_some(a.span.end)
    };
    let gaps: Vec<usize> = words.iter().zip(words.iter().skip(1)).filter_map(gap).collect();
    match dice.any(&gaps) {
        Some(at) => replaced(text, *at..*at, what),
        None => format!("{text}\n"),
    }
}
