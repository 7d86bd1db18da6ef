//! Guesses about wrong texts: where a new line begins a new thing, and which word was meant.
//!
//! In: tokens. Out: yes or no, or a word. Line breaks mean nothing in the language; they are only
//! asked here, to find the line that holds a mistake.

use super::Source;
use crate::syntax::token::{Kind, Lexed, Token};
use crate::syntax::word::Word;

/// Words that begin items, members, settings and steps.
const STARTERS: &[Word] = &[
    Word::Use,
    Word::Const,
    Word::World,
    Word::Atom,
    Word::Character,
    Word::Diagram,
    Word::Group,
    Word::Pair,
    Word::Flow,
    Word::Hooks,
    Word::Host,
    Word::Test,
    Word::Kind,
    Word::Size,
    Word::Background,
    Word::Floor,
    Word::Wall,
    Word::Roof,
    Word::Tick,
    Word::Seed,
    Word::Camera,
    Word::Light,
    Word::Shape,
    Word::Color,
    Word::Part,
    Word::Var,
    Word::Run,
    Word::Bounds,
    Word::Screen,
    Word::Press,
    Word::Release,
    Word::Hold,
    Word::Click,
    Word::Send,
    Word::Set,
    Word::Input,
    Word::Start,
    Word::Expect,
    Word::Repeat,
];

/// Words that follow the name of a character that is placed.
const CLAUSES: &[Word] = &[Word::At, Word::Turn, Word::Scale, Word::Start, Word::As];

/// Whether a name that could be an operand begins something new instead: it is the first of its
/// line and what follows does not go on from an operand.
pub(super) fn begins_line_of_its_own(lexed: &Lexed<'_>, at: usize) -> bool {
    let token = lexed.token(at);
    if !token.starts_line {
        return false;
    }
    let next = lexed.token(at + 1);
    match token.kind {
        Kind::Word(word) if STARTERS.contains(&word) => {
            let loose = next.kind.begins_operand() && !next.glued;
            loose || next.kind == Kind::BraceOpen
        }
        _ => is_clause(behind_args(lexed, at + 1)),
    }
}

/// Whether a line begins here that is indented no deeper than the one that could not be read.
pub(super) fn fresh_line(source: &Source<'_>, start: usize, at: usize) -> bool {
    let lexed = source.lexed;
    let token = lexed.token(at);
    let word = token.starts_line && token.kind.is_name() && !is_clause(token.kind);
    word && lexed.column(token.start) <= lexed.indent(lexed.token(start).start)
}

fn is_clause(kind: Kind) -> bool {
    matches!(kind, Kind::Word(word) if CLAUSES.contains(&word))
}

/// What stands behind arguments, or here where there are none.
fn behind_args(lexed: &Lexed<'_>, from: usize) -> Kind {
    if lexed.token(from).kind != Kind::GluedParen {
        return lexed.token(from).kind;
    }
    let mut depth = 0usize;
    for at in from..from + 64 {
        match lexed.token(at).kind {
            kind if kind.opens_paren() => depth += 1,
            Kind::ParenClose if depth == 1 => return lexed.token(at + 1).kind,
            Kind::ParenClose => depth -= 1,
            _ => {}
        }
    }
    Kind::End
}

/// The word of the language that a name may have been meant for.
pub(super) fn similar_word(lexed: &Lexed<'_>, token: Token) -> Option<&'static str> {
    if token.kind != Kind::Name {
        return None;
    }
    let name = lexed.written(token);
    let allowed = match name.len() {
        0..=2 => return None,
        3..=4 => 1,
        _ => 2,
    };
    let near = Word::ALL.iter().map(|word| (distance(name, word.as_str(), allowed), word.as_str()));
    near.filter(|(far, _)| *far <= allowed).min().map(|(_, word)| word)
}

/// How many letters to change, add, drop or swap; more than `limit` is not counted out.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(32).collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], k: usize| row.get(k).copied().unwrap_or(limit + 1);
            let mut best = at(&last, j) + usize::from(x != y);
            best = best.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(limit + 1)
}
