//! Files that are broken at random: an error or a model, never a panic, never long.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::read;

/// A generator of numbers; the same ones each time.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below.max(1) as u64) as usize
    }
}

/// Breaks a file in one to four places.
fn broken(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=dice.throw(4) {
        let at = dice.throw(out.len());
        let end = (at + 1 + dice.throw(40)).min(out.len());
        match dice.throw(7) {
            0 => drop(out.drain(at..end)),
            1 => {
                let part = out[at..end].to_vec();
                out.splice(at..at, part);
            }
            2 => out[at] ^= 1 << dice.throw(8),
            3 => out[at] = b" <>&\"'/#-0123456789.eNI"[dice.throw(23)],
            4 => out.truncate(at.max(1)),
            5 => {
                let from = dice.throw(out.len());
                let part = out[from..(from + 60).min(out.len())].to_vec();
                out.splice(at..at, part);
            }
            // a number becomes another one
            _ => {
                if let Some(digit) = out[at..].iter().position(u8::is_ascii_digit) {
                    let value = ["-1", "NaN", "99999999999", "1e39", "", "0"][dice.throw(6)];
                    out.splice(at + digit..=at + digit, value.bytes());
                }
            }
        }
        if out.is_empty() {
            out.push(b'<');
        }
    }
    out
}

fn files() -> Vec<Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let folders = [
        "dae/collada-cts",
        "dae/collada-cts-15",
        "dae/gz-common",
        "dae/pycollada",
        "dae/collada-dae-parser",
        "malformed_dae/gz-common",
    ];
    let entries = folders.iter().flat_map(|f| std::fs::read_dir(corpus.join(f)).unwrap());
    let mut paths: Vec<_> = entries.map(|e| e.unwrap().path()).collect();
    paths.sort();
    let bytes = paths.iter().filter(|p| p.extension().is_some_and(|e| e == "dae"));
    bytes.map(|p| std::fs::read(p).unwrap()).filter(|b| b.len() < 16_384).collect()
}

#[test]
fn broken_files_are_refused_or_read_but_never_stop_the_program() {
    let rounds = std::env::var("ISLAY_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let mut dice = Dice(0x15_1A_9E);
    let files = files();
    assert!(files.len() >= 15);
    let (mut good, mut bad) = (0, 0);
    for bytes in &files {
        for _ in 0..rounds {
            let text = broken(bytes, &mut dice);
            let start = Instant::now();
            match read(&text) {
                Ok(loaded) => {
                    good += 1;
                    let finite = |m: &islay_assets::model::Mesh| {
                        m.positions.iter().flatten().all(|c| c.is_finite())
                    };
                    assert!(loaded.model.pieces.iter().all(|p| finite(&p.mesh)));
                    for piece in &loaded.model.pieces {
                        assert!(
                            piece.mesh.triangles.iter().all(|t| piece.mesh.corners(*t).is_some())
                        );
                    }
                }
                Err(e) => {
                    bad += 1;
                    assert!(e.at.is_some(), "{e}");
                }
            }
            assert!(start.elapsed() < Duration::from_secs(1), "{}", String::from_utf8_lossy(&text));
        }
    }
    assert!(good > 0 && bad > 0, "{good} {bad}");
}
