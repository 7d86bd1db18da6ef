//! States no arrow reaches, edges that can never be taken, keys that toggle every tick.
//!
//! In: the diagrams of a model. Out: `unreachable-state`, `unreachable-edge`, `toggling-key`. It
//! knows what a condition is made of, not when it holds: only constants and exact repetitions count.

use std::collections::{BTreeMap, BTreeSet};

use super::Everywhere;
use crate::diagnostic::{Code, Diagnostic};
use crate::hir::model::{
    ActionKind, BinaryOp, Character, CharacterId, Diagram, DiagramId, Edge, Expr, ExprKind, Model,
    Spawn, StateId, Target,
};
use crate::hir::visit::{self, Visitor};

/// Initial states that spawns ask for, by character and diagram.
type Starts = BTreeMap<(CharacterId, DiagramId), BTreeSet<StateId>>;

pub(super) fn check(model: &Model, out: &mut Vec<Diagnostic>) {
    let starts = starts(model);
    let none = BTreeSet::new();
    let (mut states, mut edges) = (Everywhere::default(), Everywhere::default());
    for (c, character) in model.characters.iter().enumerate() {
        for (d, diagram) in character.diagrams.iter().enumerate() {
            let key = (CharacterId(c as u32), DiagramId(d as u32));
            let reached = reached(diagram, starts.get(&key).unwrap_or(&none));
            unreached(diagram, &reached, &mut states);
            dead_edges(diagram, &reached, &mut edges);
            toggling(diagram, out);
        }
    }
    states.finish(out);
    edges.finish(out);
}

fn starts(model: &Model) -> Starts {
    let mut all = Collect(Starts::new());
    visit::model(model, &mut all);
    let parts =
        |c: &Character| c.parts.iter().map(|p| (p.character, p.start.clone())).collect::<Vec<_>>();
    model.characters.iter().flat_map(parts).for_each(|(c, s)| all.add(c, &s));
    model.groups.iter().for_each(|g| all.spawns(&g.spawns));
    all.0
}

struct Collect(Starts);

impl Collect {
    fn add(&mut self, character: CharacterId, start: &[(DiagramId, StateId)]) {
        for (diagram, state) in start {
            self.0.entry((character, *diagram)).or_default().insert(*state);
        }
    }

    fn spawns(&mut self, list: &[Spawn]) {
        for spawn in list {
            match spawn {
                Spawn::One(s) => self.add(s.character, &s.start),
                Spawn::Repeat { spawns, .. } => self.spawns(spawns),
            }
        }
    }
}

impl Visitor for Collect {
    fn action(&mut self, a: &crate::hir::model::Action) {
        match &a.kind {
            ActionKind::Fork(s, _) => self.add(s.character, &s.start),
            ActionKind::Become { character, start, .. } => self.add(*character, start),
            _ => {}
        }
    }
}

/// The states that can be active, outer ones included.
fn reached(diagram: &Diagram, starts: &BTreeSet<StateId>) -> BTreeSet<StateId> {
    let mut reached = BTreeSet::new();
    let mut work: Vec<StateId> = starts.iter().copied().chain([StateId(0)]).collect();
    work.extend(diagram.edges.iter().flat_map(targets));
    while let Some(s) = work.pop() {
        let Some(state) = diagram.states.get(s.index()) else { continue };
        if reached.insert(s) {
            work.extend(state.parent);
            // an outer state is entered with its first inner one, unless an arrow names another
            work.extend(state.children.first());
            work.extend(state.edges.iter().flat_map(targets));
        }
    }
    reached
}

fn targets(edge: &Edge) -> Vec<StateId> {
    if constant(&edge.cond) == Some(false) {
        return Vec::new();
    }
    match edge.arrow.as_ref().map(|a| &a.target) {
        Some(Target::State(s) | Target::Last(s)) => vec![*s],
        Some(Target::OneOf(list, _)) => list.iter().map(|(s, _)| *s).collect(),
        Some(Target::Back | Target::Again) | None => Vec::new(),
    }
}

fn unreached(diagram: &Diagram, reached: &BTreeSet<StateId>, found: &mut Everywhere) {
    for (i, state) in diagram.states.iter().enumerate() {
        let dead = !reached.contains(&StateId(i as u32));
        // inner states of a dead state go without saying
        let inner = state.parent.is_some_and(|p| !reached.contains(&p));
        let finding = (dead && !inner).then(|| {
            let message = format!("no arrow reaches state `{}` of `{}`", state.path, diagram.name);
            Diagnostic::new(Code::UnreachableState, state.span, message)
                .label("never active")
                .help("add an arrow that leads here, start something in it, or take the state out")
        });
        found.note(state.span, finding);
    }
}

fn dead_edges(diagram: &Diagram, reached: &BTreeSet<StateId>, found: &mut Everywhere) {
    dead_in_scope(&diagram.edges, false, found);
    for (i, state) in diagram.states.iter().enumerate() {
        if reached.contains(&StateId(i as u32)) {
            dead_in_scope(&state.edges, state.children.is_empty(), found);
        }
    }
}

/// Edges of one scope behind one that is always taken first. On an outer scope an arrow is passed
/// over inside its own target, so only `innermost` scopes hide what follows.
fn dead_in_scope(edges: &[Edge], innermost: bool, found: &mut Everywhere) {
    let mut before: Vec<&Edge> = Vec::new();
    for edge in edges {
        let hides = |e: &&&Edge| constant(&e.cond) == Some(true) || same(&e.cond, &edge.cond);
        let hidden_by = before.iter().find(hides).filter(|_| innermost && edge.arrow.is_some());
        let finding = if constant(&edge.cond) == Some(false) {
            let d = Diagnostic::new(
                Code::UnreachableEdge,
                edge.span,
                "this edge's condition never holds",
            );
            Some(d.label("never taken"))
        } else {
            hidden_by.map(|first| {
                Diagnostic::new(Code::UnreachableEdge, edge.span, "this edge can never be taken")
                    .label("an edge before it is always taken first")
                    .also(first.span, "this one goes first")
                    .help("text order is priority: move the more particular edge up")
            })
        };
        found.note(edge.span, finding);
        if edge.arrow.as_ref().is_some_and(|a| a.except.is_empty()) {
            before.push(edge);
        }
    }
}

/// The value of a condition that does not depend on anything.
fn constant(e: &Expr) -> Option<bool> {
    match &e.kind {
        ExprKind::Flag(b) => Some(*b),
        ExprKind::Not(a) => constant(a).map(|b| !b),
        ExprKind::Binary(BinaryOp::And, a, b) => match (constant(a), constant(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        ExprKind::Binary(BinaryOp::Or, a, b) => match (constant(a), constant(b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Signals whose repetition in one scope means the same; nothing that draws.
fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Key(x), ExprKind::Key(y))
        | (ExprKind::Pressed(x), ExprKind::Pressed(y))
        | (ExprKind::Released(x), ExprKind::Released(y)) => x == y,
        (ExprKind::Message(x), ExprKind::Message(y)) => x == y,
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (ExprKind::Number(x), ExprKind::Number(y)) => x == y,
        (ExprKind::Done(x, _), ExprKind::Done(y, _)) => x == y,
        (ExprKind::Not(x), ExprKind::Not(y)) => same(x, y),
        (ExprKind::Binary(o, a, b), ExprKind::Binary(p, c, d)) => {
            o == p && same(a, c) && same(b, d)
        }
        _ => false,
    }
}

/// `A on key(K) -> B` and `B on key(K) -> A`: flips every tick while K is held.
fn toggling(diagram: &Diagram, out: &mut Vec<Diagnostic>) {
    let arrows = |s: &StateId| diagram.states.get(s.index()).into_iter().flat_map(|s| &s.edges);
    for i in 0..diagram.states.len() as u32 {
        for edge in arrows(&StateId(i)) {
            let ExprKind::Key(key) = &edge.cond.kind else { continue };
            let [to] = targets(edge)[..] else { continue };
            let returns = |e: &&Edge| {
                matches!(e.cond.kind, ExprKind::Key(k) if k == *key) && targets(e) == [StateId(i)]
            };
            let Some(back) = arrows(&to).find(returns).filter(|_| to.0 > i) else { continue };
            let message = "a held key leads to and fro: the state flips in every tick";
            out.push(
                Diagnostic::new(Code::TogglingKey, edge.span, message)
                    .label("taken in one tick")
                    .also(back.span, "taken back in the next")
                    .help("ask for `pressed(…)`, which holds only in the tick in which the key goes down"),
            );
        }
    }
}
