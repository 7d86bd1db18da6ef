//! How much of a scene its tests have run: states that were entered, edges that were taken.
//!
//! In: a scene, and what was found while its tests ran. Out: a [`Coverage`], diagram by diagram. A
//! state counts when somebody enters it, at the start of its first tick or by an arrow; the states
//! around it count with it. An edge counts when its arrow is taken, also one that stays, or, where
//! it has no arrow, when it runs. `on enter` and `on exit` are no edges. Copies of a character that
//! differ in their parameters count as one, and what belongs to the standard library does not count.

use std::collections::BTreeMap;
use std::ops::Add;

use islay_lang::hir::model::{Character, Diagram};
use islay_vm::probe::Findings;

use crate::session::reason;
use crate::{Error, Place, Scene};

/// What the tests of a scene have run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// Diagrams of all characters, in text order.
    pub diagrams: Vec<Covered>,
    /// Which of them a diagram of the program is.
    rows: BTreeMap<(u16, u16), usize>,
}

/// What they have run of a diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Covered {
    /// The character.
    pub character: String,
    /// The diagram.
    pub diagram: String,
    /// Its states, in text order; `text` is the path below the diagram.
    pub states: Vec<Item>,
    /// Its edges, those of the diagram itself first; `text` is as they are written.
    pub edges: Vec<Item>,
}

/// A state or an edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is called.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// It has an arrow.
    pub arrow: bool,
    /// Some test has run it.
    pub covered: bool,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Covered.
    pub covered: usize,
    /// There are.
    pub all: usize,
}

impl Share {
    fn of(items: &[Item]) -> Self {
        Self { covered: items.iter().filter(|i| i.covered).count(), all: items.len() }
    }
}

impl Add for Share {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { covered: self.covered + other.covered, all: self.all + other.all }
    }
}

impl Covered {
    /// How many states were entered.
    pub fn n_states(&self) -> Share {
        Share::of(&self.states)
    }

    /// How many edges were taken.
    pub fn n_edges(&self) -> Share {
        Share::of(&self.edges)
    }
}

impl Coverage {
    /// Of a scene of which nothing has run.
    pub fn new(scene: &Scene) -> Result<Self, Error> {
        let mut coverage = Self::default();
        let mut known = BTreeMap::new();
        for (def, character) in (0..).zip(&scene.model()?.characters) {
            if scene.place(character.span).file.starts_with("std.") {
                continue;
            }
            for (d, diagram) in (0..).zip(&character.diagrams) {
                let name = (character.name.clone(), diagram.name.clone());
                let row = *known.entry(name).or_insert_with(|| {
                    coverage.diagrams.push(covered(scene, character, diagram));
                    coverage.diagrams.len() - 1
                });
                coverage.rows.insert((def, d), row);
            }
        }
        Ok(coverage)
    }

    /// Adds what was found.
    pub(super) fn add(&mut self, found: &Findings) {
        for (def, diagram, state) in &found.states {
            self.mark((*def, *diagram), *state, |covered| &mut covered.states);
        }
        for (def, diagram, edge) in &found.edges {
            self.mark((*def, *diagram), *edge, |covered| &mut covered.edges);
        }
    }

    fn mark(&mut self, of: (u16, u16), at: u16, list: fn(&mut Covered) -> &mut Vec<Item>) {
        let row = self.rows.get(&of).and_then(|row| self.diagrams.get_mut(*row));
        if let Some(item) = row.and_then(|covered| list(covered).get_mut(usize::from(at))) {
            item.covered = true;
        }
    }

    /// How many states were entered, over all diagrams.
    pub fn n_states(&self) -> Share {
        self.diagrams.iter().map(Covered::n_states).fold(Share::default(), Share::add)
    }

    /// How many edges were taken, over all diagrams.
    pub fn n_edges(&self) -> Share {
        self.diagrams.iter().map(Covered::n_edges).fold(Share::default(), Share::add)
    }
}

fn covered(scene: &Scene, character: &Character, diagram: &Diagram) -> Covered {
    let item = |text, span, arrow| Item { text, place: scene.place(span), arrow, covered: false };
    Covered {
        character: character.name.to_string(),
        diagram: diagram.name.to_string(),
        states: diagram.states.iter().map(|s| item(s.path.to_string(), s.span, false)).collect(),
        edges: reason::edges(diagram)
            .map(|e| item(reason::written(scene, e.span), e.span, e.arrow.is_some()))
            .collect(),
    }
}
