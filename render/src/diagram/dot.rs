//! A diagram for Graphviz.

use std::fmt::{self, Write};

use super::graph::{Graph, Kind, Node};

/// The graph in the DOT language; Graphviz lays it out.
pub fn dot(graph: &Graph) -> String {
    let mut out = String::new();
    // writing into a string does not fail
    let _ = write(&mut out, graph);
    out
}

fn write(out: &mut String, graph: &Graph) -> fmt::Result {
    writeln!(out, "digraph {} {{", quoted(&graph.title))?;
    let title = lines(std::iter::once(&graph.title).chain(&graph.lines));
    writeln!(out, "  compound=true labelloc=t label={title}")?;
    writeln!(out, "  node [fontname=\"sans-serif\" fontsize=11]")?;
    writeln!(out, "  edge [fontname=\"sans-serif\" fontsize=10]")?;
    inside(out, graph, None, 1)?;
    for arrow in &graph.arrows {
        let (from, to) = (graph.first_leaf(arrow.from), graph.first_leaf(arrow.to));
        write!(out, "  n{from} -> n{to} [label={}", lines(&arrow.lines))?;
        if graph.is_scope(arrow.from) && !graph.lies_in(arrow.to, arrow.from) {
            write!(out, " ltail=cluster_{}", arrow.from)?;
        }
        if graph.is_scope(arrow.to) && !graph.lies_in(arrow.from, arrow.to) {
            write!(out, " lhead=cluster_{}", arrow.to)?;
        }
        writeln!(out, "]")?;
    }
    writeln!(out, "}}")
}

fn inside(out: &mut String, graph: &Graph, scope: Option<usize>, depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for (i, node) in graph.nodes.iter().enumerate().filter(|(_, n)| n.parent == scope) {
        if graph.is_scope(i) {
            writeln!(out, "{indent}subgraph cluster_{i} {{")?;
            writeln!(out, "{indent}  style=rounded label={}", label(node))?;
            inside(out, graph, Some(i), depth + 1)?;
            writeln!(out, "{indent}}}")?;
        } else {
            writeln!(out, "{indent}n{i} [{} label={}]", shape(node.kind), label(node))?;
        }
    }
    Ok(())
}

fn shape(kind: Kind) -> &'static str {
    match kind {
        Kind::State => "shape=box style=rounded",
        Kind::Any | Kind::Memory => "shape=oval",
        Kind::Initial => "shape=point width=0.12",
        Kind::Choice => "shape=diamond width=0.3 height=0.3 fixedsize=true",
    }
}

fn label(node: &Node) -> String {
    lines(std::iter::once(&node.label).chain(&node.lines))
}

fn lines<'t>(lines: impl IntoIterator<Item = &'t String>) -> String {
    let lines: Vec<&str> = lines.into_iter().map(String::as_str).collect();
    quoted(&lines.join("\n"))
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}
