//! Samples of a triangle.
//!
//! In: three spots, attributes at each, a surface that gives colours. Out: spans on a canvas. A
//! sample belongs to the triangle if its middle does; of two triangles with a common edge exactly
//! one has it. Nothing outside of the canvas is touched, whatever the numbers are.

use super::canvas::Canvas;
use super::lens::Spot;

/// What gives a sample its colour.
pub trait Surface<const N: usize> {
    /// The same for all samples of the triangle, where it is so.
    fn plain(&self) -> Option<[f32; 4]> {
        None
    }

    /// Linear colour and opacity at the middle of a sample (in samples from the top left), with the
    /// share of [`Spot`] and the attributes there.
    fn color(&self, x: f32, y: f32, share: f32, attributes: &[f32; N]) -> [f32; 4];
}

/// How samples meet what is there.
pub trait Rule {
    /// At equal depth the later one is seen.
    const EQUAL: bool;
    /// It hides what comes later and lies behind it.
    const HIDES: bool;
    /// What is there shows through; otherwise a sample is seen from half opacity on.
    const BLENDS: bool;
}

/// Things that hide each other.
#[derive(Clone, Copy)]
pub struct Solid;
/// Things that are seen through.
#[derive(Clone, Copy)]
pub struct Clear;
/// Things on the picture.
#[derive(Clone, Copy)]
pub struct Pinned;

impl Rule for Solid {
    const EQUAL: bool = false;
    const HIDES: bool = true;
    const BLENDS: bool = false;
}

impl Rule for Clear {
    const EQUAL: bool = false;
    const HIDES: bool = false;
    const BLENDS: bool = true;
}

impl Rule for Pinned {
    const EQUAL: bool = true;
    const HIDES: bool = true;
    const BLENDS: bool = true;
}

/// Twice the area on the canvas; its sign tells which side is seen.
#[inline]
pub fn area([a, b, c]: &[Spot; 3]) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
}

/// The first whole number whose middle is at or beyond this, from 0 to the limit.
#[inline]
fn first(from: f32, limit: usize) -> usize {
    let at = from - 0.5;
    // without a call of `ceil`, which is slow where the processor has none
    let low = at as i32;
    let high = if low as f32 >= at { low } else { low.saturating_add(1) };
    if at > 0.0 { (high as usize).min(limit) } else { 0 }
}

/// Whether the box around a triangle has any sample on the canvas.
#[inline]
pub fn touches([a, b, c]: &[Spot; 3], canvas: &Canvas) -> bool {
    let range = |a: f32, b: f32, c: f32, limit| {
        first(a.min(b).min(c), limit) < first(a.max(b).max(c), limit)
    };
    range(a.y, b.y, c.y, canvas.height) && range(a.x, b.x, c.x, canvas.width)
}

/// A value that is linear on the canvas.
#[derive(Clone, Copy)]
struct Slope {
    at: f64,
    dx: f64,
    dy: f64,
}

/// Finds slopes: the corner that they start from, the sides from it, one by the area.
struct Sides {
    x: f64,
    y: f64,
    ab: [f64; 2],
    ac: [f64; 2],
    by_area: f64,
}

impl Sides {
    fn new([a, b, c]: &[Spot; 3]) -> Option<Self> {
        let (x, y) = (f64::from(a.x), f64::from(a.y));
        let ab = [f64::from(b.x) - x, f64::from(b.y) - y];
        let ac = [f64::from(c.x) - x, f64::from(c.y) - y];
        let by_area = 1.0 / (ab[0] * ac[1] - ac[0] * ab[1]);
        by_area.is_finite().then_some(Self { x, y, ab, ac, by_area })
    }

    #[inline]
    fn slope(&self, a: f32, b: f32, c: f32) -> Slope {
        let (ab, ac) = (f64::from(b - a), f64::from(c - a));
        Slope {
            at: f64::from(a),
            dx: (ab * self.ac[1] - ac * self.ab[1]) * self.by_area,
            dy: (ac * self.ab[0] - ab * self.ac[0]) * self.by_area,
        }
    }

    #[inline]
    fn at(&self, slope: &Slope, x: f64, y: f64) -> f32 {
        (slope.at + slope.dx * (x - self.x) + slope.dy * (y - self.y)) as f32
    }
}

/// A side of a triangle, from its upper end.
#[derive(Clone, Copy)]
struct Edge {
    x: f32,
    y: f32,
    lean: f32,
}

impl Edge {
    fn new(upper: Spot, lower: Spot) -> Self {
        Self { x: upper.x, y: upper.y, lean: (lower.x - upper.x) / (lower.y - upper.y) }
    }

    #[inline]
    fn at(&self, y: f32) -> f32 {
        self.x + (y - self.y) * self.lean
    }
}

/// Paints a triangle.
pub fn fill<const N: usize, R: Rule, S: Surface<N>>(
    canvas: &mut Canvas,
    _: &R,
    spots: &[Spot; 3],
    attributes: &[[f32; N]; 3],
    surface: &S,
) {
    let Some(sides) = Sides::new(spots) else { return };
    let [a, b, c] = spots;
    let depth = sides.slope(a.depth, b.depth, c.depth);
    let share = sides.slope(a.share, b.share, c.share);
    let slopes: [Slope; N] = std::array::from_fn(|i| {
        let [p, q, r] = attributes;
        sides.slope(p[i] * a.share, q[i] * b.share, r[i] * c.share)
    });
    let [top, middle, bottom] = sorted(*spots);
    let long = Edge::new(top, bottom);
    let rows = [first(top.y, canvas.height), first(middle.y, canvas.height)];
    let halves = [(rows[0], rows[1], Edge::new(top, middle)), {
        (rows[1], first(bottom.y, canvas.height), Edge::new(middle, bottom))
    }];
    for (from, to, short) in halves {
        for row in from..to {
            let y = row as f32 + 0.5;
            let (p, q) = (long.at(y), short.at(y));
            let (from, to) = (first(p.min(q), canvas.width), first(p.max(q), canvas.width));
            if from >= to {
                continue;
            }
            let x = from as f64 + 0.5;
            let start = |slope: &Slope| (sides.at(slope, x, f64::from(y)), slope.dx as f32);
            let span = Span {
                x: x as f32,
                y,
                depth: start(&depth),
                share: start(&share),
                slopes: std::array::from_fn(|i| start(&slopes[i])),
            };
            let (depths, colors) = canvas.span(row, from, to);
            span.paint::<R, S>(depths, colors, surface);
        }
    }
}

/// By height, the upper ones first.
fn sorted(mut spots: [Spot; 3]) -> [Spot; 3] {
    for (i, j) in [(0, 1), (1, 2), (0, 1)] {
        if spots[j].y < spots[i].y {
            spots.swap(i, j);
        }
    }
    spots
}

/// Part of a row: for each value what it is at the first sample, and by how much it grows.
struct Span<const N: usize> {
    x: f32,
    y: f32,
    depth: (f32, f32),
    share: (f32, f32),
    slopes: [(f32, f32); N],
}

impl<const N: usize> Span<N> {
    fn paint<R: Rule, S: Surface<N>>(
        &self,
        depths: &mut [f32],
        colors: &mut [[f32; 3]],
        surface: &S,
    ) {
        let plain = surface.plain();
        if let (Some([r, g, b, _]), false, false) = (plain, R::BLENDS, R::EQUAL) {
            return self.paint_plain(depths, colors, [r, g, b]);
        }
        for (i, (depth, color)) in depths.iter_mut().zip(colors).enumerate() {
            let step = i as f32;
            let near = self.depth.0 + self.depth.1 * step;
            if !(near > *depth || R::EQUAL && near == *depth) {
                continue;
            }
            let [r, g, b, opacity] = plain.unwrap_or_else(|| self.sample(surface, step));
            if R::BLENDS {
                let mix = |under: f32, over: f32| under + (over - under) * opacity;
                *color = [mix(color[0], r), mix(color[1], g), mix(color[2], b)];
            } else if opacity >= 0.5 {
                *color = [r, g, b];
            }
            let seen = if R::BLENDS { opacity > 0.0 } else { opacity >= 0.5 };
            if R::HIDES && seen {
                *depth = near;
            }
        }
    }

    #[inline]
    fn sample<S: Surface<N>>(&self, surface: &S, step: f32) -> [f32; 4] {
        let share = self.share.0 + self.share.1 * step;
        let back = 1.0 / share;
        let attributes: [f32; N] =
            std::array::from_fn(|i| (self.slopes[i].0 + self.slopes[i].1 * step) * back);
        surface.color(self.x + step, self.y, share, &attributes)
    }

    #[inline]
    fn paint_plain(&self, depths: &mut [f32], colors: &mut [[f32; 3]], plain: [f32; 3]) {
        for (i, (depth, color)) in depths.iter_mut().zip(colors).enumerate() {
            let near = self.depth.0 + self.depth.1 * i as f32;
            if near > *depth {
                *depth = near;
                *color = plain;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain([f32; 4]);

    impl Surface<0> for Plain {
        fn plain(&self) -> Option<[f32; 4]> {
            Some(self.0)
        }

        fn color(&self, _: f32, _: f32, _: f32, _: &[f32; 0]) -> [f32; 4] {
            self.0
        }
    }

    /// Adds up how often a sample is painted.
    fn count(canvas: &mut Canvas, corners: [[f32; 2]; 3]) {
        let spots = corners.map(|[x, y]| Spot { x, y, depth: 1.0, share: 1.0 });
        let before = canvas.color.clone();
        canvas.clear_depth();
        fill(canvas, &Solid, &spots, &[[]; 3], &Plain([1.0, 0.0, 0.0, 1.0]));
        for (now, then) in canvas.color.iter_mut().zip(before) {
            now[0] = then[0] + if *now == [1.0, 0.0, 0.0] { 1.0 } else { 0.0 };
            now[1] = 0.5;
        }
    }

    #[test]
    fn every_sample_of_a_fan_is_painted_once() {
        let mut canvas = Canvas::default();
        canvas.clear(64, 48, [0.0, 0.5, 0.0]);
        let rim =
            [[-3.0, -5.0], [30.5, -2.0], [70.0, -9.0], [66.0, 20.5], [90.0, 60.0], [-20.0, 51.5]];
        for i in 0..rim.len() {
            count(&mut canvas, [[31.5, 17.25], rim[i], rim[(i + 1) % rim.len()]]);
        }
        let other: Vec<_> = canvas.color.iter().filter(|c| c[0] != 1.0).collect();
        assert!(other.is_empty(), "{} of {}", other.len(), canvas.color.len());
    }

    #[test]
    fn the_nearer_one_is_seen_whatever_the_order() {
        let far = [[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]].map(|[x, y]| (x, y, 0.5));
        let near = far.map(|(x, y, _)| (x, y, 0.7));
        for order in [[(far, 0.2), (near, 0.9)], [(near, 0.9), (far, 0.2)]] {
            let mut canvas = Canvas::default();
            canvas.clear(4, 4, [0.0; 3]);
            for (corners, color) in order {
                let spots = corners.map(|(x, y, depth)| Spot { x, y, depth, share: depth });
                fill(&mut canvas, &Solid, &spots, &[[]; 3], &Plain([color; 4]));
            }
            assert_eq!(canvas.color[0], [0.9; 3]);
        }
    }

    #[test]
    fn attributes_follow_perspective() {
        struct Show;
        impl Surface<1> for Show {
            fn color(&self, _: f32, _: f32, _: f32, a: &[f32; 1]) -> [f32; 4] {
                [a[0], 0.0, 0.0, 1.0]
            }
        }
        let mut canvas = Canvas::default();
        canvas.clear(101, 1, [0.0; 3]);
        // from distance 1 on the left to distance 3 on the right, far above to far below
        let spot = |x, y, z: f32| Spot { x, y, depth: 1.0 / z, share: 1.0 / z };
        let spots = [spot(0.0, -500.0, 1.0), spot(0.0, 500.0, 1.0), spot(101.0, 0.5, 3.0)];
        fill(&mut canvas, &Solid, &spots, &[[0.0], [0.0], [1.0]], &Show);
        // half way on the picture is a quarter of the way in the world
        assert!((canvas.color[50][0] - 0.25).abs() < 1e-5, "{:?}", canvas.color[50]);
    }

    #[test]
    fn strange_numbers_paint_nothing_outside() {
        let mut canvas = Canvas::default();
        canvas.clear(5, 5, [0.0; 3]);
        let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 0.0, 2.5];
        for i in 0..odd.len().pow(3) {
            let [a, b, c] = [i % 7, i / 7 % 7, i / 49].map(|i| odd[i]);
            let spot = |x, y| Spot { x, y, depth: a, share: b };
            let spots = [spot(a, b), spot(b, c), spot(c, a)];
            fill(&mut canvas, &Solid, &spots, &[[]; 3], &Plain([1.0; 4]));
        }
        assert_eq!(canvas.color.len(), 25);
    }
}
