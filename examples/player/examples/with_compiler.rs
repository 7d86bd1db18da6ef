//! The same of a text, with the compiler in it: what the player is compared with in size.
//!
//! In: a scene, and how many ticks. Out: the hash of each tick, on stdout.

use std::io::{self, Write};
use std::path::Path;

use islay::{Config, Input, Scene, Stage};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: with_compiler SCENE.islay [TICKS]")?;
    let ticks: u64 = arguments.next().map_or(Ok(60), |n| n.parse())?;
    let mut stage = Stage::new(&Scene::open(Path::new(&file), None)?, Config::default());
    let mut out = io::stdout().lock();
    for tick in 1..=ticks {
        stage.tick(&Input::new());
        writeln!(out, "{tick} {:016x}", stage.hash())?;
        if stage.finished() {
            break;
        }
    }
    Ok(())
}
