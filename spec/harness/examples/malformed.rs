//! Writes the files of `spec/malformed` that are sound ones spoiled: cut off, bits flipped, bytes
//! added and left out, words exchanged.
//!
//! In: nothing. Out: the files; the same ones each time. Files that were found elsewhere or by hand
//! lie there too and stay. `UPDATE_EXPECT=1 cargo test -p islay-spec --test malformed` writes down
//! what becomes of them.

use std::fs;
use std::io;

use islay::session::record::Recorder;
use islay::{Config, Input, Key, Scene, Stage};
use islay_spec::generate::Dice;
use islay_spec::tree;
use islay_vm::envelope::Envelope;

/// Sound files: the kind, how many spoiled ones are made of each, and where they lie.
const SOUND: &[(&str, usize, &[&str])] = &[
    (
        "islay",
        18,
        &[
            "examples/smallest/smallest.islay",
            "examples/solar/solar.islay",
            "examples/clock/clock.islay",
            "examples/pong/pong.islay",
            "examples/hero/hero.islay",
            "examples/doors/doors.islay",
        ],
    ),
    (
        "3di",
        16,
        &[
            "spec/import/become.3di",
            "spec/import/members.3di",
            "spec/import/names.3di",
            "spec/import/walls.3di",
            "spec/import/gun.3di",
        ],
    ),
    (
        "dae",
        14,
        &[
            "spec/import/cube.dae",
            "spec/import/arms.dae",
            "assets/tests/corpus/dae/pycollada/tristrips.dae",
            "assets/tests/corpus/dae/gz-common/box.dae",
            "assets/tests/corpus/dae/husky/top_plate.dae",
            "assets/tests/corpus/dae/collada-cts/z_up.dae",
        ],
    ),
    ("gltf", 50, &["assets/tests/corpus/gltf/SimpleSkin.gltf"]),
    ("glb", 50, &["assets/tests/corpus/gltf/box_sparse.glb"]),
    (
        "png",
        14,
        &[
            "spec/harness/src/fuzz/dot.png",
            "assets/tests/pictures/two.png",
            "assets/tests/pictures/interlaced.png",
        ],
    ),
    (
        "jpg",
        14,
        &[
            "assets/tests/pictures/baseline.jpg",
            "assets/tests/pictures/grey.jpg",
            "assets/tests/pictures/progressive.jpg",
        ],
    ),
    ("rhai", 50, &["examples/fireflies/fireflies.rhai"]),
];

fn main() -> io::Result<()> {
    let mut written = 0;
    for (kind, n, paths) in SOUND {
        for path in *paths {
            let bytes = fs::read(tree::root().join(path))?;
            let stem = path.rsplit('/').next().and_then(|name| name.split('.').next());
            written += spoil(kind, stem.unwrap_or("any"), *n, &bytes)?;
        }
    }
    let text = fs::read_to_string(tree::root().join("examples/smallest/smallest.islay"))?;
    if let Ok(scene) = Scene::from_text("smallest.islay", &text) {
        written += spoil("recording", "smallest", 40, &recorded(&scene)?)?;
        let mut stage = Stage::new(&scene, Config::default());
        (0..40).for_each(|_| stage.tick(&Input::new()));
        written += sealed("snapshot", "smallest", 40, &stage.snapshot().to_bytes())?;
        written += sealed("compiled", "smallest", 40, &scene.to_compiled())?;
    }
    println!("{written} files");
    Ok(())
}

/// A short recording with a key in it.
fn recorded(scene: &Scene) -> io::Result<Vec<u8>> {
    let config = Config::default();
    let mut stage = Stage::new(scene, config.clone());
    let mut recorder = Recorder::new(Vec::new(), &config, &stage)?;
    for tick in 0..130 {
        let input = if tick % 50 == 7 { Input::new().hold(Key::SPACE) } else { Input::new() };
        stage.tick(&input);
        recorder.tick(&input, &stage)?;
    }
    recorder.finish(&stage)
}

/// Writes spoiled ones.
fn spoil(kind: &str, stem: &str, n: usize, bytes: &[u8]) -> io::Result<usize> {
    for number in 0..n {
        let mut dice = Dice::new(number as u64 * 31 + bytes.len() as u64);
        let (how, spoiled) = spoiled(bytes, number, &mut dice);
        write(kind, &format!("{stem}-{how}-{number:02}"), &spoiled)?;
    }
    Ok(n)
}

/// The same, every other one with a checksum that fits.
fn sealed(kind: &str, stem: &str, n: usize, bytes: &[u8]) -> io::Result<usize> {
    const HEADER: usize = 28;
    spoil(kind, stem, n / 2, bytes)?;
    let Some((header, body)) = bytes.split_at_checked(HEADER) else { return Ok(n / 2) };
    let mut mark = [0; 8];
    mark.iter_mut().zip(header).for_each(|(to, from)| *to = *from);
    let version = header.get(8..12).and_then(|v| v.try_into().ok()).map_or(0, u32::from_le_bytes);
    let envelope = Envelope { mark, version, largest: u64::MAX };
    for number in 0..n - n / 2 {
        let (how, body) = spoiled(body, number, &mut Dice::new(number as u64 + 7000));
        write(kind, &format!("{stem}-sealed-{how}-{number:02}"), &envelope.close(&body))?;
    }
    Ok(n)
}

fn write(kind: &str, stem: &str, bytes: &[u8]) -> io::Result<()> {
    let folder = tree::root().join("spec/malformed").join(kind);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("{stem}.{kind}")), bytes)
}

/// Spoiled in one of the ways, and which.
fn spoiled(bytes: &[u8], number: usize, dice: &mut Dice) -> (&'static str, Vec<u8>) {
    let mut out = bytes.to_vec();
    let at = dice.below(out.len());
    let how = match number % 7 {
        0 => {
            out.truncate(at);
            "cut"
        }
        1 => {
            out.iter_mut().skip(at).take(1).for_each(|b| *b ^= 1 << dice.below(8));
            "flipped"
        }
        2 => {
            for _ in 0..8 {
                let at = dice.below(out.len());
                out.iter_mut().skip(at).take(1).for_each(|b| *b = dice.below(256) as u8);
            }
            "noise"
        }
        3 => {
            let to = (at + 1 + dice.below(40)).min(out.len());
            out.drain(at..to);
            "hole"
        }
        4 => {
            let to = (at + 1 + dice.below(60)).min(out.len());
            let piece = out[at..to].to_vec();
            let to = dice.below(out.len());
            out.splice(to..to, piece);
            "twice"
        }
        5 => {
            numbers(&mut out, dice);
            "numbers"
        }
        _ => {
            let to = (at + 1 + dice.below(6)).min(out.len());
            let odd: [&[u8]; 6] =
                [b"\0\0\0\0", b"\xff\xfe\xfd", b"<<{{((", b"\x1b[31m", b"1e39", b"-1"];
            out.splice(at..to, odd[dice.below(odd.len())].to_vec());
            "odd"
        }
    };
    (how, out)
}

/// Some numbers of a text become others; bytes of others become large.
fn numbers(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let begins = |at: usize, bytes: &[u8]| {
        bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
    };
    for _ in 0..3 {
        let places: Vec<usize> = (0..bytes.len()).filter(|at| begins(*at, bytes)).collect();
        let Some(at) = dice.any(&places).copied() else { return };
        let length = bytes[at..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
        let other =
            dice.pick(&["-1", "0", "99999999999", "1e39", "NaN", "0.0.1", "x", "4294967295"]);
        bytes.splice(at..at + length, other.bytes());
    }
}
