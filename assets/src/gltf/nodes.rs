//! The tree of nodes: who is whose child, and where each one stands.
//!
//! In: a document's nodes and scenes. Out: the nodes that are shown, each once, and the map of
//! each node to the world. It refuses rings, nodes with two parents, and transforms that are no
//! finite numbers or that bend space.

use gltf::json::{Node, Root};
use islay_vm::math::affine::{self, Affine};
use islay_vm::math::quat_normalized;

use super::fault;
use crate::read::ModelError;

/// The nodes of a document.
pub(super) struct Nodes {
    /// Where each node stands; in the order of the document.
    pub world: Vec<Affine>,
    /// The nodes of the scene that is shown.
    pub shown: Vec<usize>,
}

impl Nodes {
    /// Checks the tree and works out where everything stands.
    pub fn of(root: &Root, warnings: &mut Vec<String>) -> Result<Self, ModelError> {
        let parents = parents(&root.nodes)?;
        let tops: Vec<usize> =
            (0..parents.len()).filter(|i| parents.get(*i) == Some(&None)).collect();
        let order = below(&root.nodes, &tops);
        if order.len() < root.nodes.len() {
            return Err(ring(&root.nodes, &order));
        }
        let mut world = vec![affine::IDENTITY; root.nodes.len()];
        for i in order {
            let Some(node) = root.nodes.get(i) else { continue };
            let own = local(node, i)?;
            let above = parents.get(i).copied().flatten().and_then(|p| world.get(p));
            let placed = above.map_or(own, |above| affine::mul(above, &own));
            if placed.iter().any(|n| !n.is_finite()) {
                return Err(fault(format!("nodes[{i}]"), "where it stands is no finite number"));
            }
            if let Some(place) = world.get_mut(i) {
                *place = placed;
            }
        }
        let roots = shown(root, &parents, &tops, warnings)?;
        Ok(Self { world, shown: below(&root.nodes, &roots) })
    }

    /// Where a node stands.
    pub fn at(&self, node: usize) -> Affine {
        self.world.get(node).copied().unwrap_or(affine::IDENTITY)
    }
}

fn children(node: &Node) -> impl Iterator<Item = usize> {
    node.children.iter().flatten().map(gltf::json::Index::value)
}

/// The parent of each node.
fn parents(nodes: &[Node]) -> Result<Vec<Option<usize>>, ModelError> {
    let mut parents = vec![None; nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        for (n, child) in children(node).enumerate() {
            let path = || format!("nodes[{i}].children[{n}]");
            let Some(parent) = parents.get_mut(child) else {
                return Err(fault(path(), format!("there is no nodes[{child}]")));
            };
            if let Some(other) = parent.replace(i) {
                let message = format!("nodes[{child}] is a child of nodes[{other}] already");
                return Err(fault(path(), message));
            }
        }
    }
    Ok(parents)
}

/// These nodes and all below them, parents first.
fn below(nodes: &[Node], tops: &[usize]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut open: Vec<usize> = tops.iter().rev().copied().collect();
    while let Some(i) = open.pop() {
        order.push(i);
        if let Some(node) = nodes.get(i) {
            let first = open.len();
            open.extend(children(node));
            if let Some(new) = open.get_mut(first..) {
                new.reverse();
            }
        }
    }
    order
}

/// Each node has one parent at most, so what hangs on no top is below itself.
fn ring(nodes: &[Node], order: &[usize]) -> ModelError {
    let mut hangs = vec![false; nodes.len()];
    for i in order {
        if let Some(hangs) = hangs.get_mut(*i) {
            *hangs = true;
        }
    }
    let first = hangs.iter().position(|h| !h).unwrap_or_default();
    fault(format!("nodes[{first}].children"), "it is below itself, or below a node that is")
}

/// The nodes that a scene begins with.
fn shown(
    root: &Root,
    parents: &[Option<usize>],
    tops: &[usize],
    warnings: &mut Vec<String>,
) -> Result<Vec<usize>, ModelError> {
    let index = match root.scene {
        Some(scene) => scene.value(),
        None if root.scenes.is_empty() => {
            if !root.nodes.is_empty() {
                warnings.push("it has no scene: all of its nodes are shown".to_owned());
            }
            return Ok(tops.to_vec());
        }
        None => 0,
    };
    let Some(scene) = root.scenes.get(index) else {
        return Err(fault("scene", format!("there is no scenes[{index}]")));
    };
    let mut roots = Vec::new();
    for (n, node) in scene.nodes.iter().enumerate() {
        let (node, path) = (node.value(), format!("scenes[{index}].nodes[{n}]"));
        match parents.get(node) {
            None => return Err(fault(path, format!("there is no nodes[{node}]"))),
            Some(Some(parent)) => {
                let message = format!("nodes[{node}] is a child of nodes[{parent}]");
                return Err(fault(path, message));
            }
            Some(None) if roots.contains(&node) => {
                return Err(fault(path, format!("nodes[{node}] is in the scene already")));
            }
            Some(None) => roots.push(node),
        }
    }
    Ok(roots)
}

/// What a node does to what is in it.
fn local(node: &Node, i: usize) -> Result<Affine, ModelError> {
    let path = |what: &str| format!("nodes[{i}].{what}");
    if let Some(m) = node.matrix {
        let [a, b, c, p, d, e, f, q, g, h, j, r, x, y, z, w] = m;
        if m.iter().any(|n| !n.is_finite()) {
            return Err(fault(path("matrix"), "it has numbers that are not finite"));
        }
        if [p, q, r, w] != [0.0, 0.0, 0.0, 1.0] {
            let message = "its last row is not 0 0 0 1, so that it is no transform of a node";
            return Err(fault(path("matrix"), message));
        }
        return Ok([a, b, c, d, e, f, g, h, j, x, y, z]);
    }
    let t = node.translation.unwrap_or_default();
    let q = node.rotation.unwrap_or_default().0;
    let s = node.scale.unwrap_or([1.0; 3]);
    let parts: [(&str, &[f32]); 3] = [("translation", &t), ("rotation", &q), ("scale", &s)];
    for (what, numbers) in parts {
        if numbers.iter().any(|n| !n.is_finite()) {
            return Err(fault(path(what), "it has numbers that are not finite"));
        }
    }
    let size = q.iter().map(|n| n * n).sum::<f32>();
    if size < 1e-12 || !size.is_finite() {
        return Err(fault(path("rotation"), "a rotation is a quaternion of length 1"));
    }
    Ok(affine::trs(t, quat_normalized(q), s))
}
