//! What was thrown when somebody was made is not thrown again because of an edit elsewhere.
//!
//! In: both programs. Out: whether chance is in what somebody starts with, and whether that is
//! written as before. Draws hang on serial numbers and on names, and both may be others in a world
//! that begins with the new program; so where chance is in play, only what is written otherwise
//! follows an edit.

use std::collections::BTreeMap;

use super::kin::Kin;
use crate::op::Op;
use crate::program::{Code, Def, DefId, GroupItem, NameId, Program, SpawnId, Value};
use crate::text;

/// Lines of `main` by the name of what they make, in text order.
type Lines = BTreeMap<String, Vec<SpawnId>>;

/// Two programs, and what their `main`s make.
pub(super) struct Chance<'p> {
    old: &'p Program,
    new: &'p Program,
    lines: [Lines; 2],
}

impl<'p> Chance<'p> {
    /// Of both programs; names are those of now.
    pub fn new(kin: &Kin<'p>) -> Self {
        let (old, new) = (kin.old, kin.new);
        let mut lines = [Lines::new(), Lines::new()];
        collect(old, main(old), &|name| super::cast::label(kin, name), &mut lines[0]);
        collect(new, main(new), &|name| text::name(new, name).to_owned(), &mut lines[1]);
        Self { old, new, lines }
    }

    /// The lines that make somebody of this name, before and now.
    pub fn lines(&self, label: &str) -> [&[SpawnId]; 2] {
        [0, 1].map(|i| self.lines[i].get(label).map_or(&[][..], Vec::as_slice))
    }

    /// Whether chance is in arguments or place.
    pub fn in_spawns(&self, spawns: &[SpawnId]) -> bool {
        let spec = |id: &SpawnId| self.old.spawns.get(*id as usize);
        spawns.iter().filter_map(spec).any(|spec| throws(self.old, spec.code))
    }

    /// Whether chance is in what a character starts with.
    pub fn in_def(&self, def: DefId) -> bool {
        let def = &self.old.defs[def as usize];
        let values = def.vars.iter().map(|var| &var.init).chain(&def.color);
        values.into_iter().any(|value| throws(self.old, value.code))
    }

    /// Whether arguments and places are written as before; where there are more lines than before,
    /// or fewer, those that both have.
    pub fn same_spawns(&self, [old, new]: [&[SpawnId]; 2]) -> bool {
        old.iter().zip(new).all(|(old, new)| {
            let (old, new) = (&self.old.spawns[*old as usize], &self.new.spawns[*new as usize]);
            self.same(old.code, new.code) && old.args == new.args && old.placement == new.placement
        })
    }

    /// Whether the colour is written as before.
    pub fn same_colour(&self, old: &Def, new: &Def) -> bool {
        match (old.color, new.color) {
            (Some(old), Some(new)) => self.same_value(old, new),
            _ => false,
        }
    }

    /// Whether a value is written as before.
    pub fn same_value(&self, old: Value, new: Value) -> bool {
        old.reg == new.reg && self.same(old.code, new.code)
    }

    fn same(&self, old: Code, new: Code) -> bool {
        let ops = |p: &'p Program, code: Code| p.code.get(code.range()).unwrap_or(&[]);
        let (old, new) = (ops(self.old, old), ops(self.new, new));
        old.len() == new.len() && old.iter().zip(new).all(|(a, b)| placeless(*a) == placeless(*b))
    }
}

/// Without what only says where it stands.
fn placeless(op: Op) -> Op {
    match op {
        Op::Random { dst, a, b, .. } => Op::Random { dst, a, b, site: 0 },
        Op::Pick { dst, a, b, .. } => Op::Pick { dst, a, b, site: 0 },
        Op::Chance { dst, p, .. } => Op::Chance { dst, p, site: 0 },
        Op::Finite { r, guard, .. } => Op::Finite { r, guard, trap: 0 },
        op => op,
    }
}

fn throws(program: &Program, code: Code) -> bool {
    let ops = program.code.get(code.range()).unwrap_or(&[]);
    ops.iter().any(|op| matches!(op, Op::Random { .. } | Op::Pick { .. } | Op::Chance { .. }))
}

fn main(program: &Program) -> &[GroupItem] {
    let main = program.main.and_then(|main| program.groups.get(main as usize));
    main.map_or(&[], |main| &main.items)
}

fn collect(
    program: &Program,
    items: &[GroupItem],
    label: &impl Fn(NameId) -> String,
    lines: &mut Lines,
) {
    for item in items {
        match item {
            GroupItem::One(spawn) => {
                if let Some(spec) = program.spawns.get(*spawn as usize) {
                    lines.entry(label(spec.name)).or_default().push(*spawn);
                }
            }
            GroupItem::Repeat { items, .. } => collect(program, items, label, lines),
        }
    }
}
