//! Clauses: what may follow a thing in any order, each once (`at`, `turn`, `scale`, `color`, `start`, …).
//!
//! In: tokens. Out: [`Clauses`]; which of them may stand where is said by the rule that asks. A
//! clause written twice is reported and the first one holds.

use chumsky::prelude::*;

use super::Rule;
use super::basic::{
    At, index, kind, look, name, optional_word, path, paths, place_since, refuse, token, word,
};
use super::expression::Expressions;
use super::problem::{Problem, Want, across};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// What was written.
#[derive(Clone, Default)]
pub(super) struct Clauses {
    pub(super) placement: Placement,
    pub(super) color: Option<Expr>,
    pub(super) texture: Option<Str>,
    pub(super) look: Option<Three>,
    pub(super) fov: Option<Expr>,
    pub(super) bone: Option<Name>,
    pub(super) start: Vec<Path>,
    pub(super) alias: Option<Name>,
    pub(super) in_world: Option<Place>,
    pub(super) within: Option<Expr>,
    pub(super) over: Option<Expr>,
    seen: Vec<(Word, Span)>,
}

/// One clause.
#[derive(Clone)]
enum Clause {
    At(Three),
    Turn(Three),
    Scale(Scale),
    Color(Expr),
    Texture(Str),
    Look(Three),
    Fov(Expr),
    Bone(Name),
    Start(Vec<Path>),
    As(Name),
    InWorld,
    Within(Expr),
    Over(Expr),
}

/// Which clauses may stand somewhere.
pub(super) mod allowed {
    use crate::syntax::word::Word;

    pub(in super::super) const PLACEMENT: &[Word] = &[Word::At, Word::Turn, Word::Scale];
    pub(in super::super) const SHAPE: &[Word] =
        &[Word::At, Word::Turn, Word::Scale, Word::Color, Word::Texture];
    pub(in super::super) const LOOKS: &[Word] = &[Word::Color, Word::Texture];
    pub(in super::super) const PART: &[Word] =
        &[Word::At, Word::Turn, Word::Scale, Word::Bone, Word::Start];
    pub(in super::super) const CAMERA: &[Word] =
        &[Word::At, Word::Turn, Word::Scale, Word::Look, Word::Fov];
    pub(in super::super) const SPAWN: &[Word] =
        &[Word::At, Word::Turn, Word::Scale, Word::Start, Word::As];
    pub(in super::super) const FORK: &[Word] =
        &[Word::At, Word::Turn, Word::Scale, Word::Start, Word::As, Word::In];
    pub(in super::super) const BECOME: &[Word] = &[Word::Start];
    pub(in super::super) const ATTACH: &[Word] = &[Word::At, Word::Turn, Word::Scale, Word::Bone];
    pub(in super::super) const LIGHT: &[Word] = &[Word::Color];
    pub(in super::super) const PAIR: &[Word] =
        &[Word::At, Word::Turn, Word::Scale, Word::Within, Word::Over];
}

/// How the states behind `start` are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Starts {
    /// `a, b`.
    List,
    /// In an action, where a comma ends it: `a` or `(a, b)`.
    Action,
}

/// Any of the allowed clauses, in any order.
pub(super) fn clauses<'t>(
    e: &Expressions<'t>,
    allowed: &'static [Word],
    starts: Starts,
) -> Rule<'t, Clauses> {
    let one = clause(e, starts);
    custom(move |inp: &mut At<'t, '_>| {
        let mut clauses = Clauses::default();
        loop {
            let (at, next) = (index(inp), look(inp, 0));
            let word = allowed.iter().find(|&&word| Kind::Word(word) == next);
            let Some(&word) = word else { return Ok(clauses) };
            let clause = inp.parse(&one)?;
            let Place(span) = place_since(inp, at);
            match clauses.seen.iter().find(|(seen, _)| *seen == word) {
                Some(&(_, first)) => {
                    inp.emit(Problem::said(at, twice(word.as_str(), span, first)));
                }
                None => clauses.add(word, clause, span),
            }
        }
    })
    .boxed()
}

/// Something that may be written once and was written twice.
pub(super) fn twice(what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::Misplaced, span, format!("`{what}` is written twice"))
        .label("written again here")
        .also(first, "first written here")
        .help("keep one of them")
}

/// A placement alone.
pub(super) fn placement<'t>(e: &Expressions<'t>) -> Rule<'t, Placement> {
    clauses(e, allowed::PLACEMENT, Starts::List).map(|clauses| clauses.placement).boxed()
}

impl Clauses {
    fn add(&mut self, word: Word, clause: Clause, span: Span) {
        self.seen.push((word, span));
        if matches!(word, Word::At | Word::Turn | Word::Scale) {
            let Place(known) = self.placement.span;
            self.placement.span = Place(if known.end == 0 { span } else { known.to(span) });
        }
        match clause {
            Clause::At(at) => self.placement.at = Some(at),
            Clause::Turn(turn) => self.placement.turn = Some(turn),
            Clause::Scale(scale) => self.placement.scale = Some(scale),
            Clause::Color(color) => self.color = Some(color),
            Clause::Texture(texture) => self.texture = Some(texture),
            Clause::Look(look) => self.look = Some(look),
            Clause::Fov(fov) => self.fov = Some(fov),
            Clause::Bone(bone) => self.bone = Some(bone),
            Clause::Start(start) => self.start = start,
            Clause::As(alias) => self.alias = Some(alias),
            Clause::InWorld => self.in_world = Some(Place(span)),
            Clause::Within(within) => self.within = Some(within),
            Clause::Over(over) => self.over = Some(over),
        }
    }
}

fn clause<'t>(e: &Expressions<'t>, starts: Starts) -> Rule<'t, Clause> {
    let three = e.three.clone();
    let operand = e.operand.clone();
    let then = |wanted| optional_word(wanted);
    choice((
        then(Word::At).ignore_then(three.clone()).map(Clause::At),
        then(Word::Turn).ignore_then(three.clone()).map(Clause::Turn),
        then(Word::Scale).ignore_then(scale(e)).map(Clause::Scale),
        then(Word::Color).ignore_then(e.colour.clone()).map(Clause::Color),
        then(Word::Texture).ignore_then(e.string.clone()).map(Clause::Texture),
        then(Word::Look).ignore_then(three).map(Clause::Look),
        then(Word::Fov).ignore_then(operand.clone()).map(Clause::Fov),
        then(Word::Bone).ignore_then(name()).map(Clause::Bone),
        then(Word::Start).ignore_then(start_states(starts)).map(Clause::Start),
        then(Word::As).ignore_then(name()).map(Clause::As),
        then(Word::In).ignore_then(word(Word::World, Want::World)).map(|_| Clause::InWorld),
        then(Word::Within).ignore_then(operand).map(Clause::Within),
        then(Word::Over).ignore_then(e.time.clone()).map(Clause::Over),
    ))
    .boxed()
}

fn start_states<'t>(starts: Starts) -> Rule<'t, Vec<Path>> {
    match starts {
        Starts::List => paths().boxed(),
        Starts::Action => {
            let one = path().map(|path| vec![path]);
            let many = paths().delimited_by(
                token(Kind::opens_paren, Want::Nothing),
                kind(Kind::ParenClose, Want::ParenClose),
            );
            many.or(one).boxed()
        }
    }
}

/// `n [opt opt]`; operands that are names need parentheses to be seen as three.
pub(super) fn scale<'t>(e: &Expressions<'t>) -> Rule<'t, Scale> {
    let (operand, optional) = (e.operand.clone(), e.optional.clone());
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let first = inp.parse(&operand)?;
        if let Some(second) = inp.parse(&optional)? {
            return match inp.parse(&optional)? {
                Some(third) => Ok(Scale::Three(Box::new([first, second, third]))),
                None => Err(bare_scale(inp, start)),
            };
        }
        if bare_operands_follow(inp) {
            return Err(bare_scale(inp, start));
        }
        Ok(Scale::One(Box::new(first)))
    })
    .boxed()
}

/// Two words that mean nothing in the language, on the same line: meant as operands. In a group
/// they may be two further characters, so a line with more of them is no sign.
fn bare_operands_follow(inp: &mut At<'_, '_>) -> bool {
    let at = index(inp);
    let lexed = inp.state().lexed;
    let bare = |ahead| {
        let token = lexed.token(at + ahead);
        token.kind == Kind::Name && !token.starts_line
    };
    let third = lexed.token(at + 2);
    let closed = matches!(third.kind, Kind::Comma | Kind::Gt | Kind::Arrow);
    bare(0) && bare(1) && closed
}

fn bare_scale(inp: &mut At<'_, '_>, start: usize) -> Problem {
    let at = index(inp);
    let lexed = inp.state().lexed;
    let end = if lexed.token(at).kind.begins_operand() { at } else { at.saturating_sub(1) };
    let message = "three factors that are not numbers need parentheses";
    let diagnostic = Diagnostic::new(Code::NeedsParentheses, across(lexed, start, end), message)
        .label("`scale` takes one operand, or three")
        .help("write `scale (a) (b) (c)`");
    refuse(inp, Problem::said(at, diagnostic))
}
