//! Groups: which characters are created together, and where.
//!
//! In: tokens. Out: [`Group`]s.

use chumsky::prelude::*;

use super::basic::{At, behind, body, look, name, optional_word, path, place, when};
use super::clause::{Clauses, Starts, allowed, clauses};
use super::expression::Expressions;
use super::problem::Want;
use super::{Rule, Source};
use crate::syntax::ast::*;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// `'group' NAME '{' spawn* '}'`.
pub(super) fn group<'t>(e: &Expressions<'t>) -> Rule<'t, Group> {
    let one = one(e);
    let spawn = recursive(|spawn| {
        let repeat = optional_word(Word::Repeat)
            .ignore_then(e.operand.clone())
            .then(behind(Word::As, name()))
            .then(body(spawn, begins))
            .map_with(|((count, counter), spawns), e| Spawn::Repeat {
                count,
                counter,
                spawns,
                span: place(e),
            });
        spawn_or(repeat.boxed(), one.map(Spawn::One).boxed())
    });
    optional_word(Word::Group)
        .ignore_then(name())
        .then(body(spawn, begins))
        .map(|(name, spawns)| Group { name, spawns })
        .boxed()
}

/// `repeat …`, or a character of that name; a mistake that is clearly one of `repeat` is kept.
fn spawn_or<'t>(repeat: Rule<'t, Spawn>, one: Rule<'t, Spawn>) -> Rule<'t, Spawn> {
    custom(move |inp: &mut At<'t, '_>| {
        if look(inp, 0) != Kind::Word(Word::Repeat) {
            return inp.parse(&one);
        }
        let before = inp.save();
        match inp.parse(&repeat) {
            Err(problem) if !problem.is_said() => {
                inp.rewind(before);
                inp.parse(&one)
            }
            read => read,
        }
    })
    .boxed()
}

/// Whether a spawn begins here: where one failed, the next line with a name is the best guess.
fn begins(source: &Source<'_>, at: usize) -> bool {
    let token = source.lexed.token(at);
    let clause = matches!(token.kind, Kind::Word(word) if allowed::SPAWN.contains(&word));
    token.starts_line && token.kind.is_name() && !clause
}

fn one<'t>(e: &Expressions<'t>) -> Rule<'t, SpawnOne> {
    when(|first, _| first.is_name(), Want::Spawn, path())
        .then(e.args.clone())
        .then(clauses(e, allowed::SPAWN, Starts::List))
        .map_with(|((what, args), clauses), e| {
            let Clauses { placement, start, alias, .. } = clauses;
            SpawnOne { what, args, placement, start, alias, span: place(e) }
        })
        .boxed()
}
