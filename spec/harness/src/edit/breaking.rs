//! Edits that mostly break a text: words that are missing, twice or elsewhere, a text cut short.
//!
//! In: a text. Out: one that is seldom one.

use super::Edit;
use super::words::{Word, replaced, words};
use crate::generate::Dice;

/// What stands where nobody wants it.
const STRAY: [&str; 12] = ["{", "}", "(", ")", "<", ">", "\"", "/*", "->", "#", "1e99", "\u{7}"];

/// One of them.
pub fn edit(text: &str, dice: &mut Dice) -> Option<Edit> {
    let words = words(text);
    let word = dice.any(&words)?.span.clone();
    let written = text.get(word.clone())?;
    Some(match dice.below(8) {
        0 | 1 => Edit::new("a word less", replaced(text, word, "")),
        2 => Edit::new("a word twice", replaced(text, word.end..word.end, &format!(" {written}"))),
        3 => Edit::new("two words in each other's place", swapped(text, &words, dice)?),
        4 => {
            let other = text.get(dice.any(&words)?.span.clone())?;
            Edit::new("another word", replaced(text, word, other))
        }
        5 => Edit::new("the first half", text.get(..word.start)?.to_owned()),
        6 => {
            let stray = format!(" {} ", dice.pick(&STRAY));
            Edit::new("a stray mark", replaced(text, word.start..word.start, &stray))
        }
        _ => {
            let line = text.get(..word.start)?.rfind('\n').map_or(0, |at| at + 1);
            let end = text.get(word.start..)?.find('\n').map_or(text.len(), |at| word.start + at);
            Edit::new("a line less", replaced(text, line..end, ""))
        }
    })
}

fn swapped(text: &str, words: &[Word], dice: &mut Dice) -> Option<String> {
    let at = dice.below(words.len().saturating_sub(1));
    let (a, b) = (words.get(at)?.span.clone(), words.get(at + 1)?.span.clone());
    let (first, second) = (text.get(a.clone())?, text.get(b.clone())?);
    Some(replaced(&replaced(text, b, first), a, second))
}
