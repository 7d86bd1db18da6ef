//! State diagrams of a scene as graphs to be drawn.
//!
//! In: a scene and which of its diagrams. Out: graphs with conditions and actions as they are
//! written. An arrow of a scope begins at a point `any` inside it; entries, memories and draws are
//! points too.

use islay_lang::hir::model::{
    Action, Arrow as ModelArrow, Character, Diagram, Edge, Reaction, State, Target,
};
use islay_lang::source::Span;
use islay_render::diagram::{Arrow, Kind, Node};
pub use islay_render::diagram::{
    Graph, Marks, Sheet, Sketch, TooLarge, dot, mermaid, paint, sketch, svg, together,
};

use super::reason::written;
use crate::{Error, Scene, path};

/// Longer lines are broken between words.
const BREAK: usize = 34;

/// A sheet as the bytes of a PNG, two pixels to a unit.
pub fn png(sheet: &Sheet) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    islay_render::capture::still(&mut bytes, &paint(&sketch(sheet, &[]), 2.0))?;
    Ok(bytes)
}

/// The diagrams of a scene: all of them, those of a character (`Hero`), or one (`Hero.Turn`).
pub fn graphs(scene: &Scene, which: Option<&str>) -> Result<Vec<Graph>, Error> {
    let Some(which) = which else {
        return Ok(characters(scene).flat_map(|c| of_character(scene, c)).collect());
    };
    let of = |name: &str| characters(scene).find(|c| *c.name == *name);
    if let Some(character) = path::single(which).and_then(|name| of(&name)) {
        return Ok(of_character(scene, character).collect());
    }
    let found = path::split(which).and_then(|(character, diagram)| {
        let character = of(&path::unquoted(character))?;
        let diagram = character.diagrams.iter().find(|d| *d.name == *diagram)?;
        Some(vec![graph(scene, character, diagram)])
    });
    found.ok_or_else(|| Error::NoSuchPath(missing(scene, which)))
}

/// Each written character that has diagrams, once.
fn characters(scene: &Scene) -> impl Iterator<Item = &Character> {
    let all = &scene.model().characters;
    all.iter()
        .enumerate()
        .filter(|(i, c)| {
            !c.diagrams.is_empty() && !all.iter().take(*i).any(|before| before.name == c.name)
        })
        .map(|(_, c)| c)
}

fn missing(scene: &Scene, which: &str) -> String {
    let names = characters(scene).flat_map(|c| {
        let own = std::iter::once(c.name.to_string());
        own.chain(c.diagrams.iter().map(|d| format!("{}.{}", c.name, d.name)))
    });
    let names: Vec<String> = names.collect();
    match names.is_empty() {
        true => format!("there is no diagram `{which}`; the scene has none"),
        false => format!("there is no diagram `{which}`; there are {}", names.join(", ")),
    }
}

fn of_character<'s>(scene: &'s Scene, c: &'s Character) -> impl Iterator<Item = Graph> + 's {
    c.diagrams.iter().map(|d| graph(scene, c, d))
}

/// The graph of a diagram: its first nodes are the states, in the model's order.
fn graph(scene: &Scene, character: &Character, diagram: &Diagram) -> Graph {
    let title = format!("{}.{}", character.name, diagram.name);
    let lines = inner_lines(scene, &diagram.edges, &diagram.enter, &diagram.exit);
    let nodes = diagram.states.iter().map(|s| state(scene, s)).collect();
    let graph = Graph { title, lines, nodes, arrows: Vec::new() };
    let mut maker = Maker { scene, diagram, graph };
    maker.entry(None);
    maker.edges(None, &diagram.edges);
    for (i, s) in diagram.states.iter().enumerate() {
        if !s.children.is_empty() {
            maker.entry(Some(i));
        }
        maker.edges(Some(i), &s.edges);
    }
    maker.graph
}

fn state(scene: &Scene, s: &State) -> Node {
    let mut lines = broken(&actions(scene, &s.actions));
    lines.extend(inner_lines(scene, &s.edges, &s.enter, &s.exit));
    let parent = s.parent.map(|p| p.index());
    Node { kind: Kind::State, id: s.path.to_string(), label: s.name.to_string(), lines, parent }
}

/// What happens inside without an arrow.
fn inner_lines(
    scene: &Scene,
    edges: &[Edge],
    enter: &[Reaction],
    exit: &[Reaction],
) -> Vec<String> {
    let reactions = enter.iter().chain(exit).map(|r| r.span);
    let edges = edges.iter().filter(|e| e.arrow.is_none()).map(|e| e.span);
    reactions.chain(edges).flat_map(|span| broken(&written(scene, span))).collect()
}

struct Maker<'s> {
    scene: &'s Scene,
    diagram: &'s Diagram,
    graph: Graph,
}

impl Maker<'_> {
    fn point(&mut self, kind: Kind, label: &str, parent: Option<usize>) -> usize {
        let id = format!("{}#{}", label, self.graph.nodes.len());
        self.graph.nodes.push(Node { kind, id, label: label.to_owned(), lines: vec![], parent });
        self.graph.nodes.len() - 1
    }

    /// The point from which the first state of a scope is entered.
    fn entry(&mut self, scope: Option<usize>) {
        let first = match scope {
            None => (!self.diagram.states.is_empty()).then_some(0),
            Some(i) => self.diagram.states[i].children.first().map(|c| c.index()),
        };
        if let Some(to) = first {
            let from = self.point(Kind::Initial, "", scope);
            self.graph.arrows.push(Arrow { from, to, lines: vec![] });
        }
    }

    fn edges(&mut self, scope: Option<usize>, edges: &[Edge]) {
        let inner = |i: usize| !self.diagram.states[i].children.is_empty();
        let mut any = None;
        for edge in edges {
            let Some(arrow) = &edge.arrow else { continue };
            let from = match scope {
                Some(i) if !inner(i) => i,
                _ => *any.get_or_insert_with(|| {
                    let id = format!("any#{}", self.graph.nodes.len());
                    let (kind, label) = (Kind::Any, "any".to_owned());
                    self.graph.nodes.push(Node { kind, id, label, lines: vec![], parent: scope });
                    self.graph.nodes.len() - 1
                }),
            };
            self.arrow(from, scope, edge, arrow);
        }
    }

    fn arrow(&mut self, from: usize, scope: Option<usize>, edge: &Edge, arrow: &ModelArrow) {
        let lines = label(self.scene, edge, arrow);
        // beside a state, in a scope
        let beside = match scope {
            Some(i) if i == from => self.diagram.states[i].parent.map(|p| p.index()),
            scope => scope,
        };
        let to = match &arrow.target {
            Target::State(s) => s.index(),
            Target::Last(s) => {
                let name = format!("{}.last", self.diagram.states[s.index()].name);
                self.point(Kind::Memory, &name, beside)
            }
            Target::Back => self.point(Kind::Memory, "back", beside),
            Target::Again => match scope {
                Some(i) if i == from => i,
                _ => self.point(Kind::Memory, "again", beside),
            },
            Target::OneOf(list, _) => {
                let choice = self.point(Kind::Choice, "", beside);
                for (s, weight) in list {
                    let lines = broken(&written(self.scene, weight.span));
                    let lines = if weight.span.start == weight.span.end { vec![] } else { lines };
                    self.graph.arrows.push(Arrow { from: choice, to: s.index(), lines });
                }
                choice
            }
        };
        self.graph.arrows.push(Arrow { from, to, lines });
    }
}

/// What is written on an arrow.
fn label(scene: &Scene, edge: &Edge, arrow: &ModelArrow) -> Vec<String> {
    let text = written(scene, Span { end: arrow.span.start.max(edge.span.start), ..edge.span });
    let text = text.strip_suffix("->").unwrap_or(&text).trim_end();
    broken(text.strip_prefix("on ").unwrap_or(text))
}

fn actions(scene: &Scene, actions: &[Action]) -> String {
    match actions {
        [] => String::new(),
        [first, .., last] => written(scene, first.span.to(last.span)),
        [one] => written(scene, one.span),
    }
}

/// Lines of a width that can be read.
fn broken(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < BREAK => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
