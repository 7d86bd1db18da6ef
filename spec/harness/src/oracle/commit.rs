//! The end of a tick (§8 commit): what was noted is carried out, kind by kind, each in key order.
//!
//! In: effects in order of instance, diagram and action. Out: who lives then, and messages on
//! their way. An effect whose target is gone by then is dropped.

use std::collections::BTreeMap;

use islay_vm::event::EventKind;
use islay_vm::math::affine;
use islay_vm::math::obb;
use islay_vm::math::{add, quat_conj, quat_mul, quat_normalized, rotate};

use super::Oracle;
use super::cast::{At, Id, Pose};
use super::contact::world_spec;
use super::effects::Effect;
use super::frame::World;
use super::messages::{Letter, To, in_order};

/// Levels of the hierarchy.
const MOST_LEVELS: usize = 32;

/// Who sends or forks, as it was before anything was carried out.
struct Doer {
    path: String,
    world: World,
    ancestors: Vec<Id>,
}

impl<'m> Oracle<'m> {
    /// Vanish, become, detach, attach, fork, messages.
    pub(super) fn commit(&mut self, effects: Vec<Effect<'m>>) {
        let doers = self.doers(&effects);
        self.vanish_all(&effects);
        self.become_all(&effects);
        self.detach_all(&effects);
        self.attach_all(&effects);
        self.fork_all(&effects, &doers);
        self.send_all(&effects, &doers);
    }

    /// Who vanishes or becomes finishes its tick: its sends and forks count, with its pose of this
    /// tick.
    fn doers(&self, effects: &[Effect]) -> BTreeMap<Id, Doer> {
        let doer = |id: Id| Doer {
            path: self.cast[id].path.clone(),
            world: self.cast.world(id),
            ancestors: self.cast.ancestors(id),
        };
        let by = effects.iter().filter_map(|e| match e {
            Effect::Fork { by, .. } | Effect::ForkGroup { by, .. } | Effect::Send { by, .. } => {
                Some(*by)
            }
            _ => None,
        });
        by.map(|id| (id, doer(id))).collect()
    }

    fn vanish_all(&mut self, effects: &[Effect]) {
        for effect in effects {
            let Effect::Vanish(ids) = effect else { continue };
            for id in ids {
                self.end(*id);
            }
        }
    }

    /// It ends, its parts first; what is attached to any of them is let go.
    fn end(&mut self, id: Id) {
        if !self.cast.has(id) {
            return;
        }
        for child in self.cast.children(id) {
            if self.cast[child].attached {
                self.let_go(child);
            } else {
                self.end(child);
            }
        }
        self.tell(id, EventKind::End);
        self.ended.insert(id, self.cast[id].path.clone());
        self.cast.remove(id);
    }

    /// Of two `become`s of one instance the later holds.
    fn become_all(&mut self, effects: &[Effect<'m>]) {
        for (i, effect) in effects.iter().enumerate() {
            let Effect::Become { id, character, args, start } = effect else { continue };
            let again = |e: &Effect| matches!(e, Effect::Become { id: other, .. } if other == id);
            if !self.cast.has(*id) || effects[i + 1..].iter().any(again) {
                continue;
            }
            for child in self.cast.children(*id) {
                if !self.cast[child].attached {
                    self.end(child);
                }
            }
            self.forget_parts(*id);
            let name = self.model.characters[character.index()].name.to_string();
            self.tell(*id, EventKind::Become { character: name });
            self.turn_into(*id, *character, args, start);
        }
    }

    /// Parts that hang elsewhere are no longer parts of what it becomes.
    fn forget_parts(&mut self, whole: Id) {
        let ids: Vec<Id> = self.cast.ids().collect();
        for id in ids {
            if self.cast[id].whole == Some(whole) {
                self.cast[id].whole = None;
            }
        }
    }

    fn detach_all(&mut self, effects: &[Effect]) {
        for effect in effects {
            let Effect::Detach(id) = effect else { continue };
            if self.cast.get(*id).is_some_and(|i| i.parent.is_some()) {
                self.let_go(*id);
            }
        }
    }

    /// It is top-level from now on, where it is.
    fn let_go(&mut self, id: Id) {
        let pose = self.cast.world(id).pose();
        if !pose.is_finite() {
            self.trap(At::of(id), "not-finite", 0);
        }
        let instance = &mut self.cast[id];
        instance.pose = if pose.is_finite() { pose } else { instance.pose };
        instance.parent = None;
        instance.attached = false;
        self.tell(id, EventKind::Attach { to: None });
    }

    /// Of two `attach`es of one instance the later holds.
    fn attach_all(&mut self, effects: &[Effect]) {
        for (i, effect) in effects.iter().enumerate() {
            let Effect::Attach { id, to, placement } = effect else { continue };
            let again = |e: &Effect| matches!(e, Effect::Attach { id: other, .. } if other == id);
            if !self.cast.has(*id) || !self.cast.has(*to) || effects[i + 1..].iter().any(again) {
                continue;
            }
            if id == to || self.cast.ancestors(*to).contains(id) {
                self.trap(At::of(*id), "attach-ring", 0);
                continue;
            }
            if self.cast.depth(*to) + self.cast.height(*id) > MOST_LEVELS {
                self.trap(At::of(*id), "too-deep", 0);
                continue;
            }
            let pose = placement.or_else(|| self.kept(*id, *to));
            let Some(pose) = pose else { continue };
            let path = self.cast[*to].path.clone();
            let instance = &mut self.cast[*id];
            instance.pose = pose;
            instance.parent = Some(*to);
            instance.attached = true;
            self.tell(*id, EventKind::Attach { to: Some(path) });
        }
    }

    /// The pose in another's frame that keeps the world pose.
    fn kept(&self, id: Id, to: Id) -> Option<Pose> {
        let (here, there) = (self.cast.world(id), self.cast.world(to));
        let scale = [0, 1, 2].map(|k| here.scale[k] / there.scale[k]);
        let back = affine::inverse(&there.matrix)?;
        let position = affine::point(&back, here.position());
        let rotation = quat_normalized(quat_mul(quat_conj(there.rotation), here.rotation));
        Some(Pose { position, rotation, scale }).filter(Pose::is_finite)
    }

    fn fork_all(&mut self, effects: &[Effect<'m>], doers: &BTreeMap<Id, Doer>) {
        for effect in effects {
            match effect {
                Effect::Fork { by, character, name, args, pose, start, in_world } => {
                    let doer = &doers[by];
                    let pose = if *in_world { *pose } else { in_front(&doer.world, *pose) };
                    let id = self.make_top(*character, name, None, pose);
                    self.furnish(id, args, start);
                    self.tell_fork(id, *by, doer);
                }
                Effect::ForkGroup { by, group } => {
                    let doer = &doers[by];
                    for id in self.make_group(*group, Some(&doer.world)) {
                        self.tell_fork(id, *by, doer);
                    }
                }
                _ => {}
            }
        }
    }

    /// A fork and the tree of its forker do not touch until they were apart once.
    fn tell_fork(&mut self, id: Id, by: Id, doer: &Doer) {
        self.tell(id, EventKind::Fork { by: Some(doer.path.clone()) });
        let tree = [by].into_iter().chain(doer.ancestors.iter().copied());
        let survivor = tree.into_iter().find(|a| self.cast.has(*a));
        if let Some(survivor) = survivor {
            self.close.push((id, self.cast.root(survivor)));
        }
    }

    /// What one sends `up` that ended goes to those it was part of.
    fn send_all(&mut self, effects: &[Effect], doers: &BTreeMap<Id, Doer>) {
        for effect in effects {
            let Effect::Send { by, message, value, to, delay } = effect else { continue };
            let to = match to {
                To::Up if !self.cast.has(*by) => To::These(in_order(doers[by].ancestors.clone())),
                to => to.clone(),
            };
            let due = self.clock + delay;
            self.letters.push(Letter { due, message: *message, value: *value, sender: *by, to });
        }
    }

    /// Step 5 of a tick: rotations are unit quaternions again from time to time, and what is solid
    /// is moved back behind the boundaries.
    pub(super) fn settle_poses(&mut self) {
        if self.clock.is_multiple_of(64) {
            let ids: Vec<Id> = self.cast.ids().collect();
            for id in ids {
                let pose = &mut self.cast[id].pose;
                pose.rotation = quat_normalized(pose.rotation);
            }
        }
        self.solidify();
    }

    /// §8 `solid`: of a top-level character all boxes of its tree count.
    pub(super) fn solidify(&mut self) {
        let spec = world_spec(&self.model.world);
        let ids: Vec<Id> = self.cast.ids().collect();
        for id in ids {
            if !self.cast[id].character.solid || self.cast[id].parent.is_some() {
                continue;
            }
            let tree = [id].into_iter().chain(self.cast.descendants(id));
            let boxes: Vec<_> = tree.filter_map(|i| self.world_box(i)).collect();
            let shift = obb::solid_correction(boxes.into_iter(), &spec);
            let pose = &mut self.cast[id].pose;
            pose.position = add(pose.position, shift);
        }
    }
}

/// Relative to the forker's world pose, in its own scale only.
pub fn in_front(forker: &World, own: Pose) -> Pose {
    Pose {
        position: add(forker.position(), rotate(forker.rotation, own.position)),
        rotation: quat_normalized(quat_mul(forker.rotation, own.rotation)),
        scale: own.scale,
    }
}
