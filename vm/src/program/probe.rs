//! What a program that can be looked into knows besides: the parts of its edges' conditions.
//!
//! In: nothing, these are the data. Out: what [`crate::op::Op::Probe`] evaluates. Such a program
//! runs like the one without: the same ticks, the same hashes, the same snapshots.

use super::Value;

/// The probes of a program.
#[derive(Clone, Debug, Default)]
pub struct Probes {
    /// The structure of the program without them, which counts as its own.
    pub structure: u64,
    /// Edges of all diagrams, def by def in text order.
    pub edges: Vec<EdgeProbe>,
}

/// The values of an edge's condition.
#[derive(Clone, Debug, Default)]
pub struct EdgeProbe {
    /// Which edge of its diagram.
    pub edge: u16,
    /// The whole condition, then its parts as the front end takes it apart. `None`: of something
    /// that is not kept, since it decides nothing.
    pub values: Vec<Option<Value>>,
}
