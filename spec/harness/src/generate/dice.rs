//! A small generator of random numbers.
//!
//! In: a seed, or bytes that are the first choices. Out: numbers and choices, the same for the same
//! seed everywhere.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
    /// Choices that were made already, the last one first.
    chosen: Vec<u8>,
}

impl Dice {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Dice { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5eed, chosen: Vec::new() }
    }

    /// One whose first choices are these bytes, one each: what changes a byte changes a choice.
    pub fn of(choices: &[u8]) -> Self {
        Dice { chosen: choices.iter().rev().copied().collect(), ..Dice::new(choices.len() as u64) }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        match self.chosen.pop() {
            Some(byte) => u64::from(byte) << 56 | self.thrown() >> 8,
            None => self.thrown(),
        }
    }

    fn thrown(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 … n − 1.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.bits() >> 32) as usize * n.max(1)) >> 32
    }

    /// `low` … `high`, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    /// So many of a hundred.
    pub fn percent(&mut self, p: usize) -> bool {
        self.below(100) < p
    }

    /// One of some.
    pub fn pick<'t, T: ?Sized>(&mut self, some: &[&'t T]) -> &'t T {
        some[self.below(some.len())]
    }

    /// One of some that may be none.
    pub fn any<'s, T>(&mut self, some: &'s [T]) -> Option<&'s T> {
        if some.is_empty() { None } else { some.get(self.below(some.len())) }
    }

    /// One by weight; the index.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (i, w) in weights.iter().enumerate() {
            if at < *w {
                return i;
            }
            at -= w;
        }
        0
    }
}
