//! Tokens and trees for the eye: what `islay dump` shows.
//!
//! In: a text or a tree. Out: lines. The form is meant for people and may change.

mod tree;

use std::fmt::Write;

use super::lexer::lex;
use super::token::{Kind, Token};
use crate::diagnostic::Diagnostic;
use crate::source::FileId;

pub use tree::tree;

/// The tokens of a text, a line each: place, kind, what is written.
pub fn tokens(text: &str, file: FileId) -> (String, Vec<Diagnostic>) {
    let lexed = lex(text, file, 0);
    let mut out = String::new();
    let (mut line, mut line_start, mut seen) = (1, 0, 0);
    for &token in &lexed.tokens {
        let between = lexed.slice(seen, token.start);
        for (at, _) in between.match_indices('\n') {
            line += 1;
            line_start = seen + at as u32 + 1;
        }
        seen = token.start;
        let column = lexed.slice(line_start, token.start).chars().count() + 1;
        let glued = if token.glued { "~" } else { " " };
        let place = format!("{line}:{column}");
        let kind = kind(token);
        // Writing to a string does not fail.
        let _ = writeln!(out, "{place:<7} {glued} {kind:<10} {}", lexed.written(token));
    }
    (out, lexed.diagnostics)
}

fn kind(token: Token) -> &'static str {
    match token.kind {
        Kind::Word(word) if word.is_reserved() => "reserved",
        Kind::Word(_) => "word",
        Kind::Name => "name",
        Kind::Quoted => "quoted",
        Kind::Number(None) => "number",
        Kind::Number(Some(_)) => "quantity",
        Kind::Instance => "instance",
        Kind::Colour => "colour",
        Kind::Quote | Kind::Unquote => "quote",
        Kind::Piece => "piece",
        Kind::HoleOpen | Kind::HoleClose => "hole",
        Kind::PerSecond => "per-second",
        Kind::GluedParen => "call",
        Kind::End => "end",
        _ => "mark",
    }
}
