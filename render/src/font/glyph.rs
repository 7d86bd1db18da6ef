//! The form in which signs are written down, and how it is read.
//!
//! In: a line of text, `sign width stroke / stroke …`. A stroke is a row of points `x,y` on a grid
//! whose origin is the left end of the baseline; a point in parentheses bends the line toward
//! itself instead of lying on it, so that `0,0 (5,0) 5,5` is an arc. A stroke of one point is a
//! dot; one that ends where it began is closed. Out: a [`Sketch`] of polylines. What cannot be read
//! is left out; a test sees that all can be.

/// A point on the grid.
pub type Point = [f32; 2];

/// How far an arc may lie from the straight lines that stand for it.
const TOLERANCE: f32 = 0.08;

/// Lines to be drawn with a pen, in grid units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// From its own left end to the next sign's.
    pub advance: f32,
    /// Polylines; a single point is a dot.
    pub strokes: Vec<Vec<Point>>,
}

#[allow(dead_code)]
impl Sketch {
    /// The sketch with each point moved as told.
    pub fn map(&self, advance: f32, to: impl Fn(Point) -> Point) -> Self {
        let strokes = self.strokes.iter().map(|s| s.iter().map(|p| to(*p)).collect()).collect();
        Self { advance, strokes }
    }

    /// Both on one place, as wide as the first.
    pub fn with(mut self, other: &Self) -> Self {
        self.strokes.extend(other.strokes.iter().cloned());
        self
    }

    /// The leftmost and the rightmost place of its lines.
    pub fn extent(&self) -> [f32; 2] {
        let all = self.strokes.iter().flatten().map(|p| p[0]);
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
fn stroke(text: &str) -> Option<Vec<Point>> {
    let mut out: Vec<Point> = Vec::new();
    let mut bend: Option<Point> = None;
    for word in text.split_whitespace() {
        let inner = word.strip_prefix('(').and_then(|w| w.strip_suffix(')'));
        let at = point(inner.unwrap_or(word))?;
        match (bend, inner) {
            (None, None) => out.push(at),
            (None, Some(_)) => bend = Some(at),
            (Some(b), None) => {
                arc(&mut out, b, at)?;
                bend = None;
            }
            (Some(b), Some(_)) => {
                arc(&mut out, b, [(b[0] + at[0]) / 2.0, (b[1] + at[1]) / 2.0])?;
                bend = Some(at);
            }
        }
    }
    (bend.is_none() && !out.is_empty()).then_some(out)
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
