//! What a conversation begins with.
//!
//! In: arguments of `islay repl` and `islay run --repl`. Out: a scene, and where entries come from.
//! Nothing runs yet.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use islay::session::play::Play;
use islay::session::repl::Repl;
use islay::session::script::Script;
use islay::{Config, Error, Scene};

use super::sources::Sources;
use crate::cli::console::{Console, Root, Stop};
use crate::cli::size::{Seconds, Size};
use crate::cli::trace::recording;

/// Where entries come from.
#[derive(Clone, Debug)]
pub enum Entries {
    /// Somebody types them.
    Typed,
    /// A file, or stdin where there is none.
    Read {
        file: Option<PathBuf>,
        /// Goes on after an error.
        keep_going: bool,
    },
}

impl Entries {
    /// Those of a script; else of a terminal, if stdin is one.
    pub fn of(script: Option<&Path>, keep_going: bool) -> Self {
        match script {
            None if io::stdin().is_terminal() => Self::Typed,
            file => {
                let file = file.filter(|file| *file != Path::new("-")).map(Path::to_owned);
                Self::Read { file, keep_going }
            }
        }
    }
}

/// The stream of a script, and what it is called.
pub fn stream(file: Option<&Path>) -> Result<(Box<dyn BufRead + Send>, String), Stop> {
    let Some(file) = file else {
        return Ok((Box::new(BufReader::new(io::stdin())), "stdin".to_owned()));
    };
    let name = format!("`{}`", file.display());
    match File::open(file) {
        Ok(stream) => Ok((Box::new(BufReader::new(stream)), name)),
        Err(error) => Err(Stop::Usage(format!("cannot read {name}: {error}"))),
    }
}

/// Where the scene is.
pub struct Place<'a> {
    pub path: Option<&'a str>,
    pub root: &'a Root,
    pub watched: bool,
    /// Beside a window, in which somebody may see an edit.
    pub window: bool,
}

impl Place<'_> {
    /// The scene. Somebody who sits there can mend one that has errors, and starts with an empty
    /// one.
    pub fn open(&self, entries: &Entries, console: &mut Console) -> Result<(Scene, Sources), Stop> {
        let typed = matches!(entries, Entries::Typed);
        let watched = self.watched && (typed || self.window);
        let sources = Sources::new(self.root.reach(), watched);
        let scene = match (self.path, entries) {
            (None, _) => Repl::empty()?,
            (Some("-"), Entries::Read { file: Some(_), .. }) => console.scene("-", self.root)?,
            (Some("-"), _) => {
                let said = "a scene from stdin leaves nothing to type with: give it as a file, or the entries as `--script FILE`";
                return Err(Stop::Usage(said.to_owned()));
            }
            (Some(path), _) => match sources.begin(path) {
                Err(Error::Scene(found)) if typed && self.watched => {
                    console.report(&found)?;
                    console.note(&format!("nothing is there until `{path}` is mended"));
                    Repl::empty()?
                }
                scene => scene?,
            },
        };
        if !scene.diagnostics().is_empty() {
            console.report(scene.diagnostics())?;
        }
        Ok((scene, sources))
    }
}

/// All of it.
pub struct Plan {
    pub path: Option<String>,
    pub scene: Scene,
    pub sources: Sources,
    pub config: Config,
    pub script: Script,
    pub entries: Entries,
    /// Opens a window beside it.
    pub window: bool,
    /// It stands still at first.
    pub paused: bool,
    pub size: Option<Size>,
    pub until: Option<Seconds>,
    pub record: Option<PathBuf>,
    pub screenshot: Option<PathBuf>,
}

impl Plan {
    /// The conversation, before its first entry.
    pub fn repl(&self, console: &Console) -> Repl {
        let typed = matches!(self.entries, Entries::Typed);
        let repl = Repl::new(self.path.as_deref(), self.config.clone());
        repl.colored(typed && console.color())
    }

    /// The scene before its first tick.
    pub fn play(&self) -> Result<Play, Stop> {
        let until = self.until.map(|time| time.ticks(self.scene.tick_seconds()));
        let play = Play::new(&self.scene, self.config.clone(), self.script.clone());
        let mut play = play.until(until);
        play.pace().pause(self.paused);
        if let Some(out) = self.record()? {
            play.record(out)?;
        }
        Ok(play)
    }

    /// Where the recording goes.
    pub fn record(&self) -> Result<Option<Box<dyn Write + Send>>, Stop> {
        recording(self.record.as_deref())
    }

    /// The first line that somebody reads who sits there.
    pub fn greeting(&self) -> String {
        let name = self.path.as_deref().unwrap_or("an empty scene");
        let does = if self.paused { "stands at tick 0" } else { "plays" };
        format!("{name} {does}. :help says what can be typed, Ctrl-D leaves.")
    }
}
