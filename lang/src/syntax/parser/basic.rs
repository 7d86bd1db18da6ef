//! The small rules that all others are made of: single tokens, names, paths, places, and what to do
//! when a rule does not fit.
//!
//! In: a token stream. Out: tokens, names and the combinators that chumsky does not bring along.

use chumsky::input::{InputRef, MapExtra};
use chumsky::prelude::*;
use chumsky::recovery::via_parser;

use super::problem::{Problem, Want};
use super::{Extra, In, Rule, Source};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Name, Path, Place};
use crate::syntax::brackets::begins_item;
use crate::syntax::token::{Kind, Token};
use crate::syntax::word::Word;

/// The parser's position in the tokens.
pub(super) type At<'t, 'p> = InputRef<'t, 'p, In<'t>, Extra<'t>>;

/// The number of the next token.
pub(super) fn index(inp: &At<'_, '_>) -> usize {
    *inp.cursor().inner()
}

/// The kind of the token `ahead` places on; 0 is the next one.
pub(super) fn look(inp: &mut At<'_, '_>, ahead: usize) -> Kind {
    let at = index(inp) + ahead;
    inp.state().lexed.token(at).kind
}

/// A token that fits.
pub(super) fn token<'t>(
    fits: impl Fn(Kind) -> bool + Clone + 't,
    want: Want,
) -> impl Parser<'t, In<'t>, Token, Extra<'t>> + Clone {
    custom(move |inp: &mut At<'t, '_>| match inp.peek() {
        Some(token) if fits(token.kind) => {
            inp.skip();
            Ok(token)
        }
        _ => Err(Problem::wanted(index(inp), want)),
    })
}

/// A token of this kind.
pub(super) fn kind<'t>(
    kind: Kind,
    want: Want,
) -> impl Parser<'t, In<'t>, Token, Extra<'t>> + Clone {
    token(move |found| found == kind, want)
}

/// This word, which is named in messages as `want`.
pub(super) fn word<'t>(
    word: Word,
    want: Want,
) -> impl Parser<'t, In<'t>, Token, Extra<'t>> + Clone {
    kind(Kind::Word(word), want)
}

/// This word, where leaving it out is no mistake.
pub(super) fn optional_word<'t>(wanted: Word) -> impl Parser<'t, In<'t>, Token, Extra<'t>> + Clone {
    word(wanted, Want::Nothing)
}

/// One of these words, with what it stands for.
pub(super) fn one_word<'t, T: Copy + 't>(
    table: &'static [(Word, T)],
    want: Want,
) -> impl Parser<'t, In<'t>, T, Extra<'t>> + Clone {
    custom(move |inp: &mut At<'t, '_>| {
        let next = look(inp, 0);
        let found = table.iter().find(|(word, _)| Kind::Word(*word) == next);
        let Some((_, value)) = found else { return Err(Problem::wanted(index(inp), want)) };
        inp.skip();
        Ok(*value)
    })
}

/// The rule that belongs to the next word; each rule begins with its word.
pub(super) fn by_word<'t, T: 't>(table: Vec<(Word, Rule<'t, T>)>, want: Want) -> Rule<'t, T> {
    custom(move |inp: &mut At<'t, '_>| {
        let next = look(inp, 0);
        match table.iter().find(|(word, _)| Kind::Word(*word) == next) {
            Some((_, rule)) => inp.parse(rule),
            None => Err(Problem::wanted(index(inp), want)),
        }
    })
    .boxed()
}

/// A rule that is only tried where the next two tokens allow it.
pub(super) fn when<'t, T: 't>(
    fits: impl Fn(Kind, Kind) -> bool + Clone + 't,
    want: Want,
    rule: impl Parser<'t, In<'t>, T, Extra<'t>> + Clone + 't,
) -> impl Parser<'t, In<'t>, T, Extra<'t>> + Clone {
    custom(move |inp: &mut At<'t, '_>| {
        let (first, second) = (look(inp, 0), look(inp, 1));
        if fits(first, second) { inp.parse(&rule) } else { Err(Problem::wanted(index(inp), want)) }
    })
}

/// A rule that is read where the next two tokens say so, and skipped where they do not. Once it has
/// begun it must succeed, unlike with `or_not`.
pub(super) fn committed<'t, T: 't>(
    fits: impl Fn(Kind, Kind) -> bool + Clone + 't,
    rule: impl Parser<'t, In<'t>, T, Extra<'t>> + Clone + 't,
) -> Rule<'t, Option<T>> {
    custom(move |inp: &mut At<'t, '_>| {
        let (first, second) = (look(inp, 0), look(inp, 1));
        if fits(first, second) { inp.parse(&rule).map(Some) } else { Ok(None) }
    })
    .boxed()
}

/// What stands behind this word, where the word stands.
pub(super) fn behind<'t, T: 't>(
    wanted: Word,
    rule: impl Parser<'t, In<'t>, T, Extra<'t>> + Clone + 't,
) -> Rule<'t, Option<T>> {
    committed(move |first, _| first == Kind::Word(wanted), optional_word(wanted).ignore_then(rule))
}

/// Gives a problem up to chumsky at the place where the parser stands, so that what was merely
/// optional there does not outweigh it.
pub(super) fn refuse(inp: &mut At<'_, '_>, problem: Problem) -> Problem {
    let known = problem.clone();
    let here = custom(move |_: &mut At<'_, '_>| Err::<(), _>(problem.clone()));
    inp.parse(here).err().unwrap_or(known)
}

/// A name; a reserved word in its place is named as the mistake.
pub(super) fn name<'t>() -> impl Parser<'t, In<'t>, Name, Extra<'t>> + Clone {
    custom(|inp: &mut At<'t, '_>| {
        let at = index(inp);
        let source = inp.state();
        let token = source.lexed.token(at);
        match token.kind {
            Kind::Word(word) if word.is_reserved() && !token.starts_line => {
                Err(Problem::said(at, reserved(source.lexed.span(token), word)))
            }
            kind if source.guessing
                && token.starts_line
                && begins_item(kind, source.lexed.token(at + 1).kind) =>
            {
                Err(Problem::wanted(at, Want::Name))
            }
            kind if kind.is_name() => {
                let name = source.name(token);
                inp.skip();
                Ok(name)
            }
            _ => Err(Problem::wanted(at, Want::Name)),
        }
    })
}

fn reserved(span: Span, word: Word) -> Diagnostic {
    let word = word.as_str();
    Diagnostic::new(Code::ReservedWord, span, format!("`{word}` is a word of the language"))
        .label("a name is wanted here")
        .help(format!("another name, or `` `{word}` `` in backticks"))
}

/// `a.b.c`.
pub(super) fn path<'t>() -> impl Parser<'t, In<'t>, Path, Extra<'t>> + Clone {
    name()
        .then(kind(Kind::Dot, Want::Nothing).ignore_then(name()).repeated().collect::<Vec<_>>())
        .map_with(|(first, mut names), e| {
            names.insert(0, first);
            Path { names, span: place(e) }
        })
}

/// `a, b, c`.
pub(super) fn paths<'t>() -> impl Parser<'t, In<'t>, Vec<Path>, Extra<'t>> + Clone {
    path().separated_by(kind(Kind::Comma, Want::Comma)).at_least(1).collect()
}

/// What the rule at hand has read.
pub(super) fn place<'t>(e: &mut MapExtra<'t, '_, In<'t>, Extra<'t>>) -> Place {
    let span = e.span();
    e.state().place(span.start, span.end)
}

/// What has been read since a token.
pub(super) fn place_since(inp: &mut At<'_, '_>, start: usize) -> Place {
    let end = index(inp);
    inp.state().place(start, end)
}

impl Source<'_> {
    /// The place of the tokens from `start` up to before `end`.
    pub(super) fn place(&self, start: usize, end: usize) -> Place {
        let first = self.lexed.token(start);
        let span = match end.checked_sub(1) {
            Some(last) if last >= start => {
                self.lexed.span(first).to(self.lexed.span(self.lexed.token(last)))
            }
            _ => self.lexed.stretch(first.start, first.start),
        };
        Place(span)
    }

    /// The name a token stands for.
    pub(super) fn name(&self, token: Token) -> Name {
        let quoted = token.kind == Kind::Quoted;
        Name { text: self.lexed.name(token), quoted, span: self.lexed.span(token) }
    }
}

/// A rule whose failure costs no more than the stretch that `swallow` takes away.
pub(super) fn recovering<'t, T: 't>(
    rule: impl Parser<'t, In<'t>, T, Extra<'t>> + Clone + 't,
    swallow: impl Parser<'t, In<'t>, (), Extra<'t>> + Clone + 't,
) -> Rule<'t, Option<T>> {
    rule.map(Some).recover_with(via_parser(swallow.map(|()| None))).boxed()
}

/// `{ … }` with parts that never fail, because what fits none of them is swallowed up to the next
/// beginning of one.
pub(super) fn body<'t, T: 't>(
    part: impl Parser<'t, In<'t>, T, Extra<'t>> + Clone + 't,
    begins: fn(&Source<'_>, usize) -> bool,
) -> Rule<'t, Vec<T>> {
    body_of_lines(part, begins, |_, _, _| false)
}

/// The same, where what is swallowed also ends at a line that `fresh` says is a new one; it is asked
/// about the first swallowed token and the one at hand.
pub(super) fn body_of_lines<'t, T: 't>(
    part: impl Parser<'t, In<'t>, T, Extra<'t>> + Clone + 't,
    begins: fn(&Source<'_>, usize) -> bool,
    fresh: fn(&Source<'_>, usize, usize) -> bool,
) -> Rule<'t, Vec<T>> {
    recovering(part, swallow_lines(|_| true, begins, fresh))
        .repeated()
        .collect::<Vec<_>>()
        .delimited_by(
            kind(Kind::BraceOpen, Want::BraceOpen),
            kind(Kind::BraceClose, Want::BraceClose),
        )
        .map(|parts| parts.into_iter().flatten().collect())
        .boxed()
}

/// Takes tokens away, brackets balanced: at least one, up to where `stops` holds or a bracket closes
/// that was opened before. It only begins where `starts` holds.
pub(super) fn swallow<'t>(
    starts: fn(Kind) -> bool,
    stops: fn(&Source<'_>, usize) -> bool,
) -> impl Parser<'t, In<'t>, (), Extra<'t>> + Clone {
    swallow_lines(starts, stops, |_, _, _| false)
}

/// The same, ending also at a line that `fresh` says is a new one.
pub(super) fn swallow_lines<'t>(
    starts: fn(Kind) -> bool,
    stops: fn(&Source<'_>, usize) -> bool,
    fresh: fn(&Source<'_>, usize, usize) -> bool,
) -> impl Parser<'t, In<'t>, (), Extra<'t>> + Clone {
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let first = look(inp, 0);
        if first == Kind::End || closes(first) || !starts(first) {
            return Err(Problem::wanted(start, Want::Nothing));
        }
        let (mut depth, mut ifs) = (0usize, 0usize);
        loop {
            let at = index(inp);
            let next = look(inp, 0);
            let ours = next == Kind::Word(Word::Else) && ifs > 0;
            let source = inp.state();
            let begins = || at > start && !ours && (stops(source, at) || fresh(source, start, at));
            if next == Kind::End || depth == 0 && (closes(next) || begins()) {
                break;
            }
            ifs += usize::from(next == Kind::Word(Word::Then));
            ifs -= usize::from(ours);
            depth += usize::from(opens(next));
            depth -= usize::from(closes(next));
            inp.skip();
        }
        let end = index(inp);
        inp.state().swallowed.push((start, end));
        Ok(())
    })
}

fn opens(kind: Kind) -> bool {
    kind.opens_paren() || matches!(kind, Kind::BraceOpen | Kind::HoleOpen)
}

fn closes(kind: Kind) -> bool {
    matches!(kind, Kind::ParenClose | Kind::BraceClose | Kind::HoleClose)
}

/// `{ … }` of something that comes later: only the brackets are looked at.
pub(super) fn braces<'t>() -> impl Parser<'t, In<'t>, Place, Extra<'t>> + Clone {
    kind(Kind::BraceOpen, Want::BraceOpen)
        .then(balanced(|_, _| false))
        .then(kind(Kind::BraceClose, Want::BraceClose))
        .map_with(|_, e| place(e))
}

/// A balanced stretch up to a token at which it stops; that is asked with the one behind.
pub(super) fn balanced<'t>(
    stops: fn(Kind, Kind) -> bool,
) -> impl Parser<'t, In<'t>, (), Extra<'t>> + Clone {
    custom(move |inp: &mut At<'t, '_>| {
        let mut depth = 0usize;
        loop {
            let (next, behind) = (look(inp, 0), look(inp, 1));
            if next == Kind::End || depth == 0 && (closes(next) || stops(next, behind)) {
                return Ok(());
            }
            depth += usize::from(opens(next));
            depth -= usize::from(closes(next));
            inp.skip();
        }
    })
}
