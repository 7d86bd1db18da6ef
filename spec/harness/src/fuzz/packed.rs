//! Any bytes are refused as a compiled scene with a reason, or run.
//!
//! In: bytes, of which the first tells the way: a compiled scene as it is; a body with a checksum
//! that fits; changes of the program of an example, or of the whole of it. Out: a panic where one
//! that is taken does what none may do.

use std::sync::OnceLock;

use islay::Scene;
use islay_vm::envelope::Envelope;

use super::compiled::{changed, try_bytes};
use super::{judge, play};
use crate::generate::{Dice, Program};

/// Bytes before the body.
const HEADER: usize = 28;
const PROGRAM: [u8; 8] = *b"ISLAYPRG";

/// Compiled scenes, with much in them and with little.
fn known() -> &'static [Vec<u8>] {
    static KNOWN: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let examples = [
            include_str!("../../../../examples/smallest/smallest.islay"),
            include_str!("../../../../examples/hero/hero.islay"),
            include_str!("../../../../examples/doors/doors.islay"),
        ];
        let random = [3, 7, 11, 19].map(|seed| Program::new(seed).text());
        let texts = examples.map(str::to_owned).into_iter().chain(random);
        texts
            .filter_map(|text| Scene::from_text("any.islay", &text).ok()?.to_compiled().into())
            .collect()
    })
}

/// Reads and runs.
pub fn compiled(bytes: &[u8]) {
    let Some((way, rest)) = bytes.split_first() else { return };
    let Some((which, choices)) = rest.split_first() else { return scene(bytes, &[]) };
    let known = known();
    let Some(own) = known.get(usize::from(*which) % known.len().max(1)) else { return };
    match way {
        b's' => scene(&closed(own, rest), choices),
        b'c' => scene(&changed(own, &mut Dice::of(choices)), choices),
        b'p' => of_program(&changed(program(own), &mut Dice::of(choices))),
        b'b' => of_program(&closed(program(own), choices)),
        _ => scene(bytes, bytes),
    }
}

fn of_program(bytes: &[u8]) {
    if let Err(error) = try_bytes(bytes) {
        assert!(!error.to_string().is_empty(), "refused without a reason");
    }
}

fn scene(bytes: &[u8], choices: &[u8]) {
    match Scene::from_compiled(bytes) {
        Ok(scene) => play::go_on(&mut islay::Stage::new(&scene, play::config()), choices, 20),
        Err(error) => judge::refused(&error),
    }
}

/// The bytes of the program in a compiled scene: from its mark on, as many as its header says.
fn program(scene: &[u8]) -> &[u8] {
    let at = scene.windows(PROGRAM.len()).position(|bytes| *bytes == PROGRAM).unwrap_or(0);
    let bytes = scene.get(at..).unwrap_or_default();
    let length = bytes.get(12..20).and_then(|n| n.try_into().ok()).map_or(0, u64::from_le_bytes);
    let length = usize::try_from(length).unwrap_or(0);
    bytes.get(..HEADER.saturating_add(length)).unwrap_or(bytes)
}

/// A body with the mark and version of another, and a checksum that fits.
pub(super) fn closed(own: &[u8], body: &[u8]) -> Vec<u8> {
    let mut mark = [0; 8];
    mark.iter_mut().zip(own).for_each(|(to, from)| *to = *from);
    let version = own.get(8..12).and_then(|v| v.try_into().ok()).map_or(0, u32::from_le_bytes);
    Envelope { mark, version, largest: u64::MAX }.close(body)
}
