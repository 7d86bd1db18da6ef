//! The parser: tokens to tree.
//!
//! In: a text. Out: an [`ast::File`] and what is wrong. It always gives a tree: what cannot be read
//! is left out of it, and each construct that is left out has one error. The grammar is written with
//! chumsky, which no other module names. Nothing in here resolves a name or knows a kind.

mod action;
mod basic;
mod character;
mod clause;
mod diagram;
mod expression;
mod group;
mod guess;
mod item;
mod problem;
mod test;

use chumsky::inspector::SimpleState;
use chumsky::prelude::*;

use super::lexer::{self, DIAGNOSTICS_LIMIT};
use super::token::{Lexed, Token};
use super::{ast, brackets, nesting};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::FileId;
use problem::Problem;

/// What rules read.
type In<'t> = &'t [Token];

/// What rules share.
type Extra<'t> = extra::Full<Problem, SimpleState<Source<'t>>, ()>;

/// A rule of the grammar, which gives a `T`.
type Rule<'t, T> = Boxed<'t, 't, In<'t>, T, Extra<'t>>;

/// The text behind the tokens, and which stretches were given up.
struct Source<'t> {
    lexed: &'t Lexed<'t>,
    swallowed: Vec<(usize, usize)>,
}

/// Parses a whole file.
pub fn parse(text: &str, file: FileId) -> (ast::File, Vec<Diagnostic>) {
    let mut lexed = lexer::lex(text, file, 0);
    let (tree, found) =
        if mended(&mut lexed) { run(&lexed, item::file()) } else { Default::default() };
    lexed.diagnostics.extend(found);
    (tree.unwrap_or_default(), capped(lexed.diagnostics))
}

/// Parses one expression that begins at byte `offset` of its file.
pub fn parse_expr(text: &str, file: FileId, offset: u32) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    let mut lexed = lexer::lex(text, file, offset);
    let (tree, found) = if mended(&mut lexed) {
        run(&lexed, expression::Expressions::new().whole)
    } else {
        Default::default()
    };
    lexed.diagnostics.extend(found);
    (tree, capped(lexed.diagnostics))
}

/// Checks the limits and mends the brackets; whether the parser may run.
fn mended(lexed: &mut Lexed<'_>) -> bool {
    if let Some(fault) = nesting::check(lexed) {
        lexed.diagnostics.push(fault);
        return false;
    }
    brackets::mend(lexed);
    true
}

/// Runs a rule over all tokens.
fn run<'t, T>(lexed: &'t Lexed<'t>, rule: Rule<'t, T>) -> (Option<T>, Vec<Diagnostic>) {
    let mut state = SimpleState(Source { lexed, swallowed: Vec::new() });
    let result = rule.parse_with_state(&lexed.tokens, &mut state);
    let (tree, problems) = result.into_output_errors();
    (tree, problem::diagnostics(problems, lexed, &state.swallowed))
}

/// In text order, and no more than anyone reads.
fn capped(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|d| (d.span.start, d.span.end));
    if let Some(first) = diagnostics.get(DIAGNOSTICS_LIMIT) {
        let message = format!("there are more than {DIAGNOSTICS_LIMIT} findings");
        let last = Diagnostic::new(Code::TooMany, first.span, message)
            .label("what is wrong from here on is not shown");
        diagnostics.truncate(DIAGNOSTICS_LIMIT);
        diagnostics.push(last);
    }
    diagnostics
}
