//! Polygons cut by planes.
//!
//! In: a triangle, planes. Out: what of it is on their inner sides. Two triangles with a common edge
//! are cut at the same point of it, bit for bit.

use islay_vm::math::Vec3;

/// The inner side is where `n · p + d` is 0 or more.
pub type Plane = [f32; 4];

/// A triangle gets one more corner from each plane; there are never more than this.
const MOST: usize = 16;
/// Normal and texture coordinate go along with a corner.
pub type Extra = [f32; 5];

/// A corner and what goes along.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Corner {
    /// Where it is.
    pub at: Vec3,
    /// What is interpolated with it.
    pub extra: Extra,
}

/// A convex polygon of a few corners.
#[derive(Clone, Copy, Debug)]
pub struct Polygon {
    corners: [Corner; MOST],
    n: usize,
}

/// How far inside a point is.
#[inline]
pub fn inside(plane: &Plane, p: Vec3) -> f32 {
    plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] + plane[3]
}

impl Polygon {
    /// A triangle.
    pub fn new(triangle: [Corner; 3]) -> Self {
        let mut corners = [Corner::default(); MOST];
        corners[..3].copy_from_slice(&triangle);
        Self { corners, n: 3 }
    }

    /// Its corners.
    pub fn corners(&self) -> &[Corner] {
        self.corners.get(..self.n).unwrap_or_default()
    }

    /// Moves all corners.
    pub fn map(&mut self, map: impl Fn(Vec3) -> Vec3) {
        for corner in self.corners.iter_mut().take(self.n) {
            corner.at = map(corner.at);
        }
    }

    /// Keeps what is inside.
    pub fn cut(&mut self, plane: &Plane) {
        let whole = *self;
        self.n = 0;
        let Some(mut last) = whole.corners().last() else { return };
        let mut last_in = inside(plane, last.at);
        for corner in whole.corners() {
            let now_in = inside(plane, corner.at);
            match (last_in >= 0.0, now_in >= 0.0) {
                (true, false) => self.push(between(last, corner, last_in, now_in)),
                (false, true) => self.push(between(corner, last, now_in, last_in)),
                _ => {}
            }
            if now_in >= 0.0 {
                self.push(*corner);
            }
            (last, last_in) = (corner, now_in);
        }
    }

    fn push(&mut self, corner: Corner) {
        if let Some(free) = self.corners.get_mut(self.n) {
            *free = corner;
            self.n += 1;
        }
    }

    /// Its triangles, as a fan.
    pub fn fan(&self) -> impl Iterator<Item = [&Corner; 3]> {
        let corners = self.corners();
        corners.windows(2).skip(1).filter_map(move |pair| match (corners.first(), pair) {
            (Some(first), [b, c]) => Some([first, b, c]),
            _ => None,
        })
    }
}

/// The point on the plane, always reckoned from inside to outside.
fn between(inner: &Corner, outer: &Corner, inner_in: f32, outer_in: f32) -> Corner {
    let t = inner_in / (inner_in - outer_in);
    let mix = |a: f32, b: f32| a + (b - a) * t;
    Corner {
        at: std::array::from_fn(|i| mix(inner.at[i], outer.at[i])),
        extra: std::array::from_fn(|i| mix(inner.extra[i], outer.extra[i])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f32, y: f32) -> Corner {
        Corner { at: [x, y, 1.0], extra: [x, y, 0.0, 0.0, 0.0] }
    }

    fn triangle() -> Polygon {
        Polygon::new([corner(0.0, 0.0), corner(0.0, 4.0), corner(4.0, 0.0)])
    }

    #[test]
    fn a_corner_outside_is_cut_off_and_what_goes_along_follows() {
        let mut polygon = triangle();
        polygon.cut(&[-1.0, 0.0, 0.0, 3.0]);
        assert_eq!(polygon.corners().len(), 4);
        assert_eq!(polygon.fan().count(), 2);
        for corner in polygon.corners() {
            assert!(corner.at[0] <= 3.0);
            assert_eq!(corner.at[..2], corner.extra[..2]);
        }
    }

    #[test]
    fn what_is_inside_stays_and_what_is_outside_goes() {
        let mut polygon = triangle();
        polygon.cut(&[1.0, 0.0, 0.0, 0.0]);
        assert_eq!(polygon.corners(), triangle().corners());
        polygon.cut(&[1.0, 0.0, 0.0, -5.0]);
        assert_eq!((polygon.corners().len(), polygon.fan().count()), (0, 0));
        let mut none = triangle();
        none.cut(&[f32::NAN; 4]);
        assert!(none.corners().is_empty());
    }

    #[test]
    fn a_common_edge_is_cut_at_one_point() {
        let (a, b) = (corner(0.3, 0.7), corner(2.9, 1.1));
        let cut = |corners| {
            let mut polygon = Polygon::new(corners);
            polygon.cut(&[-1.0, 0.2, 0.0, 1.7]);
            polygon.corners().to_vec()
        };
        let (left, right) = (cut([a, b, corner(0.0, 3.0)]), cut([b, a, corner(0.0, -3.0)]));
        assert!(left.iter().any(|l| l.at[0] > 1.7 && right.contains(l)));
    }
}
