//! Bones and clips, counted: what will be played once clips can be.
//!
//! In: a document's skins and animations. Out: names of the bones (joints of skins, and nodes that
//! an animation moves), and the clips with their durations. It refuses channels and samplers that
//! lead to nothing, and times that are none.

use std::collections::{BTreeMap, BTreeSet};

use gltf::json::Root;
use gltf::json::animation::{Animation, Property};
use gltf::json::validation::Checked;

use super::accessor::{Accessors, Numbers};
use super::fault;
use crate::model::ClipFacts;
use crate::read::ModelError;

/// Names of the bones, in the order of the nodes; a warning where there are more than so many.
pub(super) fn bones(
    root: &Root,
    most: usize,
    warnings: &mut Vec<String>,
) -> Result<Vec<String>, ModelError> {
    let mut moved: BTreeSet<usize> =
        root.skins.iter().flat_map(|s| &s.joints).map(gltf::json::Index::value).collect();
    for (i, animation) in root.animations.iter().enumerate() {
        for (n, channel) in animation.channels.iter().enumerate() {
            let node = channel.target.node.value();
            let path = format!("animations[{i}].channels[{n}]");
            if node >= root.nodes.len() {
                return Err(fault(path + ".target.node", format!("there is no nodes[{node}]")));
            }
            if channel.sampler.value() >= animation.samplers.len() {
                let message = format!("there is no samplers[{}]", channel.sampler.value());
                return Err(fault(path + ".sampler", message));
            }
            match channel.target.path {
                Checked::Valid(Property::MorphTargetWeights) => {}
                Checked::Valid(_) => drop(moved.insert(node)),
                Checked::Invalid => {
                    return Err(fault(path + ".target.path", "it is nothing that can be moved"));
                }
            }
        }
    }
    let name =
        |i: &usize| root.nodes.get(*i).and_then(|n| n.name.clone()).filter(|n| !n.is_empty());
    if moved.len() > most {
        warnings.push(format!("{} bones above {most} are left out", moved.len() - most));
    }
    let names = moved.iter().take(most).map(|i| name(i).unwrap_or_else(|| format!("node{i}")));
    Ok(unique(names))
}

/// The clips.
pub(super) fn clips(root: &Root, accessors: &Accessors<'_>) -> Result<Vec<ClipFacts>, ModelError> {
    let (mut durations, mut known) = (Vec::new(), BTreeMap::new());
    for (i, animation) in root.animations.iter().enumerate() {
        durations.push(duration((i, animation), accessors, &mut known)?);
    }
    let name = |(i, a): (usize, &Animation)| match &a.name {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("clip{}", i + 1),
    };
    let names = unique(root.animations.iter().enumerate().map(name));
    let clips = names.into_iter().zip(durations);
    Ok(clips.map(|(name, duration)| ClipFacts { name, duration }).collect())
}

/// The last time of a clip's keys. Clips share times, so that those which were read are kept.
fn duration(
    (i, animation): (usize, &Animation),
    accessors: &Accessors<'_>,
    known: &mut BTreeMap<usize, f32>,
) -> Result<f32, ModelError> {
    let mut longest = 0.0f32;
    for (n, sampler) in animation.samplers.iter().enumerate() {
        let path = format!("animations[{i}].samplers[{n}]");
        accessors.get(sampler.output, &format!("{path}.output"))?;
        let input = accessors.get(sampler.input, &format!("{path}.input"))?;
        let last = match known.get(&sampler.input.value()) {
            Some(last) => *last,
            None => last(&input, accessors)?,
        };
        known.insert(sampler.input.value(), last);
        longest = longest.max(last);
    }
    Ok(longest)
}

/// The last of times that go forward.
fn last(input: &Numbers<'_>, accessors: &Accessors<'_>) -> Result<f32, ModelError> {
    let mut before = 0.0f32;
    for (k, [time]) in accessors.floats::<1>(input)?.into_iter().enumerate() {
        if !time.is_finite() || time < before {
            let message = format!("key {k} has the time {time}, the one before it {before}");
            return Err(fault(input.path(), message));
        }
        before = time;
    }
    Ok(before)
}

/// The same names; a later one of a name gets a number behind it.
fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut free = |name: String| {
        let mut n = taken.get(&name).copied().unwrap_or_default();
        let mut found = name.clone();
        while taken.contains_key(&found) {
            n += 1;
            found = format!("{name}#{}", n + 1);
        }
        taken.insert(name, n);
        taken.entry(found.clone()).or_insert(0);
        found
    };
    names.map(&mut free).collect()
}

#[cfg(test)]
mod tests {
    use super::unique;

    #[test]
    fn a_later_one_of_a_name_gets_a_number() {
        let names = ["a", "b", "a", "a#2", "a", "b"];
        let names = unique(names.into_iter().map(str::to_owned));
        assert_eq!(names, ["a", "b", "a#2", "a#2#2", "a#3", "b#2"]);
    }
}
