//! COLLADA 1.4 and 1.5: a file's bytes in, a model and its facts out.
//!
//! In: the bytes of a `.dae`, and [`Beside`] for its pictures. Out: a [`Loaded`] in Islay's axes
//! and metres, or an error with element, line and column. The file is parsed once into an arena
//! ([`document`]); from there come placements, parts, materials, bones and clips, each of them a
//! module that walks the arena. Refused: other versions, other files' elements, skews, holes, and
//! what is beyond the limits that each module states. Skins stand in bind pose; morphs show their
//! base; lines, cameras, lights and physics are nothing to see.

mod bones;
mod clips;
mod document;
mod geometry;
mod material;
mod matrix;
mod merge;
mod node;
mod numbers;
mod place;
mod polygon;
mod primitive;
mod scene;
mod source;
mod uri;
mod weld;
mod words;
mod xml;

use std::borrow::Cow;
use std::mem;

use document::Document;
use geometry::{Part, Workshop};
use islay_vm::math::Vec3;
use material::{Binding, Palette};
use matrix::Affine;
use merge::Heap;
use node::Node;
use scene::Placement;
use words::{Key, Tag};

use crate::model::Model;
use crate::read::{Beside, Facts, Loaded, ModelError};

/// Reads a COLLADA file.
pub(crate) fn read(bytes: &[u8], beside: &dyn Beside) -> Result<Loaded, ModelError> {
    let caps = beside.caps();
    let text = xml::text(bytes)?;
    let document = Document::parse(&text, &caps)?;
    let head = Head::of(&document)?;
    let mut shop = Workshop::new();
    for second in document.seconds() {
        let id = place::shown(&second.value(Key::Id).unwrap_or_default());
        shop.warn(second, &format!("`{id}` is the id of several elements: the first one counts"));
    }
    let placements = scene::placements(&document, &mut shop)?;
    let (meshes, vertices) = check(&document, &placements, &mut shop)?;
    let mut palette = Palette::new(beside);
    let heap = pile(placements, &head, &mut palette, &mut shop)?;
    let clips = clips::clips(&document, &mut shop)?;
    let bones = bones::bones(&document, &clips.moved, caps.bones, &mut shop)?;
    let model = Model {
        pieces: heap.pieces(),
        materials: palette.materials,
        images: palette.images,
        bones,
        clips: clips.facts,
    };
    let mut facts = facts(&model, &head);
    (facts.meshes, facts.vertices) = (meshes, vertices);
    facts.materials = document.all(Tag::Material).count();
    Ok(Loaded { model, facts, warnings: shop.warnings.lines() })
}

/// What a file says of all of itself.
struct Head {
    version: String,
    up_axis: &'static str,
    unit: f64,
}

impl Head {
    fn of(document: &Document<'_>) -> Result<Self, ModelError> {
        let Some(root) = document.root() else {
            return Err(place::fault(document.text, 0, "there is no element"));
        };
        let version = root.needed_raw(Key::Version)?.trim();
        if !["1.4", "1.5"].iter().any(|v| version.starts_with(v)) {
            let version = place::shown(version);
            return Err(root.fault(format!("COLLADA {version} cannot be read, only 1.4 and 1.5")));
        }
        let asset = root.child(Tag::Asset);
        let unit = match asset.and_then(|a| a.child(Tag::Unit)) {
            Some(unit) => metres(unit)?,
            None => 1.0,
        };
        let up_axis = match asset.and_then(|a| a.child(Tag::UpAxis)) {
            Some(axis) => up_axis(axis)?,
            None => "Y_UP",
        };
        Ok(Self { version: version.to_owned(), up_axis, unit })
    }

    /// From the scene's axes and units to Islay's: first to right-handed axes with Y up (X_UP has
    /// −Y to the right and X up, Z_UP has Z up and −Y to the viewer), then X turned around.
    fn to_islay(&self) -> Affine {
        let rows: [[f64; 3]; 3] = match self.up_axis {
            "X_UP" => [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
            "Z_UP" => [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
            _ => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        let axes = Affine(rows.map(|[x, y, z]| [x, y, z, 0.0]));
        Affine::stretch([-self.unit, self.unit, self.unit]).after(&axes)
    }
}

fn metres(unit: Node<'_>) -> Result<f64, ModelError> {
    let meter = unit.number(Key::Meter)?.unwrap_or(1.0);
    if meter > 0.0 {
        return Ok(meter);
    }
    Err(unit.fault("its `meter` is not above 0"))
}

fn up_axis(axis: Node<'_>) -> Result<&'static str, ModelError> {
    let known = ["Y_UP", "Z_UP", "X_UP"].into_iter().find(|a| *a == axis.text());
    known.ok_or_else(|| {
        let axis_text = place::shown(axis.text());
        axis.fault(format!("`{axis_text}` is none of X_UP, Y_UP, Z_UP"))
    })
}

/// Reads the meshes that are not shown, too, so that what is wrong with them is told; says how
/// many meshes and positions there are.
fn check(
    document: &Document<'_>,
    placements: &[Placement<'_>],
    shop: &mut Workshop,
) -> Result<(usize, usize), ModelError> {
    let shown: std::collections::HashSet<u32> = placements.iter().map(|p| p.geometry.id).collect();
    let (mut meshes, mut vertices) = (0, 0);
    for geometry in document.all(Tag::Geometry) {
        if let Some(mesh) = geometry::mesh(geometry) {
            meshes += 1;
            vertices += geometry::n_positions(mesh)?;
            if !shown.contains(&geometry.id) {
                geometry::parts(geometry, &[], shop)?;
            }
        }
    }
    Ok((meshes, vertices))
}

/// The parts of a geometry, and the texture coordinates that were wanted of it.
type Made<'d> = (Vec<(&'d str, u32)>, Vec<Part<'d>>);

/// Puts every geometry wherever it stands. Each is made once, unless its instances want other
/// texture coordinates of it, and is gone before the next one is made.
fn pile<'d>(
    mut placements: Vec<Placement<'d>>,
    head: &Head,
    palette: &mut Palette<'_>,
    shop: &mut Workshop,
) -> Result<Heap, ModelError> {
    let to_islay = head.to_islay();
    let mut heap = Heap::default();
    placements.sort_by_key(|p| p.geometry.id);
    for group in placements.chunk_by(|a, b| a.geometry == b.geometry) {
        let mut made: Option<Made<'d>> = None;
        for (i, placement) in group.iter().enumerate() {
            let bindings = palette.bindings(placement.instance, shop)?;
            let sets: Vec<(&str, u32)> =
                bindings.iter().filter_map(|b| Some((b.symbol, b.set?))).collect();
            let mut parts = match made.take().filter(|m| m.0 == sets) {
                Some((_, parts)) => parts,
                None => geometry::parts(placement.geometry, &sets, shop)?,
            };
            let matrix = to_islay.after(&placement.matrix);
            let last = i + 1 == group.len();
            stand(&mut parts, last, &matrix, placement, &bindings, &mut heap, shop)?;
            made = Some((sets, parts));
        }
    }
    Ok(heap)
}

/// Puts the parts of a geometry where it stands; those that stand nowhere else are given away.
fn stand(
    parts: &mut [Part<'_>],
    last: bool,
    matrix: &Affine,
    placement: &Placement<'_>,
    bindings: &[Binding<'_>],
    heap: &mut Heap,
    shop: &mut Workshop,
) -> Result<(), ModelError> {
    for part in parts {
        let n = part.mesh.triangles.len();
        if n > shop.room {
            let limit = primitive::TRIANGLE_LIMIT;
            let message = format!("with its instances the model has more than {limit} triangles");
            return Err(placement.instance.fault(message));
        }
        shop.room -= n;
        let bound = bindings.iter().find(|b| Some(b.symbol) == part.symbol);
        if let (None, Some(symbol)) = (bound, part.symbol) {
            let message =
                format!("no material is bound to `{}`: it is white", place::shown(symbol));
            shop.warn(part.primitive, &message);
        }
        let mesh =
            if last { Cow::Owned(mem::take(&mut part.mesh)) } else { Cow::Borrowed(&part.mesh) };
        if !heap.add(mesh, matrix, bound.map(|b| b.material)) {
            return Err(placement.instance.fault("its positions are too large where it stands"));
        }
    }
    Ok(())
}

fn facts(model: &Model, head: &Head) -> Facts {
    let bounds = model.bounds();
    Facts {
        kind: "dae",
        version: head.version.clone(),
        up_axis: head.up_axis,
        unit: head.unit as f32,
        triangles: model.pieces.iter().map(|p| p.mesh.triangles.len()).sum(),
        bones: model.bones.len(),
        clips: model.clips.clone(),
        bounds,
        file_bounds: mirrored(bounds),
        ..Facts::default()
    }
}

/// A box with X turned around.
fn mirrored([lo, hi]: [Vec3; 2]) -> [Vec3; 2] {
    // 0 − x, so that nothing becomes −0
    [[0.0 - hi[0], lo[1], lo[2]], [0.0 - lo[0], hi[1], hi[2]]]
}
