//! Plausible scenes from bytes.
//!
//! In: bytes, of which the first tells the way. Out: a text: the bytes themselves, a random program
//! whose choices are the bytes, or an example with edits whose choices are the bytes; and the bytes
//! that are left for what happens to it.

use crate::edit::edited;
use crate::generate::{Dice, Program};

/// Scenes that need no files.
const EXAMPLES: [&str; 8] = [
    include_str!("../../../../examples/smallest/smallest.islay"),
    include_str!("../../../../examples/clock/clock.islay"),
    include_str!("../../../../examples/doors/doors.islay"),
    include_str!("../../../../examples/gallery/gallery.islay"),
    include_str!("../../../../examples/hero/hero.islay"),
    include_str!("../../../../examples/pong/pong.islay"),
    include_str!("../../../../examples/solar/solar.islay"),
    include_str!("../../../../examples/crowd/crowd.islay"),
];

/// A text, and the bytes that are left.
pub fn source(bytes: &[u8]) -> (String, &[u8]) {
    let Some((way, rest)) = bytes.split_first() else { return (String::new(), bytes) };
    let (choices, left) = rest.split_at(rest.len() / 2);
    match way {
        b'p' => (Program::from_dice(&mut Dice::of(choices)).text(), left),
        b'e' => (example(choices), left),
        b's' => (spliced(choices), left),
        // raw texts, so that a file that lies here is a scene
        _ => (String::from_utf8_lossy(bytes).into_owned(), bytes),
    }
}

/// An example with some edits.
fn example(choices: &[u8]) -> String {
    let mut dice = Dice::of(choices);
    let mut text = dice.pick(&EXAMPLES).to_owned();
    for _ in 0..1 + dice.below(6) {
        text = edited(&text, &mut dice).text;
    }
    text
}

/// An example with the bytes in it somewhere.
fn spliced(choices: &[u8]) -> String {
    let (head, patch) = choices.split_at(choices.len().min(6));
    let mut dice = Dice::of(head);
    let text = dice.pick(&EXAMPLES);
    let lines: Vec<&str> = text.lines().collect();
    let (from, gone) = (dice.below(lines.len()), dice.below(3));
    let to = (from + gone).min(lines.len());
    let patch = String::from_utf8_lossy(patch);
    let (before, after) = (lines.get(..from), lines.get(to..));
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    [&before.join("\n"), "\n", &patch, "\n", &after.join("\n")].concat()
}
