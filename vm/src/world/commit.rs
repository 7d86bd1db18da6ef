//! The commit: effects are carried out kind by kind, each in order of instance, diagram, action.
//!
//! Vanish, become, detach, attach, fork, messages. An effect whose target is gone by then is
//! dropped. Who vanishes or becomes has finished its tick: its forks and messages count, with its
//! pose of this tick.

use super::World;
use super::hierarchy::WorldPose;
use super::spawn::{Forking, Wanted, in_front};
use crate::effect::{Attach, Become, Fork, Ordered};
use crate::event::EventKind;
use crate::input::InstanceId;
use crate::math::affine;
use crate::math::{quat_conj, quat_mul, quat_normalized};
use crate::program::Program;
use crate::roster::{Identity, NO_GROUP};
use crate::table::Pose;
use crate::text;
use crate::trap::TrapPlace;

impl World {
    /// Carries out the effects of a tick.
    pub(super) fn commit(&mut self) {
        if self.machine.effects.is_empty() {
            return;
        }
        self.tell_notes();
        let origins = self.fork_origins();
        let up = self.up_before();
        self.vanish_all();
        self.become_all();
        self.detach_all();
        self.attach_all();
        self.fork_all(&origins);
        self.send_all(&up);
    }

    /// Brings effects into their order; what is too much is left out with a trap.
    pub(super) fn settle_effects(&mut self) {
        self.machine.effects.settle();
        for (code, over) in self.machine.effects.over() {
            if over.count > 0 {
                self.machine.traps.add_many(TrapPlace::Refused(code), over.count, over.first);
            }
        }
    }

    /// Where forkers are before anything is carried out.
    fn fork_origins(&self) -> Vec<Option<WorldPose>> {
        let forks = self.machine.effects.forks.iter();
        forks.map(|fork| self.world_pose(fork.order.id)).collect()
    }

    fn vanish_all(&mut self) {
        let list = std::mem::take(&mut self.machine.effects.vanish);
        for effect in list.iter() {
            self.end(effect.what);
        }
        self.machine.effects.vanish = list;
    }

    /// It ends, its parts first; what is attached to any of them is let go.
    fn end(&mut self, id: InstanceId) {
        if self.roster.slots.at(id).is_none() {
            return;
        }
        self.end_children(id, true);
        self.tell(id, EventKind::End);
        self.note_sender(id);
        let Some(who) = self.roster.identity(id) else { return };
        self.roster.forget(&who, self.ticks);
        self.remove_row(id);
    }

    /// Its parts end; what is attached to it is let go, if so wanted.
    fn end_children(&mut self, id: InstanceId, let_go: bool) {
        let mut children = self.machine.take();
        self.roster.push_children(&self.plan, id, &mut children);
        for child in &children {
            let attached = self.roster.identity(*child).is_some_and(|who| who.attached);
            match attached {
                false => self.end(*child),
                true if let_go => self.let_go(*child),
                true => {}
            }
        }
        self.machine.give(children);
    }

    /// It is top-level from now on, where it is.
    fn let_go(&mut self, id: InstanceId) {
        let Some(world) = self.world_pose(id) else { return };
        let program = self.program.clone();
        self.roster.remember(id, self.ticks);
        self.roster.set_parent(&program, id, 0);
        self.move_tree(id, 0);
        if world.pose().is_finite() {
            self.set_pose(id, &world.pose());
        } else if let Some(who) = self.roster.identity(id) {
            self.machine.traps.add(TrapPlace::Pose(who.def, "detach"), id);
        }
        self.cut(id);
        self.tell(id, EventKind::Attach { to: None });
    }

    /// Of two `become`s of one instance the later holds.
    fn become_all(&mut self) {
        let list = std::mem::take(&mut self.machine.effects.becomes);
        let program = self.program.clone();
        for (i, effect) in list.iter().enumerate() {
            let id = effect.order.id;
            let later = list.get(i + 1).is_some_and(|next| next.order.id == id);
            if !later && self.roster.slots.at(id).is_some() {
                self.turn_into(&program, effect);
            }
        }
        self.machine.effects.becomes = list;
    }

    fn turn_into(&mut self, program: &Program, effect: &Ordered<Become>) {
        let id = effect.order.id;
        let Some(spec) = program.spawns.get(effect.what.spawn as usize) else { return };
        let (Some(def), Some(plan)) =
            (program.defs.get(spec.def as usize), self.plan.defs.get(spec.def as usize))
        else {
            return;
        };
        let Some((frozen, row)) = self.roster.at(id) else { return };
        let (who, depth, world) = (frozen.identity(row), frozen.depth, frozen.world_of(row));
        let heading = frozen.heading.get(row).copied();
        let (n, height) = (plan.n_tree - 1, plan.height);
        let bytes = plan.tree_bytes.saturating_sub(self.plan.defs[who.def as usize].row_bytes);
        if !self.may_make(Wanted { n, depth, height, forks: n, bytes }) {
            return;
        }
        self.end_children(id, false);
        let character = text::name(program, def.name).to_owned();
        self.tell(id, EventKind::Become { character });
        let Some(pose) = self.pose(id) else { return };
        self.roster.remember(id, self.ticks);
        self.remove_row(id);
        let place = self.push_row(&Identity { def: spec.def, ..who }, depth, &pose);
        self.note_attached(id);
        let frozen = &mut self.roster.frozen[place.table as usize];
        // where it was counts for its speed
        for (column, v) in frozen.world.iter_mut().zip(world) {
            column[place.row as usize] = v;
        }
        if let (Some(column), Some(heading)) = (frozen.heading.last_mut(), heading) {
            *column = heading;
        }
        let args = effect.what.args;
        let args: Vec<u32> = (args.start..args.start + args.len)
            .filter_map(|i| self.machine.effects.args.get(i as usize).copied())
            .collect();
        self.furnish(program, place, spec, &args);
        // what was attached hangs on a row of another table now
        self.move_tree(id, depth);
    }

    fn detach_all(&mut self) {
        let list = std::mem::take(&mut self.machine.effects.detach);
        for effect in list.iter() {
            if self.roster.parent(effect.what) != 0 {
                self.let_go(effect.what);
            }
        }
        self.machine.effects.detach = list;
    }

    /// Of two `attach`es of one instance the later holds.
    fn attach_all(&mut self) {
        let list = std::mem::take(&mut self.machine.effects.attach);
        let mut last = self.machine.take();
        last.extend(0..list.len() as u32);
        // of each that is attached the last, then in order again
        last.sort_unstable_by_key(|i| (list[*i as usize].what.who, std::cmp::Reverse(*i)));
        last.dedup_by_key(|i| list[*i as usize].what.who);
        last.sort_unstable();
        for i in &last {
            self.attach(&list[*i as usize].what);
        }
        self.machine.give(last);
        self.machine.effects.attach = list;
    }

    fn attach(&mut self, attach: &Attach) {
        let Attach { who, to, pose } = *attach;
        let slots = &self.roster.slots;
        if slots.at(who).is_none() || slots.at(to).is_none() {
            return;
        }
        if self.roster.is_within(to, who) {
            return self.machine.traps.add(TrapPlace::Refused("attach-ring"), who);
        }
        let depth = self.roster.at(to).map_or(0, |(f, _)| f.depth) + 1;
        if depth + self.height(who) > self.config.limits.depth {
            return self.machine.traps.add(TrapPlace::Refused("too-deep"), who);
        }
        let Some(pose) = pose.or_else(|| self.kept(who, to)) else { return };
        if !pose.is_finite() {
            let def = self.roster.identity(who).map_or(0, |who| who.def);
            return self.machine.traps.add(TrapPlace::Pose(def, "attach"), who);
        }
        let program = self.program.clone();
        self.roster.remember(who, self.ticks);
        self.roster.set_parent(&program, who, to);
        self.move_tree(who, depth);
        self.set_pose(who, &pose);
        self.cut(who);
        let to = self.roster.path(&program, to);
        self.tell(who, EventKind::Attach { to });
    }

    /// The pose in another's frame that keeps the world pose.
    fn kept(&self, who: InstanceId, to: InstanceId) -> Option<Pose> {
        let (here, there) = (self.world_pose(who)?, self.world_pose(to)?);
        let back = affine::inverse(&there.matrix)?;
        let pose = Pose {
            position: affine::point(&back, here.position()),
            rotation: quat_normalized(quat_mul(quat_conj(there.rotation), here.rotation)),
            scale: [0, 1, 2].map(|k| here.scale[k] / there.scale[k]),
        };
        pose.is_finite().then_some(pose)
    }

    fn fork_all(&mut self, origins: &[Option<WorldPose>]) {
        let list = std::mem::take(&mut self.machine.effects.forks);
        let program = self.program.clone();
        let (mut made, mut turns) = (self.machine.take(), 0);
        for (effect, origin) in list.iter().zip(origins) {
            made.clear();
            match effect.what {
                Fork::One { spawn, args, pose, in_world } => {
                    let Some(spec) = program.spawns.get(spawn as usize) else { continue };
                    let mut values = self.machine.take();
                    let range = args.start as usize..(args.start + args.len) as usize;
                    values.extend(self.machine.effects.args.get(range).unwrap_or(&[]));
                    let pose = match origin {
                        Some(origin) if !in_world => in_front(origin, &pose),
                        _ => pose,
                    };
                    made.extend(self.make_top(&program, spec, NO_GROUP, &values, &pose, true));
                    self.machine.give(values);
                }
                Fork::Group(group) => {
                    let mut forking =
                        Forking { forker: *origin, counts: true, turns, made: &mut made };
                    self.make_group(group, &mut forking);
                    turns = forking.turns;
                }
            }
            self.tell_forks(effect.order.id, &made);
        }
        self.machine.give(made);
        self.machine.effects.forks = list;
    }

    /// A fork and the tree of its forker do not touch until they were apart once.
    fn tell_forks(&mut self, by: InstanceId, made: &[InstanceId]) {
        let mut survivor = by;
        while survivor != 0 && self.roster.slots.at(survivor).is_none() {
            survivor = self.roster.identity(survivor).map_or(0, |who| who.parent);
        }
        for id in made {
            if self.config.observe {
                let path = self.roster.path(&self.program, by);
                self.tell(*id, EventKind::Fork { by: path });
            }
            if survivor != 0 && self.meets() {
                self.contacts.bond(*id, self.roster.root(survivor));
            }
        }
    }
}
