//! A hash of plain numbers that is the same everywhere.
//!
//! In: 32- and 64-bit numbers and texts, in order. Out: 64 bits. It is no defence against
//! somebody who looks for collisions.

/// A running hash.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, v: u64) {
        let x = (self.0 ^ v).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.0 = x ^ (x >> 32);
    }

    /// Adds a text and its length.
    pub fn add_text(&mut self, text: &str) {
        self.add(text.len() as u64);
        for b in text.bytes() {
            self.add(u64::from(b));
        }
    }

    /// What it is now.
    pub fn finish(self) -> u64 {
        let x = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ (x >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_every_bit_count() {
        let of = |v: &[u64]| {
            let mut h = Hash::default();
            v.iter().for_each(|v| h.add(*v));
            h.finish()
        };
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[0]), of(&[1 << 63]));
        assert_ne!(of(&[]), of(&[0]));
    }
}
