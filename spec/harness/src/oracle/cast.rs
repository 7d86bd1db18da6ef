//! Who is there: instances with everything that belongs to them.
//!
//! In: serial numbers. Out: [`Instance`]s, in order of creation. It knows no rule of a tick but
//! who is part of whom.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use islay_lang::hir::model::{Character, CharacterId, Diagram, GroupId, StateId};
use islay_lang::source::Text;
use islay_vm::math::{IDENTITY, Quat, Vec3};

/// A serial number, from 1; 0 is nobody.
pub type Id = u32;

/// Where something stands in its parent's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position.
    pub position: Vec3,
    /// A unit quaternion x, y, z, w.
    pub rotation: Quat,
    /// Factors.
    pub scale: Vec3,
}

impl Pose {
    /// At the origin, not turned, as large as it is.
    pub const ORIGIN: Pose = Pose { position: [0.0; 3], rotation: IDENTITY, scale: [1.0; 3] };

    /// Whether every number of it is.
    pub fn is_finite(&self) -> bool {
        let Pose { position, rotation, scale } = self;
        position.iter().chain(rotation).chain(scale).all(|v| v.is_finite())
    }
}

/// Who asks or acts, and where.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Whose own values are meant, if anyone's.
    pub me: Option<Id>,
    /// With whose number chance is drawn.
    pub dice: Id,
    /// In which of its diagrams.
    pub diagram: usize,
}

impl At {
    /// Of an instance, outside of its diagrams.
    pub fn of(id: Id) -> At {
        At { me: Some(id), dice: id, diagram: 0 }
    }
}

/// A living instance.
#[derive(Clone, Debug)]
pub struct Instance<'m> {
    /// What it is.
    pub which: CharacterId,
    /// The same, looked up.
    pub character: &'m Character,
    /// Its path; it never changes.
    pub path: String,
    /// The name of its path: of a part the part's, else the spawn's.
    pub name: Text,
    /// Its number among those of its path name, from 1; 0 for parts.
    pub number: u32,
    /// What it was made a part of, while that is what it was then.
    pub whole: Option<Id>,
    /// What it is part of or attached to now.
    pub parent: Option<Id>,
    /// Whether `parent` came about by `attach`.
    pub attached: bool,
    /// The group that made it.
    pub group: Option<GroupId>,
    /// Where it is in its parent's frame.
    pub pose: Pose,
    /// Its own flag.
    pub visible: bool,
    /// 0xRRGGBBAA.
    pub colour: u32,
    /// Bits of parameters and variables.
    pub vars: Vec<u32>,
    /// What its diagrams are doing.
    pub diagrams: Vec<Activity>,
}

/// What a diagram is doing.
#[derive(Clone, Debug)]
pub struct Activity {
    /// Not entered yet.
    pub fresh: bool,
    /// The innermost active state.
    pub leaf: StateId,
    /// When the active state of each level was entered, outermost first; without states, when the
    /// diagram was.
    pub entered: Vec<u64>,
    /// The innermost state before the last arrow that changed it.
    pub back: Option<StateId>,
    /// The innermost state that was active when this one was left.
    pub last: BTreeMap<StateId, StateId>,
    /// How many ticks timed actions take in this stay.
    pub timed: BTreeMap<u16, u32>,
    /// In which stay (by its tick of entry) a reaction ran that runs once.
    pub once: BTreeMap<u16, u64>,
}

/// The active states of a diagram, outermost first; none where it has no states.
pub fn active(diagram: &Diagram, leaf: StateId) -> Vec<StateId> {
    let mut up = Vec::new();
    let mut next = (!diagram.states.is_empty()).then_some(leaf);
    while let Some(state) = next {
        up.push(state);
        next = diagram.states[state.index()].parent;
    }
    up.reverse();
    up
}

/// Whether `outer` is `inner` or contains it.
pub fn contains(diagram: &Diagram, outer: StateId, inner: StateId) -> bool {
    active(diagram, inner).contains(&outer)
}

/// The innermost state that is active after entering this one (§6: first states below it).
pub fn first_leaf(diagram: &Diagram, state: StateId) -> StateId {
    match diagram.states.get(state.index()).and_then(|s| s.children.first()) {
        Some(child) => first_leaf(diagram, *child),
        None => state,
    }
}

impl Activity {
    /// Not entered yet, in a state; its clocks count from the next tick.
    pub fn new(diagram: &Diagram, leaf: StateId, clock: u64) -> Self {
        Activity {
            fresh: true,
            leaf,
            entered: vec![clock; active(diagram, leaf).len().max(1)],
            back: None,
            last: BTreeMap::new(),
            timed: BTreeMap::new(),
            once: BTreeMap::new(),
        }
    }
}

/// The path of a state below its diagram; nothing for a diagram without states.
pub fn state_path(diagram: &Diagram, state: StateId) -> String {
    diagram.states.get(state.index()).map(|s| s.path.to_string()).unwrap_or_default()
}

/// Everyone who lives, in order of creation.
#[derive(Clone, Debug, Default)]
pub struct Cast<'m>(BTreeMap<Id, Instance<'m>>);

impl<'m> Cast<'m> {
    /// Their numbers.
    pub fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        self.0.keys().copied()
    }

    /// The living one of this number.
    pub fn get(&self, id: Id) -> Option<&Instance<'m>> {
        self.0.get(&id)
    }

    /// Whether it lives.
    pub fn has(&self, id: Id) -> bool {
        self.0.contains_key(&id)
    }

    /// The number if it lives, else nobody (§7: what is gone reads nobody).
    pub fn alive(&self, id: Id) -> Id {
        if self.has(id) { id } else { 0 }
    }

    /// A new one.
    pub fn add(&mut self, id: Id, instance: Instance<'m>) {
        self.0.insert(id, instance);
    }

    /// It is gone.
    pub fn remove(&mut self, id: Id) {
        self.0.remove(&id);
    }

    /// What is part of it or attached to it, in order of creation.
    pub fn children(&self, id: Id) -> Vec<Id> {
        self.0.iter().filter(|(_, c)| c.parent == Some(id)).map(|(id, _)| *id).collect()
    }

    /// What it is part of or attached to, and so on; the nearest first.
    pub fn ancestors(&self, id: Id) -> Vec<Id> {
        let mut up = Vec::new();
        let mut next = self.get(id).and_then(|i| i.parent);
        while let Some(parent) = next {
            up.push(parent);
            next = self[parent].parent;
        }
        up
    }

    /// Whether it is `above`, or part of it or attached to it, and so on.
    pub fn hangs_on(&self, id: Id, above: Id) -> bool {
        id == above || self.get(id).and_then(|i| i.parent).is_some_and(|p| self.hangs_on(p, above))
    }

    /// All that is part of it or attached to it, and so on.
    pub fn descendants(&self, id: Id) -> Vec<Id> {
        self.ids().filter(|d| *d != id && self.hangs_on(*d, id)).collect()
    }

    /// How many levels there are from the top of its tree down to it.
    pub fn depth(&self, id: Id) -> usize {
        1 + self.ancestors(id).len()
    }

    /// How many levels hang on it, itself included.
    pub fn height(&self, id: Id) -> usize {
        1 + self.children(id).into_iter().map(|c| self.height(c)).max().unwrap_or(0)
    }

    /// The top of its tree.
    pub fn root(&self, id: Id) -> Id {
        match self.get(id).and_then(|i| i.parent) {
            Some(parent) => self.root(parent),
            None => id,
        }
    }

    /// Its own flag and those of all it is part of or attached to.
    pub fn visible(&self, id: Id) -> bool {
        self[id].visible && self[id].parent.is_none_or(|p| self.visible(p))
    }

    /// The living top-level instance of a path name: of a number, or the oldest.
    pub fn named(&self, name: &str, number: Option<u32>) -> Option<Id> {
        self.0.iter().find(|(_, i)| i.is_named(name, number)).map(|(id, _)| *id)
    }
}

impl Instance<'_> {
    /// Whether it was made top-level under this name (and number).
    pub fn is_named(&self, name: &str, number: Option<u32>) -> bool {
        self.number > 0 && &*self.name == name && number.is_none_or(|n| n == self.number)
    }
}

impl<'m> Index<Id> for Cast<'m> {
    type Output = Instance<'m>;

    fn index(&self, id: Id) -> &Instance<'m> {
        &self.0[&id]
    }
}

impl<'m> IndexMut<Id> for Cast<'m> {
    fn index_mut(&mut self, id: Id) -> &mut Instance<'m> {
        match self.0.get_mut(&id) {
            Some(instance) => instance,
            None => unreachable!("{id} lives"),
        }
    }
}
