//! Any bytes are refused as a snapshot, or go on.
//!
//! In: bytes, of which the first two tell the scene and the way: as they are; as a body with a
//! checksum that fits; as changes of a snapshot that was taken. Out: a panic where one that was
//! taken back does what none may do.

use std::sync::OnceLock;

use islay::{Scene, Snapshot, Stage};

use super::packed::closed;
use super::play::{config, go_on};
use crate::generate::{Dice, Program};

/// Bytes before the body.
const HEADER: usize = 28;

/// A scene, and snapshots of it.
struct Known {
    scene: Scene,
    taken: Vec<Vec<u8>>,
}

/// Some scenes with much in them, and one with little.
fn known() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let small = include_str!("../../../../examples/smallest/smallest.islay").to_owned();
        let doors = include_str!("../../../../examples/doors/doors.islay").to_owned();
        let random = [5, 8, 13, 21, 34].map(|seed| Program::new(seed).text());
        let texts = [small, doors].into_iter().chain(random);
        let scenes = texts.filter_map(|text| Scene::from_text("any.islay", &text).ok());
        scenes.map(taken).collect()
    })
}

fn taken(scene: Scene) -> Known {
    let after = |ticks| {
        let mut stage = Stage::new(&scene, config());
        go_on(&mut stage, &[ticks as u8; 40], ticks);
        stage.snapshot().to_bytes()
    };
    let taken = [0, 7, 30].map(after).to_vec();
    Known { scene, taken }
}

/// Reads, restores, goes on.
pub fn snapshot(bytes: &[u8]) {
    let Some(([which, way], rest)) = bytes.split_first_chunk() else { return };
    let known = known();
    let Some(Known { scene, taken }) = known.get(usize::from(*which) % known.len().max(1)) else {
        return;
    };
    let Some(own) = taken.get(usize::from(*way / 4) % taken.len().max(1)) else { return };
    let bytes = match way % 4 {
        0 => rest.to_vec(),
        1 => closed(own, rest),
        _ => closed(own, &patched(own.get(HEADER..).unwrap_or_default(), rest)),
    };
    let Ok(snapshot) = Snapshot::from_bytes(&bytes) else { return };
    let mut stage = Stage::new(scene, config());
    let before = stage.hash();
    if stage.restore(&snapshot).is_ok() {
        let taken = stage.snapshot();
        let mut other = Stage::new(scene, config());
        assert!(other.restore(&taken).is_ok(), "what was taken back is refused the second time");
        assert!(other.snapshot() == taken, "what was taken back twice is another");
        assert!(other.hash() == stage.hash(), "what was taken back twice has another hash");
        go_on(&mut stage, rest, 30);
    } else {
        assert!(stage.hash() == before, "a snapshot that was refused changed something");
        go_on(&mut stage, rest, 3);
    }
}

/// The body with some bytes changed, added or left out: four bytes say where and how.
fn patched(body: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut out = body.to_vec();
    for change in changes.chunks_exact(4).take(24) {
        let [a, b, how, byte] = [0, 1, 2, 3].map(|n| change.get(n).copied().unwrap_or(0));
        let at = usize::from(u16::from_le_bytes([a, b])) % out.len().max(1);
        match how % 4 {
            0 => out.insert(at.min(out.len()), byte),
            1 if at < out.len() => drop(out.remove(at)),
            _ => out.iter_mut().skip(at).take(1).for_each(|b| *b = byte),
        }
    }
    // other values in most places, so that most of it still fits
    let mut dice = Dice::of(changes);
    if dice.percent(10) {
        out.truncate(dice.below(out.len() + 1));
    }
    out
}
