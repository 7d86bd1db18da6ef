//! What the two say after a tick, side by side.
//!
//! In: a world and an oracle. Out: the first difference.

use std::collections::BTreeMap;
use std::fmt::Debug;

use islay_lang::hir::model::Kind;
use islay_vm::event::{Event, EventKind};
use islay_vm::world::{InstanceView, Value, World};

use super::Difference;
use crate::oracle::{Oracle, View};

type Found = Result<(), Box<Difference>>;

/// Everyone, then everything that happened.
pub fn all(tick: usize, world: &World, oracle: &Oracle) -> Found {
    let at = At { tick, whose: "all".to_owned() };
    at.same("finished", &world.finished(), &oracle.finished())?;
    let views = oracle.instances();
    let ids: Vec<u32> = world.instances().collect();
    at.same("instances", &ids, &views.iter().map(|v| v.id).collect())?;
    for theirs in &views {
        let at = At { tick, whose: format!("{} ({})", theirs.id, theirs.path) };
        match world.view(theirs.id) {
            Some(ours) => instance(&at, &ours, theirs, oracle)?,
            None => at.differ("is there", &false, &true)?,
        }
    }
    events(&at, world.events(), oracle.events())
}

/// Whether a machine that is observed and one that is not are in the same state.
pub fn hashes(tick: usize, observed: &World, unobserved: &World) -> Found {
    let at = At { tick, whose: "all, observed and not".to_owned() };
    at.same("hash", &observed.hash(), &unobserved.hash())
}

/// Where a comparison stands.
struct At {
    tick: usize,
    whose: String,
}

impl At {
    fn same<T: PartialEq + Debug>(&self, what: &str, machine: &T, oracle: &T) -> Found {
        if machine == oracle { Ok(()) } else { self.differ(what, machine, oracle) }
    }

    fn differ<T: Debug>(&self, what: &str, machine: &T, oracle: &T) -> Found {
        Err(Box::new(Difference {
            tick: self.tick,
            whose: self.whose.clone(),
            what: what.to_owned(),
            machine: format!("{machine:?}"),
            oracle: format!("{oracle:?}"),
        }))
    }

    /// Numbers that have the same bits; zero has no sign, and what is no number no bits.
    fn bits(&self, what: &str, machine: &[f32], oracle: &[f32]) -> Found {
        let one = |v: &f32| if v.is_nan() { f32::NAN } else { v + 0.0 };
        let bits = |v: &[f32]| v.iter().map(|v| one(v).to_bits()).collect::<Vec<_>>();
        if bits(machine) == bits(oracle) { Ok(()) } else { self.differ(what, &machine, &oracle) }
    }
}

fn instance(at: &At, ours: &InstanceView, theirs: &View, oracle: &Oracle) -> Found {
    at.same("path", &ours.path, &theirs.path)?;
    at.same("character", &ours.character, &theirs.character)?;
    at.same("parent", &ours.parent, &theirs.parent)?;
    at.same("states", &ours.states, &theirs.states)?;
    at.bits("position", &ours.position, &theirs.pose.position)?;
    at.bits("rotation", &ours.rotation, &theirs.pose.rotation)?;
    at.bits("scale", &ours.scale, &theirs.pose.scale)?;
    at.bits("world matrix", &ours.world, &theirs.world)?;
    at.same("visible", &ours.visible, &theirs.visible)?;
    at.same("colour", &ours.colour, &theirs.colour)?;
    at.same("number of variables", &ours.vars.len(), &theirs.vars.len())?;
    for ((name, value), (_, kind, bits)) in ours.vars.iter().zip(&theirs.vars) {
        variable(at, name, value, *kind, *bits, oracle)?;
    }
    Ok(())
}

fn variable(at: &At, name: &str, value: &Value, kind: Kind, bits: u32, oracle: &Oracle) -> Found {
    let theirs = match kind {
        Kind::Number => Value::Number(f32::from_bits(bits)),
        Kind::Flag => Value::Flag(bits != 0),
        Kind::Who => Value::Who(oracle.path(bits)),
        Kind::Colour => Value::Colour(bits),
    };
    match (value, &theirs) {
        (Value::Number(a), Value::Number(b)) if a.to_bits() == b.to_bits() => Ok(()),
        (Value::Number(_), _) => at.differ(&format!("variable {name}"), value, &theirs),
        _ => at.same(&format!("variable {name}"), value, &theirs),
    }
}

/// All events in their order; of traps how many there were of each code, and who was the oldest.
fn events(at: &At, ours: &[Event], theirs: &[Event]) -> Found {
    let told = |events: &[Event]| -> Vec<Event> {
        events.iter().filter(|e| !matches!(e.kind, EventKind::Trap { .. })).cloned().collect()
    };
    let (a, b) = (told(ours), told(theirs));
    for i in 0..a.len().max(b.len()) {
        at.same(&format!("event {i}"), &a.get(i), &b.get(i))?;
    }
    at.same("traps", &traps(ours), &traps(theirs))
}

fn traps(events: &[Event]) -> BTreeMap<String, (u32, u32)> {
    let mut traps = BTreeMap::new();
    for event in events {
        if let EventKind::Trap { code, count, .. } = &event.kind {
            let entry = traps.entry(code.clone()).or_insert((event.id, 0));
            entry.0 = entry.0.min(event.id);
            entry.1 += count;
        }
    }
    traps
}
