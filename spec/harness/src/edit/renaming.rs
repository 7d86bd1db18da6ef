//! Edits that give something another name, with and without `was`.
//!
//! In: a text that parses. Out: one where a declared name is another everywhere. With `was`, where
//! the name is declared once and means nothing else, nothing but the name may change.

use islay::Key;

use super::pieces::{Declared, Pieces, Role};
use super::words::{mentions, renamed, replaced};
use super::{Edit, Promise};
use crate::generate::Dice;

/// One of them.
pub fn edit(text: &str, dice: &mut Dice) -> Option<Edit> {
    let all = Pieces::of(text);
    let declared = dice.any(&all.declared)?;
    let from = declared.name.as_str();
    // a name that was given here before is cut down to what it was
    let stem = from.split("_n").next().unwrap_or(from);
    let to = format!("{stem}_n{}", dice.below(1000));
    if declared.role == Role::Other || dice.percent(25) {
        return Some(Edit::new("another name", renamed(text, from, &to)));
    }
    // the place of the declaration is marked before names change
    let end = declared.was.unwrap_or(declared.span.end);
    let marked = replaced(text, declared.span.start..end, "\u{1}");
    let text = renamed(&marked, from, &to).replace('\u{1}', &format!("{to} was {from}"));
    let mut edit = Edit::new("another name with `was`", text);
    if means_one(&all, declared, &marked) {
        edit.promise = Promise::Renamed { from: from.to_owned(), to };
    }
    Some(edit)
}

/// Whether a name is declared once and is no key, no text and no older name.
fn means_one(all: &Pieces, declared: &Declared, marked: &str) -> bool {
    let name = &declared.name;
    let once = all.declared.iter().filter(|d| d.name == *name).count() == 1;
    let between = |quote| marked.split(quote).skip(1).step_by(2).any(|s| mentions(s, name));
    let quoted = between('"') || between('`');
    let older = marked.contains(&format!("was {name}"));
    once && !quoted && !older && Key::parse(name).is_none()
}
