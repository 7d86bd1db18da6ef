//! Actions: lists of them, each verb's operands, and the modifiers behind.
//!
//! In: tokens. Out: [`Action`]s. A list never fails: an action that cannot be read is swallowed up
//! to the next comma or the end of the list.

use chumsky::prelude::*;

use super::basic::{
    At, balanced, behind, by_word, committed, index, kind, look, name, one_word, optional_word,
    path, place, place_since, recovering, refuse, swallow, token, when, word,
};
use super::clause::{Clauses, Starts, allowed, clauses, scale, twice};
use super::diagram::begins_edge;
use super::expression::Expressions;
use super::problem::{Problem, Want};
use super::{Rule, Source, hint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// The two lists in which actions stand, and what they share with tests.
#[derive(Clone)]
pub(super) struct Lists<'t> {
    /// `'<' [actions] '>'`.
    pub(super) in_state: Rule<'t, Vec<Action>>,
    /// What stands behind `do`.
    pub(super) in_edge: Rule<'t, Vec<Action>>,
    /// `m[(N)] to T`, behind `send`.
    pub(super) message: Rule<'t, (Name, Option<Expr>, SendTo)>,
    /// `fork …`, as a step of a test.
    pub(super) fork: Rule<'t, Action>,
}

impl<'t> Lists<'t> {
    pub(super) fn new(e: &Expressions<'t>) -> Self {
        let message = message(e);
        let shared = verbs(e, &message);
        let in_state = recovering(action(e, &shared, &e.in_state), swallow(begins, stops));
        let in_edge = recovering(action(e, &shared, &e.in_edge), swallow(begins, stops));
        let closed = custom(move |inp: &mut At<'t, '_>| {
            inp.parse(kind(Kind::Lt, Want::Less))?;
            if look(inp, 0) == Kind::Gt {
                inp.skip();
                return Ok(Vec::new());
            }
            let list = list(inp, &in_state, Want::Greater)?;
            close(inp);
            Ok(list)
        });
        let open = custom(move |inp: &mut At<'t, '_>| list(inp, &in_edge, Want::Arrow));
        let fork = fork(e)
            .map_with(|kind, e| Action { kind, mods: Mods::default(), span: place(e) })
            .boxed();
        Self { in_state: closed.boxed(), in_edge: open.boxed(), message, fork }
    }
}

/// Actions with commas between.
fn list<'t>(
    inp: &mut At<'t, '_>,
    action: &Rule<'t, Option<Action>>,
    closer: Want,
) -> Result<Vec<Action>, Problem> {
    let mut actions = Vec::new();
    loop {
        let before = inp.save();
        match inp.parse(action) {
            Ok(action) => actions.extend(action),
            Err(problem) => {
                inp.rewind(before);
                inp.emit(problem);
                return Ok(actions);
            }
        }
        if look(inp, 0) != Kind::Comma && !ends_list(inp, closer) {
            let at = index(inp);
            inp.emit(Problem::wanted(at, Want::Comma).and(closer));
            inp.parse(swallow(begins, stops).or_not())?;
        }
        if look(inp, 0) != Kind::Comma {
            return Ok(actions);
        }
        inp.skip();
    }
}

/// Whether a list of this kind may end here.
fn ends_list(inp: &mut At<'_, '_>, closer: Want) -> bool {
    let next = look(inp, 0);
    if closer == Want::Greater { next == Kind::Gt } else { next != Kind::Gt && ends_action(next) }
}

/// `>`; where it is missing, the list ends all the same. Where more operands follow it, it was meant
/// as a comparison.
fn close(inp: &mut At<'_, '_>) {
    let at = index(inp);
    if look(inp, 0) != Kind::Gt {
        if !goes_on(inp.state(), at) {
            inp.emit(Problem::wanted(at, Want::Greater));
            return;
        }
        while look(inp, 0) != Kind::Gt {
            inp.skip();
        }
    }
    inp.skip();
    let next = look(inp, 0);
    if !(matches!(next, Kind::Number(_) | Kind::Minus) || next.opens_paren()) {
        return;
    }
    let span = inp.state().lexed.span(inp.state().lexed.token(at));
    let message = "a comparison in an action list needs parentheses";
    let fault = Diagnostic::new(Code::NeedsParentheses, span, message)
        .label("ends the list")
        .help("write `v = (a > b)`");
    inp.emit(Problem::said(at, fault));
    while look(inp, 0) != Kind::Gt && !ends_action(look(inp, 0)) {
        inp.skip();
    }
    if look(inp, 0) == Kind::Gt {
        inp.skip();
    }
}

/// Whether a `>` that ends the list follows in spite of the word here, which begins an edge: it is
/// the first sign that an edge would not have.
fn goes_on(source: &Source<'_>, at: usize) -> bool {
    let lexed = source.lexed;
    for at in at..at + 64 {
        let next = lexed.token(at + 1).kind;
        match lexed.token(at).kind {
            Kind::Gt if !next.begins_operand() && next != Kind::Minus => return true,
            Kind::Arrow | Kind::End | Kind::BraceOpen | Kind::BraceClose => return false,
            Kind::Word(Word::Do | Word::State) => return false,
            _ => {}
        }
    }
    false
}

/// Whether a token can begin an action, right or wrong.
fn begins(kind: Kind) -> bool {
    !ends_action(kind) && kind != Kind::Comma
}

fn stops(source: &Source<'_>, at: usize) -> bool {
    let lexed = source.lexed;
    match lexed.token(at).kind {
        Kind::Comma => true,
        Kind::BraceOpen => matches!(lexed.token(at + 1).kind, Kind::Word(Word::State)),
        kind => ends_action(kind),
    }
}

/// Whether an action is over where this stands.
fn ends_action(kind: Kind) -> bool {
    let closed = matches!(kind, Kind::Gt | Kind::Arrow | Kind::End);
    let brace = matches!(kind, Kind::BraceOpen | Kind::BraceClose);
    closed || brace || begins_edge(kind) || matches!(kind, Kind::Word(Word::State | Word::Do))
}

/// A verb with its operands, or an assignment, and modifiers.
fn action<'t>(
    e: &Expressions<'t>,
    verbs: &Rule<'t, ActionKind>,
    value: &Rule<'t, Expr>,
) -> Rule<'t, Action> {
    let assign = when(
        |first, second| first.is_name() && assignment(second).is_some(),
        Want::Action,
        name().then(token(|kind| assignment(kind).is_some(), Want::Assignment)).then(value.clone()),
    )
    .map(|((name, op), value)| ActionKind::Assign {
        name,
        op: assignment(op.kind).unwrap_or(AssignOp::Set),
        value: Box::new(value),
    });
    assign
        .or(verbs.clone())
        .then(modifiers(e))
        .map_with(|(kind, mods), e| Action { kind, mods, span: place(e) })
        .boxed()
}

fn assignment(kind: Kind) -> Option<AssignOp> {
    Some(match kind {
        Kind::Set => AssignOp::Set,
        Kind::SetAdd => AssignOp::Add,
        Kind::SetSub => AssignOp::Sub,
        Kind::SetMul => AssignOp::Mul,
        Kind::SetDiv => AssignOp::Div,
        _ => return None,
    })
}

const EASES: &[(Word, Ease)] =
    &[(Word::Ease, Ease::InOut), (Word::EaseIn, Ease::In), (Word::EaseOut, Ease::Out)];

const FRAMES: &[(Word, Frame)] = &[(Word::Parent, Frame::Parent), (Word::World, Frame::World)];

enum Modifier {
    In(Frame),
    For(Expr, Ease),
    Cut,
}

/// `in parent`, `for 2s ease`, `cut`, in any order, each once.
fn modifiers<'t>(e: &Expressions<'t>) -> Rule<'t, Mods> {
    let frame = optional_word(Word::In)
        .ignore_then(one_word(FRAMES, Want::Frame))
        .map(|frame| ("in", Modifier::In(frame)));
    let ease = one_word(EASES, Want::Nothing).or_not().map(Option::unwrap_or_default);
    let timed = optional_word(Word::For)
        .ignore_then(e.time.clone())
        .then(ease)
        .map(|(time, ease)| ("for", Modifier::For(time, ease)));
    let cut = optional_word(Word::Cut).map(|_| ("cut", Modifier::Cut));
    let one = choice((frame, timed, cut)).boxed();
    custom(move |inp: &mut At<'t, '_>| {
        let mut mods = Mods::default();
        while matches!(look(inp, 0), Kind::Word(Word::In | Word::For | Word::Cut)) {
            let at = index(inp);
            let (word, modifier) = inp.parse(&one)?;
            let span = place_since(inp, at);
            if let Some(first) = add_modifier(&mut mods, modifier, span) {
                inp.emit(Problem::said(at, twice(word, span.0, first)));
            }
        }
        Ok(mods)
    })
    .boxed()
}

/// Adds a modifier, or says where one of its kind stands already.
fn add_modifier(mods: &mut Mods, modifier: Modifier, span: Place) -> Option<Span> {
    let first = match modifier {
        Modifier::In(_) => mods.frame.as_ref().map(|(_, first)| *first),
        Modifier::For(..) => mods.timed.as_ref().map(|timed| timed.span),
        Modifier::Cut => mods.cut,
    };
    if let Some(Place(first)) = first {
        return Some(first);
    }
    match modifier {
        Modifier::In(frame) => mods.frame = Some((frame, span)),
        Modifier::For(time, ease) => mods.timed = Some(Timed { time, ease, span }),
        Modifier::Cut => mods.cut = Some(span),
    }
    None
}

const MOVE_AXES: &[(Word, Axis)] = &[
    (Word::X, Axis::X),
    (Word::Y, Axis::Y),
    (Word::Z, Axis::Z),
    (Word::Forward, Axis::Forward),
    (Word::Right, Axis::Right),
    (Word::Up, Axis::Up),
];

const AXES: &[(Word, Axis)] = &[(Word::X, Axis::X), (Word::Y, Axis::Y), (Word::Z, Axis::Z)];

const RESETS: &[(Word, ResetWhat)] = &[
    (Word::Move, ResetWhat::Move),
    (Word::Rotate, ResetWhat::Rotate),
    (Word::Scale, ResetWhat::Scale),
];

/// All actions that begin with a verb.
fn verbs<'t>(
    e: &Expressions<'t>,
    message: &Rule<'t, (Name, Option<Expr>, SendTo)>,
) -> Rule<'t, ActionKind> {
    let mut table = pose_verbs(e);
    table.extend(plain_verbs());
    table.extend(life_verbs(e, message));
    table.extend(other_verbs(e));
    table.extend(later_verbs());
    by_word(table, Want::Action)
}

type Verb<'t> = (Word, Rule<'t, ActionKind>);

fn pose_verbs<'t>(e: &Expressions<'t>) -> Vec<Verb<'t>> {
    let after = |wanted| optional_word(wanted);
    let along = |axes: &'static [(Word, Axis)]| {
        let axis = one_word(axes, Want::Axis)
            .then(past_axis(e))
            .map(|(axis, amount)| Operands::Axis(axis, Box::new(amount)));
        axis.or(three_or_axis(e, axes).map(Operands::Three)).boxed()
    };
    let orient = e.three.clone().map(ActionKind::Orient);
    let aim = aim(e);
    let face = aim.clone().then(e.optional.clone().map(|amount| amount.map(Box::new)));
    let approach = aim.then(e.operand.clone().map(Box::new));
    vec![
        (Word::Move, after(Word::Move).ignore_then(along(MOVE_AXES)).map(ActionKind::Move).boxed()),
        (
            Word::Rotate,
            after(Word::Rotate).ignore_then(along(AXES)).map(ActionKind::Rotate).boxed(),
        ),
        (Word::Place, after(Word::Place).ignore_then(along(AXES)).map(ActionKind::Place).boxed()),
        (Word::Scale, after(Word::Scale).ignore_then(scale(e)).map(ActionKind::Scale).boxed()),
        (Word::Orient, after(Word::Orient).ignore_then(orient).boxed()),
        (
            Word::Face,
            after(Word::Face).ignore_then(face).map(|(t, n)| ActionKind::Face(t, n)).boxed(),
        ),
        (
            Word::Approach,
            after(Word::Approach)
                .ignore_then(approach)
                .map(|(t, n)| ActionKind::Approach(t, n))
                .boxed(),
        ),
        (
            Word::Color,
            after(Word::Color)
                .ignore_then(e.colour.clone())
                .map(|colour| ActionKind::Color(Box::new(colour)))
                .boxed(),
        ),
    ]
}

/// Three operands; where two are and the first is nearly an axis, that was meant.
fn three_or_axis<'t>(e: &Expressions<'t>, axes: &'static [(Word, Axis)]) -> Rule<'t, Three> {
    let three = e.three.clone();
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        inp.parse(&three).map_err(|problem| {
            let lexed = inp.state().lexed;
            let words: Vec<Word> = axes.iter().map(|(word, _)| *word).collect();
            if problem.is_said() || !hint::is_nearly(lexed, start, &words) {
                return problem;
            }
            let problem = Problem::misread(index(inp), start, Want::Axis, lexed);
            refuse(inp, problem)
        })
    })
    .boxed()
}

/// The operand behind an axis; `x - 1` there is taken for a subtraction.
fn past_axis<'t>(e: &Expressions<'t>) -> Rule<'t, Expr> {
    let operand = e.operand.clone();
    custom(move |inp: &mut At<'t, '_>| {
        let at = index(inp);
        let lexed = inp.state().lexed;
        let minus = lexed.token(at);
        if minus.kind == Kind::Minus && !minus.glued && !lexed.token(at + 1).glued {
            let message = "a `-` with spaces on both sides stands between operands";
            let fault = Diagnostic::new(Code::NeedsParentheses, lexed.span(minus), message)
                .label("a sign is glued to its operand, a subtraction stands in parentheses")
                .help("write `-1` or `(x - 1)`");
            return Err(Problem::said(at, fault));
        }
        inp.parse(&operand)
    })
    .boxed()
}

/// `at X Y Z` or a reference that may be narrowed.
fn aim<'t>(e: &Expressions<'t>) -> Rule<'t, Aim> {
    let at = optional_word(Word::At).ignore_then(e.three.clone());
    let who = when(|first, _| first.is_name(), Want::Aim, e.who.clone());
    at.map(Aim::At).or(who.map(|who| Aim::Who(Box::new(who)))).boxed()
}

fn plain_verbs<'t>() -> Vec<Verb<'t>> {
    let verb =
        |word, kind: ActionKind| (word, optional_word(word).map(move |_| kind.clone()).boxed());
    vec![
        verb(Word::Show, ActionKind::Show),
        verb(Word::Hide, ActionKind::Hide),
        verb(Word::Restart, ActionKind::Restart),
        verb(Word::Finish, ActionKind::Finish),
    ]
}

/// `m[(N)] to T`.
fn message<'t>(e: &Expressions<'t>) -> Rule<'t, (Name, Option<Expr>, SendTo)> {
    let value = e.whole.clone().delimited_by(
        token(Kind::opens_paren, Want::Nothing),
        kind(Kind::ParenClose, Want::ParenClose),
    );
    name()
        .then(committed(|first, _| first.opens_paren(), value))
        .then_ignore(word(Word::To, Want::To))
        .then(receiver(e))
        .map(|((name, value), to)| (name, value, to))
        .boxed()
}

fn receiver<'t>(e: &Expressions<'t>) -> Rule<'t, SendTo> {
    let all = optional_word(Word::All).map(|_| SendTo::All);
    let up = optional_word(Word::Up).map(|_| SendTo::Up);
    let down = optional_word(Word::Down).map(|_| SendTo::Down);
    let parts = optional_word(Word::Parts).map(|_| SendTo::Parts);
    let who = when(|first, _| first.is_name(), Want::Receiver, e.who.clone());
    choice((all, up, down, parts, who.map(|who| SendTo::Who(Box::new(who))))).boxed()
}

fn life_verbs<'t>(
    e: &Expressions<'t>,
    message: &Rule<'t, (Name, Option<Expr>, SendTo)>,
) -> Vec<Verb<'t>> {
    let delay = behind(Word::Delay, e.time.clone());
    let send = optional_word(Word::Send).ignore_then(message.clone()).then(delay).map(
        |((message, value, to), delay)| ActionKind::Send {
            message,
            value: value.map(Box::new),
            to,
            delay: delay.map(Box::new),
        },
    );
    let maybe = committed(|first, _| first.is_name(), e.who.clone().map(Box::new));
    let vanish = optional_word(Word::Vanish).ignore_then(maybe.clone()).map(ActionKind::Vanish);
    let detach = optional_word(Word::Detach).ignore_then(maybe).map(ActionKind::Detach);
    vec![
        (Word::Send, send.boxed()),
        (Word::Fork, fork(e)),
        (Word::Become, becoming(e)),
        (Word::Vanish, vanish.boxed()),
        (Word::Attach, attach(e)),
        (Word::Detach, detach.boxed()),
    ]
}

fn fork<'t>(e: &Expressions<'t>) -> Rule<'t, ActionKind> {
    optional_word(Word::Fork)
        .ignore_then(path())
        .then(e.args.clone())
        .then(clauses(e, allowed::FORK, Starts::Action))
        .map(|((what, args), clauses)| {
            let Clauses { placement, start, alias, in_world, .. } = clauses;
            ActionKind::Fork(Box::new(Fork { what, args, placement, start, alias, in_world }))
        })
        .boxed()
}

fn becoming<'t>(e: &Expressions<'t>) -> Rule<'t, ActionKind> {
    optional_word(Word::Become)
        .ignore_then(path())
        .then(e.args.clone())
        .then(clauses(e, allowed::BECOME, Starts::Action))
        .map(|((what, args), clauses)| ActionKind::Become { what, args, start: clauses.start })
        .boxed()
}

fn attach<'t>(e: &Expressions<'t>) -> Rule<'t, ActionKind> {
    let who = when(|first, _| first.is_name(), Want::Aim, e.who.clone()).map(Box::new);
    optional_word(Word::Attach)
        .ignore_then(who.clone())
        .then(behind(Word::To, who))
        .then(clauses(e, allowed::ATTACH, Starts::Action))
        .map(|((what, to), clauses)| {
            let Clauses { placement, bone, .. } = clauses;
            ActionKind::Attach { what, to, bone, placement }
        })
        .boxed()
}

fn other_verbs<'t>(e: &Expressions<'t>) -> Vec<Verb<'t>> {
    let values = e
        .whole
        .clone()
        .separated_by(kind(Kind::Comma, Want::Comma))
        .collect::<Vec<_>>()
        .delimited_by(
            token(Kind::opens_paren, Want::ParenOpen),
            kind(Kind::ParenClose, Want::ParenClose),
        )
        .boxed();
    let log = optional_word(Word::Log).ignore_then(values.clone()).map(ActionKind::Log);
    let emit = optional_word(Word::Emit)
        .ignore_then(name())
        .then(committed(|first, _| first.opens_paren(), values.clone()))
        .map(|(name, args)| ActionKind::Emit { name, args: args.unwrap_or_default() });
    let call = optional_word(Word::Call)
        .ignore_then(name())
        .then(values)
        .map(|(name, args)| ActionKind::Call { name, args });
    let sound = optional_word(Word::Sound).ignore_then(e.string.clone()).map(ActionKind::Sound);
    let pose = one_word(RESETS, Want::ResetWhat).map(ActionKind::Reset);
    let flow = path().map(|_| ActionKind::Later("reset"));
    let reset = optional_word(Word::Reset).ignore_then(pose.or(flow));
    vec![
        (Word::Log, log.boxed()),
        (Word::Emit, emit.boxed()),
        (Word::Call, call.boxed()),
        (Word::Sound, sound.boxed()),
        (Word::Reset, reset.boxed()),
    ]
}

/// Verbs that come later: their operands are only taken away.
fn later_verbs<'t>() -> Vec<Verb<'t>> {
    let clip = |word: Word| {
        let operands = balanced(|next, _| next == Kind::Comma || ends_action(next));
        (word, later(word, name().then(operands).ignored().boxed()))
    };
    let blend = balanced(|next, behind| {
        let braces = next == Kind::BraceOpen && behind != Kind::Word(Word::State);
        next == Kind::Comma || !braces && ends_action(next)
    });
    let flow = |word| (word, later(word, path().ignored().boxed()));
    vec![
        clip(Word::Play),
        clip(Word::Offer),
        (Word::Blend, later(Word::Blend, name().then(blend).ignored().boxed())),
        flow(Word::Start),
        flow(Word::Pause),
        flow(Word::Resume),
        flow(Word::Stop),
    ]
}

fn later<'t>(word: Word, operands: Rule<'t, ()>) -> Rule<'t, ActionKind> {
    optional_word(word)
        .ignore_then(operands)
        .map(move |()| ActionKind::Later(word.as_str()))
        .boxed()
}
