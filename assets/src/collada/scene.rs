//! The scene that is shown: which geometry stands where.
//!
//! In: a document. Out: [`Placement`]s in the scene's axes. Refused: skews, nodes that hold
//! themselves, and more nodes than [`NODE_LIMIT`] once every instance is spelt out.

use super::document::Document;
use super::geometry::Workshop;
use super::matrix::Affine;
use super::node::Node;
use super::words::{Key, Tag};
use crate::read::ModelError;

/// Most nodes of a scene, each instance counted: real scenes have thousands, and a few lines of
/// instances of instances can speak of billions.
const NODE_LIMIT: usize = 200_000;
/// Deepest nesting of nodes, instances entered.
const NESTING_LIMIT: usize = 256;
const NO_GEOMETRY: &str = "the file holds no geometries, so this mesh is not shown";
/// Most controllers one upon the other: a morph of a skin of a mesh needs two.
const CONTROLLER_LIMIT: usize = 8;

/// A geometry somewhere.
#[derive(Clone, Copy)]
pub(super) struct Placement<'d> {
    pub(super) geometry: Node<'d>,
    pub(super) matrix: Affine,
    /// What put it there; it says the materials.
    pub(super) instance: Node<'d>,
}

/// All that is shown of a document.
pub(super) fn placements<'d>(
    document: &'d Document<'d>,
    shop: &mut Workshop,
) -> Result<Vec<Placement<'d>>, ModelError> {
    let Some(root) = document.root() else { return Ok(Vec::new()) };
    let instance = root.child(Tag::Scene).and_then(|s| s.child(Tag::InstanceVisualScene));
    // some tools write an address without a name where there is but one scene
    let named = instance.filter(|i| i.raw(Key::Url).is_some_and(|u| u.trim() != "#"));
    let scene = match named {
        Some(instance) => Some(instance.follow(Key::Url, &[Tag::VisualScene])?),
        None => document.all(Tag::VisualScene).next(),
    };
    let Some(scene) = scene else {
        shop.warn(root, "there is no visual scene, so nothing is shown");
        return Ok(Vec::new());
    };
    let bare = document.all(Tag::Geometry).next().is_none();
    let mut walk = Walk { shop, found: Vec::new(), path: Vec::new(), n_nodes: 0, bare };
    for node in scene.all(Tag::Node) {
        walk.node(node, &Affine::IDENTITY)?;
    }
    Ok(walk.found)
}

struct Walk<'d, 'w> {
    shop: &'w mut Workshop,
    found: Vec<Placement<'d>>,
    /// The nodes around, instances entered.
    path: Vec<Node<'d>>,
    n_nodes: usize,
    /// There is no geometry in the document: a skeleton or an animation that was cut out of a
    /// larger file, where references to meshes lead nowhere.
    bare: bool,
}

impl<'d> Walk<'d, '_> {
    fn node(&mut self, node: Node<'d>, around: &Affine) -> Result<(), ModelError> {
        self.n_nodes += 1;
        if self.n_nodes > NODE_LIMIT {
            let message = format!("with its instances the scene has more than {NODE_LIMIT} nodes");
            return Err(node.fault(message));
        }
        if self.path.len() >= NESTING_LIMIT {
            let message = format!("with their instances nodes nest deeper than {NESTING_LIMIT}");
            return Err(node.fault(message));
        }
        let matrix = around.after(&self.local(node)?);
        if !matrix.is_finite() {
            return Err(node.fault("the transforms around it are too large"));
        }
        self.path.push(node);
        for child in node.children() {
            self.child(child, &matrix)?;
        }
        self.path.pop();
        Ok(())
    }

    fn child(&mut self, child: Node<'d>, matrix: &Affine) -> Result<(), ModelError> {
        match child.tag() {
            Some(Tag::Node) => self.node(child, matrix)?,
            Some(Tag::InstanceNode) => {
                let node = child.follow(Key::Url, &[Tag::Node])?;
                if self.path.contains(&node) {
                    let name = super::place::shown(&node.name());
                    return Err(child.fault(format!("node `{name}` holds itself")));
                }
                self.node(node, matrix)?;
            }
            Some(Tag::InstanceGeometry) if self.bare => self.shop.warn(child, NO_GEOMETRY),
            Some(Tag::InstanceGeometry) => {
                let geometry = child.follow(Key::Url, &[Tag::Geometry])?;
                self.found.push(Placement { geometry, matrix: *matrix, instance: child });
            }
            Some(Tag::InstanceController) => {
                let controller = child.follow(Key::Url, &[Tag::Controller])?;
                self.controller(child, controller, matrix)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A skin stands where it was bound, whatever node it hangs in; a morph shows its base.
    fn controller(
        &mut self,
        instance: Node<'d>,
        first: Node<'d>,
        around: &Affine,
    ) -> Result<(), ModelError> {
        let mut controller = first;
        let mut matrix = *around;
        for _ in 0..CONTROLLER_LIMIT {
            let source = if let Some(skin) = controller.child(Tag::Skin) {
                matrix = match skin.child(Tag::BindShapeMatrix) {
                    Some(shape) => self.matrix(shape)?,
                    None => Affine::IDENTITY,
                };
                skin
            } else {
                let morph = controller.needed(Tag::Morph)?;
                self.shop.warn(morph, "morphs are not played: the base mesh is shown");
                morph
            };
            if self.bare {
                self.shop.warn(source, NO_GEOMETRY);
                return Ok(());
            }
            let next = source.follow(Key::Source, &[Tag::Geometry, Tag::Controller])?;
            if next.tag() == Some(Tag::Geometry) {
                self.found.push(Placement { geometry: next, matrix, instance });
                return Ok(());
            }
            controller = next;
        }
        let message = format!("more than {CONTROLLER_LIMIT} controllers stand one upon the other");
        Err(first.fault(message))
    }

    /// A node's own transform: its elements one after the other, the last one applied first.
    fn local(&mut self, node: Node<'d>) -> Result<Affine, ModelError> {
        let mut local = Affine::IDENTITY;
        for child in node.children() {
            let one = match child.tag() {
                Some(Tag::Matrix) => self.matrix(child)?,
                Some(Tag::Translate) => Affine::shift(child.exactly()?),
                Some(Tag::Scale) => Affine::stretch(child.exactly()?),
                Some(Tag::Rotate) => self.turn(child)?,
                Some(Tag::Lookat) => {
                    let [a, b, c, d, e, f, g, h, i] = child.exactly()?;
                    Affine::look([a, b, c], [d, e, f], [g, h, i]).ok_or_else(|| {
                        child.fault("it looks nowhere: eye, target and up are in line")
                    })?
                }
                Some(Tag::Skew) => {
                    return Err(
                        child.fault("skews cannot be shown: freeze the transform in the modeller")
                    );
                }
                _ => continue,
            };
            local = local.after(&one);
        }
        Ok(local)
    }

    fn matrix(&mut self, element: Node<'d>) -> Result<Affine, ModelError> {
        let rows: [f64; 16] = element.exactly()?;
        if rows[12..] != [0.0, 0.0, 0.0, 1.0] {
            self.shop.warn(element, "the last row of a matrix is not 0 0 0 1; it counts as that");
        }
        Ok(Affine::from_rows(rows))
    }

    fn turn(&mut self, element: Node<'d>) -> Result<Affine, ModelError> {
        let [x, y, z, degrees] = element.exactly()?;
        Ok(Affine::turn([x, y, z], degrees).unwrap_or_else(|| {
            self.shop.warn(element, "a rotation about 0 0 0 turns nothing");
            Affine::IDENTITY
        }))
    }
}
