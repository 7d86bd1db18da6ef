//! Probes: the parts of conditions as values of their own.
//!
//! In: a builder in which everything else is compiled. Out: the values of each edge, in the order
//! in which [`Condition::values`] names them. They ask the program to keep nothing more: what only
//! a part asks for that decides nothing is left out.

use std::collections::HashSet;

use islay_vm::program::{EdgeProbe, Value};

use super::builder::{Asks, Builder, Clocks, Context};
use super::emit::Emit;
use super::{diagram, timed};
use crate::hir::condition::Condition;
use crate::hir::model::{Diagram, Expr};

/// What the program keeps without probes.
struct Kept {
    asks: Vec<Asks>,
    watched: HashSet<(u16, u16)>,
}

/// The probes of all edges, character by character.
pub(super) fn edges(b: &mut Builder<'_>) -> Vec<EdgeProbe> {
    let kept = Kept { asks: b.asks.clone(), watched: b.watched.clone() };
    b.n_fields = Some(b.program.fields.len());
    let mut all = Vec::new();
    for (def, character) in b.model.characters.iter().enumerate() {
        for (d, diagram) in character.diagrams.iter().enumerate() {
            let Some(spec) = b.program.defs.get(def) else { return all };
            let context = Context { def: Some(def as u16), place: spec.name };
            let levels = spec.diagrams.get(d).map_or(0, |d| d.clocks);
            let ticks = timed::lengths(diagram, b.model.world.tick);
            b.clocks = Clocks { levels, ticks };
            all.extend(of_diagram(b, &kept, context, diagram));
        }
    }
    all
}

fn of_diagram(
    b: &mut Builder<'_>,
    kept: &Kept,
    context: Context,
    diagram: &Diagram,
) -> Vec<EdgeProbe> {
    let edges = diagram::edges(diagram).zip(0..);
    let probe = |(edge, n): (&crate::hir::model::Edge, u16)| {
        let condition = Condition::of(&edge.cond);
        let values = condition.values(&edge.cond);
        EdgeProbe { edge: n, values: values.map(|e| value(b, kept, context, e)).collect() }
    };
    edges.map(probe).collect()
}

/// A value, unless it needs what is not kept.
fn value(b: &mut Builder<'_>, kept: &Kept, context: Context, e: &Expr) -> Option<Value> {
    let (levels, fields) = (b.clocks.levels, b.program.fields.len());
    let value = Emit::new(b, context, e.span).whole(e);
    let wants = |asks: &Asks| (asks.measured, asks.feels);
    let same_asks = b.asks.iter().map(wants).eq(kept.asks.iter().map(wants));
    let same = b.clocks.levels == levels
        && b.program.fields.len() == fields
        && b.watched.len() == kept.watched.len()
        && same_asks;
    if !same {
        b.clocks.levels = levels;
        b.asks.clone_from(&kept.asks);
        b.watched.clone_from(&kept.watched);
    }
    same.then_some(value)
}
