//! A program as text, for people who look at what the compiler made.
//!
//! In: a [`Program`]. Out: its characters, groups and tests with their code, one op a line. The
//! form is for reading and may change; nothing reads it back.

use std::fmt::Write as _;

use crate::op::Op;
use crate::program::{
    Code, Def, DiagramSpec, GroupItem, NameId, PlacementSpec, Program, ShiftSpec, SpawnSpec,
    StateSpec, StepSpec, TargetSpec, Value,
};

/// The whole program.
pub fn disassemble(program: &Program) -> String {
    let mut text = Listing { program, out: String::new() };
    let (defs, ops) = (program.defs.len(), program.code.len());
    text.line(0, &format!("{defs} characters, {ops} ops, {} registers", program.n_regs));
    for def in &program.defs {
        text.def(def);
    }
    for (at, spawn) in program.spawns.iter().enumerate() {
        text.spawn(at, spawn);
    }
    for group in &program.groups {
        text.line(0, &format!("\ngroup {}", text.name(group.name)));
        text.items(1, &group.items);
    }
    for test in &program.tests {
        text.line(0, &format!("\ntest \"{}\"", text.name(test.name)));
        test.steps.iter().for_each(|step| text.step(step));
    }
    text.out
}

struct Listing<'p> {
    program: &'p Program,
    out: String,
}

impl<'p> Listing<'p> {
    fn name(&self, id: NameId) -> &'p str {
        self.program.names.get(id as usize).map(|n| &**n).unwrap_or("?")
    }

    fn line(&mut self, depth: usize, text: &str) {
        let indent = depth * 2;
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    /// A title with code under it; nothing where there is none.
    fn code(&mut self, depth: usize, title: &str, code: Code) {
        if code.is_empty() {
            return;
        }
        self.line(depth, title);
        let mut inside: Vec<u32> = Vec::new();
        for at in code.start..code.end {
            let Some(op) = self.program.code.get(at as usize) else { return };
            inside.retain(|end| *end > at);
            let indent = (depth + 1 + inside.len()) * 2;
            let _ = writeln!(self.out, "{:indent$}{at:5}  {op:?}", "");
            if let Op::If { len, .. } = op {
                inside.push(at + 1 + len);
            }
        }
    }

    fn value(&mut self, depth: usize, title: &str, value: Value) {
        self.code(depth, &format!("{title} -> r{}", value.reg), value.code);
    }

    fn def(&mut self, def: &Def) {
        self.line(0, &format!("\ncharacter {}", self.name(def.name)));
        if let Some(color) = def.color {
            self.value(1, "color", color);
        }
        for var in &def.vars {
            let published = if var.published { ", published" } else { "" };
            let title = format!("var {}: {:?}{published}", self.name(var.name), var.kind);
            self.value(1, &title, var.init);
        }
        for part in &def.parts {
            self.line(1, &format!("part {}: spawn {}", self.name(part.name), part.spawn));
        }
        def.diagrams.iter().for_each(|d| self.diagram(d));
    }

    fn diagram(&mut self, diagram: &DiagramSpec) {
        let DiagramSpec { n_levels, n_timed, n_once, n_last, clocks, .. } = diagram;
        let facts = format!("levels {n_levels}, timed {n_timed}, once {n_once}, last {n_last}");
        self.line(1, &format!("diagram {} ({facts}, clocks {clocks:b})", self.name(diagram.name)));
        self.code(2, "enter", diagram.enter);
        self.code(2, "exit", diagram.exit);
        diagram.states.iter().for_each(|s| self.state(diagram, s));
    }

    fn state(&mut self, diagram: &DiagramSpec, state: &StateSpec) {
        self.line(2, &format!("state {}", self.name(state.path)));
        self.code(3, "enter", state.enter);
        self.code(3, "exit", state.exit);
        let Some(leaf) = &state.leaf else { return };
        self.code(3, "act", leaf.act);
        self.code(3, "react", leaf.react);
        leaf.shifts.iter().for_each(|s| self.shift(diagram, s));
    }

    fn shift(&mut self, diagram: &DiagramSpec, shift: &ShiftSpec) {
        let state = |id: u16| {
            let state = diagram.states.get(usize::from(id));
            state.map(|s| self.name(s.path)).unwrap_or("?")
        };
        let target = match &shift.target {
            TargetSpec::State(s) => state(*s).to_owned(),
            TargetSpec::Last(s) => format!("{}.last", state(*s)),
            TargetSpec::Back => "back".to_owned(),
            TargetSpec::Again(None) => "again".to_owned(),
            TargetSpec::Again(Some(s)) => format!("again {}", state(*s)),
            TargetSpec::OneOf { states, .. } => {
                let states: Vec<String> =
                    states.iter().map(|(s, reg)| format!("{} r{reg}", state(*s))).collect();
                format!("one of {}", states.join(", "))
            }
        };
        self.line(3, &format!("edge {} -> {target}", shift.edge));
        self.value(4, "if", shift.cond);
        if let TargetSpec::OneOf { code, .. } = &shift.target {
            self.code(4, "weights", *code);
        }
        self.code(4, "do", shift.actions);
    }

    fn spawn(&mut self, at: usize, spawn: &SpawnSpec) {
        let def = self.program.defs.get(usize::from(spawn.def));
        let def = def.map(|d| self.name(d.name)).unwrap_or("?");
        let PlacementSpec { at: p, turn, scale } = spawn.placement;
        let placed = format!("at r{p:?} turn r{turn:?} scale r{scale:?}");
        let name = self.name(spawn.name);
        self.line(0, &format!("\nspawn {at}: {def} as {name} {placed} args {:?}", spawn.args));
        self.code(1, "code", spawn.code);
    }

    fn items(&mut self, depth: usize, items: &[GroupItem]) {
        for item in items {
            match item {
                GroupItem::One(spawn) => self.line(depth, &format!("spawn {spawn}")),
                GroupItem::Repeat { count, counter, items } => {
                    self.value(depth, &format!("repeat, counter {counter}"), *count);
                    self.items(depth + 1, items);
                }
            }
        }
    }

    fn step(&mut self, step: &StepSpec) {
        match step {
            StepSpec::Run(time) => self.value(1, "run", *time),
            StepSpec::RunUntil(goal, time) => {
                self.value(1, "run until", *goal);
                self.value(1, "at most", *time);
            }
            StepSpec::Press(key) => self.line(1, &format!("press {}", key.name())),
            StepSpec::Release(key) => self.line(1, &format!("release {}", key.name())),
            StepSpec::Hold(key, time) => self.value(1, &format!("hold {}", key.name()), *time),
            StepSpec::Click(who) => self.value(1, "click", *who),
            StepSpec::Send { code, to, .. } => self.code(1, &format!("send to {to:?}"), *code),
            StepSpec::Set { code, name, .. } => {
                self.code(1, &format!("set {}", self.name(*name)), *code);
            }
            StepSpec::Do { who, bodies } => {
                self.value(1, "do by", *who);
                bodies.iter().for_each(|(def, code)| self.code(2, &format!("as {def}"), *code));
            }
            StepSpec::Input(input, v) => self.value(1, &format!("input {input}"), *v),
            StepSpec::Fork(code) => self.code(1, "fork", *code),
            StepSpec::Expect(value) => self.value(1, "expect", *value),
            StepSpec::ExpectNear(a, b, within) => {
                self.value(1, "expect", *a);
                self.value(1, "near", *b);
                self.value(1, "within", *within);
            }
            StepSpec::ExpectLog(text) => {
                self.line(1, &format!("expect log \"{}\"", self.name(*text)));
            }
            StepSpec::Ask(_, value) => self.value(1, "ask", *value),
            StepSpec::AskOf(bodies) => {
                self.line(1, "ask");
                bodies.iter().for_each(|(d, _, v)| self.value(2, &format!("as {d}"), *v));
            }
        }
    }
}
