//! Crowds that keep on doing something, one kind of thing per program.
//!
//! In: nothing. Out: programs that go on for ever: by keys, by chance, with messages, with clocks,
//! with contacts and questions about others, with short lives.

use std::sync::Arc;

use islay_vm::key::Key;
use islay_vm::math::axis_quat;
use islay_vm::op::{Arith, Ease, Frame, NONE, Op, Ticks};
use islay_vm::program::{
    ContactPhase, Kind, Program, SelectorSpec, SendSpec, TargetSpec, WhatSpec, WorldKind,
};
use islay_vm::rng;

use crate::asm::{Asm, num};

/// Two diagrams of three states: turning and walking, by keys or by chance.
pub fn walker(asm: &mut Asm, text: &str, by_chance: bool) -> u16 {
    let def = asm.def(text);
    asm.p.quats.extend([axis_quat(1, -5.0), axis_quat(1, 5.0)]);
    asm.p.vecs.extend([[0.0, 0.0, 0.1], [0.0, 0.0, -0.1]]);
    let turn = |quat| Op::RotateConst { quat, frame: Frame::Own };
    let walk = |vec| Op::MoveConst { vec, frame: Frame::Own };
    for (name, acts, keys) in [
        ("Turn", [turn(0), turn(1)], [Key::LEFT, Key::RIGHT]),
        ("Walk", [walk(0), walk(1)], [Key::UP, Key::DOWN]),
    ] {
        let mut states = vec![asm.state("Still", &[])];
        states.extend(acts.map(|act| asm.state("Going", &[act])));
        for (i, state) in states.iter_mut().enumerate() {
            for (k, key) in keys.into_iter().enumerate() {
                let site = asm.p.sites.len() as u32;
                asm.p.sites.push(rng::key(1, u64::from(site), 2));
                let cond = match by_chance {
                    true => vec![num(1, 0.0625), Op::Chance { dst: 0, p: 1, site }],
                    false => vec![Op::Key { dst: 0, key }],
                };
                let to = TargetSpec::State(k as u16 + 1);
                let shift = asm.shift(&cond, 0, to, &[]);
                state.leaf.as_mut().unwrap().shifts.push(shift);
            }
            if i > 0 && !by_chance {
                let still = asm.shift(&[], 0, TargetSpec::State(0), &[]);
                state.leaf.as_mut().unwrap().shifts.push(still);
            }
        }
        asm.diagram(def, name, states);
    }
    for diagram in &mut asm.p.defs[def as usize].diagrams {
        (diagram.clocks, diagram.n_timed, diagram.n_once) = (0, 0, 0);
        (diagram.n_last, diagram.uses_back, diagram.published) = (0, false, false);
    }
    def
}

/// Walkers of several defs, more than one batch of each.
pub fn walkers(by_chance: bool) -> Arc<Program> {
    let mut asm = Asm::new();
    for i in 0..2 {
        let def = walker(&mut asm, &format!("Walker{i}"), by_chance);
        let spawn = asm.at(def, [0.0; 3]);
        asm.crowd(spawn, 1100);
    }
    asm.program()
}

/// A flag in register 0: once in so many ticks and instances.
fn seldom(asm: &mut Asm, one_in: f32) -> [Op; 2] {
    let site = asm.p.sites.len() as u32;
    asm.p.sites.push(rng::key(7, u64::from(site), 8));
    [num(1, 1.0 / one_in), Op::Chance { dst: 0, p: 1, site }]
}

/// variable 0 += register 1
const ADD: [Op; 3] = [
    Op::Load { dst: 2, var: 0 },
    Op::Arith { op: Arith::Add, dst: 2, a: 1, b: 2 },
    Op::Store { var: 0, src: 2 },
];

/// Each now and then tells all, later, and itself, at once; what it hears it adds up.
pub fn talkers() -> Arc<Program> {
    let mut asm = Asm::new();
    let message = asm.message("m");
    let def = asm.def("Talker");
    asm.var(def, "sum", Kind::Number, &[num(0, 0.0)]);
    asm.p.defs[def as usize].heard = vec![message];
    asm.p.targets.extend([SendSpec::All, SendSpec::Ref(4)]);
    let mut react = seldom(&mut asm, 200.0).to_vec();
    react.extend([
        Op::If { cond: 0, len: 5 },
        num(1, 0.1),
        num(3, 0.2),
        Op::SelfId { dst: 4 },
        Op::Send { message, value: 1, target: 0, delay: 3 },
        Op::Send { message, value: 3, target: 1, delay: NONE },
        Op::Message { dst: 0, message },
        Op::If { cond: 0, len: 4 },
        Op::MessageValue { dst: 1, message },
    ]);
    react.extend(ADD);
    let mut state = asm.state("On", &[]);
    state.leaf.as_mut().unwrap().react = asm.code(&react);
    asm.diagram(def, "Talk", vec![state]);
    let spawn = asm.at(def, [0.0; 3]);
    asm.crowd(spawn, 1500);
    asm.program()
}

/// Each moves for some ticks, waits as long as chance has it, and counts its rounds.
pub fn timers() -> Arc<Program> {
    let mut asm = Asm::new();
    let def = asm.def("Timer");
    asm.var(def, "rounds", Kind::Number, &[num(0, 0.0)]);
    let ticks = Ticks::Slot(0);
    let mut go = asm.state(
        "Go",
        &[
            num(0, 4.0 / 30.0),
            Op::TimedStart { slot: 0, level: 1, seconds: 0 },
            Op::TimedActive { dst: 1, level: 1, ticks },
            Op::If { cond: 1, len: 5 },
            Op::TimedStep { dst: 0, level: 1, ticks, ease: Ease::Linear, rest: false },
            num(1, 8.0),
            Op::Arith { op: Arith::Mul, dst: 0, a: 0, b: 1 },
            num(1, 0.0),
            Op::Move { v: [0, 1, 1], frame: Frame::Own },
        ],
    );
    let over = [Op::TimedOver { dst: 0, level: 1, ticks }];
    let mut count = vec![num(1, 1.0)];
    count.extend(ADD);
    let shift = asm.shift(&over, 0, TargetSpec::State(1), &count);
    go.leaf.as_mut().unwrap().shifts.push(shift);
    let mut rest = asm.state("Rest", &[]);
    let again = seldom(&mut asm, 5.0);
    let shift = asm.shift(&again, 0, TargetSpec::State(0), &[]);
    rest.leaf.as_mut().unwrap().shifts.push(shift);
    asm.diagram(def, "Go", vec![go, rest]);
    let spawn = asm.at(def, [0.0; 3]);
    asm.crowd(spawn, 1500);
    asm.program()
}

/// Boxes that walk about a room by chance, count whom they touch and ask for the nearest.
pub fn carts() -> Arc<Program> {
    let mut asm = Asm::new();
    asm.p.world.kind = WorldKind::Room;
    let def = walker(&mut asm, "Cart", true);
    asm.boxed(def, 0.3);
    asm.p.defs[def as usize].solid = true;
    asm.var(def, "sum", Kind::Number, &[num(0, 0.0)]);
    let near = SelectorSpec { what: WhatSpec::Class(0), within: Some(3), ahead: None, side: None };
    let any = SelectorSpec { what: WhatSpec::Any, within: None, ahead: None, side: None };
    asm.p.selectors.extend([near, any]);
    let mut react = vec![
        Op::Contact { dst: 0, phase: ContactPhase::Hit, selector: 1 },
        Op::If { cond: 0, len: 7 },
        num(3, 4.0),
        Op::Count { dst: 1, selector: 0 },
        Op::Distance { dst: 2, selector: 0 },
        Op::Arith { op: Arith::Add, dst: 1, a: 1, b: 2 },
    ];
    react.extend(ADD);
    let mut state = asm.state("On", &[]);
    state.leaf.as_mut().unwrap().react = asm.code(&react);
    asm.diagram(def, "Touch", vec![state]);
    for i in 0..150 {
        let at = [(i % 13) as f32 * 1.3 - 8.0, 1.0, (i / 13) as f32 * 1.3 - 8.0];
        let spawn = asm.at(def, at);
        asm.main(spawn);
    }
    asm.program()
}

/// Each now and then forks another, becomes another or ends; wholes and parts tell each other.
pub fn lives() -> Arc<Program> {
    let mut asm = Asm::new();
    let message = asm.message("m");
    asm.p.targets.extend([SendSpec::Up, SendSpec::Down]);
    let tip = asm.def("Tip");
    let one = walker(&mut asm, "One", true);
    let two = walker(&mut asm, "Two", true);
    for def in [one, two] {
        asm.part(def, "tip", tip, [0.0, 1.0, 0.0]);
        asm.part(def, "other", tip, [0.0, 2.0, 0.0]);
    }
    let spawns = [asm.at(one, [0.5, 0.0, 0.5]), asm.at(two, [0.0, 0.0, 1.0])];
    for (def, to) in [(tip, 0), (one, 1), (two, 1)] {
        asm.var(def, "sum", Kind::Number, &[num(0, 0.0)]);
        asm.p.defs[def as usize].heard = vec![message];
        let mut react = Vec::new();
        let mut often = |asm: &mut Asm, one_in: f32, ops: &[Op]| {
            react.extend(seldom(asm, one_in));
            react.push(Op::If { cond: 0, len: ops.len() as u32 });
            react.extend(ops);
        };
        often(
            &mut asm,
            9.0,
            &[num(1, 0.1), num(3, 0.1), Op::Send { message, value: 1, target: to, delay: 3 }],
        );
        if def != tip {
            let turned = Op::Become { spawn: spawns[usize::from(def == one)] };
            often(&mut asm, 40.0, &[Op::Fork { spawn: spawns[0], in_world: false }]);
            often(&mut asm, 40.0, &[turned]);
            often(&mut asm, 40.0, &[Op::Vanish]);
        }
        react.push(Op::MessageValue { dst: 1, message });
        react.extend(ADD);
        let mut state = asm.state("On", &[]);
        state.leaf.as_mut().unwrap().react = asm.code(&react);
        asm.diagram(def, "Live", vec![state]);
    }
    for spawn in spawns {
        asm.crowd(spawn, 200);
    }
    asm.program()
}
