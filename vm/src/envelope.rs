//! Bytes that are kept: a header, then what they are about.
//!
//! In: a body, or bytes of whatever origin. Out: the other. The header has a mark, the version of
//! the body's form, the body's length and its checksum; what does not fit it is refused before
//! anything is decoded, and so is what is larger than a body of that kind can be. A checksum finds
//! accidents, not intent: who decodes the body believes nothing that is in it.

use crate::hash::Hash;

const HEADER: usize = 28;

/// Why bytes of another version are refused.
pub const OTHER_VERSION: &str = "it was written by another version";

/// The header of one kind of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Envelope {
    /// The first bytes.
    pub mark: [u8; 8],
    /// The form of the body; another one is refused.
    pub version: u32,
    /// Most bytes of a body.
    pub largest: u64,
}

impl Envelope {
    /// Puts a header before a body.
    pub fn close(&self, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(self.mark);
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(checksum(body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Whether bytes begin like one, so that they are meant to be one.
    pub fn is_on(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(&self.mark)
    }

    /// The body behind a header that fits; a reason in few words if it does not.
    pub fn open<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], &'static str> {
        let Some((header, body)) = bytes.split_at_checked(HEADER) else {
            return Err("it is too short");
        };
        if !self.is_on(header) {
            return Err("it does not begin like one");
        }
        if number(&header[8..12]) != u64::from(self.version) {
            return Err(OTHER_VERSION);
        }
        let length = number(&header[12..20]);
        if length > self.largest {
            return Err("it is larger than one can be");
        }
        if length != body.len() as u64 {
            return Err("its length is another than it says");
        }
        match number(&header[20..28]) == checksum(body) {
            true => Ok(body),
            false => Err("its checksum does not fit"),
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

#[cfg(test)]
mod tests {
    use super::*;

    const LETTER: Envelope = Envelope { mark: *b"LETTER\0\0", version: 3, largest: 64 };

    #[test]
    fn what_was_closed_is_opened_again() {
        for body in [&b""[..], b"a", b"a body of some length"] {
            assert_eq!(LETTER.open(&LETTER.close(body)), Ok(body));
        }
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_found() {
        let whole = LETTER.close(b"a body of some length");
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(LETTER.open(&bytes).is_err(), "bit {bit}");
        }
        for end in 0..whole.len() {
            assert!(LETTER.open(&whole[..end]).is_err(), "{end} bytes");
        }
    }

    #[test]
    fn it_says_what_does_not_fit() {
        let other = Envelope { version: 4, ..LETTER };
        assert_eq!(LETTER.open(&other.close(b"x")), Err(OTHER_VERSION));
        let huge = LETTER.close(&[0; 65]);
        assert_eq!(LETTER.open(&huge), Err("it is larger than one can be"));
    }
}
