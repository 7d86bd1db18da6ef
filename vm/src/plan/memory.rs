//! What a row counts for against the limit of memory.
//!
//! In: a def and the plans of its diagrams. Out: bytes of a row in all columns there may be. It is
//! the same on every machine and whatever a world keeps besides, so it is an estimate from above and
//! no measurement.

use super::DefPlan;
use crate::program::{Def, DiagramSpec};

/// What each row has: poses of now and before, the world's, what is measured, identity, flags and
/// colour, its place by number, and its box among contacts.
const PLAIN: usize = 2 * 40 + 48 + 32 + 12 + 24 + 5 + 12 + 96;

/// Bytes of a row.
pub fn row(def: &Def, plan: &DefPlan) -> u64 {
    // variables stand in two places, and so do states
    let vars = 8 * def.vars.len();
    let clocks: usize = plan.diagrams.iter().map(|diagram| 4 * diagram.n_clocks).sum();
    let diagrams: usize = def.diagrams.iter().map(diagram).sum();
    let inboxes = 12 * def.heard.len();
    (PLAIN + vars + clocks + diagrams + inboxes) as u64
}

fn diagram(spec: &DiagramSpec) -> usize {
    let (last, timed, once) = (spec.n_last as usize, spec.n_timed as usize, spec.n_once as usize);
    7 + 2 * last + 4 * timed + 4 * once
}
