//! Meshes where they stand, and one piece for each material.
//!
//! In: meshes in their own frames. Out: [`Piece`]s in Islay's. What stands on its head in a mirror
//! is turned back, so that triangles face outward whatever the transforms around them.

use crate::model::{Mesh, Piece};

use super::matrix::Affine;

/// Carries a mesh through a transform; false where it does not come out finite.
pub(super) fn carry(mesh: &mut Mesh, matrix: &Affine) -> bool {
    let (normals, mirrors) = matrix.normals();
    for position in &mut mesh.positions {
        // no −0, which looks odd in facts
        *position = matrix.point(*position).map(|c| c + 0.0);
    }
    for normal in &mut mesh.normals {
        // what was flattened has any direction
        *normal = normals.direction(*normal).unwrap_or([0.0, 1.0, 0.0]);
    }
    if mirrors {
        for [_, b, c] in &mut mesh.triangles {
            std::mem::swap(b, c);
        }
    }
    mesh.positions.iter().flatten().all(|c| c.is_finite())
}

/// Meshes that wait to be put together.
#[derive(Default)]
pub(super) struct Heap {
    meshes: Vec<(Option<u32>, Mesh)>,
}

impl Heap {
    /// Adds a mesh of a material.
    pub(super) fn add(&mut self, mesh: Mesh, material: Option<u32>) {
        self.meshes.push((material, mesh));
    }

    /// One piece for each material, in the order of their first mesh.
    pub(super) fn pieces(self) -> Vec<Piece> {
        let mut groups: Vec<(Option<u32>, Vec<Mesh>)> = Vec::new();
        let mut known = std::collections::HashMap::new();
        for (material, mesh) in self.meshes {
            let index = *known.entry(material).or_insert(groups.len());
            match groups.get_mut(index) {
                Some((_, meshes)) => meshes.push(mesh),
                None => groups.push((material, vec![mesh])),
            }
        }
        let piece = |(material, meshes)| Piece { mesh: together(meshes), material };
        groups.into_iter().map(piece).collect()
    }
}

/// One mesh of many; each is gone once it is copied.
fn together(meshes: Vec<Mesh>) -> Mesh {
    let n: usize = meshes.iter().map(|m| m.positions.len()).sum();
    let mut all = Mesh {
        positions: Vec::with_capacity(n),
        normals: Vec::with_capacity(n),
        uvs: Vec::with_capacity(n),
        triangles: Vec::with_capacity(meshes.iter().map(|m| m.triangles.len()).sum()),
    };
    for mesh in meshes {
        let base = all.positions.len() as u32;
        all.positions.extend(mesh.positions);
        all.normals.extend(mesh.normals);
        all.uvs.extend(mesh.uvs);
        all.triangles.extend(mesh.triangles.iter().map(|t| t.map(|i| base + i)));
    }
    all
}
