//! A diagram as flat coloured triangles, for pictures and for the window.
//!
//! In: a graph, its plan, what is lit. Out: a [`Sketch`] in the plan's units (x right, y down, a
//! line of text 16 high). What stays as it is ([`base`]) lies below what changes from moment to
//! moment ([`lights`]), so that a window makes the first once.

use super::graph::{Graph, Kind, Marks};
use super::plan::{Area, LINE, PAD, Plan, TEXT, width};
use super::sheet::{Panel, Sheet};
use super::svg::head;
use crate::flat::Sketch;

mod ink {
    pub const PAPER: u32 = 0xffff_fff2;
    pub const TEXT: u32 = 0x1c27_33ff;
    pub const SOFT: u32 = 0x4456_6bff;
    pub const STATE: u32 = 0xeef4_fbff;
    pub const SCOPE: u32 = 0xdfe9_f4ff;
    pub const EDGE: u32 = 0x3d5a_80ff;
    pub const POINT: u32 = 0xffff_ffff;
    pub const WAY: u32 = 0x5b6f_86ff;
    pub const LABEL: u32 = 0xffff_fff0;
    pub const LIT: u32 = 0xffe0_8aff;
    pub const LIT_EDGE: u32 = 0xc27c_00ff;
    pub const TAKEN: u32 = 0xe050_00ff;
}

/// Height of the line that tells the time in a state.
const NOTE: f32 = 14.0;

/// The drawing; `marks` are those of the panels, in their order.
pub fn sketch(sheet: &Sheet, marks: &[Marks]) -> Sketch {
    let mut all = base(sheet);
    for (panel, marks) in sheet.panels.iter().zip(marks) {
        all.put(lights(&panel.graph, &panel.plan, marks), panel.at);
    }
    all
}

/// The drawing with nothing lit.
pub fn base(sheet: &Sheet) -> Sketch {
    let mut s = Sketch::new(sheet.size);
    let [width, height] = sheet.size;
    s.rounded(&Area { x: 0.0, y: 0.0, width, height }, PAD, ink::PAPER);
    for Panel { at, graph, plan } in &sheet.panels {
        s.put(unlit(graph, plan), *at);
    }
    s
}

/// What is lit in a diagram, to be laid over it.
pub fn lights(graph: &Graph, plan: &Plan, marks: &Marks) -> Sketch {
    let mut s = Sketch::new(plan.size);
    for index in &marks.active {
        match graph.is_scope(*index) {
            true => scope_lit(&mut s, graph, plan, *index),
            false => node(&mut s, graph, plan, *index, true),
        }
    }
    for (arrow, share) in &marks.taken {
        taken(&mut s, graph, plan, *arrow, share.clamp(0.0, 1.0));
    }
    let innermost = marks.active.last().and_then(|i| plan.nodes.get(*i));
    if let (Some(area), Some(note)) = (innermost, &marks.note) {
        noted(&mut s, area, note, plan.size[0]);
    }
    s
}

fn unlit(graph: &Graph, plan: &Plan) -> Sketch {
    let mut s = Sketch::new(plan.size);
    line(&mut s, &graph.title, [2.0 * PAD, 2.0 * PAD], ink::TEXT);
    for (i, text) in graph.lines.iter().enumerate() {
        line(&mut s, text, [2.0 * PAD, 2.0 * PAD + LINE * (i + 1) as f32], ink::SOFT);
    }
    for scope in (0..graph.nodes.len()).filter(|i| graph.is_scope(*i)) {
        node(&mut s, graph, plan, scope, false);
    }
    for line in &plan.arrows {
        way(&mut s, &line.points, ink::WAY, 1.4);
    }
    for leaf in (0..graph.nodes.len()).filter(|i| !graph.is_scope(*i)) {
        node(&mut s, graph, plan, leaf, false);
    }
    for arrow in 0..graph.arrows.len() {
        label(&mut s, graph, plan, arrow, ink::LABEL);
    }
    s
}

/// A line of text at its top left.
fn line(s: &mut Sketch, text: &str, at: [f32; 2], color: u32) {
    s.text(text, at, [TEXT, LINE], color);
}

fn centred(s: &mut Sketch, text: &str, [x, y]: [f32; 2], color: u32) {
    line(s, text, [x - width(text) / 2.0, y], color);
}

/// The same colour, less opaque.
fn faded(color: u32, share: f32) -> u32 {
    let [r, g, b, a] = color.to_be_bytes();
    u32::from_be_bytes([r, g, b, (f32::from(a) * share).round() as u8])
}

fn node(s: &mut Sketch, graph: &Graph, plan: &Plan, index: usize, lit: bool) {
    let (Some(node), Some(area)) = (graph.nodes.get(index), plan.nodes.get(index)) else {
        return;
    };
    let [x, y] = area.middle();
    match node.kind {
        Kind::State => state(s, graph, index, area, lit),
        Kind::Any | Kind::Memory => {
            s.framed(area, area.height / 2.0, [ink::POINT, ink::WAY], 1.0);
            centred(s, &node.label, [x, y - LINE / 2.0], ink::SOFT);
        }
        Kind::Initial => s.rounded(area, area.width / 2.0, ink::TEXT),
        Kind::Choice => {
            let r = area.width / 2.0;
            let corners = [[x - r, y], [x, y - r], [x + r, y], [x, y + r]];
            s.shape(&corners, ink::POINT);
            let mut around = corners.to_vec();
            around.push(corners[0]);
            s.stroke(&around, ink::WAY, 1.2);
        }
    }
}

fn state(s: &mut Sketch, graph: &Graph, index: usize, area: &Area, lit: bool) {
    let Some(node) = graph.nodes.get(index) else { return };
    let scope = graph.is_scope(index);
    let fill = match (lit, scope) {
        (true, _) => ink::LIT,
        (false, true) => ink::SCOPE,
        (false, false) => ink::STATE,
    };
    let edge = if lit { ink::LIT_EDGE } else { ink::EDGE };
    s.framed(area, 7.0, [fill, edge], if lit { 2.2 } else { 1.2 });
    let [x, _] = area.middle();
    let top = if scope { area.y + PAD / 2.0 } else { area.y + PAD * 0.7 };
    centred(s, &node.label, [x, top], ink::TEXT);
    for (i, text) in node.lines.iter().enumerate() {
        centred(s, text, [x, top + LINE * (i + 1) as f32], ink::SOFT);
    }
}

/// Its edge and its name alone: what is in it stays to be read.
fn scope_lit(s: &mut Sketch, graph: &Graph, plan: &Plan, index: usize) {
    let (Some(node), Some(area)) = (graph.nodes.get(index), plan.nodes.get(index)) else {
        return;
    };
    s.frame(area, 7.0, ink::LIT_EDGE, 2.6);
    let ([x, _], w) = (area.middle(), width(&node.label));
    let (left, top) = (x - w / 2.0 - 6.0, area.y + PAD / 2.0);
    let name = Area { x: left, y: top, width: w + 12.0, height: LINE };
    s.rounded(&name, 5.0, ink::LIT);
    centred(s, &node.label, [x, top], ink::TEXT);
}

fn taken(s: &mut Sketch, graph: &Graph, plan: &Plan, arrow: usize, share: f32) {
    let Some(line) = plan.arrows.get(arrow) else { return };
    way(s, &line.points, faded(ink::TAKEN, share), 1.4 + 2.4 * share);
    label(s, graph, plan, arrow, faded(ink::LIT, share));
}

/// What is written on an arrow, on a ground of a colour.
fn label(s: &mut Sketch, graph: &Graph, plan: &Plan, arrow: usize, ground: u32) {
    let (Some(arrow), Some(line)) = (graph.arrows.get(arrow), plan.arrows.get(arrow)) else {
        return;
    };
    if arrow.lines.is_empty() {
        return;
    }
    s.rounded(&line.label, 3.0, ground);
    let [x, _] = line.label.middle();
    for (i, text) in arrow.lines.iter().enumerate() {
        centred(s, text, [x, line.label.y + LINE * i as f32], ink::SOFT);
    }
}

/// A tag over the upper right corner of a box, inside of the picture.
fn noted(s: &mut Sketch, area: &Area, note: &str, most: f32) {
    let w = width(note) + 8.0;
    let x = (area.x + area.width - w / 2.0).min(most - w - 2.0).max(0.0);
    let tag = Area { x, y: area.y - NOTE / 2.0, width: w, height: NOTE };
    s.rounded(&tag, NOTE / 2.0, ink::LIT_EDGE);
    s.text(note, [x + 4.0, tag.y], [TEXT, NOTE], ink::POINT);
}

fn way(s: &mut Sketch, points: &[[f32; 2]], color: u32, thick: f32) {
    let mut points = points.to_vec();
    let tip = head(&points);
    if let (Some([_, left, right]), Some(last)) = (tip, points.last_mut()) {
        // the line ends where the head begins
        *last = [(left[0] + right[0]) / 2.0, (left[1] + right[1]) / 2.0];
    }
    s.stroke(&points, color, thick);
    s.fill(color, tip.into_iter().collect());
}
