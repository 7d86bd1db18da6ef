//! Contacts as diagrams ask for them, and `solid`.

use islay_vm::event::EventKind;
use islay_vm::input::Input;
use islay_vm::op::{Arith, Frame, Op};
use islay_vm::program::{BoundarySet, ContactPhase, Kind, SelectorSpec, Side, WhatSpec, WorldKind};
use islay_vm::world::{Value, World};

use crate::asm::{Asm, num};

/// A cart of size 1 that moves by 1 along X each tick and counts ticks in which something holds,
/// from x = −3; a wall of size 1 stands at 0.
fn cart(phase: ContactPhase, what: WhatSpec, side: Option<Side>) -> World {
    let mut asm = Asm::new();
    asm.p.vecs.push([1.0, 0.0, 0.0]);
    asm.p.selectors.push(SelectorSpec { what, within: None, ahead: None, side });
    let wall = asm.def("Wall");
    asm.boxed(wall, 0.5);
    let cart = asm.def("Cart");
    asm.boxed(cart, 0.5);
    asm.var(cart, "n", Kind::Number, &[num(0, 0.0)]);
    let mut go = asm.state("Go", &[Op::MoveConst { vec: 0, frame: Frame::Own }]);
    go.leaf.as_mut().unwrap().react = asm.code(&[
        Op::Contact { dst: 0, phase, selector: 0 },
        Op::If { cond: 0, len: 4 },
        Op::Load { dst: 0, var: 0 },
        num(1, 1.0),
        Op::Arith { op: Arith::Add, dst: 0, a: 0, b: 1 },
        Op::Store { var: 0, src: 0 },
    ]);
    asm.diagram(cart, "Go", vec![go]);
    for (def, x) in [(wall, 0.0), (cart, -3.0)] {
        let spawn = asm.at(def, [x, 0.0, 0.0]);
        asm.main(spawn);
    }
    asm.world()
}

/// What was counted after each of eight ticks.
fn counted(phase: ContactPhase, what: WhatSpec, side: Option<Side>) -> Vec<f32> {
    let mut world = cart(phase, what, side);
    let mut n = Vec::new();
    for _ in 0..8 {
        world.tick(&Input::new());
        match world.view(2).unwrap().vars[0].1 {
            Value::Number(v) => n.push(v),
            _ => unreachable!(),
        }
    }
    n
}

#[test]
fn contacts_begin_are_there_and_end_a_tick_after_the_poses() {
    let wall = WhatSpec::Class(0);
    // touching at x = −1, 0, 1: after ticks 2, 3, 4
    let hit = counted(ContactPhase::Hit, wall, None);
    assert_eq!(hit, [0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    let touch = counted(ContactPhase::Touch, wall, None);
    assert_eq!(touch, [0.0, 0.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0]);
    let leave = counted(ContactPhase::Leave, wall, None);
    assert_eq!(leave, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
}

#[test]
fn sides_are_seen_from_the_one_that_asks() {
    let wall = WhatSpec::Class(0);
    let right = counted(ContactPhase::Hit, wall, Some(Side::Right));
    assert_eq!(right[7], 1.0);
    let left = counted(ContactPhase::Hit, wall, Some(Side::Left));
    assert_eq!(left[7], 0.0);
    assert_eq!(counted(ContactPhase::Hit, WhatSpec::Class(1), None)[7], 0.0);
    assert_eq!(counted(ContactPhase::Hit, WhatSpec::Anyone, None)[7], 1.0);
}

/// A box that moves right in a room of 20 and feels the east wall.
fn in_room(solid: bool) -> World {
    let mut asm = Asm::new();
    asm.p.world.kind = WorldKind::Room;
    asm.p.vecs.push([1.0, 0.0, 0.0]);
    let what = WhatSpec::Boundary(BoundarySet::EAST);
    asm.p.selectors.push(SelectorSpec { what, within: None, ahead: None, side: None });
    let def = asm.def("Cart");
    asm.boxed(def, 0.5);
    asm.p.defs[def as usize].solid = solid;
    asm.var(def, "felt", Kind::Flag, &[Op::Bits { dst: 0, bits: 0 }]);
    let contact = Op::Contact { dst: 0, phase: ContactPhase::Touch, selector: 0 };
    let go = [Op::MoveConst { vec: 0, frame: Frame::Own }, contact, Op::Store { var: 0, src: 0 }];
    let state = asm.state("Go", &go);
    asm.diagram(def, "Go", vec![state]);
    let spawn = asm.at(def, [7.0, 5.0, 0.0]);
    asm.main(spawn);
    asm.world()
}

#[test]
fn what_is_solid_stays_inside_and_touches() {
    let mut world = in_room(true);
    for _ in 0..6 {
        world.tick(&Input::new());
    }
    let view = world.view(1).unwrap();
    assert_eq!((view.position[0], &view.vars[0].1), (9.5, &Value::Flag(true)));
    let mut world = in_room(false);
    for _ in 0..6 {
        world.tick(&Input::new());
    }
    assert_eq!(world.view(1).unwrap().position[0], 13.0);
}

#[test]
fn contacts_are_told_to_who_watches() {
    let mut world = cart(ContactPhase::Hit, WhatSpec::Anyone, None);
    let mut told = Vec::new();
    for tick in 1..=6 {
        world.tick(&Input::new());
        told.extend(world.events().iter().filter_map(|e| match &e.kind {
            EventKind::Contact { with, began } => {
                Some((tick, e.path.clone(), with.clone(), *began))
            }
            _ => None,
        }));
    }
    let event = |tick, began| (tick, "Wall".to_owned(), "Cart".to_owned(), began);
    assert_eq!(told, [event(2, true), event(5, false)]);
}
