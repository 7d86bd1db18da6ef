//! A pen of constant thickness: lines become triangles.
//!
//! In: a [`Sketch`]. Out: a [`Glyph`], the triangles of it on the same grid, with round ends and
//! round corners. It knows no signs and no sizes.

use islay_vm::math::{atan2_deg, cos_deg, sin_deg};

use super::glyph::{Point, Sketch};

/// Half the thickness of a line, in grid units.
pub const RADIUS: f32 = 0.95;
/// How much thicker a dot is than a line.
const DOT: f32 = 1.3;
/// Two directions that differ by less are one bent line, not a corner: the cosine of it.
const SMOOTH: f32 = 0.75;
/// Degrees of a circle that one triangle stands for.
const FACET: f32 = 30.0;

/// A sign made of triangles, in grid units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Glyph {
    /// From its own left end to the next sign's.
    pub advance: f32,
    /// Corners of the triangles.
    pub points: Vec<Point>,
    /// Clockwise, Y being up.
    pub triangles: Vec<[u32; 3]>,
}

impl Glyph {
    /// What the pen leaves where it is drawn along the lines.
    pub fn of(sketch: &Sketch) -> Self {
        let mut glyph = Self { advance: sketch.advance, ..Self::default() };
        for stroke in &sketch.strokes {
            let points = apart(&stroke.points);
            if stroke.filled {
                glyph.fill(&points);
            }
            glyph.stroke(&points);
        }
        glyph
    }

    fn stroke(&mut self, points: &[Point]) {
        match points {
            [] => {}
            [dot] => self.fan(*dot, [RADIUS * DOT, 0.0], 360.0),
            [first, .., last] => {
                let closed = points.len() > 3 && near(*first, *last);
                let normals = points.windows(2).map(|w| normal(w[0], w[1])).collect::<Vec<_>>();
                self.ribbon(points, &normals, closed);
            }
        }
    }

    /// The inside of a ring whose every point is seen from its middle.
    fn fill(&mut self, ring: &[Point]) {
        let sum = ring.iter().skip(1).fold([0.0, 0.0], |sum, p| add(sum, *p));
        let n = ring.len().saturating_sub(1).max(1) as f32;
        let hub = self.point([sum[0] / n, sum[1] / n]);
        for ends in ring.windows(2) {
            let (a, b) = (self.point(ends[0]), self.point(ends[1]));
            self.triangle([hub, a, b]);
        }
    }

    /// A line through the points; `normals` are those of its segments, as long as the radius.
    fn ribbon(&mut self, points: &[Point], normals: &[Point], closed: bool) {
        let last = normals.len().saturating_sub(1);
        let (Some(first_n), Some(last_n)) = (normals.first(), normals.get(last)) else { return };
        let before = |i: usize| match i {
            0 if closed => Some(*last_n),
            0 => None,
            i => normals.get(i - 1).copied(),
        };
        let after = |i: usize| {
            if i == last && closed { Some(*first_n) } else { normals.get(i + 1).copied() }
        };
        for (i, (ends, n)) in points.windows(2).zip(normals).enumerate() {
            let (start, end) = (before(i).map(|m| join(m, *n)), after(i).map(|m| join(*n, m)));
            self.segment(
                [ends[0], ends[1]],
                start.flatten().unwrap_or(*n),
                end.flatten().unwrap_or(*n),
            );
            match before(i) {
                None => self.fan(ends[0], *n, 180.0),
                Some(m) if join(m, *n).is_none() => self.corner(ends[0], m, *n),
                Some(_) => {}
            }
            if after(i).is_none() {
                self.fan(ends[1], [-n[0], -n[1]], 180.0);
            }
        }
    }

    /// A four-cornered piece of line, as wide at its ends as told.
    fn segment(&mut self, [a, b]: [Point; 2], at_a: Point, at_b: Point) {
        let corners = [add(a, at_a), sub(a, at_a), sub(b, at_b), add(b, at_b)];
        let [p, q, r, s] = corners.map(|c| self.point(c));
        self.triangle([p, q, r]);
        self.triangle([p, r, s]);
    }

    /// The outer side of a sharp bend.
    fn corner(&mut self, at: Point, before: Point, after: Point) {
        let turn = before[0] * after[1] - before[1] * after[0];
        let along = before[0] * after[0] + before[1] * after[1];
        let sweep = atan2_deg(turn, along);
        let from = if sweep > 0.0 { [-before[0], -before[1]] } else { before };
        self.fan(at, from, sweep);
    }

    /// A piece of a disc, from a place on its rim through so many degrees to the left.
    fn fan(&mut self, center: Point, from: Point, sweep: f32) {
        let steps = (sweep.abs() / FACET).ceil().max(1.0) as u32;
        let hub = self.point(center);
        let mut rim = self.point(add(center, from));
        for step in 1..=steps {
            let angle = sweep * step as f32 / steps as f32;
            let (sin, cos) = (sin_deg(angle), cos_deg(angle));
            let spoke = [from[0] * cos - from[1] * sin, from[0] * sin + from[1] * cos];
            let next = self.point(add(center, spoke));
            self.triangle([hub, rim, next]);
            rim = next;
        }
    }

    fn point(&mut self, at: Point) -> u32 {
        self.points.push(at);
        (self.points.len() - 1) as u32
    }

    /// Adds a triangle, turned clockwise, unless it has no area.
    fn triangle(&mut self, [a, b, c]: [u32; 3]) {
        let at = |i: u32| self.points.get(i as usize).copied().unwrap_or_default();
        let (u, v) = (sub(at(b), at(a)), sub(at(c), at(a)));
        let area = u[0] * v[1] - u[1] * v[0];
        if area != 0.0 {
            self.triangles.push(if area < 0.0 { [a, b, c] } else { [a, c, b] });
        }
    }
}

/// The points without those that lie on the one before.
fn apart(points: &[Point]) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::with_capacity(points.len());
    for p in points {
        if out.last().is_none_or(|last| !near(*last, *p)) {
            out.push(*p);
        }
    }
    out
}

fn near(a: Point, b: Point) -> bool {
    let [x, y] = sub(a, b);
    x * x + y * y < 1e-4
}

/// To the left of the way from one point to the other, as long as the radius.
fn normal(a: Point, b: Point) -> Point {
    let [x, y] = sub(b, a);
    let length = (x * x + y * y).sqrt();
    [-y / length * RADIUS, x / length * RADIUS]
}

/// The common side of two pieces of a smooth line; `None` where they meet in a corner.
fn join(a: Point, b: Point) -> Option<Point> {
    let cosine = (a[0] * b[0] + a[1] * b[1]) / (RADIUS * RADIUS);
    (cosine > SMOOTH).then(|| [(a[0] + b[0]) / (1.0 + cosine), (a[1] + b[1]) / (1.0 + cosine)])
}

fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1]]
}

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}
