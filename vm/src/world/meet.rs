//! Contacts: the boxes of a tick, what began and ended, and `solid`.

use super::World;
use super::events::boundary_name;
use super::hierarchy::WorldPose;
use crate::contacts::{Body, Kin, Phases};
use crate::event::EventKind;
use crate::input::InstanceId;
use crate::math::add;
use crate::math::obb::{WorldBox, solid_correction, world_box};
use crate::program::{BoundarySet, ContactPhase, WorldKind};
use crate::trap::TrapPlace;

impl World {
    /// Whether contacts are looked for: somebody asks for them or watches.
    pub(super) fn meets(&self) -> bool {
        self.plan.felt || self.config.observe
    }

    /// The contacts of the poses as they are now.
    pub(super) fn meet(&mut self) {
        if !self.meets() {
            return;
        }
        let mut bodies = std::mem::take(&mut self.scratch.bodies);
        bodies.clear();
        for table in 0..self.tables.len() {
            self.push_bodies(table, &mut bodies);
        }
        self.look_near(&mut bodies);
        self.contacts.meet(&bodies, &self.program.world);
        self.scratch.bodies = bodies;
        let (roster, program, tick) = (&self.roster, &self.program, self.ticks);
        self.contacts.index(|id, before| {
            // what is felt hangs on what it was part of, whether it is asked for on what it is now
            let now = roster.identity(id);
            let was = if before { roster.identity_before(id, tick) } else { now };
            let feels = now.is_some_and(|who| program.defs[who.def as usize].feels);
            Kin { parent: was.map_or(0, |who| who.parent), feels }
        });
        if self.config.observe {
            self.tell_contacts();
        }
    }

    /// Looks for what is near each other. Where that is too much, only those count that ask for
    /// contacts without being watched; then the younger half touches nothing, and so on.
    fn look_near(&mut self, bodies: &mut Vec<Body>) {
        let most = self.config.limits.contacts as usize;
        if self.contacts.look(bodies, most) {
            return;
        }
        let observed = std::mem::take(&mut self.config.observe);
        for body in bodies.iter_mut().filter(|_| observed) {
            body.asks = self.asks(body.owner);
        }
        self.config.observe = observed;
        bodies.sort_unstable_by_key(|body| body.owner);
        let n = bodies.len();
        let mut first = 0;
        while !self.contacts.look(bodies, most) {
            let half = bodies.len() / 2;
            first = bodies.get(half).map_or(0, |body| body.owner);
            bodies.truncate(half);
        }
        if bodies.len() < n {
            let place = TrapPlace::Refused("too-many-contacts");
            self.machine.traps.add_many(place, (n - bodies.len()) as u32, first);
        }
    }

    fn push_bodies(&self, index: usize, bodies: &mut Vec<Body>) {
        let table = &self.tables[index];
        let frozen = &self.roster.frozen[index];
        let def = &self.program.defs[table.def as usize];
        let Some(bounds) = def.bounds else { return };
        for row in 0..table.len() {
            let id = frozen.ids[row];
            if table.visible[row] == 0 || !self.visible(frozen.parents[row]) {
                continue;
            }
            let world = match frozen.depth {
                0 => Some(WorldPose::of(&table.pose(row))),
                _ => self.world_pose(id),
            };
            let shape = world.and_then(|w| world_box(&bounds, w.position(), w.rotation, w.scale));
            if let Some(shape) = shape {
                let root = if frozen.depth == 0 { id } else { self.roster.root(id) };
                bodies.push(Body { owner: id, root, asks: self.asks(id), shape });
            }
        }
    }

    /// Whether it or something it is part of asks for contacts; while somebody watches all do.
    fn asks(&self, mut id: InstanceId) -> bool {
        if self.config.observe || self.plan.changes_kin {
            return true;
        }
        while let Some((frozen, row)) = self.roster.at(id) {
            if self.program.defs[frozen.def as usize].feels {
                return true;
            }
            id = frozen.parents[row];
        }
        false
    }

    /// An event for each contact that began or ended.
    fn tell_contacts(&mut self) {
        for phase in [ContactPhase::Hit, ContactPhase::Leave] {
            let began = phase == ContactPhase::Hit;
            let mut changed: Vec<(InstanceId, InstanceId, u8)> = Vec::new();
            let pairs = self.contacts.pairs().iter().filter(|p| p.phases.holds(phase));
            changed.extend(pairs.map(|p| (p.a, p.b, 0)));
            for rim in self.contacts.rims() {
                let ends = rim.each().filter(|(_, phases)| phases.holds(phase));
                changed.extend(ends.map(|(boundary, _)| (rim.owner, 0, boundary.0)));
            }
            changed.sort_unstable_by_key(|(a, b, boundary)| (*a, *b != 0, *b, *boundary));
            for (a, b, boundary) in changed {
                let with = match b {
                    0 => boundary_name(crate::program::BoundarySet(boundary)).to_owned(),
                    _ => self.roster.path(&self.program, b).unwrap_or_default(),
                };
                self.tell(a, EventKind::Contact { with, began });
            }
        }
    }

    /// What is solid is moved back behind the boundaries.
    pub(super) fn solidify(&mut self) {
        if !self.plan.solid || self.program.world.kind == WorldKind::Space {
            return;
        }
        for index in 0..self.tables.len() {
            let table = &self.tables[index];
            if table.depth == 0 && self.program.defs[table.def as usize].solid {
                for row in 0..self.tables[index].len() {
                    self.solidify_row(index, row);
                }
            }
        }
    }

    fn solidify_row(&mut self, index: usize, row: usize) {
        let id = self.roster.frozen[index].ids[row];
        let mut tree = self.machine.take();
        self.roster.push_tree(&self.plan, id, &mut tree);
        let boxes = tree.iter().filter_map(|id| self.box_of(*id));
        let shift = solid_correction(boxes, &self.program.world);
        self.machine.give(tree);
        if shift != [0.0; 3] {
            let mut pose = self.tables[index].pose(row);
            pose.position = add(pose.position, shift);
            self.tables[index].set_pose(row, &pose);
        }
    }

    /// The box of what is visible and has one.
    fn box_of(&self, id: InstanceId) -> Option<WorldBox> {
        let (frozen, _) = self.roster.at(id)?;
        let bounds = self.program.defs[frozen.def as usize].bounds?;
        if !self.visible(id) {
            return None;
        }
        let world = self.world_pose(id)?;
        world_box(&bounds, world.position(), world.rotation, world.scale)
    }
}

impl World {
    /// The boxes of all that stand in the world and are shown, as contacts see them.
    pub fn boxes(&self) -> Vec<Body> {
        let mut bodies = Vec::new();
        (0..self.tables.len()).for_each(|table| self.push_bodies(table, &mut bodies));
        bodies
    }

    /// The owners of boxes that touch, of the contacts that are looked for: two, or one and 0 for
    /// a boundary.
    pub fn touching(&self) -> impl Iterator<Item = [InstanceId; 2]> + '_ {
        let there = |phases: Phases| phases.holds(ContactPhase::Touch);
        let pairs = self.contacts.pairs().iter().filter(move |p| there(p.phases));
        let rims = self.contacts.rims().iter().filter(|r| r.touched != BoundarySet::default());
        pairs.map(|p| [p.a, p.b]).chain(rims.map(|r| [r.owner, 0]))
    }
}
