//! Edits that put something in, take something out, or move it.
//!
//! In: a text that parses. Out: one with a state, an edge, a variable, a diagram, a part, a
//! message, a line of a group, an item more or less, or with two of them in each other's place.

use super::Edit;
use super::pieces::{Piece, Pieces, Sort};
use super::words::replaced;
use crate::generate::Dice;

/// Something more, or something less.
pub fn edit(text: &str, dice: &mut Dice) -> Option<Edit> {
    let all = Pieces::of(text).pieces;
    let sorts = [Sort::Item, Sort::Member, Sort::State, Sort::Edge, Sort::Line];
    let sort = sorts[dice.below(sorts.len())];
    let such: Vec<&Piece> = all.iter().filter(|piece| piece.sort == sort).collect();
    let piece = *dice.any(&such)?;
    if dice.percent(35) {
        return Some(Edit::new("something less", replaced(text, piece.span.clone(), "")));
    }
    let n = dice.below(10_000);
    let (what, at, more) = match piece.sort {
        Sort::State => ("a state more", piece.span.end, state(piece, n)),
        Sort::Edge => ("an edge more", piece.span.end, edge(&all, piece, dice)),
        Sort::Member => member(piece, n, dice),
        Sort::Line => ("a line more", piece.span.end, line(text, piece, n, dice)),
        Sort::Item => ("an item more", piece.span.end, item(n)),
    };
    Some(Edit::new(what, replaced(text, at..at, &more)))
}

fn state(beside: &Piece, n: usize) -> String {
    format!("\n    state Extra{n} < move y 0.01 > after 0.2s -> {}", beside.state)
}

/// To a state that may be another diagram's; then the text is broken.
fn edge(all: &[Piece], beside: &Piece, dice: &mut Dice) -> String {
    let near = |p: &&Piece| p.sort == Sort::State && p.list.abs_diff(beside.list) < 4;
    let states: Vec<&Piece> = all.iter().filter(near).collect();
    let to = dice.any(&states).map_or("back", |state| &state.state);
    let when = ["on pressed(Space)", "after 0.5s", "on key(Left)", "else"][dice.below(4)];
    format!("\n      {when} -> {to}")
}

fn member(beside: &Piece, n: usize, dice: &mut Dice) -> (&'static str, usize, String) {
    let at = beside.span.start;
    match dice.below(4) {
        0 => ("a variable more", at, format!("var extra{n} = {}\n  ", dice.below(9))),
        1 => ("a part more", at, format!("part extra{n}: ball 0.1 at 0 1 0\n  ")),
        2 => {
            let text = format!(
                "diagram Extra{n} {{\n    state A on enter do send extra{n} to all  after 0.2s -> B\n    \
                 state B < rotate y 1 for 0.3s > on message(extra{n}) -> back  on done -> A\n  }}\n  "
            );
            ("a diagram more", at, text)
        }
        _ => {
            let text = format!(
                "var extra{n} = 0\n  diagram Hear{n} {{ on enter do extra{n} = 1\n    state A \
                 on extra{n} > 0 do send extra{n}m to self delay 0.2s, extra{n} = 0\n      \
                 on message(extra{n}m) do extra{n} = 1 }}\n  "
            );
            ("a message more", at, text)
        }
    }
}

fn line(text: &str, beside: &Piece, n: usize, dice: &mut Dice) -> String {
    let line = text.get(beside.span.clone()).unwrap_or_default();
    match line.contains(" as ") || dice.percent(50) {
        true => format!("\n  {line}"),
        false => format!("\n  {line} as Extra{n}"),
    }
}

fn item(n: usize) -> String {
    format!("\ncharacter Extra{n} {{ shape ball 0.2 diagram D {{ state S < move y 0.01 > }} }}\n")
}

/// Two things of a list in each other's place.
pub fn moved(text: &str, dice: &mut Dice) -> Option<Edit> {
    let all = Pieces::of(text).pieces;
    let one = dice.any(&all)?;
    let beside: Vec<&Piece> =
        all.iter().filter(|p| p.list == one.list && p.span.start > one.span.start).collect();
    let other = dice.any(&beside)?;
    let (a, b) = (text.get(one.span.clone())?, text.get(other.span.clone())?);
    let later = replaced(text, other.span.clone(), a);
    Some(Edit::new("another order", replaced(&later, one.span.clone(), b)))
}
