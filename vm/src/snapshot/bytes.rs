//! Snapshots as bytes that can be kept: a header, then the values.
//!
//! In: a [`Snapshot`], or bytes of whatever origin. Out: the other. The header has a mark, the
//! version of the form, the length of what follows and its checksum; what does not fit it is
//! refused before anything is decoded, and so is what would be larger than a snapshot can be.

use super::{Snapshot, SnapshotError};
use crate::hash::Hash;

/// The first bytes of every snapshot.
const MARK: [u8; 8] = *b"ISLAYSNP";
/// The form of what follows; another one is refused.
const VERSION: u32 = 2;
const HEADER: usize = 28;
/// Most bytes of a snapshot: more than a million instances need.
const LARGEST: u64 = 1 << 30;

impl Snapshot {
    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // into a vector of its own this cannot fail
        let body = postcard::to_allocvec(self).unwrap_or_default();
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MARK);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// From bytes; whether they fit a program is judged by the world that takes them back.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let damaged = |what| Err(SnapshotError::Damaged(what));
        let Some((header, body)) = bytes.split_at_checked(HEADER) else {
            return damaged("it is too short");
        };
        if header[..8] != MARK {
            return damaged("it does not begin like one");
        }
        if number(&header[8..12]) != u64::from(VERSION) {
            return damaged("it was written by another version");
        }
        let length = number(&header[12..20]);
        if length > LARGEST {
            return damaged("it is larger than a snapshot can be");
        }
        if length != body.len() as u64 {
            return damaged("its length is another than it says");
        }
        if number(&header[20..28]) != checksum(body) {
            return damaged("its checksum does not fit");
        }
        match postcard::take_from_bytes(body) {
            Ok((snapshot, [])) => Ok(snapshot),
            Ok(_) => damaged("something follows it"),
            Err(_) => damaged("its values cannot be read"),
        }
    }
}

/// Little-endian.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b))
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = Hash::default();
    hash.add(bytes.len() as u64);
    bytes.chunks(8).for_each(|chunk| hash.add(number(chunk)));
    hash.finish()
}
