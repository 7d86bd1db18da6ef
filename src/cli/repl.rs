//! `islay repl`: a conversation with a scene that runs.
//!
//! In: a scene, and what is typed at a terminal, or a script. Out: answers. The conversation itself
//! is the library's; here are the terminal, the files, Ctrl-C and the window beside it.

mod attended;
mod entries;
mod lend;
mod line;
mod seat;
mod sources;
mod talk;
mod unattended;

use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, mpsc};

use clap::Args;
use islay::session::play::Play;
use islay::session::repl::Repl;
use islay::{Error, Scene};

use super::console::{Console, Exit, Root, Stop};
use super::inputs::Inputs;
use super::interrupt::Interrupt;
use super::size::Size;
use line::{Known, Reader};
use seat::{Mouth, Seat};
use sources::Sources;
use talk::{Home, Talk};

const EXAMPLES: &str = "\
Everything that the language has can be typed, and `:help` names the commands. Tab completes,
Ctrl-C stops a run, Ctrl-D leaves; what was typed is found again in the next session.

Examples:
  islay repl hero.islay
  islay repl hero.islay --window
  islay repl hero.islay --script steps.txt --keep-going
  echo ':hold Left 10
  Hero.heading' | islay repl hero.islay";

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
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    root: Root,
}

/// Talks.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let unattended = arguments.script.is_some() || !io::stdin().is_terminal();
    let root = arguments.root.path().map(Path::to_owned);
    let sources = Sources::new(root, !arguments.no_watch && !unattended);
    let scene = arguments.open(&sources, !unattended, console)?;
    let config = arguments.inputs.config(false);
    let mut play = Play::new(&scene, config.clone(), arguments.inputs.script()?);
    play.pace().pause(true);
    let repl = Repl::new(arguments.scene.as_deref(), config);
    let start = Start { repl, home: Home::Here(Box::new(play)), sources };
    match unattended {
        true => arguments.unattended(start, console),
        false => attended(start, console),
    }
}

/// What a conversation begins with.
struct Start {
    repl: Repl,
    home: Home,
    sources: Sources,
}

impl Arguments {
    /// The scene. Somebody who sits there can mend one that has errors, and starts with an empty
    /// one.
    fn open(
        &self,
        sources: &Sources,
        attended: bool,
        console: &mut Console,
    ) -> Result<Scene, Stop> {
        let Some(path) = &self.scene else { return Ok(Repl::empty()?) };
        if path == "-" {
            return Ok(console.scene("-", &self.root)?);
        }
        match sources.open(path) {
            Err(Error::Scene(found)) if attended && !self.no_watch => {
                console.report(&found)?;
                console.note(&format!("nothing runs until `{path}` is mended"));
                Ok(Repl::empty()?)
            }
            scene => Ok(scene?),
        }
    }

    fn unattended(&self, start: Start, console: &mut Console) -> Result<Exit, Stop> {
        let mouth = Mouth::Plain(console.twin());
        let mut talk = start.talk(mouth, None);
        let keep_going = self.keep_going;
        match &self.script {
            Some(file) if file != Path::new("-") => {
                let name = format!("`{}`", file.display());
                let stream = File::open(file);
                let stream = stream.map_err(|e| Stop::Usage(format!("cannot read {name}: {e}")))?;
                unattended::run(BufReader::new(stream), &name, keep_going, &mut talk)
            }
            _ => unattended::run(io::stdin().lock(), "stdin", keep_going, &mut talk),
        }
    }
}

fn attended(start: Start, console: &mut Console) -> Result<Exit, Stop> {
    console.flush()?;
    let interrupt = Interrupt::of_keys();
    let (asks, asked) = mpsc::channel();
    let known = Known::default();
    let reader = Reader::start(asks, known.clone(), console.color())?;
    let mouth = Mouth::Voice(reader.voice().clone());
    let mut talk = start.talk(mouth, Some(interrupt));
    attended::run(&mut talk, reader, &asked, &known)?;
    Ok(Exit::Good)
}

impl Start {
    fn talk(self, mouth: Mouth, interrupt: Option<Interrupt>) -> Talk {
        let window = match &self.home {
            Home::Here(_) => None,
            Home::Window(window) => Some(window.clone()),
        };
        let seat = Seat { mouth, sources: self.sources, interrupt, window, broken: None };
        Talk::new(Arc::new(Mutex::new(self.repl)), self.home, seat)
    }
}
