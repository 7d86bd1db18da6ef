//! Sends and what arrives.

use islay_vm::event::EventKind;
use islay_vm::input::{Input, InputEvent, InputTarget};
use islay_vm::op::{Arith, NONE, Op};
use islay_vm::program::{Kind, SendSpec, TargetSpec};
use islay_vm::world::{Value, World};

use crate::asm::{Asm, num};

/// A def that adds what it hears of message 0 to its variable, and notes who sent it.
fn hearer(asm: &mut Asm, text: &str) -> u16 {
    let message = asm.message("m");
    let def = asm.def(text);
    asm.var(def, "sum", Kind::Number, &[num(0, 0.0)]);
    asm.var(def, "count", Kind::Number, &[num(0, 0.0)]);
    asm.var(def, "from", Kind::Who, &[Op::Bits { dst: 0, bits: 0 }]);
    asm.p.defs[def as usize].heard = vec![message];
    let mut state = asm.state("On", &[]);
    state.leaf.as_mut().unwrap().react = asm.code(&[
        Op::Message { dst: 0, message },
        Op::If { cond: 0, len: 9 },
        Op::MessageValue { dst: 1, message },
        Op::Load { dst: 2, var: 0 },
        Op::Arith { op: Arith::Add, dst: 1, a: 1, b: 2 },
        Op::Store { var: 0, src: 1 },
        Op::Received { dst: 1, message },
        Op::Store { var: 1, src: 1 },
        Op::Sender { dst: 1, message },
        Op::Store { var: 2, src: 1 },
        Op::Bits { dst: 3, bits: 0 },
    ]);
    asm.diagram(def, "Hear", vec![state]);
    def
}

/// Gives a def a diagram that does something in its first tick only.
pub fn once(asm: &mut Asm, def: u16, ops: &[Op]) {
    let mut state = asm.state("Do", &[]);
    let then = asm.shift(&[], 0, TargetSpec::State(1), ops);
    state.leaf.as_mut().unwrap().shifts.push(then);
    let done = asm.state("Done", &[]);
    asm.diagram(def, "Once", vec![state, done]);
}

fn send(target: u32) -> Vec<Op> {
    vec![num(1, 2.0), Op::Send { message: 0, value: 1, target, delay: NONE }]
}

fn var(world: &World, path: &str, i: usize) -> f32 {
    match world.view(world.find(path).unwrap()).unwrap().vars[i].1 {
        Value::Number(v) => v,
        _ => f32::NAN,
    }
}

fn sums(world: &World) -> Vec<f32> {
    let sum = |id| match world.view(id).unwrap().vars.first() {
        Some((_, Value::Number(v))) => *v,
        _ => -1.0,
    };
    world.instances().map(sum).collect()
}

/// A whole (1) with two parts (2, 4) of which the first has a part (3), and another hearer (5).
/// The part 2 sends.
fn tree(target: SendSpec) -> World {
    let mut asm = Asm::new();
    asm.message("m");
    asm.p.targets.push(target);
    let tip = hearer(&mut asm, "Tip");
    let arm = hearer(&mut asm, "Arm");
    let ops = send(0);
    once(&mut asm, arm, &ops);
    asm.part(arm, "tip", tip, [0.0; 3]);
    let leg = hearer(&mut asm, "Leg");
    let whole = hearer(&mut asm, "Whole");
    asm.part(whole, "arm", arm, [0.0; 3]);
    asm.part(whole, "leg", leg, [0.0; 3]);
    let other = hearer(&mut asm, "Other");
    for def in [whole, other] {
        let spawn = asm.at(def, [0.0; 3]);
        asm.main(spawn);
    }
    asm.world()
}

#[test]
fn targets_take_whom_they_name() {
    let class = |i: u16| SendSpec::Class(i);
    for (target, want) in [
        (SendSpec::All, [2.0, 2.0, 2.0, 2.0, 2.0]),
        (SendSpec::Up, [2.0, 0.0, 0.0, 0.0, 0.0]),
        (SendSpec::Down, [0.0, 0.0, 2.0, 0.0, 0.0]),
        (SendSpec::Parts, [0.0, 0.0, 2.0, 0.0, 0.0]),
        (class(2), [0.0, 0.0, 0.0, 2.0, 0.0]),
        (class(4), [0.0, 0.0, 0.0, 0.0, 2.0]),
        (class(1), [0.0, 2.0, 0.0, 0.0, 0.0]),
    ] {
        let mut world = tree(target);
        world.tick(&Input::new());
        assert_eq!(sums(&world), [0.0; 5], "nothing arrives in the tick of the send");
        world.tick(&Input::new());
        assert_eq!(sums(&world), want, "{target:?}");
        world.tick(&Input::new());
        assert_eq!(sums(&world), want, "{target:?} arrives once");
    }
}

#[test]
fn the_first_sender_and_the_number_of_messages_are_known() {
    let mut asm = Asm::new();
    let def = hearer(&mut asm, "A");
    asm.p.targets.push(SendSpec::All);
    let ops = send(0);
    once(&mut asm, def, &ops);
    let spawn = asm.at(def, [0.0; 3]);
    asm.crowd(spawn, 3);
    let mut world = asm.world();
    world.tick(&Input::new());
    world.tick(&Input::new());
    let view = world.view(3).unwrap();
    assert_eq!(view.vars[0].1, Value::Number(6.0));
    assert_eq!(view.vars[1].1, Value::Number(3.0));
    assert_eq!(view.vars[2].1, Value::Who(Some("A".to_owned())));
    let arrivals: Vec<_> = world.events().iter().map(|e| (e.id, e.kind.clone())).collect();
    assert_eq!(arrivals.len(), 9, "one per arrival and hearer: {arrivals:?}");
    assert!(matches!(&arrivals[0].1, EventKind::Message { sender: Some(s), .. } if s == "A"));
}

#[test]
fn a_delay_of_n_ticks_arrives_n_ticks_later() {
    for (seconds, want) in [(0.0, 1), (1.0 / 30.0, 1), (0.1, 3)] {
        let mut asm = Asm::new();
        let def = hearer(&mut asm, "A");
        asm.p.targets.push(SendSpec::All);
        let send = Op::Send { message: 0, value: 1, target: 0, delay: 2 };
        once(&mut asm, def, &[num(1, 1.0), num(2, seconds), send]);
        let spawn = asm.at(def, [0.0; 3]);
        asm.main(spawn);
        let mut world = asm.world();
        world.tick(&Input::new());
        let mut ticks = 0;
        while var(&world, "A", 0) == 0.0 && ticks < 10 {
            world.tick(&Input::new());
            ticks += 1;
        }
        assert_eq!(ticks, want, "{seconds} s");
    }
}

#[test]
fn a_message_tells_its_sender_even_where_that_has_ended() {
    for delay in [0.0, 0.1] {
        let mut asm = Asm::new();
        hearer(&mut asm, "A");
        let teller = asm.def("Teller");
        asm.p.targets.push(SendSpec::All);
        let send = Op::Send { message: 0, value: 1, target: 0, delay: 2 };
        once(&mut asm, teller, &[num(1, 1.0), num(2, delay), send, Op::Vanish]);
        for def in [0, teller] {
            let spawn = asm.at(def, [0.0; 3]);
            asm.main(spawn);
        }
        let mut world = asm.world();
        let told = |e: &islay_vm::event::Event| match &e.kind {
            EventKind::Message { sender, .. } => sender.clone(),
            _ => None,
        };
        let senders: Vec<String> = (0..6)
            .flat_map(|_| {
                world.tick(&Input::new());
                world.events().iter().filter_map(told).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(senders, ["Teller"], "after {delay} s");
    }
}

#[test]
fn messages_from_outside_arrive_in_the_tick_they_are_given_to() {
    let mut world = tree(SendSpec::Named(0, 0));
    let event = |to| InputEvent::Send { message: "m".into(), value: 4.0, to };
    world.tick(&Input::new().with(event(InputTarget::Name("Leg".into()))));
    assert_eq!(sums(&world), [0.0, 0.0, 0.0, 4.0, 0.0]);
    world.tick(&Input::new().with(event(InputTarget::One(1))).with(event(InputTarget::All)));
    assert_eq!(sums(&world), [8.0, 4.0, 4.0, 8.0, 4.0]);
}
