//! Plays a compiled scene without the compiler: the machine, its scripts, and nothing else.
//!
//! In: a file that `islay build` made, and how many ticks. Out: the hash of each tick and what the
//! scene logs, on stdout; exit code 2 where the file is none. No key is ever down: what a program
//! with a window would add is an `Input` for each tick, and pictures of `World::frame` with the
//! models of `Compiled::library`.
//!
//! Stripped, of the profile `release` on x86-64 Linux, it has 4,638,512 bytes; the same with the
//! compiler in it (`examples/with_compiler.rs`, without readers of models) has 7,391,368.
//!
//!     islay build hero.islay
//!     cargo run -p islay-player -- hero.islayc 60

use std::io::{self, Write};
use std::process::ExitCode;

use islay_assets::compiled::Compiled;
use islay_hooks::Scripts;
use islay_vm::event::EventKind;
use islay_vm::input::Input;
use islay_vm::limits::Config;
use islay_vm::world::World;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next();
    let ticks = arguments.next().map_or(Ok(60), |n| n.parse());
    let (Some(file), Ok(ticks)) = (file, ticks) else {
        eprintln!("usage: islay-player FILE.islayc [TICKS]");
        return ExitCode::from(2);
    };
    let world = match open(&file) {
        Ok(world) => world,
        Err(why) => {
            eprintln!("error: cannot read `{file}`: {why}");
            return ExitCode::from(2);
        }
    };
    // whoever reads no further wants no more
    let _ = play(world, ticks);
    ExitCode::SUCCESS
}

/// The scene in a file, before its first tick.
fn open(file: &str) -> Result<World, String> {
    let bytes = std::fs::read(file).map_err(|e| e.to_string())?;
    let Compiled { program, scripts, .. } =
        Compiled::from_bytes(&bytes).map_err(|e| e.to_string())?;
    Ok(World::with_hooks(program, Config::default(), Scripts::of(&scripts)?))
}

/// So many ticks, or fewer if the scene ends itself.
fn play(mut world: World, ticks: u64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for tick in 1..=ticks {
        world.tick(&Input::default());
        writeln!(out, "{tick} {:016x}", world.hash())?;
        for event in world.events() {
            if let EventKind::Log { text } = &event.kind {
                writeln!(out, "  {} says {text}", event.path)?;
            }
        }
        if world.finished() {
            break;
        }
    }
    Ok(())
}
