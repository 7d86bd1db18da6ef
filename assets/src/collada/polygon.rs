//! Polygons into triangles.
//!
//! In: the corners of a polygon in space. Out: n − 2 triangles that cover it, turned as it is.
//! Convex ones become a fan, others lose one ear after the other. Ears of hostile polygons take
//! long to find, so all polygons of a file share an [`Effort`]; when it is spent, what is left
//! becomes fans and [`Effort::spent`] says so.

use islay_vm::math::Vec3;

/// How often a corner may be held against an ear in all of a file: a fraction of a second.
const MOST_TRIALS: u64 = 20_000_000;

/// What may still be spent on concave polygons.
#[derive(Debug)]
pub(super) struct Effort {
    left: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { left: MOST_TRIALS }
    }
}

impl Effort {
    /// Nothing is left, so some polygons may be covered wrongly.
    pub(super) fn spent(&self) -> bool {
        self.left == 0
    }

    fn spend(&mut self, trials: usize) -> bool {
        self.left = self.left.saturating_sub(trials as u64);
        self.left > 0
    }
}

type Point = [f64; 2];

/// The triangles of a polygon as numbers of its corners.
pub(super) fn triangles(corners: &[Vec3], effort: &mut Effort, out: &mut Vec<[usize; 3]>) {
    out.clear();
    if corners.len() < 3 {
        return;
    }
    if corners.len() == 3 {
        out.push([0, 1, 2]);
        return;
    }
    let flat = flatten(corners);
    if is_convex(&flat) {
        fan(&(0..corners.len()).collect::<Vec<_>>(), out);
    } else {
        clip(&flat, effort, out);
    }
}

fn fan(ring: &[usize], out: &mut Vec<[usize; 3]>) {
    let Some((first, rest)) = ring.split_first() else { return };
    for pair in rest.windows(2) {
        if let [b, c] = pair {
            out.push([*first, *b, *c]);
        }
    }
}

/// The polygon seen from where it turns left.
fn flatten(corners: &[Vec3]) -> Vec<Point> {
    let mut normal = [0.0_f64; 3];
    let next = corners.iter().cycle().skip(1);
    for (a, b) in corners.iter().zip(next) {
        let (a, b) = (a.map(f64::from), b.map(f64::from));
        normal[0] += (a[1] - b[1]) * (a[2] + b[2]);
        normal[1] += (a[2] - b[2]) * (a[0] + b[0]);
        normal[2] += (a[0] - b[0]) * (a[1] + b[1]);
    }
    let size = normal.map(f64::abs);
    let axis = if size[0] >= size[1] && size[0] >= size[2] {
        0
    } else if size[1] >= size[2] {
        1
    } else {
        2
    };
    let (u, v) = [(1, 2), (2, 0), (0, 1)][axis];
    let (u, v) = if normal[axis] < 0.0 { (v, u) } else { (u, v) };
    corners.iter().map(|c| [f64::from(c[u]), f64::from(c[v])]).collect()
}

/// Twice the area of a triangle, positive when it turns left.
fn area(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn at(points: &[Point], i: usize) -> Point {
    points.get(i).copied().unwrap_or_default()
}

/// Turns left at every corner, and once around in all.
fn is_convex(points: &[Point]) -> bool {
    let n = points.len();
    let corner = |i: usize| area(at(points, i), at(points, (i + 1) % n), at(points, (i + 2) % n));
    if (0..n).any(|i| corner(i) < 0.0) {
        return false;
    }
    // a star turns left everywhere, too, but goes up and down more than once
    let rises = |i: usize| at(points, (i + 1) % n)[1] > at(points, i % n)[1];
    (0..n).filter(|i| rises(*i) != rises(i + 1)).count() <= 2
}

/// Cuts ears off.
fn clip(points: &[Point], effort: &mut Effort, out: &mut Vec<[usize; 3]>) {
    let mut ring: Vec<usize> = (0..points.len()).collect();
    let mut here = 0;
    let mut vain = 0;
    while ring.len() > 3 {
        let n = ring.len();
        let [before, tip, behind] = [(here + n - 1) % n, here % n, (here + 1) % n];
        let corner = |i: usize| ring.get(i).copied().unwrap_or(0);
        let ear = [corner(before), corner(tip), corner(behind)];
        // a ring without ears crosses itself: any corner does
        if vain >= n || is_ear(points, &ring, ear, effort) {
            out.push(ear);
            ring.remove(tip);
            here = if tip == 0 { 0 } else { tip - 1 };
            vain = 0;
        } else {
            here = behind;
            vain += 1;
        }
        if effort.spent() {
            break;
        }
    }
    fan(&ring, out);
}

/// The triangle turns left and no other corner is in it.
fn is_ear(points: &[Point], ring: &[usize], ear: [usize; 3], effort: &mut Effort) -> bool {
    let [a, b, c] = ear.map(|i| at(points, i));
    let turns_left = area(a, b, c) > 0.0;
    if !effort.spend(if turns_left { ring.len() } else { 1 }) || !turns_left {
        return false;
    }
    let inside = |p: Point| {
        p != a
            && p != b
            && p != c
            && area(a, b, p) >= 0.0
            && area(b, c, p) >= 0.0
            && area(c, a, p) >= 0.0
    };
    !ring.iter().any(|i| inside(at(points, *i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(corners: &[Vec3]) -> Vec<[usize; 3]> {
        let mut out = Vec::new();
        triangles(corners, &mut Effort::default(), &mut out);
        out
    }

    /// Areas of the triangles, seen from above.
    fn areas(corners: &[Vec3]) -> Vec<f64> {
        let flat: Vec<Point> = corners.iter().map(|c| [c[0].into(), c[1].into()]).collect();
        cut(corners).iter().map(|t| area(flat[t[0]], flat[t[1]], flat[t[2]]) / 2.0).collect()
    }

    fn flat(points: &[[f32; 2]]) -> Vec<Vec3> {
        points.iter().map(|p| [p[0], p[1], 1.0]).collect()
    }

    #[test]
    fn a_convex_polygon_is_a_fan() {
        let square = flat(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
        assert_eq!(cut(&square), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(cut(&square[..2]), [[0_usize; 3]; 0]);
    }

    #[test]
    fn a_concave_polygon_is_covered_once() {
        let arrow = flat(&[[0.0, 0.0], [4.0, -2.0], [1.0, 0.0], [4.0, 2.0]]);
        let shapes = [
            (arrow, 2.0),
            (
                flat(&[
                    [0., 0.],
                    [3., 0.],
                    [3., 3.],
                    [2., 3.],
                    [2., 1.],
                    [1., 1.],
                    [1., 3.],
                    [0., 3.],
                ]),
                7.0,
            ),
            (
                flat(&[
                    [0., 0.],
                    [4., 0.],
                    [4., 1.],
                    [1., 1.],
                    [1., 2.],
                    [4., 2.],
                    [4., 3.],
                    [0., 3.],
                ]),
                9.0,
            ),
        ];
        for (shape, all) in shapes {
            for turn in 0..shape.len() {
                let mut shape = shape.clone();
                shape.rotate_left(turn);
                let parts = areas(&shape);
                assert_eq!(parts.len(), shape.len() - 2);
                assert!(parts.iter().all(|a| *a >= 0.0), "{shape:?}: {parts:?}");
                assert!((parts.iter().sum::<f64>() - all).abs() < 1e-9, "{shape:?}: {parts:?}");
                shape.reverse();
                let parts = areas(&shape);
                assert!(parts.iter().all(|a| *a <= 0.0), "{shape:?}: {parts:?}");
                assert!((parts.iter().sum::<f64>() + all).abs() < 1e-9, "{shape:?}: {parts:?}");
            }
        }
    }

    #[test]
    fn whatever_it_is_there_are_two_less_triangles_than_corners() {
        let star = flat(&[[0., 3.], [2., -3.], [-3., 1.], [3., 1.], [-2., -3.]]);
        assert_eq!(cut(&star).len(), 3);
        assert_eq!(cut(&[[1.0; 3]; 9]).len(), 7);
        let line: Vec<Vec3> = (0..9).map(|i| [i as f32, 0.0, 0.0]).collect();
        assert_eq!(cut(&line).len(), 7);
    }

    #[test]
    fn a_comb_of_many_teeth_ends() {
        let comb: Vec<Vec3> = (0..30_000_u32)
            .map(|i| [i as f32, if i % 2 == 0 { 0.0 } else { 1000.0 + (i % 7) as f32 }, 0.0])
            .collect();
        let mut out = Vec::new();
        let mut effort = Effort::default();
        triangles(&comb, &mut effort, &mut out);
        assert_eq!(out.len(), 29_998);
    }
}
