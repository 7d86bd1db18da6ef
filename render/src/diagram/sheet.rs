//! Several diagrams on one sheet.
//!
//! In: graphs. Out: a [`Sheet`] with each laid out, in rows from left to right. Where one is too
//! large there is no sheet.

use super::graph::{Arrow, Graph, Kind, Node};
use super::layout::TooLarge;
use super::plan::Plan;

/// A new row begins where a row would become wider.
const WIDTH: f32 = 1400.0;

/// A diagram on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its top left.
    pub at: [f32; 2],
    /// What it shows.
    pub graph: Graph,
    /// Where everything stands in it.
    pub plan: Plan,
}

/// Diagrams side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Its size.
    pub size: [f32; 2],
    /// The diagrams.
    pub panels: Vec<Panel>,
}

impl Sheet {
    /// Lays out all of them.
    pub fn new(graphs: impl IntoIterator<Item = Graph>) -> Result<Self, TooLarge> {
        let mut sheet = Self::default();
        let (mut x, mut y, mut row) = (0.0f32, 0.0f32, 0.0f32);
        for graph in graphs {
            let plan = graph.plan()?;
            let [w, h] = plan.size;
            if x > 0.0 && x + w > WIDTH {
                (x, y, row) = (0.0, y + row, 0.0);
            }
            sheet.panels.push(Panel { at: [x, y], graph, plan });
            (x, row) = (x + w, row.max(h));
            sheet.size = [sheet.size[0].max(x), sheet.size[1].max(y + h)];
        }
        Ok(sheet)
    }
}

/// Several graphs as one, each in a box of its own; one alone stays as it is.
pub fn together(graphs: Vec<Graph>, title: &str) -> Graph {
    if graphs.len() == 1 {
        return graphs.into_iter().next().unwrap_or_default();
    }
    let mut all = Graph { title: title.to_owned(), ..Graph::default() };
    for graph in graphs {
        let Graph { title, lines, nodes, arrows } = graph;
        let scope = all.nodes.len();
        let (kind, id) = (Kind::State, title.clone());
        all.nodes.push(Node { kind, id, label: title, lines, parent: None });
        let shift = scope + 1;
        all.nodes.extend(
            nodes
                .into_iter()
                .map(|n| Node { parent: Some(n.parent.map_or(scope, |p| p + shift)), ..n }),
        );
        let moved = |a: Arrow| Arrow { from: a.from + shift, to: a.to + shift, lines: a.lines };
        all.arrows.extend(arrows.into_iter().map(moved));
    }
    all
}
