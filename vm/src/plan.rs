//! What a program's tables imply, worked out once before the first tick.
//!
//! In: a [`Program`]. Out: sizes of part trees, columns of clocks, nesting of states as intervals,
//! and what is asked for at all, so that nothing else is kept. It holds nothing of a running world.

mod memory;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::hook::Known;
use crate::op::{Frame, Op};
use crate::program::{
    ClassId, Code, Def, DefId, DiagramSpec, FieldSpec, LeafSpec, NameId, PoseField, Program,
    SendSpec, ShiftSpec, StateId, StateSpec, TargetSpec, WhatSpec,
};

/// No column.
pub const NO_COLUMN: u8 = u8::MAX;

/// A program, read.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// By def.
    pub defs: Vec<DefPlan>,
    /// Defs of each class.
    pub class_defs: Vec<Vec<DefId>>,
    /// By name: whether something looks instances up by it.
    pub named: Vec<bool>,
    /// By message.
    pub messages: Vec<MessagePlan>,
    /// By field: (def, variable) pairs, ascending; no variable where its kind is another.
    pub field_vars: Vec<Vec<(DefId, Option<u16>)>>,
    /// Rotations in the world are asked for.
    pub world_rotation: bool,
    /// Local rotations of others are asked for.
    pub local_rotation: bool,
    /// Something asks for contacts.
    pub felt: bool,
    /// Something with a box is kept inside the boundaries.
    pub solid: bool,
    /// Something becomes another or is attached, so who asks for contacts may change.
    pub changes_kin: bool,
    /// Speed and turn rate of all are kept: who becomes another may be asked for what it was.
    pub measures_all: bool,
    /// Something calls functions of scripts or of the host.
    pub calls_hooks: bool,
    /// What scripts may ask for by name.
    pub known: Arc<Known>,
}

/// What is asked of a message.
#[derive(Clone, Copy, Debug, Default)]
pub struct MessagePlan {
    /// Its sum.
    pub value: bool,
    /// Its first sender.
    pub sender: bool,
}

/// A def, read.
#[derive(Clone, Debug, Default)]
pub struct DefPlan {
    /// Instances it makes: itself and all parts.
    pub n_tree: u32,
    /// Levels of it: 1 without parts.
    pub height: u16,
    /// Bytes that one of its rows counts for.
    pub row_bytes: u64,
    /// The same of all instances that it makes.
    pub tree_bytes: u64,
    /// Of each part: how many instances are made between the first part and it.
    pub offsets: Vec<u32>,
    /// By diagram.
    pub diagrams: Vec<DiagramPlan>,
    /// Its diagrams call functions of scripts or of the host.
    pub calls_hooks: bool,
}

/// A diagram, read.
#[derive(Clone, Debug, Default)]
pub struct DiagramPlan {
    /// By level − 1: which entry column, or [`NO_COLUMN`].
    pub clock: Vec<u8>,
    /// Number of entry columns.
    pub n_clocks: usize,
    /// By state: its number when outer states are counted before inner ones.
    first: Vec<u16>,
    /// By state: the number behind its last inner one.
    behind: Vec<u16>,
}

impl DiagramPlan {
    /// Whether `leaf` is the state or lies in it.
    #[inline]
    pub fn inside(&self, leaf: StateId, state: StateId) -> bool {
        let (leaf, state) = (leaf as usize, state as usize);
        match (self.first.get(leaf), self.first.get(state)) {
            (Some(&at), Some(&from)) => from <= at && at < self.behind[state],
            _ => false,
        }
    }

    /// Entry column of a level.
    #[inline]
    pub fn clock_of(&self, level: u8) -> Option<usize> {
        let column = *self.clock.get((level as usize).checked_sub(1)?)?;
        (column != NO_COLUMN).then_some(column as usize)
    }

    fn new(spec: &DiagramSpec) -> Self {
        let mut plan = Self::default();
        for level in 0..u32::from(spec.n_levels).min(32) {
            let asked = spec.clocks & (1 << level) != 0;
            plan.clock.push(if asked { plan.n_clocks as u8 } else { NO_COLUMN });
            plan.n_clocks += usize::from(asked);
        }
        plan.first = vec![0; spec.states.len()];
        plan.behind = vec![0; spec.states.len()];
        plan.number(spec);
        plan
    }

    /// Numbers the states so that those inside a state follow it without a gap.
    fn number(&mut self, spec: &DiagramSpec) {
        let n = spec.states.len();
        let mut size = vec![1u16; n];
        for s in (0..n).rev() {
            if let Some(p) = spec.states[s].parent.filter(|p| (*p as usize) < s) {
                size[p as usize] += size[s];
            }
        }
        let mut next_inside = vec![0u16; n];
        let mut next_outer = 0u16;
        for s in 0..n {
            let next = match spec.states[s].parent.filter(|p| (*p as usize) < s) {
                Some(p) => &mut next_inside[p as usize],
                None => &mut next_outer,
            };
            let at = *next;
            *next += size[s];
            self.first[s] = at;
            self.behind[s] = at + size[s];
            next_inside[s] = at + 1;
        }
    }
}

impl Plan {
    /// Reads a program.
    pub fn new(program: &Program) -> Self {
        let mut plan = Self {
            class_defs: vec![Vec::new(); program.classes.len()],
            named: vec![false; program.names.len()],
            messages: vec![MessagePlan::default(); program.messages.len()],
            ..Self::default()
        };
        for (i, def) in program.defs.iter().enumerate() {
            if let Some(defs) = plan.class_defs.get_mut(def.class as usize) {
                defs.push(i as DefId);
            }
        }
        plan.defs = program.defs.iter().map(DefPlan::new).collect();
        plan.measure_trees(program);
        if program.code.iter().any(Op::calls_hook) {
            plan.calls_hooks = true;
            for (plan, def) in plan.defs.iter_mut().zip(&program.defs) {
                plan.calls_hooks = def.diagrams.iter().any(|d| calls_hooks(program, d));
            }
        }
        plan.field_vars = field_vars(program);
        plan.known = Arc::new(Known::of(program));
        plan.read_asked(program);
        plan
    }

    /// The defs of a class.
    pub fn defs_of(&self, class: ClassId) -> &[DefId] {
        self.class_defs.get(class as usize).map_or(&[], Vec::as_slice)
    }

    /// Sums up the part trees; what contains itself is too large to be made.
    fn measure_trees(&mut self, program: &Program) {
        let too_large = DefPlan { n_tree: u32::MAX, height: u16::MAX, ..DefPlan::default() };
        for def in inner_first(program).0 {
            let own = self.defs.get(def).map_or(0, |plan| memory::row(&program.defs[def], plan));
            let (mut n, mut height, mut bytes, mut offsets) = (0u32, 0u16, own, Vec::new());
            for inner in parts_of(program, def) {
                offsets.push(n);
                let part = self.defs.get(inner).filter(|part| part.n_tree != 0);
                let part = part.unwrap_or(&too_large);
                n = n.saturating_add(part.n_tree);
                height = height.max(part.height);
                bytes = bytes.saturating_add(part.tree_bytes);
            }
            if let Some(plan) = self.defs.get_mut(def) {
                plan.n_tree = n.saturating_add(1);
                plan.height = height.saturating_add(1);
                plan.offsets = offsets;
                (plan.row_bytes, plan.tree_bytes) = (own, bytes);
            }
        }
    }

    fn read_asked(&mut self, program: &Program) {
        // parts are measured in the world, so the rotations of their wholes are wanted too
        let measures = program.defs.iter().any(|d| d.measured);
        self.world_rotation |= measures;
        for op in &program.code {
            match *op {
                Op::MessageValue { message, .. } => self.ask(message, |m| m.value = true),
                Op::Sender { message, .. } => self.ask(message, |m| m.sender = true),
                Op::Bearing { .. }
                | Op::RotateConst { frame: Frame::World, .. }
                | Op::Rotate { frame: Frame::World, .. } => self.world_rotation = true,
                Op::Named { name, .. } => self.look_up(name),
                Op::Become { .. } => {
                    self.changes_kin = true;
                    self.measures_all = measures;
                }
                Op::Attach { .. } => self.changes_kin = true,
                _ => {}
            }
        }
        for selector in &program.selectors {
            self.world_rotation |= selector.ahead.is_some();
            if let WhatSpec::Named(name, _) = selector.what {
                self.look_up(name);
            }
        }
        for target in &program.targets {
            if let SendSpec::Named(name, _) = *target {
                self.look_up(name);
            }
        }
        self.felt = program.defs.iter().any(|d| d.feels);
        self.world_rotation |= self.felt;
        self.solid = program.defs.iter().any(|d| d.solid);
        let angle =
            |f: PoseField| matches!(f, PoseField::Heading | PoseField::Pitch | PoseField::Roll);
        self.local_rotation = program.fields.iter().any(|f| f.pose.is_some_and(angle));
    }

    fn ask(&mut self, message: u16, set: impl Fn(&mut MessagePlan)) {
        if let Some(m) = self.messages.get_mut(message as usize) {
            set(m);
        }
    }

    fn look_up(&mut self, name: u32) {
        if let Some(named) = self.named.get_mut(name as usize) {
            *named = true;
        }
    }
}

impl DefPlan {
    fn new(def: &Def) -> Self {
        let diagrams = def.diagrams.iter().map(DiagramPlan::new).collect();
        Self { diagrams, ..Self::default() }
    }
}

/// Whether something in a diagram calls functions of scripts or of the host.
fn calls_hooks(program: &Program, spec: &DiagramSpec) -> bool {
    let calls = |code: Code| {
        let ops = program.code.get(code.range()).unwrap_or(&[]);
        ops.iter().any(|op| match *op {
            Op::Fork { spawn, .. } | Op::Become { spawn } => {
                let spawn = program.spawns.get(spawn as usize);
                let ops = spawn.and_then(|spawn| program.code.get(spawn.code.range()));
                ops.is_some_and(|ops| ops.iter().any(Op::calls_hook))
            }
            // what looks into conditions may ask anything again
            Op::Probe { .. } => true,
            _ => op.calls_hook(),
        })
    };
    let arrow = |shift: &ShiftSpec| {
        let draws = match shift.target {
            TargetSpec::OneOf { code, .. } => calls(code),
            _ => false,
        };
        draws || calls(shift.cond.code) || calls(shift.actions)
    };
    let leaf =
        |leaf: &LeafSpec| calls(leaf.act) || calls(leaf.react) || leaf.shifts.iter().any(arrow);
    let state = |state: &StateSpec| {
        calls(state.enter) || calls(state.exit) || state.leaf.as_ref().is_some_and(leaf)
    };
    calls(spec.enter) || calls(spec.exit) || spec.states.iter().any(state)
}

/// Which defs the parts of a def are.
fn parts_of(program: &Program, def: usize) -> impl Iterator<Item = usize> + '_ {
    let parts = program.defs.get(def).into_iter().flat_map(|def| &def.parts);
    parts.map(|part| program.spawns.get(part.spawn as usize).map_or(usize::MAX, |s| s.def.into()))
}

/// All defs, each after those of its parts, and one that is a part of itself if there is such a
/// one. Chains of parts may be longer than the stack is deep.
pub(crate) fn inner_first(program: &Program) -> (Vec<usize>, Option<usize>) {
    let n = program.defs.len();
    let (mut order, mut ring) = (Vec::with_capacity(n), None);
    let (mut met, mut done) = (vec![false; n], vec![false; n]);
    let mut open = Vec::new();
    for def in 0..n {
        if !std::mem::replace(&mut met[def], true) {
            open.push((def, parts_of(program, def)));
        }
        while let Some((def, parts)) = open.last_mut() {
            match parts.find(|part| *part < n) {
                Some(part) if done[part] => {}
                Some(part) if met[part] => ring = ring.or(Some(part)),
                Some(part) => {
                    met[part] = true;
                    open.push((part, parts_of(program, part)));
                }
                None => {
                    done[*def] = true;
                    order.push(*def);
                    open.pop();
                }
            }
        }
    }
    (order, ring)
}

/// The variables that fields mean, by def.
fn field_vars(program: &Program) -> Vec<Vec<(DefId, Option<u16>)>> {
    // by name: of each def the first variable that is called so
    let mut named: BTreeMap<NameId, Vec<(DefId, u16)>> = BTreeMap::new();
    for (d, def) in program.defs.iter().enumerate() {
        for (v, var) in def.vars.iter().enumerate() {
            let list = named.entry(var.name).or_default();
            if list.last().is_none_or(|(last, _)| usize::from(*last) != d) {
                list.push((d as DefId, v as u16));
            }
        }
    }
    let readable = |field: &FieldSpec, d: DefId, v: u16| {
        let var = program.defs.get(usize::from(d)).and_then(|def| def.vars.get(usize::from(v)));
        var.is_some_and(|var| var.kind == field.kind && var.published)
    };
    let of = |field: &FieldSpec| {
        let list = named.get(&field.name).into_iter().flatten();
        list.map(|&(d, v)| (d, readable(field, d, v).then_some(v))).collect()
    };
    program.fields.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{PartSpec, SpawnSpec, StateSpec};

    fn state(parent: Option<StateId>) -> StateSpec {
        StateSpec { parent, ..StateSpec::default() }
    }

    /// Each def has parts of these.
    fn whole(parts: &[&[u16]]) -> Program {
        let mut program = Program::default();
        for parts in parts {
            let mut def = Def::default();
            for part in *parts {
                let spawn = program.spawns.len() as u32;
                program.spawns.push(SpawnSpec { def: *part, ..SpawnSpec::default() });
                def.parts.push(PartSpec { name: 0, spawn });
            }
            program.defs.push(def);
        }
        program
    }

    #[test]
    fn trees_of_parts_are_measured_from_the_inside() {
        let program = whole(&[&[1, 2, 1], &[2, 2], &[], &[3]]);
        let plan = Plan::new(&program);
        let size = |def: usize| (plan.defs[def].n_tree, plan.defs[def].height);
        assert_eq!([0, 1, 2].map(size), [(8, 3), (3, 2), (1, 1)]);
        assert_eq!(plan.defs[0].offsets, [0, 3, 4]);
        assert_eq!(size(3), (u32::MAX, u16::MAX));
        assert_eq!(inner_first(&program), (vec![2, 1, 0, 3], Some(3)));
    }

    #[test]
    fn a_long_chain_of_parts_fits_the_stack() {
        let chain: Vec<[u16; 1]> = (1..60_000).map(|next| [next]).collect();
        let parts: Vec<&[u16]> = chain.iter().map(|part| &part[..]).chain([&[][..]]).collect();
        let plan = Plan::new(&whole(&parts));
        assert_eq!((plan.defs[0].n_tree, plan.defs[0].height), (60_000, 60_000));
    }

    #[test]
    fn nesting_of_states_is_an_interval() {
        let states = vec![state(None), state(None), state(Some(1)), state(Some(2)), state(Some(1))];
        let plan = DiagramPlan::new(&DiagramSpec {
            states,
            n_levels: 3,
            clocks: 0b101,
            ..Default::default()
        });
        let inside: Vec<_> = (0..5).filter(|s| plan.inside(*s, 1)).collect();
        assert_eq!(inside, [1, 2, 3, 4]);
        assert!(plan.inside(3, 2) && !plan.inside(4, 2) && !plan.inside(1, 2));
        assert_eq!([1, 2, 3, 4].map(|l| plan.clock_of(l)), [Some(0), None, Some(1), None]);
    }
}
