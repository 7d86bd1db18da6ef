//! Each limit just below and just above: what fits is done without a word, what is over it is left
//! out with one trap.

use std::sync::Arc;

use islay_vm::event::EventKind;
use islay_vm::input::Input;
use islay_vm::limits::{Config, Limits};
use islay_vm::op::{NONE, Op};
use islay_vm::program::{Program, SendSpec, TextPiece, TextSpec};
use islay_vm::world::World;

use crate::asm::{Asm, num};
use crate::messages::once;

/// So many that do something in their first tick.
fn doers(prepare: impl Fn(&mut Asm) -> Vec<Op>, n: usize) -> Arc<Program> {
    let mut asm = Asm::new();
    let def = asm.def("Doer");
    let ops = prepare(&mut asm);
    once(&mut asm, def, &ops);
    let spawn = asm.at(def, [0.0; 3]);
    asm.crowd(spawn, n);
    asm.program()
}

/// The traps before and in the first tick, with counts and who was first.
fn traps(program: &Arc<Program>, limits: Limits) -> Vec<(String, u32, u32)> {
    let mut world = World::new(program.clone(), Config { limits, ..Config::default() });
    let mut events = world.events().to_vec();
    world.tick(&Input::new());
    events.extend_from_slice(world.events());
    let trap = |e: &islay_vm::event::Event| match &e.kind {
        EventKind::Trap { code, count, .. } => Some((code.clone(), *count, e.id)),
        _ => None,
    };
    events.iter().filter_map(trap).collect()
}

fn one(code: &str, count: u32, first: u32) -> Vec<(String, u32, u32)> {
    vec![(code.to_owned(), count, first)]
}

/// Limits that differ from the usual in one thing.
fn limits(set: impl Fn(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    set(&mut limits);
    limits
}

#[test]
fn forks_of_a_tick() {
    let fork = |asm: &mut Asm| {
        let shot = asm.def("Shot");
        vec![Op::Fork { spawn: asm.at(shot, [0.0; 3]), in_world: true }]
    };
    let program = doers(fork, 4);
    assert_eq!(traps(&program, limits(|l| l.forks = 4)), []);
    assert_eq!(traps(&program, limits(|l| l.forks = 3)), one("too-many-forks", 1, 0));
    let mut world =
        World::new(program, Config { limits: limits(|l| l.forks = 3), ..Config::default() });
    world.tick(&Input::new());
    assert_eq!(world.stats().instances, 7, "what fits is made");
}

#[test]
fn messages_of_a_tick() {
    let send = |asm: &mut Asm| {
        let message = asm.message("m");
        asm.p.targets.push(SendSpec::All);
        vec![num(1, 1.0), Op::Send { message, value: 1, target: 0, delay: NONE }]
    };
    let program = doers(send, 4);
    assert_eq!(traps(&program, limits(|l| l.messages = 4)), []);
    assert_eq!(traps(&program, limits(|l| l.messages = 3)), one("too-many-messages", 1, 4));
}

#[test]
fn messages_under_way() {
    let send = |asm: &mut Asm| {
        let message = asm.message("m");
        asm.p.targets.push(SendSpec::All);
        vec![num(1, 60.0), Op::Send { message, value: 1, target: 0, delay: 1 }]
    };
    let program = doers(send, 4);
    for (most, under_way) in [(4, 4), (3, 3)] {
        let limits = limits(|l| l.messages = most);
        let mut world = World::new(program.clone(), Config { limits, ..Config::default() });
        (0..9).for_each(|_| world.tick(&Input::new()));
        assert_eq!(world.stats().messages, under_way);
    }
}

#[test]
fn lines_of_the_log_of_a_tick() {
    let log = |asm: &mut Asm| {
        let pieces = vec![TextPiece::Name(asm.name("here"))];
        asm.p.texts.push(TextSpec { pieces, ..TextSpec::default() });
        vec![Op::Log { text: 0 }]
    };
    let program = doers(log, 4);
    for observe in [false, true] {
        for (most, left_out) in [(4, vec![]), (3, one("too-many-notes", 1, 4))] {
            let limits = limits(|l| l.notes = most);
            assert_eq!(traps(&program, limits), left_out);
            let config = Config { limits, observe, ..Config::default() };
            let mut world = World::new(program.clone(), config);
            world.tick(&Input::new());
            let lines = world.events().iter().filter(|e| matches!(e.kind, EventKind::Log { .. }));
            let ids: Vec<u32> = lines.map(|e| e.id).collect();
            assert_eq!(ids, (1..=most).collect::<Vec<_>>(), "the oldest come first");
        }
    }
}

#[test]
fn living_instances() {
    let program = doers(|_| Vec::new(), 4);
    assert_eq!(traps(&program, limits(|l| l.instances = 4)), []);
    assert_eq!(traps(&program, limits(|l| l.instances = 3)), one("too-many-instances", 1, 0));
    let world =
        World::new(program, Config { limits: limits(|l| l.instances = 3), ..Config::default() });
    assert_eq!(world.stats().instances, 3);
}

#[test]
fn instances_of_a_whole_are_made_together_or_not_at_all() {
    let mut asm = Asm::new();
    let (tip, whole) = (asm.def("Tip"), asm.def("Whole"));
    asm.part(whole, "left", tip, [0.0; 3]);
    asm.part(whole, "right", tip, [0.0; 3]);
    let spawn = asm.at(whole, [0.0; 3]);
    asm.main(spawn);
    let program = asm.program();
    for (most, living) in [(3, 3), (2, 0)] {
        let limits = limits(|l| l.instances = most);
        let world = World::new(program.clone(), Config { limits, ..Config::default() });
        assert_eq!(world.stats().instances, living);
    }
}

/// A whole of so many levels.
fn tower(asm: &mut Asm, levels: usize) -> u16 {
    let mut def = asm.def("Level0");
    for level in 1..levels {
        let above = asm.def(&format!("Level{level}"));
        asm.part(above, "next", def, [0.0, 1.0, 0.0]);
        def = above;
    }
    def
}

#[test]
fn levels_of_what_is_made() {
    let mut asm = Asm::new();
    let def = tower(&mut asm, 4);
    let spawn = asm.at(def, [0.0; 3]);
    asm.main(spawn);
    let program = asm.program();
    assert_eq!(traps(&program, limits(|l| l.depth = 4)), []);
    assert_eq!(traps(&program, limits(|l| l.depth = 3)), one("too-deep", 1, 0));
}

#[test]
fn levels_of_what_is_attached() {
    let mut asm = Asm::new();
    let (below, above) = (tower(&mut asm, 2), asm.def("Above"));
    let name = asm.name("Level1");
    let ops = [
        Op::Named { dst: 0, name, number: 0 },
        Op::SelfId { dst: 1 },
        Op::Attach { who: 0, to: 1, placement: u32::MAX },
    ];
    once(&mut asm, above, &ops);
    for def in [below, above] {
        let spawn = asm.at(def, [0.0; 3]);
        asm.main(spawn);
    }
    let program = asm.program();
    assert_eq!(traps(&program, limits(|l| l.depth = 3)), []);
    assert_eq!(traps(&program, limits(|l| l.depth = 2)), one("too-deep", 1, 1));
}
