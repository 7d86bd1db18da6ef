//! `islay trace`: what happens, tick by tick.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use islay::session::record::Recorder;
use islay::session::trace::{Shown, Teller, json};
use islay::{EventKind, Stage};

use super::console::{Console, Exit, Root, Stop};
use super::inputs::Inputs;

const EXAMPLES: &str = "\
Text shows an instance when something of it has changed. With --format json each tick is one
object with all instances; spec/commands.md names its fields.

Examples:
  islay trace hero.islay --ticks 30 --hold Left@1..10
  islay trace hero.islay --ticks 300 --only 'Hero.*' --every 10
  islay trace hero.islay --input keys.jsonl --format json | jq .events
  islay trace hero.islay --ticks 1000 --hash-only";

/// What to trace and what to show of it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene (`-`: stdin)
    scene: String,
    /// How many ticks
    #[arg(long, value_name = "N", default_value_t = 60)]
    ticks: u64,
    #[command(flatten)]
    inputs: Inputs,
    /// Only this instance; `PATH.*`: all below it too (repeatable)
    #[arg(long, value_name = "PATH")]
    only: Vec<String>,
    /// Only each K-th tick
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Only events, no instances
    #[arg(long)]
    events: bool,
    /// Only the hash of each tick
    #[arg(long, conflicts_with = "events")]
    hash_only: bool,
    /// `traps`: exit with 3 when a value or effect was refused
    #[arg(long, value_name = "WHAT", hide_possible_values = true)]
    deny: Option<Deny>,
    /// Writes a recording for `islay replay` and `islay diff`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    root: Root,
}

/// What is not forgiven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    Traps,
}

/// Runs the scene and shows its ticks.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let script = arguments.inputs.script()?;
    let scene = console.scene(&arguments.scene, &arguments.root)?;
    if scene.is_library() {
        console.note(&format!("`{}` has no group `main`: nothing is there to run", scene.name()));
    }
    let config = arguments.inputs.unseen(&arguments.root, !arguments.hash_only);
    let mut stage = Stage::new(&scene, config.clone());
    let mut recorder = match &arguments.record {
        Some(path) => Some(Recorder::new(create(path)?, &config, &stage)?),
        None => None,
    };
    let mut teller = Teller::default();
    let shown = shown(arguments);
    let mut traps = 0;
    let mut never_met = arguments.only.clone();
    for tick in 1..=arguments.ticks {
        let input = script.at(tick);
        stage.tick(&input);
        if let Some(recorder) = &mut recorder {
            recorder.tick(&input, &stage)?;
        }
        Shown::strike_out_living(&stage, &mut never_met);
        for path in stage.misses() {
            console.note(&format!("tick {tick}: no living instance is called `{path}`"));
        }
        traps += n_traps(&stage);
        if tick % arguments.every == 0 {
            match console.json() {
                true => console.line(&json(&stage, &shown))?,
                false => console.shown(&teller.tell(&stage, &shown))?,
            }
        }
        if stage.finished() {
            break;
        }
    }
    if let Some(recorder) = recorder {
        recorder.finish(&stage)?;
    }
    for only in never_met {
        console.note(&format!("no instance was called `{only}` in these ticks"));
    }
    Ok(if traps > 0 && arguments.deny.is_some() { Exit::Stopped } else { Exit::Good })
}

/// A recording is written line by line, so that it is there however the run ends.
pub fn create(path: &Path) -> Result<BufWriter<File>, Stop> {
    let file = File::create(path);
    let file = file.map_err(|e| Stop::Usage(format!("cannot write `{}`: {e}", path.display())))?;
    Ok(BufWriter::new(file))
}

/// The same for a scene that is played, if it is to be recorded.
pub fn recording(path: Option<&Path>) -> Result<Option<Box<dyn Write + Send>>, Stop> {
    let create = |path| Ok::<Box<dyn Write + Send>, Stop>(Box::new(create(path)?));
    path.map(create).transpose()
}

fn shown(arguments: &Arguments) -> Shown {
    Shown {
        only: arguments.only.clone(),
        instances: !arguments.events && !arguments.hash_only,
        events: !arguments.hash_only,
    }
}

/// Sites that trapped in the last tick.
pub fn n_traps(stage: &Stage) -> usize {
    stage.events().iter().filter(|e| matches!(e.kind, EventKind::Trap { .. })).count()
}
