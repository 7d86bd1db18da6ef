//! Who goes on, as whom and under which number; who is gone; who is new.
//!
//! In: the old world, both programs, both as they are at their start. Out: a [`Cast`]. Parts follow
//! their wholes by name. Numbers stay, but where the parts of a whole are others than before: then
//! all its parts get new numbers side by side. Nothing is made or ended here.

use std::collections::{BTreeMap, BTreeSet};

use super::super::World;
use super::chance::Chance;
use super::kin::Kin;
use crate::input::InstanceId;
use crate::plan::Plan;
use crate::program::{DefId, NameId, SpawnId};
use crate::text;

/// One that goes on.
#[derive(Clone, Debug)]
pub(super) struct Role {
    /// Its number so far.
    pub old: InstanceId,
    /// Its number from now on.
    pub new: InstanceId,
    /// What it is.
    pub def: DefId,
    /// The name in its path.
    pub label: NameId,
    /// The same one in the worlds at their start.
    pub start: [InstanceId; 2],
    /// Chance is in what it starts with.
    pub thrown: bool,
    /// Its arguments and its place are written as before.
    pub same_place: bool,
    /// Where it is a part.
    pub part: Option<PartOf>,
}

/// The whole of a part, and what makes the part; before and now.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartOf {
    pub wholes: [InstanceId; 2],
    pub spawns: [SpawnId; 2],
}

/// A part that was not there before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub whole: InstanceId,
    /// Which of its parts.
    pub part: usize,
    pub id: InstanceId,
}

/// Everybody.
#[derive(Debug, Default)]
pub(super) struct Cast {
    pub roles: Vec<Role>,
    /// Old numbers to new ones.
    pub of: BTreeMap<InstanceId, InstanceId>,
    pub wanted: Vec<Wanted>,
    /// By new number of a whole: the number of its first part.
    pub first_parts: BTreeMap<InstanceId, InstanceId>,
    pub removed: Vec<InstanceId>,
    pub last_id: InstanceId,
    /// Old ones that were decided about.
    seen: BTreeSet<InstanceId>,
}

/// Top-level instances at a start, by name and number.
pub(super) type Starts = BTreeMap<(String, u32), InstanceId>;

/// Those of a world that has just begun; `label` gives the text of a name.
pub(super) fn starts(world: &World, label: impl Fn(NameId) -> String) -> Starts {
    let all = world.roster.slots.ids().filter_map(|id| world.roster.identity(id));
    all.filter(|who| who.ordinal > 0).map(|who| ((label(who.label), who.ordinal), who.id)).collect()
}

/// What the cast is made of.
pub(super) struct Worlds<'w> {
    pub kin: &'w Kin<'w>,
    pub chance: &'w Chance<'w>,
    pub old: &'w World,
    /// The plan of the new program.
    pub plan: &'w Plan,
    /// The old program and the new one at their start, with their top-level instances.
    pub begun: [&'w World; 2],
    pub starts: [&'w Starts; 2],
}

impl Worlds<'_> {
    /// The text of an old name as it is now called.
    pub fn label(&self, name: NameId) -> String {
        label(self.kin, name)
    }
}

/// The text of an old name as it is now called.
pub(super) fn label(kin: &Kin<'_>, name: NameId) -> String {
    let now = kin.label(name).map(|n| text::name(kin.new, n));
    now.unwrap_or_else(|| text::name(kin.old, name)).to_owned()
}

/// Which lines of the old `main` made those that live: the ones of their numbers. Who was made
/// later, when its number was another's, is of the first line of its name that nobody is of.
fn lines(w: &Worlds<'_>) -> BTreeMap<InstanceId, (String, u32)> {
    let mut of = BTreeMap::new();
    let mut free: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut late = Vec::new();
    let mut taken = BTreeSet::new();
    for who in w.old.roster.slots.ids().filter_map(|id| w.old.roster.identity(id)) {
        if who.ordinal > 0 && Some(who.group) == w.kin.old.main {
            let key = (w.label(who.label), who.ordinal);
            match w.starts[0].contains_key(&key) && taken.insert(key.clone()) {
                true => drop(of.insert(who.id, key)),
                false => late.push((who.id, key.0)),
            }
        }
    }
    if !late.is_empty() {
        for (label, number) in w.starts[0].keys().filter(|key| !taken.contains(*key)).rev() {
            free.entry(label).or_default().push(*number);
        }
    }
    for (id, label) in late {
        if let Some(number) = free.get_mut(&*label).and_then(Vec::pop) {
            of.insert(id, (label, number));
        }
    }
    of
}

impl Cast {
    /// Decides about everybody.
    pub fn new(w: &Worlds<'_>) -> Self {
        let mut cast = Self { last_id: w.old.roster.last_id, ..Self::default() };
        let lines = lines(w);
        for id in w.old.roster.slots.ids() {
            if !cast.seen.contains(&id) {
                cast.root(w, id, lines.get(&id));
            }
        }
        cast
    }

    /// The number of now; of one that is gone the one it had.
    pub fn now(&self, id: InstanceId) -> InstanceId {
        self.of.get(&id).copied().unwrap_or(id)
    }

    /// Something that is part of nothing that lives; `line`: which of `main` made it.
    fn root(&mut self, w: &Worlds<'_>, id: InstanceId, line: Option<&(String, u32)>) {
        let Some(who) = w.old.roster.identity(id) else { return };
        let start =
            w.starts.map(|starts| line.and_then(|line| starts.get(line)).copied().unwrap_or(0));
        let def = match start {
            [0, _] => w.kin.def(who.def),
            // it was of main, and main no longer has it
            [_, 0] => None,
            [old, new] => {
                let defs = [w.begun[0].def_of(old), w.begun[1].def_of(new)];
                let became = || w.kin.def(who.def).or(defs[1]);
                if defs[0] == Some(who.def) { defs[1] } else { became() }
            }
        };
        let Some(def) = def else { return self.remove(w, id) };
        let label = w.kin.label_of(who.label, def);
        let start = if start.contains(&0) { [0, 0] } else { start };
        let lines = w.chance.lines(line.map_or("", |(label, _)| label));
        let thrown = w.chance.in_spawns(lines[0]) || w.chance.in_def(who.def);
        let same_place = w.chance.same_spawns(lines);
        let (old, new, part) = (id, id, None);
        self.go_on(w, Role { old, new, def, label, start, thrown, same_place, part }, None);
    }

    /// It goes on with its parts; `behind`: they get the numbers after its own.
    fn go_on(&mut self, w: &Worlds<'_>, role: Role, behind: Option<InstanceId>) {
        self.seen.insert(role.old);
        self.of.insert(role.old, role.new);
        let Some((frozen, row)) = w.old.roster.at(role.old) else { return };
        let defs = (frozen.def, role.def);
        let first = frozen.first_part.get(row).copied().unwrap_or(0);
        let (from, to) = (&w.kin.old.defs[defs.0 as usize], &w.kin.new.defs[defs.1 as usize]);
        let old_offsets = &w.old.plan.defs[defs.0 as usize].offsets;
        let offsets = &w.plan.defs[defs.1 as usize].offsets;
        let same = |name| from.parts.iter().position(|p| w.kin.is(p.name, name));
        let parts: Vec<Option<usize>> = to.parts.iter().map(|p| same(p.name)).collect();
        let stays = parts
            .iter()
            .zip(offsets)
            .all(|(k, offset)| k.is_some_and(|k| old_offsets[k] == *offset));
        let base = match behind {
            Some(base) => base,
            None if stays => first,
            None => {
                let base = self.last_id + 1;
                self.last_id += w.plan.defs[defs.1 as usize].n_tree - 1;
                base
            }
        };
        if !to.parts.is_empty() {
            self.first_parts.insert(role.new, base);
        }
        let whole = role.clone();
        self.roles.push(role);
        for (part, k) in parts.iter().enumerate() {
            let new = base + offsets[part];
            let Some(k) = *k else {
                self.wanted.push(Wanted { whole: whole.new, part, id: new });
                continue;
            };
            let old = first + old_offsets[k];
            let Some((was, _)) = w.old.roster.at(old) else { continue };
            let spawns = [from.parts[k].spawn, to.parts[part].spawn];
            let spawned = [
                w.kin.old.spawns[spawns[0] as usize].def,
                w.kin.new.spawns[spawns[1] as usize].def,
            ];
            let as_spawned = was.def == spawned[0];
            let became = || w.kin.def(was.def).unwrap_or(spawned[1]);
            let def = if as_spawned { spawned[1] } else { became() };
            let label = to.parts[part].name;
            let start = self.start_of_part(w, &whole, [k, part], defs);
            let moves = behind.is_some() || !stays;
            let behind = (moves && def == spawned[1]).then_some(new + 1);
            let thrown =
                whole.thrown || w.chance.in_spawns(&spawns[..1]) || w.chance.in_def(was.def);
            let same_place = w.chance.same_spawns([&spawns[..1], &spawns[1..]]);
            let part = Some(PartOf { wholes: [whole.old, whole.new], spawns });
            let role = Role { old, new, def, label, start, thrown, same_place, part };
            self.go_on(w, role, behind);
        }
        self.remove_others(w, first, old_offsets, &parts);
    }

    /// The part in the worlds at their start.
    fn start_of_part(
        &self,
        w: &Worlds<'_>,
        whole: &Role,
        parts: [usize; 2],
        defs: (DefId, DefId),
    ) -> [InstanceId; 2] {
        let of = |i: usize, def: DefId| {
            let (frozen, row) = w.begun[i].roster.at(whole.start[i])?;
            let offset = *w.begun[i].plan.defs[def as usize].offsets.get(parts[i])?;
            (frozen.def == def).then(|| frozen.first_part[row] + offset)
        };
        match (of(0, defs.0), of(1, defs.1)) {
            (Some(old), Some(new)) => [old, new],
            _ => [0, 0],
        }
    }

    /// Parts that the whole no longer has.
    fn remove_others(
        &mut self,
        w: &Worlds<'_>,
        first: InstanceId,
        offsets: &[u32],
        kept: &[Option<usize>],
    ) {
        for (k, offset) in offsets.iter().enumerate() {
            if !kept.contains(&Some(k)) && w.old.roster.slots.at(first + offset).is_some() {
                self.remove(w, first + offset);
            }
        }
    }

    /// It ends with the parts that hang on it; what is attached to it is let go.
    fn remove(&mut self, w: &Worlds<'_>, id: InstanceId) {
        if !self.seen.insert(id) {
            return;
        }
        let mut children = Vec::new();
        w.old.roster.push_children(&w.old.plan, id, &mut children);
        for child in children {
            if w.old.roster.identity(child).is_some_and(|who| !who.attached) {
                self.remove(w, child);
            }
        }
        self.removed.push(id);
    }
}
