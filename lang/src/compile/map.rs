//! The way from a program's numbers back to the text.
//!
//! In: the model's spans, in the order in which the compiler lays out the program. Out: a
//! [`SourceMap`] whose lists run parallel to the program's. The program itself knows no places.

use crate::hir::model::{Character, Diagram, Model, Test};
use crate::source::Span;

/// Places of a program's parts.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// Of `Program::traps`: the expression whose value is refused.
    pub traps: Vec<Span>,
    /// Of `Program::defs`.
    pub characters: Vec<CharacterPlaces>,
    /// Of `Program::groups`.
    pub groups: Vec<Span>,
    /// Of `Program::tests`.
    pub tests: Vec<TestPlaces>,
}

/// Places of a character.
#[derive(Clone, Debug)]
pub struct CharacterPlaces {
    /// Its declaration.
    pub span: Span,
    /// Parameters and variables.
    pub vars: Vec<Span>,
    /// Parts.
    pub parts: Vec<Span>,
    /// Diagrams.
    pub diagrams: Vec<DiagramPlaces>,
}

/// Places of a diagram.
#[derive(Clone, Debug)]
pub struct DiagramPlaces {
    /// Its declaration.
    pub span: Span,
    /// States.
    pub states: Vec<Span>,
    /// Edges in text order, those of the body first; `ShiftSpec::edge` counts them.
    pub edges: Vec<Span>,
}

/// Places of a test.
#[derive(Clone, Debug)]
pub struct TestPlaces {
    /// The whole.
    pub span: Span,
    /// Its steps.
    pub steps: Vec<Span>,
}

/// The map of a model, traps aside.
pub(super) fn places(model: &Model) -> SourceMap {
    SourceMap {
        traps: Vec::new(),
        characters: model.characters.iter().map(character).collect(),
        groups: model.groups.iter().map(|g| g.span).collect(),
        tests: model.tests.iter().map(test).collect(),
    }
}

fn character(c: &Character) -> CharacterPlaces {
    CharacterPlaces {
        span: c.span,
        vars: c.vars.iter().map(|v| v.span).collect(),
        parts: c.parts.iter().map(|p| p.span).collect(),
        diagrams: c.diagrams.iter().map(diagram).collect(),
    }
}

fn diagram(d: &Diagram) -> DiagramPlaces {
    let edges = d.edges.iter().chain(d.states.iter().flat_map(|s| &s.edges));
    DiagramPlaces {
        span: d.span,
        states: d.states.iter().map(|s| s.span).collect(),
        edges: edges.map(|e| e.span).collect(),
    }
}

fn test(t: &Test) -> TestPlaces {
    TestPlaces { span: t.span, steps: t.steps.iter().map(|s| s.span).collect() }
}
