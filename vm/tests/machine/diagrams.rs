//! Act, react, shift: states, clocks, targets.

use islay_vm::event::EventKind;
use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::op::{Arith, Frame, NONE, Op, Ticks};
use islay_vm::program::{Kind, SendSpec, StateSpec, TargetSpec};
use islay_vm::world::World;

use crate::asm::{Asm, num};

fn states(world: &World, path: &str) -> Vec<String> {
    let id = world.find(path).unwrap();
    world.view(id).unwrap().states.into_iter().map(|(_, s)| s).collect()
}

fn leaf(state: &mut StateSpec) -> &mut islay_vm::program::LeafSpec {
    state.leaf.as_mut().unwrap()
}

/// The card's line: `state Left < rotate y -5 > on key(Left) -> Left`.
fn turner() -> World {
    let mut asm = Asm::new();
    let hero = asm.def("Hero");
    asm.p.quats.push(islay_vm::math::axis_quat(1, -5.0));
    let mut still = asm.state("Still", &[]);
    let mut left = asm.state("Left", &[Op::RotateConst { quat: 0, frame: Frame::Own }]);
    let key = [Op::Key { dst: 0, key: Key::LEFT }];
    let to_left = asm.shift(&key, 0, TargetSpec::State(1), &[]);
    leaf(&mut still).shifts.push(to_left.clone());
    leaf(&mut left).shifts.push(to_left);
    let back = asm.shift(&[], 0, TargetSpec::State(0), &[]);
    leaf(&mut left).shifts.push(back);
    asm.diagram(hero, "Turn", vec![still, left]);
    let spawn = asm.at(hero, [0.0; 3]);
    asm.main(spawn);
    asm.world()
}

#[test]
fn a_key_held_for_ten_ticks_turns_nine_times_then_once_more() {
    let mut world = turner();
    let id = world.find("Hero").unwrap();
    let mut seen = Vec::new();
    for tick in 1..=12 {
        let input = match tick {
            1 => Input::new().with(InputEvent::Press(Key::LEFT)),
            11 => Input::new().with(InputEvent::Release(Key::LEFT)),
            _ => Input::new(),
        };
        world.tick(&input);
        let view = world.view(id).unwrap();
        let heading = islay_vm::math::quat_euler(view.rotation)[1].round();
        seen.push((heading, view.states[0].1.clone()));
    }
    let mut want: Vec<(f32, String)> =
        (0..10).map(|k| (-5.0 * k as f32 + 0.0, "Left".to_owned())).collect();
    want.extend([(-50.0, "Still".to_owned()), (-50.0, "Still".to_owned())]);
    assert_eq!(seen, want);
}

#[test]
fn a_shift_is_told_to_who_watches() {
    let mut world = turner();
    world.tick(&Input::new().with(InputEvent::Press(Key::LEFT)));
    let kinds: Vec<_> = world.events().iter().map(|e| (e.path.clone(), e.kind.clone())).collect();
    let (diagram, from, to) = ("Turn".to_owned(), "Still".to_owned(), "Left".to_owned());
    assert_eq!(kinds, [("Hero".to_owned(), EventKind::Transition { diagram, from, to, edge: 0 })]);
}

/// Outer states A (0) with B (1) and C (2) inside, and D (3).
fn nest(asm: &mut Asm, edges: impl Fn(&mut Asm, &mut Vec<StateSpec>)) -> World {
    let hero = asm.def("Hero");
    asm.var(hero, "trail", Kind::Number, &[num(0, 0.0)]);
    let mut outer = StateSpec { level: 1, first_leaf: 1, last: Some(0), ..asm.state("A", &[]) };
    outer.leaf = None;
    let inner =
        |asm: &mut Asm, text| StateSpec { parent: Some(0), level: 2, ..asm.state(text, &[]) };
    let mut states = vec![outer, inner(asm, "B"), inner(asm, "C"), asm.state("D", &[])];
    for (i, digit) in [1.0, 2.0, 3.0, 4.0].into_iter().enumerate() {
        states[i].enter = trail(asm, digit);
        states[i].exit = trail(asm, digit + 4.0);
    }
    edges(asm, &mut states);
    let d = asm.diagram(hero, "Act", states);
    asm.p.defs[hero as usize].diagrams[d].initial = 1;
    let spawn = asm.at(hero, [0.0; 3]);
    asm.main(spawn);
    std::mem::replace(asm, Asm::new()).world()
}

/// trail = trail · 10 + digit
fn trail(asm: &mut Asm, digit: f32) -> islay_vm::program::Code {
    asm.code(&[
        Op::Load { dst: 0, var: 0 },
        num(1, 10.0),
        Op::Arith { op: Arith::Mul, dst: 0, a: 0, b: 1 },
        num(1, digit),
        Op::Arith { op: Arith::Add, dst: 0, a: 0, b: 1 },
        Op::Store { var: 0, src: 0 },
    ])
}

fn trail_of(world: &World) -> f32 {
    let view = world.view(world.find("Hero").unwrap()).unwrap();
    match view.vars[0].1 {
        islay_vm::world::Value::Number(v) => v,
        _ => f32::NAN,
    }
}

#[test]
fn states_are_entered_from_outside_and_left_from_inside() {
    let mut world = nest(&mut Asm::new(), |asm, states| {
        let to = asm.shift(&[], 0, TargetSpec::State(3), &[]);
        leaf(&mut states[1]).shifts.push(to);
    });
    world.tick(&Input::new());
    // entered A, B; left B, A; entered D
    assert_eq!((trail_of(&world), states(&world, "Hero")), (12654.0, vec!["D".to_owned()]));
}

#[test]
fn an_outer_arrow_to_what_is_active_is_passed_over() {
    let mut world = nest(&mut Asm::new(), |asm, states| {
        let mut over = asm.shift(&[], 0, TargetSpec::State(1), &[]);
        over.innermost = false;
        let to = asm.shift(&[], 0, TargetSpec::State(2), &[]);
        leaf(&mut states[1]).shifts.extend([over, to]);
    });
    world.tick(&Input::new());
    // A stays active while B goes to C
    assert_eq!((trail_of(&world), states(&world, "Hero")), (1263.0, vec!["C".to_owned()]));
}

#[test]
fn last_is_the_configuration_a_state_was_left_with_and_back_the_state_before() {
    let mut world = nest(&mut Asm::new(), |asm, states| {
        let to_c = asm.shift(&[], 0, TargetSpec::State(2), &[]);
        let to_d = asm.shift(&[], 0, TargetSpec::State(3), &[]);
        let to_last = asm.shift(&[], 0, TargetSpec::Last(0), &[]);
        leaf(&mut states[1]).shifts.push(to_c);
        leaf(&mut states[2]).shifts.push(to_d);
        leaf(&mut states[3]).shifts.push(to_last);
    });
    let mut seen = Vec::new();
    for _ in 0..4 {
        world.tick(&Input::new());
        seen.extend(states(&world, "Hero"));
    }
    assert_eq!(seen, ["C", "D", "C", "D"]);
}

#[test]
fn back_before_any_arrow_stays() {
    let mut world = nest(&mut Asm::new(), |asm, states| {
        let back = asm.shift(&[], 0, TargetSpec::Back, &[]);
        leaf(&mut states[1]).shifts.push(back);
    });
    world.tick(&Input::new());
    assert_eq!((trail_of(&world), states(&world, "Hero")), (12.0, vec!["B".to_owned()]));
}

#[test]
fn again_leaves_and_enters_its_scope() {
    let mut world = nest(&mut Asm::new(), |asm, states| {
        let again = asm.shift(&[], 0, TargetSpec::Again(Some(0)), &[]);
        leaf(&mut states[1]).shifts.push(again);
    });
    world.tick(&Input::new());
    assert_eq!(trail_of(&world), 126512.0);
}

#[test]
fn one_of_draws_by_weight() {
    let mut world = nest(&mut Asm::new(), |asm, states| {
        asm.p.sites.push(77);
        let code = asm.code(&[num(0, 0.0), num(1, 1.0)]);
        let drawn = vec![(2, 0), (3, 1)];
        let target = TargetSpec::OneOf { code, states: drawn, site: 0 };
        let to = asm.shift(&[], 0, target, &[]);
        leaf(&mut states[1]).shifts.push(to);
    });
    world.tick(&Input::new());
    assert_eq!(states(&world, "Hero"), ["D"]);
}

/// A state that moves by 1 and is left after three ticks.
#[test]
fn a_state_left_after_three_ticks_has_acted_three_times() {
    let mut asm = Asm::new();
    let hero = asm.def("Hero");
    asm.p.vecs.push([0.0, 0.0, 1.0]);
    let mut a = asm.state("A", &[Op::MoveConst { vec: 0, frame: Frame::Own }]);
    let after = [num(1, 0.1), Op::After { dst: 0, level: 1, seconds: 1 }];
    let to_b = asm.shift(&after, 0, TargetSpec::State(1), &[]);
    leaf(&mut a).shifts.push(to_b);
    let b = asm.state("B", &[]);
    asm.diagram(hero, "Go", vec![a, b]);
    let spawn = asm.at(hero, [0.0; 3]);
    asm.main(spawn);
    let mut world = asm.world();
    let mut z = Vec::new();
    for _ in 0..5 {
        world.tick(&Input::new());
        z.push(world.view(1).unwrap().position[2]);
    }
    assert_eq!(z, [1.0, 2.0, 3.0, 3.0, 3.0]);
}

#[test]
fn a_timed_action_ends_and_a_reaction_runs_once_per_stay() {
    let mut asm = Asm::new();
    let hero = asm.def("Hero");
    asm.var(hero, "n", Kind::Number, &[num(0, 0.0)]);
    let move_for = [
        num(0, 4.0 / 30.0),
        Op::TimedStart { slot: 0, level: 1, seconds: 0 },
        Op::TimedActive { dst: 1, level: 1, ticks: Ticks::Slot(0) },
        Op::If { cond: 1, len: 5 },
        Op::TimedStep {
            dst: 0,
            level: 1,
            ticks: Ticks::Slot(0),
            ease: islay_vm::op::Ease::Linear,
            rest: false,
        },
        num(1, 8.0),
        Op::Arith { op: Arith::Mul, dst: 0, a: 0, b: 1 },
        num(1, 0.0),
        Op::Move { v: [0, 1, 1], frame: Frame::Own },
    ];
    let mut a = asm.state("A", &move_for);
    leaf(&mut a).react = asm.code(&[
        Op::TimedOver { dst: 0, level: 1, ticks: Ticks::Slot(0) },
        Op::Once { cond: 0, level: 1, slot: 0 },
        Op::If { cond: 0, len: 4 },
        Op::Load { dst: 0, var: 0 },
        num(1, 1.0),
        Op::Arith { op: Arith::Add, dst: 0, a: 0, b: 1 },
        Op::Store { var: 0, src: 0 },
    ]);
    asm.diagram(hero, "Go", vec![a]);
    let spawn = asm.at(hero, [0.0; 3]);
    asm.main(spawn);
    let mut world = asm.world();
    let mut seen = Vec::new();
    for _ in 0..6 {
        world.tick(&Input::new());
        seen.push((world.view(1).unwrap().position[0], trail_of(&world)));
    }
    let want = [(2.0, 0.0), (4.0, 0.0), (6.0, 0.0), (8.0, 1.0), (8.0, 1.0), (8.0, 1.0)];
    assert_eq!(seen, want);
    assert_eq!(NONE, u16::MAX);
}

#[test]
fn a_clock_of_a_state_that_was_left_fires_no_more_and_starts_anew_on_return() {
    let mut asm = Asm::new();
    let hero = asm.def("Hero");
    let after = [num(1, 0.1), Op::After { dst: 0, level: 1, seconds: 1 }];
    let key = [Op::Pressed { dst: 0, key: Key::SPACE }];
    let mut wait = asm.state("Wait", &[]);
    let fire = asm.shift(&after, 0, TargetSpec::State(2), &[]);
    let leave = asm.shift(&key, 0, TargetSpec::State(1), &[]);
    leaf(&mut wait).shifts.extend([fire, leave]);
    let mut away = asm.state("Away", &[]);
    let back = asm.shift(&key, 0, TargetSpec::Back, &[]);
    leaf(&mut away).shifts.push(back);
    let fired = asm.state("Fired", &[]);
    asm.diagram(hero, "D", vec![wait, away, fired]);
    let spawn = asm.at(hero, [0.0; 3]);
    asm.main(spawn);
    let mut world = asm.world();
    let mut seen = Vec::new();
    for tick in 1..=10 {
        let mut input = Input::new();
        if tick == 2 || tick == 6 {
            input = input.with(InputEvent::Press(Key::SPACE));
        }
        if tick == 4 {
            input = input.with(InputEvent::Release(Key::SPACE));
        }
        world.tick(&input);
        seen.extend(states(&world, "Hero"));
    }
    let want = "Wait Away Away Away Away Wait Wait Wait Fired Fired";
    assert_eq!(seen.join(" "), want);
}

#[test]
fn what_is_sent_on_entry_is_heard_by_a_diagram_that_was_entered_before() {
    let mut asm = Asm::new();
    let hero = asm.def("Hero");
    let message = asm.message("m");
    asm.p.defs[hero as usize].heard = vec![message];
    asm.p.targets.push(SendSpec::All);
    let mut deaf = asm.state("Deaf", &[]);
    let heard = [Op::Message { dst: 0, message }];
    let shift = asm.shift(&heard, 0, TargetSpec::State(1), &[]);
    leaf(&mut deaf).shifts.push(shift);
    let told = asm.state("Told", &[]);
    asm.diagram(hero, "Ear", vec![deaf, told]);
    let mut on = asm.state("On", &[]);
    let send = Op::Send { message, value: 1, target: 0, delay: NONE };
    on.enter = asm.code(&[num(1, 1.0), send]);
    asm.diagram(hero, "Mouth", vec![on]);
    let spawn = asm.at(hero, [0.0; 3]);
    asm.main(spawn);
    let mut world = asm.world();
    world.tick(&Input::new());
    assert_eq!(states(&world, "Hero"), ["Deaf", "On"]);
    world.tick(&Input::new());
    assert_eq!(states(&world, "Hero"), ["Told", "On"]);
}
