//! Geometries: their primitives as meshes in the geometry's own frame.
//!
//! In: a `<geometry>`. Out: a [`Part`] for each primitive that has triangles, still in the file's
//! axes and units, outward to the left as COLLADA turns them. Lines are nothing to see and no
//! error; normals that are missing or none are made.

use islay_vm::math::Vec3;

use super::node::Node;
use super::place::Warnings;
use super::polygon::Effort;
use super::primitive::{self, Corners, Inputs, Stream, position_columns};
use super::weld::{Heads, NONE, Normals, Weld, facing};
use super::words::{Key, Tag};
use crate::model::Mesh;
use crate::read::ModelError;

/// The triangles of a primitive.
pub(super) struct Part<'d> {
    pub(super) mesh: Mesh,
    /// What its material goes by.
    pub(super) symbol: Option<&'d str>,
    /// Where it comes from.
    pub(super) primitive: Node<'d>,
}

/// What all geometries of a file share.
pub(super) struct Workshop {
    heads: Heads,
    effort: Effort,
    /// How many triangles there may still be.
    pub(super) room: usize,
    /// What is not seen.
    pub(super) warnings: Warnings,
}

impl Workshop {
    /// Nothing was made yet.
    pub(super) fn new() -> Self {
        Self {
            heads: Heads::default(),
            effort: Effort::default(),
            room: primitive::TRIANGLE_LIMIT,
            warnings: Warnings::default(),
        }
    }

    /// Warns about an element.
    pub(super) fn warn(&mut self, node: Node<'_>, message: &str) {
        self.warnings.add(node.document.text, node.at(), message);
    }
}

/// The mesh of a geometry, of whichever kind.
pub(super) fn mesh(geometry: Node<'_>) -> Option<Node<'_>> {
    geometry.children().find(|c| matches!(c.tag(), Some(Tag::Mesh | Tag::ConvexMesh)))
}

/// How many positions a geometry's mesh holds.
pub(super) fn n_positions(mesh: Node<'_>) -> Result<usize, ModelError> {
    let mut count = 0;
    for input in mesh.all(Tag::Vertices).flat_map(|v| v.all(Tag::Input)) {
        if input.needed_raw(Key::Semantic)?.trim() == "POSITION" {
            count += position_columns(input)?.count();
        }
    }
    Ok(count)
}

/// Makes the parts of a geometry; `sets` says which texture coordinates a symbol's material wants.
pub(super) fn parts<'d>(
    geometry: Node<'d>,
    sets: &[(&str, u32)],
    shop: &mut Workshop,
) -> Result<Vec<Part<'d>>, ModelError> {
    let Some(mesh) = mesh(geometry) else {
        shop.warn(geometry, "of geometries only meshes are shown");
        return Ok(Vec::new());
    };
    let mut parts = Vec::new();
    let mut room = shop.room;
    for primitive in mesh.children() {
        let shown = matches!(
            primitive.tag(),
            Some(Tag::Triangles | Tag::Polylist | Tag::Polygons | Tag::Trifans | Tag::Tristrips)
        );
        if !shown {
            continue;
        }
        let symbol = primitive.raw(Key::Material);
        let set = sets.iter().find(|s| Some(s.0) == symbol).map(|s| s.1);
        let inputs = primitive::inputs(primitive, set, &mut shop.warnings)?;
        let (effort, warnings) = (&mut shop.effort, &mut shop.warnings);
        let corners = Corners::of(primitive, &inputs, room, effort, warnings)?;
        room -= corners.len();
        if !corners.is_empty() {
            let mesh = welded(primitive, &inputs, &corners, shop)?;
            parts.push(Part { mesh, symbol, primitive });
        }
    }
    Ok(parts)
}

/// Where a triangle's corners are.
fn points(
    primitive: Node<'_>,
    inputs: &Inputs<'_>,
    triangle: [u32; 3],
) -> Result<[(u32, Vec3); 3], ModelError> {
    let [a, b, c] = triangle.map(|c| primitive::position(primitive.document, inputs, c as usize));
    Ok([a?, b?, c?])
}

/// The normals that are made for corners, and which one each has.
type Made = (Normals, Vec<[u32; 3]>);

fn made_normals(
    primitive: Node<'_>,
    inputs: &Inputs<'_>,
    triangles: &[[u32; 3]],
    heads: &mut Heads,
) -> Result<Made, ModelError> {
    let mut normals = Normals::default();
    let mut numbers = Vec::with_capacity(triangles.len());
    heads.reset(inputs.positions.columns.count());
    for triangle in triangles {
        let points = points(primitive, inputs, *triangle)?;
        let face = facing(points.map(|p| p.1));
        numbers.push(points.map(|p| normals.corner(heads, p.0, face)));
    }
    Ok((normals, numbers))
}

/// A mesh of the triangles of a primitive.
fn welded(
    primitive: Node<'_>,
    inputs: &Inputs<'_>,
    triangles: &[[u32; 3]],
    shop: &mut Workshop,
) -> Result<Mesh, ModelError> {
    let made = match inputs.normals {
        Some(_) => None,
        None => Some(made_normals(primitive, inputs, triangles, &mut shop.heads)?),
    };
    let document = primitive.document;
    let n_positions = inputs.positions.columns.count();
    let mut mesh = with_room(n_positions.min(triangles.len() * 3), triangles.len());
    let mut weld = Weld::default();
    shop.heads.reset(n_positions);
    for (t, triangle) in triangles.iter().enumerate() {
        let numbers = made.as_ref().and_then(|m| m.1.get(t));
        let mut vertices = [0; 3];
        for (i, corner) in triangle.iter().enumerate() {
            let corner = *corner as usize;
            let position = primitive::number(document, &inputs.positions, corner, "positions")?;
            let normal = match &inputs.normals {
                Some(stream) => primitive::number(document, stream, corner, "normals")?,
                None => numbers.map_or(NONE, |n| n[i]),
            };
            let uv = match &inputs.uvs {
                Some(stream) => primitive::number(document, stream, corner, "texture coordinates")?,
                None => NONE,
            };
            let (vertex, new) = weld.corner(&mut shop.heads, position, (normal, uv));
            if new {
                let point = primitive::point(inputs, position)?;
                let made = made.as_ref().map(|m| m.0.normal(normal));
                let normal = match made.or_else(|| given_normal(&inputs.normals, normal)) {
                    Some(normal) => normal,
                    None => facing(points(primitive, inputs, *triangle)?.map(|p| p.1)),
                };
                mesh.vertex(point, normal, picture_place(primitive, &inputs.uvs, uv, shop));
            }
            vertices[i] = vertex;
        }
        mesh.triangles.push(vertices);
    }
    Ok(mesh)
}

fn with_room(n_vertices: usize, n_triangles: usize) -> Mesh {
    Mesh {
        positions: Vec::with_capacity(n_vertices),
        normals: Vec::with_capacity(n_vertices),
        uvs: Vec::with_capacity(n_vertices),
        triangles: Vec::with_capacity(n_triangles),
    }
}

/// A normal of the file; `None` where it says no direction.
fn given_normal(stream: &Option<Stream<'_>>, number: u32) -> Option<Vec3> {
    let normal = stream.as_ref()?.columns.row(number as usize)?;
    let sum: f32 = normal.iter().map(|n| n.abs()).sum();
    (sum > 0.0 && sum.is_finite()).then_some(normal)
}

/// A place in a picture, from its top left; files count from the bottom.
fn picture_place(
    primitive: Node<'_>,
    stream: &Option<Stream<'_>>,
    number: u32,
    shop: &mut Workshop,
) -> [f32; 2] {
    let row = stream.as_ref().and_then(|s| s.columns.row(number as usize));
    let Some([u, v, _]) = row else { return [0.0; 2] };
    if u.is_finite() && v.is_finite() {
        return [u, 1.0 - v];
    }
    shop.warn(primitive, "texture coordinates that are not finite count as 0 0");
    [0.0; 2]
}
