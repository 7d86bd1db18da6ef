//! Conversations with a scene: a transcript is held again, entry by entry.
//!
//! In: files and a transcript: entries behind `> `, their further lines behind `| `. Out: the
//! transcript with the answers as they are. An entry that fails must leave the scene as it was.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use islay::session::play::Play;
use islay::session::repl::{Answer, Desk, Outcome, Repl, unfinished};
use islay::session::script::Script;
use islay::{Config, Error, Files, Scene};

/// The file that a conversation begins with, where there is one.
const SCENE: &str = "scene.islay";

/// Holds a conversation again. `stop` is the number of ticks after which Ctrl-C is pressed.
pub fn held(
    files: &[(String, String)],
    transcript: &str,
    stop: Option<usize>,
) -> Result<String, String> {
    let mut desk = Table::new(files, stop);
    let here = files.iter().any(|(name, _)| name == SCENE);
    let scene = if here { desk.open(SCENE) } else { Repl::empty() };
    let scene = scene.map_err(|e| e.to_string())?;
    let mut play = Play::new(&scene, Config::default(), Script::new());
    play.pace().pause(true);
    let mut repl = Repl::new(here.then_some(SCENE), Config::default());
    let mut out = String::new();
    for entry in entries(transcript) {
        shown(&entry, &mut out);
        let before = (play.stage().ticks(), play.stage().hash());
        let Answer { text, outcome } = repl.enter(&mut play, &entry, &mut desk);
        out += &std::mem::take(&mut desk.said);
        text.lines().for_each(|line| out += &fenced(line));
        let after = (play.stage().ticks(), play.stage().hash());
        if outcome == Outcome::Failed && after.0 == before.0 && after != before {
            out += "(it failed, and something is not as it was)\n";
        }
        if unfinished(&entry) && outcome == Outcome::Good {
            out += "(it is said to be unfinished)\n";
        }
    }
    Ok(out)
}

/// A line of an answer; one that would end the block is moved to the right.
fn fenced(line: &str) -> String {
    let blank = if line.starts_with("```") { " " } else { "" };
    format!("{blank}{}\n", line.trim_end())
}

/// What is typed, without the marks.
fn entries(transcript: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in transcript.lines() {
        if let Some(entry) = line.strip_prefix("> ") {
            out.push(entry.to_owned());
        } else if let (Some(more), Some(entry)) = (line.strip_prefix("| "), out.last_mut()) {
            entry.push('\n');
            entry.push_str(more);
        }
    }
    out
}

fn shown(entry: &str, out: &mut String) {
    for (n, line) in entry.lines().enumerate() {
        *out += &format!("{} {line}\n", if n == 0 { ">" } else { "|" });
    }
}

/// A desk without a terminal: its files are texts.
struct Table {
    files: BTreeMap<String, Shared>,
    said: String,
    stop: Option<usize>,
}

/// A file that somebody may be writing.
type Shared = Arc<Mutex<Vec<u8>>>;

impl Table {
    fn new(files: &[(String, String)], stop: Option<usize>) -> Self {
        let file = |(name, text): &(String, String)| {
            (name.clone(), Shared::new(text.clone().into_bytes().into()))
        };
        Self { files: files.iter().map(file).collect(), said: String::new(), stop }
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, Error> {
        let missing =
            || Error::File { path: path.to_owned(), reason: "there is no such file".to_owned() };
        let file = self.files.get(path).ok_or_else(missing)?;
        Ok(file.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl Desk for Table {
    fn open(&mut self, path: &str) -> Result<Scene, Error> {
        let all: Vec<(String, Vec<u8>)> = self
            .files
            .keys()
            .filter_map(|name| Some((name.clone(), self.bytes(name).ok()?)))
            .collect();
        let files = Files::from_bytes(all.iter().map(|(name, bytes)| (&**name, &**bytes)));
        Scene::load(path, &files)
    }

    fn read(&mut self, path: &str) -> Result<String, Error> {
        self.bytes(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        self.files.insert(path.to_owned(), Shared::new(bytes.to_vec().into()));
        Ok(())
    }

    fn create(&mut self, path: &str) -> Result<Box<dyn Write + Send>, Error> {
        let file = Shared::default();
        self.files.insert(path.to_owned(), file.clone());
        Ok(Box::new(Growing(file)))
    }

    fn say(&mut self, text: &str) {
        self.said += &format!("{}\n", text.trim_end());
    }

    fn stopped(&mut self) -> bool {
        let left = self.stop.map(|n| n.saturating_sub(1));
        self.stop = left.filter(|n| *n > 0);
        left == Some(0)
    }
}

/// A file that grows.
struct Growing(Shared);

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
