//! A stage between two ticks, to come back to.
//!
//! In: what [`crate::Stage::snapshot`] writes down, or bytes that were kept. Out: what
//! [`crate::Stage::restore`] takes. It says nothing of what is in it but the tick.

use crate::{Error, machine};

/// Everything that the next ticks of a stage hang on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot(pub(crate) machine::Snapshot);

impl Snapshot {
    /// Ticks of the stage when it was taken.
    pub fn ticks(&self) -> u64 {
        self.0.ticks()
    }

    /// How many bytes it takes in memory, about.
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// As bytes that can be kept; they are the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// From bytes that were kept. Damaged ones are refused here or by [`crate::Stage::restore`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let read = machine::Snapshot::from_bytes(bytes);
        read.map(Self).map_err(|e| Error::Snapshot(e.to_string()))
    }
}
