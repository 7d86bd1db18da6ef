//! Random edits of real texts, and what must hold when a scene takes them while it runs.
//!
//! In: a text and dice. Out: an [`Edit`] with what it promises; [`chain()`] applies many, one after the
//! other, to a scene that runs, and tells the first promise that was broken. Whether an edited
//! text checks is not known here: about half of them do not.

mod affected;
mod breaking;
mod chain;
mod layout;
mod pieces;
mod renaming;
mod seen;
mod shaping;
mod words;

pub use chain::{Tally, chain};

use crate::generate::Dice;
use words::words;

/// What an edit promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Promise {
    /// It is valid, and nothing changes: comments, spaces, layout.
    Nothing,
    /// If it is valid, only this name changes.
    Renamed {
        /// What it was.
        from: String,
        /// What it is.
        to: String,
    },
    /// If it is valid, only what it touches changes.
    Some,
}

/// A text after an edit.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What was done, in a few words.
    pub what: &'static str,
    /// What it promises.
    pub promise: Promise,
    /// The text after it.
    pub text: String,
}

impl Edit {
    fn new(what: &'static str, text: String) -> Self {
        Edit { what, promise: Promise::Some, text }
    }
}

/// The text with one random edit.
pub fn edited(text: &str, dice: &mut Dice) -> Edit {
    // an edit that finds nothing to do is thrown again
    for _ in 0..20 {
        let edit = match dice.weighted(&[8, 12, 10, 6, 14, 50]) {
            0 => Some(layout::edit(text, dice)),
            1 => number(text, dice),
            2 => renaming::edit(text, dice),
            3 => shaping::moved(text, dice),
            4 => shaping::edit(text, dice),
            _ => breaking::edit(text, dice),
        };
        if let Some(edit) = edit.filter(|edit| edit.text != text) {
            return edit;
        }
    }
    layout::edit(text, dice)
}

/// Another number somewhere.
fn number(text: &str, dice: &mut Dice) -> Option<Edit> {
    let numbers: Vec<_> = words(text).into_iter().filter(|w| w.is_number()).collect();
    let word = dice.any(&numbers)?;
    let was: f32 = text.get(word.span.clone())?.parse().ok()?;
    let now = match dice.below(5) {
        0 => was + 1.0,
        1 => was * 2.0,
        2 => was * 0.5,
        3 => was * 1.01 + 0.1,
        _ => f32::from(dice.below(12) as u16) * 0.25,
    };
    Some(Edit::new("another number", words::replaced(text, word.span.clone(), &now.to_string())))
}
