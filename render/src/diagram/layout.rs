//! Places for nodes and arrows. The only module that knows dagre.
//!
//! In: a graph. Out: a [`Plan`]: layers from top to bottom, scopes around what lies in them. A
//! graph that is too large is refused, since the time grows faster than the graph. Arrows to and
//! from scopes are laid to a state inside and cut off where they cross the scope's edge.

use std::collections::BTreeMap;
use std::fmt;

use dagre::graph::{Graph as Layers, GraphOptions};
use dagre::layout::types::{LabelPos, Point};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, layout};

use super::graph::{Arrow, Graph, Kind, Node};
use super::plan::{Area, LINE, Line, PAD, Plan, room};

/// More nodes are not laid out.
pub const MAX_NODES: usize = 100;
/// More arrows are not laid out.
pub const MAX_ARROWS: usize = 300;

/// The weight of what holds a scope together, against 1 of an arrow: it is kept short.
const HOLDS: i32 = 8;

/// A diagram that is larger than can be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// How many nodes it has.
    pub nodes: usize,
    /// How many arrows.
    pub arrows: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, arrows } = self;
        write!(
            f,
            "it has {nodes} states and points and {arrows} arrows; at most {MAX_NODES} and {MAX_ARROWS} are laid out"
        )
    }
}

impl std::error::Error for TooLarge {}

impl Graph {
    /// Where everything stands.
    pub fn plan(&self) -> Result<Plan, TooLarge> {
        let (nodes, arrows) = (self.nodes.len(), self.arrows.len());
        if nodes > MAX_NODES || arrows > MAX_ARROWS {
            return Err(TooLarge { nodes, arrows });
        }
        let mut layers = self.layers();
        layout(&mut layers, Some(options()));
        Ok(self.read(&layers))
    }

    fn layers(&self) -> Layers<NodeLabel, EdgeLabel> {
        let mut layers =
            Layers::with_options(GraphOptions { directed: true, multigraph: true, compound: true });
        // a ring is opened where the search comes back to a node, and the search goes in this
        // order: so heads stay above what they hold, and what is entered first stands on top
        let scopes = || (0..self.nodes.len()).filter(|i| self.is_scope(*i));
        for scope in scopes() {
            layers.set_node(head_name(scope), Some(self.head_size(scope)));
        }
        let entry = |i: &usize| self.nodes[*i].kind == Kind::Initial;
        let all = || 0..self.nodes.len();
        for i in all().filter(entry).chain(all().filter(|i| !entry(i))) {
            let [width, height] = if self.is_scope(i) { [0.0; 2] } else { size(&self.nodes[i]) };
            let (width, height) = (width.into(), height.into());
            layers.set_node(name(i), Some(NodeLabel { width, height, ..Default::default() }));
        }
        for (i, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                layers.set_parent(&name(i), Some(&name(parent)));
            }
        }
        for scope in scopes() {
            self.hold(&mut layers, scope);
        }
        for (i, arrow) in self.arrows.iter().enumerate() {
            let [w, h] = room(arrow.lines.iter().map(String::as_str));
            let label = EdgeLabel {
                width: f64::from(w + 8.0),
                height: f64::from(h),
                labelpos: LabelPos::Center,
                ..Default::default()
            };
            let begin = match self.exits(arrow) {
                Some(scope) => gate(&mut layers, self, i, scope),
                None => name(self.first_leaf(arrow.from)),
            };
            let end = match self.enters(arrow) {
                Some(scope) => port(&mut layers, self, i, scope),
                None => name(self.first_leaf(arrow.to)),
            };
            layers.set_edge(begin, end, Some(label), Some(&i.to_string()));
        }
        layers
    }

    /// Room for a scope's name and lines.
    fn head_size(&self, scope: usize) -> NodeLabel {
        let own = &self.nodes[scope];
        let lines = own.lines.iter().map(String::as_str);
        let [w, h] = room(std::iter::once(own.label.as_str()).chain(lines));
        NodeLabel { width: f64::from(w + 2.0 * PAD), height: h.into(), ..Default::default() }
    }

    /// Puts a scope's head above what is in it.
    fn hold(&self, layers: &mut Layers<NodeLabel, EdgeLabel>, scope: usize) {
        layers.set_parent(&head_name(scope), Some(&name(scope)));
        for (i, _) in self.nodes.iter().enumerate().filter(|(_, n)| n.parent == Some(scope)) {
            let inner = if self.is_scope(i) { head_name(i) } else { name(i) };
            let label = EdgeLabel { weight: HOLDS, ..Default::default() };
            layers.set_edge(head_name(scope), inner, Some(label), None);
        }
    }

    /// Whether it leads from outside to the edge of a scope.
    fn ends_at_edge(&self, arrow: &Arrow) -> bool {
        self.is_scope(arrow.to) && !self.lies_in(arrow.from, arrow.to) && arrow.from != arrow.to
    }

    /// The outermost scope that it comes into, or to the edge of.
    fn enters(&self, arrow: &Arrow) -> Option<usize> {
        let mut entered = self.ends_at_edge(arrow).then_some(arrow.to);
        let mut at = self.nodes.get(arrow.to).and_then(|n| n.parent);
        while let Some(scope) = at.filter(|s| *s != arrow.from && !self.lies_in(arrow.from, *s)) {
            entered = Some(scope);
            at = self.nodes.get(scope).and_then(|n| n.parent);
        }
        entered
    }

    /// The layers' node at which it ends.
    fn end(&self, arrow: &Arrow) -> String {
        match self.ends_at_edge(arrow) {
            true => head_name(arrow.to),
            false => name(self.first_leaf(arrow.to)),
        }
    }

    /// The outermost scope that it leaves.
    fn exits(&self, arrow: &Arrow) -> Option<usize> {
        let mut left = None;
        let mut at = self.nodes.get(arrow.from).and_then(|n| n.parent);
        while let Some(scope) = at.filter(|s| *s != arrow.to && !self.lies_in(arrow.to, *s)) {
            left = Some(scope);
            at = self.nodes.get(scope).and_then(|n| n.parent);
        }
        left
    }

    fn read(&self, layers: &Layers<NodeLabel, EdgeLabel>) -> Plan {
        let mut nodes: Vec<Area> = (0..self.nodes.len()).map(|i| area(layers, &name(i))).collect();
        let labels: Vec<Area> = (0..self.arrows.len()).map(|i| self.label(layers, i)).collect();
        for i in (0..nodes.len()).rev().filter(|i| self.is_scope(*i)) {
            nodes[i] = self.around(layers, i, &nodes, &labels);
        }
        let mut found: BTreeMap<usize, Line> = BTreeMap::new();
        for edge in layers.edges() {
            let index = edge.name.as_deref().and_then(|n| n.parse::<usize>().ok());
            let label = layers.edge_by_obj(&edge);
            if let (Some(index), Some(label)) = (index, label) {
                let rest = layers.edge(&port_name(index), &self.end(&self.arrows[index]), None);
                let rest = rest.map_or(&[][..], |e| &e.points);
                let from = name(self.first_leaf(self.arrows[index].from));
                let first = layers.edge(&from, &gate_name(index), None);
                let first = first.map_or(&[][..], |e| &e.points);
                found.insert(index, self.line(index, label, [first, rest], &nodes));
            }
        }
        let arrows = (0..self.arrows.len()).map(|i| found.remove(&i).unwrap_or_default());
        let mut plan = Plan { size: [0.0; 2], nodes, arrows: arrows.collect() };
        self.settle(&mut plan);
        plan
    }

    /// The scope's box: around its head and what lies in it, what is written on arrows included.
    fn around(
        &self,
        layers: &Layers<NodeLabel, EdgeLabel>,
        scope: usize,
        nodes: &[Area],
        labels: &[Area],
    ) -> Area {
        let head = area(layers, &head_name(scope));
        let inside = self.nodes.iter().zip(nodes).filter(|(n, _)| n.parent == Some(scope));
        let within = |a: &Arrow| self.lies_in(a.from, scope) && self.lies_in(a.to, scope);
        let written = self.arrows.iter().zip(labels);
        let written = written.filter(|(a, label)| label.width > 0.0 && within(a));
        let inside = inside.map(|(_, area)| area).chain(written.map(|(_, label)| label));
        let all = inside.fold(head, union);
        // where a ring of arrows was opened at the head, what is in it stands higher: go above
        let top = if all.y < head.y { all.y - head.height - PAD } else { head.y };
        let (x, y) = (all.x - PAD, top - PAD / 2.0);
        Area { x, y, width: all.width + 2.0 * PAD, height: all.y + all.height + PAD - y }
    }

    /// The way to the gate, from there on, and from the port on.
    fn line(
        &self,
        index: usize,
        label: &EdgeLabel,
        [first, rest]: [&[Point]; 2],
        nodes: &[Area],
    ) -> Line {
        let all = first.iter().chain(&label.points).chain(rest);
        let mut points: Vec<[f32; 2]> = all.map(|p| [p.x as f32, p.y as f32]).collect();
        let arrow = &self.arrows[index];
        if self.ends_at_edge(arrow) {
            cut_end(&mut points, &nodes[arrow.to]);
        }
        if self.is_scope(arrow.from) && !self.lies_in(arrow.to, arrow.from) {
            points.reverse();
            cut_end(&mut points, &nodes[arrow.from]);
            points.reverse();
        }
        Line { points, label: written(label, arrow) }
    }

    /// Where what is written on an arrow stands.
    fn label(&self, layers: &Layers<NodeLabel, EdgeLabel>, index: usize) -> Area {
        let arrow = &self.arrows[index];
        let begin = match self.exits(arrow) {
            Some(_) => gate_name(index),
            None => name(self.first_leaf(arrow.from)),
        };
        let end = match self.enters(arrow) {
            Some(_) => port_name(index),
            None => name(self.first_leaf(arrow.to)),
        };
        let label = layers.edge(&begin, &end, Some(&index.to_string()));
        label.map_or_else(Area::default, |label| written(label, arrow))
    }

    /// Moves everything so that it begins at the margin, below the title.
    fn settle(&self, plan: &mut Plan) {
        let labels = plan.arrows.iter().map(|a| a.label).filter(|l| l.width > 0.0);
        let points = plan.arrows.iter().flat_map(|a| &a.points);
        let points = points.map(|[x, y]| Area { x: *x, y: *y, width: 0.0, height: 0.0 });
        let all = plan.nodes.iter().copied().chain(labels).chain(points);
        let all = all.reduce(|a, b| union(a, &b)).unwrap_or_default();
        let lines =
            std::iter::once(self.title.as_str()).chain(self.lines.iter().map(String::as_str));
        let [title, head] = room(lines);
        let (x, y) = (2.0 * PAD - all.x, 2.0 * PAD + head + PAD - all.y);
        for area in plan.nodes.iter_mut().chain(plan.arrows.iter_mut().map(|a| &mut a.label)) {
            (area.x, area.y) = (area.x + x, area.y + y);
        }
        for point in plan.arrows.iter_mut().flat_map(|a| &mut a.points) {
            *point = [point[0] + x, point[1] + y];
        }
        plan.size = [all.width.max(title) + 4.0 * PAD, all.height + head + 5.0 * PAD];
    }
}

fn written(label: &EdgeLabel, arrow: &Arrow) -> Area {
    match (label.x, label.y, arrow.lines.is_empty()) {
        (Some(x), Some(y), false) => {
            let [w, h] = [label.width as f32, label.height as f32];
            Area { x: x as f32 - w / 2.0, y: y as f32 - h / 2.0, width: w, height: h }
        }
        _ => Area::default(),
    }
}

/// A point behind a scope, which an arrow out of it goes through; so what is written on the arrow
/// stands outside.
fn gate(
    layers: &mut Layers<NodeLabel, EdgeLabel>,
    graph: &Graph,
    arrow: usize,
    scope: usize,
) -> String {
    let gate = gate_name(arrow);
    let point = NodeLabel { width: 1.0, height: 1.0, ..Default::default() };
    layers.set_node(gate.clone(), Some(point));
    if let Some(outer) = graph.nodes[scope].parent {
        layers.set_parent(&gate, Some(&name(outer)));
    }
    let from = name(graph.first_leaf(graph.arrows[arrow].from));
    layers.set_edge(from, gate.clone(), Some(EdgeLabel::default()), None);
    gate
}

fn gate_name(arrow: usize) -> String {
    format!("from {arrow}")
}

/// A point before a scope, which an arrow into it or to its edge goes through, likewise.
fn port(
    layers: &mut Layers<NodeLabel, EdgeLabel>,
    graph: &Graph,
    arrow: usize,
    scope: usize,
) -> String {
    let port = port_name(arrow);
    let point = NodeLabel { width: 1.0, height: 1.0, ..Default::default() };
    layers.set_node(port.clone(), Some(point));
    if let Some(outer) = graph.nodes[scope].parent {
        layers.set_parent(&port, Some(&name(outer)));
    }
    let end = graph.end(&graph.arrows[arrow]);
    let weight = if graph.ends_at_edge(&graph.arrows[arrow]) { HOLDS } else { 1 };
    let label = EdgeLabel { weight, ..Default::default() };
    layers.set_edge(port.clone(), end, Some(label), None);
    port
}

fn port_name(arrow: usize) -> String {
    format!("to {arrow}")
}

fn head_name(scope: usize) -> String {
    format!("head {scope}")
}

fn options() -> LayoutOptions {
    LayoutOptions { nodesep: 36.0, ranksep: 34.0, edgesep: 18.0, ..Default::default() }
}

fn name(node: usize) -> String {
    node.to_string()
}

/// The room that a node without others in it needs.
fn size(node: &Node) -> [f32; 2] {
    let [w, h] =
        room(std::iter::once(node.label.as_str()).chain(node.lines.iter().map(String::as_str)));
    match node.kind {
        Kind::State => [(w + 2.0 * PAD).max(60.0), h + 1.4 * PAD],
        Kind::Any | Kind::Memory => [w + 1.6 * PAD, LINE + 0.6 * PAD],
        Kind::Initial => [10.0, 10.0],
        Kind::Choice => [22.0, 22.0],
    }
}

fn area(layers: &Layers<NodeLabel, EdgeLabel>, node: &str) -> Area {
    let Some(label) = layers.node(node) else { return Area::default() };
    let (width, height) = (label.width as f32, label.height as f32);
    let at = |v: Option<f64>, size: f32| v.unwrap_or_default() as f32 - size / 2.0;
    Area { x: at(label.x, width), y: at(label.y, height), width, height }
}

fn union(a: Area, b: &Area) -> Area {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    let (right, bottom) =
        ((a.x + a.width).max(b.x + b.width), (a.y + a.height).max(b.y + b.height));
    Area { x, y, width: right - x, height: bottom - y }
}

/// Ends a way where it first meets a box.
fn cut_end(points: &mut Vec<[f32; 2]>, area: &Area) {
    let Some(at) = points.iter().position(|p| area.holds(*p)) else { return };
    if at == 0 {
        return;
    }
    let (out, inside) = (points[at - 1], points[at]);
    points.truncate(at);
    points.push(crossing(out, inside, area));
}

/// Where the way from outside to inside crosses the edge of a box.
fn crossing(out: [f32; 2], inside: [f32; 2], area: &Area) -> [f32; 2] {
    let (mut near, mut far) = (0.0, 1.0);
    for _ in 0..24 {
        let t = (near + far) / 2.0;
        let p = [out[0] + (inside[0] - out[0]) * t, out[1] + (inside[1] - out[1]) * t];
        if area.holds(p) { far = t } else { near = t }
    }
    [out[0] + (inside[0] - out[0]) * far, out[1] + (inside[1] - out[1]) * far]
}
