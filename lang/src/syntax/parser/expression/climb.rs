//! Operators, climbed by their strength, and `if`.
//!
//! In: the rule of a unary operand. Out: whole expressions, in three readings that differ in what a
//! comparison means there.

use super::super::basic::{At, index, look, path, place_since, refuse, word};
use super::super::problem::{Problem, Want, across};
use super::super::{Minus, Rule};
use super::{needs_parentheses, operation_end};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::*;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// How comparisons are read.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reading {
    Whole,
    InState,
    InEdge,
}

/// The binary operators with their strength; `is` is read by hand.
fn binary_operator(kind: Kind) -> Option<(u8, BinaryOp)> {
    Some(match kind {
        Kind::Word(Word::Or) => (OR, BinaryOp::Or),
        Kind::Word(Word::And) => (AND, BinaryOp::And),
        Kind::Eq => (COMPARISON, BinaryOp::Eq),
        Kind::Ne => (COMPARISON, BinaryOp::Ne),
        Kind::Lt => (COMPARISON, BinaryOp::Lt),
        Kind::Le => (COMPARISON, BinaryOp::Le),
        Kind::Gt => (COMPARISON, BinaryOp::Gt),
        Kind::Ge => (COMPARISON, BinaryOp::Ge),
        Kind::Plus => (SUM, BinaryOp::Add),
        Kind::Minus => (SUM, BinaryOp::Sub),
        Kind::Star => (PRODUCT, BinaryOp::Mul),
        Kind::Slash => (PRODUCT, BinaryOp::Div),
        Kind::Percent => (PRODUCT, BinaryOp::Rem),
        _ => return None,
    })
}

const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;

/// `if a then b else c`, or operators over operands.
pub(super) fn expression<'t>(
    inp: &mut At<'t, '_>,
    unary: &Rule<'t, Expr>,
    reading: Reading,
) -> Result<Expr, Problem> {
    let start = index(inp);
    if look(inp, 0) != Kind::Word(Word::If) {
        return climb(inp, unary, reading, OR);
    }
    inp.skip();
    // a `>` before `then` or `else` cannot be the end of the list
    let inner = if reading == Reading::InState { Reading::InEdge } else { reading };
    let condition = expression(inp, unary, inner)?;
    inp.parse(word(Word::Then, Want::Then))?;
    let yes = expression(inp, unary, inner)?;
    inp.parse(word(Word::Else, Want::Else))?;
    let no = expression(inp, unary, reading)?;
    let kind = ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no));
    Ok(Expr { kind, span: place_since(inp, start) })
}

/// Operators no weaker than `weakest`.
fn climb<'t>(
    inp: &mut At<'t, '_>,
    unary: &Rule<'t, Expr>,
    reading: Reading,
    weakest: u8,
) -> Result<Expr, Problem> {
    let start = index(inp);
    let mut left = first_operand(inp, unary, reading, weakest)?;
    loop {
        let at = index(inp);
        if look(inp, 0) == Kind::Word(Word::Is) && weakest <= COMPARISON {
            comparison(inp, reading, start);
            left = state_test(inp, left, start)?;
            continue;
        }
        let Some((strength, op)) = binary_operator(look(inp, 0)) else { return Ok(left) };
        if strength < weakest || reading == Reading::InState && op == BinaryOp::Gt {
            return Ok(left);
        }
        if strength == COMPARISON {
            comparison(inp, reading, start);
        }
        if op == BinaryOp::Sub {
            inp.state().minuses.push((at, Minus::Operator));
        }
        inp.skip();
        let right = climb(inp, unary, reading, strength + 1)?;
        left = binary(op, left, right);
        warn_of_per_second(inp, &left, at);
    }
}

fn first_operand<'t>(
    inp: &mut At<'t, '_>,
    unary: &Rule<'t, Expr>,
    reading: Reading,
    weakest: u8,
) -> Result<Expr, Problem> {
    let start = index(inp);
    if look(inp, 0) == Kind::Word(Word::Not) && weakest <= NOT {
        inp.skip();
        let inner = climb(inp, unary, reading, NOT)?;
        return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span: place_since(inp, start) });
    }
    if look(inp, 0) == Kind::Word(Word::After) && look(inp, 1).opens_paren() {
        return Ok(after_as_signal(inp));
    }
    inp.parse(unary).map_err(|problem| problem.instead(start, Want::Expression))
}

/// `after(…)` written like a signal: reported, and read over with what its brackets hold.
fn after_as_signal(inp: &mut At<'_, '_>) -> Expr {
    let start = index(inp);
    let span = inp.state().lexed.span(inp.state().lexed.token(start));
    let fault = Diagnostic::new(Code::Syntax, span, "`after` heads an edge and is no condition")
        .label("here")
        .help("write `after TIME if CONDITION`, or ask for `elapsed`");
    inp.emit(Problem::said(start, fault));
    inp.skip();
    let mut depth = 0usize;
    loop {
        match look(inp, 0) {
            kind if kind.opens_paren() => depth += 1,
            Kind::ParenClose => depth = depth.saturating_sub(1),
            Kind::End => break,
            _ => {}
        }
        inp.skip();
        if depth == 0 {
            break;
        }
    }
    Expr { kind: ExprKind::Bool(true), span: place_since(inp, start) }
}

pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = Place(left.span.0.to(right.span.0));
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
}

/// `ref is [not] path`; the reference has been read.
fn state_test<'t>(inp: &mut At<'t, '_>, left: Expr, start: usize) -> Result<Expr, Problem> {
    let at = index(inp);
    let ExprKind::Ref(subject) = left.kind else {
        let message = "before `is` stands the name of a diagram".to_string();
        let diagnostic = Diagnostic::new(Code::Syntax, left.span.0, message)
            .label("this is no diagram")
            .help("compare values with `==`");
        return Err(refuse(inp, Problem::said(at, diagnostic)));
    };
    inp.skip();
    let negated = look(inp, 0) == Kind::Word(Word::Not);
    if negated {
        inp.skip();
    }
    let state = inp.parse(path())?;
    Ok(Expr { kind: ExprKind::Is { subject, negated, state }, span: place_since(inp, start) })
}

/// In an action list a comparison goes in parentheses; without them it is told and read all the
/// same.
fn comparison(inp: &mut At<'_, '_>, reading: Reading, start: usize) {
    if reading == Reading::Whole {
        return;
    }
    let at = index(inp);
    let lexed = inp.state().lexed;
    let span = across(lexed, start, operation_end(lexed, at));
    let fault = needs_parentheses(span, "a comparison in an action list", lexed);
    inp.emit(Problem::said(at, fault));
}

/// `a / b/s` divides by a speed, which is hardly ever meant.
fn warn_of_per_second(inp: &mut At<'_, '_>, division: &Expr, at: usize) {
    let ExprKind::Binary(BinaryOp::Div, left, right) = &division.kind else { return };
    let ExprKind::PerSecond(divisor) = &right.kind else { return };
    let lexed = inp.state().lexed;
    let (left, divisor) = (lexed.written_at(left.span.0), lexed.written_at(divisor.span.0));
    let message = "`/s` belongs to the divisor alone";
    let warning = Diagnostic::new(Code::DoubtfulPerSecond, division.span.0, message)
        .label("divides by a value per second")
        .help(format!("write `({left} / {divisor})/s`"));
    inp.emit(Problem::said(at, warning));
}
