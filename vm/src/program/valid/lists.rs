//! The world's settings, the program's lists, and what each op by itself refers to.
//!
//! In: a program. Out: whether every index in a list or an op leads to something and every number
//! is one. In which context an op runs is judged elsewhere.

use std::collections::BTreeSet;

use super::{Judged, Within, finite, index, must, rotation};
use crate::op::Op;
use crate::program::{
    BoundarySet, CallSpec, Code, EmitArg, NameId, Program, SelectorSpec, SendSpec, SpawnSpec,
    StateQuery, TextPiece, WhatSpec, WorldSpec,
};

/// Names: of each the roster keeps who bears it.
const MOST_NAMES: usize = 1 << 22;

/// Comparisons of arguments and variables to make an instance.
const MOST_COMPARED: usize = 1 << 22;

/// Numbers of 16 bits, of which the last means none.
const MOST: usize = u16::MAX as usize;

pub(super) fn check(p: &Program) -> Judged {
    world(&p.world).within(|| "the world".to_owned())?;
    sizes(p)?;
    let names = Names(p);
    if let Some(of) = p.world.camera.as_ref().and_then(|camera| camera.of) {
        names.name(of)?;
    }
    names.all()?;
    for quat in &p.quats {
        rotation(quat)?;
    }
    p.vecs.iter().try_for_each(|v| finite(v))?;
    for (at, spawn) in p.spawns.iter().enumerate() {
        self::spawn(p, spawn).within(|| format!("spawn {at}"))?;
    }
    p.plain.iter().try_for_each(|(_, at)| index(*at as usize, p.spawns.len(), "spawn"))?;
    p.texts.iter().try_for_each(|text| range(p, text.code))?;
    for selector in &p.selectors {
        names.selector(selector)?;
    }
    p.targets.iter().try_for_each(|target| names.target(*target))?;
    for call in &p.calls {
        self::call(p, call)?;
    }
    fields(p)?;
    p.queries.iter().try_for_each(|query| self::query(p, query))?;
    ops(p)
}

fn world(world: &WorldSpec) -> Judged {
    // times are divided by it
    must(world.tick.is_finite() && world.tick > 0.0, "a tick has no length")?;
    finite(&world.size)?;
    must(world.size.iter().all(|v| *v >= 0.0), "a size is less than nothing")?;
    finite(&world.light)?;
    let Some(camera) = &world.camera else { return Ok(()) };
    finite(&camera.at)?;
    finite(&camera.turn)?;
    finite(&camera.look.unwrap_or_default())?;
    must(camera.fov > 0.0 && camera.fov < 180.0, "a camera sees nothing or too much")
}

/// Numbers of things fit the bits in which they are kept.
fn sizes(p: &Program) -> Judged {
    let narrow = [
        ("characters", p.defs.len()),
        ("classes", p.classes.len()),
        ("groups", p.groups.len()),
        ("messages", p.messages.len()),
        ("inputs", p.inputs.len()),
        ("hooks", p.hooks.len()),
        ("registers", p.n_regs.into()),
    ];
    for (what, n) in narrow {
        must(n < MOST, &format!("there are too many {what}"))?;
    }
    must(p.names.len() <= MOST_NAMES, "there are too many names")?;
    // ops are counted in 32 bits
    must(u32::try_from(p.code.len()).is_ok(), "there is too much code")
}

/// What refers to names and other lists.
struct Names<'p>(&'p Program);

impl Names<'_> {
    fn name(&self, id: NameId) -> Judged {
        index(id as usize, self.0.names.len(), "name")
    }

    /// Lists of which names are all that is to be judged.
    fn all(&self) -> Judged {
        let p = self.0;
        let lists = [&p.messages, &p.inputs];
        lists.into_iter().flatten().try_for_each(|name| self.name(*name))?;
        p.classes.iter().try_for_each(|class| self.name(class.name))?;
        p.groups.iter().try_for_each(|group| self.name(group.name))?;
        p.plain.iter().try_for_each(|(name, _)| self.name(*name))?;
        p.traps.iter().try_for_each(|site| self.name(site.place))?;
        p.texts.iter().try_for_each(|text| self.pieces(&text.pieces))?;
        for hook in &p.hooks {
            self.name(hook.script)?;
            self.name(hook.name)?;
        }
        for emit in &p.emits {
            self.name(emit.name)?;
            self.args(&emit.args)?;
        }
        for call in &p.calls {
            self.name(call.place)?;
            self.args(&call.args)?;
        }
        Ok(())
    }

    fn pieces(&self, pieces: &[TextPiece]) -> Judged {
        pieces.iter().try_for_each(|piece| match piece {
            TextPiece::Name(name) => self.name(*name),
            TextPiece::Value(..) => Ok(()),
        })
    }

    fn args(&self, args: &[EmitArg]) -> Judged {
        args.iter().try_for_each(|arg| match arg {
            EmitArg::Text(pieces) => self.pieces(pieces),
            EmitArg::Value(..) => Ok(()),
        })
    }

    fn selector(&self, selector: &SelectorSpec) -> Judged {
        match selector.what {
            WhatSpec::Class(class) => index(class.into(), self.0.classes.len(), "class"),
            WhatSpec::Group(group) => index(group.into(), self.0.groups.len(), "group"),
            WhatSpec::Named(name, _) => self.name(name),
            WhatSpec::Boundary(BoundarySet(bits)) => {
                must(bits <= BoundarySet::ALL.0, "there are six boundaries")
            }
            WhatSpec::Ref(_) | WhatSpec::Anyone | WhatSpec::Any => Ok(()),
        }
    }

    fn target(&self, target: SendSpec) -> Judged {
        match target {
            SendSpec::Class(class) => index(class.into(), self.0.classes.len(), "class"),
            SendSpec::Group(group) => index(group.into(), self.0.groups.len(), "group"),
            SendSpec::Named(name, _) => self.name(name),
            SendSpec::Selector(at) => index(at as usize, self.0.selectors.len(), "selector"),
            SendSpec::All | SendSpec::Up | SendSpec::Down | SendSpec::Parts | SendSpec::Ref(_) => {
                Ok(())
            }
        }
    }
}

/// Code is a stretch of the program's.
pub(super) fn range(p: &Program, code: Code) -> Judged {
    let fits = code.start <= code.end && code.end as usize <= p.code.len();
    must(fits, "code lies outside of the program's")
}

fn spawn(p: &Program, spawn: &SpawnSpec) -> Judged {
    range(p, spawn.code)?;
    Names(p).name(spawn.name)?;
    index(spawn.def.into(), p.defs.len(), "character")?;
    let Some(def) = p.defs.get(usize::from(spawn.def)) else { return Ok(()) };
    must(spawn.args.len() <= def.vars.len(), "it has more arguments than variables")?;
    // to make one, each is looked for among all
    let compared = spawn.args.len() * def.vars.len();
    must(compared <= MOST_COMPARED, "it has too many arguments")?;
    spawn.args.iter().try_for_each(|(var, _)| index((*var).into(), def.vars.len(), "variable"))?;
    spawn.start.iter().try_for_each(|(diagram, state)| {
        let Some(diagram) = def.diagrams.get(usize::from(*diagram)) else {
            return index((*diagram).into(), def.diagrams.len(), "diagram");
        };
        index((*state).into(), diagram.states.len(), "state")
    })
}

fn call(p: &Program, call: &CallSpec) -> Judged {
    index(call.hook.into(), p.hooks.len(), "hook")
}

/// Of each field it is known which variables it means; each is in the list once, so that no list
/// is longer than names, kinds and pose values allow.
fn fields(p: &Program) -> Judged {
    let mut seen = BTreeSet::new();
    p.fields.iter().try_for_each(|field| {
        Names(p).name(field.name)?;
        let once = seen.insert((field.name, field.kind as u8, field.pose.map(|pose| pose as u8)));
        must(once, "a field is listed twice")
    })
}

/// Answers are sorted, since they are looked up by character.
fn query(p: &Program, query: &StateQuery) -> Judged {
    must(query.answers.is_sorted(), "the answers of a question are not sorted")?;
    query.answers.iter().try_for_each(|(def, diagram, state)| {
        let Some(def) = p.defs.get(usize::from(*def)) else {
            return index((*def).into(), p.defs.len(), "character");
        };
        let Some(diagram) = def.diagrams.get(usize::from(*diagram)) else {
            return index((*diagram).into(), def.diagrams.len(), "diagram");
        };
        index((*state).into(), diagram.states.len(), "state")
    })
}

/// Every op by itself, those that never run too: whoever prints a program sees all.
fn ops(p: &Program) -> Judged {
    for (at, op) in p.code.iter().enumerate() {
        let behind = p.code.len() - at - 1;
        self::op(p, op, behind).within(|| format!("op {at}"))?;
    }
    Ok(())
}

fn op(p: &Program, op: &Op, behind: usize) -> Judged {
    let names = Names(p);
    match *op {
        Op::If { len, .. } => must(len as usize <= behind, "a block ends behind the code"),
        Op::Native { native, .. } => index(native.0.into(), crate::native::ALL.len(), "function"),
        Op::Finite { trap, .. } => index(trap as usize, p.traps.len(), "place of a trap"),
        Op::Random { site, .. } | Op::Pick { site, .. } | Op::Chance { site, .. } => {
            index(site as usize, p.sites.len(), "place of a draw")
        }
        Op::Child { name, .. } | Op::Named { name, .. } | Op::Sound { name } => names.name(name),
        Op::Nearest { selector, .. }
        | Op::Other { selector, .. }
        | Op::Count { selector, .. }
        | Op::Distance { selector, .. }
        | Op::Bearing { selector, .. }
        | Op::Contact { selector, .. }
        | Op::VanishOthers { selector } => index(selector as usize, p.selectors.len(), "selector"),
        Op::Sender { message, .. }
        | Op::Message { message, .. }
        | Op::Received { message, .. }
        | Op::MessageValue { message, .. } => index(message.into(), p.messages.len(), "message"),
        Op::Field { field, .. } => index(field as usize, p.fields.len(), "field"),
        Op::Is { query, .. } => index(query as usize, p.queries.len(), "question"),
        // a key is a bit of a set
        Op::Key { key, .. } | Op::Pressed { key, .. } | Op::Released { key, .. } => {
            must(key.exists(), "there is no such key")
        }
        Op::Input { input, .. } => index(input.into(), p.inputs.len(), "input"),
        _ => acting(p, op),
    }
}

fn acting(p: &Program, op: &Op) -> Judged {
    match *op {
        Op::Hook { call, .. } | Op::Ask { call, .. } | Op::Call { call } => {
            index(call as usize, p.calls.len(), "call")
        }
        Op::MoveConst { vec, .. } => index(vec as usize, p.vecs.len(), "vector"),
        Op::RotateConst { quat, .. } => index(quat as usize, p.quats.len(), "rotation"),
        Op::Place { axis, .. } => index(axis.into(), 3, "axis"),
        Op::Send { message, target, .. } => {
            index(message.into(), p.messages.len(), "message")?;
            index(target as usize, p.targets.len(), "target")
        }
        Op::Fork { spawn, .. } | Op::Become { spawn } => {
            index(spawn as usize, p.spawns.len(), "spawn")
        }
        Op::ForkGroup { group } => index(group.into(), p.groups.len(), "group"),
        Op::Attach { placement: u32::MAX, .. } => Ok(()),
        Op::Attach { placement, .. } => index(placement as usize, p.placements.len(), "placement"),
        Op::Log { text } => index(text as usize, p.texts.len(), "text"),
        Op::Emit { emit } => index(emit as usize, p.emits.len(), "event"),
        Op::Probe { probe } => {
            let n = p.probes.as_ref().map_or(0, |probes| probes.edges.len());
            index(probe as usize, n, "probe")
        }
        _ => Ok(()),
    }
}
