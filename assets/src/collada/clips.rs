//! Clips: what animations move, what they are called and how long they last.
//!
//! In: a document. Out: [`Clips`]: those of its clip library, or one named [`WHOLE`] of all its
//! animations, and the nodes that are moved. A clip lasts from 0 to its end, or to the last key of
//! its samplers. Keys are not read here; they stay in the document.

use super::document::Document;
use super::geometry::Workshop;
use super::node::Node;
use super::place::shown;
use super::words::{Key, Tag};
use crate::model::ClipFacts;
use crate::read::ModelError;

/// What the clip is called that plays everything.
pub(super) const WHOLE: &str = "animation";

/// Most clips of a model; a clip of a file of 64 MiB can be 60 bytes long.
const CLIP_LIMIT: usize = 1024;

/// What moves.
#[derive(Default)]
pub(super) struct Clips<'d> {
    pub(super) facts: Vec<ClipFacts>,
    /// Nodes that channels name, in the file's order; some more than once.
    pub(super) moved: Vec<Node<'d>>,
}

/// Finds all clips.
pub(super) fn clips<'d>(
    document: &'d Document<'d>,
    shop: &mut Workshop,
) -> Result<Clips<'d>, ModelError> {
    let mut found = Clips::default();
    let mut end = 0.0_f32;
    for channel in document.all(Tag::Channel) {
        end = end.max(last_key(channel)?);
        found.moved.extend(target(channel, shop)?);
    }
    for clip in document.all(Tag::AnimationClip) {
        if found.facts.len() >= CLIP_LIMIT {
            return Err(clip.fault(format!("the model has more than {CLIP_LIMIT} clips")));
        }
        let name = called(clip, &found.facts);
        let duration = duration(clip)?;
        found.facts.push(ClipFacts { name, duration });
    }
    if found.facts.is_empty() && document.all(Tag::Channel).next().is_some() {
        found.facts.push(ClipFacts { name: WHOLE.to_owned(), duration: end });
    }
    Ok(found)
}

/// A clip's name: its own, else its number; made different from those before it.
fn called(clip: Node<'_>, others: &[ClipFacts]) -> String {
    let name = clip.name().trim().to_owned();
    let name = if name.is_empty() { format!("clip {}", others.len() + 1) } else { name };
    let free = |n: &String| others.iter().all(|o| o.name != *n);
    let later = (2..=CLIP_LIMIT + 1).map(|i| format!("{name} {i}"));
    std::iter::once(name.clone()).chain(later).find(free).unwrap_or(name)
}

fn duration(clip: Node<'_>) -> Result<f32, ModelError> {
    let start = clip.number(Key::Start)?.unwrap_or(0.0);
    let mut end = 0.0_f32;
    for instance in clip.all(Tag::InstanceAnimation) {
        let animation = instance.follow(Key::Url, &[Tag::Animation])?;
        if clip.raw(Key::End).is_some() {
            continue;
        }
        for channel in animation.below().filter(|n| n.tag() == Some(Tag::Channel)) {
            end = end.max(last_key(channel)?);
        }
    }
    let end = clip.number(Key::End)?.unwrap_or(f64::from(end));
    Ok((end - start).max(0.0) as f32)
}

/// When the sampler of a channel has its last key.
fn last_key(channel: Node<'_>) -> Result<f32, ModelError> {
    let sampler = channel.follow(Key::Source, &[Tag::Sampler])?;
    let of_times = |i: &Node<'_>| i.raw(Key::Semantic).is_some_and(|s| s.trim() == "INPUT");
    let Some(input) = sampler.all(Tag::Input).find(of_times) else {
        return Err(sampler.fault("no input says when its keys are"));
    };
    let source = input.follow(Key::Source, &[Tag::Source])?;
    let accessor = source.child(Tag::TechniqueCommon).and_then(|t| t.child(Tag::Accessor));
    let array = match accessor {
        Some(accessor) => accessor.follow(Key::Source, &[Tag::FloatArray])?,
        None => source.needed(Tag::FloatArray)?,
    };
    let times = array.floats();
    match times.iter().position(|t| !t.is_finite()) {
        Some(i) => Err(array.fault_at_number(i, "the time of a key is not finite")),
        None => Ok(times.iter().fold(0.0, |a, b| a.max(*b))),
    }
}

/// The node that a channel moves; `None`, with a warning, for everything else.
fn target<'d>(channel: Node<'d>, shop: &mut Workshop) -> Result<Option<Node<'d>>, ModelError> {
    let target = channel.needed_raw(Key::Target)?.trim();
    let mut steps = target.split('/');
    let id = steps.next().unwrap_or_default();
    let mut steps: Vec<&str> = steps.collect();
    let last = steps.pop().unwrap_or_default();
    let mut node = channel.document.bearers(id).find(|n| n.tag() == Some(Tag::Node));
    for sid in steps {
        let of_sid = |n: &Node<'_>| n.tag() == Some(Tag::Node) && n.raw(Key::Sid) == Some(sid);
        node = node.and_then(|n| n.below().find(of_sid));
    }
    // `sid.X`, `sid(2)(1)`, `sid`
    let sid = last.split(['.', '(']).next().unwrap_or_default();
    let moved = node.filter(|n| n.children().any(|c| c.raw(Key::Sid) == Some(sid)));
    if moved.is_none() {
        let target = shown(target);
        shop.warn(channel, &format!("the animation of `{target}` moves no node"));
    }
    Ok(moved)
}
