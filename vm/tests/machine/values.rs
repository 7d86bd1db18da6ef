//! Arithmetic, draws, own values, references, selectors.

use islay_vm::event::EventKind;
use islay_vm::input::{Input, InputEvent};
use islay_vm::op::{Arith, Cmp, NONE, Op};
use islay_vm::program::{
    Button, FieldSpec, Kind, PoseField, SelectorSpec, StateQuery, TextPiece, TextSpec, WhatSpec,
};
use islay_vm::rng;
use islay_vm::world::{Value, World};

use crate::asm::{Asm, num};
use crate::messages::once;

/// Three of a class in a row, each of which stores register 0 once; `asm` may be prepared.
fn row(prepare: impl Fn(&mut Asm), kind: Kind, ops: &[Op]) -> World {
    let mut asm = Asm::new();
    let def = asm.def("A");
    let zero = [Op::Bits { dst: 0, bits: 0 }];
    asm.var(def, "v", kind, &zero);
    prepare(&mut asm);
    let store = [ops, &[Op::Store { var: 0, src: 0 }]].concat();
    once(&mut asm, def, &store);
    for z in [0.0, 1.0, 3.0] {
        let spawn = asm.at(def, [0.0, 0.0, z]);
        asm.main(spawn);
    }
    asm.world()
}

fn bits(value: &Value, world: &World) -> f32 {
    match value {
        Value::Number(v) => *v,
        Value::Flag(v) => f32::from(u8::from(*v)),
        Value::Who(path) => path.as_ref().and_then(|p| world.find(p)).map_or(0.0, |id| id as f32),
        Value::Colour(c) => *c as f32,
    }
}

fn results(world: &World) -> Vec<f32> {
    world.instances().map(|id| bits(&world.view(id).unwrap().vars[0].1, world)).collect()
}

fn run(prepare: impl Fn(&mut Asm), kind: Kind, ops: &[Op]) -> Vec<f32> {
    let mut world = row(prepare, kind, ops);
    world.tick(&Input::new());
    results(&world)
}

fn numbers(ops: &[Op]) -> Vec<f32> {
    run(|_| (), Kind::Number, ops)
}

const Z: Op = Op::Own { dst: 0, field: PoseField::Z };

#[test]
fn arithmetic_works_on_lanes_and_on_what_is_the_same() {
    let with = |op| [Z, num(1, 2.0), Op::Arith { op, dst: 0, a: 0, b: 1 }];
    assert_eq!(numbers(&with(Arith::Add)), [2.0, 3.0, 5.0]);
    assert_eq!(numbers(&with(Arith::Sub)), [-2.0, -1.0, 1.0]);
    assert_eq!(numbers(&with(Arith::Mul)), [0.0, 2.0, 6.0]);
    assert_eq!(numbers(&with(Arith::Div)), [0.0, 0.5, 1.5]);
    assert_eq!(numbers(&with(Arith::Rem)), [0.0, 1.0, 1.0]);
    let same = [num(0, -3.0), num(1, 2.0), Op::Arith { op: Arith::Rem, dst: 0, a: 0, b: 1 }];
    assert_eq!(numbers(&same), [1.0; 3]);
    let turned = [Z, num(1, 2.0), Op::Arith { op: Arith::Sub, dst: 0, a: 1, b: 0 }];
    assert_eq!(numbers(&turned), [2.0, 1.0, -1.0]);
}

#[test]
fn comparisons_and_logic_are_flags() {
    let cmp = |op| [Z, num(1, 1.0), Op::Cmp { op, dst: 0, a: 0, b: 1 }];
    let flags = |ops: &[Op]| run(|_| (), Kind::Flag, ops);
    assert_eq!(flags(&cmp(Cmp::Eq)), [0.0, 1.0, 0.0]);
    assert_eq!(flags(&cmp(Cmp::Ne)), [1.0, 0.0, 1.0]);
    assert_eq!(flags(&cmp(Cmp::Lt)), [1.0, 0.0, 0.0]);
    assert_eq!(flags(&cmp(Cmp::Le)), [1.0, 1.0, 0.0]);
    let not = [&cmp(Cmp::Lt)[..], &[Op::Not { dst: 0, a: 0 }]].concat();
    assert_eq!(flags(&not), [0.0, 1.0, 1.0]);
    let both = [
        Z,
        num(1, 1.0),
        Op::Cmp { op: Cmp::Le, dst: 2, a: 0, b: 1 },
        Op::Cmp { op: Cmp::Lt, dst: 3, a: 0, b: 1 },
        Op::Not { dst: 3, a: 3 },
        Op::And { dst: 0, a: 2, b: 3 },
    ];
    assert_eq!(flags(&both), [0.0, 1.0, 0.0]);
}

#[test]
fn select_and_natives_work_lane_by_lane() {
    let max = islay_vm::native::find("max", 2).unwrap();
    let ops = [Z, num(1, 2.0), Op::Native { dst: 0, native: max, args: 0 }];
    assert_eq!(numbers(&ops), [2.0, 2.0, 3.0]);
    let ops = [
        Z,
        num(1, 1.0),
        Op::Cmp { op: Cmp::Lt, dst: 2, a: 0, b: 1 },
        Op::Select { dst: 0, cond: 2, a: 1, b: 0 },
    ];
    assert_eq!(numbers(&ops), [1.0, 1.0, 3.0]);
}

#[test]
fn what_is_not_finite_becomes_0_with_one_trap_for_all() {
    let ops = [
        num(0, 1.0),
        Op::Own { dst: 1, field: PoseField::Z },
        Op::Arith { op: Arith::Div, dst: 0, a: 0, b: 1 },
        Op::Finite { r: 0, guard: NONE, trap: 0 },
    ];
    let mut world = row(|_| (), Kind::Number, &ops);
    world.tick(&Input::new());
    assert_eq!(results(&world), [0.0, 1.0, 1.0 / 3.0]);
    let traps: Vec<_> =
        world.events().iter().filter(|e| matches!(e.kind, EventKind::Trap { .. })).collect();
    assert_eq!((traps.len(), traps[0].id), (1, 1));
    let guarded = [&ops[..3], &[num(5, 0.0), Op::Finite { r: 0, guard: 5, trap: 0 }]].concat();
    let mut world = row(|_| (), Kind::Number, &guarded);
    world.tick(&Input::new());
    assert!(!world.events().iter().any(|e| matches!(e.kind, EventKind::Trap { .. })));
}

#[test]
fn draws_are_those_of_the_seed_the_tick_the_site_and_the_instance() {
    let site = |asm: &mut Asm| asm.p.sites.push(5);
    let unit = |id| rng::unit(rng::key(0, 1, 5), id);
    let ops = [num(0, 2.0), num(1, 4.0), Op::Random { dst: 0, a: 0, b: 1, site: 0 }];
    assert_eq!(run(site, Kind::Number, &ops), [1, 2, 3].map(|id| 2.0 + 2.0 * unit(id)));
    let ops = [num(0, 1.0), num(1, 6.0), Op::Pick { dst: 0, a: 0, b: 1, site: 0 }];
    assert_eq!(run(site, Kind::Number, &ops), [1, 2, 3].map(|id| 1.0 + (unit(id) * 6.0).floor()));
    let ops = [num(0, 0.5), Op::Chance { dst: 0, p: 0, site: 0 }];
    let want = [1, 2, 3].map(|id| f32::from(u8::from(unit(id) < 0.5)));
    assert_eq!(run(site, Kind::Flag, &ops), want);
}

fn selector(what: WhatSpec) -> impl Fn(&mut Asm) {
    move |asm: &mut Asm| {
        asm.p.selectors.push(SelectorSpec { what, within: None, ahead: None, side: None });
    }
}

#[test]
fn selectors_take_others_of_a_class_and_the_nearest_of_them() {
    let a = selector(WhatSpec::Class(0));
    assert_eq!(run(&a, Kind::Who, &[Op::Nearest { dst: 0, selector: 0 }]), [2.0, 1.0, 2.0]);
    assert_eq!(run(&a, Kind::Number, &[Op::Distance { dst: 0, selector: 0 }]), [1.0, 1.0, 2.0]);
    assert_eq!(run(&a, Kind::Number, &[Op::Bearing { dst: 0, selector: 0 }]), [0.0, 180.0, 180.0]);
    assert_eq!(run(&a, Kind::Number, &[Op::Count { dst: 0, selector: 0 }]), [2.0; 3]);
    let narrow = |asm: &mut Asm| {
        let what = WhatSpec::Class(0);
        let (within, ahead) = (Some(1), Some(2));
        asm.p.selectors.push(SelectorSpec { what, within, ahead, side: None });
    };
    let ops = [num(1, 2.5), num(2, 90.0), Op::Count { dst: 0, selector: 0 }];
    assert_eq!(run(narrow, Kind::Number, &ops), [1.0, 1.0, 0.0]);
}

#[test]
fn references_lead_to_names_parts_fields_and_states() {
    let named = |number| {
        let name = Asm::new().name("somewhere") + 1;
        [Op::Named { dst: 0, name, number }]
    };
    assert_eq!(run(|_| (), Kind::Who, &named(0)), [1.0; 3]);
    assert_eq!(run(|_| (), Kind::Who, &named(3)), [3.0; 3]);
    assert_eq!(run(|_| (), Kind::Who, &named(4)), [0.0; 3]);
    let field = |asm: &mut Asm| {
        let name = asm.name("z");
        asm.p.fields.push(FieldSpec { name, kind: Kind::Number, pose: Some(PoseField::Z) });
    };
    let read = [&named(3)[..], &[Op::Field { dst: 0, who: 0, field: 0 }]].concat();
    assert_eq!(run(field, Kind::Number, &read), [3.0; 3]);
    let query = |asm: &mut Asm| {
        asm.p.queries.push(StateQuery { answers: vec![(0, 0, 0)] });
    };
    let is = [&named(2)[..], &[Op::Is { dst: 0, who: 0, query: 0 }]].concat();
    assert_eq!(run(query, Kind::Flag, &is), [1.0; 3]);
    let own = [Op::OwnIs { dst: 0, diagram: 0, state: 1 }];
    assert_eq!(run(|_| (), Kind::Flag, &own), [0.0; 3]);
}

#[test]
fn a_reference_to_what_is_gone_reads_nobody() {
    let ops = [Op::Bits { dst: 0, bits: 77 }];
    let world = {
        let mut world = row(|_| (), Kind::Who, &ops);
        world.tick(&Input::new());
        world
    };
    assert_eq!(results(&world), [0.0; 3]);
}

#[test]
fn a_click_is_felt_by_what_was_clicked() {
    let ops = [Op::Click { dst: 0, button: Button::Left, anywhere: false }];
    let mut world = row(|_| (), Kind::Flag, &ops);
    world.tick(&Input::new().with(InputEvent::Click(2, Button::Left)));
    assert_eq!(results(&world), [0.0, 1.0, 0.0]);
    let ops = [Op::Hover { dst: 0 }];
    let mut world = row(|_| (), Kind::Flag, &ops);
    world.tick(&Input::new().with(InputEvent::Hover(3)));
    assert_eq!(results(&world), [0.0, 0.0, 1.0]);
}

#[test]
fn variables_set_from_outside_are_there_in_the_next_tick() {
    let ops = [
        Op::Load { dst: 0, var: 0 },
        num(1, 1.0),
        Op::Arith { op: Arith::Add, dst: 0, a: 0, b: 1 },
    ];
    let mut world = row(|_| (), Kind::Number, &ops);
    let set = |v: f32| InputEvent::Set { of: 2, name: "v".into(), bits: v.to_bits() };
    world.tick(&Input::new().with(set(4.0)));
    assert_eq!(results(&world), [1.0, 5.0, 1.0]);
    assert!(world.set(3, "v", f32::NAN.to_bits()) && !world.set(3, "w", 0));
    assert_eq!(results(&world), [1.0, 5.0, 0.0]);
}

#[test]
fn a_line_of_the_log_shows_values_by_their_kind() {
    let text = |asm: &mut Asm| {
        let word = asm.name("at ");
        let pieces = vec![TextPiece::Name(word), TextPiece::Value(0, Kind::Number)];
        asm.p.texts.push(TextSpec { pieces, ..TextSpec::default() });
    };
    let ops =
        [Z, num(1, 3.0), Op::Arith { op: Arith::Div, dst: 0, a: 0, b: 1 }, Op::Log { text: 0 }];
    let mut world = row(text, Kind::Number, &ops);
    world.observe(false);
    world.tick(&Input::new());
    let lines: Vec<_> = world.events().iter().map(|e| e.kind.clone()).collect();
    let line = |text: &str| EventKind::Log { text: text.to_owned() };
    assert_eq!(lines, [line("at 0"), line("at 0.333"), line("at 1")]);
}
