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
mod hint;
mod item;
mod problem;
mod test;

use chumsky::inspector::SimpleState;
use chumsky::prelude::*;

use super::lexer::{self, DIAGNOSTICS_LIMIT};
use super::token::{Lexed, Token};
use super::{ast, brackets, nesting};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, TextLimits};
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
    minuses: Vec<(usize, Minus)>,
    /// Line breaks may say where a mistake is; only asked for texts that have one.
    guessing: bool,
}

/// What a `-` was read as, for the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Minus {
    /// Before its operand.
    Sign,
    /// Between two.
    Operator,
}

/// A file with all that the layout asks about.
pub(super) struct Parsed<'s> {
    pub(super) lexed: Lexed<'s>,
    pub(super) file: ast::File,
    /// The `-` tokens of the tree, by number.
    pub(super) minuses: Vec<(usize, Minus)>,
}

/// Parses a file without an error; otherwise gives what is wrong.
pub(super) fn parse_marked<'t>(
    text: &'t str,
    limits: &TextLimits,
) -> Result<Parsed<'t>, Vec<Diagnostic>> {
    let mut lexed = lexer::lex_within(text, FileId::default(), 0, limits.source);
    if !mended(&mut lexed, limits) || lexed.diagnostics.iter().any(Diagnostic::is_error) {
        let (_, diagnostics) = parse_within(text, FileId::default(), limits);
        return Err(diagnostics);
    }
    let Ran { tree, found, mut minuses } = run(&lexed, &item::file(), false);
    match tree {
        Some(file) if !found.iter().any(Diagnostic::is_error) => {
            minuses.sort_unstable_by_key(|(token, _)| *token);
            Ok(Parsed { lexed, file, minuses })
        }
        // Once more for better places.
        _ => Err(parse_within(text, FileId::default(), limits).1),
    }
}

/// Parses a whole file.
pub fn parse(text: &str, file: FileId) -> (ast::File, Vec<Diagnostic>) {
    parse_within(text, file, &TextLimits::default())
}

/// Parses a whole file that is within these limits.
pub fn parse_within(text: &str, file: FileId, limits: &TextLimits) -> (ast::File, Vec<Diagnostic>) {
    let mut lexed = lexer::lex_within(text, file, 0, limits.source);
    let mut file = ast::File::default();
    if mended(&mut lexed, limits) {
        let Ran { tree, found, .. } = run_twice(&lexed, item::file());
        file = tree.unwrap_or_default();
        lexed.diagnostics.extend(found);
    }
    (file, capped(lexed.diagnostics))
}

/// Parses one expression that begins at byte `offset` of its file.
pub fn parse_expr(text: &str, file: FileId, offset: u32) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    let mut lexed = lexer::lex(text, file, offset);
    let mut expr = None;
    if mended(&mut lexed, &TextLimits::default()) {
        let Ran { tree, found, .. } = run(&lexed, &expression::Expressions::new().whole, false);
        expr = tree;
        lexed.diagnostics.extend(found);
    }
    (expr, capped(lexed.diagnostics))
}

/// Parses the steps of a test that stand alone.
pub fn parse_steps(text: &str, file: FileId) -> (Vec<ast::Step>, Vec<Diagnostic>) {
    let mut lexed = lexer::lex(text, file, 0);
    let mut steps = Vec::new();
    if mended(&mut lexed, &TextLimits::default()) {
        let Ran { tree, found, .. } = run_twice(&lexed, test::steps());
        steps = tree.unwrap_or_default();
        lexed.diagnostics.extend(found);
    }
    (steps, capped(lexed.diagnostics))
}

/// Checks the limits and mends the brackets; whether the parser may run.
fn mended(lexed: &mut Lexed<'_>, limits: &TextLimits) -> bool {
    if let Some(fault) = nesting::check(lexed, limits.nesting) {
        lexed.diagnostics.push(fault);
        return false;
    }
    brackets::mend(lexed);
    true
}

/// What came out of a rule.
struct Ran<T> {
    tree: Option<T>,
    found: Vec<Diagnostic>,
    minuses: Vec<(usize, Minus)>,
}

/// Runs a rule over all tokens; where it finds mistakes, once more, with guesses about their lines.
fn run_twice<'t, T>(lexed: &'t Lexed<'t>, rule: Rule<'t, T>) -> Ran<T> {
    let first = run(lexed, &rule, false);
    if first.found.iter().any(Diagnostic::is_error) { run(lexed, &rule, true) } else { first }
}

/// Runs a rule over all tokens.
fn run<'t, T>(lexed: &'t Lexed<'t>, rule: &Rule<'t, T>, guessing: bool) -> Ran<T> {
    let mut state =
        SimpleState(Source { lexed, swallowed: Vec::new(), minuses: Vec::new(), guessing });
    let result = rule.parse_with_state(&lexed.tokens, &mut state);
    let (tree, problems) = result.into_output_errors();
    let found = problem::diagnostics(problems, lexed, &state.swallowed);
    Ran { tree, found, minuses: std::mem::take(&mut state.minuses) }
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
