//! Which signs a text in the scene can be written with.
//!
//! In: a char. Out: whether the renderer's font has it. The font itself is not seen from here; a
//! test of the specification holds the two equal.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Signs of which the font has all between two.
const RANGES: [RangeInclusive<char>; 9] = [
    '\t'..='\n',
    '\r'..='\r',
    ' '..='~',
    '\u{a0}'..='ſ',
    '\u{3000}'..='。',
    '「'..='』',
    'ぁ'..='ゖ',
    '゛'..='ゞ',
    'ァ'..='ヾ',
];

/// Full-width ASCII.
const WIDE: RangeInclusive<char> = '！'..='～';

/// Signs that stand alone.
const OTHERS: &str = "ȷˆˇˋ˘˙˚˛˜˝‐‑–—‘’‚“”„†•…‰‹›€←↑→↓↔↕−√∞≈≠≤≥■□▲△▶▼◀○●★☆♡♥♪✓✗々〇〜";

/// Whether the font has the sign.
pub fn covered(sign: char) -> bool {
    let within = |range: &RangeInclusive<char>| range.contains(&sign);
    RANGES.iter().any(within) || within(&WIDE) || OTHERS.contains(sign)
}

/// The signs of a text that the font has not, each once.
pub(super) fn missing<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<char> {
    let mut seen = BTreeSet::new();
    texts.flat_map(str::chars).filter(|c| !covered(*c) && seen.insert(*c)).collect()
}
