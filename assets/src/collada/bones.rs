//! Bones: the joints of skins, and the nodes that animations move.
//!
//! In: a document. Out: the [`Bones`], each node once, in the order joints first. A joint whose
//! node is not there counts all the same, with a warning. Poses are made of these later.

use std::collections::{HashMap, HashSet};

use super::document::Document;
use super::geometry::Workshop;
use super::node::Node;
use super::place::shown;
use super::words::{Key, Tag};
use super::xml;
use crate::read::ModelError;

/// Most nodes of one `sid` that are looked at for a joint.
const NAMESAKE_LIMIT: usize = 64;

/// The bones that are found.
#[derive(Default)]
pub(super) struct Bones<'d> {
    /// What they are called, each name once.
    pub(super) names: Vec<String>,
    nodes: HashSet<u32>,
    lost: HashSet<&'d str>,
    /// So many are kept.
    most: usize,
    /// More are there than are kept.
    more: usize,
}

/// Finds all bones.
pub(super) fn bones<'d>(
    document: &'d Document<'d>,
    moved: &[Node<'d>],
    most: usize,
    shop: &mut Workshop,
) -> Result<Vec<String>, ModelError> {
    let mut bones = Bones { most, ..Bones::default() };
    let sids = sids(document);
    for controller in document.all(Tag::Controller) {
        if let Some(skin) = controller.child(Tag::Skin) {
            let roots = roots(document, controller)?;
            bones.skin(skin, &roots, &sids, shop)?;
        }
    }
    for node in moved {
        bones.add(*node);
    }
    if let (true, Some(root)) = (bones.more > 0, document.root()) {
        let message = format!("{} bones above {most} are left out", bones.more);
        shop.warn(root, &message);
    }
    Ok(bones.names)
}

/// Nodes by their `sid`.
type Sids<'d> = HashMap<&'d str, Vec<Node<'d>>>;

fn sids<'d>(document: &'d Document<'d>) -> Sids<'d> {
    let mut sids = Sids::new();
    for node in document.all(Tag::Node) {
        if let Some(sid) = node.raw(Key::Sid) {
            sids.entry(sid).or_default().push(node);
        }
    }
    sids
}

/// Where the skeletons of a controller begin.
fn roots<'d>(
    document: &'d Document<'d>,
    controller: Node<'d>,
) -> Result<Vec<Node<'d>>, ModelError> {
    let id = controller.raw(Key::Id).unwrap_or_default();
    let of_this = |i: &Node<'d>| {
        i.raw(Key::Url).is_some_and(|u| u.trim().strip_prefix('#').unwrap_or(u.trim()) == id)
    };
    let instances = document.all(Tag::InstanceController).filter(of_this);
    let skeletons = instances.flat_map(|i| i.all(Tag::Skeleton).collect::<Vec<_>>());
    skeletons.map(|s| s.lead(s.text(), &[Tag::Node])).collect()
}

fn stands_in(node: Node<'_>, roots: &[Node<'_>]) -> bool {
    std::iter::successors(Some(node), |n| n.parent()).any(|n| roots.contains(&n))
}

impl<'d> Bones<'d> {
    fn skin(
        &mut self,
        skin: Node<'d>,
        roots: &[Node<'d>],
        sids: &Sids<'d>,
        shop: &mut Workshop,
    ) -> Result<(), ModelError> {
        let joints = skin.needed(Tag::Joints)?;
        let of_joints = |i: &Node<'d>| i.raw(Key::Semantic).is_some_and(|s| s.trim() == "JOINT");
        let Some(input) = joints.all(Tag::Input).find(of_joints) else {
            return Err(joints.fault("no input says which joints there are"));
        };
        let source = input.follow(Key::Source, &[Tag::Source])?;
        let arrays = [Tag::NameArray, Tag::IdrefArray, Tag::SidrefArray];
        let array = source.children().find(|c| c.tag().is_some_and(|t| arrays.contains(&t)));
        let Some(array) = array else {
            return Err(source.fault("it holds no names of joints"));
        };
        for name in array.text().split_ascii_whitespace() {
            match joint(array, name, roots, sids) {
                Some(node) => self.add(node),
                None => self.add_lost(name, array, shop),
            }
        }
        Ok(())
    }

    fn add(&mut self, node: Node<'d>) {
        if self.nodes.insert(node.id) {
            self.push(node.name().trim().to_owned(), node.value(Key::Id).as_deref());
        }
    }

    fn add_lost(&mut self, name: &'d str, array: Node<'d>, shop: &mut Workshop) {
        if self.lost.insert(name) {
            shop.warn(array, &format!("no node is the joint `{}`", shown(name)));
            self.push(xml::plain(name).into_owned(), None);
        }
    }

    /// Keeps a name, or the id, or a number behind it, if another bone has the name.
    fn push(&mut self, name: String, id: Option<&str>) {
        if self.names.len() >= self.most {
            self.more += 1;
            return;
        }
        let name = if name.is_empty() { "bone".to_owned() } else { name };
        let free = |n: &String| !self.names.contains(n);
        let others = (2..=self.most + 1).map(|i| format!("{name} {i}"));
        let mut names = [Some(name.clone()), id.map(str::to_owned)].into_iter().flatten();
        let first = names.find(free).or_else(|| others.into_iter().find(free));
        self.names.extend(first);
    }
}

/// The node of a joint: by `sid` in its skeletons, else by `sid`, else by id.
fn joint<'d>(near: Node<'d>, name: &str, roots: &[Node<'d>], sids: &Sids<'d>) -> Option<Node<'d>> {
    let by_id = || near.document.bearers(name).find(|n| n.tag() == Some(Tag::Node));
    if near.tag() == Some(Tag::IdrefArray)
        && let Some(node) = by_id()
    {
        return Some(node);
    }
    let namesakes = sids.get(name).map(Vec::as_slice).unwrap_or_default();
    let inside = namesakes.iter().take(NAMESAKE_LIMIT).find(|n| stands_in(**n, roots));
    inside.or(namesakes.first()).copied().or_else(by_id)
}
