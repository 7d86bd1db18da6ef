//! Why a diagram did in a tick what it did: each edge of its active states, each part of each
//! condition with its value, and what would have made it fire.
//!
//! In: a stage before the tick, and the tick's input. Out: a [`Why`], which prints as text. The
//! tick is run by a program that can be looked into; whose stage it was notices nothing.

mod fate;
mod leaf;
mod need;
mod show;

#[cfg(test)]
mod tests;

use islay_lang::hir::condition::Condition;
use islay_lang::hir::model::{Arrow, Diagram, Edge, State, StateId, Target};
use islay_vm::probe::Findings;

use super::reason::{self, Reason};
use crate::machine::World;
use crate::{Error, Input, Scene, Stage, Value, path};
use leaf::Asking;
use need::Tree;

pub use fate::Fate;

/// What became of the edges of a diagram's active states in a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The instance.
    pub path: String,
    /// The diagram.
    pub diagram: String,
    /// The tick.
    pub tick: u64,
    /// The innermost state that was active; empty where the diagram has none.
    pub state: String,
    /// Edges of the diagram and of the active states, the outermost first, each scope's in text
    /// order: arrows are tried in this order.
    pub edges: Vec<Asked>,
    /// The target to which [`Why::only`] keeps.
    pub only: Option<String>,
}

/// An edge, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Which edge of the diagram.
    pub edge: u16,
    /// The state it stands on; empty: the diagram itself.
    pub scope: String,
    /// Its words and its place.
    pub reason: Reason,
    /// States it may lead to, as paths below the diagram; also `back`, `again`.
    pub targets: Vec<String>,
    /// The parts of its condition in text order; none for `else`.
    pub parts: Vec<Part>,
    /// The condition with the values of its parts.
    pub told: String,
    /// Whether the condition held; `None`: nothing hung on it, and it was not kept.
    pub holds: Option<bool>,
    /// What became of it.
    pub fate: Fate,
    /// Where it did not hold: the smallest sets of parts that would have to be otherwise.
    pub needs: Vec<Vec<String>>,
}

/// A part of a condition without `and`, `or` and `not`.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// As it is written.
    pub text: String,
    /// Whether it held.
    pub holds: Option<bool>,
    /// What it depends on, where that says more: `speed` is 0.2.
    pub values: Vec<(String, Value)>,
    /// The words with the values.
    pub told: String,
    /// What there had to be so that it holds, and so that it does not; `None`: it never changes.
    pub wants: [Option<String>; 2],
}

impl Why {
    /// Edges that may lead to this state alone: its path below the diagram, or its last names.
    #[must_use]
    pub fn only(&self, target: &str) -> Why {
        let tail = format!(".{target}");
        let leads =
            |asked: &&Asked| asked.targets.iter().any(|t| t == target || t.ends_with(&tail));
        let edges = self.edges.iter().filter(leads).cloned().collect();
        Why { edges, only: Some(target.to_owned()), ..self.clone() }
    }
}

/// Runs the tick that follows on `before` and tells of one diagram of one instance why.
pub fn why(mut before: Stage, input: &Input, path: &str, diagram: &str) -> Result<Why, Error> {
    let scene = before.scene().clone();
    let gone = || Error::NoSuchPath(format!("no living instance is called `{path}`"));
    let id = before.world().find(path).ok_or_else(gone)?;
    let def = before.world().def_of(id).ok_or_else(gone)?;
    let view = before.world().view(id).ok_or_else(gone)?;
    let diagrams = scene.model()?.characters.get(usize::from(def)).map_or(&[][..], |c| &c.diagrams);
    let name = path::unquoted(diagram);
    let at = diagrams.iter().position(|d| *d.name == *name);
    let at = at.ok_or_else(|| no_diagram(path, diagram, diagrams))?;
    let model = diagrams.get(at).ok_or_else(gone)?;
    let state = view.states.into_iter().nth(at).map(|(_, state)| state).unwrap_or_default();
    let old = before.probe()?;
    before.world_mut().watch(Some((id, at as u16)));
    before.tick(input);
    let found = before.world_mut().found();
    let look = Look { scene: &scene, model, old: &old, now: before.world(), id, found: &found };
    Ok(Why {
        path: view.path,
        diagram: name,
        tick: before.ticks(),
        edges: look.edges(&state),
        state,
        only: None,
    })
}

fn no_diagram(path: &str, diagram: &str, diagrams: &[Diagram]) -> Error {
    let names: Vec<&str> = diagrams.iter().map(|d| &*d.name).collect();
    Error::NoSuchPath(match names.is_empty() {
        true => format!("`{path}` has no diagrams"),
        false => format!("`{path}` has no diagram `{diagram}`; it has {}", names.join(", ")),
    })
}

/// A tick that was run, and whose edges are told.
struct Look<'a> {
    scene: &'a Scene,
    model: &'a Diagram,
    /// The world before the tick.
    old: &'a World,
    /// The world after it.
    now: &'a World,
    /// Who is looked into.
    id: u32,
    found: &'a Findings,
}

impl<'a> Look<'a> {
    fn edges(&self, state: &str) -> Vec<Asked> {
        let active = active(self.model, state);
        let all: Vec<&Edge> = reason::edges(self.model).collect();
        let number = |edge: &Edge| all.iter().position(|e| std::ptr::eq(*e, edge));
        let states = active.iter().filter_map(|s| self.model.states.get(s.index()));
        let inner = states.flat_map(|s| s.edges.iter().map(move |e| (Some(s), e)));
        let edges = self.model.edges.iter().map(|e| (None, e)).chain(inner);
        let mut told: Vec<Asked> = edges
            .filter_map(|(scope, edge)| Some(self.edge(number(edge)? as u16, scope, edge, &active)))
            .collect();
        fate::after_the_taken(&mut told, &all);
        told
    }

    fn edge(&self, n: u16, scope: Option<&State>, edge: &Edge, active: &[StateId]) -> Asked {
        let values = self.found.asked.iter().find(|a| a.edge == n).map_or(&[][..], |a| &a.values);
        let holds = values.first().copied().flatten().map(|bits| bits != 0);
        let reason = reason::of(self.scene, edge);
        let condition = Condition::of(&edge.cond);
        let (parts, told, needs) = match reason.condition.as_str() {
            "else" | "always" => (Vec::new(), reason.condition.clone(), Vec::new()),
            _ => self.parts(&condition, values, holds),
        };
        let taken = self.found.taken.contains(&n);
        let innermost = scope.map(|s| &s.path)
            == active.last().and_then(|s| self.model.states.get(s.index())).map(|s| &s.path);
        let fate = Fate::of(edge, taken, holds, if innermost { &[] } else { active });
        let targets = edge.arrow.as_ref().map(|a| self.targets(a)).unwrap_or_default();
        let scope = scope.map(|s| s.path.to_string()).unwrap_or_default();
        Asked { edge: n, scope, reason, targets, parts, told, holds, fate, needs }
    }

    /// The parts of a condition, it with their values, and what would have made it hold.
    fn parts(
        &self,
        condition: &Condition<'_>,
        values: &[Option<u32>],
        holds: Option<bool>,
    ) -> (Vec<Part>, String, Vec<Vec<String>>) {
        let mut values = values.iter().copied().skip(1);
        let leaves = condition.leaves();
        let asking = Asking { scene: self.scene, old: self.old, now: self.now, id: self.id };
        let part = |leaf: &&_| asking.part(leaf, &mut values);
        let parts: Vec<Part> = leaves.iter().map(part).collect();
        let tree = Tree::of(condition, &mut 0);
        let needs = if holds == Some(false) { need::smallest(&tree, &parts) } else { Vec::new() };
        let told = show::condition(&tree, &parts);
        (parts, told, needs)
    }

    fn targets(&self, arrow: &Arrow) -> Vec<String> {
        let path = |s: &StateId| {
            self.model.states.get(s.index()).map(|s| s.path.to_string()).unwrap_or_default()
        };
        match &arrow.target {
            Target::State(s) | Target::Last(s) => vec![path(s)],
            Target::Back => vec!["back".to_owned()],
            Target::Again => vec!["again".to_owned()],
            Target::OneOf(list, _) => list.iter().map(|(s, _)| path(s)).collect(),
        }
    }
}

/// The active states, the outermost first.
fn active(diagram: &Diagram, leaf: &str) -> Vec<StateId> {
    let at = diagram.states.iter().position(|s| *s.path == *leaf).map(|i| StateId(i as u32));
    let parent = |s: &StateId| diagram.states.get(s.index()).and_then(|s| s.parent);
    let mut chain: Vec<StateId> = std::iter::successors(at, parent).collect();
    chain.reverse();
    chain
}
