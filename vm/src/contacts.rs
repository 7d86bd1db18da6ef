//! Contacts from tick to tick: which boxes touch, which began to, which no longer do.
//!
//! In: the boxes of a tick with their owners and trees, and the world's ends. Out: pairs of owners
//! and owners at boundaries, each with its phase and normal, sorted by number; and per feeler the
//! contacts it feels. It knows no classes and no rotations of feelers: who is an X and on which
//! side something is, is asked of it record by record. A warm step allocates nothing.

mod form;
mod grid;
mod index;
mod narrow;
mod radix;

pub use index::{Index, Kin};

use crate::math::Vec3;
use crate::math::obb::{self, WorldBox, boundary_normal};
use crate::program::{BoundarySet, ContactPhase, WorldSpec};
use grid::{Candidates, Grid};
use narrow::Narrow;
use radix::{Keyed, Radix};

/// A box of a tick. Hidden and boundless things have none, and no owner has two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Whose box it is.
    pub owner: u32,
    /// The top of its tree; boxes of one tree do not touch.
    pub root: u32,
    /// Whether the owner or something it is part of asks for contacts. A pair of which neither
    /// side does is left out, which is unseen only while who asks cannot change: a program with
    /// `become` or `attach` says that all ask.
    pub asks: bool,
    /// The box.
    pub shape: WorldBox,
}

/// What holds of a contact in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases(u8);

impl Phases {
    /// It is there and was there before.
    pub const STAYS: Self = Self(2);
    /// It is there and was not.
    pub const BEGAN: Self = Self(1 | 2);
    /// It was there and is no longer.
    pub const ENDED: Self = Self(4);

    /// Whether the signal of this phase holds.
    pub fn holds(self, phase: ContactPhase) -> bool {
        let bit = match phase {
            ContactPhase::Hit => 1,
            ContactPhase::Touch => 2,
            ContactPhase::Leave => 4,
        };
        self.0 & bit != 0
    }
}

/// Two owners whose boxes touch, or did in the step before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// The older.
    pub a: u32,
    /// The younger.
    pub b: u32,
    /// From a's box to b's, a unit vector of the world; of what ended, the last.
    pub normal: Vec3,
    /// What holds of it.
    pub phases: Phases,
}

/// An owner at boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rim {
    /// Whose box it is.
    pub owner: u32,
    /// Those it touches.
    pub touched: BoundarySet,
    /// Those of them it did not touch in the step before.
    pub began: BoundarySet,
    /// Those it touched in the step before and no longer does.
    pub ended: BoundarySet,
}

impl Rim {
    /// Each boundary with what holds of it.
    pub fn each(self) -> impl Iterator<Item = (BoundarySet, Phases)> {
        (0..6).map(|k| BoundarySet(1 << k)).filter_map(move |bit| {
            if self.began.meets(bit) {
                Some((bit, Phases::BEGAN))
            } else if self.touched.meets(bit) {
                Some((bit, Phases::STAYS))
            } else {
                self.ended.meets(bit).then_some((bit, Phases::ENDED))
            }
        })
    }
}

/// A contact as its feeler meets it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record {
    /// The owner of the box on the feeler's side.
    pub own: u32,
    /// The owner of the other box, 0 for a boundary.
    pub other: u32,
    /// The boundary, if it is one.
    pub boundary: BoundarySet,
    /// What holds of it.
    pub phases: Phases,
    /// From the feeler's box to the other, a unit vector of the world.
    pub normal: Vec3,
}

/// Trees that do not touch until they have been apart once: a fork's and its forker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bond {
    roots: (u32, u32),
    met: bool,
}

/// A pair that touches, before sorting.
#[derive(Clone, Copy, Debug)]
struct Found {
    a: u32,
    b: u32,
    normal: Vec3,
}

/// The contacts, and the memory of the step.
#[derive(Debug, Default)]
pub struct Contacts {
    pairs: Vec<Pair>,
    rims: Vec<Rim>,
    bonds: Vec<Bond>,
    index: Index,
    pairs_before: Vec<Pair>,
    rims_before: Vec<Rim>,
    grid: Grid,
    radix: Radix,
    /// Bodies by owner, and the place of each body in it.
    order: Vec<Keyed>,
    ranks: Vec<u32>,
    candidates: Candidates,
    narrow: Narrow,
    found: Vec<Found>,
    keyed: Vec<Keyed>,
}

impl Contacts {
    /// Forgets all contacts and bonds, as before the first tick.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.rims.clear();
        self.bonds.clear();
        self.index.clear();
    }

    /// No contact between two trees until, in a step, no box of the one touches one of the other.
    pub fn bond(&mut self, forked_root: u32, forker_root: u32) {
        let roots = (forked_root.min(forker_root), forked_root.max(forker_root));
        self.bonds.push(Bond { roots, met: false });
    }

    /// Looks for pairs that are near each other, at most so many: whether there are no more, so that
    /// [`Contacts::meet`] can be done.
    pub fn look(&mut self, bodies: &[Body], most: usize) -> bool {
        self.grid.candidates(bodies, most, &mut self.candidates);
        !self.candidates.is_over()
    }

    /// Finds the contacts of a tick among those that are near each other; those found in the step
    /// before are what they are compared with.
    pub fn meet(&mut self, bodies: &[Body], world: &WorldSpec) {
        std::mem::swap(&mut self.pairs, &mut self.pairs_before);
        std::mem::swap(&mut self.rims, &mut self.rims_before);
        self.bonds.sort_unstable();
        self.bonds.dedup();
        self.rank(bodies);
        self.try_candidates(bodies);
        self.bonds.retain_mut(|bond| std::mem::take(&mut bond.met));
        self.sort_found(bodies.len());
        self.compare_pairs(bodies);
        self.compare_rims(bodies, obb::world_ends(world));
    }

    /// Pairs that touch or ended, by the older's number, then by the younger's.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Owners at boundaries now or in the step before, by number.
    pub fn rims(&self) -> &[Rim] {
        &self.rims
    }

    /// Prepares [`Contacts::felt_by`]: an owner and all that it is part of feel its contacts.
    ///
    /// `kin` is asked what someone is part of: as it is now, or with `true` as it was in the step
    /// before. A contact that ended is felt by all that its boxes were part of then, whatever has
    /// become of them since.
    pub fn index(&mut self, mut kin: impl FnMut(u32, bool) -> Kin) {
        self.index.clear();
        for pair in &self.pairs {
            let Pair { a, b, normal, phases } = *pair;
            let mut kin = |id| kin(id, phases == Phases::ENDED);
            let boundary = BoundarySet::default();
            self.index.add(Record { own: a, other: b, boundary, phases, normal }, &mut kin);
            let normal = normal.map(|v| -v);
            self.index.add(Record { own: b, other: a, boundary, phases, normal }, &mut kin);
        }
        for rim in &self.rims {
            for (boundary, phases) in rim.each() {
                let mut kin = |id| kin(id, phases == Phases::ENDED);
                let normal = boundary_normal(boundary);
                let record = Record { own: rim.owner, other: 0, boundary, phases, normal };
                self.index.add(record, &mut kin);
            }
        }
        self.index.finish();
    }

    /// The contacts that one feels, as of the last [`Contacts::index`].
    pub fn felt_by(&self, feeler: u32) -> &[Record] {
        self.index.of(feeler)
    }

    /// Orders the bodies by owner.
    fn rank(&mut self, bodies: &[Body]) {
        self.order.clear();
        self.order.extend(
            bodies
                .iter()
                .enumerate()
                .map(|(i, body)| Keyed { key: u64::from(body.owner), index: i as u32 }),
        );
        if !self.order.is_sorted_by_key(|item| item.key) {
            let greatest = self.order.iter().map(|item| item.key).max().unwrap_or(0);
            self.radix.sort(&mut self.order, greatest);
        }
        self.ranks.resize(bodies.len(), 0);
        for (rank, item) in self.order.iter().enumerate() {
            self.ranks[item.index as usize] = rank as u32;
        }
    }

    /// The exact test; bonds that a pair meets last on.
    fn try_candidates(&mut self, bodies: &[Body]) {
        for pair in self.candidates.pairs_mut() {
            let [i, j] = *pair;
            if self.ranks[i as usize] > self.ranks[j as usize] {
                *pair = [j, i];
            }
        }
        self.found.clear();
        self.narrow.each(bodies, self.candidates.pairs_mut(), |[i, j], axis| {
            let (a, b) = (&bodies[i as usize], &bodies[j as usize]);
            let roots = (a.root.min(b.root), a.root.max(b.root));
            match self.bonds.binary_search_by_key(&roots, |bond| bond.roots) {
                Ok(n) => self.bonds[n].met = true,
                Err(_) => {
                    let normal = obb::normal(&a.shape, &b.shape, axis);
                    self.found.push(Found { a: i, b: j, normal });
                }
            }
        });
    }

    /// Keys of what was found, in the order of its owners.
    fn sort_found(&mut self, n_bodies: usize) {
        let width = n_bodies as u64;
        let rank = |body: u32| u64::from(self.ranks[body as usize]);
        self.keyed.clear();
        self.keyed.extend(self.found.iter().enumerate().map(|(n, found)| Keyed {
            key: rank(found.a) * width + rank(found.b),
            index: n as u32,
        }));
        self.radix.sort(&mut self.keyed, width * width);
    }

    /// Merges what was found with what was there before.
    fn compare_pairs(&mut self, bodies: &[Body]) {
        self.pairs.clear();
        let mut before = self.pairs_before.iter().filter(|p| p.phases != Phases::ENDED).peekable();
        for item in &self.keyed {
            let found = self.found[item.index as usize];
            let (a, b) = (bodies[found.a as usize].owner, bodies[found.b as usize].owner);
            while let Some(old) = before.next_if(|old| (old.a, old.b) < (a, b)) {
                self.pairs.push(Pair { phases: Phases::ENDED, ..*old });
            }
            let stays = before.next_if(|old| (old.a, old.b) == (a, b)).is_some();
            let phases = if stays { Phases::STAYS } else { Phases::BEGAN };
            self.pairs.push(Pair { a, b, normal: found.normal, phases });
        }
        self.pairs.extend(before.map(|old| Pair { phases: Phases::ENDED, ..*old }));
    }

    /// Merges what is at boundaries with what was.
    fn compare_rims(&mut self, bodies: &[Body], ends: (Vec3, Vec3)) {
        self.rims.clear();
        let left = |old: &Rim| Rim { owner: old.owner, ended: old.touched, ..Rim::default() };
        let mut before = self.rims_before.iter().filter(|rim| rim.touched.0 != 0).peekable();
        for item in &self.order {
            let body = &bodies[item.index as usize];
            let BoundarySet(now) = obb::boundaries_between(&body.shape, ends);
            if now == 0 || !body.asks {
                continue;
            }
            while let Some(old) = before.next_if(|old| old.owner < body.owner) {
                self.rims.push(left(old));
            }
            let was = before.next_if(|old| old.owner == body.owner).map_or(0, |old| old.touched.0);
            self.rims.push(Rim {
                owner: body.owner,
                touched: BoundarySet(now),
                began: BoundarySet(now & !was),
                ended: BoundarySet(was & !now),
            });
        }
        self.rims.extend(before.map(left));
    }
}

#[cfg(test)]
mod tests;
