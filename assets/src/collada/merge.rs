//! Meshes where they stand; the small ones of a material are one piece.
//!
//! In: meshes in their own frames, and transforms. Out: [`Piece`]s in Islay's frame. What stands on
//! its head in a mirror is turned back, so that triangles face outward whatever is around them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::matrix::Affine;
use crate::model::{Mesh, Piece};

/// From so many vertices on a mesh is a piece of its own: to copy it would take longer than to
/// draw it by itself.
const LARGE: usize = 16_384;

/// The pieces so far.
#[derive(Default)]
pub(super) struct Heap {
    pieces: Vec<Piece>,
    /// The piece of each material that gathers small meshes.
    gathers: HashMap<Option<u32>, usize>,
}

impl Heap {
    /// Adds a mesh where a transform carries it; false where it does not come out finite.
    pub(super) fn add(
        &mut self,
        mesh: Cow<'_, Mesh>,
        matrix: &Affine,
        material: Option<u32>,
    ) -> bool {
        if mesh.positions.len() >= LARGE {
            let mut mesh = mesh.into_owned();
            let finite = carry(&mut mesh, 0, 0, matrix);
            self.pieces.push(Piece { mesh, material });
            return finite;
        }
        let index = *self.gathers.entry(material).or_insert(self.pieces.len());
        if index == self.pieces.len() {
            self.pieces.push(Piece { mesh: Mesh::default(), material });
        }
        let piece = self.pieces.get_mut(index);
        piece.is_some_and(|piece| append(&mut piece.mesh, &mesh, matrix))
    }

    /// All pieces, in the order of their first mesh.
    pub(super) fn pieces(self) -> Vec<Piece> {
        self.pieces
    }
}

fn append(all: &mut Mesh, mesh: &Mesh, matrix: &Affine) -> bool {
    let first = all.positions.len();
    let first_triangle = all.triangles.len();
    all.positions.extend_from_slice(&mesh.positions);
    all.normals.extend_from_slice(&mesh.normals);
    all.uvs.extend_from_slice(&mesh.uvs);
    all.triangles.extend_from_slice(&mesh.triangles);
    carry(all, first, first_triangle, matrix)
}

/// Carries a mesh from a vertex and a triangle on, whose vertices count from there.
fn carry(mesh: &mut Mesh, first: usize, first_triangle: usize, matrix: &Affine) -> bool {
    let base = first as u32;
    let (normals, mirrors) = matrix.normals();
    let mut finite = true;
    for position in mesh.positions.iter_mut().skip(first) {
        // no −0, which looks odd in facts
        *position = matrix.point(*position).map(|c| c + 0.0);
        finite &= position.iter().all(|c| c.is_finite());
    }
    for normal in mesh.normals.iter_mut().skip(first) {
        // what was flattened has any direction
        *normal = normals.direction(*normal).unwrap_or([0.0, 1.0, 0.0]);
    }
    for triangle in mesh.triangles.iter_mut().skip(first_triangle) {
        let [a, b, c] = triangle.map(|i| base + i);
        *triangle = if mirrors { [a, c, b] } else { [a, b, c] };
    }
    finite
}
