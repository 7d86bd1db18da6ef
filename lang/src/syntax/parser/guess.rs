//! Guesses about wrong texts: where a new line begins a new thing.
//!
//! In: tokens. Out: yes or no. Line breaks mean nothing in the language; they are only
//! asked here, to find the line that holds a mistake.

use super::Source;
use super::hint::ITEMS;
use crate::syntax::token::{Kind, Lexed};
use crate::syntax::word::Word;

/// Words that begin members, settings and steps.
const STARTERS: &[Word] = &[
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
        Kind::Word(word) if ITEMS.contains(&word) || STARTERS.contains(&word) => {
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
