//! A small assembler: programs by hand, for tests of the machine.
//!
//! In: ops and states. Out: a [`Program`] that a compiler could have written. It checks nothing.

use std::sync::Arc;

use islay_vm::limits::Config;
use islay_vm::op::{NONE, Op, Reg};
use islay_vm::program::{
    ClassSpec, Code, Def, DefId, DiagramSpec, GroupItem, GroupSpec, Kind, LeafSpec, NameId, Obb,
    PartSpec, PlacementSpec, Program, ShiftSpec, SpawnId, SpawnSpec, StateSpec, TargetSpec, Value,
    VarSpec,
};
use islay_vm::world::World;

/// Always.
pub const ALWAYS: Value = Value { code: Code { start: 0, end: 0 }, reg: NONE };

/// A program in the making; its world ticks thirty times a second.
pub struct Asm {
    pub p: Program,
    items: Vec<GroupItem>,
}

impl Asm {
    pub fn new() -> Self {
        let mut p = Program { n_regs: 24, ..Program::default() };
        p.world.tick = 1.0 / 30.0;
        p.world.size = [20.0, 10.0, 20.0];
        p.traps.push(islay_vm::program::TrapSite { code: "not-finite", place: 0, at: None });
        p.names.push("somewhere".into());
        Self { p, items: Vec::new() }
    }

    pub fn name(&mut self, text: &str) -> NameId {
        if let Some(i) = self.p.names.iter().position(|n| &**n == text) {
            return i as NameId;
        }
        self.p.names.push(text.into());
        self.p.names.len() as NameId - 1
    }

    pub fn code(&mut self, ops: &[Op]) -> Code {
        let start = self.p.code.len() as u32;
        self.p.code.extend_from_slice(ops);
        Code { start, end: self.p.code.len() as u32 }
    }

    pub fn value(&mut self, ops: &[Op], reg: Reg) -> Value {
        Value { code: self.code(ops), reg }
    }

    pub fn message(&mut self, text: &str) -> u16 {
        let name = self.name(text);
        if let Some(i) = self.p.messages.iter().position(|n| *n == name) {
            return i as u16;
        }
        self.p.messages.push(name);
        self.p.messages.len() as u16 - 1
    }

    pub fn def(&mut self, text: &str) -> DefId {
        let name = self.name(text);
        let class = match self.p.classes.iter().position(|c| c.name == name) {
            Some(class) => class,
            None => {
                self.p.classes.push(ClassSpec { name });
                self.p.classes.len() - 1
            }
        };
        self.p.defs.push(Def { class: class as u16, name, ..Def::default() });
        self.p.defs.len() as DefId - 1
    }

    pub fn boxed(&mut self, def: DefId, half: f32) {
        let def = &mut self.p.defs[def as usize];
        def.bounds =
            Some(Obb { center: [0.0; 3], half: [half; 3], rotation: [0.0, 0.0, 0.0, 1.0] });
        def.feels = true;
    }

    pub fn var(&mut self, def: DefId, text: &str, kind: Kind, init: &[Op]) -> u16 {
        let name = self.name(text);
        let init = self.value(init, 0);
        let vars = &mut self.p.defs[def as usize].vars;
        vars.push(VarSpec { name, kind, init, visible: true, published: true });
        vars.len() as u16 - 1
    }

    /// A state without inner ones; edges are added by [`Asm::shift`].
    pub fn state(&mut self, text: &str, act: &[Op]) -> StateSpec {
        let name = self.name(text);
        let act = self.code(act);
        let leaf = Some(LeafSpec { act, ..LeafSpec::default() });
        StateSpec { name, path: name, level: 1, leaf, ..StateSpec::default() }
    }

    /// States of one level unless they say otherwise; clocks on all levels.
    pub fn diagram(&mut self, def: DefId, text: &str, mut states: Vec<StateSpec>) -> usize {
        for (i, s) in states.iter_mut().enumerate() {
            if s.leaf.is_some() {
                s.first_leaf = i as u16;
            }
        }
        let n_levels = states.iter().map(|s| s.level).max().unwrap_or(1);
        let name = self.name(text);
        let diagrams = &mut self.p.defs[def as usize].diagrams;
        diagrams.push(DiagramSpec {
            name,
            initial: states.first().map_or(0, |s| s.first_leaf),
            states,
            n_levels,
            n_timed: 4,
            n_once: 4,
            n_last: 4,
            uses_back: true,
            clocks: u32::MAX,
            published: true,
            ..DiagramSpec::default()
        });
        diagrams.len() - 1
    }

    pub fn shift(&mut self, cond: &[Op], reg: Reg, to: TargetSpec, actions: &[Op]) -> ShiftSpec {
        let cond = if cond.is_empty() { ALWAYS } else { self.value(cond, reg) };
        let actions = self.code(actions);
        ShiftSpec { cond, target: to, innermost: true, actions, edge: 0 }
    }

    pub fn placed(&mut self, def: DefId, text: &str, at: [f32; 3], turn: [f32; 3]) -> SpawnId {
        let name = self.name(text);
        let numbers = at.iter().chain(&turn).enumerate();
        let ops: Vec<Op> = numbers.map(|(i, k)| Op::Num { dst: i as Reg, k: *k }).collect();
        let code = self.code(&ops);
        let placement = PlacementSpec { at: [0, 1, 2], turn: [3, 4, 5], scale: [NONE; 3] };
        self.p.spawns.push(SpawnSpec { def, name, code, placement, ..SpawnSpec::default() });
        self.p.spawns.len() as SpawnId - 1
    }

    pub fn at(&mut self, def: DefId, at: [f32; 3]) -> SpawnId {
        let name = self.p.defs[def as usize].name;
        let text = self.p.names[name as usize].to_string();
        self.placed(def, &text, at, [0.0; 3])
    }

    pub fn part(&mut self, whole: DefId, text: &str, def: DefId, at: [f32; 3]) {
        let spawn = self.at(def, at);
        let name = self.name(text);
        self.p.defs[whole as usize].parts.push(PartSpec { name, spawn });
    }

    /// One more in `main`.
    pub fn main(&mut self, spawn: SpawnId) {
        self.items.push(GroupItem::One(spawn));
    }

    /// So many more in `main`.
    pub fn crowd(&mut self, spawn: SpawnId, n: usize) {
        let count = self.value(&[Op::Num { dst: 0, k: n as f32 }], 0);
        let items = vec![GroupItem::One(spawn)];
        self.items.push(GroupItem::Repeat { count, counter: 0, items });
    }

    pub fn program(mut self) -> Arc<Program> {
        let name = self.name("main");
        self.p.groups.push(GroupSpec { name, items: self.items });
        self.p.main = Some(self.p.groups.len() as u16 - 1);
        Arc::new(self.p)
    }

    pub fn world(self) -> World {
        World::new(self.program(), Config { observe: true, ..Config::default() })
    }
}

/// dst = k
pub fn num(dst: Reg, k: f32) -> Op {
    Op::Num { dst, k }
}
