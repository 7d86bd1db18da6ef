//! A diagram for Mermaid, as pages on the web and in repositories show it.

use std::fmt::{self, Write};

use super::graph::{Graph, Kind};

/// The graph as a `stateDiagram-v2`.
pub fn mermaid(graph: &Graph) -> String {
    let mut out = String::new();
    // writing into a string does not fail
    let _ = write(&mut out, graph);
    out
}

fn write(out: &mut String, graph: &Graph) -> fmt::Result {
    writeln!(out, "---\ntitle: {}\n---\nstateDiagram-v2", quoted(&graph.title))?;
    inside(out, graph, None, 1)?;
    for arrow in graph.arrows.iter().filter(|a| graph.nodes[a.from].kind != Kind::Initial) {
        write!(out, "  n{} --> n{}", arrow.from, arrow.to)?;
        if !arrow.lines.is_empty() {
            write!(out, ": {}", plain(&arrow.lines.join(" ")))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn inside(out: &mut String, graph: &Graph, scope: Option<usize>, depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for (i, node) in graph.nodes.iter().enumerate().filter(|(_, n)| n.parent == scope) {
        match node.kind {
            Kind::Initial => {
                let to = graph.arrows.iter().find(|a| a.from == i).map(|a| a.to);
                if let Some(to) = to {
                    writeln!(out, "{indent}[*] --> n{to}")?;
                }
            }
            Kind::Choice => writeln!(out, "{indent}state n{i} <<choice>>")?,
            _ => {
                let text = std::iter::once(&node.label).chain(&node.lines);
                let text: Vec<String> = text.map(|t| plain(t)).collect();
                writeln!(out, "{indent}state \"{}\" as n{i}", text.join("<br>"))?;
            }
        }
        if graph.is_scope(i) {
            writeln!(out, "{indent}state n{i} {{")?;
            inside(out, graph, Some(i), depth + 1)?;
            writeln!(out, "{indent}}}")?;
        }
    }
    Ok(())
}

/// As the front matter wants it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Signs that Mermaid reads as its own become entities.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '"' | ';' | ':' | '<' | '>' | '{' | '}' | '&' | '%' | '`' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
