//! Where the program writes, and how it ends.
//!
//! In: lines, scenes to load, failures. Out: text or JSON on stdout and stderr, an [`Exit`]. A
//! reader that has gone away (`islay trace … | head`) ends the program quietly.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Read, Stdout, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use islay::files::Reach;
use islay::session::escape;
use islay::{Diagnostics, Error, Files, Limits, Scene, files};

use super::interrupt::Interrupt;
use super::limits::Allowance;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Good,
    /// The scene, a test or a layout has something wrong.
    Wrong,
    /// Wrong usage, or a file that cannot be read or written.
    Usage,
    /// A run that was stopped, denied traps, or an internal error.
    Stopped,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not go on.
#[derive(Debug)]
pub enum Stop {
    /// The library says so.
    Islay(Error),
    /// Nobody reads what is written, or it cannot be written.
    Output(io::Error),
    /// Anything else of usage and files.
    Usage(String),
    /// Ctrl-C came.
    Interrupted(Interrupt),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Islay(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Output(error)
    }
}

/// For people or for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Human,
    /// One JSON object a line
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Colors {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

/// How everything is written.
#[derive(Args, Debug)]
pub struct Style {
    /// Colours of diagnostics
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    #[arg(hide_possible_values = true, help = "Colours: auto, always, never")]
    color: Colors,
    /// Text for people or JSON lines for programs
    #[arg(long, global = true, value_enum, default_value = "human", value_name = "FORM")]
    #[arg(hide_possible_values = true, help = "Results and diagnostics: human, json")]
    format: Format,
}

/// Which files a scene may read, and how much it may use.
#[derive(Args, Debug)]
pub struct Root {
    /// The folder that the scene's files may lie in [default: that of the scene]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    #[command(flatten)]
    allowance: Allowance,
}

impl Root {
    /// The folder, if one was named.
    pub fn path(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// How much the scene may use.
    pub fn limits(&self) -> Limits {
        self.allowance.limits()
    }

    /// All that the scene may read.
    pub fn reach(&self) -> Reach {
        Reach { root: self.root.clone(), limits: self.limits() }
    }
}

/// The two outputs.
pub struct Console {
    out: BufWriter<Stdout>,
    format: Format,
    color: bool,
}

impl Console {
    /// The real outputs.
    pub fn new(style: &Style) -> Self {
        let color = match style.color {
            Colors::Auto => AutoStream::choice(&io::stderr()) != ColorChoice::Never,
            Colors::Always => true,
            Colors::Never => false,
        };
        Self { out: BufWriter::new(io::stdout()), format: style.format, color }
    }

    /// The real outputs, for people who want no colours.
    pub fn plain() -> Self {
        Self { out: BufWriter::new(io::stdout()), format: Format::Human, color: false }
    }

    /// Another one that writes to the same places in the same way. What is kept back here must be
    /// flushed before.
    pub fn twin(&self) -> Self {
        Self { out: BufWriter::new(io::stdout()), format: self.format, color: self.color }
    }

    /// Whether a program reads the output.
    pub fn json(&self) -> bool {
        self.format == Format::Json
    }

    /// Whether diagnostics have colours.
    pub fn color(&self) -> bool {
        self.color
    }

    /// A line of results, or several. What comes from files moves no cursor: control characters are
    /// shown escaped.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        match self.format {
            Format::Human => writeln!(self.out, "{}", escaped(line)),
            Format::Json => writeln!(self.out, "{}", in_json(line)),
        }
    }

    /// A line of results, only for people.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        if self.json() { Ok(()) } else { self.line(line) }
    }

    /// Text of results as it stands.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Text of results, or JSON, in which no character of a file moves the cursor.
    pub fn shown(&mut self, text: &str) -> io::Result<()> {
        match self.format {
            Format::Human => self.text(&escaped(text)),
            Format::Json => self.text(&in_json(text)),
        }
    }

    /// Bytes that end as they do. On a terminal text is shown escaped, elsewhere it stays as it is.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match std::str::from_utf8(bytes) {
            Ok(text) if io::stdout().is_terminal() => self.text(&escaped(text)),
            _ => self.out.write_all(bytes),
        }
    }

    /// A remark on stderr.
    pub fn note(&mut self, note: &str) {
        // whoever closed stderr does not want it
        let _ = writeln!(io::stderr(), "note: {}", escaped(note));
    }

    /// Text on stderr, after what was written to stdout.
    pub fn complain(&mut self, text: &str) -> io::Result<()> {
        self.out.flush()?;
        let _ = io::stderr().write_all(text.as_bytes());
        Ok(())
    }

    /// Writes out what is kept back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Diagnostics: text on stderr, or JSON on stdout.
    pub fn report(&mut self, diagnostics: &Diagnostics) -> io::Result<()> {
        match self.format {
            Format::Json => self.text(&in_json(&diagnostics.to_json())),
            Format::Human => self.complain(&diagnostics.to_text(self.color)),
        }
    }

    /// The scene behind an argument, a text or compiled; `-` is stdin.
    pub fn scene(&mut self, path: &str, root: &Root) -> Result<Scene, Error> {
        if path != "-" {
            return Scene::open(Path::new(path), root.reach());
        }
        let (folder, limits) = (root.root.clone().unwrap_or_default(), root.limits());
        let bytes = from_stdin(|stream| files::read_scene(stream, &limits))?;
        Scene::from_bytes_in("-", bytes, &Files::new(folder).with_limits(limits))
    }

    /// Says why a command stopped.
    pub fn stopped(&mut self, stop: &Stop) -> Exit {
        let (said, exit) = match stop {
            Stop::Islay(Error::Scene(diagnostics)) => {
                return match self.report(diagnostics).and_then(|()| self.flush()) {
                    Ok(()) => Exit::Wrong,
                    Err(error) => self.stopped(&Stop::Output(error)),
                };
            }
            Stop::Islay(error) => (error.to_string(), Exit::Usage),
            Stop::Usage(said) => (said.clone(), Exit::Usage),
            Stop::Interrupted(interrupt) => {
                let _ = self.flush();
                interrupt.end();
                return Exit::Stopped;
            }
            Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Good,
            Stop::Output(error) => (format!("cannot write: {error}"), Exit::Usage),
        };
        // results that were ready stand before the message
        let _ = self.flush();
        let _ = writeln!(io::stderr(), "error: {}", escaped(&said));
        exit
    }
}

/// All of stdin.
pub fn stdin(limits: &Limits) -> Result<String, Error> {
    from_stdin(|stream| files::read_within(stream, limits))
}

fn from_stdin<T>(read: impl Fn(&mut dyn Read) -> Result<T, String>) -> Result<T, Error> {
    let stream = io::stdin();
    if stream.is_terminal() {
        let _ = writeln!(io::stderr(), "reading from the terminal, end with Ctrl-D");
    }
    read(&mut stream.lock()).map_err(|reason| Error::File { path: "-".to_owned(), reason })
}

/// Lines with control and bidirectional characters spelt out.
fn escaped(lines: &str) -> String {
    lines.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

/// JSON in which such characters are written as JSON has it.
fn in_json(json: &str) -> Cow<'_, str> {
    if json.is_ascii() {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    let mut sign = [0; 4];
    for c in json.chars() {
        let text: &str = c.encode_utf8(&mut sign);
        match c.is_ascii() || escape(text) == text {
            true => out.push(c),
            false => {
                out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")))
            }
        }
    }
    Cow::Owned(out)
}

/// `1 error`, `2 errors`.
pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
