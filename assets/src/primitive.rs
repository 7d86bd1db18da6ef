//! Meshes of the primitives: box, ball, cylinder, cone, capsule, plane.
//!
//! In: a shape's base. Out: a [`Mesh`] around the origin, as the language says: cylinder, cone and
//! capsule stand along Y with their height over all, a plane lies in XZ and faces up. The same
//! numbers give the same bits everywhere. Text has no mesh.

use islay_vm::math::{Vec3, cos_deg, sin_deg};
use islay_vm::program::BaseSpec;

use crate::model::Mesh;

/// Segments around the axis; a multiple of four, so that the extremes lie on vertices.
const AROUND: u32 = 32;
/// Segments of a quarter circle from pole to equator.
const QUARTER: u32 = 8;

/// The mesh of a base; `None` for text and for what a file shows.
pub fn mesh(base: &BaseSpec) -> Option<Mesh> {
    Some(match *base {
        BaseSpec::Box(size) => cuboid(size),
        BaseSpec::Ball(radius) => lathe(&arc(radius, radius * 2.0)),
        BaseSpec::Capsule(radius, height) => lathe(&arc(radius, height)),
        BaseSpec::Cylinder(radius, height) => lathe(&cylinder(radius, height)),
        BaseSpec::Cone(radius, height) => lathe(&cone(radius, height)),
        BaseSpec::Plane(width, depth) => plane(width, depth),
        BaseSpec::Text(..) | BaseSpec::Model(_) => return None,
    })
}

/// A point of an outline that is turned about Y.
#[derive(Clone, Copy)]
struct Point {
    radius: f32,
    y: f32,
    /// The normal: away from the axis, up.
    normal: [f32; 2],
}

fn point(radius: f32, y: f32, normal: [f32; 2]) -> Point {
    Point { radius, y, normal }
}

/// Two half circles from pole to pole, drawn apart to the height.
fn arc(radius: f32, height: f32) -> Vec<Point> {
    let radius = radius.min(height / 2.0);
    let lift = height / 2.0 - radius;
    let at = |i: u32, side: f32| {
        let angle = 90.0 * i as f32 / QUARTER as f32;
        let (up, out) = (side * sin_deg(angle), cos_deg(angle));
        point(radius * out, radius * up + side * lift, [out, up])
    };
    let below = (0..=QUARTER).rev().map(|i| at(i, -1.0));
    below.chain((0..=QUARTER).map(|i| at(i, 1.0))).collect()
}

fn cylinder(radius: f32, height: f32) -> Vec<Point> {
    let half = height / 2.0;
    vec![
        point(0.0, -half, [0.0, -1.0]),
        point(radius, -half, [0.0, -1.0]),
        point(radius, -half, [1.0, 0.0]),
        point(radius, half, [1.0, 0.0]),
        point(radius, half, [0.0, 1.0]),
        point(0.0, half, [0.0, 1.0]),
    ]
}

fn cone(radius: f32, height: f32) -> Vec<Point> {
    let half = height / 2.0;
    let slant = (radius * radius + height * height).sqrt();
    let side = if slant > 0.0 { [height / slant, radius / slant] } else { [1.0, 0.0] };
    vec![
        point(0.0, -half, [0.0, -1.0]),
        point(radius, -half, [0.0, -1.0]),
        point(radius, -half, side),
        point(0.0, half, side),
    ]
}

/// Turns an outline, bottom to top, about Y. Equal neighbours are an edge between two normals.
fn lathe(outline: &[Point]) -> Mesh {
    let mut mesh = Mesh::default();
    let top = outline.len().saturating_sub(1).max(1) as f32;
    for (row, p) in outline.iter().enumerate() {
        for i in 0..=AROUND {
            let share = i as f32 / AROUND as f32;
            // the last column is the first one again, with the other end of the picture
            let (s, c) = (sin_deg(360.0 * share), cos_deg(360.0 * share));
            let normal = [p.normal[0] * s, p.normal[1], p.normal[0] * c];
            mesh.vertex([p.radius * s, p.y, p.radius * c], normal, [share, 1.0 - row as f32 / top]);
        }
    }
    for row in 0..outline.len().saturating_sub(1) as u32 {
        for i in 0..AROUND {
            let low = row * (AROUND + 1) + i;
            let high = low + AROUND + 1;
            mesh.triangle([low, low + 1, high]);
            mesh.triangle([low + 1, high + 1, high]);
        }
    }
    mesh
}

fn plane(width: f32, depth: f32) -> Mesh {
    let mut mesh = Mesh::default();
    face(&mut mesh, [0.0; 3], [width / 2.0, 0.0, 0.0], [0.0, 0.0, depth / 2.0], [0.0, 1.0, 0.0]);
    mesh
}

fn cuboid(size: Vec3) -> Mesh {
    let mut mesh = Mesh::default();
    let half = size.map(|s| s / 2.0);
    let along = |axis: usize, length: f32| {
        let mut v = [0.0; 3];
        v[axis] = length;
        v
    };
    for axis in 0..3 {
        // for either face: right and up as somebody sees them who looks at it
        let (u, v) = [(2, 1), (0, 2), (0, 1)][axis];
        for side in [1.0, -1.0] {
            let flip = if axis == 2 { -side } else { side };
            let (right, up) = (along(u, half[u] * flip), along(v, half[v]));
            face(&mut mesh, along(axis, half[axis] * side), right, up, along(axis, side));
        }
    }
    mesh
}

/// A rectangle around a middle, with half its right and its up as seen from outside.
fn face(mesh: &mut Mesh, middle: Vec3, right: Vec3, up: Vec3, normal: Vec3) {
    let corner = |r: f32, u: f32| std::array::from_fn(|i| middle[i] + r * right[i] + u * up[i]);
    let [a, b, c, d] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(r, u)| mesh.vertex(corner(r, u), normal, [(r + 1.0) / 2.0, (1.0 - u) / 2.0]));
    // X right, Y up, Z forward: seen from outside, outward triangles run clockwise
    mesh.triangle([a, d, c]);
    mesh.triangle([a, c, b]);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use islay_vm::math::{cross, dot, length, sub};

    use super::*;

    const SOLIDS: [BaseSpec; 5] = [
        BaseSpec::Box([1.0, 2.0, 3.0]),
        BaseSpec::Ball(0.5),
        BaseSpec::Cylinder(0.5, 2.0),
        BaseSpec::Cone(0.5, 2.0),
        BaseSpec::Capsule(0.5, 2.0),
    ];

    fn of(base: &BaseSpec) -> Mesh {
        mesh(base).unwrap()
    }

    #[test]
    fn a_mesh_is_as_large_as_its_shape() {
        let sizes = [[1.0, 2.0, 3.0], [1.0; 3], [1.0, 2.0, 1.0], [1.0, 2.0, 1.0], [1.0, 2.0, 1.0]];
        for (base, size) in SOLIDS.iter().zip(sizes) {
            let [lo, hi] = of(base).bounds();
            for i in 0..3 {
                assert!(
                    (lo[i] + size[i] / 2.0).abs() < 1e-6 && (hi[i] - size[i] / 2.0).abs() < 1e-6,
                    "{base:?}"
                );
            }
        }
        assert_eq!(of(&BaseSpec::Plane(4.0, 2.0)).bounds(), [[-2.0, 0.0, -1.0], [2.0, 0.0, 1.0]]);
    }

    #[test]
    fn the_volume_inside_is_that_of_the_shape() {
        let pi = std::f32::consts::PI;
        let volumes = [6.0, pi / 6.0, pi / 2.0, pi / 6.0, pi / 4.0 + pi / 6.0];
        for (base, volume) in SOLIDS.iter().zip(volumes) {
            let v = of(base).volume();
            assert!(v > volume * 0.97 && v <= volume * 1.0001, "{base:?}: {v} of {volume}");
        }
    }

    #[test]
    fn every_edge_is_shared_by_two_triangles() {
        for base in &SOLIDS {
            let mesh = of(base);
            let mut open: BTreeMap<[[i32; 3]; 2], i32> = BTreeMap::new();
            let key = |v: Vec3| v.map(|c| (c * 1e4).round() as i32);
            for [a, b, c] in mesh.triangles.iter().filter_map(|t| mesh.corners(*t)) {
                for (p, q) in [(a, b), (b, c), (c, a)] {
                    *open.entry([key(p), key(q)]).or_default() += 1;
                    *open.entry([key(q), key(p)]).or_default() -= 1;
                }
            }
            assert!(open.values().all(|n| *n == 0), "{base:?} has a hole");
        }
    }

    #[test]
    fn normals_are_units_and_on_the_triangles_side() {
        for base in SOLIDS.iter().chain([&BaseSpec::Plane(1.0, 1.0)]) {
            let mesh = of(base);
            for t in &mesh.triangles {
                let [a, b, c] = mesh.corners(*t).unwrap();
                let outward = cross(sub(b, a), sub(c, a));
                for i in t {
                    let n = mesh.normals[*i as usize];
                    assert!((length(n) - 1.0).abs() < 1e-5, "{base:?}");
                    assert!(dot(n, outward) >= -1e-6, "{base:?}");
                }
            }
        }
    }
}
