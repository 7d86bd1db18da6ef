//! What tests have run, as a table for people and as lines of JSON.
//!
//! In: a scene and its coverage. Out: text. It judges nothing: tests that run little pass too.

use islay::session::testing::coverage::{Coverage, Covered, Item, Share};
use islay::{Place, Scene};
use serde::Serialize;

/// A line for each diagram, and one for each state and edge that did not run.
pub fn table(coverage: &Coverage) -> String {
    if coverage.diagrams.is_empty() {
        return "  coverage: there is no diagram".to_owned();
    }
    let (states, edges) = (coverage.n_states(), coverage.n_edges());
    let mut out = format!("  coverage: states {}, edges {}", share(states), share(edges));
    let name = |c: &Covered| format!("{}.{}", c.character, c.diagram);
    let width = coverage.diagrams.iter().map(|c| name(c).chars().count()).max().unwrap_or(0);
    for c in &coverage.diagrams {
        let [states, edges] =
            [c.n_states(), c.n_edges()].map(|s| format!("{}/{}", s.covered, s.all));
        out.push_str(&format!("\n    {:width$}  states {states:>5}  edges {edges:>5}", name(c)));
        for (item, what) in missing(c) {
            let Place { file, line, column, .. } = &item.place;
            out.push_str(&format!("\n      {file}:{line}:{column}: {what}"));
        }
    }
    out
}

/// What did not run, in words.
fn missing(c: &Covered) -> impl Iterator<Item = (&Item, String)> {
    let states = c.states.iter().map(|i| (i, format!("state `{}` is never entered", i.text)));
    let edges = c.edges.iter().map(|i| {
        let never = if i.arrow { "is never taken" } else { "never runs" };
        (i, format!("`{}` {never}", i.text))
    });
    states.chain(edges).filter(|(i, _)| !i.covered)
}

fn share(share: Share) -> String {
    let Share { covered, all } = share;
    match all {
        0 => "0 of 0".to_owned(),
        _ => format!("{covered} of {all} ({} %)", covered * 100 / all),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    /// `null`: all diagrams of the scene.
    character: Option<&'a str>,
    diagram: Option<&'a str>,
    states: Counts,
    edges: Counts,
    uncovered: Vec<Missing<'a>>,
}

#[derive(Serialize)]
struct Counts {
    covered: usize,
    all: usize,
}

#[derive(Serialize)]
struct Missing<'a> {
    kind: &'static str,
    text: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// A line for each diagram, and one for all of them.
pub fn json(scene: &Scene, coverage: &Coverage) -> Vec<String> {
    let counts = |Share { covered, all }| Counts { covered, all };
    let diagrams = coverage.diagrams.iter().map(|c| Line {
        file: scene.name(),
        character: Some(&c.character),
        diagram: Some(&c.diagram),
        states: counts(c.n_states()),
        edges: counts(c.n_edges()),
        uncovered: uncovered(&c.states, "state").chain(uncovered(&c.edges, "edge")).collect(),
    });
    let all = Line {
        file: scene.name(),
        character: None,
        diagram: None,
        states: counts(coverage.n_states()),
        edges: counts(coverage.n_edges()),
        uncovered: Vec::new(),
    };
    let lines = diagrams.chain([all]);
    lines.map(|line| serde_json::to_string(&line).unwrap_or_default()).collect()
}

fn uncovered<'a>(
    items: &'a [Item],
    kind: &'static str,
) -> impl Iterator<Item = Missing<'a>> + use<'a> {
    items.iter().filter(|i| !i.covered).map(move |i| Missing {
        kind,
        text: &i.text,
        file: &i.place.file,
        line: i.place.line,
        column: i.place.column,
        end_line: i.place.end_line,
        end_column: i.place.end_column,
    })
}
