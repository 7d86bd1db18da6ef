//! A diagram as flat coloured triangles, for pictures and for the window.
//!
//! In: a graph, its plan, what is lit. Out: a [`Sketch`] in the plan's units (x right, y down, a
//! line of text 16 high), painted from first to last.

use islay_assets::model::Mesh;

use super::graph::{Graph, Kind, Marks};
use super::plan::{Area, LINE, PAD, Plan, TEXT, width};
use super::sheet::Sheet;
use super::svg::head;

/// Triangles of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// 0xRRGGBBAA.
    pub color: u32,
    /// Their corners.
    pub triangles: Vec<[[f32; 2]; 3]>,
}

/// What is painted, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// The size of the picture.
    pub size: [f32; 2],
    /// The fills.
    pub fills: Vec<Fill>,
}

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
}

/// The drawing; `marks` are those of the panels, in their order.
pub fn sketch(sheet: &Sheet, marks: &[Marks]) -> Sketch {
    let mut s = Sketch { size: sheet.size, fills: Vec::new() };
    let [width, height] = sheet.size;
    s.rounded(&Area { x: 0.0, y: 0.0, width, height }, PAD, ink::PAPER);
    let none = Marks::default();
    for (i, panel) in sheet.panels.iter().enumerate() {
        let begin = s.fills.len();
        s.panel(&panel.graph, &panel.plan, marks.get(i).unwrap_or(&none));
        let [x, y] = panel.at;
        let added = s.fills.iter_mut().skip(begin);
        added.flat_map(|f| &mut f.triangles).flatten().for_each(|p| *p = [p[0] + x, p[1] + y]);
    }
    s
}

fn width_of(text: &str) -> f32 {
    width(text) / 2.0
}

/// Between two colours.
fn blend(a: u32, b: u32, t: f32) -> u32 {
    let t = t.clamp(0.0, 1.0);
    let mix = |x: u8, y: u8| (f32::from(x) + (f32::from(y) - f32::from(x)) * t).round() as u8;
    let (a, b) = (a.to_be_bytes(), b.to_be_bytes());
    u32::from_be_bytes(std::array::from_fn(|i| mix(a[i], b[i])))
}

impl Sketch {
    fn panel(&mut self, graph: &Graph, plan: &Plan, marks: &Marks) {
        // a colour of its own begins the panel, so that it is moved as a whole
        self.fills.push(Fill { color: 0, triangles: Vec::new() });
        self.text(&graph.title, [2.0 * PAD, 2.0 * PAD], ink::TEXT);
        for (i, line) in graph.lines.iter().enumerate() {
            self.text(line, [2.0 * PAD, 2.0 * PAD + LINE * (i + 1) as f32], ink::SOFT);
        }
        for scope in (0..graph.nodes.len()).filter(|i| graph.is_scope(*i)) {
            self.node(graph, plan, marks, scope);
        }
        for (i, line) in plan.arrows.iter().enumerate() {
            let lit = marks.taken.iter().find(|(a, _)| *a == i).map_or(0.0, |(_, t)| *t);
            self.way(&line.points, blend(ink::WAY, ink::LIT_EDGE, lit), 1.4 + 2.0 * lit);
        }
        for leaf in (0..graph.nodes.len()).filter(|i| !graph.is_scope(*i)) {
            self.node(graph, plan, marks, leaf);
        }
        let written = graph.arrows.iter().zip(&plan.arrows).filter(|(a, _)| !a.lines.is_empty());
        for (arrow, line) in written {
            self.rounded(&line.label, 3.0, ink::LABEL);
            let [x, _] = line.label.middle();
            for (i, text) in arrow.lines.iter().enumerate() {
                let at = [x - width_of(text), line.label.y + LINE * i as f32];
                self.text(text, at, ink::SOFT);
            }
        }
    }

    fn node(&mut self, graph: &Graph, plan: &Plan, marks: &Marks, index: usize) {
        let (Some(node), Some(area)) = (graph.nodes.get(index), plan.nodes.get(index)) else {
            return;
        };
        let lit = marks.active.contains(&index);
        let [x, y] = area.middle();
        match node.kind {
            Kind::State => self.state(graph, marks, index, area, lit),
            Kind::Any | Kind::Memory => {
                self.framed(area, area.height / 2.0, [ink::POINT, ink::WAY], 1.0);
                let at = [x - width_of(&node.label), y - LINE / 2.0];
                self.text(&node.label, at, ink::SOFT);
            }
            Kind::Initial => self.rounded(area, area.width / 2.0, ink::TEXT),
            Kind::Choice => {
                let r = area.width / 2.0;
                let corners = [[x - r, y], [x, y - r], [x + r, y], [x, y + r]];
                self.fill(ink::POINT, fan(&corners));
                let mut around = corners.to_vec();
                around.push(corners[0]);
                self.stroke(&around, ink::WAY, 1.2);
            }
        }
    }

    fn state(&mut self, graph: &Graph, marks: &Marks, index: usize, area: &Area, lit: bool) {
        let Some(node) = graph.nodes.get(index) else { return };
        let scope = graph.is_scope(index);
        let fill = match (lit, scope) {
            (true, _) => ink::LIT,
            (false, true) => ink::SCOPE,
            (false, false) => ink::STATE,
        };
        let edge = if lit { ink::LIT_EDGE } else { ink::EDGE };
        self.framed(area, 7.0, [fill, edge], if lit { 2.2 } else { 1.2 });
        let [x, _] = area.middle();
        let top = if scope { area.y + PAD / 2.0 } else { area.y + PAD * 0.7 };
        self.text(&node.label, [x - width_of(&node.label), top], ink::TEXT);
        for (i, line) in node.lines.iter().enumerate() {
            self.text(line, [x - width_of(line), top + LINE * (i + 1) as f32], ink::SOFT);
        }
        let innermost = marks.active.last() == Some(&index);
        if let (true, Some(note)) = (innermost, &marks.note) {
            self.text(note, [area.x + area.width + 4.0, area.y], ink::LIT_EDGE);
        }
    }

    fn way(&mut self, points: &[[f32; 2]], color: u32, thick: f32) {
        let mut points = points.to_vec();
        let tip = head(&points);
        if let (Some([_, left, right]), Some(last)) = (tip, points.last_mut()) {
            // the line ends where the head begins
            *last = [(left[0] + right[0]) / 2.0, (left[1] + right[1]) / 2.0];
        }
        self.stroke(&points, color, thick);
        self.fill(color, tip.into_iter().collect());
    }

    fn framed(&mut self, area: &Area, radius: f32, [fill, edge]: [u32; 2], thick: f32) {
        let t = thick;
        self.rounded(area, radius, edge);
        let inner = Area {
            x: area.x + t,
            y: area.y + t,
            width: (area.width - 2.0 * t).max(0.0),
            height: (area.height - 2.0 * t).max(0.0),
        };
        self.rounded(&inner, (radius - t).max(0.0), fill);
    }

    fn rounded(&mut self, a: &Area, radius: f32, color: u32) {
        const QUARTER: usize = 6;
        let r = radius.min(a.width / 2.0).min(a.height / 2.0);
        let centres = [
            [a.x + a.width - r, a.y + r],
            [a.x + a.width - r, a.y + a.height - r],
            [a.x + r, a.y + a.height - r],
            [a.x + r, a.y + r],
        ];
        let mut outline = Vec::with_capacity(4 * (QUARTER + 1));
        for (corner, [x, y]) in centres.into_iter().enumerate() {
            for step in 0..=QUARTER {
                let angle = 90.0 * (corner as f32 + step as f32 / QUARTER as f32) - 90.0;
                let (sin, cos) = (islay_vm::math::sin_deg(angle), islay_vm::math::cos_deg(angle));
                outline.push([x + r * cos, y + r * sin]);
            }
        }
        self.fill(color, fan(&outline));
    }

    fn stroke(&mut self, points: &[[f32; 2]], color: u32, thick: f32) {
        let mut triangles = Vec::new();
        for pair in points.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = (dx * dx + dy * dy).sqrt();
            if length <= 0.0 {
                continue;
            }
            let (nx, ny) = (-dy / length * thick / 2.0, dx / length * thick / 2.0);
            let (ex, ey) = (dx / length * thick / 2.0, dy / length * thick / 2.0);
            // a little longer, so that corners are closed
            let (a, b) = ([a[0] - ex, a[1] - ey], [b[0] + ex, b[1] + ey]);
            let quad = [
                [a[0] + nx, a[1] + ny],
                [b[0] + nx, b[1] + ny],
                [b[0] - nx, b[1] - ny],
                [a[0] - nx, a[1] - ny],
            ];
            triangles.extend(fan(&quad));
        }
        self.fill(color, triangles);
    }

    /// A line of text; `at` is its top left.
    fn text(&mut self, text: &str, at: [f32; 2], color: u32) {
        let mesh: Mesh = crate::font::mesh(text, TEXT);
        let [w, _] = crate::font::size(text, TEXT);
        let flat = |[x, y, _]: [f32; 3]| [at[0] + w / 2.0 + x, at[1] + LINE / 2.0 - y];
        let corners = mesh.triangles.iter().filter_map(|t| mesh.corners(*t));
        self.fill(color, corners.map(|c| c.map(flat)).collect());
    }

    fn fill(&mut self, color: u32, triangles: Vec<[[f32; 2]; 3]>) {
        if triangles.is_empty() {
            return;
        }
        match self.fills.last_mut() {
            Some(last) if last.color == color => last.triangles.extend(triangles),
            _ => self.fills.push(Fill { color, triangles }),
        }
    }
}

/// A convex outline as triangles.
fn fan(outline: &[[f32; 2]]) -> Vec<[[f32; 2]; 3]> {
    let Some((first, rest)) = outline.split_first() else { return Vec::new() };
    rest.windows(2).map(|pair| [*first, pair[0], pair[1]]).collect()
}
