//! Contacts (§7): whose boxes touch at the end of a tick, and who feels it.
//!
//! In: everyone's boxes, pair by pair. Out: [`Contact`]s, which signals of the next tick ask about.
//! Each contact keeps what both sides were part of when it was found, so that `leave` still knows
//! what is gone by then.

use std::collections::BTreeSet;

use islay_lang::hir::model::{
    BoundarySet, ClassId, ContactPhase, GroupId, Selector, Side, What, World as Settings, WorldKind,
};
use islay_lang::source::Text;
use islay_vm::event::EventKind;
use islay_vm::math::obb::{SKIN, WorldBox, boundaries, boundary_normal, side_of, touch, world_box};
use islay_vm::math::{Vec3, scaled};
use islay_vm::program::{Obb, WorldSpec};

use super::Oracle;
use super::cast::{At, Id};

/// Someone in a contact, as it was.
#[derive(Clone, Debug)]
pub struct Member {
    id: Id,
    class: ClassId,
    group: Option<GroupId>,
    name: Text,
    /// 0 for parts.
    number: u32,
    /// The oldest of its name among the top-level ones.
    oldest: bool,
}

/// One side of a contact: the owner of the box, then all that it is part of.
pub type Family = Vec<Member>;

/// What touches.
#[derive(Clone, Debug)]
pub enum Toucher {
    /// A box, with all that it is part of.
    Family(Family),
    /// A boundary of the world.
    Boundary(BoundarySet),
}

/// A box touches another, or a boundary.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Of two boxes the older owner's first; a boundary second.
    sides: [Toucher; 2],
    /// From the first to the second.
    normal: Vec3,
    /// Paths of both, for events.
    paths: [String; 2],
}

/// The contacts of the end of the last tick, and what changed in it.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    now: Vec<Contact>,
    began: Vec<Contact>,
    ended: Vec<Contact>,
}

/// A contact from the side of one that feels it.
#[derive(Clone, Copy, Debug)]
struct Felt<'c> {
    other: &'c Toucher,
    side: Side,
}

impl Toucher {
    /// The owner of the box, or the boundary.
    fn key(&self) -> (Id, u8) {
        match self {
            Toucher::Family(family) => (family[0].id, 0),
            Toucher::Boundary(set) => (0, set.0),
        }
    }

    /// Whether this one's contacts are felt by it.
    fn is_felt_by(&self, id: Id) -> bool {
        matches!(self, Toucher::Family(family) if family.iter().any(|m| m.id == id))
    }
}

impl Contact {
    /// Which two it is between.
    fn key(&self) -> [(Id, u8); 2] {
        [self.sides[0].key(), self.sides[1].key()]
    }
}

impl Contacts {
    /// These are there now.
    fn replace(&mut self, found: Vec<Contact>) {
        let before = std::mem::replace(&mut self.now, found);
        let missing = |of: &[Contact], in_these: &[Contact]| -> Vec<Contact> {
            let known: BTreeSet<_> = in_these.iter().map(Contact::key).collect();
            of.iter().filter(|c| !known.contains(&c.key())).cloned().collect()
        };
        self.began = missing(&self.now, &before);
        self.ended = missing(&before, &self.now);
    }

    fn in_phase(&self, phase: ContactPhase) -> &[Contact] {
        match phase {
            ContactPhase::Touch => &self.now,
            ContactPhase::Hit => &self.began,
            ContactPhase::Leave => &self.ended,
        }
    }
}

impl<'m> Oracle<'m> {
    /// Step 6 of a tick: the contacts of the poses as they are now.
    pub(super) fn meet(&mut self) {
        let body = |id: Id| Some((id, self.cast.root(id), self.world_box(id)?));
        let boxes: Vec<(Id, Id, WorldBox)> = self.cast.ids().filter_map(body).collect();
        let mut found = Vec::new();
        let mut still_close = Vec::new();
        for (i, (a, root_a, box_a)) in boxes.iter().enumerate() {
            self.meet_boundaries(*a, box_a, &mut found);
            for (b, root_b, box_b) in &boxes[i + 1..] {
                let roots = (*root_a, *root_b);
                if root_a == root_b {
                    continue;
                }
                let Some(normal) = touch(box_a, box_b, SKIN) else { continue };
                match self.close.iter().find(|(x, y)| (*x, *y) == roots || (*y, *x) == roots) {
                    Some(pair) => still_close.push(*pair),
                    None => found.push(self.contact(*a, *b, normal)),
                }
            }
        }
        self.close = still_close;
        self.contacts.replace(found);
        self.tell_contacts();
    }

    fn meet_boundaries(&self, id: Id, shape: &WorldBox, found: &mut Vec<Contact>) {
        let touched = boundaries(shape, &world_spec(&self.model.world));
        for boundary in (0..6).map(|bit| BoundarySet(1 << bit)).filter(|b| touched.meets(*b)) {
            found.push(Contact {
                sides: [self.family(id), Toucher::Boundary(boundary)],
                normal: boundary_normal(boundary),
                paths: [self.cast[id].path.clone(), boundary_name(boundary).to_owned()],
            });
        }
    }

    fn contact(&self, a: Id, b: Id, normal: Vec3) -> Contact {
        Contact {
            sides: [self.family(a), self.family(b)],
            normal,
            paths: [self.cast[a].path.clone(), self.cast[b].path.clone()],
        }
    }

    /// It and all that it is part of, as they are now.
    fn family(&self, id: Id) -> Toucher {
        let member = |id: Id| {
            let i = &self.cast[id];
            let (class, group, name) = (i.character.class, i.group, i.name.clone());
            let oldest = self.cast.named(&name, None) == Some(id);
            Member { id, class, group, name, number: i.number, oldest }
        };
        Toucher::Family([id].into_iter().chain(self.cast.ancestors(id)).map(member).collect())
    }

    /// The box of what is visible and has one.
    pub(super) fn world_box(&self, id: Id) -> Option<WorldBox> {
        let bounds = self.cast[id].character.bounds?;
        if !self.cast.visible(id) {
            return None;
        }
        let world = self.cast.world(id);
        let own = Obb { center: bounds.center, half: bounds.half, rotation: bounds.rotation };
        world_box(&own, world.position(), world.rotation, world.scale)
    }

    /// An event for each contact that began or ended in this tick.
    fn tell_contacts(&mut self) {
        for began in [true, false] {
            let changed = if began { &self.contacts.began } else { &self.contacts.ended };
            for contact in changed {
                let [path, with] = contact.paths.clone();
                let (id, kind) = (contact.sides[0].key().0, EventKind::Contact { with, began });
                self.events.push(islay_vm::event::Event { id, path, kind });
            }
        }
    }

    /// What one feels in a phase, by its own boxes and those of all that is part of it.
    fn felt(&self, me: Id, phase: ContactPhase) -> Vec<Felt<'_>> {
        let rotation = self.world_then(me).rotation;
        let mut felt = Vec::new();
        for contact in self.contacts.in_phase(phase) {
            let [a, b] = &contact.sides;
            if a.is_felt_by(me) {
                felt.push(Felt { other: b, side: side_of_model(contact.normal, rotation) });
            }
            if b.is_felt_by(me) {
                let normal = scaled(contact.normal, -1.0);
                felt.push(Felt { other: a, side: side_of_model(normal, rotation) });
            }
        }
        felt
    }

    /// `hit(X)`, `touch(X)`, `leave(X)`.
    pub(super) fn contact_holds(&mut self, at: At, phase: ContactPhase, s: &'m Selector) -> bool {
        let Some(me) = at.me else { return false };
        let wanted = self.wanted(at, s);
        let holds = self.felt(me, phase).iter().any(|f| self.matched(at, f, &wanted).is_some());
        if holds {
            self.coverage.contact(s);
        }
        holds
    }

    /// `other(X)`: who makes the contact that began or is there, else the one that ended.
    pub(super) fn other(&mut self, at: At, s: &'m Selector) -> Id {
        let Some(me) = at.me else { return 0 };
        let wanted = self.wanted(at, s);
        for phase in [ContactPhase::Touch, ContactPhase::Leave] {
            let felt = self.felt(me, phase);
            let mut who: Vec<Id> =
                felt.iter().filter_map(|f| self.matched(at, f, &wanted)).collect();
            who.retain(|id| self.cast.has(*id));
            who.sort_unstable();
            match self.nearest(at, &who) {
                0 => {}
                nearest => return nearest,
            }
        }
        0
    }

    fn wanted(&mut self, at: At, s: &'m Selector) -> Wanted<'m> {
        Wanted {
            what: &s.what,
            one: match &s.what {
                What::Ref(e) => self.who(at, e),
                _ => 0,
            },
            side: s.side,
            within: s.within.as_ref().map(|e| self.number(at, e)),
            ahead: s.ahead.as_ref().map(|e| self.number(at, e)),
        }
    }

    /// Who of the other side is an X, on the side asked for: the owner of the box or the nearest it
    /// is part of; 0 for a boundary.
    fn matched(&self, at: At, felt: &Felt, wanted: &Wanted) -> Option<Id> {
        if wanted.side.is_some_and(|side| side != felt.side) {
            return None;
        }
        let family = match (felt.other, wanted.what) {
            (Toucher::Boundary(b), What::Boundary(set)) => return set.meets(*b).then_some(0),
            (Toucher::Boundary(_), What::Any) => return Some(0),
            (Toucher::Boundary(_), _) => return None,
            (Toucher::Family(family), _) => family,
        };
        let id = wanted.in_family(family)?;
        self.in_sight(at, wanted.within, wanted.ahead, id).then_some(id)
    }
}

/// What a contact's selector asks for, its expressions evaluated.
struct Wanted<'m> {
    what: &'m What,
    one: Id,
    side: Option<Side>,
    within: Option<f32>,
    ahead: Option<f32>,
}

impl Wanted<'_> {
    fn in_family(&self, family: &[Member]) -> Option<Id> {
        let is = |m: &&Member| match self.what {
            What::Class(class) => m.class == *class,
            What::Group(group) => m.group == Some(*group),
            What::Named(name, None) => m.oldest && m.name == *name,
            What::Named(name, Some(number)) => m.name == *name && m.number == *number,
            What::Ref(_) => m.id == self.one,
            _ => false,
        };
        match self.what {
            What::Anyone | What::Any => family.last().map(|m| m.id),
            _ => family.iter().find(is).map(|m| m.id),
        }
    }
}

fn side_of_model(normal: Vec3, rotation: islay_vm::math::Quat) -> Side {
    use islay_vm::program::Side as S;
    match side_of(normal, rotation) {
        S::Above => Side::Above,
        S::Below => Side::Below,
        S::Front => Side::Front,
        S::Behind => Side::Behind,
        S::Left => Side::Left,
        S::Right => Side::Right,
    }
}

/// The world's settings as the geometry wants them.
pub fn world_spec(world: &Settings) -> WorldSpec {
    use islay_vm::program::WorldKind as K;
    let kind = match world.kind {
        WorldKind::Space => K::Space,
        WorldKind::Ground => K::Ground,
        WorldKind::Room => K::Room,
    };
    WorldSpec { kind, size: world.size, ..WorldSpec::default() }
}

fn boundary_name(boundary: BoundarySet) -> &'static str {
    match boundary {
        BoundarySet::WEST => "wall.west",
        BoundarySet::EAST => "wall.east",
        BoundarySet::FLOOR => "floor",
        BoundarySet::ROOF => "roof",
        BoundarySet::SOUTH => "wall.south",
        _ => "wall.north",
    }
}
