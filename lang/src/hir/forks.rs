//! What the actions of a tree name: spawns with an `as`, what is become, what is assigned to.
//!
//! In: a tree. Out: each `as` name with what is spawned under it and the character it is written
//! in; the paths and names behind `become` and before `=`. It resolves nothing.

use std::collections::BTreeSet;

use crate::source::Text;
use crate::syntax::ast::{
    Action, ActionKind, Character, Diagram, Edge, File, ItemKind, MemberKind, Name, Path, Spawn,
    State, StepKind, Test,
};

type Found<'a> = (&'a Name, &'a Path, Option<&'a Name>);

/// All of a file, in text order. `main` and tests count in the first file only.
pub(super) fn aliases(file: &File, first: bool) -> Vec<Found<'_>> {
    let mut walk = Walk::default();
    for item in &file.items {
        match &item.kind {
            ItemKind::Group(g) if first || &*g.name.text != "main" => walk.spawns(&g.spawns),
            ItemKind::Character(c) => walk.character(c),
            ItemKind::Diagram(d) => walk.diagram(d),
            ItemKind::Test(t) if first => walk.test(t),
            _ => {}
        }
    }
    walk.found
}

/// The variables that a diagram assigns to.
pub(super) fn assigned(d: &Diagram) -> BTreeSet<Text> {
    let mut walk = Walk::default();
    walk.diagram(d);
    walk.assigned
}

/// What a diagram's `become`s name.
pub(super) fn becomes(d: &Diagram) -> Vec<&Path> {
    let mut walk = Walk::default();
    walk.diagram(d);
    walk.becomes
}

/// What a test's `become`s name.
pub(super) fn test_becomes(test: &Test) -> Vec<&Path> {
    let mut walk = Walk::default();
    walk.test(test);
    walk.becomes
}

#[derive(Default)]
struct Walk<'a> {
    becomes: Vec<&'a Path>,
    assigned: BTreeSet<Text>,
    found: Vec<Found<'a>>,
    inside: Option<&'a Name>,
}

impl<'a> Walk<'a> {
    fn test(&mut self, test: &'a Test) {
        for step in &test.steps {
            match &step.kind {
                StepKind::Do(_, actions) => self.actions(actions),
                StepKind::Fork(action) => self.actions(std::slice::from_ref(action)),
                _ => {}
            }
        }
    }

    fn spawns(&mut self, spawns: &'a [Spawn]) {
        for spawn in spawns {
            match spawn {
                Spawn::One(one) => {
                    self.found.extend(one.alias.iter().map(|n| (n, &one.what, None)))
                }
                Spawn::Repeat { spawns, .. } => self.spawns(spawns),
            }
        }
    }

    fn character(&mut self, c: &'a Character) {
        self.inside = Some(&c.name);
        for member in &c.members {
            if let MemberKind::Diagram(d) = &member.kind {
                self.diagram(d);
            }
        }
        self.inside = None;
    }

    fn diagram(&mut self, d: &'a Diagram) {
        self.edges(&d.edges);
        self.states(&d.states);
    }

    fn states(&mut self, states: &'a [State]) {
        for state in states {
            self.actions(&state.actions);
            self.edges(&state.edges);
            self.states(&state.states);
        }
    }

    fn edges(&mut self, edges: &'a [Edge]) {
        edges.iter().for_each(|e| self.actions(&e.actions));
    }

    fn actions(&mut self, actions: &'a [Action]) {
        for action in actions {
            match &action.kind {
                ActionKind::Fork(fork) => {
                    self.found.extend(fork.alias.iter().map(|n| (n, &fork.what, self.inside)));
                }
                ActionKind::Become { what, .. } => self.becomes.push(what),
                ActionKind::Assign { name, .. } => {
                    self.assigned.insert(name.text.clone());
                }
                _ => {}
            }
        }
    }
}
