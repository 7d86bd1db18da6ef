//! Skins: where the bones put the vertices, as the file stands.
//!
//! In: a skin's joints and inverse matrices, and where its nodes stand. Out: the map of each joint,
//! and the map of a vertex that several joints pull. The node that a skinned mesh hangs on is
//! ignored, as the format says. Of many influences the four strongest count.

use gltf::json::Root;
use islay_vm::math::affine::{self, Affine};

use super::accessor::Accessors;
use super::fault;
use super::nodes::Nodes;
use crate::read::ModelError;

/// Most influences on a vertex.
const STRONGEST: usize = 4;

/// What each joint of a skin does to the mesh.
pub(super) fn joints(
    root: &Root,
    nodes: &Nodes,
    accessors: &Accessors<'_>,
    (index, from): (usize, &str),
) -> Result<Vec<Affine>, ModelError> {
    let Some(skin) = root.skins.get(index) else {
        return Err(fault(from, format!("there is no skins[{index}]")));
    };
    let path = format!("skins[{index}].inverseBindMatrices");
    let inverse = match skin.inverse_bind_matrices {
        Some(index) => {
            let numbers = accessors.get(index, &path)?;
            if numbers.count() < skin.joints.len() {
                let message =
                    format!("it has {} for {} joints", numbers.count(), skin.joints.len());
                return Err(fault(path, message));
            }
            accessors.floats::<16>(&numbers)?
        }
        None => Vec::new(),
    };
    let mut maps = Vec::with_capacity(skin.joints.len());
    for (n, joint) in skin.joints.iter().enumerate() {
        let world = nodes.at(joint.value());
        let map = match inverse.get(n) {
            Some(&[a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _]) => {
                affine::mul(&world, &[a, b, c, d, e, f, g, h, i, x, y, z])
            }
            None => world,
        };
        if map.iter().any(|n| !n.is_finite()) {
            return Err(fault(format!("{path}[{n}]"), "it has numbers that are not finite"));
        }
        maps.push(map);
    }
    Ok(maps)
}

/// Checks that the joints of all skins are nodes, and are not too many.
pub(super) fn check(root: &Root, most: usize) -> Result<(), ModelError> {
    for (i, skin) in root.skins.iter().enumerate() {
        if skin.joints.len() > most {
            let message = format!("it has {} joints, at most {most}", skin.joints.len());
            return Err(fault(format!("skins[{i}].joints"), message));
        }
        for (n, joint) in skin.joints.iter().enumerate() {
            if joint.value() >= root.nodes.len() {
                let message = format!("there is no nodes[{}]", joint.value());
                return Err(fault(format!("skins[{i}].joints[{n}]"), message));
            }
        }
    }
    Ok(())
}

/// The map of a vertex: the mean of its joints' maps by weight. `Err` names a joint that is none.
pub(super) fn blend(maps: &[Affine], pulls: &mut Vec<(u32, f32)>) -> Result<Affine, u32> {
    if let Some((joint, _)) =
        pulls.iter().find(|(j, w)| *w != 0.0 && maps.get(*j as usize).is_none())
    {
        return Err(*joint);
    }
    pulls.sort_by(|a, b| b.1.total_cmp(&a.1));
    pulls.truncate(STRONGEST);
    pulls.retain(|(_, weight)| *weight > 0.0);
    let sum: f32 = pulls.iter().map(|(_, weight)| weight).sum();
    let mut map = [0.0; 12];
    for (joint, weight) in pulls.iter() {
        let Some(joint) = maps.get(*joint as usize) else { continue };
        for (to, from) in map.iter_mut().zip(joint) {
            *to += from * (weight / sum);
        }
    }
    // nothing pulls: it goes along with the first joint
    Ok(if pulls.is_empty() { maps.first().copied().unwrap_or(affine::IDENTITY) } else { map })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(x: f32) -> Affine {
        let mut map = affine::IDENTITY;
        map[9] = x;
        map
    }

    #[test]
    fn weights_are_brought_to_one_and_the_weakest_fall_out() {
        let maps = [1.0, 2.0, 3.0, 4.0, 5.0].map(moved);
        let x = |pulls: &[(u32, f32)]| blend(&maps, &mut pulls.to_vec()).map(|m| (m[0], m[9]));
        assert_eq!(x(&[(0, 1.0)]), Ok((1.0, 1.0)));
        assert_eq!(x(&[(0, 1.0), (2, 1.0)]), Ok((1.0, 2.0)));
        let five = [(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25), (4, 0.125)];
        assert_eq!(x(&five), Ok((1.0, 2.5)));
        assert_eq!(x(&[(3, 0.0)]), Ok((1.0, 1.0)));
        assert_eq!(x(&[(9, 1.0)]), Err(9));
        assert_eq!(x(&[(9, 0.0), (1, 1.0)]), Ok((1.0, 2.0)));
    }
}
