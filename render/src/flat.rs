//! Flat drawings: triangles of plain colours, painted from first to last.
//!
//! In: boxes, lines and texts, in units of their own (x right, y down). Out: a [`Sketch`], and its
//! pixels ([`paint()`]). It places nothing by itself and knows no window.

mod paint;

pub use paint::{Clip, over, paint};

use crate::font::{self, Align};

/// Points of a quarter of a circle.
const QUARTER: usize = 6;

/// A rectangle; x goes right, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Left.
    pub x: f32,
    /// Top.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Area {
    /// Whether a point lies in it.
    pub fn holds(&self, [x, y]: [f32; 2]) -> bool {
        x >= self.x && x <= self.x + self.width && y >= self.y && y <= self.y + self.height
    }

    /// Whether they share more than an edge.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Its middle.
    pub fn middle(&self) -> [f32; 2] {
        [self.x + self.width / 2.0, self.y + self.height / 2.0]
    }

    /// Its corners, clockwise from the top left.
    pub fn corners(&self) -> [[f32; 2]; 4] {
        let (right, bottom) = (self.x + self.width, self.y + self.height);
        [[self.x, self.y], [right, self.y], [right, bottom], [self.x, bottom]]
    }

    /// Smaller by so much on all sides; empty where it has not so much.
    #[must_use]
    pub fn inside(&self, by: f32) -> Area {
        Area {
            x: self.x + by,
            y: self.y + by,
            width: (self.width - 2.0 * by).max(0.0),
            height: (self.height - 2.0 * by).max(0.0),
        }
    }
}

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

impl Sketch {
    /// Nothing yet, on a picture of this size.
    pub fn new(size: [f32; 2]) -> Self {
        Self { size, fills: Vec::new() }
    }

    /// A box with round corners and an edge.
    pub fn framed(&mut self, area: &Area, radius: f32, [fill, edge]: [u32; 2], thick: f32) {
        self.rounded(area, radius, edge);
        self.rounded(&area.inside(thick), (radius - thick).max(0.0), fill);
    }

    /// The edge of a box alone.
    pub fn frame(&mut self, area: &Area, radius: f32, color: u32, thick: f32) {
        let outer = outline(area, radius);
        let inner = outline(&area.inside(thick), (radius - thick).max(0.0));
        let ring = |i: usize| {
            let j = (i + 1) % outer.len();
            let (a, b, c, d) = (outer[i], outer[j], inner[j], inner[i]);
            [[a, b, c], [a, c, d]]
        };
        self.fill(color, (0..outer.len()).flat_map(ring).collect());
    }

    /// A box with round corners.
    pub fn rounded(&mut self, area: &Area, radius: f32, color: u32) {
        self.fill(color, fan(&outline(area, radius)));
    }

    /// A convex shape.
    pub fn shape(&mut self, outline: &[[f32; 2]], color: u32) {
        self.fill(color, fan(outline));
    }

    /// A line through points.
    pub fn stroke(&mut self, points: &[[f32; 2]], color: u32, thick: f32) {
        let pairs = points.windows(2).filter_map(|pair| beam(pair[0], pair[1], thick));
        self.fill(color, pairs.flat_map(|quad| fan(&quad)).collect());
    }

    /// A line of text whose letters' box is so high; `at` is the top left of a line that is so high.
    pub fn text(&mut self, text: &str, at: [f32; 2], heights: [f32; 2], color: u32) {
        let [height, line] = heights;
        let mesh = font::aligned(text, height, Align::Left);
        let [w, rise] = font::size(text, height);
        let top = at[1] + (line - height) / 2.0;
        let flat = |[x, y, _]: [f32; 3]| [at[0] + w / 2.0 + x, top + rise / 2.0 - y];
        let corners = mesh.triangles.iter().filter_map(|t| mesh.corners(*t));
        self.fill(color, corners.map(|c| c.map(flat)).collect());
    }

    /// Triangles of a colour.
    pub fn fill(&mut self, color: u32, triangles: Vec<[[f32; 2]; 3]>) {
        if triangles.is_empty() {
            return;
        }
        match self.fills.last_mut() {
            Some(last) if last.color == color => last.triangles.extend(triangles),
            _ => self.fills.push(Fill { color, triangles }),
        }
    }

    /// All of another, moved.
    pub fn put(&mut self, other: Sketch, [x, y]: [f32; 2]) {
        for mut fill in other.fills {
            fill.triangles.iter_mut().flatten().for_each(|p| *p = [p[0] + x, p[1] + y]);
            self.fill(fill.color, fill.triangles);
        }
    }
}

/// The four corners of a line, a little longer than it, so that bends are closed.
fn beam(a: [f32; 2], b: [f32; 2], thick: f32) -> Option<[[f32; 2]; 4]> {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = (dx * dx + dy * dy).sqrt();
    if length <= 0.0 || !length.is_finite() {
        return None;
    }
    let (nx, ny) = (-dy / length * thick / 2.0, dx / length * thick / 2.0);
    let (a, b) = ([a[0] - ny, a[1] + nx], [b[0] + ny, b[1] - nx]);
    Some([
        [a[0] + nx, a[1] + ny],
        [b[0] + nx, b[1] + ny],
        [b[0] - nx, b[1] - ny],
        [a[0] - nx, a[1] - ny],
    ])
}

/// Around a box with round corners.
fn outline(a: &Area, radius: f32) -> Vec<[f32; 2]> {
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
    outline
}

/// A convex outline as triangles.
fn fan(outline: &[[f32; 2]]) -> Vec<[[f32; 2]; 3]> {
    let Some((first, rest)) = outline.split_first() else { return Vec::new() };
    rest.windows(2).map(|pair| [*first, pair[0], pair[1]]).collect()
}
