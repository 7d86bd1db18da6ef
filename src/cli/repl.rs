//! `islay repl`: a conversation with a scene that runs.
//!
//! In: a scene, and what is typed at a terminal, or a script. Out: answers. The conversation itself
//! is the library's; here are the terminal, the files, Ctrl-C and the window beside it.

mod attended;
#[cfg(feature = "window")]
mod beside;
mod entries;
mod lend;
mod line;
mod plan;
mod seat;
mod sources;
mod talk;
mod unattended;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, mpsc};

use clap::Args;

use super::console::{Console, Exit, Root, Stop};
use super::inputs::Inputs;
use super::interrupt::Interrupt;
use super::run::{self, screenshot};
use super::size::Size;
use line::{Known, Reader};
pub use plan::{Entries, Place, Plan};
use seat::{Mouth, Seat};
use talk::{Home, Talk};

const EXAMPLES: &str = "\
Everything that the language has can be typed, and `:help` names the commands. Tab completes,
Ctrl-C stops a run, Ctrl-D leaves; what was typed is found again in the next session.

Examples:
  islay repl hero.islay
  islay repl hero.islay --window
  islay repl hero.islay --script steps.txt --keep-going
  echo ':run 30' | islay repl hero.islay";

/// What to talk to.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene [default: an empty one]
    scene: Option<String>,
    /// Opens a window beside it
    #[arg(long)]
    window: bool,
    /// Reads entries from a file instead of the terminal
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Goes on after an error in a script; it is 1 all the same
    #[arg(long)]
    keep_going: bool,
    /// Keeps the scene as it is when its files change
    #[arg(long)]
    no_watch: bool,
    /// Size of the window
    #[arg(long, value_name = "WxH", requires = "window")]
    size: Option<Size>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    root: Root,
}

/// Talks.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let Arguments { scene, window, script, keep_going, no_watch, size, inputs, root } = arguments;
    let entries = Entries::of(script.as_deref(), *keep_going);
    let place = Place { path: scene.as_deref(), root, watched: !no_watch, window: *window };
    let (opened, sources) = place.open(&entries, console)?;
    let plan = Plan {
        path: scene.clone(),
        scene: opened,
        sources,
        config: inputs.config(root, false),
        script: inputs.script()?,
        entries,
        window: *window,
        paused: true,
        size: *size,
        until: None,
        record: None,
        screenshot: None,
    };
    talk(plan, console)
}

/// Talks as planned: beside a window where one is wanted and there is a display.
pub fn talk(plan: Plan, console: &mut Console) -> Result<Exit, Stop> {
    console.flush()?;
    if !plan.window {
        return alone(plan, console);
    }
    #[cfg(feature = "window")]
    return beside::talk(plan, console);
    #[cfg(not(feature = "window"))]
    {
        console.note("no window: this program was built without");
        alone(plan, console)
    }
}

/// Talks without a window.
fn alone(plan: Plan, console: &mut Console) -> Result<Exit, Stop> {
    let home = Home::Here(Box::new(plan.play()?));
    let repl = Arc::new(Mutex::new(plan.repl(console)));
    let greeting = plan.greeting();
    let seat = |mouth, interrupt| Seat::new(mouth, plan.sources.clone(), interrupt, None);
    let (exit, home) = match &plan.entries {
        Entries::Read { file, keep_going } => {
            let mut talk = Talk::new(repl, home, seat(Mouth::Plain(console.twin()), None));
            let (stream, name) = plan::stream(file.as_deref())?;
            (unattended::run(stream, &name, *keep_going, &mut talk)?, talk.home)
        }
        Entries::Typed => {
            let interrupt = Interrupt::of_keys();
            let (asks, asked) = mpsc::channel();
            let known = Known::default();
            let reader = Reader::start(asks, known.clone(), console.color())?;
            let mouth = Mouth::Voice(reader.voice().clone());
            reader.voice().say(&greeting);
            let mut talk = Talk::new(repl, home, seat(mouth, Some(interrupt)));
            attended::run(&mut talk, reader, &asked, &known)?;
            (Exit::Good, talk.home)
        }
    };
    if let (Home::Here(mut play), Some(file)) = (home, &plan.screenshot) {
        play.stop_recording()?;
        screenshot(&mut play, file, plan.size.unwrap_or(run::SIZE))?;
    }
    Ok(exit)
}
