//! Why an arrow is taken, in the words of its author.
//!
//! In: a scene, and an edge as [`crate::EventKind::Transition`] names it. Out: its condition and
//! the whole of it as they are written, and the place. Whether it holds is the business of others.

use islay_lang::hir::model::{Diagram, Edge, ExprKind};
use islay_lang::source::Span;

use crate::{Place, Scene};

/// The words of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Its condition: `key(Left)`, `after 2 s if tired`, `else`; `always` for `on true`.
    pub condition: String,
    /// All of it: `on key(Left) do n += 1 -> Left`.
    pub edge: String,
    /// Where it stands.
    pub place: Place,
}

/// The words of an edge of a diagram, which is counted in text order, edges of the diagram itself
/// first; `character` as in [`crate::Instance::character`].
pub fn reason(scene: &Scene, character: &str, diagram: &str, edge: u16) -> Option<Reason> {
    let diagram = find(scene, character, diagram)?;
    edges(diagram).nth(edge.into()).map(|edge| of(scene, edge))
}

/// The diagram of a character.
pub(crate) fn find<'s>(scene: &'s Scene, character: &str, diagram: &str) -> Option<&'s Diagram> {
    let mut of = scene.model().ok()?.characters.iter().filter(|c| *c.name == *character);
    of.find_map(|c| c.diagrams.iter().find(|d| *d.name == *diagram))
}

/// All edges of a diagram in the order in which they are counted.
pub(crate) fn edges(diagram: &Diagram) -> impl Iterator<Item = &Edge> {
    diagram.edges.iter().chain(diagram.states.iter().flat_map(|s| &s.edges))
}

/// The words of an edge.
pub(crate) fn of(scene: &Scene, edge: &Edge) -> Reason {
    Reason {
        condition: condition(scene, edge),
        edge: written(scene, edge.span),
        place: scene.place(edge.span),
    }
}

fn condition(scene: &Scene, edge: &Edge) -> String {
    if edge.is_else {
        return "else".to_owned();
    }
    if matches!(edge.cond.kind, ExprKind::Flag(true)) {
        return "always".to_owned();
    }
    let head = written(scene, Span { end: head_end(edge), ..edge.span });
    let head = ["->", "do"]
        .iter()
        .fold(head.as_str(), |text, word| text.strip_suffix(word).map_or(text, str::trim_end));
    head.strip_prefix("on ").unwrap_or(head).to_owned()
}

/// Where what it does or where it leads begins.
fn head_end(edge: &Edge) -> u32 {
    let does = edge.actions.first().map(|a| a.span.start);
    let leads = edge.arrow.as_ref().map(|a| a.span.start);
    does.into_iter().chain(leads).min().unwrap_or(edge.span.end).max(edge.span.start)
}

/// The text of a span on one line, without comments.
pub(crate) fn written(scene: &Scene, span: Span) -> String {
    let mut out = String::new();
    for line in scene.text(span).lines() {
        let code = line.find("//").map_or(line, |at| line.get(..at).unwrap_or(line));
        for word in code.split_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_told_as_they_are_written() {
        let scene = Scene::from_text(
            "c",
            "character C {
               var n = 0
               diagram D {
                 on key(A) // the first
                   and n > 3 -> B
                 state A  on true do n += 1  after 2 s if n == 1 do n = 2 -> B  else -> B
                 state B  on click or
                   hover -> A
               }
             }
             group main { C }",
        );
        let scene = scene.unwrap();
        let told: Vec<Reason> = (0..5).filter_map(|n| reason(&scene, "C", "D", n)).collect();
        let conditions: Vec<&str> = told.iter().map(|r| &*r.condition).collect();
        let wanted =
            ["key(A) and n > 3", "always", "after 2 s if n == 1", "else", "click or hover"];
        assert_eq!(conditions, wanted);
        assert_eq!(told[2].edge, "after 2 s if n == 1 do n = 2 -> B");
        assert_eq!((told[3].place.line, reason(&scene, "C", "D", 5)), (6, None));
    }
}
