//! New instances: parts, lines of groups, forks, `become`.
//!
//! In: what is to be made, with arguments and a placement. Out: entries of the program's list,
//! whose code runs in the context of whoever makes them. It places nothing itself.

use islay_vm::op::{NONE, Op, Reg};
use islay_vm::program::{GroupItem, GroupSpec, PlacementSpec, SpawnId, SpawnSpec, StateId};

use super::builder::{Builder, Context};
use super::emit::Emit;
use super::fold::{constant, fold};
use crate::hir::model::{self as m, CharacterId, Expr, Part, Placement, Spawn, SpawnOne, VarId};

type Start = [(m::DiagramId, m::StateId)];

/// All groups, then which of them is `main`.
pub(super) fn groups(b: &mut Builder) {
    for group in &b.model.groups {
        let name = b.name(&group.name);
        let context = Context { def: None, place: name };
        let items = items(b, context, &group.spawns);
        b.program.groups.push(GroupSpec { name, items });
    }
    if let Some(main) = b.model.main {
        let span = b.map.groups.get(main.index()).copied().unwrap_or_default();
        b.program.main = Some(b.narrow(main.index(), span));
    }
}

/// Characters that scripts can make.
pub(super) fn plain(b: &mut Builder) {
    for one in &b.model.plain {
        let name = b.name(&one.name);
        let context = Context { def: None, place: name };
        let spawn = Emit::new(b, context, one.span).spawn(one);
        b.program.plain.push((name, spawn));
    }
}

fn items(b: &mut Builder, context: Context, spawns: &[Spawn]) -> Vec<GroupItem> {
    let item = |spawn: &Spawn| match spawn {
        Spawn::One(one) => GroupItem::One(Emit::new(b, context, one.span).spawn(one)),
        Spawn::Repeat { count, counter, spawns } => GroupItem::Repeat {
            count: Emit::new(b, context, count.span).whole(count),
            counter: b.narrow(counter.index(), count.span),
            items: items(b, context, spawns),
        },
    };
    spawns.iter().map(item).collect()
}

/// A part, made in the whole's context.
pub(super) fn part(b: &mut Builder, context: Context, part: &Part) -> SpawnId {
    let mut code = Emit::new(b, context, part.span);
    let (args, start) = (code.args(&part.args), code.start(part.character, &part.start));
    let placement = code.placement(&part.placement);
    let def = code.b.narrow(part.character.index(), part.span);
    code.made(SpawnSpec { def, args, start, placement, ..SpawnSpec::default() })
}

impl Emit<'_, '_> {
    /// A new instance, made in the context of this code.
    pub(super) fn spawn(&mut self, one: &SpawnOne) -> SpawnId {
        let mut code = self.nested();
        let (args, start) = (code.args(&one.args), code.start(one.character, &one.start));
        let placement = code.placement(&one.placement);
        let (def, name) = (code.b.narrow(one.character.index(), one.span), code.b.name(&one.name));
        code.made(SpawnSpec { def, name, args, start, placement, ..SpawnSpec::default() })
    }

    /// Another character in this one's place: the pose stays.
    pub(super) fn become_other(
        &mut self,
        character: CharacterId,
        args: &[(VarId, Expr)],
        start: &Start,
    ) -> SpawnId {
        let mut code = self.nested();
        let (args, start) = (code.args(args), code.start(character, start));
        let def = code.b.narrow(character.index(), code.span());
        let nowhere = [NONE; 3];
        let placement = PlacementSpec { at: nowhere, turn: nowhere, scale: nowhere };
        code.made(SpawnSpec { def, args, start, placement, ..SpawnSpec::default() })
    }

    fn made(self, spec: SpawnSpec) -> SpawnId {
        let b = self.b;
        let code = b.code(self.ops);
        b.program.spawns.push(SpawnSpec { code, ..spec });
        b.program.spawns.len() as SpawnId - 1
    }

    fn args(&mut self, args: &[(VarId, Expr)]) -> Vec<(u16, Reg)> {
        let arg = |(var, e): &(VarId, Expr)| (self.b.narrow(var.index(), e.span), self.operand(e));
        args.iter().map(arg).collect()
    }

    /// Initial states, down to the innermost.
    fn start(&mut self, character: CharacterId, start: &Start) -> Vec<(u16, StateId)> {
        let made = self.b.model.characters.get(character.index());
        let span = self.span();
        let mut one = |&(diagram, state): &(m::DiagramId, m::StateId)| {
            let spec = made.and_then(|c| c.diagrams.get(diagram.index()));
            let leaf = spec.map_or(state, |d| super::diagram::first_leaf(d, state));
            (self.b.narrow(diagram.index(), span), self.b.narrow(leaf.index(), span))
        };
        start.iter().map(&mut one).collect()
    }

    /// The nine values of a placement; equal constants share a register.
    pub(super) fn placement(&mut self, p: &Placement) -> PlacementSpec {
        let mut known = Vec::new();
        let mut three = |v: &[Expr; 3]| v.each_ref().map(|e| self.shared(&mut known, e));
        PlacementSpec { at: three(&p.at), turn: three(&p.turn), scale: three(&p.scale) }
    }

    fn shared(&mut self, known: &mut Vec<(u32, Reg)>, e: &Expr) -> Reg {
        let Some(k) = constant(e) else { return self.used(&fold(e)) };
        if let Some((_, reg)) = known.iter().find(|(bits, _)| *bits == k.to_bits()) {
            return *reg;
        }
        let dst = self.fresh();
        self.push(Op::Num { dst, k });
        known.push((k.to_bits(), dst));
        dst
    }
}
