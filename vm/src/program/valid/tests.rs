//! Programs with one thing wrong each.

use crate::native::NativeId;
use crate::op::{Arith, NONE, Op, Ticks};
use crate::program::{
    BoundarySet, Code, Def, DiagramSpec, FieldSpec, GroupItem, GroupSpec, Key, Kind, LeafSpec,
    PartSpec, PlacementSpec, Program, SelectorSpec, ShiftSpec, SpawnSpec, StateQuery, StateSpec,
    TargetSpec, Value, VarSpec, WhatSpec, WorldSpec,
};

const ORIGIN: PlacementSpec = PlacementSpec { at: [NONE; 3], turn: [NONE; 3], scale: [NONE; 3] };
const ALWAYS: Value = Value { code: Code { start: 0, end: 0 }, reg: NONE };

fn leaf(parent: Option<u16>, level: u8, own: u16) -> StateSpec {
    let shifts = vec![ShiftSpec {
        cond: ALWAYS,
        target: TargetSpec::State(1),
        innermost: true,
        actions: Code::default(),
        edge: 0,
    }];
    let leaf = LeafSpec { act: Code { start: 0, end: 2 }, shifts, ..LeafSpec::default() };
    StateSpec { parent, level, first_leaf: own, leaf: Some(leaf), ..StateSpec::default() }
}

/// A character with a variable, and a diagram of three states of which one lies in another.
fn good() -> Program {
    let outer = StateSpec { level: 1, first_leaf: 2, ..StateSpec::default() };
    let diagram = DiagramSpec {
        states: vec![leaf(None, 1, 0), outer, leaf(Some(1), 2, 2)],
        n_levels: 2,
        clocks: 1,
        n_timed: 1,
        ..DiagramSpec::default()
    };
    let init = Value { code: Code { start: 2, end: 3 }, reg: 1 };
    let def = Def {
        vars: vec![VarSpec { init, ..VarSpec::default() }],
        diagrams: vec![diagram],
        ..Def::default()
    };
    Program {
        world: WorldSpec { tick: 0.1, ..WorldSpec::default() },
        names: vec!["Hero".into()],
        classes: vec![crate::program::ClassSpec { name: 0 }],
        defs: vec![def],
        groups: vec![GroupSpec { name: 0, items: vec![GroupItem::One(0)] }],
        main: Some(0),
        spawns: vec![SpawnSpec { placement: ORIGIN, ..SpawnSpec::default() }],
        code: vec![
            Op::Num { dst: 0, k: 1.0 },
            Op::Store { var: 0, src: 0 },
            Op::Num { dst: 1, k: 2.0 },
        ],
        n_regs: 4,
        ..Program::default()
    }
}

/// What is wrong with the good program after a change.
fn after(change: impl FnOnce(&mut Program)) -> String {
    let mut program = good();
    change(&mut program);
    program.check().expect_err("something is wrong").to_string()
}

/// The same, where the character's states do this.
fn doing(ops: &[Op]) -> String {
    after(|p| {
        let start = p.code.len() as u32;
        p.code.extend(ops);
        let code = Code { start, end: p.code.len() as u32 };
        p.defs[0].diagrams[0].states[0].leaf.as_mut().unwrap().act = code;
    })
}

#[track_caller]
fn says(said: &str, words: &str) {
    assert!(said.contains(words), "`{said}` does not say `{words}`");
}

#[test]
fn a_good_program_passes() {
    assert_eq!(good().check(), Ok(()));
}

#[test]
fn it_says_where_something_is_wrong() {
    let said = doing(&[Op::Load { dst: 0, var: 3 }]);
    let place = "character `Hero`, diagram `Hero`, state `Hero`: ";
    assert_eq!(said, format!("{place}there is no variable 3, but 1 of them"));
}

#[test]
fn the_world_has_room_and_time() {
    for tick in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        says(&after(|p| p.world.tick = tick), "a tick has no length");
    }
    says(&after(|p| p.world.size = [1.0, f32::NAN, 1.0]), "not finite");
    says(&after(|p| p.world.size = [1.0, -1.0, 1.0]), "less than nothing");
}

#[test]
fn indices_lead_to_something() {
    says(&after(|p| p.main = Some(1)), "there is no group 1");
    says(&after(|p| p.messages.push(9)), "there is no name 9");
    says(&after(|p| p.defs[0].class = 2), "there is no class 2");
    says(&after(|p| p.spawns[0].def = 7), "there is no character 7");
    says(&after(|p| p.spawns[0].args.push((4, 0))), "there is no variable 4");
    says(&after(|p| p.spawns[0].start.push((0, 9))), "there is no state 9");
    says(&after(|p| p.groups[0].items.push(GroupItem::One(5))), "there is no spawn 5");
    says(&after(|p| p.plain.push((0, 6))), "there is no spawn 6");
    says(&after(|p| p.defs[0].heard.push(0)), "there is no message 0");
    says(&doing(&[Op::Fork { spawn: 8, in_world: true }]), "there is no spawn 8");
    says(&doing(&[Op::Call { call: 0 }]), "there is no call 0");
    says(&doing(&[Op::Native { dst: 0, native: NativeId(99), args: 0 }]), "no function 99");
    says(&doing(&[Op::Key { dst: 0, key: Key(200) }]), "no such key");
    says(&doing(&[Op::Place { axis: 3, src: NONE, step: NONE, cut: false }]), "no axis 3");
    says(&doing(&[Op::Probe { probe: 0 }]), "there is no probe 0");
}

#[test]
fn lists_are_in_order() {
    let selector = SelectorSpec {
        what: WhatSpec::Boundary(BoundarySet(64)),
        within: None,
        ahead: None,
        side: None,
    };
    says(&after(|p| p.selectors.push(selector)), "six boundaries");
    says(&after(|p| p.defs[0].heard = vec![1, 0]), "not sorted");
    let answers = vec![(0, 0, 1), (0, 0, 0)];
    says(&after(|p| p.queries.push(StateQuery { answers })), "not sorted");
    let field = FieldSpec { name: 0, kind: Kind::Flag, pose: None };
    says(&after(|p| p.fields = vec![field, field]), "listed twice");
}

#[test]
fn code_lies_in_the_program_and_blocks_in_each_other() {
    says(&after(|p| p.defs[0].vars[0].init.code = Code { start: 3, end: 2 }), "outside");
    says(&after(|p| p.defs[0].vars[0].init.code = Code { start: 0, end: 99 }), "outside");
    let long = Op::If { cond: 0, len: 1 };
    says(&doing(&[Op::Num { dst: 0, k: 0.0 }, long]), "ends behind the code");
    // inside of the program, but not of its own block
    let inner = Op::If { cond: 1, len: 2 };
    let num = Op::Num { dst: 1, k: 0.0 };
    let cond = Op::Num { dst: 0, k: 0.0 };
    says(&doing(&[cond, Op::If { cond: 0, len: 2 }, num, inner, num, num]), "ends behind the code");
    let mut deep = Vec::new();
    for left in (0..300).rev() {
        deep.extend([cond, Op::If { cond: 0, len: 2 * left }]);
    }
    says(&doing(&deep), "nested too deep");
}

#[test]
fn registers_are_there_and_written_before_they_are_read() {
    let add = Op::Arith { op: Arith::Add, dst: 1, a: 0, b: 2 };
    says(&doing(&[Op::Num { dst: 0, k: 1.0 }, add]), "register 2 is read before it is written");
    says(&doing(&[Op::Num { dst: 4, k: 1.0 }]), "there is no register 4, but 4 of them");
    let three = crate::native::find("clamp", 3).unwrap();
    let args: Vec<Op> = (2..4).map(|dst| Op::Num { dst, k: 1.0 }).collect();
    let native = Op::Native { dst: 0, native: three, args: 2 };
    says(&doing(&[&args[..], &[native]].concat()), "register 4 is read");
    let native = Op::Native { dst: 0, native: three, args: u16::MAX };
    says(&doing(&[native]), "read before");
    // a block has registers of its own
    let num = Op::Num { dst: 0, k: 1.0 };
    let store = Op::Store { var: 0, src: 0 };
    says(&doing(&[num, Op::If { cond: 0, len: 1 }, store]), "register 0 is read");
    says(&after(|p| p.defs[0].vars[0].init.reg = 3), "register 3 is read");
    let deep = |p: &mut Program| p.n_regs = u16::MAX;
    says(&after(deep), "too many registers");
}

#[test]
fn what_is_the_characters_own_is_there() {
    let elapsed = |level| Op::Elapsed { dst: 0, level };
    for level in [0, 2, 3, 255] {
        says(&doing(&[elapsed(level)]), "a clock is read that is not kept");
    }
    let slot = Op::TimedActive { dst: 0, level: 1, ticks: Ticks::Slot(1) };
    says(&doing(&[slot]), "there is no slot 1");
    let seconds = Op::Num { dst: 0, k: 1.0 };
    says(&doing(&[seconds, Op::Once { cond: 0, level: 1, slot: 0 }]), "there is no slot 0");
    says(&doing(&[Op::OwnIs { dst: 0, diagram: 1, state: 0 }]), "there is no diagram 1");
    says(&doing(&[Op::OwnIs { dst: 0, diagram: 0, state: 3 }]), "there is no state 3");
    // nobody has no variables
    says(&after(|p| p.spawns[0].code = Code { start: 0, end: 2 }), "there is no variable 0");
}

#[test]
fn values_do_nothing() {
    let set = |p: &mut Program| {
        p.defs[0].vars[0].init = Value { code: Code { start: 0, end: 2 }, reg: 0 }
    };
    says(&after(set), "something is done where a value is computed");
}

#[test]
fn states_lie_in_each_other_and_lead_to_leaves() {
    let change = |f: fn(&mut DiagramSpec)| after(|p| f(&mut p.defs[0].diagrams[0]));
    says(&change(|d| d.states.clear()), "there is no state 0");
    says(&change(|d| d.initial = 1), "not innermost");
    says(&change(|d| d.states[1].parent = Some(2)), "before what it lies in");
    says(&change(|d| d.states[0].parent = Some(0)), "before what it lies in");
    says(&change(|d| d.states[2].level = 1), "its level");
    says(&change(|d| d.n_levels = 1), "deeper than the diagram");
    says(&change(|d| d.n_levels = 0), "no levels");
    says(&change(|d| d.n_levels = 33), "too many");
    says(&change(|d| d.clocks = 4), "no such clock");
    says(&change(|d| d.states[1].first_leaf = 0), "does not lie in it");
    says(&change(|d| d.states[1].first_leaf = 1), "not innermost");
    says(&change(|d| d.states[1].last = Some(0)), "there is no slot 0");
}

#[test]
fn arrows_lead_somewhere() {
    let to = |target: TargetSpec| {
        after(|p| {
            let leaf = p.defs[0].diagrams[0].states[0].leaf.as_mut().unwrap();
            leaf.shifts[0].target = target;
        })
    };
    says(&to(TargetSpec::State(3)), "there is no state 3");
    says(&to(TargetSpec::Again(Some(3))), "there is no state 3");
    says(&to(TargetSpec::Back), "nothing keeps what it goes back to");
    says(&to(TargetSpec::Last(0)), "nothing keeps what it goes back to");
    let one_of = TargetSpec::OneOf { code: Code::default(), states: vec![], site: 0 };
    says(&to(one_of), "there is no place of a draw 0");
}

#[test]
fn nothing_is_a_part_of_itself_or_keeps_without_end() {
    says(&after(|p| p.defs[0].parts.push(PartSpec { name: 0, spawn: 0 })), "a part of itself");
    let slots = |p: &mut Program| {
        let diagram = DiagramSpec { n_timed: u16::MAX, ..p.defs[0].diagrams[0].clone() };
        p.defs[0].diagrams = vec![diagram; 20];
    };
    says(&after(slots), "keep too much");
    let often = |p: &mut Program| {
        p.code.extend(vec![Op::Time { dst: 0 }; 60_000]);
        let all = Code { start: 3, end: p.code.len() as u32 };
        let arrow = ShiftSpec {
            cond: ALWAYS,
            target: TargetSpec::State(0),
            innermost: true,
            actions: all,
            edge: 0,
        };
        p.defs[0].diagrams[0].states[0].leaf.as_mut().unwrap().shifts = vec![arrow; 100];
    };
    says(&after(often), "the same code from too many places");
}
