//! The virtual machine, as the facade uses it.
//!
//! In: nothing. Out: its names in one place; those of hosts are given on by the library.

pub(crate) use islay_vm::limits::Config as WorldConfig;
pub use islay_vm::limits::{LIMITS, Limit, Limits};
pub(crate) use islay_vm::snapshot::Snapshot;
pub(crate) use islay_vm::world::{AdoptReport, InstanceView, Value as ViewValue, World};
