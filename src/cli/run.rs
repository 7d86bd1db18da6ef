//! `islay run`: plays a scene.
//!
//! In: a scene. Out: pictures that move, where there is a place for them: a window, the terminal, or
//! a GIF.

mod headless;
mod news;
mod terminal;
#[cfg(feature = "window")]
pub(super) mod window;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use islay::Scene;
use islay::picture::{Painter, Pixels, Samples, still};
use islay::session::play::{Play, Remark};
use islay::watch::Source;

use super::console::{Console, Exit, Root, Stop};
use super::inputs::Inputs;
use super::repl::{self, Place, Plan};
use super::save;
use super::size::{Seconds, Size};
use super::trace::recording;

/// The size of a screenshot where none is said.
pub(super) const SIZE: Size = Size { width: 640, height: 480 };

const EXAMPLES: &str = "\
Examples:
  islay run hero.islay
  islay run hero.islay --term
  islay run hero.islay --repl
  islay run hero.islay --no-watch --until 5s --hold Up@1..60 > /dev/null";

/// What stands below the options: the keys of the window, and examples.
fn help() -> String {
    #[cfg(feature = "window")]
    {
        let line = |row: &islay::window::Row| format!("  {:<13}  {}\n", row.key, row.does);
        let rows = islay::window::KEYS.iter().chain(&islay::window::POINTER);
        let keys: String = rows.map(line).collect();
        format!("Keys and pointer of the window:\n{keys}\n{EXAMPLES}")
    }
    #[cfg(not(feature = "window"))]
    EXAMPLES.to_owned()
}

/// What to play, and how.
#[derive(Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// The scene (`-`: stdin)
    scene: String,
    /// Goes on as it is when a file of the scene changes
    #[arg(long)]
    no_watch: bool,
    /// Plays in the terminal, in coloured half blocks
    #[arg(long)]
    term: bool,
    /// Ends after so much scene time, as in 10s
    #[arg(long, value_name = "TIME")]
    until: Option<Seconds>,
    /// Writes the last picture as PNG at the end
    #[arg(long, value_name = "FILE.png")]
    screenshot: Option<PathBuf>,
    /// Size of the window, the GIF or the screenshot
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    #[command(flatten)]
    inputs: Inputs,
    /// Talks to the running scene, as `islay repl` does
    #[arg(long)]
    repl: bool,
    /// Writes a recording for `islay replay` and `islay diff`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    root: Root,
}

/// Plays the scene.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    if arguments.repl {
        return repl::talk(arguments.plan(console)?, console);
    }
    let script = arguments.inputs.script()?;
    let from_stdin = arguments.scene == "-";
    let given = from_stdin.then(|| console.scene("-", &arguments.root)).transpose()?;
    #[cfg(feature = "window")]
    if !arguments.term
        && let Some(exit) = window::play(arguments, &script, given.as_ref(), console)?
    {
        return Ok(exit);
    }
    let (scene, mut source) = arguments.open(given)?;
    if scene.is_library() {
        console.note(&format!("`{}` has no group `main`: nothing is there to see", scene.name()));
    }
    let until = arguments.until.map(|time| time.ticks(scene.tick_seconds()));
    let mut play =
        Play::new(&scene, arguments.inputs.config(&arguments.root, false), script).until(until);
    if let Some(out) = arguments.record()? {
        play.record(out)?;
    }
    let exit = match arguments.term || terminal::there() {
        true => terminal::play(&mut play, &mut source, console)?,
        false => {
            let ticks = until.unwrap_or_else(|| headless::TIME.ticks(scene.tick_seconds()));
            headless::play(&mut play, (ticks, arguments.size), &mut source, console)?
        }
    };
    play.stop_recording()?;
    if let Some(file) = &arguments.screenshot {
        screenshot(&mut play, file, arguments.size.unwrap_or(SIZE))?;
    }
    Ok(exit)
}

/// Writes the picture of the last tick.
pub(super) fn screenshot(play: &mut Play, file: &Path, size: Size) -> Result<(), Stop> {
    let scene = play.stage().scene().clone();
    let frame = play.frame_of_tick();
    write(file, &Painter::new(&scene).paint(&frame, size.sides(), Samples::Four))
}

/// Writes a picture.
pub(super) fn write(file: &Path, picture: &Pixels) -> Result<(), Stop> {
    let mut bytes = Vec::new();
    still(&mut bytes, picture)?;
    save::save(file, &bytes)
}

/// What the scene says: logs as results, the rest as notes.
fn say(remarks: &[Remark], console: &mut Console) -> Result<(), Stop> {
    for remark in remarks {
        match remark {
            Remark::Log(text) => console.say(text)?,
            Remark::Note(text) => console.note(text),
        }
    }
    Ok(())
}

impl Arguments {
    /// The scene, and where newer ones come from: none of one that has no file.
    fn open(&self, given: Option<Scene>) -> Result<(Scene, Option<Source>), Stop> {
        if let Some(scene) = given {
            return Ok((scene, None));
        }
        let mut source = Source::new(&self.scene, self.root.reach());
        let scene = source.open_whole(!self.no_watch)?;
        Ok((scene, Some(source)))
    }

    /// Where the recording goes.
    fn record(&self) -> Result<Option<Box<dyn Write + Send>>, Stop> {
        recording(self.record.as_deref())
    }

    /// What a conversation with it begins with.
    fn plan(&self, console: &mut Console) -> Result<Plan, Stop> {
        if self.term {
            let said = "`--repl` and `--term` both want the terminal: leave one of them out";
            return Err(Stop::Usage(said.to_owned()));
        }
        let watched = !self.no_watch;
        let place = Place { path: Some(&self.scene), root: &self.root, watched, window: true };
        let entries = repl::Entries::of(None, false);
        let (scene, sources) = place.open(&entries, console)?;
        Ok(Plan {
            path: Some(self.scene.clone()),
            scene,
            sources,
            config: self.inputs.config(&self.root, false),
            script: self.inputs.script()?,
            entries,
            window: true,
            paused: false,
            size: self.size,
            until: self.until,
            record: self.record.clone(),
            screenshot: self.screenshot.clone(),
        })
    }
}
