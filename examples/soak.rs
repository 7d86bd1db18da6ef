//! A scene that runs for very long, and the memory that it takes.
//!
//! In: a number of ticks (a million unless said otherwise). Out: the resident memory after the first
//! tenth and at the end, and exit code 1 when it grew by more than 1 MiB between. The scene forks,
//! ends, becomes, attaches, touches, sends, logs and calls a script all the time. Where the system
//! does not say how much memory a program has, this is told, and nothing is judged.
//!
//! `cargo run --release --example soak --features hooks`

use std::process::ExitCode;
use std::time::Instant;

use islay::{Config, Error, Files, Input, Key, Scene, Stage};

/// Most that may be added after the first tenth, in bytes.
pub const MOST: i64 = 1 << 20;

const TICKS: u64 = 1_000_000;
const SCENE: &str = include_str!("../spec/harness/soak/soak.islay");
const SCRIPT: &str = include_str!("../spec/harness/soak/soak.rhai");

fn main() -> ExitCode {
    let ticks = std::env::args().nth(1).map_or(Ok(TICKS), |word| word.parse());
    let Ok(ticks) = ticks else {
        eprintln!("a number of ticks is wanted, as in `soak 100000`");
        return ExitCode::from(2);
    };
    match soak(ticks) {
        Ok(Some(grown)) if grown > MOST => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(faults) => {
            eprintln!("{faults}");
            ExitCode::from(2)
        }
    }
}

/// Runs the scene and tells of it. By how many bytes memory grew after the first tenth, where the
/// system says so.
pub fn soak(ticks: u64) -> Result<Option<i64>, Error> {
    let files = Files::from_texts([("soak.islay", SCENE), ("soak.rhai", SCRIPT)]);
    let scene = Scene::load("soak.islay", &files)?;
    let mut stage = Stage::new(&scene, Config::default());
    let began = Instant::now();
    run(&mut stage, ticks / 10);
    let early = tell(&stage, began);
    run(&mut stage, ticks - ticks / 10);
    let late = tell(&stage, began);
    Ok(match (early, late) {
        (Some(early), Some(late)) => {
            println!("grown by {:+.1} KiB", (late - early) as f64 / 1024.0);
            Some(late - early)
        }
        _ => {
            println!("this system does not say how much memory a program has: nothing is judged");
            None
        }
    })
}

/// Ticks with a key that goes down and up now and then.
fn run(stage: &mut Stage, ticks: u64) {
    let (idle, held) = (Input::new(), Input::new().hold(Key::SPACE));
    for _ in 0..ticks {
        let input = if stage.ticks() % 64 < 3 { &held } else { &idle };
        stage.tick(input);
    }
}

/// Prints where it stands; the memory that it has.
fn tell(stage: &Stage, began: Instant) -> Option<i64> {
    let made = stage.instances().map(|one| one.id).max().unwrap_or(0);
    let (ticks, alive, seconds) = (stage.ticks(), stage.n_instances(), began.elapsed().as_secs());
    let memory = resident();
    let shown = memory.map_or("?".to_owned(), |bytes| format!("{:.1}", bytes as f64 / 1024.0));
    println!("{ticks} ticks in {seconds} s: {shown} KiB, {made} instances made, {alive} alive");
    memory
}

/// The resident memory of this program in bytes, where `/proc` tells it.
fn resident() -> Option<i64> {
    let facts = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = facts.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: i64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}
