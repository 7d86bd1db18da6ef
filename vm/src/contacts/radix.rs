//! Sorting by whole numbers in a few passes.
//!
//! In: items with a key of so many bits. Out: the same, ascending; those of one key keep their
//! order. It keeps its memory for the next time.

/// A number to sort by and what it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keyed {
    /// Sorted by this.
    pub key: u64,
    /// An index of something.
    pub index: u32,
}

/// Up to this many a plain sort is faster.
const FEW: usize = 64;
/// Bits of the widest digit.
const DIGIT: u32 = 11;

/// The memory of the passes.
#[derive(Debug, Default)]
pub struct Radix {
    spare: Vec<Keyed>,
    counts: Vec<u32>,
}

impl Radix {
    /// Sorts items whose keys are at most `greatest`.
    pub fn sort(&mut self, items: &mut Vec<Keyed>, greatest: u64) {
        if items.len() <= FEW {
            items.sort_by_key(|item| item.key);
            return;
        }
        let bits = (u64::BITS - greatest.leading_zeros()).max(1);
        let passes = bits.div_ceil(DIGIT);
        let digit = bits.div_ceil(passes);
        for pass in 0..passes {
            self.pass(items, pass * digit, digit);
        }
    }

    fn pass(&mut self, items: &mut Vec<Keyed>, shift: u32, digit: u32) {
        let mask = (1u64 << digit) - 1;
        let of = |item: &Keyed| ((item.key >> shift) & mask) as usize;
        self.counts.clear();
        self.counts.resize(1 << digit, 0);
        for item in items.iter() {
            self.counts[of(item)] += 1;
        }
        let mut next = 0;
        for count in &mut self.counts {
            next += std::mem::replace(count, next);
        }
        self.spare.resize(items.len(), Keyed::default());
        for item in items.iter() {
            let place = &mut self.counts[of(item)];
            self.spare[*place as usize] = *item;
            *place += 1;
        }
        std::mem::swap(items, &mut self.spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(keys in prop::collection::vec(0u64..1 << 40, 0..300), shift in 0..40) {
            let mut items: Vec<Keyed> = Vec::new();
            for (index, key) in keys.iter().enumerate() {
                items.push(Keyed { key: key >> shift, index: index as u32 });
            }
            let mut expected = items.clone();
            expected.sort();
            Radix::default().sort(&mut items, u64::MAX >> (24 + shift));
            prop_assert_eq!(items, expected);
        }
    }
}
