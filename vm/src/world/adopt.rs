//! Another program in a running world, between two ticks.
//!
//! In: a program. Out: the same world with it, and a report. Who somebody is follows from the path:
//! top-level instances by name and number, parts, diagrams, states and variables by their names,
//! or by what they `was`. States, clocks and variables go on; none of them is entered anew. An active
//! state that is gone falls to the first state of the nearest scope that is still there. What was
//! taken out of `main` or of a whole ends, what is new there is made. A diagram that is new to
//! somebody who lives is entered in the next tick. The seed never changes; size and tick hold from
//! the next tick on. An equal program changes nothing. It judges no program.

mod cast;
mod chance;
mod follow;
mod kin;
mod mail;
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::{Scene, World, scene};
use crate::input::InstanceId;
use crate::interp::Lens;
use crate::limits::Config;
use crate::program::{DefId, DiagramSpec, GroupItem, Kind, NameId, Program, SpawnId};
use crate::roster::{Frozen, Identity, NO_GROUP};
use crate::table::Pose;
use crate::text;
use cast::{Cast, Role, Starts, Wanted, Worlds};
use chance::Chance;
use follow::Side;
use kin::{Kin, RowMap};

/// What became of a world that took another program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdoptReport {
    /// How many instances go on.
    pub kept: usize,
    /// Diagrams whose active state is gone: `Hero.Turn: Left -> Still`.
    pub moved: Vec<String>,
    /// Variables that are new, or that follow an edit since nobody had written them.
    pub reset: Vec<String>,
    /// What is new.
    pub spawned: Vec<String>,
    /// What is gone.
    pub removed: Vec<String>,
    /// Messages under way that nobody knows any more.
    pub dropped: usize,
    /// Numbers that changed: before, now.
    pub renumbered: Vec<(InstanceId, InstanceId)>,
}

impl World {
    /// Goes on with another program.
    pub fn adopt(&mut self, program: Arc<Program>) -> AdoptReport {
        let quiet = Config {
            seed: Some(self.seed),
            observe: false,
            poses_before: false,
            threads: 1,
            ..self.config
        };
        let begin = |program| World::with_hooks(program, quiet, self.hooks.clone());
        let begun = [begin(self.program.clone()), begin(program.clone())];
        let mut new = Self::bare(program.clone(), self.config, self.crew.clone());
        (new.seed, new.clock, new.ticks) = (self.seed, self.clock, self.ticks);
        (new.finished, new.stamp) = (self.finished, self.stamp);
        new.hooks = self.hooks.clone();
        for (name, value) in self.program.inputs.iter().zip(&self.inputs) {
            new.set_input(text::name(&self.program, *name), *value);
        }
        let mut old = std::mem::replace(self, new);
        let before = old.program.clone();
        let kin = Kin::new(&before, &program);
        let starts = [
            cast::starts(&begun[0], |name| cast::label(&kin, name)),
            cast::starts(&begun[1], |name| text::name(&program, name).to_owned()),
        ];
        let chance = Chance::new(&kin);
        let worlds = Worlds {
            kin: &kin,
            chance: &chance,
            old: &old,
            plan: &self.plan,
            begun: [&begun[0], &begun[1]],
            starts: [&starts[0], &starts[1]],
        };
        let cast = Cast::new(&worlds);
        self.play(&mut old, (&kin, &chance), &cast, &begun, &starts)
    }

    /// Makes the rows of the cast, then all that hangs on them.
    fn play(
        &mut self,
        old: &mut World,
        (kin, chance): (&Kin<'_>, &Chance<'_>),
        cast: &Cast,
        begun: &[World; 2],
        starts: &[Starts; 2],
    ) -> AdoptReport {
        let plans = [old.plan.clone(), self.plan.clone()];
        let mut known: BTreeMap<(DefId, DefId), Rc<RowMap>> = BTreeMap::new();
        let mut maps = |from: DefId, to: DefId| {
            let make = || Rc::new(kin.rows([&plans[0], &plans[1]], from, to));
            known.entry((from, to)).or_insert_with(make).clone()
        };
        let mut report = AdoptReport { kept: cast.roles.len(), ..AdoptReport::default() };
        let gone = cast.removed.iter().filter_map(|id| old.path(*id));
        report.removed.extend(gone);
        let changed = cast.of.iter().filter(|(old, new)| old != new);
        report.renumbered.extend(changed.map(|(old, new)| (*old, *new)));
        self.seat(old, kin, cast, &mut maps, &mut report);
        mail::touch_on(old, self, cast);
        self.publish(false);
        report.dropped = mail::deliver_on(old, self, kin, cast);
        let (from, to) =
            (Side { world: old, begun: &begun[0] }, Side { world: self, begun: &begun[1] });
        report.reset = follow::follow((cast, chance), &mut maps, from, to);
        self.publish(false);
        self.make_new(cast, &starts[0], &mut report);
        self.machine.traps.drain().for_each(drop);
        self.machine.effects.clear();
        self.publish(false);
        let kept = self.config.poses_before;
        self.tables.iter_mut().for_each(|table| table.keep(kept));
        report
    }

    /// A row for each that goes on, wholes before what hangs on them.
    fn seat(
        &mut self,
        old: &World,
        kin: &Kin<'_>,
        cast: &Cast,
        maps: &mut impl FnMut(DefId, DefId) -> Rc<RowMap>,
        report: &mut AdoptReport,
    ) {
        let mut order: Vec<(u16, &Role)> =
            cast.roles.iter().map(|role| (depth(old, cast, role.old), role)).collect();
        order.sort_by_key(|(depth, role)| (*depth, role.new));
        for (depth, role) in order {
            self.seat_one(old, kin, cast, (depth, role), maps, report);
        }
        self.roster.last_id = cast.last_id;
        for (name, n) in (0..).zip(&old.roster.counts).filter(|(_, n)| **n > 0) {
            if let Some(now) = kin.label(name) {
                let count = &mut self.roster.counts[now as usize];
                *count = (*count).max(*n);
            }
        }
        let plan = &self.plan;
        self.roster.name_all(plan);
        self.roster.attached.sort_unstable();
        let who = |was: &Identity| identity(was, kin, cast);
        self.roster.inherit(&old.roster, who, |id| cast.of.get(&id).copied());
        for id in &cast.removed {
            let who = old.roster.identity(*id).and_then(|was| identity(&was, kin, cast));
            if let Some(who) = who {
                // as if it ended in the next tick, after which its contacts end
                self.roster.forget(&who, self.ticks + 1);
            }
        }
    }

    fn seat_one(
        &mut self,
        old: &World,
        kin: &Kin<'_>,
        cast: &Cast,
        (depth, role): (u16, &Role),
        maps: &mut impl FnMut(DefId, DefId) -> Rc<RowMap>,
        report: &mut AdoptReport,
    ) {
        let Some(place) = old.roster.slots.at(role.old) else { return };
        let (index, row) = (place.table as usize, place.row as usize);
        let (was, from) = (old.roster.frozen[index].identity(row), &old.tables[index]);
        let parent = cast.of.get(&was.parent).copied().unwrap_or(0);
        let who = Identity {
            id: role.new,
            def: role.def,
            parent,
            label: role.label,
            group: kin.group(was.group).unwrap_or(NO_GROUP),
            attached: was.attached && parent != 0,
            ..was
        };
        let let_go = was.parent != 0 && parent == 0;
        let world = if let_go { old.world_pose(role.old).map(|w| w.pose()) } else { None };
        let pose = world.filter(Pose::is_finite).unwrap_or_else(|| from.pose(row));
        let at = self.push_row(&who, depth, &pose);
        if who.attached {
            self.roster.attached.push((parent, who.id));
        }
        let map = maps(was.def, role.def);
        let program = self.program.clone();
        let def = &program.defs[role.def as usize];
        let source = rows::Row { table: from, row, def: &old.program.defs[was.def as usize] };
        let (table, new_row) = (&mut self.tables[at.table as usize], at.row as usize);
        let moved = rows::fill(&source, &map, def, (&mut *table, new_row), self.clock as u32);
        for (column, spec) in table.vars.iter_mut().zip(&def.vars) {
            if spec.kind == Kind::Who {
                column[new_row] = cast.now(column[new_row]);
            }
        }
        let first = cast.first_parts.get(&role.new).copied();
        let frozen = &mut self.roster.frozen[at.table as usize];
        remember(frozen, new_row, first, (&old.roster.frozen[index], row));
        self.tell_moved(old, role, (was.def, &map), moved, report);
    }

    fn tell_moved(
        &self,
        old: &World,
        role: &Role,
        (was, map): (DefId, &RowMap),
        moved: Vec<rows::Moved>,
        report: &mut AdoptReport,
    ) {
        let state = |p: &Program, spec: &DiagramSpec, state: u16| {
            spec.states.get(state as usize).map_or("", |s| text::name(p, s.path)).to_owned()
        };
        for (diagram, from, to) in moved {
            let at = map.tracks.get(diagram).and_then(Option::as_ref).map_or(0, |t| t.old);
            let before = &old.program.defs[was as usize].diagrams[at];
            let now = &self.program.defs[role.def as usize].diagrams[diagram];
            let path = self.path(role.new).unwrap_or_default();
            let diagram = text::name(&self.program, now.name);
            let (from, to) = (state(&old.program, before, from), state(&self.program, now, to));
            report.moved.push(format!("{path}.{diagram}: {from} -> {to}"));
        }
    }

    /// New parts of those that live, new instances of `main`.
    fn make_new(&mut self, cast: &Cast, were: &Starts, report: &mut AdoptReport) {
        let mut made = Vec::new();
        for wanted in &cast.wanted {
            made.extend(self.make_part(*wanted));
        }
        let program = self.program.clone();
        if let Some(main) = program.main {
            let living = self.roster.slots.ids().filter_map(|id| self.roster.identity(id));
            let taken = living.map(|who| (who.label, who.ordinal)).collect();
            let mut lines = Lines { were, taken, counts: BTreeMap::new(), made: &mut made };
            let items = &program.groups[main as usize].items;
            self.make_lines(&program, items, &mut lines);
            // a number that somebody had before is smaller than those given since
            let named = &mut self.roster.named;
            named.iter_mut().for_each(|list| list.make_contiguous().sort_unstable());
        }
        report.spawned.extend(made.iter().filter_map(|id| self.path(*id)));
    }

    fn make_part(&mut self, wanted: Wanted) -> Option<InstanceId> {
        let Wanted { whole, part, id } = wanted;
        let place = self.roster.slots.at(whole)?;
        let (index, row) = (place.table as usize, place.row as usize);
        let program = self.program.clone();
        let part = program.defs[self.tables[index].def as usize].parts.get(part)?;
        let spec = program.spawns.get(part.spawn as usize)?;
        let plan = &self.plan.defs[spec.def as usize];
        let depth = self.tables[index].depth + 1;
        let wanted = super::spawn::Wanted::whole(plan, depth);
        if !self.may_make(wanted) {
            return None;
        }
        let mut args = self.machine.take();
        let scene = scene!(self);
        let mut lens = Lens::on(scene, &mut self.tables[index], index);
        let pose = self.machine.spawn_values(&mut lens, spec, row, &mut args);
        let pose = if pose.is_finite() { pose } else { Pose::ORIGIN };
        let who = Identity {
            id,
            def: spec.def,
            parent: whole,
            label: part.name,
            ordinal: 0,
            group: NO_GROUP,
            attached: false,
        };
        let last = self.roster.last_id;
        self.make(&program, who, depth, spec, &args, &pose);
        self.roster.last_id = self.roster.last_id.max(last);
        self.machine.give(args);
        Some(id)
    }

    /// Lines of `main` beyond those that were there. Each has the number of its line, if nobody
    /// else who lives has it.
    fn make_lines(&mut self, program: &Program, items: &[GroupItem], lines: &mut Lines<'_>) {
        let most = self.config.limits.instances;
        for item in items {
            match item {
                GroupItem::One(spawn) => {
                    let Some(spec) = program.spawns.get(*spawn as usize) else { continue };
                    let count = lines.counts.entry(spec.name).or_default();
                    *count += 1;
                    let number = *count;
                    let key = (text::name(program, spec.name).to_owned(), number);
                    if !lines.were.contains_key(&key) {
                        let free = !lines.taken.contains(&(spec.name, number));
                        self.make_numbered(program, *spawn, free.then_some(number), lines.made);
                    }
                }
                GroupItem::Repeat { count, counter, items } => {
                    let times = self.turns(*count).min(most as f32);
                    let mut i = 0.0;
                    while i < times {
                        self.turn(*counter, i);
                        self.make_lines(program, items, lines);
                        i += 1.0;
                    }
                }
            }
        }
    }

    /// What a line of `main` says, with this number or one that nobody ever had.
    fn make_numbered(
        &mut self,
        program: &Program,
        spawn: SpawnId,
        number: Option<u32>,
        made: &mut Vec<InstanceId>,
    ) {
        let name = program.spawns.get(spawn as usize).map_or(0, |spec| spec.name) as usize;
        let so_far = self.roster.counts.get(name).copied().unwrap_or(0);
        if let (Some(number), Some(count)) = (number, self.roster.counts.get_mut(name)) {
            *count = number.saturating_sub(1);
        }
        let main = program.main.unwrap_or(NO_GROUP);
        let mut forking = super::spawn::Forking { forker: None, counts: false, turns: 0, made };
        self.make_line(program, main, spawn, &mut forking);
        if let Some(count) = self.roster.counts.get_mut(name) {
            *count = (*count).max(so_far);
        }
    }
}

/// Lines of `main` while those that are new are made.
struct Lines<'l> {
    /// Those of the program before.
    were: &'l Starts,
    /// Names and numbers of all that live.
    taken: BTreeSet<(NameId, u32)>,
    /// Lines so far, by name.
    counts: BTreeMap<NameId, u32>,
    made: &'l mut Vec<InstanceId>,
}

/// Where its parts are, and what was measured.
fn remember(
    frozen: &mut Frozen,
    row: usize,
    first: Option<InstanceId>,
    (old, old_row): (&Frozen, usize),
) {
    if let (Some(first), Some(column)) = (first, frozen.first_part.get_mut(row)) {
        *column = first;
    }
    let measured = [
        (&mut frozen.speed, &old.speed),
        (&mut frozen.turnrate, &old.turnrate),
        (&mut frozen.heading, &old.heading),
    ];
    for (to, from) in measured {
        if let (Some(to), Some(from)) = (to.get_mut(row), from.get(old_row)) {
            *to = *from;
        }
    }
}

/// How many of those that it hangs on go on.
fn depth(old: &World, cast: &Cast, id: InstanceId) -> u16 {
    let parent = old.roster.parent(id);
    match cast.of.contains_key(&parent) {
        true => 1 + depth(old, cast, parent),
        false => 0,
    }
}

/// Who that was, in the words of the new program.
fn identity(was: &Identity, kin: &Kin<'_>, cast: &Cast) -> Option<Identity> {
    let def = kin.def(was.def)?;
    Some(Identity {
        id: cast.now(was.id),
        def,
        parent: cast.now(was.parent),
        label: kin.label_of(was.label, def),
        group: kin.group(was.group).unwrap_or(NO_GROUP),
        ..*was
    })
}
