//! Where the user of a REPL sits: what it may read and write, where it talks, and Ctrl-C.
//!
//! In: what the conversation wants. Out: files, lines on the terminal, real time that passes. It
//! understands nothing of what is said.

use std::io::{self, Write};
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use islay::session::play::Play;
use islay::session::repl::{Answer, Desk, Outcome};
use islay::{Error, Scene, files};

use super::lend::Borrower;
use super::line::Voice;
use super::sources::Sources;
use crate::cli::console::{Console, Stop};
use crate::cli::interrupt::Interrupt;
use crate::cli::save;
use crate::cli::trace::create;

/// Between two looks at Ctrl-C while time passes.
const GLANCE: Duration = Duration::from_millis(10);

/// Where lines go.
pub enum Mouth {
    /// Results to stdout, errors to stderr.
    Plain(Console),
    /// All of it above the line that is being typed.
    Voice(Voice),
}

/// The seat.
pub struct Seat {
    pub mouth: Mouth,
    pub sources: Sources,
    /// Ctrl-C, where it stops a run and not the program.
    pub interrupt: Option<Interrupt>,
    /// It came while an entry was answered.
    pub interrupted: bool,
    /// The window that has the play.
    pub window: Option<Arc<Borrower>>,
    /// Why nothing can be said any more.
    pub broken: Option<io::Error>,
}

impl Seat {
    /// Nothing has been said there yet.
    pub fn new(
        mouth: Mouth,
        sources: Sources,
        interrupt: Option<Interrupt>,
        window: Option<Arc<Borrower>>,
    ) -> Self {
        Self { mouth, sources, interrupt, window, interrupted: false, broken: None }
    }

    /// Says what was answered; whether somebody could hear it.
    pub fn answer(&mut self, answer: &Answer) {
        match (&mut self.mouth, answer.outcome) {
            (Mouth::Plain(console), Outcome::Failed) => {
                let text = format!("{}\n", answer.text);
                let said = console.complain(&text);
                self.keep(said);
            }
            // the terminal has written `^C`
            (Mouth::Voice(_), _) if mem::take(&mut self.interrupted) => {
                self.say(&format!("\n{}", answer.text));
            }
            _ => self.say(&answer.text),
        }
    }

    /// Says something about what was said.
    pub fn remark(&mut self, text: &str) {
        match &mut self.mouth {
            Mouth::Plain(console) => console.note(text),
            Mouth::Voice(voice) => voice.say(text),
        }
    }

    /// What could not be said.
    pub fn check(&mut self) -> Result<(), Stop> {
        self.broken.take().map_or(Ok(()), |error| Err(Stop::Output(error)))
    }

    fn keep(&mut self, said: io::Result<()>) {
        if let Err(error) = said {
            self.broken = Some(error);
        }
    }
}

impl Desk for Seat {
    fn open(&mut self, path: &str) -> Result<Scene, Error> {
        self.sources.open(path)
    }

    fn forget(&mut self) {
        self.sources.forget();
    }

    fn read(&mut self, path: &str) -> Result<String, Error> {
        files::recording(Path::new(path))
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        save::save(Path::new(path), bytes).map_err(|stop| refused(path, stop))?;
        self.sources.written(Path::new(path));
        Ok(())
    }

    fn create(&mut self, path: &str) -> Result<Box<dyn Write + Send>, Error> {
        Ok(Box::new(create(Path::new(path)).map_err(|stop| refused(path, stop))?))
    }

    fn say(&mut self, text: &str) {
        let said = match &mut self.mouth {
            Mouth::Voice(voice) => {
                voice.say(text);
                Ok(())
            }
            Mouth::Plain(_) if text.is_empty() => Ok(()),
            Mouth::Plain(console) => console.line(text).and_then(|()| console.flush()),
        };
        self.keep(said);
    }

    fn stopped(&mut self) -> bool {
        let closed = self.window.as_ref().is_some_and(|window| window.is_closed());
        self.interrupted |= self.interrupt.as_ref().is_some_and(Interrupt::take);
        self.interrupted || self.broken.is_some() || closed
    }

    fn between(&mut self, play: &mut Play) {
        if let Some(window) = &self.window {
            window.show(play);
        }
    }

    fn wait(&mut self, play: &mut Play, seconds: f64) {
        if !self.attended() {
            return;
        }
        let until = Instant::now() + Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let stays = |seat: &Self| !seat.interrupt.as_ref().is_some_and(Interrupt::came);
        while Instant::now() < until && stays(self) {
            match &self.window {
                Some(window) if !window.is_closed() => window.rest(play),
                _ => thread::sleep(GLANCE.min(until.saturating_duration_since(Instant::now()))),
            }
        }
    }

    fn has_window(&self) -> bool {
        self.window.is_some()
    }

    fn show_diagrams(&mut self) {
        if let Some(window) = &self.window {
            window.show_diagrams();
        }
    }

    fn attended(&self) -> bool {
        matches!(self.mouth, Mouth::Voice(_)) || self.window.is_some()
    }
}

fn refused(path: &str, stop: Stop) -> Error {
    let reason = match stop {
        Stop::Usage(said) => return Error::Act(said),
        Stop::Output(error) => error.to_string(),
        Stop::Islay(error) => return error,
        Stop::Interrupted(_) => "Ctrl-C came".to_owned(),
    };
    Error::Act(format!("cannot write `{path}`: {reason}"))
}
