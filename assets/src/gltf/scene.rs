//! A document's scene as a model.
//!
//! In: a document and its bytes. Out: one piece for each material, the facts, and warnings of what
//! is not seen.

use std::collections::{BTreeMap, BTreeSet};

use gltf::json::mesh::Semantic;
use gltf::json::validation::Checked;
use gltf::json::{Node, Root, mesh};

use super::accessor::Accessors;
use super::buffers::Buffers;
use super::container::Parts;
use super::material::Looks;
use super::nodes::Nodes;
use super::primitive::{Source, Stand, triangles};
use super::{document, fault, motion, skin};
use crate::model::{Mesh, Model, Piece};
use crate::read::{Beside, Facts, Kind, Loaded, ModelError};

/// Most triangles of a model: as many as the largest file can hold, whatever its instances make
/// of them.
const MOST_TRIANGLES: usize = 3_000_000;

/// Reads a document's scene.
pub(super) fn load(
    root: &Root,
    parts: &Parts<'_>,
    kind: Kind,
    beside: &dyn Beside,
) -> Result<Loaded, ModelError> {
    let buffers = Buffers::load(root, parts, beside)?;
    let accessors = Accessors::new(root, &buffers)?;
    let most_bones = beside.caps().bones;
    skin::check(root, most_bones)?;
    let mut warnings = extensions(root);
    let nodes = Nodes::of(root, &mut warnings)?;
    let looks = Looks::new(root, &buffers, beside)?;
    let pieces = BTreeMap::new();
    let mut builder = Builder {
        root,
        accessors: &accessors,
        nodes: &nodes,
        looks,
        pieces,
        warnings,
        n_triangles: 0,
    };
    for i in &nodes.shown {
        if let Some(node) = root.nodes.get(*i) {
            builder.node(*i, node)?;
        }
    }
    let Builder { looks, pieces, mut warnings, n_triangles, .. } = builder;
    let bones = motion::bones(root, most_bones, &mut warnings)?;
    let pieces = pieces.into_iter().map(|(material, mesh)| Piece { mesh, material });
    let model = Model {
        pieces: pieces.collect(),
        materials: looks.materials,
        images: looks.images,
        bones,
        clips: motion::clips(root, &accessors)?,
    };
    once(&mut warnings);
    let facts = facts(root, kind, &accessors, &model, n_triangles);
    Ok(Loaded { facts, model, warnings })
}

/// Warnings of extensions that are used and not known.
fn extensions(root: &Root) -> Vec<String> {
    let strange = root.extensions_used.iter().filter(|e| !document::KNOWN.contains(&e.as_str()));
    strange.map(|e| format!("the extension `{}` is ignored", document::line(e))).collect()
}

/// Each warning once.
fn once(warnings: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    warnings.retain(|w| seen.insert(w.clone()));
}

struct Builder<'d> {
    root: &'d Root,
    accessors: &'d Accessors<'d>,
    nodes: &'d Nodes,
    looks: Looks<'d>,
    /// The triangles of each material.
    pieces: BTreeMap<Option<u32>, Mesh>,
    warnings: Vec<String>,
    n_triangles: usize,
}

impl Builder<'_> {
    /// Adds what a node shows.
    fn node(&mut self, i: usize, node: &Node) -> Result<(), ModelError> {
        let Some(index) = node.mesh.map(|m| m.value()) else { return Ok(()) };
        let Some(mesh) = self.root.meshes.get(index) else {
            return Err(fault(format!("nodes[{i}].mesh"), format!("there is no meshes[{index}]")));
        };
        let joints = node.skin.map(|s| {
            skin::joints(
                self.root,
                self.nodes,
                self.accessors,
                (s.value(), &format!("nodes[{i}].skin")),
            )
        });
        let joints = joints.transpose()?;
        for (n, primitive) in mesh.primitives.iter().enumerate() {
            let path = format!("meshes[{index}].primitives[{n}]");
            self.primitive(i, primitive, joints.as_deref(), &path)?;
        }
        Ok(())
    }

    fn primitive(
        &mut self,
        node: usize,
        primitive: &mesh::Primitive,
        joints: Option<&[islay_vm::math::affine::Affine]>,
        path: &str,
    ) -> Result<(), ModelError> {
        let left = MOST_TRIANGLES - self.n_triangles;
        let Some(triangles) = triangles(primitive, self.accessors, (left, path))? else {
            self.warnings.push("points and lines are not drawn".to_owned());
            return Ok(());
        };
        self.n_triangles += triangles.len().min(left);
        if triangles.len() > left {
            let message = format!("the scene has more than {MOST_TRIANGLES} triangles");
            return Err(fault(path, message));
        }
        let material = primitive.material.map(|m| m.value());
        let using = material
            .map(|m| self.looks.used(m, &format!("{path}.material"), &mut self.warnings))
            .transpose()?;
        let source =
            Source::read(primitive, self.accessors, (using.as_ref(), joints.is_some()), path)?;
        self.doubts(&source, primitive, using.is_some_and(|u| u.set.is_some()), path);
        let stand = match joints {
            Some(joints) if source.is_skinned() => Stand::Skinned(joints),
            Some(_) => {
                self.warnings.push(format!("{path} has a skin and no JOINTS_0: it is drawn stiff"));
                Stand::Rigid(self.nodes.at(node))
            }
            None => Stand::Rigid(self.nodes.at(node)),
        };
        let material = match source.is_painted() {
            true => Some(self.looks.painted(material)),
            false => material.map(|m| m as u32),
        };
        let mesh = self.pieces.entry(material).or_default();
        source.emit(&triangles, &stand, using.as_ref(), mesh)
    }

    /// Warns of what will not be seen.
    fn doubts(&mut self, source: &Source, primitive: &mesh::Primitive, picture: bool, path: &str) {
        let colors = Checked::Valid(Semantic::Colors(0));
        if picture && primitive.attributes.contains_key(&colors) {
            self.warnings
                .push("colours of vertices are not drawn where there is a texture".to_owned());
        }
        if primitive.targets.as_ref().is_some_and(|t| !t.is_empty()) {
            self.warnings.push("morph targets are not drawn: shapes stay as they are".to_owned());
        }
        if picture && !source.has_uvs() {
            self.warnings.push(format!("{path} has a texture, and no texture coordinates for it"));
        }
    }
}

fn facts(
    root: &Root,
    kind: Kind,
    accessors: &Accessors<'_>,
    model: &Model,
    n_triangles: usize,
) -> Facts {
    let primitives = root.meshes.iter().flat_map(|m| &m.primitives);
    let positions =
        primitives.filter_map(|p| p.attributes.get(&Checked::Valid(Semantic::Positions)));
    let distinct: BTreeSet<usize> = positions.map(|a| a.value()).collect();
    let bounds = model.bounds().map(|corner| corner.map(|c| c + 0.0));
    let [[x, y, z], [u, v, w]] = bounds;
    Facts {
        kind: if kind == Kind::Glb { "glb" } else { "gltf" },
        version: document::line(&root.asset.version),
        up_axis: "Y_UP",
        unit: 1.0,
        meshes: root.meshes.len(),
        vertices: distinct.into_iter().map(|a| accessors.count(a)).sum(),
        triangles: n_triangles,
        bones: model.bones.len(),
        clips: model.clips.clone(),
        materials: root.materials.len(),
        bounds,
        // X the other way round; what is 0 stays without a sign
        file_bounds: [[0.0 - u, y, z], [0.0 - x, v, w]],
    }
}
