//! Contacts against plain loops over all pairs, tick by tick; bonds; who feels what.

use super::*;
use crate::math::obb::SKIN;
use crate::math::obb::world_box;
use crate::math::{IDENTITY, euler_quat};
use crate::program::{Obb, WorldKind};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn cube(at: Vec3, turn: Vec3) -> WorldBox {
    let own = Obb { center: [0.0; 3], half: [0.5; 3], rotation: IDENTITY };
    world_box(&own, at, euler_quat(turn), [1.0; 3]).expect("finite")
}

fn body(owner: u32, at: Vec3) -> Body {
    Body { owner, root: owner, asks: true, shape: cube(at, [0.0; 3]) }
}

fn space() -> WorldSpec {
    WorldSpec::default()
}

fn room() -> WorldSpec {
    WorldSpec { kind: WorldKind::Room, size: [12.0, 6.0, 12.0], ..WorldSpec::default() }
}

impl Contacts {
    /// All of a step.
    fn step(&mut self, bodies: &[Body], world: &WorldSpec) {
        assert!(self.look(bodies, usize::MAX));
        self.meet(bodies, world);
    }
}

fn phases(contacts: &Contacts) -> Vec<(u32, u32, Phases)> {
    contacts.pairs().iter().map(|p| (p.a, p.b, p.phases)).collect()
}

#[test]
fn a_contact_begins_stays_and_ends() {
    let mut contacts = Contacts::default();
    let mut step = |x| {
        contacts.step(&[body(7, [x, 0.0, 0.0]), body(3, [0.0; 3])], &space());
        phases(&contacts)
    };
    assert_eq!(step(1.0), [(3, 7, Phases::BEGAN)]);
    assert_eq!(step(1.0), [(3, 7, Phases::STAYS)]);
    assert_eq!(step(2.0), [(3, 7, Phases::ENDED)]);
    assert_eq!(step(2.0), []);
    assert_eq!(step(0.5), [(3, 7, Phases::BEGAN)]);
}

#[test]
fn normals_point_from_the_older_to_the_younger() {
    let mut contacts = Contacts::default();
    contacts.step(&[body(9, [0.0, -1.0, 0.0]), body(2, [0.0; 3])], &space());
    assert_eq!(contacts.pairs()[0].normal[1], -1.0);
}

#[test]
fn what_hides_or_joins_the_tree_ends_its_contacts() {
    let mut contacts = Contacts::default();
    contacts.step(&[body(1, [0.0; 3]), body(2, [1.0, 0.0, 0.0])], &space());
    contacts.step(&[body(1, [0.0; 3])], &space());
    assert_eq!(phases(&contacts), [(1, 2, Phases::ENDED)]);
    contacts.step(&[body(1, [0.0; 3]), body(2, [1.0, 0.0, 0.0])], &space());
    contacts.step(&[body(1, [0.0; 3]), Body { root: 1, ..body(2, [1.0, 0.0, 0.0]) }], &space());
    assert_eq!(phases(&contacts), [(1, 2, Phases::ENDED)]);
}

#[test]
fn a_pair_of_which_neither_asks_is_left_out() {
    let mute = |body: Body| Body { asks: false, ..body };
    let mut contacts = Contacts::default();
    let floor =
        [mute(body(1, [0.0; 3])), mute(body(2, [1.0, 0.0, 0.0])), body(3, [-1.0, 0.0, 0.0])];
    contacts.step(&floor, &room());
    assert_eq!(phases(&contacts), [(1, 3, Phases::BEGAN)]);
    assert_eq!(contacts.rims().iter().map(|rim| rim.owner).collect::<Vec<_>>(), [3]);
}

#[test]
fn a_fork_touches_its_forker_only_after_they_were_apart() {
    let mut contacts = Contacts::default();
    contacts.bond(5, 1);
    let mut step = |x| {
        contacts
            .step(&[body(1, [0.0; 3]), body(5, [x, 0.0, 0.0]), body(6, [x, 0.2, 0.0])], &space());
        phases(&contacts).into_iter().filter(|(a, b, _)| (*a, *b) == (1, 5)).count()
    };
    assert_eq!([step(0.0), step(0.8), step(1.5), step(0.9)], [0, 0, 0, 1]);
    assert_eq!(contacts.bonds, []);
}

#[test]
fn boundaries_begin_stay_and_end_each_by_itself() {
    let mut contacts = Contacts::default();
    let mut step = |at| {
        contacts.step(&[body(4, at)], &room());
        contacts.rims().iter().flat_map(|rim| rim.each()).collect::<Vec<_>>()
    };
    let (floor, east) = (BoundarySet::FLOOR, BoundarySet::EAST);
    assert_eq!(step([0.0, 0.5, 0.0]), [(floor, Phases::BEGAN)]);
    assert_eq!(step([5.5, 0.5, 0.0]), [(east, Phases::BEGAN), (floor, Phases::STAYS)]);
    assert_eq!(step([5.5, 2.0, 0.0]), [(east, Phases::STAYS), (floor, Phases::ENDED)]);
    assert_eq!(step([0.0, 2.0, 0.0]), [(east, Phases::ENDED)]);
    assert_eq!(step([0.0, 2.0, 0.0]), []);
}

#[test]
fn owners_and_all_they_are_part_of_feel_a_contact_from_their_own_side() {
    let mut contacts = Contacts::default();
    let hand = Body { root: 1, ..body(3, [0.0, 0.5, 0.0]) };
    contacts.step(&[hand, body(9, [1.0, 0.5, 0.0])], &room());
    // 3 is part of 2, which asks for nothing, and that of 1
    contacts.index(|id, _| match id {
        3 => Kin { parent: 2, feels: true },
        2 => Kin { parent: 1, feels: false },
        _ => Kin { parent: 0, feels: true },
    });
    let seen = |feeler| -> Vec<_> {
        contacts.felt_by(feeler).iter().map(|r| (r.own, r.other, r.boundary.0, r.normal)).collect()
    };
    let floor = (3, 0, BoundarySet::FLOOR.0, [0.0, -1.0, 0.0]);
    assert_eq!(seen(3), [(3, 9, 0, [1.0, 0.0, 0.0]), floor]);
    assert_eq!(seen(1), seen(3));
    assert_eq!(seen(2), []);
    assert_eq!(contacts.felt_by(9)[0].normal[0], -1.0);
}

#[test]
fn what_ended_is_felt_by_what_its_boxes_were_part_of() {
    let mut contacts = Contacts::default();
    let world = space();
    contacts.step(&[body(1, [0.0; 3]), body(2, [1.0, 0.0, 0.0])], &world);
    // now 2 hangs on 1
    contacts.step(&[body(1, [0.0; 3]), Body { root: 1, ..body(2, [1.0, 0.0, 0.0]) }], &world);
    contacts.index(|id, before| Kin { parent: u32::from(id == 2 && !before), feels: true });
    assert_eq!(contacts.felt_by(1).iter().map(|r| r.own).collect::<Vec<_>>(), [1]);
    assert_eq!(contacts.felt_by(2).iter().map(|r| r.own).collect::<Vec<_>>(), [2]);
}

#[test]
fn after_clearing_all_begins_anew() {
    let mut contacts = Contacts::default();
    contacts.bond(8, 9);
    contacts.step(&[body(1, [0.0; 3]), body(2, [1.0, 0.0, 0.0])], &room());
    contacts.clear();
    contacts.step(&[body(1, [0.0; 3]), body(2, [1.0, 0.0, 0.0])], &room());
    assert_eq!(phases(&contacts), [(1, 2, Phases::BEGAN)]);
    assert!(contacts.rims().iter().all(|rim| rim.began == rim.touched));
}

/// The same by plain loops: what touches now, and with which normal.
fn plain(bodies: &[Body]) -> BTreeMap<(u32, u32), Vec3> {
    let mut found = BTreeMap::new();
    for a in bodies {
        for b in bodies.iter().filter(|b| a.owner < b.owner && a.root != b.root) {
            if let Some(normal) = obb::touch(&a.shape, &b.shape, SKIN)
                && (a.asks || b.asks)
            {
                found.insert((a.owner, b.owner), normal);
            }
        }
    }
    found
}

fn expected(
    before: &BTreeMap<(u32, u32), Vec3>,
    now: &BTreeMap<(u32, u32), Vec3>,
) -> Vec<(u32, u32, Phases)> {
    let mut all: BTreeMap<(u32, u32), Phases> =
        before.keys().map(|key| (*key, Phases::ENDED)).collect();
    for key in now.keys() {
        let phases = if before.contains_key(key) { Phases::STAYS } else { Phases::BEGAN };
        all.insert(*key, phases);
    }
    all.into_iter().map(|((a, b), phases)| (a, b, phases)).collect()
}

prop_compose! {
    fn walk()(n in 2u32..70)(
        list in prop::collection::vec((
            prop::array::uniform3(-5f32..5.0), prop::array::uniform3(-1f32..1.0),
            prop::array::uniform3(-180f32..180.0), any::<bool>(), 0u32..3), n as usize),
        shuffle in 0usize..70) -> Vec<(Body, Vec3)> {
        let n = list.len();
        let mut bodies: Vec<(Body, Vec3)> = list.into_iter().enumerate().map(|(i, (at, speed, turn, asks, up))| {
            let owner = i as u32 + 1;
            (Body { owner, root: owner.saturating_sub(up).max(1), asks, shape: cube(at, turn) }, speed)
        }).collect();
        bodies.rotate_left(shuffle % n);
        bodies
    }
}

proptest! {
    #[test]
    fn steps_are_those_of_plain_loops(mut walk in walk()) {
        let (mut contacts, mut before) = (Contacts::default(), BTreeMap::new());
        for _ in 0..4 {
            let bodies: Vec<Body> = walk.iter().map(|(body, _)| *body).collect();
            contacts.step(&bodies, &room());
            let now = plain(&bodies);
            prop_assert_eq!(phases(&contacts), expected(&before, &now));
            for pair in contacts.pairs().iter().filter(|pair| pair.phases != Phases::ENDED) {
                prop_assert_eq!(pair.normal, now[&(pair.a, pair.b)]);
            }
            before = now;
            for (body, speed) in &mut walk {
                body.shape.center = crate::math::add(body.shape.center, *speed);
            }
        }
    }

    #[test]
    fn the_order_of_the_boxes_changes_nothing(walk in walk()) {
        let mut bodies: Vec<Body> = walk.iter().map(|(body, _)| *body).collect();
        let (mut one, mut two) = (Contacts::default(), Contacts::default());
        one.step(&bodies, &room());
        bodies.reverse();
        two.step(&bodies, &room());
        prop_assert_eq!(one.pairs(), two.pairs());
        prop_assert_eq!(one.rims(), two.rims());
    }
}
