//! What of one program is what of another: by names, and by what was renamed.
//!
//! In: two programs. Out: for names, characters, groups, messages, diagrams and states of the old
//! one those of the new. It looks at no instance.

use std::collections::BTreeMap;

use crate::op::Op;
use crate::plan::Plan;
use crate::program::{
    ClassId, Code, Def, DefId, DiagramSpec, GroupId, MessageId, NameId, Program, SendSpec, StateId,
};
use crate::text;

/// Two programs side by side; lists are by the old one's numbers.
pub(super) struct Kin<'p> {
    pub old: &'p Program,
    pub new: &'p Program,
    names: Vec<Option<NameId>>,
    classes: Vec<Option<ClassId>>,
    defs: Vec<Option<DefId>>,
    groups: Vec<Option<GroupId>>,
    messages: Vec<Option<MessageId>>,
}

impl<'p> Kin<'p> {
    /// Compares them.
    pub fn new(old: &'p Program, new: &'p Program) -> Self {
        let mut numbers: BTreeMap<&str, NameId> = BTreeMap::new();
        for (name, n) in new.names.iter().zip(0..) {
            numbers.entry(name).or_insert(n);
        }
        let mut kin = Self {
            old,
            new,
            names: old.names.iter().map(|name| numbers.get(&**name).copied()).collect(),
            classes: Vec::new(),
            defs: Vec::new(),
            groups: Vec::new(),
            messages: Vec::new(),
        };
        kin.classes = old.classes.iter().map(|class| kin.class(class.name)).collect();
        kin.defs = (0..old.defs.len()).map(|def| kin.def_at(def)).collect();
        let group = |name| new.groups.iter().position(|g| kin.is(name, g.name));
        let groups = old.groups.iter().map(|g| group(g.name).map(|i| i as GroupId)).collect();
        let message = |name| new.messages.iter().position(|m| kin.is(name, *m));
        let messages = old.messages.iter().map(|m| message(*m).map(|i| i as MessageId)).collect();
        (kin.groups, kin.messages) = (groups, messages);
        kin
    }

    /// Whether an old name is the same text as a new one.
    pub fn is(&self, old: NameId, new: NameId) -> bool {
        text::name(self.old, old) == text::name(self.new, new)
    }

    fn is_or_was(&self, old: NameId, new: NameId, was: Option<NameId>) -> bool {
        self.is(old, new) || was.is_some_and(|was| self.is(old, was))
    }

    /// The class of that name, or that had it.
    fn class(&self, name: NameId) -> Option<ClassId> {
        let same = self.new.classes.iter().position(|c| self.is(name, c.name));
        let was = |def: &&Def| def.was.is_some_and(|was| self.is(name, was));
        let renamed = || self.new.defs.iter().find(was).map(|def| def.class);
        same.map(|i| i as ClassId).or_else(renamed)
    }

    fn def_at(&self, def: usize) -> Option<DefId> {
        let class = self.old.defs.get(def)?.class;
        let new_class = (*self.classes.get(class as usize)?)?;
        let of = |p: &Program, class: ClassId| -> Vec<usize> {
            (0..p.defs.len()).filter(|d| p.defs[*d].class == class).collect()
        };
        let (olds, news) = (of(self.old, class), of(self.new, new_class));
        // of several that differ in what is fixed when they are made, the one in the same place
        let at = olds.iter().position(|d| *d == def)?;
        news.get(at).or_else(|| news.first()).map(|d| *d as DefId)
    }

    pub fn def(&self, def: DefId) -> Option<DefId> {
        self.defs.get(def as usize).copied().flatten()
    }

    pub fn group(&self, group: GroupId) -> Option<GroupId> {
        self.groups.get(group as usize).copied().flatten()
    }

    pub fn message(&self, message: MessageId) -> Option<MessageId> {
        self.messages.get(message as usize).copied().flatten()
    }

    /// The name in paths: a character's new one where it was renamed.
    pub fn label(&self, name: NameId) -> Option<NameId> {
        let class = self.old.classes.iter().position(|c| c.name == name);
        let class = class.and_then(|c| self.classes.get(c).copied().flatten());
        let renamed = class.and_then(|c| self.new.classes.get(c as usize)).map(|c| c.name);
        renamed.or_else(|| self.names.get(name as usize).copied().flatten())
    }

    /// The same, or where nothing is called so any more the name of what it is now.
    pub fn label_of(&self, name: NameId, def: DefId) -> NameId {
        let class = self.new.defs[def as usize].class;
        self.label(name).unwrap_or(self.new.classes[class as usize].name)
    }

    /// Where a message goes.
    pub fn target(&self, spec: SendSpec) -> Option<SendSpec> {
        Some(match spec {
            SendSpec::Class(c) => SendSpec::Class((*self.classes.get(c as usize)?)?),
            SendSpec::Group(g) => SendSpec::Group(self.group(g)?),
            SendSpec::Named(name, number) => SendSpec::Named(self.label(name)?, number),
            spec => spec,
        })
    }

    /// How rows of one character become rows of another.
    pub fn rows(&self, plans: [&Plan; 2], old: DefId, new: DefId) -> RowMap {
        let (from, to) = (&self.old.defs[old as usize], &self.new.defs[new as usize]);
        let vars = to.vars.iter().map(|var| {
            from.vars.iter().position(|v| v.kind == var.kind && self.is(v.name, var.name))
        });
        let tracks = to.diagrams.iter().enumerate().map(|(i, spec)| {
            let same = from.diagrams.iter().position(|d| self.is(d.name, spec.name));
            let was = |d: &DiagramSpec| self.is_or_was(d.name, spec.name, spec.was);
            let at = same.or_else(|| from.diagrams.iter().position(was))?;
            let plans = [
                plans[0].defs[old as usize].diagrams.get(at)?,
                plans[1].defs[new as usize].diagrams.get(i)?,
            ];
            Some(self.track(at, from.diagrams.get(at)?, spec, plans))
        });
        RowMap { vars: vars.collect(), tracks: tracks.collect() }
    }

    fn track(
        &self,
        old: usize,
        from: &DiagramSpec,
        to: &DiagramSpec,
        plans: [&crate::plan::DiagramPlan; 2],
    ) -> TrackMap {
        let mut images: Vec<Option<StateId>> = Vec::new();
        for state in &from.states {
            let inside = |p: StateId| images.get(p as usize).copied().flatten();
            let parent = state.parent.map(inside);
            let sibling = |s: &crate::program::StateSpec| match parent {
                None => s.parent.is_none(),
                Some(image) => image.is_some() && s.parent == image,
            };
            let same = |s: &crate::program::StateSpec| sibling(s) && self.is(state.name, s.name);
            let was = |s: &crate::program::StateSpec| {
                sibling(s) && self.is_or_was(state.name, s.name, s.was)
            };
            let at = to.states.iter().position(same).or_else(|| to.states.iter().position(was));
            images.push(at.map(|i| i as StateId));
        }
        let mut map =
            TrackMap { old, images, clocks: Vec::new(), timed: Vec::new(), once: Vec::new() };
        let levels = from.n_levels.max(to.n_levels);
        map.clocks = (1..=levels).map(|l| plans.map(|plan| plan.clock_of(l))).collect();
        map.timed = self.slots(from, to, &map.images, to.n_timed, |op| match op {
            Op::TimedStart { slot, .. } => Some(*slot),
            _ => None,
        });
        map.once = self.slots(from, to, &map.images, to.n_once, |op| match op {
            Op::Once { slot, .. } => Some(*slot),
            _ => None,
        });
        map
    }

    /// For each slot of the new diagram that of the old one: uses of both are compared in the order
    /// in which they stand in a state.
    fn slots(
        &self,
        from: &DiagramSpec,
        to: &DiagramSpec,
        images: &[Option<StateId>],
        n: u16,
        slot: impl Fn(&Op) -> Option<u16> + Copy,
    ) -> Vec<Option<usize>> {
        let mut slots = vec![None; n.into()];
        for (state, image) in from.states.iter().zip(images) {
            let image = image.and_then(|i| to.states.get(i as usize));
            let leaves = (state.leaf.as_ref(), image.and_then(|s| s.leaf.as_ref()));
            let (Some(one), Some(other)) = leaves else { continue };
            for (one, other) in codes(one).into_iter().zip(codes(other)) {
                let uses = |p: &Program, code: Code| -> Vec<u16> {
                    p.code.get(code.range()).unwrap_or(&[]).iter().filter_map(slot).collect()
                };
                for (a, b) in uses(self.old, one).into_iter().zip(uses(self.new, other)) {
                    if let Some(known) = slots.get_mut(b as usize) {
                        known.get_or_insert(usize::from(a));
                    }
                }
            }
        }
        slots
    }
}

/// The codes of a leaf in the order in which they run.
fn codes(leaf: &crate::program::LeafSpec) -> Vec<Code> {
    let shifts = leaf.shifts.iter().flat_map(|s| [s.cond.code, s.actions]);
    [leaf.act, leaf.react].into_iter().chain(shifts).collect()
}

/// How rows of one character become rows of another; lists are by the new one's numbers.
pub(super) struct RowMap {
    /// Variables of the old one.
    pub vars: Vec<Option<usize>>,
    /// Its diagrams.
    pub tracks: Vec<Option<TrackMap>>,
}

/// How a diagram becomes another.
pub(super) struct TrackMap {
    /// Which of the old diagrams.
    pub old: usize,
    /// By old state: the new one.
    pub images: Vec<Option<StateId>>,
    /// By level − 1: entry columns of the old and the new.
    pub clocks: Vec<[Option<usize>; 2]>,
    /// By new slot: the old one.
    pub timed: Vec<Option<usize>>,
    /// By new slot: the old one.
    pub once: Vec<Option<usize>>,
}
