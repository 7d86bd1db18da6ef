//! What was found in ticks of a program that can be looked into.
//!
//! In: notes of the machine while it runs. Out: which edges were taken and which states entered,
//! by anybody; of one diagram of one instance also what its conditions were when it asked them. A
//! world that nobody looks into keeps nothing, and no tick depends on what is found.

use std::collections::BTreeSet;

use crate::input::InstanceId;
use crate::program::{DefId, StateId};

/// What was found since somebody looks.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The instance and diagram that is looked into.
    pub watch: Option<(InstanceId, u16)>,
    /// What its conditions were, edge by edge in the order in which they were asked.
    pub asked: Vec<Asked>,
    /// Edges that it took or ran.
    pub taken: Vec<u16>,
    /// Edges that anybody took or ran: def, diagram, edge.
    pub edges: BTreeSet<(DefId, u16, u16)>,
    /// States that anybody entered: def, diagram, state.
    pub states: BTreeSet<(DefId, u16, StateId)>,
}

impl Findings {
    /// Takes over what was found of other instances in the same tick.
    pub(crate) fn append(&mut self, other: &mut Self) {
        self.asked.append(&mut other.asked);
        self.taken.append(&mut other.taken);
        self.edges.append(&mut other.edges);
        self.states.append(&mut other.states);
    }
}

/// The condition of an edge at the moment in which it counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Which edge of the diagram.
    pub edge: u16,
    /// Bits, as in [`crate::program::EdgeProbe::values`].
    pub values: Vec<Option<u32>>,
}
