//! Lines of a recording, and the checksum that runs through them.
//!
//! A line is an object whose last field is `"c"`: the checksum of everything before it, this line
//! included. So a line that is changed, added, left out or moved is found where it stands.

/// What is appended to a line.
const FIELD: &str = ",\"c\":\"";

/// FNV-1a over all that was seen so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checksum(u64);

impl Checksum {
    /// Before the first line.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// That of bytes alone.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::new();
        sum.eat(bytes);
        sum.0
    }

    fn eat(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The line of an object, sealed, with its line break.
    pub fn seal(&mut self, object: &str) -> String {
        let open = object.strip_suffix('}').unwrap_or(object);
        self.eat(open.as_bytes());
        format!("{open}{FIELD}{:016x}\"}}\n", self.0)
    }

    /// The object of a sealed line (without its line break), if it is what was written.
    pub fn open(&mut self, line: &str) -> Option<String> {
        let (open, rest) = line.rsplit_once(FIELD)?;
        self.eat(open.as_bytes());
        (rest == format!("{:016x}\"}}", self.0)).then(|| format!("{open}}}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_opens_in_the_same_order_only() {
        let mut seal = Checksum::new();
        let lines = [r#"{"a":1}"#, r#"{"b":",\"c\":\""}"#].map(|l| seal.seal(l));
        let mut open = Checksum::new();
        assert_eq!(open.open(lines[0].trim_end()).as_deref(), Some(r#"{"a":1}"#));
        assert_eq!(open.open(lines[1].trim_end()).as_deref(), Some(r#"{"b":",\"c\":\""}"#));
        assert_eq!(Checksum::new().open(lines[1].trim_end()), None);
    }

    #[test]
    fn every_flipped_bit_is_found() {
        let line = Checksum::new().seal(r#"{"tick":3,"press":"Left"}"#);
        let line = line.trim_end();
        for at in 0..line.len() {
            for bit in 0..7 {
                let mut bytes = line.as_bytes().to_vec();
                bytes[at] ^= 1 << bit;
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                assert_eq!(Checksum::new().open(&changed), None, "{changed}");
            }
        }
    }
}
