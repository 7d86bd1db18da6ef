//! The form in which signs are written down, and how it is read.
//!
//! In: a line of text, `sign width stroke / stroke …`. A stroke is a row of points `x,y` on a grid
//! whose origin is the left end of the baseline; a point in parentheses bends the line toward
//! itself instead of lying on it, so that `0,0 (5,0) 5,5` is an arc. A stroke of one point is a
//! dot; one that ends where it began is closed, and filled where `*` comes first; `3,4 o2` is a ring
//! around a point. Out: a [`Sketch`] of polylines. What cannot be read
//! is left out; a test sees that all can be.

use islay_vm::math::{cos_deg, sin_deg};

/// A point on the grid.
pub type Point = [f32; 2];

/// How far an arc may lie from the straight lines that stand for it.
const TOLERANCE: f32 = 0.08;
/// How many straight lines a circle is made of.
const RING: u8 = 20;

/// Lines to be drawn with a pen, in grid units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// From its own left end to the next sign's.
    pub advance: f32,
    /// In the order in which they are drawn.
    pub strokes: Vec<Stroke>,
}

/// One movement of the pen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stroke {
    /// A polyline; a single point is a dot.
    pub points: Vec<Point>,
    /// Whether what it goes around is filled too.
    pub filled: bool,
}

impl Sketch {
    /// The sketch with each point moved as told.
    pub fn map(&self, advance: f32, to: impl Fn(Point) -> Point) -> Self {
        let moved = |s: &Stroke| Stroke {
            points: s.points.iter().map(|p| to(*p)).collect(),
            filled: s.filled,
        };
        Self { advance, strokes: self.strokes.iter().map(moved).collect() }
    }

    /// Both on one place, as wide as the first.
    pub fn with(mut self, other: &Self) -> Self {
        self.strokes.extend(other.strokes.iter().cloned());
        self
    }

    /// The leftmost and the rightmost place of its lines.
    pub fn extent(&self) -> [f32; 2] {
        let all = self.strokes.iter().flat_map(|s| &s.points).map(|p| p[0]);
        all.fold([f32::MAX, f32::MIN], |[lo, hi], x| [lo.min(x), hi.max(x)])
    }
}

/// The sign and the sketch of each line of a table.
pub fn read(table: &str) -> impl Iterator<Item = (char, Sketch)> + '_ {
    table.lines().filter_map(line)
}

/// One line of a table.
pub fn line(line: &str) -> Option<(char, Sketch)> {
    let sign = line.chars().next()?;
    let rest = line.get(sign.len_utf8()..)?.trim_start();
    let (advance, strokes) = rest.split_once(' ')?;
    let strokes = strokes.split('/').map(stroke).collect::<Option<Vec<_>>>()?;
    Some((sign, Sketch { advance: advance.parse().ok()?, strokes }))
}

/// One stroke, its arcs made of short lines.
fn stroke(text: &str) -> Option<Stroke> {
    let text = text.trim_start();
    let line = text.strip_prefix('*').unwrap_or(text);
    let mut points: Vec<Point> = Vec::new();
    let mut bend: Option<Point> = None;
    for word in line.split_whitespace() {
        if let Some(radius) = word.strip_prefix('o') {
            points = ring(points.pop()?, radius.parse().ok()?);
            continue;
        }
        let inner = word.strip_prefix('(').and_then(|w| w.strip_suffix(')'));
        let at = point(inner.unwrap_or(word))?;
        match (bend, inner) {
            (None, None) => points.push(at),
            (None, Some(_)) => {}
            (Some(b), None) => arc(&mut points, b, at)?,
            (Some(b), Some(_)) => arc(&mut points, b, between(b, at))?,
        }
        bend = inner.map(|_| at);
    }
    let whole = bend.is_none() && !points.is_empty();
    whole.then_some(Stroke { points, filled: line.len() < text.len() })
}

fn between(a: Point, b: Point) -> Point {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

/// A circle.
fn ring([x, y]: Point, radius: f32) -> Vec<Point> {
    let at = |i: u8| {
        let angle = f32::from(i) * (360.0 / f32::from(RING));
        [x + radius * sin_deg(angle), y + radius * cos_deg(angle)]
    };
    (0..=RING).map(at).collect()
}

fn point(word: &str) -> Option<Point> {
    let (x, y) = word.split_once(',')?;
    Some([x.parse().ok()?, y.parse().ok()?])
}

/// Goes on from the last point in a parabola.
fn arc(out: &mut Vec<Point>, bend: Point, end: Point) -> Option<()> {
    let start = *out.last()?;
    let curve = |i: usize| start[i] - 2.0 * bend[i] + end[i];
    let depth = (curve(0) * curve(0) + curve(1) * curve(1)).sqrt() / 4.0;
    let steps = (depth / TOLERANCE).sqrt().ceil().clamp(1.0, 16.0) as u32;
    for step in 1..=steps {
        let t = step as f32 / steps as f32;
        let at = |i: usize| {
            let (a, b) = (start[i] + (bend[i] - start[i]) * t, bend[i] + (end[i] - bend[i]) * t);
            a + (b - a) * t
        };
        out.push([at(0), at(1)]);
    }
    Some(())
}
