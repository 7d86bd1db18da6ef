//! How instances are made.
//!
//! The order is: number, pose, look, parameters, variables in text order, colour, parts in text
//! order; a whole has a lower number than its parts. A tree that would break a limit is not made
//! at all.

use super::hierarchy::WorldPose;
use super::{Scene, World, scene};
use crate::column::Rows;
use crate::input::InstanceId;
use crate::interp::Lens;
use crate::math::{add, quat_mul, quat_normalized, rotate};
use crate::plan::DefPlan;
use crate::program::{GroupId, GroupItem, NameId, Program, SpawnId, SpawnSpec, Value};
use crate::roster::{Identity, LAST, NO_GROUP};
use crate::slots::Place;
use crate::table::Pose;
use crate::trap::TrapPlace;

/// What a message under way counts for; the same on all machines.
pub(super) const LETTER_BYTES: u64 = 48;

/// Relative to a forker's world pose; its scale does not count.
pub(super) fn in_front(forker: &WorldPose, own: &Pose) -> Pose {
    Pose {
        position: add(forker.position(), rotate(forker.rotation, own.position)),
        rotation: quat_normalized(quat_mul(forker.rotation, own.rotation)),
        scale: own.scale,
    }
}

/// Who forks a group, and what came of it.
pub(super) struct Forking<'f> {
    /// Where the forker is; `None` at the start.
    pub forker: Option<WorldPose>,
    /// Whether this counts as forks of the tick.
    pub counts: bool,
    /// Turns of `repeat` and lines that made nothing in the tick so far: they are bounded too.
    pub turns: u32,
    /// Top-level instances that were made.
    pub made: &'f mut Vec<InstanceId>,
}

/// What is to be made.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Instances.
    pub n: u32,
    /// On this level.
    pub depth: u16,
    /// With so many levels.
    pub height: u16,
    /// How many of them count as forks of the tick.
    pub forks: u32,
    /// Bytes of their rows.
    pub bytes: u64,
}

impl Wanted {
    /// A whole on this level, which is no fork.
    pub fn whole(plan: &DefPlan, depth: u16) -> Self {
        let DefPlan { n_tree: n, height, tree_bytes: bytes, .. } = *plan;
        Self { n, depth, height, forks: 0, bytes }
    }
}

impl World {
    /// Bytes of all rows and of messages under way.
    pub(super) fn memory(&self) -> u64 {
        self.memory + LETTER_BYTES * self.post.len() as u64
    }

    /// All of the group that is there at the start.
    pub(super) fn make_main(&mut self) {
        let Some(main) = self.program.main else { return };
        let mut made = self.machine.take();
        self.make_group(
            main,
            &mut Forking { forker: None, counts: false, turns: 0, made: &mut made },
        );
        self.machine.give(made);
    }

    /// All lines of a group.
    pub(super) fn make_group(&mut self, group: GroupId, forking: &mut Forking<'_>) {
        let program = self.program.clone();
        let Some(spec) = program.groups.get(group as usize) else { return };
        match self.no_line(forking) {
            Some(code) => self.machine.traps.add(TrapPlace::Refused(code), 0),
            None => self.make_items(&program, group, &spec.items, forking),
        }
    }

    fn make_items(
        &mut self,
        program: &Program,
        group: GroupId,
        items: &[GroupItem],
        forking: &mut Forking<'_>,
    ) {
        for item in items {
            match item {
                GroupItem::One(spawn) => match self.no_line(forking) {
                    Some(code) => self.machine.traps.add(TrapPlace::Refused(code), 0),
                    None => self.make_line(program, group, *spawn, forking),
                },
                GroupItem::Repeat { count, counter, items } => {
                    let times = self.turns(*count);
                    let mut i = 0.0;
                    let mut full = self.no_turn(forking);
                    while i < times && full.is_none() {
                        self.turn(*counter, i);
                        forking.turns += 1;
                        self.make_items(program, group, items, forking);
                        i += 1.0;
                        full = self.no_turn(forking);
                    }
                    if let Some(code) = full.filter(|_| i < times) {
                        self.machine.traps.add(TrapPlace::Refused(code), 0);
                    }
                }
            }
        }
    }

    /// How many turns a `repeat` has.
    pub(super) fn turns(&mut self, count: Value) -> f32 {
        f32::from_bits(self.nowhere(count)).floor()
    }

    /// From now on it is this turn of a `repeat`.
    pub(super) fn turn(&mut self, counter: u16, turn: f32) {
        let (loops, counter) = (&mut self.machine.loops, usize::from(counter));
        if loops.len() <= counter {
            loops.resize(counter + 1, 0.0);
        }
        loops[counter] = turn;
    }

    /// Why there is no further turn of a `repeat`.
    fn no_turn(&self, forking: &Forking<'_>) -> Option<&'static str> {
        let spent = forking.turns >= self.config.limits.instances;
        self.full(forking).or_else(|| spent.then_some("too-many-instances"))
    }

    /// Why there is no further line: turns and lines that make nothing take time too.
    fn no_line(&self, forking: &Forking<'_>) -> Option<&'static str> {
        let spent = forking.turns > self.config.limits.instances;
        self.full(forking).or_else(|| spent.then_some("too-many-instances"))
    }

    /// Why nothing more can be made at all.
    fn full(&self, forking: &Forking<'_>) -> Option<&'static str> {
        let limits = &self.config.limits;
        if self.roster.slots.n_living() >= limits.instances {
            return Some("too-many-instances");
        }
        let forked = forking.counts && self.post.forks_so_far >= limits.forks;
        forked.then_some("too-many-forks")
    }

    /// Evaluates a value nowhere, with the draws of the instance that will be made next.
    pub(super) fn nowhere(&mut self, value: Value) -> u32 {
        let mut lens = Lens::nowhere(scene!(self), self.roster.last_id + 1);
        self.machine.value(&mut lens, value, 0)
    }

    pub(super) fn make_line(
        &mut self,
        program: &Program,
        group: GroupId,
        spawn: SpawnId,
        forking: &mut Forking<'_>,
    ) {
        let Some(spec) = program.spawns.get(spawn as usize) else { return };
        let mut args = self.machine.take();
        let mut lens = Lens::nowhere(scene!(self), self.roster.last_id + 1);
        let pose = self.machine.spawn_values(&mut lens, spec, 0, &mut args);
        let pose = forking.forker.as_ref().map_or(pose, |f| in_front(f, &pose));
        let id = self.make_top(program, spec, group, &args, &pose, forking.counts);
        // a line that makes nothing takes time as a turn that makes nothing does
        forking.turns += u32::from(id.is_none());
        forking.made.extend(id);
        self.machine.give(args);
    }

    /// A top-level instance with all its parts, unless a limit refuses it.
    pub(super) fn make_top(
        &mut self,
        program: &Program,
        spec: &SpawnSpec,
        group: GroupId,
        args: &[u32],
        pose: &Pose,
        counts: bool,
    ) -> Option<InstanceId> {
        let plan = self.plan.defs.get(spec.def as usize)?;
        let mut wanted = Wanted::whole(plan, 0);
        wanted.forks = if counts { wanted.n } else { 0 };
        if !self.may_make(wanted) {
            return None;
        }
        let ordinal = self.next_ordinal(spec.name);
        let id = self.roster.last_id + 1;
        let who = Identity {
            id,
            def: spec.def,
            parent: 0,
            label: spec.name,
            ordinal,
            group,
            attached: false,
        };
        if self.plan.named.get(spec.name as usize).copied().unwrap_or(false) {
            self.roster.named[spec.name as usize].push_back((ordinal, id));
        }
        let place = TrapPlace::Pose(spec.def, "fork");
        let pose = if pose.is_finite() { *pose } else { self.at_origin(pose, place, id) };
        self.make(program, who, 0, spec, args, &pose);
        Some(id)
    }

    /// What would stand beyond all numbers stands at the origin.
    fn at_origin(&mut self, pose: &Pose, place: TrapPlace, id: InstanceId) -> Pose {
        self.machine.traps.add(place, id);
        let near = Pose { position: [0.0; 3], ..*pose };
        if near.is_finite() { near } else { Pose::ORIGIN }
    }

    fn next_ordinal(&mut self, name: NameId) -> u32 {
        match self.roster.counts.get_mut(name as usize) {
            Some(count) => {
                *count += 1;
                *count
            }
            None => 1,
        }
    }

    /// Whether so much more is allowed; traps if not.
    pub(super) fn may_make(&mut self, wanted: Wanted) -> bool {
        let limits = self.config.limits;
        let Wanted { n, depth, height, forks, bytes } = wanted;
        let code = if self.roster.last_id.saturating_add(n) >= LAST {
            "no-more-numbers"
        } else if depth.saturating_add(height) > limits.depth {
            "too-deep"
        } else if self.roster.slots.n_living().saturating_add(n) > limits.instances {
            "too-many-instances"
        } else if forks > 0 && self.post.forks_so_far.saturating_add(forks) > limits.forks {
            "too-many-forks"
        } else if self.memory().saturating_add(bytes) > limits.memory {
            "too-much-memory"
        } else {
            self.post.forks_so_far += forks;
            return true;
        };
        self.machine.traps.add(TrapPlace::Refused(code), 0);
        false
    }

    pub(super) fn make(
        &mut self,
        program: &Program,
        who: Identity,
        depth: u16,
        spec: &SpawnSpec,
        args: &[u32],
        pose: &Pose,
    ) {
        self.roster.last_id = who.id;
        let place = self.push_row(&who, depth, pose);
        self.furnish(program, place, spec, args);
    }

    /// Initial states, parameters, variables, colour and parts of a new row.
    pub(super) fn furnish(
        &mut self,
        program: &Program,
        place: Place,
        spec: &SpawnSpec,
        args: &[u32],
    ) {
        let def = &program.defs[spec.def as usize];
        let (index, row) = (place.table as usize, place.row as usize);
        let id = self.roster.frozen[index].ids[row];
        for (diagram, state) in &spec.start {
            if let Some(track) = self.tables[index].tracks.get_mut(*diagram as usize) {
                let leaf = &def.diagrams[*diagram as usize].states[*state as usize].first_leaf;
                track.state[row] = *leaf;
            }
        }
        for (v, var) in def.vars.iter().enumerate() {
            let given = spec.args.iter().position(|(arg, _)| *arg as usize == v);
            let bits = match given.and_then(|i| args.get(i)) {
                Some(bits) => *bits,
                None => self.here(index, row, var.init),
            };
            self.tables[index].vars[v][row] = bits;
        }
        if let Some(color) = def.color {
            self.tables[index].colour[row] = self.here(index, row, color);
        }
        if !def.parts.is_empty() {
            self.roster.frozen[index].first_part[row] = self.roster.last_id + 1;
            self.make_parts(program, id, place);
        }
    }

    /// Evaluates a value on a row.
    pub(super) fn here(&mut self, index: usize, row: usize, value: Value) -> u32 {
        let scene = scene!(self);
        let mut lens = Lens::on(scene, &mut self.tables[index], index);
        self.machine.value(&mut lens, value, row)
    }

    /// Where a part would be put by its whole.
    pub(super) fn put(&mut self, index: usize, row: usize, spawn: SpawnId) -> Pose {
        let program = self.program.clone();
        let Some(spec) = program.spawns.get(spawn as usize) else { return Pose::ORIGIN };
        let mut args = self.machine.take();
        let scene = scene!(self);
        let mut lens = Lens::on(scene, &mut self.tables[index], index);
        let pose = self.machine.spawn_values(&mut lens, spec, row, &mut args);
        self.machine.give(args);
        pose
    }

    /// Parts: arguments and placement are evaluated in the whole's context.
    fn make_parts(&mut self, program: &Program, whole: InstanceId, place: Place) {
        let (index, row) = (place.table as usize, place.row as usize);
        let (def, depth) = (self.tables[index].def, self.tables[index].depth);
        for part in &program.defs[def as usize].parts {
            let Some(spec) = program.spawns.get(part.spawn as usize) else { continue };
            let mut args = self.machine.take();
            let scene = scene!(self);
            let mut lens = Lens::on(scene, &mut self.tables[index], index);
            let pose = self.machine.spawn_values(&mut lens, spec, row, &mut args);
            let who = Identity {
                id: self.roster.last_id + 1,
                def: spec.def,
                parent: whole,
                label: part.name,
                ordinal: 0,
                group: NO_GROUP,
                attached: false,
            };
            let pose = match pose.is_finite() {
                true => pose,
                false => self.at_origin(&pose, TrapPlace::Pose(spec.def, "place"), who.id),
            };
            self.make(program, who, depth + 1, spec, &args, &pose);
            self.machine.give(args);
        }
    }
}

impl crate::interp::Machine {
    /// Evaluates a spawn's arguments and placement on one row.
    pub(super) fn spawn_values(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &SpawnSpec,
        row: usize,
        args: &mut Vec<u32>,
    ) -> Pose {
        self.run(lens, spec.code, Rows::Range(row as u32, 1));
        args.extend(spec.args.iter().map(|(_, r)| self.file().get(*r, 1).at(0)));
        self.placed(&spec.placement, 0, 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Config;
    use crate::program::Program;
    use crate::world::World;

    #[test]
    fn when_numbers_are_used_up_nothing_is_made() {
        let many = |n| super::Wanted { n, depth: 0, height: 1, forks: n, bytes: 0 };
        let mut world = World::new(Program::default().into(), Config::default());
        world.roster.last_id = super::LAST - 3;
        assert!(world.may_make(many(2)));
        assert!(!world.may_make(many(3)));
        world.roster.last_id = u32::MAX;
        assert!(!world.may_make(many(3)));
        let code = |place| crate::trap::TrapPlace::Refused("no-more-numbers") == place;
        assert!(world.machine.traps.drain().all(|trap| code(trap.place) && trap.count == 2));
    }
}
