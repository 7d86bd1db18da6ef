//! Characters and their members.
//!
//! In: tokens. Out: [`Character`]s, and parameters for all that has them.

use chumsky::prelude::*;

use super::basic::{
    At, behind, body_of_lines, by_word, committed, index, kind, name, one_word, optional_word,
    path, place, refuse, token, when, word,
};
use super::clause::{Clauses, Starts, allowed, clauses, placement};
use super::expression::Expressions;
use super::guess::fresh_line;
use super::item::{bare_shape, begins_shape, shape};
use super::problem::{Problem, Want};
use super::{Rule, Source};
use crate::syntax::ast::*;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// `'character' NAME [params] ['was' NAME] '{' member* '}'`.
pub(super) fn character<'t>(
    e: &Expressions<'t>,
    diagram: &Rule<'t, Diagram>,
) -> Rule<'t, Character> {
    optional_word(Word::Character)
        .ignore_then(name())
        .then(params(e))
        .then(was())
        .then(body_of_lines(member(e, diagram), begins, fresh_line))
        .map(|(((name, params), was), members)| Character { name, params, was, members })
        .boxed()
}

/// `was NAME`, where written.
pub(super) fn was<'t>() -> Rule<'t, Option<Name>> {
    behind(Word::Was, name())
}

const PARAM_KINDS: &[(Word, ParamKind)] = &[
    (Word::Number, ParamKind::Number),
    (Word::Flag, ParamKind::Flag),
    (Word::Who, ParamKind::Who),
    (Word::Time, ParamKind::Time),
    (Word::Colour, ParamKind::Colour),
    (Word::Key, ParamKind::Key),
    (Word::Message, ParamKind::Message),
    (Word::Character, ParamKind::Character),
    (Word::Clip, ParamKind::Clip),
];

/// `'(' param (',' param)* ')'`; empty where there are none.
pub(super) fn params<'t>(e: &Expressions<'t>) -> Rule<'t, Vec<Param>> {
    let declared =
        kind(Kind::Colon, Want::Colon).ignore_then(one_word(PARAM_KINDS, Want::ParamKind));
    let declared = committed(|first, _| first == Kind::Colon, declared);
    let default = kind(Kind::Set, Want::Assignment).ignore_then(e.whole.clone());
    let default = committed(|first, _| first == Kind::Set, default);
    let param = name().then(declared).then(default).map(|((name, kind), default)| Param {
        name,
        kind,
        default,
    });
    let list = param.separated_by(kind(Kind::Comma, Want::Comma)).collect().delimited_by(
        token(Kind::opens_paren, Want::Nothing),
        kind(Kind::ParenClose, Want::ParenClose),
    );
    committed(|first, _| first.opens_paren(), list).map(Option::unwrap_or_default).boxed()
}

/// The words that members begin with.
pub(super) const MEMBERS: &[Word] = &[
    Word::Shape,
    Word::Color,
    Word::Part,
    Word::Var,
    Word::Diagram,
    Word::Run,
    Word::Bounds,
    Word::Hidden,
    Word::Solid,
    Word::Screen,
];

fn begins(source: &Source<'_>, at: usize) -> bool {
    let kind = source.lexed.token(at).kind;
    let behind_body = at > 0 && source.lexed.token(at - 1).kind == Kind::BraceClose;
    let fresh = source.lexed.token(at).starts_line || behind_body;
    fresh && MEMBERS.iter().any(|&word| Kind::Word(word) == kind)
}

fn member<'t>(e: &Expressions<'t>, diagram: &Rule<'t, Diagram>) -> Rule<'t, Member> {
    let after = |wanted| optional_word(wanted);
    let table = vec![
        (Word::Shape, shape_member(e)),
        (
            Word::Color,
            after(Word::Color).ignore_then(e.colour.clone()).map(MemberKind::Color).boxed(),
        ),
        (Word::Part, part(e).map(MemberKind::Part).boxed()),
        (Word::Var, variable(e)),
        (Word::Diagram, diagram.clone().map(MemberKind::Diagram).boxed()),
        (Word::Run, run(e)),
        (Word::Bounds, bounds(e).map(MemberKind::Bounds).boxed()),
        (Word::Hidden, after(Word::Hidden).to(MemberKind::Hidden).boxed()),
        (Word::Solid, after(Word::Solid).to(MemberKind::Solid).boxed()),
        (Word::Screen, screen()),
    ];
    by_word(table, Want::Member)
        .map_with(|kind, e| {
            let start = e.span().start;
            let span = place(e);
            Member { doc: e.state().lexed.doc(start), kind, span }
        })
        .boxed()
}

/// `'shape' (path | shape)`.
fn shape_member<'t>(e: &Expressions<'t>) -> Rule<'t, MemberKind> {
    let inline = when(|first, _| begins_shape(first), Want::Shape, shape(e));
    let named = shape_name();
    optional_word(Word::Shape)
        .ignore_then(
            inline
                .map(|shape| MemberKind::Shape(Box::new(shape)))
                .or(named.map(MemberKind::ShapeOf)),
        )
        .boxed()
}

/// The name of an atom or a character; with a number behind it a shape was meant.
fn shape_name<'t>() -> Rule<'t, Path> {
    let named = when(|first, _| first.is_name(), Want::Shape, path());
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let path = inp.parse(&named)?;
        let (at, lexed) = (index(inp), inp.state().lexed);
        let token = lexed.token(at);
        let operand = matches!(token.kind, Kind::Number(_)) && !token.starts_line;
        if operand && lexed.token(start).kind == Kind::Name {
            let problem = Problem::misread(at, start, Want::Shape, lexed);
            return Err(refuse(inp, problem));
        }
        Ok(path)
    })
    .boxed()
}

/// `'part' NAME ':' (path [args] | base look*) (placement | 'bone' NAME)* ['start' starts]`.
fn part<'t>(e: &Expressions<'t>) -> Rule<'t, Part> {
    let inline = when(|first, _| begins_shape(first), Want::Shape, bare_shape(e));
    let named = shape_name().then(e.args.clone());
    let what = inline
        .map(|shape| PartWhat::Shape(Box::new(shape)))
        .or(named.map(|(path, args)| PartWhat::Path(path, args)));
    optional_word(Word::Part)
        .ignore_then(name())
        .then_ignore(kind(Kind::Colon, Want::Colon))
        .then(what)
        .then(clauses(e, allowed::PART, Starts::List))
        .map(|((name, what), clauses)| {
            let Clauses { placement, bone, start, .. } = clauses;
            Part { name, what, placement, bone, start }
        })
        .boxed()
}

fn variable<'t>(e: &Expressions<'t>) -> Rule<'t, MemberKind> {
    optional_word(Word::Var)
        .ignore_then(name())
        .then_ignore(kind(Kind::Set, Want::Assignment))
        .then(e.whole.clone())
        .map(|(name, value)| MemberKind::Var { name, value })
        .boxed()
}

fn run<'t>(e: &Expressions<'t>) -> Rule<'t, MemberKind> {
    optional_word(Word::Run)
        .ignore_then(path())
        .then(e.args.clone())
        .then(behind(Word::As, name()))
        .map(|((path, args), alias)| MemberKind::Run { path, args, alias })
        .boxed()
}

fn bounds<'t>(e: &Expressions<'t>) -> Rule<'t, Bounds> {
    let boxed = optional_word(Word::Box)
        .ignore_then(e.three.clone())
        .then(placement(e))
        .map(|(size, placement)| Bounds::Box(size, placement));
    let auto = word(Word::Auto, Want::Bounds).map(|_| Bounds::Auto);
    let none = word(Word::None, Want::Bounds).map(|_| Bounds::None);
    optional_word(Word::Bounds).ignore_then(choice((auto, none, boxed))).boxed()
}

const VERTICAL: &[(Word, ScreenV)] =
    &[(Word::Top, ScreenV::Top), (Word::Middle, ScreenV::Middle), (Word::Bottom, ScreenV::Bottom)];

const HORIZONTAL: &[(Word, ScreenH)] =
    &[(Word::Left, ScreenH::Left), (Word::Center, ScreenH::Center), (Word::Right, ScreenH::Right)];

fn screen<'t>() -> Rule<'t, MemberKind> {
    optional_word(Word::Screen)
        .ignore_then(one_word(VERTICAL, Want::Vertical))
        .then(one_word(HORIZONTAL, Want::Horizontal))
        .map(|(vertical, horizontal)| MemberKind::Screen(vertical, horizontal))
        .boxed()
}
