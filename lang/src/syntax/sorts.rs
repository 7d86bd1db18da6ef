//! What the pieces of a text are, for whoever colours it.
//!
//! In: a text, right or wrong, whole or in the middle of being typed. Out: the sort of each piece,
//! in order, with its bytes; blanks are left out. It knows no grammar.

use std::ops::Range;

use super::lexer::lex;
use super::token::{Kind, Token};
use crate::source::FileId;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A word of the language that is a name nowhere.
    Reserved,
    /// A word of the language that is a name where no such word may stand.
    Word,
    /// A name.
    Name,
    /// A number with its unit, or a colour.
    Number,
    /// A string or a part of one, quotes included.
    Text,
    /// A comment.
    Comment,
    /// Any other sign.
    Sign,
}

/// The pieces of a text.
pub fn sorts(text: &str) -> Vec<(Range<usize>, Sort)> {
    let lexed = lex(text, FileId(0), 0);
    let range = |start: u32, end: u32| start as usize..end as usize;
    let tokens = lexed.tokens.iter().filter(|t| t.kind != Kind::End);
    let mut pieces: Vec<_> = tokens.map(|t| (range(t.start, t.end), sort(t))).collect();
    pieces.extend(lexed.comments.iter().map(|c| (range(c.start, c.end), Sort::Comment)));
    pieces.sort_by_key(|(range, _)| range.start);
    pieces
}

fn sort(token: &Token) -> Sort {
    match token.kind {
        Kind::Word(word) if word.is_reserved() => Sort::Reserved,
        Kind::Word(_) => Sort::Word,
        Kind::Name | Kind::Quoted => Sort::Name,
        Kind::Number(_) | Kind::Colour | Kind::Instance => Sort::Number,
        Kind::Quote | Kind::Piece | Kind::Unquote => Sort::Text,
        _ => Sort::Sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_told_apart_in_order() {
        let text = "state A < rotate y -5 > // turns\n do log(\"n {n}\")";
        let pieces = sorts(text);
        assert!(pieces.windows(2).all(|p| p[0].0.end <= p[1].0.start));
        let sort = |wanted: &str| {
            let found = pieces.iter().find(|(r, _)| &text[r.clone()] == wanted);
            found.map(|(_, sort)| *sort)
        };
        for (piece, wanted) in [
            ("state", Sort::Reserved),
            ("A", Sort::Name),
            ("rotate", Sort::Word),
            ("5", Sort::Number),
            ("// turns", Sort::Comment),
            ("\"", Sort::Text),
            ("n ", Sort::Text),
            ("<", Sort::Sign),
        ] {
            assert_eq!(sort(piece), Some(wanted), "{piece}");
        }
    }

    #[test]
    fn what_is_being_typed_has_pieces_too() {
        for text in ["", "log(\"an open", "`name", "\u{1F600} 1.", "/* a", ":run 30", "é#"] {
            assert!(sorts(text).iter().all(|(r, _)| text.get(r.clone()).is_some()), "{text}");
        }
    }
}
