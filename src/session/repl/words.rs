//! Words that may stand at a place of an entry: for completion.
//!
//! In: a scene that is played, a line, a place in it. Out: where the word at that place begins, and
//! all words that may stand there.

use super::command::COMMANDS;
use crate::session::play::Play;

/// What may stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The byte at which the word begins that is being typed.
    pub from: usize,
    /// The words that may stand there and go on from what is typed, in order.
    pub list: Vec<String>,
}

/// What may stand at byte `at` of a line.
pub fn words(play: &Play, line: &str, at: usize) -> Words {
    let typed = line.get(..at).unwrap_or(line);
    let begins = |c: char| c.is_whitespace() || "(){}<>,".contains(c);
    let from = typed.rfind(begins).map_or(0, |i| i + 1);
    let word = typed.get(from..).unwrap_or_default();
    let commands = COMMANDS.iter().map(|c| format!(":{}", c.name));
    let paths = play.stage().instances().map(|i| i.path);
    let mut list: Vec<String> = commands.chain(paths).filter(|w| w.starts_with(word)).collect();
    list.sort();
    Words { from, list }
}
