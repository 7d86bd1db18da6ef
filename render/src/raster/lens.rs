//! From the world to samples.
//!
//! In: a view and the size of the canvas. Out: a [`Lens`]: points before the eye, what is surely
//! not seen, what must be cut, and where on the canvas a point is.

use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{Vec3, quat_conj, rotate};

use super::clip::{Plane, inside};
use crate::camera::{NEAR, View};

/// Triangles are cut only this many pictures out.
const GUARD: f32 = 8.0;
/// What is pinned to the picture is seen from this far before to this far behind it.
const DEEP: f32 = 5000.0;

/// A point on the canvas.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spot {
    /// From the left, in samples.
    pub x: f32,
    /// From the top, in samples.
    pub y: f32,
    /// Larger is nearer.
    pub depth: f32,
    /// What attributes are divided by: 1 by the distance along the camera's Z.
    pub share: f32,
}

/// How it is looked at.
#[derive(Clone, Debug)]
pub struct Lens {
    /// From the world to before the eye, where the picture's edges are at |x| = z and |y| = z, or
    /// at 1 in a flat one.
    map: Affine,
    flat: bool,
    half: [f32; 2],
    /// What is outside of one of these is not seen.
    edges: [Plane; 6],
    /// What is outside of one of these has to be cut.
    guards: [Plane; 6],
}

/// What a lens sees of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing.
    None,
    /// Perhaps something; triangles may be drawn as they are.
    Whole,
    /// Perhaps something; triangles must be cut.
    Cut,
}

impl Lens {
    /// That of a view.
    pub fn new(view: &View, width: usize, height: usize) -> Self {
        let turn = quat_conj(view.rotation);
        let scale = [1.0 / (view.half_height * view.aspect), 1.0 / view.half_height, 1.0];
        let axis = |v: Vec3| {
            let turned = rotate(turn, v);
            std::array::from_fn(|i| turned[i] * scale[i])
        };
        let [x, y, z]: [Vec3; 3] =
            [axis([1.0, 0.0, 0.0]), axis([0.0, 1.0, 0.0]), axis([0.0, 0.0, 1.0])];
        let [a, b, c] = axis(view.eye.map(|v| -v));
        let map = [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2], a, b, c];
        let near = [0.0, 0.0, 1.0, -NEAR];
        let sides = |g: f32| {
            [
                [1.0, 0.0, g, 0.0],
                [-1.0, 0.0, g, 0.0],
                [0.0, 1.0, g, 0.0],
                [0.0, -1.0, g, 0.0],
                near,
                near,
            ]
        };
        let half = [width as f32 / 2.0, height as f32 / 2.0];
        Self { map, flat: false, half, edges: sides(1.0), guards: sides(GUARD) }
    }

    /// The one without depth, for what is pinned to the picture.
    pub fn flat(aspect: f32, width: usize, height: usize) -> Self {
        let (x, y) = (0.2 / aspect, 0.2);
        let map = [x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let sides = |g: f32| {
            [
                [1.0, 0.0, 0.0, g],
                [-1.0, 0.0, 0.0, g],
                [0.0, 1.0, 0.0, g],
                [0.0, -1.0, 0.0, g],
                [0.0, 0.0, 1.0, DEEP],
                [0.0, 0.0, -1.0, DEEP],
            ]
        };
        let half = [width as f32 / 2.0, height as f32 / 2.0];
        Self { map, flat: true, half, edges: sides(1.0), guards: sides(GUARD) }
    }

    /// From where this map leads from to before the eye.
    pub fn before(&self, map: &Affine) -> Affine {
        affine::mul(&self.map, map)
    }

    /// What has to be cut is cut by these.
    pub fn guards(&self) -> &[Plane] {
        &self.guards
    }

    /// What is seen of the box around something, under a map to before the eye.
    pub fn sight(&self, map: &Affine, bounds: [Vec3; 2]) -> Sight {
        let corners: [Vec3; 8] = std::array::from_fn(|i| affine::point(map, corner(bounds, i)));
        let beyond = |plane: &Plane| corners.iter().all(|p| inside(plane, *p) < 0.0);
        if self.edges.iter().any(beyond) {
            return Sight::None;
        }
        let within = |plane: &Plane| corners.iter().all(|p| inside(plane, *p) >= 0.0);
        if self.guards.iter().all(within) { Sight::Whole } else { Sight::Cut }
    }

    /// Where on the canvas a point before the eye is.
    #[inline]
    pub fn spot(&self, [x, y, z]: Vec3) -> Spot {
        let (share, depth) =
            if self.flat { (1.0, 1.0 - z * (0.5 / DEEP)) } else { (1.0 / z, 1.0 / z) };
        let [w, h] = self.half;
        Spot { x: w + w * x * share, y: h - h * y * share, depth, share }
    }
}

/// One of the eight corners of a box.
pub fn corner([lo, hi]: [Vec3; 2], i: usize) -> Vec3 {
    std::array::from_fn(|axis| if i >> axis & 1 == 0 { lo[axis] } else { hi[axis] })
}

#[cfg(test)]
mod tests {
    use islay_vm::math::IDENTITY;

    use super::*;

    fn view() -> View {
        let half_height = 0.5;
        View { eye: [1.0, 2.0, -4.0], rotation: IDENTITY, half_height, aspect: 2.0, distance: 4.0 }
    }

    #[test]
    fn a_lens_sees_a_point_where_the_view_projects_it() {
        let (lens, view) = (Lens::new(&view(), 200, 100), view());
        let to_eye = lens.before(&affine::IDENTITY);
        for p in [[1.0, 2.0, 0.0], [2.5, 1.0, 3.0], [-3.0, 4.0, 9.0]] {
            let [x, y, z] = view.project(p).unwrap();
            let spot = lens.spot(affine::point(&to_eye, p));
            assert!((spot.x - (100.0 + 100.0 * x)).abs() < 1e-3, "{spot:?}");
            assert!((spot.y - (50.0 - 50.0 * y)).abs() < 1e-3, "{spot:?}");
            assert!((spot.share * z - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn what_is_behind_or_beside_is_not_seen_and_what_is_near_is_cut() {
        let lens = Lens::new(&view(), 200, 100);
        let sight = |x: f32, z: f32| {
            let map = lens.before(&affine::trs([x, 2.0, z], IDENTITY, [1.0; 3]));
            lens.sight(&map, [[-0.5; 3], [0.5; 3]])
        };
        assert_eq!(sight(1.0, 0.0), Sight::Whole);
        assert_eq!(sight(1.0, -8.0), Sight::None);
        assert_eq!(sight(30.0, 0.0), Sight::None);
        assert_eq!(sight(1.0, -4.0), Sight::Cut);
        assert_eq!(sight(f32::NAN, 0.0), Sight::Cut);
    }
}
