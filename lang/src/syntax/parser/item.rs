//! Items: what stands at the top of a file, and shapes, groups and the world.
//!
//! In: tokens. Out: [`Item`]s.

use chumsky::prelude::*;

use super::action::Lists;
use super::basic::{
    behind, body_of_lines, braces, by_word, committed, kind, name, one_word, optional_word, path,
    place, recovering, swallow_lines, token, when, word,
};
use super::clause::{Clauses, Starts, allowed, clauses, twice};
use super::expression::Expressions;
use super::guess::fresh_line;
use super::problem::{Problem, Want};
use super::{Extra, In, Rule, Source, character, diagram, group, test};
use crate::syntax::ast::*;
use crate::syntax::brackets::begins_item;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// A whole file: items, and what is none swallowed up to the next.
pub(super) fn file<'t>() -> Rule<'t, File> {
    let item = item(&Expressions::new());
    recovering(item, swallow_lines(|_| true, begins, fresh_line))
        .repeated()
        .collect::<Vec<_>>()
        .map(|items| File { items: items.into_iter().flatten().collect() })
        .boxed()
}

/// Whether an item begins at this token.
fn begins(source: &Source<'_>, at: usize) -> bool {
    let token = source.lexed.token(at);
    let behind_body = at > 0 && source.lexed.token(at - 1).kind == Kind::BraceClose;
    (token.starts_line || behind_body) && begins_item(token.kind, source.lexed.token(at + 1).kind)
}

fn item<'t>(e: &Expressions<'t>) -> Rule<'t, Item> {
    let lists = Lists::new(e);
    let diagram = diagram::diagram(e, &lists);
    let table = vec![
        (Word::Use, use_item(e)),
        (Word::Const, constant(e)),
        (Word::World, world(e)),
        (Word::Atom, atom(e)),
        (Word::Character, character::character(e, &diagram).map(ItemKind::Character).boxed()),
        (Word::Diagram, diagram.map(ItemKind::Diagram).boxed()),
        (Word::Group, group::group(e).map(ItemKind::Group).boxed()),
        (Word::Test, test::test(e, &lists).map(ItemKind::Test).boxed()),
        (Word::Pair, pair(e)),
        (Word::Flow, flow()),
        (Word::Hooks, hooks(e)),
        (Word::Host, host()),
    ];
    by_word(table, Want::Item)
        .map_with(|kind, e| {
            let start = e.span().start;
            let span = place(e);
            Item { doc: e.state().lexed.doc(start), kind, span }
        })
        .boxed()
}

/// `'use' (STRING | path) ['as' NAME]`.
fn use_item<'t>(e: &Expressions<'t>) -> Rule<'t, ItemKind> {
    let file = e.string.clone().map(UseWhat::File);
    let alias = behind(Word::As, name());
    optional_word(Word::Use)
        .ignore_then(file.or(path().map(UseWhat::Path)))
        .then(alias)
        .map(|(what, alias)| ItemKind::Use(Use { what, alias }))
        .boxed()
}

/// `'const' NAME '=' expr`.
fn constant<'t>(e: &Expressions<'t>) -> Rule<'t, ItemKind> {
    optional_word(Word::Const)
        .ignore_then(name())
        .then_ignore(kind(Kind::Set, Want::Assignment))
        .then(e.whole.clone())
        .map(|(name, value)| ItemKind::Const { name, value })
        .boxed()
}

/// `'atom' NAME '=' shape ['{' clipitem* '}']`.
fn atom<'t>(e: &Expressions<'t>) -> Rule<'t, ItemKind> {
    optional_word(Word::Atom)
        .ignore_then(name())
        .then_ignore(kind(Kind::Set, Want::Assignment))
        .then(shape(e))
        .then(committed(|first, _| first == Kind::BraceOpen, braces()))
        .map(|((name, shape), clips)| ItemKind::Atom(Atom { name, shape, clips }))
        .boxed()
}

/// A base with looks and a placement, in any order.
pub(super) fn shape<'t>(e: &Expressions<'t>) -> Rule<'t, Shape> {
    base(e).then(clauses(e, allowed::SHAPE, Starts::List)).map_with(shape_of).boxed()
}

/// A base with looks, for a part, whose placement is its own.
pub(super) fn bare_shape<'t>(e: &Expressions<'t>) -> Rule<'t, Shape> {
    base(e).then(clauses(e, allowed::LOOKS, Starts::List)).map_with(shape_of).boxed()
}

fn shape_of<'t>(
    (base, clauses): (Base, Clauses),
    e: &mut chumsky::input::MapExtra<'t, '_, In<'t>, Extra<'t>>,
) -> Shape {
    let Clauses { placement, color, texture, .. } = clauses;
    Shape { base, color, texture, placement, span: place(e) }
}

fn base<'t>(e: &Expressions<'t>) -> Rule<'t, Base> {
    let (three, two, operand) = (e.three.clone(), e.two.clone(), e.operand.clone());
    let after = |wanted| optional_word(wanted);
    let text = after(Word::Text).ignore_then(e.string.clone()).then(operand.clone());
    let primitives = vec![
        (Word::Box, after(Word::Box).ignore_then(three).map(Base::Box).boxed()),
        (Word::Ball, after(Word::Ball).ignore_then(operand).map(Base::Ball).boxed()),
        (
            Word::Cylinder,
            after(Word::Cylinder).ignore_then(two.clone()).map(Base::Cylinder).boxed(),
        ),
        (Word::Cone, after(Word::Cone).ignore_then(two.clone()).map(Base::Cone).boxed()),
        (Word::Capsule, after(Word::Capsule).ignore_then(two.clone()).map(Base::Capsule).boxed()),
        (Word::Plane, after(Word::Plane).ignore_then(two).map(Base::Plane).boxed()),
        (Word::Text, text.map(|(text, size)| Base::Text(text, size)).boxed()),
    ];
    let file = when(|first, _| first == Kind::Quote, Want::Shape, e.string.clone());
    file.map(Base::File).or(by_word(primitives, Want::Shape)).boxed()
}

/// Whether a shape begins with this.
pub(super) fn begins_shape(first: Kind) -> bool {
    matches!(
        first,
        Kind::Quote
            | Kind::Word(
                Word::Box
                    | Word::Ball
                    | Word::Cylinder
                    | Word::Cone
                    | Word::Capsule
                    | Word::Plane
                    | Word::Text
            )
    )
}

const KINDS: &[(Word, WorldKind)] = &[
    (Word::Space, WorldKind::Space),
    (Word::Ground, WorldKind::Ground),
    (Word::Room, WorldKind::Room),
];

pub(super) const SETTINGS: &[Word] = &[
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
    Word::Pairing,
];

/// `'world' '{' setting* '}'`, each setting once.
fn world<'t>(e: &Expressions<'t>) -> Rule<'t, ItemKind> {
    let setting = setting(e).map_with(|kind, e| {
        let first = e.span().start;
        (e.state().lexed.token(first).kind, first, Setting { kind, span: place(e) })
    });
    let starts = |source: &Source<'_>, at: usize| {
        let kind = source.lexed.token(at).kind;
        source.lexed.token(at).starts_line && SETTINGS.iter().any(|&w| Kind::Word(w) == kind)
    };
    optional_word(Word::World)
        .ignore_then(body_of_lines(setting, starts, fresh_line))
        .validate(|settings, _, emitter| {
            let mut kept: Vec<(Kind, Setting)> = Vec::new();
            for (word, at, setting) in settings {
                match (kept.iter().find(|(known, _)| *known == word), word) {
                    (Some((_, first)), Kind::Word(name)) => {
                        let fault = twice(name.as_str(), setting.span.0, first.span.0);
                        emitter.emit(Problem::said(at, fault));
                    }
                    _ => kept.push((word, setting)),
                }
            }
            ItemKind::World(kept.into_iter().map(|(_, setting)| setting).collect())
        })
        .boxed()
}

fn setting<'t>(e: &Expressions<'t>) -> Rule<'t, SettingKind> {
    let after = |wanted| optional_word(wanted);
    let kind = after(Word::Kind).ignore_then(one_word(KINDS, Want::World)).map(SettingKind::Kind);
    let size = after(Word::Size).ignore_then(e.three.clone()).map(SettingKind::Size);
    let tick = after(Word::Tick).ignore_then(e.time.clone()).map(SettingKind::Tick);
    let seed = after(Word::Seed).ignore_then(e.operand.clone()).map(SettingKind::Seed);
    let pairing = after(Word::Pairing)
        .ignore_then(when(
            |first, _| matches!(first, Kind::Word(Word::First | Word::Best)),
            Want::Pairing,
            name(),
        ))
        .map(SettingKind::Pairing);
    let table = vec![
        (Word::Kind, kind.boxed()),
        (Word::Size, size.boxed()),
        (Word::Background, surface(e, Word::Background, Surface::Background)),
        (Word::Floor, surface(e, Word::Floor, Surface::Floor)),
        (Word::Wall, surface(e, Word::Wall, Surface::Wall)),
        (Word::Roof, surface(e, Word::Roof, Surface::Roof)),
        (Word::Tick, tick.boxed()),
        (Word::Seed, seed.boxed()),
        (Word::Camera, camera(e)),
        (Word::Light, light(e)),
        (Word::Pairing, pairing.boxed()),
    ];
    by_word(table, Want::Setting)
}

fn surface<'t>(e: &Expressions<'t>, word: Word, surface: Surface) -> Rule<'t, SettingKind> {
    optional_word(word)
        .ignore_then(e.colour.clone())
        .map(move |colour| SettingKind::Colour(surface, colour))
        .boxed()
}

fn camera<'t>(e: &Expressions<'t>) -> Rule<'t, SettingKind> {
    optional_word(Word::Camera)
        .ignore_then(behind(Word::Of, name()))
        .then(clauses(e, allowed::CAMERA, Starts::List))
        .map(|(of, clauses)| {
            let Clauses { placement, look, fov, .. } = clauses;
            SettingKind::Camera { of, placement, look, fov }
        })
        .boxed()
}

fn light<'t>(e: &Expressions<'t>) -> Rule<'t, SettingKind> {
    optional_word(Word::Light)
        .ignore_then(e.three.clone())
        .then(clauses(e, allowed::LIGHT, Starts::List))
        .map(|(direction, clauses)| SettingKind::Light { direction, color: clauses.color })
        .boxed()
}

/// `'pair' NAME 'with' NAME placement ['within' n] ['over' time]`.
fn pair<'t>(e: &Expressions<'t>) -> Rule<'t, ItemKind> {
    optional_word(Word::Pair)
        .ignore_then(name())
        .then(word(Word::With, Want::With))
        .then(name())
        .then(clauses(e, allowed::PAIR, Starts::List))
        .map(|_| ItemKind::Later("pair"))
        .boxed()
}

fn flow<'t>() -> Rule<'t, ItemKind> {
    let flow = optional_word(Word::Flow).then(name()).then(braces());
    flow.map(|_| ItemKind::Later("flow")).boxed()
}

fn hooks<'t>(e: &Expressions<'t>) -> Rule<'t, ItemKind> {
    let hooks = optional_word(Word::Hooks).then(e.string.clone());
    hooks.map(|(_, script)| ItemKind::Hooks(script)).boxed()
}

const HOST: &[(Word, HostKind)] = &[
    (Word::Message, HostKind::Message),
    (Word::Input, HostKind::Input),
    (Word::Emit, HostKind::Emit),
];

const HOST_CALLS: &[(Word, HostKind)] = &[
    (Word::Action, HostKind::Action),
    (Word::Signal, HostKind::Signal),
    (Word::Function, HostKind::Function),
];

/// The words that entries of `host` begin with.
pub(super) const HOST_ENTRIES: &[Word] =
    &[Word::Message, Word::Input, Word::Emit, Word::Action, Word::Signal, Word::Function];

/// `'host' '{' (('message' | 'input' | 'emit') NAME | ('action' | 'signal' | 'function') NAME
/// '(' [NAME (',' NAME)*] ')')* '}'`.
fn host<'t>() -> Rule<'t, ItemKind> {
    let names = name().separated_by(kind(Kind::Comma, Want::Comma)).collect::<Vec<_>>();
    let params = names.delimited_by(
        token(Kind::opens_paren, Want::ParenOpen),
        kind(Kind::ParenClose, Want::ParenClose),
    );
    let called = one_word(HOST_CALLS, Want::HostEntry).then(name()).then(params);
    let plain = one_word(HOST, Want::HostEntry).then(name()).map(|entry| (entry, Vec::new()));
    let entry = called.or(plain).map_with(|((kind, name), params), e| {
        let span = place(e);
        HostEntry { kind, name, params, span }
    });
    let starts = |source: &Source<'_>, at: usize| {
        let token = source.lexed.token(at);
        token.starts_line && HOST_ENTRIES.iter().any(|&w| Kind::Word(w) == token.kind)
    };
    optional_word(Word::Host)
        .ignore_then(body_of_lines(entry, starts, fresh_line))
        .map(ItemKind::Host)
        .boxed()
}
