//! Contacts (§7): whose boxes touch at the end of a tick, and who feels it.
//!
//! In: everyone's boxes, pair by pair. Out: [`Contact`]s, which signals of the next tick ask about.
//! Each contact keeps what both sides were part of when it was found, so that `leave` still knows
//! what is gone by then.

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

/// The other side.
#[derive(Clone, Debug)]
pub enum Other {
    /// A box of another tree.
    Family(Family),
    /// A boundary of the world.
    Boundary(BoundarySet),
}

/// A box touches another, or a boundary.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Of two boxes the older owner's.
    pub a: Family,
    /// The other side.
    pub b: Other,
    /// From a to b.
    pub normal: Vec3,
    /// Paths of both, for events.
    pub paths: [String; 2],
}

/// A contact from the side of one that feels it.
#[derive(Clone, Debug)]
struct Felt {
    other: Other,
    side: Side,
}

impl Contact {
    /// Which two it is between.
    fn key(&self) -> (Id, Id, u8) {
        match &self.b {
            Other::Family(b) => (self.a[0].id, b[0].id, 0),
            Other::Boundary(set) => (self.a[0].id, 0, set.0),
        }
    }
}

impl<'m> Oracle<'m> {
    /// Step 6 of a tick: the contacts of the poses as they are now.
    pub(super) fn meet(&mut self) {
        let boxes: Vec<(Id, WorldBox)> =
            self.cast.ids().filter_map(|id| Some((id, self.world_box(id)?))).collect();
        let mut found = Vec::new();
        let mut still_close = Vec::new();
        for (i, (a, box_a)) in boxes.iter().enumerate() {
            self.meet_boundaries(*a, box_a, &mut found);
            for (b, box_b) in &boxes[i + 1..] {
                let roots = (self.cast.root(*a), self.cast.root(*b));
                if roots.0 == roots.1 {
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
        let [now, before] = &mut self.contacts;
        *before = std::mem::replace(now, found);
        self.tell_contacts();
    }

    fn meet_boundaries(&self, id: Id, shape: &WorldBox, found: &mut Vec<Contact>) {
        let touched = boundaries(shape, &world_spec(&self.model.world));
        for boundary in (0..6).map(|bit| BoundarySet(1 << bit)).filter(|b| touched.meets(*b)) {
            found.push(Contact {
                a: self.family(id),
                b: Other::Boundary(boundary),
                normal: boundary_normal(boundary),
                paths: [self.cast[id].path.clone(), boundary_name(boundary).to_owned()],
            });
        }
    }

    fn contact(&self, a: Id, b: Id, normal: Vec3) -> Contact {
        Contact {
            a: self.family(a),
            b: Other::Family(self.family(b)),
            normal,
            paths: [self.cast[a].path.clone(), self.cast[b].path.clone()],
        }
    }

    /// It and all that it is part of, as they are now.
    fn family(&self, id: Id) -> Family {
        let member = |id: Id| {
            let i = &self.cast[id];
            let (class, group, name) = (i.character.class, i.group, i.name.clone());
            let oldest = self.cast.named(&name, None) == Some(id);
            Member { id, class, group, name, number: i.number, oldest }
        };
        [id].into_iter().chain(self.cast.ancestors(id)).map(member).collect()
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
        let changes = [true, false].into_iter().flat_map(|began| {
            let changed = self.changed(began);
            changed.into_iter().map(move |c| (c.a[0].id, c.paths.clone(), began))
        });
        let changes: Vec<_> = changes.collect();
        for (id, [path, with], began) in changes {
            let kind = EventKind::Contact { with, began };
            self.events.push(islay_vm::event::Event { id, path, kind });
        }
    }

    /// Contacts that are there and were not, or the other way round.
    fn changed(&self, began: bool) -> Vec<&Contact> {
        let [now, before] = &self.contacts;
        let (these, those) = if began { (now, before) } else { (before, now) };
        these.iter().filter(|c| those.iter().all(|o| o.key() != c.key())).collect()
    }

    /// What one feels in a phase, by its own boxes and those of all that is part of it.
    fn felt(&self, me: Id, phase: ContactPhase) -> Vec<Felt> {
        let contacts = match phase {
            ContactPhase::Touch => self.contacts[0].iter().collect(),
            ContactPhase::Hit => self.changed(true),
            ContactPhase::Leave => self.changed(false),
        };
        let rotation = self.world_then(me).rotation;
        let mut felt = Vec::new();
        for contact in contacts {
            if is_in(&contact.a, me) {
                let side = side_of_model(contact.normal, rotation);
                felt.push(Felt { other: contact.b.clone(), side });
            }
            if let Other::Family(b) = &contact.b
                && is_in(b, me)
            {
                let side = side_of_model(scaled(contact.normal, -1.0), rotation);
                felt.push(Felt { other: Other::Family(contact.a.clone()), side });
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
        let family = match (&felt.other, wanted.what) {
            (Other::Boundary(b), What::Boundary(set)) => return set.meets(*b).then_some(0),
            (Other::Boundary(_), What::Any) => return Some(0),
            (Other::Boundary(_), _) => return None,
            (Other::Family(family), _) => family,
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

fn is_in(family: &[Member], id: Id) -> bool {
    family.iter().any(|m| m.id == id)
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
