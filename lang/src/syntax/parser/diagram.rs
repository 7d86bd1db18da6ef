//! Diagrams: states, edges and arrows.
//!
//! In: tokens. Out: [`Diagram`]s. A body is a run of edges and states in any order; which of the
//! edges stand where they may is decided when the run is taken apart, so that a misplaced one costs
//! nothing but itself.

use chumsky::prelude::*;

use super::action::Lists;
use super::basic::{
    At, behind, body, by_word, committed, index, kind, look, name, one_word, optional_word, path,
    paths, place, recovering, refuse, swallow, when, word,
};
use super::character::{params, was};
use super::expression::Expressions;
use super::problem::{Problem, Want};
use super::{Extra, In, Rule, Source};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::token::{Kind, Lexed};
use crate::syntax::word::Word;

/// `'diagram' NAME [params] ['was' NAME] ['fade' …] '{' edge* state* '}'`.
pub(super) fn diagram<'t>(e: &Expressions<'t>, lists: &Lists<'t>) -> Rule<'t, Diagram> {
    optional_word(Word::Diagram)
        .ignore_then(name())
        .then(params(e))
        .then(was())
        .then(fade(e))
        .then(scope(e, lists))
        .validate(|((((name, params), was), fade), (edges, states)), _, emitter| {
            check_else(&edges, true, &mut |problem| emitter.emit(problem));
            Diagram { name, params, was, fade, edges, states }
        })
        .boxed()
}

/// A part of a body, as it was met.
enum Met {
    /// With the token it begins at.
    Edge(usize, Box<Edge>),
    State(State),
}

type Scope = (Vec<Edge>, Vec<State>);

/// `'{' edge* state* '}'`.
fn scope<'t>(e: &Expressions<'t>, lists: &Lists<'t>) -> Rule<'t, Scope> {
    let edge = edge(e, lists)
        .map_with(|edge, e| edge.map(|edge| Met::Edge(e.span().start, Box::new(edge))));
    let edges = recovering(edge, swallow(begins_edge, stops)).map(Option::flatten).boxed();
    let actions = committed(|first, _| first == Kind::Lt, lists.in_state.clone());
    recursive(move |scope| {
        let inner = committed(|first, _| first == Kind::BraceOpen, scope);
        let state = optional_word_state()
            .ignore_then(name())
            .then(was())
            .then(actions.clone())
            .then(edges.clone().repeated().collect::<Vec<_>>())
            .then(inner)
            .map_with(state_of);
        let part = edges.or(state.map(|state| Some(Met::State(state))).boxed());
        body(part, stops).map_with(|parts, e| (parts, e.span().start)).validate(
            |(parts, _), _, m| {
                taken_apart(parts.into_iter().flatten(), &mut |problem| m.emit(problem))
            },
        )
    })
    .boxed()
}

fn optional_word_state<'t>()
-> impl Parser<'t, In<'t>, crate::syntax::token::Token, Extra<'t>> + Clone {
    word(Word::State, Want::State)
}

type StateParts = ((((Name, Option<Name>), Option<Vec<Action>>), Vec<Option<Met>>), Option<Scope>);

fn state_of<'t>(
    ((((name, was), actions), met), inner): StateParts,
    e: &mut chumsky::input::MapExtra<'t, '_, In<'t>, Extra<'t>>,
) -> State {
    let first = e.span().start;
    let span = place(e);
    let lexed = e.state().lexed;
    let mut edges = Vec::new();
    let mut warnings = Vec::new();
    for met in met.into_iter().flatten() {
        let Met::Edge(at, edge) = met else { continue };
        warnings.extend(indent_warning(lexed, first, at));
        edges.push(*edge);
    }
    let (scope_edges, states) = inner.unwrap_or_default();
    for edge in scope_edges {
        warnings.push((first, inside(&edge, &name)));
        edges.push(edge);
    }
    for (at, warning) in warnings {
        e.emit(Problem::said(at, warning));
    }
    State {
        doc: lexed.doc(first),
        name,
        was,
        actions: actions.unwrap_or_default(),
        edges,
        states,
        span,
    }
}

/// The edges of a state stand before its braces.
fn inside(edge: &Edge, state: &Name) -> Diagnostic {
    let name = &state.text;
    Diagnostic::new(
        Code::Syntax,
        edge.span.0,
        format!("an edge of `{name}` stands inside its braces"),
    )
    .label("only states stand here")
    .also(state.span, "the state it belongs to")
    .help(format!("write it before the `{{` of `{name}`"))
}

/// Whether an edge or a state begins at this token; these words are reserved.
fn stops(source: &Source<'_>, at: usize) -> bool {
    let kind = source.lexed.token(at).kind;
    kind == Kind::Word(Word::State) || begins_edge(kind)
}

/// Whether an edge begins with this.
pub(super) fn begins_edge(kind: Kind) -> bool {
    matches!(kind, Kind::Word(Word::On | Word::After | Word::Else))
}

/// Edges and states of a body, each where it belongs.
fn taken_apart(parts: impl Iterator<Item = Met>, report: &mut dyn FnMut(Problem)) -> Scope {
    let (mut edges, mut states): Scope = (Vec::new(), Vec::new());
    for met in parts {
        match (met, states.last_mut()) {
            (Met::State(state), _) => states.push(state),
            (Met::Edge(_, edge), None) => edges.push(*edge),
            (Met::Edge(_, edge), Some(state)) if state.states.is_empty() => state.edges.push(*edge),
            (Met::Edge(at, edge), Some(state)) => {
                report(Problem::said(at, after_states(&edge, state)));
            }
        }
    }
    for state in &states {
        check_else(&state.edges, !state.states.is_empty(), report);
    }
    (edges, states)
}

fn after_states(edge: &Edge, state: &State) -> Diagnostic {
    let name = &state.name.text;
    let message = format!("an edge stands behind the inner states of `{name}`");
    Diagnostic::new(Code::EdgeAfterStates, edge.span.0, message)
        .label("belongs to no state")
        .also(state.name.span, "the state before it has inner states")
        .help(format!("write it before the `{{` of `{name}`, or before the first state"))
}

/// `else` stands last, on a state without inner states.
fn check_else(edges: &[Edge], scope: bool, report: &mut dyn FnMut(Problem)) {
    for (number, edge) in edges.iter().enumerate() {
        let last = number + 1 == edges.len();
        if edge.head != EdgeHead::Else || last && !scope {
            continue;
        }
        let message = if scope {
            "`else` stands on a state without inner states only"
        } else {
            "`else` stands behind all other edges of its state"
        };
        let diagnostic = Diagnostic::new(Code::MisplacedElse, edge.span.0, message)
            .help(if scope { "write `on` with a condition" } else { "move it to the end" });
        report(Problem::said(0, diagnostic));
    }
}

/// An edge that looks as if it belonged to something further out.
fn indent_warning(lexed: &Lexed<'_>, state: usize, edge: usize) -> Option<(usize, Diagnostic)> {
    let (state, token) = (lexed.token(state), lexed.token(edge));
    if !token.starts_line || lexed.column(token.start) > lexed.indent(state.start) {
        return None;
    }
    let message = "the edge is indented no deeper than the state it belongs to";
    let warning = Diagnostic::new(Code::EdgeIndent, lexed.span(token), message)
        .label("belongs to the state above")
        .also(lexed.span(state), "this state")
        .help("indent it deeper; an edge for all states stands before the first one");
    Some((edge, warning))
}

/// An edge; nothing where it was read and means nothing.
fn edge<'t>(e: &Expressions<'t>, lists: &Lists<'t>) -> Rule<'t, Option<Edge>> {
    head(e)
        .then(effect(e, lists))
        .map_with(|(head, (actions, arrow)), e| (head, actions, arrow, place(e)))
        .validate(|(head, actions, arrow, span), e, emitter| {
            match wrong_effect(&head, actions.is_some(), arrow.as_ref(), span.0) {
                Some(fault) => {
                    emitter.emit(Problem::said(e.span().start, fault));
                    None
                }
                None => Some(Edge { head, actions: actions.unwrap_or_default(), arrow, span }),
            }
        })
        .boxed()
}

/// What an edge with this head must and must not do.
fn wrong_effect(
    head: &EdgeHead,
    does: bool,
    arrow: Option<&Arrow>,
    span: Span,
) -> Option<Diagnostic> {
    let word = match head {
        EdgeHead::Enter(_) => "on enter",
        EdgeHead::Exit(_) => "on exit",
        EdgeHead::Else if arrow.is_none() => {
            let fault = Diagnostic::new(Code::Syntax, span, "`else` needs an arrow");
            return Some(fault.help("write `else -> NAME`"));
        }
        EdgeHead::Else => return None,
        EdgeHead::On(_) | EdgeHead::After(..) if does || arrow.is_some() => return None,
        EdgeHead::On(_) | EdgeHead::After(..) => {
            let message = "the edge has neither `do` nor an arrow";
            let fault = Diagnostic::new(Code::EdgeWithoutEffect, span, message);
            let help = "write `-> NAME` or `do` and an action; conditions are joined with `and`";
            return Some(fault.label("does nothing").help(help));
        }
    };
    if let Some(arrow) = arrow {
        let fault = Diagnostic::new(Code::Syntax, arrow.span.0, format!("`{word}` takes no arrow"));
        return Some(fault.help("write the arrow on an edge of its own"));
    }
    let fault = || Diagnostic::new(Code::EdgeWithoutEffect, span, format!("`{word}` does nothing"));
    (!does).then(|| fault().help(format!("write `{word} do` and an action")))
}

fn head<'t>(e: &Expressions<'t>) -> Rule<'t, EdgeHead> {
    let condition = behind(Word::If, e.whole.clone());
    let enter = optional_word(Word::Enter).ignore_then(condition.clone()).map(EdgeHead::Enter);
    let exit = optional_word(Word::Exit).ignore_then(condition.clone()).map(EdgeHead::Exit);
    let after = word(Word::After, Want::Edge)
        .ignore_then(e.time.clone().then(condition))
        .map(|(time, condition)| EdgeHead::After(time, condition))
        .boxed();
    let others = word(Word::Else, Want::Edge).to(EdgeHead::Else).boxed();
    let twice = a_head_already().ignore_then(choice((after.clone(), others.clone())));
    let on = choice((twice, enter, exit, e.whole.clone().map(EdgeHead::On)));
    by_word(
        vec![
            (Word::On, word(Word::On, Want::Edge).ignore_then(on).boxed()),
            (Word::After, after),
            (Word::Else, others),
        ],
        Want::Edge,
    )
}

/// `on after` and `on else`: told, then read without the `on`.
fn a_head_already<'t>() -> Rule<'t, ()> {
    custom(|inp: &mut At<'t, '_>| {
        let (at, lexed) = (index(inp), inp.state().lexed);
        let head = match look(inp, 0) {
            Kind::Word(word @ (Word::After | Word::Else)) => word.as_str(),
            _ => return Err(refuse(inp, Problem::wanted(at, Want::Expression))),
        };
        let message = format!("`{head}` begins an edge itself");
        let fault = Diagnostic::new(Code::Syntax, lexed.span(lexed.token(at)), message)
            .help(format!("write `{head}` without `on`"));
        inp.emit(Problem::said(at, fault));
        Ok(())
    })
    .boxed()
}

/// `['do' actions] [arrow]`.
fn effect<'t>(
    e: &Expressions<'t>,
    lists: &Lists<'t>,
) -> Rule<'t, (Option<Vec<Action>>, Option<Arrow>)> {
    let actions = behind(Word::Do, lists.in_edge.clone());
    let arrow = arrow(e);
    custom(move |inp: &mut At<'t, '_>| {
        let actions = inp.parse(&actions)?;
        if look(inp, 0) == Kind::Arrow {
            return Ok((actions, Some(inp.parse(&arrow)?)));
        }
        let at = index(inp);
        if actions.is_none() && !ends_edge(look(inp, 0)) {
            return Err(refuse(inp, Problem::wanted(at, Want::Do).and(Want::Arrow)));
        }
        Ok((actions, None))
    })
    .boxed()
}

/// Whether an edge is over where this stands.
fn ends_edge(kind: Kind) -> bool {
    let closed = matches!(kind, Kind::BraceOpen | Kind::BraceClose | Kind::End);
    closed || begins_edge(kind) || kind == Kind::Word(Word::State)
}

/// `'->' target ['fade' …] ['except' path (',' path)*]`.
fn arrow<'t>(e: &Expressions<'t>) -> Rule<'t, Arrow> {
    let except = behind(Word::Except, paths());
    kind(Kind::Arrow, Want::Arrow)
        .ignore_then(target(e))
        .then(fade(e))
        .then(except)
        .map_with(|((target, fade), except), e| Arrow {
            target,
            fade,
            except: except.unwrap_or_default(),
            span: place(e),
        })
        .boxed()
}

fn target<'t>(e: &Expressions<'t>) -> Rule<'t, Target> {
    let back = word(Word::Back, Want::Target).to(Target::Back);
    let again = word(Word::Again, Want::Target).to(Target::Again);
    let weighed = path().then(e.optional.clone());
    let one_of = when(
        |first, second| (first, second) == (Kind::Word(Word::One), Kind::Word(Word::Of)),
        Want::Target,
        optional_word(Word::One).ignore_then(word(Word::Of, Want::Of)).ignore_then(
            weighed.separated_by(kind(Kind::Comma, Want::Comma)).at_least(1).collect(),
        ),
    );
    let state = path().map(|mut path| {
        let last = path.names.last().is_some_and(|name| !name.quoted && &*name.text == "last");
        if last && path.names.len() > 1 {
            path.names.pop();
            return Target::Last(path);
        }
        Target::State(path)
    });
    let any = choice((back, again, one_of.map(Target::OneOf), state)).boxed();
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        inp.parse(&any).map_err(|problem| problem.instead(start, Want::Target))
    })
    .boxed()
}

const METHODS: &[(Word, ())] = &[
    (Word::Inertial, ()),
    (Word::Cross, ()),
    (Word::Sync, ()),
    (Word::Paced, ()),
    (Word::Cut, ()),
];

/// `'fade' ('cut' | time [method])`, which comes later.
fn fade<'t>(e: &Expressions<'t>) -> Rule<'t, Option<Place>> {
    let cut = optional_word(Word::Cut).ignored();
    let timed = e.time.clone().then(one_word(METHODS, Want::Nothing).or_not()).ignored();
    behind(Word::Fade, cut.or(timed)).map_with(|fade, e| fade.map(|()| place(e))).boxed()
}
