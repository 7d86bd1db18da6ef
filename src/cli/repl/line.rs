//! Lines that are typed, with history, colours, completion and hints. The only module that knows
//! rustyline.
//!
//! In: a prompt, each time somebody is ready for an entry. Out: [`Ask`]s: entries that are whole,
//! Ctrl-C, Ctrl-D, questions about names. It reads in a thread of its own, and understands nothing
//! of what it reads.

mod colors;
mod helper;
mod place;
mod voice;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustyline::config::{BellStyle, Builder, CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{ColorMode, Editor};

use helper::{Helper, Typed};
pub use helper::{Known, Words};
pub use voice::Voice;

use crate::cli::console::Stop;
use crate::cli::interrupt;

/// So many entries are kept.
const MOST: usize = 2000;
/// So long a reader may take to give the terminal back.
const LEAVING: Duration = Duration::from_secs(1);

type Lines = Editor<Helper, FileHistory>;

/// What the reader asks of whoever knows the scene.
#[derive(Debug)]
pub enum Ask {
    /// An entry was typed. The next prompt is waited for.
    Enter(String),
    /// What could stand at this byte of the text? Words, and where they begin.
    Words(String, usize, Sender<Words>),
    /// Ctrl-C, and whether it took away something that was typed. The next prompt is waited for.
    Interrupt { typed: bool },
    /// Ctrl-D, or a terminal that is gone: nothing is read any more.
    End,
}

/// Reads lines.
pub struct Reader {
    ready: Sender<String>,
    voice: Voice,
    thread: JoinHandle<()>,
}

impl Reader {
    /// Begins. `known` is told from outside which names exist.
    pub fn start(asks: Sender<Ask>, known: Known, color: bool) -> Result<Self, Stop> {
        let refuse = |e: ReadlineError| Stop::Usage(format!("cannot read this terminal: {e}"));
        let mut lines = Lines::with_config(config(color).map_err(refuse)?).map_err(refuse)?;
        let typed = Typed::default();
        lines.set_helper(Some(Helper::new(asks.clone(), known, typed.clone())));
        // a pipe and a terminal without a cursor have none: there it is written as it comes
        let voice = Voice::new(lines.create_external_printer().ok());
        let history = place::history();
        if let Some(file) = &history {
            // where there is none yet, this is the first session
            let _ = lines.load_history(file);
        }
        let (ready, prompts) = mpsc::channel();
        let typist = Typist { lines, typed, history, asks, voice: voice.clone() };
        let thread = thread::spawn(move || typist.read(&prompts));
        Ok(Self { ready, voice, thread })
    }

    /// The next entry is wanted.
    pub fn ready(&self, prompt: &str) {
        // a reader that is gone has said so
        let _ = self.ready.send(prompt.to_owned());
    }

    /// Where everything is said.
    pub fn voice(&self) -> &Voice {
        &self.voice
    }

    /// Ends, wherever it is: the terminal is as it was.
    pub fn leave(self) {
        drop(self.ready);
        if self.voice.is_reading() {
            interrupt::press();
        }
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < LEAVING {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn config(color: bool) -> Result<Config, ReadlineError> {
    let color = if color { ColorMode::Enabled } else { ColorMode::Disabled };
    let config = Builder::new()
        .max_history_size(MOST)?
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .bell_style(BellStyle::None)
        .color_mode(color)
        .tab_stop(2)
        .indent_size(2);
    Ok(config.build())
}

/// Who reads, in a thread of its own.
struct Typist {
    lines: Lines,
    typed: Typed,
    history: Option<PathBuf>,
    asks: Sender<Ask>,
    voice: Voice,
}

impl Typist {
    fn read(mut self, prompts: &Receiver<String>) {
        while let Ok(prompt) = prompts.recv() {
            let ask = self.line(&prompt);
            let ends = matches!(ask, Ask::End);
            if self.asks.send(ask).is_err() || ends {
                return;
            }
        }
    }

    fn line(&mut self, prompt: &str) -> Ask {
        self.typed.set(false);
        self.voice.reading(true);
        let line = self.lines.readline(&(prompt, colors::prompt(prompt)));
        self.voice.reading(false);
        match line {
            Ok(text) => {
                self.remember(&text);
                Ask::Enter(text)
            }
            Err(ReadlineError::Interrupted) => Ask::Interrupt { typed: self.typed.get() },
            Err(_) => Ask::End,
        }
    }

    /// What cannot be kept is no reason to stop.
    fn remember(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let _ = self.lines.add_history_entry(text.trim_end());
        if let Some(file) = &self.history {
            let _ = file.parent().map(make_folder);
            let _ = self.lines.append_history(file);
        }
    }
}

fn make_folder(folder: &Path) {
    let _ = std::fs::create_dir_all(folder);
}
