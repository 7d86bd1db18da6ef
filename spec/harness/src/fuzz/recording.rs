//! Any bytes are refused as a recording with the line, or are run again.
//!
//! In: bytes. Out: a panic where a refusal has no line, or where a run does what none may do. They
//! are read as they are, and once more with the checksum of each line made to fit.

use std::fmt::Write as _;

use islay::session::record::Recording;
use islay::{Error, Stage};

use super::{judge, play};

/// A recording of more ticks is read and not run.
const TICKS: u64 = 200;

/// Reads and replays.
pub fn recording(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    again(&text);
    again(&sealed(&text));
}

fn again(text: &str) {
    let mut recording = match Recording::parse("any.rec", text) {
        Ok(recording) => recording,
        Err(Error::Input { line, reason, .. }) => {
            assert!(line >= 1 && !reason.is_empty(), "{line}: {reason}");
            return;
        }
        Err(other) => judge::broken(&format!("refused without a line: {other}")),
    };
    let scene = match recording.scene() {
        Ok(scene) => scene,
        Err(error) => return judge::refused(&error),
    };
    recording.is_of(&scene);
    let lines = text.lines().count() as u64;
    assert!(recording.ticks <= 60 * lines, "{} ticks in {lines} lines", recording.ticks);
    if recording.ticks > TICKS {
        return;
    }
    // what it was allowed is more than a run here may take
    recording.config.limits = play::limits();
    let recording = recording;
    let told = recording.replay(&scene, |stage: &Stage| {
        assert!(stage.ticks() <= recording.ticks, "it runs on behind its end");
    });
    if let Err(error) = told {
        judge::refused(&error);
    }
}

/// Each line with the checksum that fits.
fn sealed(text: &str) -> String {
    const FIELD: &str = ",\"c\":\"";
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    let mut out = String::new();
    for line in text.lines() {
        let open = line.rsplit_once(FIELD).map_or(line, |(open, _)| open);
        let open = open.strip_suffix('}').unwrap_or(open);
        for byte in open.bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        // into a text this cannot fail
        let _ = writeln!(out, "{open}{FIELD}{sum:016x}\"}}");
    }
    out
}
