//! Whether a program is well formed: blocks close, indices lie in range, registers are written
//! before they are read and never read across the edge of a block.

use std::collections::BTreeSet;

use islay_vm::op::{NONE, Op, Reg, Ticks};
use islay_vm::program::{
    BaseSpec, Code, Def, DiagramSpec, EmitArg, GroupItem, LeafSpec, PlacementSpec, Program,
    SelectorSpec, SendSpec, ShiftSpec, SpawnSpec, StepSpec, TargetSpec, TextPiece, Value, WhatSpec,
};

/// Panics where the program is not well formed.
pub fn validate(p: &Program) {
    for name in &p.messages {
        index(*name as usize, p.names.len());
    }
    for class in &p.classes {
        index(class.name as usize, p.names.len());
    }
    for def in &p.defs {
        definition(p, def);
    }
    for group in &p.groups {
        group.items.iter().for_each(|i| item(p, i));
    }
    p.spawns.iter().for_each(|s| spawn(p, s));
    p.tests.iter().flat_map(|t| &t.steps).for_each(|s| step(p, s));
    let probes = p.probes.iter().flat_map(|probes| &probes.edges);
    probes.flat_map(|edge| edge.values.iter().flatten()).for_each(|v| {
        value(p, *v);
    });
    for query in &p.queries {
        assert!(query.answers.is_sorted());
        for &(def, diagram, state) in &query.answers {
            let d = &p.defs[usize::from(def)].diagrams[usize::from(diagram)];
            index(usize::from(state), d.states.len());
            assert!(d.published);
        }
    }
}

fn index(i: usize, len: usize) {
    assert!(i < len, "index {i} of {len}");
}

fn definition(p: &Program, d: &Def) {
    index(usize::from(d.class), p.classes.len());
    index(d.name as usize, p.names.len());
    if let Some(color) = d.color {
        value(p, color);
    }
    for part in &d.parts {
        index(part.spawn as usize, p.spawns.len());
    }
    for var in &d.vars {
        value(p, var.init);
    }
    for diagram in &d.diagrams {
        self::diagram(p, diagram);
    }
    if let Some(BaseSpec::Text(text, _)) = d.shape.as_ref().map(|s| &s.base) {
        let text = &p.texts[*text as usize];
        let written = code(p, text.code);
        pieces(p, &text.pieces, &written);
    }
}

fn diagram(p: &Program, d: &DiagramSpec) {
    index(usize::from(d.initial), d.states.len());
    code(p, d.enter);
    code(p, d.exit);
    for state in &d.states {
        index(usize::from(state.first_leaf), d.states.len());
        assert!(d.states[usize::from(state.first_leaf)].leaf.is_some());
        assert!(state.last.is_none_or(|slot| slot < d.n_last));
        assert!((1..=d.n_levels).contains(&state.level));
        code(p, state.enter);
        code(p, state.exit);
        if let Some(leaf) = &state.leaf {
            self::leaf(p, d, leaf);
        }
    }
}

fn leaf(p: &Program, d: &DiagramSpec, leaf: &LeafSpec) {
    code(p, leaf.act);
    code(p, leaf.react);
    for ops in [leaf.act, leaf.react] {
        for op in &p.code[ops.range()] {
            clocks(d, op);
        }
    }
    leaf.shifts.iter().for_each(|s| shift(p, d, s));
}

/// Every clock that is read is kept.
fn clocks(d: &DiagramSpec, op: &Op) {
    let level = match *op {
        Op::Elapsed { level, .. }
        | Op::Every { level, .. }
        | Op::After { level, .. }
        | Op::TimedStart { level, .. }
        | Op::TimedActive { level, .. }
        | Op::TimedOver { level, .. }
        | Op::TimedStep { level, .. }
        | Op::Once { level, .. } => level,
        _ => return,
    };
    assert!(d.clocks & (1 << (level - 1)) != 0, "clock of level {level}");
}

fn shift(p: &Program, d: &DiagramSpec, s: &ShiftSpec) {
    if s.cond.reg == NONE {
        assert!(s.cond.code.is_empty());
    } else {
        value(p, s.cond);
        p.code[s.cond.code.range()].iter().for_each(|op| clocks(d, op));
    }
    code(p, s.actions);
    let state = |s: u16| index(usize::from(s), d.states.len());
    match &s.target {
        TargetSpec::State(s) | TargetSpec::Again(Some(s)) => state(*s),
        TargetSpec::Last(s) => assert!(d.states[usize::from(*s)].last.is_some()),
        TargetSpec::Back => assert!(d.uses_back),
        TargetSpec::Again(None) => {}
        TargetSpec::OneOf { code: c, states, site } => {
            index(*site as usize, p.sites.len());
            let written = code(p, *c);
            for (s, reg) in states {
                state(*s);
                assert!(written.contains(reg));
            }
        }
    }
}

fn item(p: &Program, i: &GroupItem) {
    match i {
        GroupItem::One(spawn) => index(*spawn as usize, p.spawns.len()),
        GroupItem::Repeat { count, items, .. } => {
            value(p, *count);
            items.iter().for_each(|i| item(p, i));
        }
    }
}

fn spawn(p: &Program, s: &SpawnSpec) {
    index(usize::from(s.def), p.defs.len());
    let def = &p.defs[usize::from(s.def)];
    let written = code(p, s.code);
    for (var, reg) in &s.args {
        index(usize::from(*var), def.vars.len());
        assert!(written.contains(reg));
    }
    placement(&s.placement, &written);
    for (diagram, state) in &s.start {
        assert!(def.diagrams[usize::from(*diagram)].states[usize::from(*state)].leaf.is_some());
    }
}

fn placement(s: &PlacementSpec, written: &BTreeSet<Reg>) {
    for reg in [s.at, s.turn, s.scale].concat() {
        assert!(reg == NONE || written.contains(&reg));
    }
}

fn step(p: &Program, s: &StepSpec) {
    match s {
        StepSpec::Run(v)
        | StepSpec::Input(_, v)
        | StepSpec::Hold(_, v)
        | StepSpec::Click(v)
        | StepSpec::Expect(v)
        | StepSpec::Ask(_, v) => value(p, *v),
        StepSpec::AskOf(bodies) => bodies.iter().for_each(|(_, _, v)| value(p, *v)),
        StepSpec::RunUntil(a, b) => [a, b].into_iter().for_each(|v| value(p, *v)),
        StepSpec::ExpectNear(a, b, c) => [a, b, c].into_iter().for_each(|v| value(p, *v)),
        StepSpec::Send { code: c, value, to, .. } => {
            let written = code(p, *c);
            assert!(value.is_none_or(|r| written.contains(&r)));
            target(p, *to, &written);
        }
        StepSpec::Set { code: c, of, value, .. } => {
            let written = code(p, *c);
            assert!(written.contains(of) && written.contains(value));
        }
        StepSpec::Do { who, bodies } => {
            value(p, *who);
            for (def, body) in bodies {
                index(usize::from(*def), p.defs.len());
                code(p, *body);
            }
        }
        StepSpec::Fork(c) => {
            code(p, *c);
        }
        StepSpec::Press(_) | StepSpec::Release(_) | StepSpec::ExpectLog(_) => {}
    }
}

fn value(p: &Program, v: Value) {
    assert!(code(p, v.code).contains(&v.reg), "register {} is never written", v.reg);
}

/// Checks a piece of code; which registers are written at its end.
fn code(p: &Program, c: Code) -> BTreeSet<Reg> {
    assert!(c.start <= c.end && c.end as usize <= p.code.len());
    block(p, &p.code[c.range()])
}

fn block(p: &Program, ops: &[Op]) -> BTreeSet<Reg> {
    let mut written = BTreeSet::new();
    let mut rest = ops;
    while let Some((op, behind)) = rest.split_first() {
        rest = behind;
        pools(p, op);
        listed(p, op, &written);
        for reg in reads(p, op) {
            assert!(reg == NONE || written.contains(&reg), "{op:?} reads {reg}, not written");
        }
        if let Op::If { len, .. } = op {
            let (inside, behind) = rest.split_at(*len as usize);
            block(p, inside);
            rest = behind;
            // a block may write over everything
            written.clear();
        }
        if let Some(dst) = op.written() {
            assert!(dst < p.n_regs, "{op:?} of {} registers", p.n_regs);
            assert!(!reads(p, op).contains(&dst), "{op:?} writes what it reads");
            written.insert(dst);
        }
    }
    written
}

fn pieces(p: &Program, pieces: &[TextPiece], written: &BTreeSet<Reg>) {
    for piece in pieces {
        match piece {
            TextPiece::Name(name) => index(*name as usize, p.names.len()),
            TextPiece::Value(reg, _) => assert!(written.contains(reg)),
        }
    }
}

fn arguments(p: &Program, args: &[EmitArg], written: &BTreeSet<Reg>) {
    for arg in args {
        match arg {
            EmitArg::Text(text) => pieces(p, text, written),
            EmitArg::Value(reg, _) => assert!(written.contains(reg)),
        }
    }
}

fn selected(s: &SelectorSpec) -> Vec<Reg> {
    let who = match s.what {
        WhatSpec::Ref(reg) => Some(reg),
        _ => None,
    };
    s.within.into_iter().chain(s.ahead).chain(who).collect()
}

fn target(p: &Program, to: SendSpec, written: &BTreeSet<Reg>) {
    match to {
        SendSpec::Ref(reg) => assert!(written.contains(&reg)),
        SendSpec::Selector(s) => {
            assert!(selected(&p.selectors[s as usize]).iter().all(|r| written.contains(r)));
        }
        _ => {}
    }
}

/// The registers that an op reads.
fn reads(p: &Program, op: &Op) -> Vec<Reg> {
    let mut registers = Vec::new();
    op.read(p, &mut |reg| registers.push(reg));
    registers
}

/// What it reads by way of a list of the program is always there.
fn listed(p: &Program, op: &Op, written: &BTreeSet<Reg>) {
    match *op {
        Op::Send { target, .. } => self::target(p, p.targets[target as usize], written),
        Op::Log { text } => pieces(p, &p.texts[text as usize].pieces, written),
        Op::Emit { emit } => arguments(p, &p.emits[emit as usize].args, written),
        Op::Call { call } | Op::Hook { call, .. } | Op::Ask { call, .. } => {
            arguments(p, &p.calls[call as usize].args, written);
        }
        _ => {}
    }
}

/// Indices into the program's lists.
fn pools(p: &Program, op: &Op) {
    let slot = |ticks: Ticks| assert!(!matches!(ticks, Ticks::Const(0)));
    match *op {
        Op::Nearest { selector, .. }
        | Op::Other { selector, .. }
        | Op::Count { selector, .. }
        | Op::Distance { selector, .. }
        | Op::Bearing { selector, .. }
        | Op::Contact { selector, .. }
        | Op::VanishOthers { selector } => index(selector as usize, p.selectors.len()),
        Op::Attach { placement, .. } if placement != u32::MAX => {
            index(placement as usize, p.placements.len());
        }
        Op::Native { native, .. } => index(usize::from(native.0), islay_vm::native::ALL.len()),
        Op::MoveConst { vec, .. } => index(vec as usize, p.vecs.len()),
        Op::RotateConst { quat, .. } => index(quat as usize, p.quats.len()),
        Op::Finite { trap, .. } => index(trap as usize, p.traps.len()),
        Op::Random { site, .. } | Op::Pick { site, .. } | Op::Chance { site, .. } => {
            index(site as usize, p.sites.len());
        }
        Op::Child { name, .. } | Op::Named { name, .. } | Op::Sound { name } => {
            index(name as usize, p.names.len());
        }
        Op::Input { input, .. } => index(usize::from(input), p.inputs.len()),
        Op::Call { call } | Op::Hook { call, .. } | Op::Ask { call, .. } => {
            index(call as usize, p.calls.len());
            let call = &p.calls[call as usize];
            index(usize::from(call.hook), p.hooks.len());
        }
        Op::Field { field, .. } => index(field as usize, p.fields.len()),
        Op::Is { query, .. } => index(query as usize, p.queries.len()),
        Op::Fork { spawn, .. } | Op::Become { spawn } => index(spawn as usize, p.spawns.len()),
        Op::ForkGroup { group } => index(usize::from(group), p.groups.len()),
        Op::Message { message, .. } | Op::Send { message, .. } | Op::Sender { message, .. } => {
            index(usize::from(message), p.messages.len());
        }
        Op::TimedActive { ticks, .. } | Op::TimedOver { ticks, .. } => slot(ticks),
        _ => {}
    }
}
