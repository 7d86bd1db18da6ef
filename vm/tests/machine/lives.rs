//! Fork, vanish, become, attach, detach, restart.

use islay_vm::event::EventKind;
use islay_vm::input::Input;
use islay_vm::op::{NONE, Op};
use islay_vm::program::{Code, Kind, PlacementSpec};
use islay_vm::world::World;

use crate::asm::{Asm, num};
use crate::messages::once;

fn paths(world: &World) -> Vec<String> {
    world.instances().filter_map(|id| world.path(id)).collect()
}

fn kinds(world: &World) -> Vec<String> {
    let word = |e: &islay_vm::event::Event| {
        let kind = match &e.kind {
            EventKind::Fork { .. } => "fork",
            EventKind::End => "end",
            EventKind::Become { .. } => "become",
            EventKind::Attach { to: Some(_) } => "attach",
            EventKind::Attach { to: None } => "detach",
            EventKind::Trap { code, .. } => return format!("trap {code}"),
            _ => return String::new(),
        };
        format!("{kind} {}", e.path)
    };
    world.events().iter().map(word).filter(|w| !w.is_empty()).collect()
}

/// A whole with two parts, the first of which has a part.
fn whole(asm: &mut Asm) -> u16 {
    let tip = asm.def("Tip");
    let arm = asm.def("Arm");
    asm.part(arm, "tip", tip, [0.0, 0.0, 1.0]);
    let def = asm.def("Hero");
    asm.part(def, "left", arm, [-1.0, 0.0, 0.0]);
    asm.part(def, "right", arm, [1.0, 0.0, 0.0]);
    def
}

#[test]
fn a_whole_is_made_before_its_parts_and_paths_say_what_is_where() {
    let mut asm = Asm::new();
    let hero = whole(&mut asm);
    let spawn = asm.at(hero, [5.0, 0.0, 0.0]);
    asm.crowd(spawn, 2);
    let world = asm.world();
    let want = ["Hero", "Hero.left", "Hero.left.tip", "Hero.right", "Hero.right.tip"];
    let second = ["Hero#2", "Hero#2.left", "Hero#2.left.tip", "Hero#2.right", "Hero#2.right.tip"];
    assert_eq!(paths(&world), [want, second].concat());
    let tip = world.view(world.find("Hero#2.right.tip").unwrap()).unwrap();
    assert_eq!(&tip.world[12..15], [6.0, 0.0, 1.0]);
    assert_eq!(tip.parent.as_deref(), Some("Hero#2.right"));
}

#[test]
fn what_vanishes_ends_with_its_parts_children_first() {
    let mut asm = Asm::new();
    let hero = whole(&mut asm);
    once(&mut asm, hero, &[Op::Vanish]);
    let spawn = asm.at(hero, [0.0; 3]);
    asm.main(spawn);
    let mut world = asm.world();
    world.tick(&Input::new());
    assert_eq!(world.stats().instances, 0);
    let want =
        ["end Hero.left.tip", "end Hero.left", "end Hero.right.tip", "end Hero.right", "end Hero"];
    assert_eq!(kinds(&world), want);
}

#[test]
fn a_fork_stands_in_front_of_its_forker_and_acts_in_the_next_tick() {
    let mut asm = Asm::new();
    asm.p.vecs.push([0.0, 0.0, 1.0]);
    let shot = asm.def("Shot");
    let go = Op::MoveConst { vec: 0, frame: islay_vm::op::Frame::Own };
    let state = asm.state("Fly", &[go]);
    asm.diagram(shot, "Fly", vec![state]);
    let gun = asm.def("Gun");
    let spawn = asm.at(shot, [0.0, 0.0, 2.0]);
    once(&mut asm, gun, &[Op::Fork { spawn, in_world: false }]);
    let placed = asm.placed(gun, "Gun", [1.0, 0.0, 0.0], [0.0, 90.0, 0.0]);
    asm.main(placed);
    let mut world = asm.world();
    world.tick(&Input::new());
    assert_eq!(kinds(&world), ["fork Shot"]);
    let x = |world: &World| world.view(world.find("Shot").unwrap()).unwrap().position[0];
    assert!((x(&world) - 3.0).abs() < 1e-5);
    world.tick(&Input::new());
    assert!((x(&world) - 4.0).abs() < 1e-5, "it flies where the gun looks");
}

#[test]
fn what_becomes_keeps_id_path_and_pose_and_has_new_parts_and_variables() {
    let mut asm = Asm::new();
    let hat = asm.def("Hat");
    let ghost = asm.def("Ghost");
    asm.var(ghost, "age", Kind::Number, &[num(0, 7.0)]);
    asm.part(ghost, "hat", hat, [0.0, 1.0, 0.0]);
    let hero = whole(&mut asm);
    let spawn = asm.at(ghost, [0.0; 3]);
    once(&mut asm, hero, &[Op::Become { spawn }]);
    let placed = asm.at(hero, [0.0, 0.0, 4.0]);
    asm.main(placed);
    let mut world = asm.world();
    world.tick(&Input::new());
    assert_eq!(paths(&world), ["Hero", "Hero.hat"]);
    let view = world.view(1).unwrap();
    assert_eq!((view.character.as_str(), view.position), ("Ghost", [0.0, 0.0, 4.0]));
    assert_eq!(view.vars[0].1, islay_vm::world::Value::Number(7.0));
    let hat = world.view(world.find("Hero.hat").unwrap()).unwrap();
    assert_eq!(&hat.world[12..15], [0.0, 1.0, 4.0]);
    assert_eq!(kinds(&world).last().map(String::as_str), Some("become Hero"));
}

/// Two that stand apart and look different ways; the first does something once.
fn pair(ops: &[Op]) -> World {
    let mut asm = Asm::new();
    let hero = whole(&mut asm);
    let other = asm.def("Other");
    let name = asm.name("Other");
    asm.p.placements.push(PlacementSpec { at: [5, 6, 7], turn: [NONE; 3], scale: [NONE; 3] });
    let mut all = vec![Op::Named { dst: 0, name, number: 0 }, Op::SelfId { dst: 1 }];
    all.extend([num(5, 0.5), num(6, 0.0), num(7, 0.25)]);
    all.extend_from_slice(ops);
    once(&mut asm, hero, &all);
    let first = asm.placed(hero, "Hero", [1.0, 0.0, 0.0], [0.0, 90.0, 0.0]);
    let second = asm.placed(other, "Other", [0.0, 2.0, 0.0], [0.0, 0.0, 90.0]);
    asm.main(first);
    asm.main(second);
    asm.world()
}

#[test]
fn what_is_attached_keeps_its_world_pose() {
    let mut world = pair(&[Op::Attach { who: 0, to: 1, placement: u32::MAX }]);
    let before = world.view(6).unwrap().world;
    world.tick(&Input::new());
    let view = world.view(6).unwrap();
    assert_eq!((view.path.as_str(), view.parent.as_deref()), ("Other", Some("Hero")));
    let near = before.iter().zip(view.world).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near, "{before:?} is not {:?}", view.world);
    assert_eq!(kinds(&world), ["attach Other"]);
}

#[test]
fn what_is_attached_with_a_placement_stands_there() {
    let mut world = pair(&[Op::Attach { who: 0, to: 1, placement: 0 }]);
    world.tick(&Input::new());
    assert_eq!(world.view(6).unwrap().position, [0.5, 0.0, 0.25]);
}

#[test]
fn a_ring_is_refused() {
    let part = world_part();
    let mut world = pair(&[part, Op::Attach { who: 1, to: 2, placement: u32::MAX }]);
    world.tick(&Input::new());
    assert_eq!(kinds(&world), ["trap attach-ring"]);
    assert_eq!(world.view(1).unwrap().parent, None);
}

/// Register 2 is the part `left` of register 1.
fn world_part() -> Op {
    // the same names have the same numbers in each program
    let mut asm = Asm::new();
    whole(&mut asm);
    Op::Child { dst: 2, who: 1, name: asm.name("left") }
}

#[test]
fn a_part_that_is_detached_keeps_its_path_and_outlives_its_whole() {
    let mut world = pair(&[world_part(), Op::Detach { who: 2 }]);
    let before = world.view(2).unwrap().world;
    world.tick(&Input::new());
    let view = world.view(2).unwrap();
    assert_eq!((view.path.as_str(), view.parent), ("Hero.left", None));
    assert_eq!(world.path(3).as_deref(), Some("Hero.left.tip"));
    let near = before.iter().zip(view.world).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near, "{before:?} is not {:?}", view.world);
}

/// The only `vanish` of the program.
fn vanish(world: &World) -> Code {
    let at = world.program().code.iter().position(|op| *op == Op::Vanish).unwrap() as u32;
    Code { start: at, end: at + 1 }
}

#[test]
fn what_hangs_on_something_that_vanishes_is_let_go() {
    let attach = Op::Attach { who: 0, to: 1, placement: u32::MAX };
    // what ends it stands in a block that nothing else reaches
    let never = [num(9, 0.0), Op::If { cond: 9, len: 1 }, Op::Vanish];
    let mut world = pair(&[&[attach], &never[..]].concat());
    world.tick(&Input::new());
    world.perform(1, vanish(&world));
    assert_eq!(paths(&world), ["Other"]);
    assert_eq!(world.view(6).unwrap().parent, None);
}

#[test]
fn a_restart_makes_everything_anew_and_the_trace_goes_on() {
    let mut asm = Asm::new();
    let shot = asm.def("Shot");
    let gun = asm.def("Gun");
    let spawn = asm.at(shot, [0.0; 3]);
    let mut wait = asm.state("Wait", &[]);
    let after = [num(1, 0.1), Op::After { dst: 0, level: 1, seconds: 1 }];
    let fork = asm.shift(
        &[],
        0,
        islay_vm::program::TargetSpec::State(1),
        &[Op::Fork { spawn, in_world: true }],
    );
    wait.leaf.as_mut().unwrap().shifts.push(fork);
    let mut end = asm.state("End", &[]);
    let restart = asm.shift(&after, 0, islay_vm::program::TargetSpec::State(0), &[Op::Restart]);
    end.leaf.as_mut().unwrap().shifts.push(restart);
    asm.diagram(gun, "Go", vec![wait, end]);
    let placed = asm.at(gun, [0.0; 3]);
    asm.main(placed);
    let mut world = asm.world();
    let start = world.hash();
    for _ in 0..3 {
        world.tick(&Input::new());
    }
    assert_eq!((world.clock(), world.stats().instances), (3, 2));
    world.tick(&Input::new());
    assert_eq!((world.clock(), world.ticks(), world.hash()), (0, 4, start));
}

#[test]
fn a_million_short_lives_leave_nothing_behind() {
    let mut asm = Asm::new();
    let shot = asm.def("Shot");
    let state = asm.state("Fly", &[Op::Vanish]);
    asm.diagram(shot, "Fly", vec![state]);
    let gun = asm.def("Gun");
    let spawn = asm.at(shot, [0.0; 3]);
    let fire = asm.state("Fire", &[Op::Fork { spawn, in_world: true }]);
    asm.diagram(gun, "Fire", vec![fire]);
    let placed = asm.at(gun, [0.0; 3]);
    asm.crowd(placed, 1000);
    let mut world = asm.world();
    world.observe(false);
    for _ in 0..200 {
        world.tick(&Input::new());
    }
    assert_eq!(world.stats().instances, 2000);
}
