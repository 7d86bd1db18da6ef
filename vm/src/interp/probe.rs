//! Probes: what conditions are, and which edges are taken, for those who look.
//!
//! In: a running batch. Out: notes in [`Findings`]. Values are computed beside what runs: no trap,
//! no register and no count of it is touched.

use super::{Lens, Machine};
use crate::column::Rows;
use crate::op::Op;
use crate::probe::{Asked, Findings};
use crate::program::StateId;

impl Machine {
    /// From now on findings are kept, or not.
    pub fn watch(&mut self, findings: Option<Findings>) {
        self.findings = findings.map(Box::new);
    }

    /// What was found; from now on nothing is kept.
    pub fn found(&mut self) -> Option<Findings> {
        self.findings.take().map(|f| *f)
    }

    pub(super) fn probe(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        self.dispatched -= 1;
        match *op {
            Op::Probe { probe } => self.evaluate(lens, probe, rows),
            Op::Runs { edge } => self.took(lens, edge, rows),
            _ => {}
        }
    }

    /// These rows take an edge, or run it.
    pub(super) fn took(&mut self, lens: &Lens<'_>, edge: u16, rows: Rows<'_>) {
        let watched = self.watched(lens, rows).is_some();
        let Some(findings) = &mut self.findings else { return };
        let def = lens.own.as_ref().map_or(0, |t| t.def);
        findings.edges.insert((def, lens.diagram, edge));
        if watched {
            findings.taken.push(edge);
        }
    }

    /// Some row enters a state.
    pub(super) fn entered(&mut self, lens: &Lens<'_>, state: StateId) {
        if let Some(findings) = &mut self.findings {
            let def = lens.own.as_ref().map_or(0, |t| t.def);
            findings.states.insert((def, lens.diagram, state));
        }
    }

    /// The row of the instance that is looked into, if this is its diagram.
    fn watched(&self, lens: &Lens<'_>, rows: Rows<'_>) -> Option<usize> {
        let (id, diagram) = self.findings.as_ref()?.watch?;
        if diagram != lens.diagram {
            return None;
        }
        rows.iter().find(|row| lens.id(*row) == id)
    }

    fn evaluate(&mut self, lens: &mut Lens<'_>, probe: u32, rows: Rows<'_>) {
        let Some(row) = self.watched(lens, rows) else { return };
        let probes = lens.scene.program.probes.as_ref();
        let Some(spec) = probes.and_then(|p| p.edges.get(probe as usize)) else { return };
        let (traps, dispatched) = (std::mem::take(&mut self.traps), self.dispatched);
        let values =
            spec.values.iter().map(|v| v.map(|v| self.nested(|m| m.value(lens, v, row)))).collect();
        (self.traps, self.dispatched) = (traps, dispatched);
        if let Some(findings) = &mut self.findings {
            findings.asked.push(Asked { edge: spec.edge, values });
        }
    }
}
