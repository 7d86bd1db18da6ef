//! A conversation with a scene that runs: what is typed, and what is answered.
//!
//! In: entries (commands such as `:run 30`, definitions, actions, expressions, steps of a test) and
//! a [`Play`]. Out: [`Answer`]s. It is pure: terminal, files and Ctrl-C are the business of the
//! [`Desk`], time that passes by itself that of who holds the [`Play`].

mod ask;
mod command;
mod define;
mod draw;
mod entry;
mod guide;
mod hands;
mod hint;
mod look;
mod past;
mod reasons;
mod scene;
mod steps;
#[cfg(test)]
mod tests;
mod time;
mod unfinished;
mod words;

use std::collections::VecDeque;
use std::io::Write;

use super::play::{Play, Remark, Remarks};
use crate::{Config, Error, Scene};
use define::Typed;

pub use hint::arguments;
pub use unfinished::unfinished;
pub use words::{Words, words};

/// Where the user sits: files, Ctrl-C, and what is shown while something runs.
pub trait Desk {
    /// The scene in a file that the user named, as [`crate::files::Opened`] opens it.
    fn open(&mut self, path: &str) -> Result<Scene, Error>;

    /// No file has the scene any more that runs: none is watched.
    fn forget(&mut self) {}

    /// The text of a file that the user named or the scene uses.
    fn read(&mut self, path: &str) -> Result<String, Error>;

    /// Writes a file that the user named or the scene uses: whole or not at all.
    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error>;

    /// A file that grows: a recording.
    fn create(&mut self, path: &str) -> Result<Box<dyn Write + Send>, Error>;

    /// Shows lines at once, while an entry is being answered.
    fn say(&mut self, text: &str);

    /// Whether the user wants to stop what runs. Asked between two ticks; saying so once is enough.
    fn stopped(&mut self) -> bool;

    /// Between two ticks of a run, which may be long: the play can be shown meanwhile.
    fn between(&mut self, _play: &mut Play) {}

    /// Lets so much real time pass, for `:play for T`; who runs unattended lets none pass. The play
    /// can be shown meanwhile.
    fn wait(&mut self, _play: &mut Play, _seconds: f64) {}

    /// Whether somebody lets time pass while nothing is typed, so that `:play` needs no `for`.
    fn attended(&self) -> bool {
        false
    }

    /// Whether there is a window, in which the selected one's diagrams can be shown.
    fn has_window(&self) -> bool {
        false
    }

    /// Shows the diagrams of who is selected in the window, where there is one.
    fn show_diagrams(&mut self) {}
}

/// What is answered to an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Lines to be shown, without a line break at the end; may be empty.
    pub text: String,
    /// How it went.
    pub outcome: Outcome,
}

/// How an entry went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Good,
    /// It was not done; the text says why.
    Failed,
    /// The conversation is over.
    Quit,
}

/// A conversation.
pub struct Repl {
    config: Config,
    /// The path by which the scene was named, if it was.
    path: Option<String>,
    remarks: Remarks,
    color: bool,
    /// Definitions that no file has.
    typed: Typed,
    /// The last lines that were logged.
    logs: VecDeque<String>,
    /// While it is traced: how much of the story was told.
    trace: Option<u64>,
}

/// So many logged lines are remembered, for `expect log`.
const LOGS: usize = 1000;

/// What the functions behind entries get.
struct Call<'a> {
    repl: &'a mut Repl,
    play: &'a mut Play,
    desk: &'a mut dyn Desk,
    /// What stands behind the command's name.
    text: &'a str,
}

/// What they give back: lines, or why not.
type Done = Result<String, Error>;

impl Repl {
    /// A conversation with a scene that was opened under this path; a [`Play`] of it with these
    /// settings is given to [`Repl::enter`]. It should be paused.
    pub fn new(path: Option<&str>, config: Config) -> Self {
        let path = path.map(str::to_owned);
        Self {
            config,
            path,
            remarks: Remarks::default(),
            color: false,
            typed: Typed::default(),
            logs: VecDeque::new(),
            trace: None,
        }
    }

    /// Diagnostics are shown in terminal colours.
    #[must_use]
    pub fn colored(mut self, on: bool) -> Self {
        self.color = on;
        self
    }

    /// The scene that is there where none was named.
    pub fn empty() -> Result<Scene, Error> {
        Scene::from_text("scene", "group main { }\n")
    }

    /// Answers an entry.
    pub fn enter(&mut self, play: &mut Play, entry: &str, desk: &mut dyn Desk) -> Answer {
        let text = entry.trim();
        if matches!(text, ":quit" | ":q" | ":exit") {
            return Answer { text: String::new(), outcome: Outcome::Quit };
        }
        if !play.story().on() {
            play.listen(true);
        }
        let mut call = Call { repl: self, play, desk, text };
        let done = match text.strip_prefix(':') {
            Some(command) => command::run(&mut call, command),
            None => entry::read(&mut call),
        };
        self.answered(done)
    }

    /// Says what is to be said of the tick that was just done: log lines, remarks, what is watched,
    /// the breakpoints that were hit; whether one was. Who lets time pass while nothing is typed
    /// calls it after each tick.
    pub fn after_tick(&mut self, play: &mut Play, desk: &mut dyn Desk) -> bool {
        for remark in self.remarks.of(play.stage()) {
            self.hear(remark, desk);
        }
        for remark in play.take_notes() {
            self.hear(remark, desk);
        }
        past::after_tick(self, play, desk)
    }

    fn hear(&mut self, remark: Remark, desk: &mut dyn Desk) {
        if let Remark::Log(text) = &remark {
            self.remember([text.clone()]);
        }
        desk.say(&said(remark));
    }

    /// Lines were logged.
    fn remember(&mut self, lines: impl IntoIterator<Item = String>) {
        self.logs.extend(lines);
        let over = self.logs.len().saturating_sub(LOGS);
        self.logs.drain(..over);
    }

    /// The files of the scene have changed: what came of opening them again takes its place, with
    /// the definitions that were typed.
    pub fn reloaded(&mut self, play: &mut Play, scene: Result<Scene, Error>) -> Answer {
        let done = scene.and_then(|scene| scene::take(self, play, &scene));
        self.answered(done)
    }

    fn answered(&self, done: Done) -> Answer {
        match done {
            Ok(text) => Answer { text: text.trim_end().to_owned(), outcome: Outcome::Good },
            Err(error) => Answer { text: told(&error, self.color), outcome: Outcome::Failed },
        }
    }
}

/// A remark as a line.
fn said(remark: Remark) -> String {
    match remark {
        Remark::Log(text) => text,
        Remark::Note(text) => format!("note: {text}"),
    }
}

/// Why an entry was not done.
fn told(error: &Error, color: bool) -> String {
    match error {
        Error::Scene(found) => found.to_text(color).trim_end().to_owned(),
        _ => format!("error: {}", escaped_lines(&error.to_string())),
    }
}

/// A text whose lines come from files.
fn escaped_lines(text: &str) -> String {
    text.lines().map(crate::report::escape).collect::<Vec<_>>().join("\n")
}

/// So many of them.
fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// An entry that cannot be done.
fn refuse<T>(why: impl Into<String>) -> Result<T, Error> {
    Err(Error::Act(why.into()))
}
