//! Primitives: triangles of a mesh where a node shows it.
//!
//! In: a primitive, its numbers, and where it stands (a map, or the maps of a skin). Out: vertices
//! and triangles in Islay's axes: X the other way round, so that triangles are turned over too.
//! Without normals each triangle is flat. It refuses indices beyond the vertices and numbers that
//! are not finite, of what is used; points and lines are left out.

use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{Vec3, add, cross, dot, length, scaled, sub};

use super::accessor::{Accessors, Numbers};
use super::material::Use;
use super::{fault, paint, skin};
use crate::model::Mesh;
use crate::read::ModelError;

/// Where a primitive stands.
pub(super) enum Stand<'s> {
    /// As one piece.
    Rigid(Affine),
    /// Each vertex where these joints pull it.
    Skinned(&'s [Affine]),
}

/// A primitive's numbers.
#[derive(Default)]
pub(super) struct Source {
    path: String,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    uvs: Vec<[f32; 2]>,
    pulls: Vec<Pulls>,
    /// Linear colours.
    colors: Vec<Vec3>,
}

/// Four joints of each vertex, and their weights.
struct Pulls {
    joints: Vec<[u32; 4]>,
    weights: Vec<[f32; 4]>,
}

/// The triangles that a primitive has, at most so many, by the numbers of its vertices; `None` for
/// points and lines.
pub(super) fn triangles(
    primitive: &Primitive,
    accessors: &Accessors<'_>,
    (most, path): (usize, &str),
) -> Result<Option<Vec<[u32; 3]>>, ModelError> {
    let Checked::Valid(mode) = primitive.mode else {
        return Err(fault(format!("{path}.mode"), "a mode is a number from 0 to 6"));
    };
    if !matches!(mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
        return Ok(None);
    }
    let Some(positions) = attribute(primitive, &Semantic::Positions, accessors, path)? else {
        return Ok(Some(Vec::new()));
    };
    let indices = primitive.indices.map(|i| accessors.get(i, &format!("{path}.indices")));
    let indices = indices.transpose()?;
    let count = positions.count();
    let n_corners = indices.as_ref().map_or(count, Numbers::count);
    let each = if mode == Mode::Triangles { 3 } else { 1 };
    if n_corners / each > most + 2 {
        return Err(fault(path, "the scene has too many triangles to be drawn"));
    }
    let corners: Vec<u32> = match indices {
        None => (0..count as u32).collect(),
        Some(numbers) => accessors.wholes::<1>(&numbers)?.into_iter().map(|[i]| i).collect(),
    };
    if let Some(n) = corners.iter().position(|i| *i as usize >= count) {
        let wrong = corners.get(n).copied().unwrap_or_default();
        let message = format!("index {n} is {wrong}, the vertices end before {count}");
        return Err(fault(format!("{path}.indices"), message));
    }
    Ok(Some(fill(mode, &corners)))
}

/// Triangles of a list, a strip or a fan of corners.
fn fill(mode: Mode, corners: &[u32]) -> Vec<[u32; 3]> {
    let threes = corners.windows(3).filter_map(|w| w.first_chunk::<3>());
    match (mode, corners) {
        (Mode::TriangleStrip, _) => {
            let turned = |(i, &[a, b, c]): (usize, &[u32; 3])| match i % 2 {
                0 => [a, b, c],
                _ => [a, c, b],
            };
            threes.enumerate().map(turned).collect()
        }
        (Mode::TriangleFan, [hub, rim @ ..]) => {
            let pairs = rim.windows(2).filter_map(|w| w.first_chunk::<2>());
            pairs.map(|[b, c]| [*b, *c, *hub]).collect()
        }
        _ => corners.as_chunks::<3>().0.to_vec(),
    }
}

/// Three or four numbers to a colour; opacity is left out.
fn colors(numbers: &Numbers<'_>, accessors: &Accessors<'_>) -> Result<Vec<Vec3>, ModelError> {
    if numbers.width() == 3 {
        return accessors.floats(numbers);
    }
    let colors = accessors.floats::<4>(numbers)?;
    Ok(colors.into_iter().map(|[r, g, b, _]| [r, g, b]).collect())
}

/// The numbers of an attribute.
fn attribute<'d>(
    primitive: &Primitive,
    semantic: &Semantic,
    accessors: &Accessors<'d>,
    path: &str,
) -> Result<Option<Numbers<'d>>, ModelError> {
    let Some(index) = primitive.attributes.get(&Checked::Valid(semantic.clone())) else {
        return Ok(None);
    };
    let path = format!("{path}.attributes.{}", semantic.to_string());
    accessors.get(*index, &path).map(Some)
}

impl Source {
    /// Reads what a primitive says of its vertices.
    pub fn read(
        primitive: &Primitive,
        accessors: &Accessors<'_>,
        (using, skinned): (Option<&Use>, bool),
        path: &str,
    ) -> Result<Self, ModelError> {
        let get = |semantic| attribute(primitive, &semantic, accessors, path);
        let mut source = Self { path: path.to_owned(), ..Self::default() };
        if let Some(numbers) = get(Semantic::Positions)? {
            source.positions = accessors.floats(&numbers)?;
        }
        if let Some(numbers) = get(Semantic::Normals)? {
            source.normals = accessors.floats(&numbers)?;
        }
        if let Some(set) = using.and_then(|u| u.set)
            && let Some(numbers) = get(Semantic::TexCoords(set))?
        {
            source.uvs = accessors.floats(&numbers)?;
        }
        if using.is_none_or(|u| u.set.is_none())
            && let Some(numbers) = get(Semantic::Colors(0))?
        {
            source.colors = colors(&numbers, accessors)?;
        }
        for set in 0.. {
            let joints = get(Semantic::Joints(set)).map(|n| n.filter(|_| skinned))?;
            let (Some(joints), Some(weights)) = (joints, get(Semantic::Weights(set))?) else {
                break;
            };
            let (joints, weights) = (accessors.wholes(&joints)?, accessors.floats(&weights)?);
            source.pulls.push(Pulls { joints, weights });
        }
        source.even()?;
        Ok(source)
    }

    /// Whether all of them are of one length.
    fn even(&self) -> Result<(), ModelError> {
        let n = self.positions.len();
        let pulls = self
            .pulls
            .iter()
            .flat_map(|p| [("JOINTS", p.joints.len()), ("WEIGHTS", p.weights.len())]);
        let others = [
            ("NORMAL", self.normals.len()),
            ("TEXCOORD", self.uvs.len()),
            ("COLOR", self.colors.len()),
        ];
        let others = others.into_iter().filter(|(_, n)| *n > 0);
        match others.chain(pulls).find(|(_, m)| *m != n) {
            Some((name, m)) => {
                let message = format!("POSITION has {n} elements, {name} has {m}");
                Err(fault(format!("{}.attributes", self.path), message))
            }
            None => Ok(()),
        }
    }

    /// Whether a skin can move it.
    pub fn is_skinned(&self) -> bool {
        !self.pulls.is_empty()
    }

    /// Whether it has texture coordinates.
    pub fn has_uvs(&self) -> bool {
        !self.uvs.is_empty()
    }

    /// Whether its vertices have colours that are drawn.
    pub fn is_painted(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Adds the triangles to a mesh.
    pub fn emit(
        &self,
        triangles: &[[u32; 3]],
        stand: &Stand<'_>,
        using: Option<&Use>,
        mesh: &mut Mesh,
    ) -> Result<(), ModelError> {
        let mut vertices: Vec<Option<Vertex>> = vec![None; self.positions.len()];
        for triangle in triangles {
            let mut corners = [Vertex::default(); 3];
            for (corner, i) in corners.iter_mut().zip(triangle) {
                let Some(slot) = vertices.get_mut(*i as usize) else { continue };
                *corner = match slot {
                    Some(known) => *known,
                    None => *slot.insert(self.vertex(*i, stand, using)?),
                };
            }
            let [a, b, c] = corners;
            // the mirror that turns X round turns triangles over, unless they are over already
            let (order, [a, b, c]) = match a.mirrored {
                false => ([0, 2, 1], [a, c, b]),
                true => ([0, 1, 2], [a, b, c]),
            };
            let flat = unit(cross(sub(b.position, a.position), sub(c.position, a.position)));
            let flat = flat.unwrap_or([0.0, 1.0, 0.0]);
            // painted as a whole, a triangle shares no vertex
            let mixed = self.is_painted() && (a.color != b.color || b.color != c.color);
            let mean = scaled(add(add(a.color, b.color), c.color), 1.0 / 3.0);
            let numbers = [a, b, c].map(|v| match (v.shared, v.normal) {
                (_, normal) if mixed => {
                    mesh.vertex(v.position, normal.unwrap_or(flat), paint::place(mean))
                }
                (Some(number), _) => number,
                (None, normal) => mesh.vertex(v.position, normal.unwrap_or(flat), v.uv),
            });
            mesh.triangle(numbers);
            for (number, place) in numbers.into_iter().zip(order).filter(|_| !mixed) {
                let slot = triangle.get(place).and_then(|i| vertices.get_mut(*i as usize));
                if let Some(Some(vertex)) = slot
                    && vertex.normal.is_some()
                {
                    vertex.shared = Some(number);
                }
            }
        }
        Ok(())
    }

    /// A vertex where it stands.
    fn vertex(&self, i: u32, stand: &Stand<'_>, using: Option<&Use>) -> Result<Vertex, ModelError> {
        let at = i as usize;
        let map = match stand {
            Stand::Rigid(map) => *map,
            Stand::Skinned(joints) => self.pulled(at, joints)?,
        };
        let position = self.positions.get(at).map_or([0.0; 3], |p| affine::point(&map, *p));
        self.finite(&position, "POSITION", i)?;
        let mirrored = turns_over(&map);
        let normal = match self.normals.get(at) {
            Some(normal) => {
                self.finite(normal, "NORMAL", i)?;
                unit(normal_image(&map, *normal, mirrored))
            }
            None => None,
        };
        let uv = self.uvs.get(at).copied().unwrap_or_default();
        let uv = using.map_or(uv, |u| u.place(uv));
        let color = self.colors.get(at).copied();
        self.finite(&color.unwrap_or_default(), "COLOR_0", i)?;
        let uv = color.map_or(uv, paint::place);
        self.finite(&uv, "TEXCOORD", i)?;
        let flip = |[x, y, z]: Vec3| [0.0 - x, y, z];
        let color = color.unwrap_or_default();
        Ok(Vertex {
            color,
            position: flip(position),
            normal: normal.map(flip),
            uv,
            mirrored,
            shared: None,
        })
    }

    fn pulled(&self, at: usize, maps: &[Affine]) -> Result<Affine, ModelError> {
        let mut pulls = Vec::with_capacity(4);
        for Pulls { joints, weights } in &self.pulls {
            let (Some(joints), Some(weights)) = (joints.get(at), weights.get(at)) else {
                continue;
            };
            pulls.extend(joints.iter().copied().zip(weights.iter().copied()));
        }
        skin::blend(maps, &mut pulls).map_err(|joint| {
            let message =
                format!("vertex {at} hangs on joint {joint}, the skin has {}", maps.len());
            fault(format!("{}.attributes.JOINTS_0", self.path), message)
        })
    }

    fn finite(&self, numbers: &[f32], what: &str, i: u32) -> Result<(), ModelError> {
        match numbers.iter().all(|n| n.is_finite()) {
            true => Ok(()),
            false => {
                let path = format!("{}.attributes.{what}", self.path);
                Err(fault(path, format!("vertex {i} has numbers that are not finite")))
            }
        }
    }
}

/// A vertex in Islay's axes.
#[derive(Clone, Copy, Default)]
struct Vertex {
    position: Vec3,
    normal: Option<Vec3>,
    uv: [f32; 2],
    color: Vec3,
    /// Whether its map turns space inside out.
    mirrored: bool,
    /// Its number in the mesh, once it has one that triangles share.
    shared: Option<u32>,
}

fn unit(v: Vec3) -> Option<Vec3> {
    let n = length(v);
    (n > 0.0 && n.is_finite()).then(|| scaled(v, 1.0 / n))
}

fn axes(m: &Affine) -> [Vec3; 3] {
    [[m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]]
}

fn turns_over(map: &Affine) -> bool {
    let [x, y, z] = axes(map);
    dot(x, cross(y, z)) < 0.0
}

/// A normal's image: by cofactors, which stay good where a scale is zero.
fn normal_image(map: &Affine, [a, b, c]: Vec3, mirrored: bool) -> Vec3 {
    let [x, y, z] = axes(map);
    let image = add(add(scaled(cross(y, z), a), scaled(cross(z, x), b)), scaled(cross(x, y), c));
    if mirrored { scaled(image, -1.0) } else { image }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_are_filled() {
        let corners = [0, 1, 2, 3, 4];
        let strip = [[0, 1, 2], [1, 3, 2], [2, 3, 4]];
        assert_eq!(fill(Mode::TriangleStrip, &corners), strip);
        let fan = [[1, 2, 0], [2, 3, 0], [3, 4, 0]];
        assert_eq!(fill(Mode::TriangleFan, &corners), fan);
        assert_eq!(fill(Mode::Triangles, &corners), [[0, 1, 2]]);
        for mode in [Mode::Triangles, Mode::TriangleStrip, Mode::TriangleFan] {
            assert!(fill(mode, &[]).is_empty() && fill(mode, &[0, 1]).is_empty());
        }
    }
}
