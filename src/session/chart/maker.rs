//! A diagram of the model as a graph.
//!
//! In: a diagram. Out: its graph, whose first nodes are the states in the model's order, and which
//! arrow each edge is. It lays nothing out.

use islay_lang::hir::model::{
    Action, Arrow as ModelArrow, Character, Diagram, Edge, Reaction, State, Target,
};
use islay_lang::source::Span;
use islay_render::diagram::{Arrow, Graph, Kind, Node};

use super::Chart;
use crate::Scene;
use crate::session::reason::written;

/// Longer lines are broken between words.
const BREAK: usize = 34;

/// The chart of a diagram.
pub(super) fn chart(scene: &Scene, character: &Character, diagram: &Diagram) -> Chart {
    let title = format!("{}.{}", character.name, diagram.name);
    let lines = inner_lines(scene, &diagram.edges, &diagram.enter, &diagram.exit);
    let nodes = diagram.states.iter().map(|s| state(scene, s)).collect();
    let graph = Graph { title, lines, nodes, arrows: Vec::new() };
    let mut maker = Maker { scene, diagram, graph, ways: Vec::new() };
    maker.entry(None);
    maker.edges(None, &diagram.edges);
    for (i, s) in diagram.states.iter().enumerate() {
        if !s.children.is_empty() {
            maker.entry(Some(i));
        }
        maker.edges(Some(i), &s.edges);
    }
    let Maker { graph, ways, .. } = maker;
    Chart { diagram: diagram.name.to_string(), graph, ways }
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
    /// By edge in text order, those of the body first: its arrow.
    ways: Vec<Option<usize>>,
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
            let Some(arrow) = &edge.arrow else {
                self.ways.push(None);
                continue;
            };
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
        self.ways.push(Some(self.graph.arrows.len()));
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

/// Lines of a width that can be read: what is done begins one of its own where there are several,
/// and all are about as long.
fn broken(text: &str) -> Vec<String> {
    if text.chars().count() <= BREAK {
        return wrapped(text, BREAK);
    }
    match text.find(" do ") {
        Some(at) if at > 0 => {
            let (condition, done) = text.split_at(at);
            let mut lines = even(condition);
            lines.extend(even(done.trim_start()));
            lines
        }
        _ => even(text),
    }
}

/// As few lines as can be, as short as these can be.
fn even(text: &str) -> Vec<String> {
    let lines = wrapped(text, BREAK);
    let mut shortest = BREAK.min(text.chars().count());
    while shortest > 1 && wrapped(text, shortest - 1).len() == lines.len() {
        shortest -= 1;
    }
    wrapped(text, shortest)
}

/// Lines that are no longer than this, where words are not.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_break_before_what_is_done_and_into_even_lines() {
        assert_eq!(broken("key(Left)"), ["key(Left)"]);
        let long = "touch(Lift below) and distance(Lift) < 1.4 do attach self to Lift";
        assert_eq!(
            broken(long),
            ["touch(Lift below) and", "distance(Lift) < 1.4", "do attach self to Lift"]
        );
        let one = "pressed(Enter) do send begin to all";
        assert_eq!(broken(one), ["pressed(Enter)", "do send begin to all"]);
        assert!(broken(&"x".repeat(90)).len() == 1 && broken("").is_empty());
    }
}
