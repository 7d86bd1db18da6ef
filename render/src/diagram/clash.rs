//! Whether a plan can be read: nothing lies on anything else.
//!
//! In: a graph and its plan. Out: the names of two things that lie on each other, if there are any:
//! boxes, what is written on arrows, and the edge of the sheet. It changes nothing.

use super::graph::Graph;
use super::plan::{Area, Plan};

/// A thing with its name and place.
type Thing = (String, Area);

impl Plan {
    /// The first two things that lie on each other. What lies in a scope lies on it as it should;
    /// what is written on an arrow stands whole inside of it or whole outside.
    pub fn clash(&self, graph: &Graph) -> Option<(String, String)> {
        let (leaves, scopes) = self.boxes(graph);
        let labels = self.arrows.iter().enumerate().filter(|(_, l)| l.label.width > 0.0);
        let labels: Vec<Thing> =
            labels.map(|(i, l)| (format!("the text of arrow {i}"), l.label)).collect();
        let solid: Vec<Thing> = leaves.iter().chain(&labels).cloned().collect();
        self.beyond(solid.iter().chain(&scopes))
            .or_else(|| overlap(&solid))
            .or_else(|| self.strange(graph))
            .or_else(|| across(&scopes, &labels))
    }

    fn boxes(&self, graph: &Graph) -> (Vec<Thing>, Vec<Thing>) {
        let all = graph.nodes.iter().zip(&self.nodes).enumerate();
        let (scopes, leaves): (Vec<_>, Vec<_>) = all.partition(|(i, _)| graph.is_scope(*i));
        let things = |list: Vec<(usize, (&super::Node, &Area))>| -> Vec<Thing> {
            list.into_iter().map(|(_, (node, area))| (node.id.clone(), *area)).collect()
        };
        (things(leaves), things(scopes))
    }

    /// What leaves the sheet.
    fn beyond<'t>(&self, all: impl IntoIterator<Item = &'t Thing>) -> Option<(String, String)> {
        let [width, height] = self.size;
        let sheet = Area { x: 0.0, y: 0.0, width, height };
        let out = |(_, area): &&Thing| !area.corners().into_iter().all(|p| sheet.holds(p));
        let found = all.into_iter().find(out)?;
        Some((found.0.clone(), "the edge of the sheet".to_owned()))
    }

    /// A box on a scope that it does not lie in.
    fn strange(&self, graph: &Graph) -> Option<(String, String)> {
        let pair = |(a, b): &(usize, usize)| {
            let related = a == b || graph.lies_in(*a, *b) || graph.lies_in(*b, *a);
            !related && self.nodes[*a].overlaps(&self.nodes[*b])
        };
        let n = graph.nodes.len().min(self.nodes.len());
        let scopes = (0..n).filter(|i| graph.is_scope(*i));
        let (a, b) = scopes.flat_map(|a| (0..n).map(move |b| (a, b))).find(pair)?;
        Some((graph.nodes[a].id.clone(), graph.nodes[b].id.clone()))
    }
}

fn overlap(solid: &[Thing]) -> Option<(String, String)> {
    solid.iter().enumerate().find_map(|(i, (name, area))| {
        let other = solid.iter().skip(i + 1).find(|(_, other)| area.overlaps(other));
        other.map(|(other, _)| (name.clone(), other.clone()))
    })
}

/// A text across the edge of a scope.
fn across(scopes: &[Thing], labels: &[Thing]) -> Option<(String, String)> {
    scopes.iter().find_map(|(scope, area)| {
        let inside = |label: &Area| label.corners().into_iter().all(|p| area.holds(p));
        let found = labels.iter().find(|(_, label)| area.overlaps(label) && !inside(label));
        found.map(|(label, _)| (scope.clone(), label.clone()))
    })
}
