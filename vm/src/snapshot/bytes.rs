//! Snapshots as bytes that can be kept: values in an [`Envelope`].
//!
//! In: a [`Snapshot`], or bytes of whatever origin. Out: the other. Values are believed as they
//! are: the world that takes them back judges them.

use super::{Snapshot, SnapshotError};
use crate::envelope::Envelope;

/// The header of every snapshot; a GiB is more than a million instances need.
const HEADER: Envelope = Envelope { mark: *b"ISLAYSNP", version: 2, largest: 1 << 30 };

impl Snapshot {
    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // into a vector of its own this cannot fail
        HEADER.close(&postcard::to_allocvec(self).unwrap_or_default())
    }

    /// From bytes; whether they fit a program is judged by the world that takes them back.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let body = HEADER.open(bytes).map_err(SnapshotError::Damaged)?;
        match postcard::take_from_bytes(body) {
            Ok((snapshot, [])) => Ok(snapshot),
            Ok(_) => Err(SnapshotError::Damaged("something follows it")),
            Err(_) => Err(SnapshotError::Damaged("its values cannot be read")),
        }
    }
}
