//! Triangles as renderers want them.
//!
//! In: nothing, these are the data. Out: [`Mesh`]. It holds no material and no skin, and says
//! nothing about where it is.

use islay_vm::math::{Vec3, cross, dot, sub};

/// Triangles in Islay's axes (X right, Y up, Z forward) and units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// A position for each vertex.
    pub positions: Vec<Vec3>,
    /// A unit normal for each vertex, pointing outward.
    pub normals: Vec<Vec3>,
    /// A texture coordinate for each vertex, 0 0 at the top left of the picture.
    pub uvs: Vec<[f32; 2]>,
    /// Three vertices for each triangle; (b − a) × (c − a) points outward.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds a vertex and tells its number.
    pub(crate) fn vertex(&mut self, position: Vec3, normal: Vec3, uv: [f32; 2]) -> u32 {
        self.positions.push(position);
        self.normals.push(normal);
        self.uvs.push(uv);
        (self.positions.len() - 1) as u32
    }

    /// Adds a triangle, unless it has no area.
    pub(crate) fn triangle(&mut self, corners: [u32; 3]) {
        let Some([a, b, c]) = self.corners(corners) else { return };
        let area = cross(sub(b, a), sub(c, a));
        if dot(area, area) > 0.0 {
            self.triangles.push(corners);
        }
    }

    /// Where the corners of a triangle are; `None` where it names no vertex.
    pub fn corners(&self, triangle: [u32; 3]) -> Option<[Vec3; 3]> {
        let at = |i: u32| self.positions.get(i as usize).copied();
        Some([at(triangle[0])?, at(triangle[1])?, at(triangle[2])?])
    }

    /// Smallest and largest corner; zeros where there is no vertex.
    pub fn bounds(&self) -> [Vec3; 2] {
        let mut points = self.positions.iter().copied();
        let Some(first) = points.next() else { return [[0.0; 3]; 2] };
        points.fold([first, first], |[lo, hi], p| {
            [std::array::from_fn(|i| lo[i].min(p[i])), std::array::from_fn(|i| hi[i].max(p[i]))]
        })
    }

    /// The volume inside, positive where the triangles face outward.
    pub fn volume(&self) -> f32 {
        let corners = self.triangles.iter().filter_map(|t| self.corners(*t));
        corners.map(|[a, b, c]| dot(a, cross(b, c)) / 6.0).sum()
    }
}
