//! `test` blocks and their steps.
//!
//! In: tokens. Out: [`Test`]s.

use chumsky::prelude::*;

use super::action::Lists;
use super::basic::{
    At, behind, body_of_lines, by_word, index, kind, look, name, optional_word, path, place,
    recovering, refuse, swallow_lines, when, word,
};
use super::expression::Expressions;
use super::guess::fresh_line;
use super::problem::{Problem, Want};
use super::{Rule, Source, hint};
use crate::syntax::ast::*;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// `'test' STRING '{' step* '}'`.
pub(super) fn test<'t>(e: &Expressions<'t>, lists: &Lists<'t>) -> Rule<'t, Test> {
    optional_word(Word::Test)
        .ignore_then(e.string.clone())
        .then(body_of_lines(step(e, lists), begins, fresh_line))
        .map(|(name, steps)| Test { name, steps })
        .boxed()
}

/// Steps alone.
pub(super) fn steps<'t>() -> Rule<'t, Vec<Step>> {
    let e = Expressions::new();
    let lists = Lists::new(&e);
    recovering(step(&e, &lists), swallow_lines(|_| true, begins, fresh_line))
        .repeated()
        .collect::<Vec<_>>()
        .map(|steps| steps.into_iter().flatten().collect())
        .boxed()
}

/// The words that steps begin with.
pub(super) const STEPS: &[Word] = &[
    Word::Run,
    Word::Press,
    Word::Release,
    Word::Hold,
    Word::Click,
    Word::Send,
    Word::Fork,
    Word::Set,
    Word::Input,
    Word::Start,
    Word::Expect,
];

fn begins(source: &Source<'_>, at: usize) -> bool {
    let kind = source.lexed.token(at).kind;
    source.lexed.token(at).starts_line && STEPS.iter().any(|&word| Kind::Word(word) == kind)
}

fn step<'t>(e: &Expressions<'t>, lists: &Lists<'t>) -> Rule<'t, Step> {
    let actions = when(
        |first, second| first.is_name() && does(first, second),
        Want::Step,
        e.reference.clone().then(lists.in_state.clone()),
    );
    let mut table = input_steps(e, lists);
    table.extend([
        (Word::Run, run(e)),
        (Word::Expect, expect(e)),
        (Word::Set, set(e)),
        (Word::Fork, lists.fork.clone().map(StepKind::Fork).boxed()),
        (Word::Input, input(e)),
        (Word::Start, optional_word(Word::Start).then(path()).to(StepKind::Later("start")).boxed()),
    ]);
    actions
        .map(|(who, actions)| StepKind::Do(who, actions))
        .or(by_word(table, Want::Step))
        .or(lasting_reference(e, lists))
        .map_with(|kind, e| Step { kind, span: place(e) })
        .boxed()
}

/// Whether a reference goes on, or its actions begin, with this.
fn does(first: Kind, second: Kind) -> bool {
    let step = STEPS.iter().any(|&word| Kind::Word(word) == first);
    matches!(second, Kind::Lt | Kind::Dot | Kind::Instance) || !step && second == Kind::GluedParen
}

/// A reference that is no step without its actions.
fn lasting_reference<'t>(e: &Expressions<'t>, lists: &Lists<'t>) -> Rule<'t, StepKind> {
    let (reference, actions) = (e.reference.clone(), lists.in_state.clone());
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        if !matches!(look(inp, 0), Kind::Name | Kind::Quoted) {
            return Err(Problem::wanted(start, Want::Step));
        }
        let who = inp.parse(&reference)?;
        let (at, lexed) = (index(inp), inp.state().lexed);
        if look(inp, 0) != Kind::Lt && hint::is_nearly(lexed, start, STEPS) {
            let problem = Problem::misread(at, start, Want::Step, lexed);
            return Err(refuse(inp, problem));
        }
        Ok(StepKind::Do(who, inp.parse(&actions)?))
    })
    .boxed()
}

/// A key: a name, or a digit that stands for its key.
fn key<'t>() -> Rule<'t, Name> {
    let digit = when(
        |first, _| matches!(first, Kind::Number(None)),
        Want::Name,
        custom(|inp: &mut At<'t, '_>| {
            let at = index(inp);
            let source = inp.state();
            let token = source.lexed.token(at);
            let written = source.lexed.written(token);
            if written.len() != 1 {
                return Err(Problem::wanted(at, Want::Name));
            }
            let key = Name { text: written.into(), quoted: false, span: source.lexed.span(token) };
            inp.skip();
            Ok(key)
        }),
    );
    digit.or(name()).boxed()
}

type StepRule<'t> = (Word, Rule<'t, StepKind>);

fn input_steps<'t>(e: &Expressions<'t>, lists: &Lists<'t>) -> Vec<StepRule<'t>> {
    let after = |wanted| optional_word(wanted);
    let hold = after(Word::Hold)
        .ignore_then(key())
        .then_ignore(word(Word::For, Want::For))
        .then(e.time.clone());
    let send = after(Word::Send).ignore_then(lists.message.clone());
    vec![
        (Word::Press, after(Word::Press).ignore_then(key()).map(StepKind::Press).boxed()),
        (Word::Release, after(Word::Release).ignore_then(key()).map(StepKind::Release).boxed()),
        (Word::Hold, hold.map(|(key, time)| StepKind::Hold(key, time)).boxed()),
        (Word::Click, after(Word::Click).ignore_then(e.who.clone()).map(StepKind::Click).boxed()),
        (
            Word::Send,
            send.map(|(message, value, to)| StepKind::Send { message, value, to }).boxed(),
        ),
    ]
}

/// `run T` or `run until E max T`.
fn run<'t>(e: &Expressions<'t>) -> Rule<'t, StepKind> {
    let until = optional_word(Word::Until)
        .ignore_then(e.whole.clone())
        .then_ignore(word(Word::Max, Want::Max))
        .then(e.time.clone())
        .map(|(condition, most)| StepKind::RunUntil(condition, most));
    optional_word(Word::Run).ignore_then(until.or(e.time.clone().map(StepKind::Run))).boxed()
}

/// `set Hero.hp = 3`.
fn set<'t>(e: &Expressions<'t>) -> Rule<'t, StepKind> {
    optional_word(Word::Set)
        .ignore_then(e.reference.clone())
        .then_ignore(kind(Kind::Set, Want::Assignment))
        .then(e.whole.clone())
        .map(|(variable, value)| StepKind::Set(variable, value))
        .boxed()
}

/// `input n = e`.
fn input<'t>(e: &Expressions<'t>) -> Rule<'t, StepKind> {
    optional_word(Word::Input)
        .ignore_then(name())
        .then_ignore(kind(Kind::Set, Want::Assignment))
        .then(e.whole.clone())
        .map(|(name, value)| StepKind::Input(name, value))
        .boxed()
}

/// `expect E`, `expect a ~ b within e`, `expect log "text"`.
fn expect<'t>(e: &Expressions<'t>) -> Rule<'t, StepKind> {
    let log = when(
        |first, second| (first, second) == (Kind::Word(Word::Log), Kind::Quote),
        Want::Expression,
        optional_word(Word::Log).ignore_then(e.string.clone()),
    );
    let whole = e.whole.clone();
    let operand = e.operand.clone();
    let value = custom(move |inp: &mut At<'t, '_>| {
        let left = inp.parse(&whole)?;
        if look(inp, 0) != Kind::Tilde {
            return Ok(StepKind::Expect(left));
        }
        inp.skip();
        let right = inp.parse(&whole)?;
        let within = inp.parse(behind(Word::Within, operand.clone()))?;
        Ok(StepKind::ExpectNear(left, right, within))
    });
    optional_word(Word::Expect).ignore_then(log.map(StepKind::ExpectLog).or(value)).boxed()
}
