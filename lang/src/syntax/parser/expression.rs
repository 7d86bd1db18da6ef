//! Expressions, operands, references and times.
//!
//! In: tokens. Out: [`Expr`]s. Precedence is climbed by hand over chumsky's operands, since the
//! language has three readings of one grammar: a whole expression, one in an action list (where `>`
//! may end the list), and a unary operand next to others. It knows no kinds and no units.

mod climb;
mod reference;

use chumsky::prelude::*;
use chumsky::recovery::via_parser;

use super::basic::{
    At, committed, index, kind, look, name, place, place_since, refuse, swallow, token, when,
};
use super::problem::{Problem, Want, across};
use super::{Extra, In, Minus, Rule};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::*;
use crate::syntax::lexer::unit_of;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;
use climb::{Reading, binary, expression};
use reference::{args, reference, who};

/// The rules around expressions that other rules are made of.
#[derive(Clone)]
pub(super) struct Expressions<'t> {
    /// A whole expression.
    pub(super) whole: Rule<'t, Expr>,
    /// An expression in a `< >` list: a bare `>` ends it.
    pub(super) in_state: Rule<'t, Expr>,
    /// An expression in a `do` list.
    pub(super) in_edge: Rule<'t, Expr>,
    /// One operand beside others.
    pub(super) operand: Rule<'t, Expr>,
    /// Three operands.
    pub(super) three: Rule<'t, Three>,
    /// Two operands.
    pub(super) two: Rule<'t, Two>,
    /// An operand that begins with a digit, a sign or `(`.
    pub(super) optional: Rule<'t, Option<Expr>>,
    /// A time.
    pub(super) time: Rule<'t, Expr>,
    /// A colour.
    pub(super) colour: Rule<'t, Expr>,
    /// A string.
    pub(super) string: Rule<'t, Str>,
    /// `(a, b: c)` glued behind a name; empty where there is none.
    pub(super) args: Rule<'t, Vec<Arg>>,
    /// A reference.
    pub(super) reference: Rule<'t, Ref>,
    /// A reference that may be narrowed.
    pub(super) who: Rule<'t, Who>,
}

impl<'t> Expressions<'t> {
    pub(super) fn new() -> Self {
        // The one recursion: an operand holds expressions and operands in brackets.
        let unary = recursive(|unary| Parts::new(unary.boxed()).unary()).boxed();
        let Parts { whole, operand, string, args, reference } = Parts::new(unary.clone());
        Self {
            in_state: reading(&unary, Reading::InState),
            in_edge: reading(&unary, Reading::InEdge),
            three: three(&operand),
            two: operand.clone().then(operand.clone()).map(|(a, b)| Two::from([a, b])).boxed(),
            optional: committed(begins_optional, operand.clone()),
            time: time(&unary),
            colour: colour(&whole),
            string,
            args: committed(|first, _| first == Kind::GluedParen, args)
                .map(Option::unwrap_or_default)
                .boxed(),
            who: who(&reference, &operand),
            reference,
            whole,
            operand,
        }
    }
}

fn reading<'t>(unary: &Rule<'t, Expr>, reading: Reading) -> Rule<'t, Expr> {
    let unary = unary.clone();
    custom(move |inp: &mut At<'t, '_>| expression(inp, &unary, reading)).boxed()
}

/// Whether an optional operand begins here: a digit, a sign or `(`, and no label.
fn begins_optional(first: Kind, second: Kind) -> bool {
    match first {
        Kind::Number(_) => second != Kind::Colon,
        Kind::Minus => true,
        kind => kind.opens_paren(),
    }
}

fn three<'t>(operand: &Rule<'t, Expr>) -> Rule<'t, Three> {
    let one = operand.clone();
    one.clone().then(one.clone()).then(one).map(|((a, b), c)| Three::from([a, b, c])).boxed()
}

/// The rules that unary operands are made of, and that are made of them.
struct Parts<'t> {
    whole: Rule<'t, Expr>,
    operand: Rule<'t, Expr>,
    string: Rule<'t, Str>,
    args: Rule<'t, Vec<Arg>>,
    reference: Rule<'t, Ref>,
}

impl<'t> Parts<'t> {
    fn new(unary: Rule<'t, Expr>) -> Self {
        let whole = reading(&unary, Reading::Whole);
        let operand = operand(unary);
        let string = string(&whole);
        let args = args(&whole, &operand);
        let reference = reference(&args);
        Self { whole, operand, string, args, reference }
    }

    /// `'-' unary | postfix ['/s']`.
    fn unary(self) -> Rule<'t, Expr> {
        let (paren, literal) = (paren(&self.whole), literal().boxed());
        let postfix = custom(move |inp: &mut At<'t, '_>| {
            let start = index(inp);
            let value = match look(inp, 0) {
                Kind::Quote => string_expr(inp.parse(&self.string)?),
                next if next.opens_paren() => inp.parse(&paren)?,
                next if next.is_name() => ref_expr(inp.parse(&self.reference)?),
                _ => inp.parse(&literal)?,
            };
            if look(inp, 0) != Kind::PerSecond {
                return Ok(value);
            }
            inp.skip();
            let span = place_since(inp, start);
            Ok(Expr { kind: ExprKind::PerSecond(Box::new(value)), span })
        })
        .boxed();
        custom(move |inp: &mut At<'t, '_>| signed(inp, &postfix)).boxed()
    }
}

/// Signs before an operand; how many there may be is checked before parsing.
fn signed<'t>(inp: &mut At<'t, '_>, postfix: &Rule<'t, Expr>) -> Result<Expr, Problem> {
    let start = index(inp);
    while look(inp, 0) == Kind::Minus {
        inp.skip();
    }
    let first = index(inp);
    let mut value = inp.parse(postfix).map_err(|problem| problem.instead(first, Want::Operand))?;
    for sign in (start..first).rev() {
        inp.state().minuses.push((sign, Minus::Sign));
        let span = place_since(inp, sign);
        value = Expr { kind: ExprKind::Neg(Box::new(value)), span };
    }
    Ok(value)
}

fn literal<'t>() -> impl Parser<'t, In<'t>, Expr, Extra<'t>> + Clone {
    let fits = |kind| {
        let flag = matches!(kind, Kind::Word(Word::True | Word::False));
        flag || matches!(kind, Kind::Number(_) | Kind::Colour)
    };
    token(fits, Want::Operand).map_with(|token, e| {
        let span = place(e);
        let lexed = e.state().lexed;
        let written = lexed.written(token);
        let kind = match token.kind {
            Kind::Number(unit) => ExprKind::Number {
                value: f32::from_bits(token.data),
                text: written.trim_end_matches(|c: char| !c.is_ascii_digit()).into(),
                unit,
            },
            Kind::Colour => ExprKind::Colour(token.data, written.trim_start_matches('#').into()),
            other => ExprKind::Bool(other == Kind::Word(Word::True)),
        };
        Expr { kind, span }
    })
}

fn string_expr(string: Str) -> Expr {
    Expr { span: string.span, kind: ExprKind::Str(string) }
}

fn ref_expr(reference: Ref) -> Expr {
    Expr { span: reference.span, kind: ExprKind::Ref(reference) }
}

fn paren<'t>(whole: &Rule<'t, Expr>) -> Rule<'t, Expr> {
    let whole = whole.clone();
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        inp.parse(token(Kind::opens_paren, Want::Operand))?;
        let inner = Box::new(inp.parse(&whole)?);
        inp.parse(kind(Kind::ParenClose, Want::ParenClose))?;
        Ok(Expr { kind: ExprKind::Paren(inner), span: place_since(inp, start) })
    })
    .boxed()
}

/// A string with its holes; a hole that cannot be read is left out, so that a string never fails.
fn string<'t>(whole: &Rule<'t, Expr>) -> Rule<'t, Str> {
    let whole = whole.clone();
    let hole = custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let lexed = inp.state().lexed;
        let hole = inp.parse(&whole).map_err(|problem| problem.in_string(start, lexed))?;
        match look(inp, 0) {
            Kind::HoleClose => Ok(hole),
            _ => {
                let at = index(inp);
                Err(Problem::wanted(at, Want::BraceClose).in_string(start, lexed))
            }
        }
    });
    let hole = hole
        .map(Some)
        .recover_with(via_parser(swallow(|_| true, |_, _| false).or_not().map(|_| None)))
        .delimited_by(kind(Kind::HoleOpen, Want::Nothing), kind(Kind::HoleClose, Want::BraceClose))
        .map(|hole| hole.map(Piece::Expr));
    let literal = kind(Kind::Piece, Want::Nothing)
        .map_with(|token, e| Some(Piece::Text(e.state().lexed.name(token))));
    literal
        .or(hole)
        .repeated()
        .collect::<Vec<_>>()
        .delimited_by(kind(Kind::Quote, Want::String), kind(Kind::Unquote, Want::String))
        .map_with(|pieces, e| Str {
            pieces: pieces.into_iter().flatten().collect(),
            span: place(e),
        })
        .boxed()
}

/// `NUMBER '/' NUMBER (UNIT|UNITWORD) | unary [UNITWORD]`.
fn time<'t>(unary: &Rule<'t, Expr>) -> Rule<'t, Expr> {
    let unary = unary.clone();
    let value = custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let first = inp.parse(&unary).map_err(|problem| problem.instead(start, Want::Time))?;
        let number = matches!(first.kind, ExprKind::Number { unit: None, .. });
        let fraction = look(inp, 0) == Kind::Slash && matches!(look(inp, 1), Kind::Number(_));
        if !(number && fraction) {
            return Ok(first);
        }
        inp.skip();
        let second = inp.parse(&unary)?;
        Ok(binary(BinaryOp::Div, first, second))
    });
    let value = beside_no_operator(unit_apart(value.boxed(), Want::Time));
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let time = inp.parse(&value)?;
        if matches!(time.kind, ExprKind::Binary(..)) {
            let fault = bare_fraction(&time, inp.state().lexed);
            inp.emit(Problem::said(start, fault));
        }
        Ok(time)
    })
    .boxed()
}

/// A value with a unit word apart, or with the unit glued to the second number of a fraction.
fn unit_apart<'t>(
    value: Rule<'t, Expr>,
    want: Want,
) -> impl Parser<'t, In<'t>, Expr, Extra<'t>> + Clone {
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let mut value = inp.parse(&value).map_err(|problem| problem.instead(start, want))?;
        let glued = unit_of_fraction(&mut value);
        let lexed = inp.state().lexed;
        let next = lexed.token(index(inp));
        let apart = match next.kind {
            Kind::Word(_) => unit_of(lexed.written(next)),
            _ => None,
        };
        let Some(unit) = glued.or(apart) else { return Ok(value) };
        if glued.is_none() {
            if !takes_unit(&value) {
                let span = across(lexed, start, index(inp) - 1);
                let fault = needs_parentheses(span, "a unit", lexed);
                let problem = Problem::said(index(inp), fault);
                return Err(refuse(inp, problem));
            }
            inp.skip();
        }
        let span = place_since(inp, start);
        Ok(Expr { kind: ExprKind::Unit(Box::new(value), unit), span })
    })
}

/// `1/30`, of what?
fn bare_fraction(time: &Expr, lexed: &crate::syntax::token::Lexed<'_>) -> Diagnostic {
    let written = lexed.written_at(time.span.0);
    Diagnostic::new(Code::BareTime, time.span.0, "a time is written without its unit")
        .help(format!("write `{written} s` for seconds"))
}

/// Takes the unit off the second number of `1/30s`.
fn unit_of_fraction(value: &mut Expr) -> Option<Unit> {
    let ExprKind::Binary(BinaryOp::Div, first, second) = &mut value.kind else { return None };
    match (&first.kind, &mut second.kind) {
        (ExprKind::Number { unit: None, .. }, ExprKind::Number { unit, .. }) => unit.take(),
        _ => None,
    }
}

/// Whether a unit word may follow: an operand, or a fraction of two numbers.
fn takes_unit(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Binary(BinaryOp::Div, first, second) => {
            let plain = |e: &Expr| matches!(e.kind, ExprKind::Number { unit: None, .. });
            plain(first) && plain(second)
        }
        ExprKind::Binary(..) | ExprKind::Is { .. } | ExprKind::If(..) | ExprKind::Not(_) => false,
        _ => true,
    }
}

/// `COLOUR | NAME | '(' expr ')'`.
fn colour<'t>(whole: &Rule<'t, Expr>) -> Rule<'t, Expr> {
    let name = when(|kind, _| kind.is_name(), Want::Colour, name()).map(|name| {
        let span = Place(name.span);
        ref_expr(Ref { name, number: None, args: None, rest: Vec::new(), span })
    });
    let value = when(|kind, _| kind == Kind::Colour, Want::Colour, literal());
    let paren = when(|kind, _| kind.opens_paren(), Want::Colour, paren(whole));
    choice((value, name, paren)).boxed()
}

/// A unary operand beside which no operator stands.
fn operand<'t>(unary: Rule<'t, Expr>) -> Rule<'t, Expr> {
    beside_no_operator(unary).boxed()
}

fn beside_no_operator<'t>(
    unary: impl Parser<'t, In<'t>, Expr, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, In<'t>, Expr, Extra<'t>> + Clone {
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let value = inp.parse(&unary)?;
        let at = index(inp);
        if !is_operator(inp) {
            return Ok(value);
        }
        let lexed = inp.state().lexed;
        let end = operation_end(lexed, at);
        let span = across(lexed, start, end);
        let fault = needs_parentheses(span, "an operand with an operator", lexed);
        Err(refuse(inp, Problem::said(at, fault)))
    })
}

/// Whether a binary operator follows an operand here; `-` is one where it is spaced on both sides.
fn is_operator(inp: &mut At<'_, '_>) -> bool {
    let at = index(inp);
    let lexed = inp.state().lexed;
    match lexed.token(at).kind {
        Kind::Plus | Kind::Star | Kind::Slash | Kind::Percent | Kind::Eq | Kind::Ne => true,
        Kind::Word(Word::And | Word::Or | Word::Is) => true,
        Kind::Minus => !lexed.token(at).glued && !lexed.token(at + 1).glued,
        _ => false,
    }
}

/// The last token of the operation whose operator stands here, as far as it can be guessed.
fn operation_end(lexed: &crate::syntax::token::Lexed<'_>, operator: usize) -> usize {
    let mut depth = 0usize;
    let mut at = operator;
    loop {
        let (here, next) = (lexed.token(at).kind, lexed.token(at + 1).kind);
        depth += usize::from(here.opens_paren());
        depth = depth.saturating_sub(usize::from(here == Kind::ParenClose));
        let goes_on = depth > 0
            || !here.ends_operand()
            || matches!(next, Kind::Plus | Kind::Star | Kind::Slash | Kind::Percent)
            || matches!(next, Kind::Dot | Kind::GluedParen | Kind::PerSecond | Kind::Instance);
        let ends = matches!(next, Kind::End | Kind::BraceClose | Kind::BraceOpen | Kind::Arrow);
        if !goes_on || ends || at > operator + 64 {
            return at;
        }
        at += 1;
    }
}

fn needs_parentheses(
    span: crate::source::Span,
    what: &str,
    lexed: &crate::syntax::token::Lexed<'_>,
) -> Diagnostic {
    let written = lexed.written_at(span);
    let diagnostic =
        Diagnostic::new(Code::NeedsParentheses, span, format!("{what} needs parentheses"))
            .label("operands stand side by side");
    if written.contains('\n') || written.chars().count() > 60 {
        return diagnostic.help("put it in parentheses");
    }
    diagnostic.help(format!("write `({written})`"))
}
