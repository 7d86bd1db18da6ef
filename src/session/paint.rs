//! The colours of what is typed.
//!
//! In: a text in the middle of being typed, and which names exist. Out: what each piece of it is.
//! It knows no terminal.

use std::ops::Range;

use islay_lang::syntax::{Sort, sorts};
use islay_vm::key::Key;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A word of the language.
    Keyword,
    /// A number or a colour.
    Number,
    /// A string.
    Text,
    /// A comment.
    Comment,
    /// The name of a key.
    Key,
    /// A name that exists.
    Known,
    /// `:run` and its like.
    Command,
}

/// The pieces that have a colour, in order.
pub fn paint(text: &str, known: impl Fn(&str) -> bool) -> Vec<(Range<usize>, Paint)> {
    let command = command(text);
    let from = command.as_ref().map_or(0, |(range, _)| range.end);
    let rest = text.get(from..).unwrap_or_default();
    let mut wants_key = command.as_ref().and_then(|(range, _)| text.get(range.clone()));
    let mut pieces: Vec<_> = command.clone().into_iter().collect();
    for (range, sort) in sorts(rest) {
        let Some(piece) = rest.get(range.clone()) else { continue };
        let key = wants_key.is_some_and(|word| KEY_FOLLOWS.contains(&word));
        let paint = of(sort, piece, key, &known);
        pieces.extend(paint.map(|paint| (range.start + from..range.end + from, paint)));
        if piece != "(" {
            wants_key = Some(piece);
        }
    }
    pieces
}

/// Words behind which the name of a key stands.
const KEY_FOLLOWS: [&str; 9] =
    ["key", "pressed", "released", "press", "release", "hold", ":press", ":release", ":hold"];

/// The command that it begins with.
fn command(text: &str) -> Option<(Range<usize>, Paint)> {
    let start = text.len() - text.trim_start().len();
    let word = text.get(start..)?.strip_prefix(':')?;
    let end = word.find(char::is_whitespace).unwrap_or(word.len());
    Some((start..start + 1 + end, Paint::Command))
}

fn of(sort: Sort, piece: &str, key: bool, known: impl Fn(&str) -> bool) -> Option<Paint> {
    match sort {
        Sort::Reserved => Some(Paint::Keyword),
        Sort::Word | Sort::Name | Sort::Number if key && Key::parse(piece).is_some() => {
            Some(Paint::Key)
        }
        Sort::Word | Sort::Name if known(piece) => Some(Paint::Known),
        Sort::Word => Some(Paint::Keyword),
        Sort::Number => Some(Paint::Number),
        Sort::Text => Some(Paint::Text),
        Sort::Comment => Some(Paint::Comment),
        Sort::Name | Sort::Sign => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(text: &str) -> Vec<(&str, Paint)> {
        let pieces = paint(text, |name| ["Hero", "left"].contains(&name));
        pieces.into_iter().map(|(range, paint)| (&text[range], paint)).collect()
    }

    #[test]
    fn names_that_exist_are_known_and_others_have_no_colour() {
        assert_eq!(
            painted("Hero < rotate y 5 >, Nobody, left, A, key(A)"),
            [
                ("Hero", Paint::Known),
                ("rotate", Paint::Keyword),
                ("y", Paint::Keyword),
                ("5", Paint::Number),
                ("left", Paint::Known),
                ("key", Paint::Keyword),
                ("A", Paint::Key),
            ]
        );
    }

    #[test]
    fn a_command_and_its_arguments() {
        let pieces = painted("  :hold Left 10 // long");
        let wanted = [Paint::Command, Paint::Key, Paint::Number, Paint::Comment];
        assert_eq!(pieces.iter().map(|p| p.1).collect::<Vec<_>>(), wanted);
        assert_eq!(pieces[0].0, ":hold");
        assert_eq!(painted(":"), [(":", Paint::Command)]);
    }
}
