//! Changed files: whatever becomes of the bytes, there is a model or an error, and soon.

use std::time::{Duration, Instant};

use super::*;

/// A sequence of numbers that is the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

const FILES: [(&[u8], Kind); 4] = [
    (include_bytes!("../../../tests/corpus/gltf/box_sparse.glb"), Kind::Glb),
    (include_bytes!("../../../tests/corpus/gltf/SimpleSkin.gltf"), Kind::Gltf),
    (include_bytes!("../../../tests/corpus/gltf/box_animated.gltf"), Kind::Gltf),
    (include_bytes!("../../../tests/corpus/gltf/Fox.glb"), Kind::Glb),
];

/// Reads it; if that is an error, it is one that can be shown.
fn survive(bytes: &[u8], kind: Kind, what: &str) {
    let started = Instant::now();
    if let Err(error) = crate::gltf::read(bytes, kind, &Folder::default()) {
        let text = error.to_string();
        assert!(!error.message.is_empty() && !text.contains('\n'), "{what}: {text:?}");
        assert!(error.at.is_some() || error.element.is_some(), "{what}: {text} has no place");
    }
    assert!(started.elapsed() < Duration::from_secs(1), "{what} took {:?}", started.elapsed());
}

#[test]
fn changed_bytes_are_survived() {
    let mut dice = Dice(1);
    for (n, (bytes, kind)) in FILES.into_iter().enumerate() {
        // large files are mostly numbers that say little
        for round in 0..if bytes.len() > 100_000 { 40 } else { 500 } {
            let mut changed = bytes.to_vec();
            for _ in 0..=dice.below(4) {
                let at = dice.below(changed.len());
                changed[at] = dice.below(256) as u8;
            }
            survive(&changed, kind, &format!("file {n}, round {round}"));
        }
    }
}

#[test]
fn numbers_that_are_replaced_are_survived() {
    let wild = [
        "-1",
        "0",
        "1",
        "7",
        "255",
        "65536",
        "4294967295",
        "4294967296",
        "1e30",
        "1e300",
        "18446744073709551615",
        "null",
        "[]",
        "{}",
        "\"x\"",
        "0.5",
        "-0",
    ];
    let mut dice = Dice(2);
    for (n, (bytes, _)) in FILES.into_iter().filter(|(_, k)| *k == Kind::Gltf).enumerate() {
        let text = std::str::from_utf8(bytes).unwrap();
        let ends = |c: char| !(c.is_ascii_digit() || ".-+eE".contains(c));
        let numbers: Vec<usize> = text
            .char_indices()
            .filter(|(i, c)| c.is_ascii_digit() && text[..*i].ends_with([' ', ':', '[', ',']))
            .map(|(i, _)| i)
            .collect();
        for round in 0..600 {
            let at = numbers[dice.below(numbers.len())];
            let end = text[at..].find(ends).map_or(text.len(), |e| at + e);
            let changed = [&text[..at], wild[dice.below(wild.len())], &text[end..]].concat();
            survive(changed.as_bytes(), Kind::Gltf, &format!("file {n}, round {round}"));
        }
    }
}

#[test]
fn files_that_are_cut_or_doubled_are_survived() {
    let mut dice = Dice(3);
    for (n, (bytes, kind)) in FILES.into_iter().enumerate() {
        for round in 0..if bytes.len() > 100_000 { 20 } else { 200 } {
            let (a, b) = (dice.below(bytes.len()), dice.below(bytes.len()));
            let (a, b) = (a.min(b), a.max(b));
            let changed = match round % 3 {
                0 => bytes[..a].to_vec(),
                1 => [&bytes[..a], &bytes[b..]].concat(),
                _ => [&bytes[..b], &bytes[a..]].concat(),
            };
            survive(&changed, kind, &format!("file {n}, round {round}"));
        }
    }
}
