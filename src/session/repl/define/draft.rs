//! Texts of a scene while definitions are put into them.
//!
//! In: texts and definitions. Out: edited texts, and findings in them told in places of what was
//! typed. It compiles nothing.

use std::collections::BTreeMap;
use std::ops::Range;

use islay_lang::source::Text;

use super::place::{self, Change};
use super::read::Written;
use crate::{Diagnostics, Error, Scene};

/// Texts by name.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    texts: BTreeMap<String, Text>,
    first: String,
    /// Where the definitions of the last entry stand.
    marks: Vec<Mark>,
}

/// A definition in its text.
#[derive(Clone, Debug)]
struct Mark {
    file: String,
    range: Range<usize>,
    /// Its first byte in the entry.
    at: usize,
}

impl Draft {
    pub fn new(texts: BTreeMap<String, Text>, first: &str) -> Self {
        Self { texts, first: first.to_owned(), marks: Vec::new() }
    }

    pub fn texts(&self) -> &BTreeMap<String, Text> {
        &self.texts
    }

    /// Another entry begins.
    pub fn begin(&mut self) {
        self.marks.clear();
    }

    /// Puts a definition where it belongs; what was done, or why it cannot be.
    pub fn put(&mut self, definition: &Written) -> Result<String, String> {
        let (file, change) = match definition.whose.is_empty() {
            true => self.item(definition),
            false => self.member(definition)?,
        };
        let word = if change.replaces { "replaced" } else { "added" };
        self.splice(&file, change, definition);
        let of = match definition.whose.is_empty() {
            true => String::new(),
            false => format!(" of {}", definition.whose.join(".")),
        };
        Ok(crate::report::escape(&format!("{word} {}{of}", definition.key.told())).to_string())
    }

    /// The files, the first one first.
    fn files(&self) -> impl Iterator<Item = (&String, &Text)> {
        let first = self.texts.get_key_value(&self.first);
        first.into_iter().chain(self.texts.iter().filter(|(name, _)| **name != self.first))
    }

    fn item(&self, definition: &Written) -> (String, Change) {
        // of these only those of the first file count
        let only = matches!(definition.key.word, "world" | "test" | "use")
            || definition.key.word == "group" && definition.key.name == "main";
        let mut files = self.files().take(if only { 1 } else { usize::MAX });
        let found = files.find_map(|(f, text)| Some((f.clone(), place::item(definition, text)?)));
        found.unwrap_or_else(|| {
            let text = self.texts.get(&self.first).map_or("", |t| t);
            (self.first.clone(), place::new_item(definition, text))
        })
    }

    fn member(&self, definition: &Written) -> Result<(String, Change), String> {
        let whose = &definition.whose;
        let run = self.files().find_map(|(_, text)| place::run_as(whose, text));
        if let Some(run) = run {
            let rest = whose.iter().skip(2).cloned();
            let whose = std::iter::once(run).chain(rest).collect();
            return self.member(&Written { whose, ..definition.clone() });
        }
        let mut files = self.files();
        let found = files.find_map(|(f, text)| Some((f, place::member(definition, text)?)));
        match found {
            Some((file, change)) => Ok((file.clone(), change?)),
            None => {
                let name = whose.first().map_or("", |n| n);
                Err(format!("there is no character `{name}` in the files of this scene"))
            }
        }
    }

    fn splice(&mut self, file: &str, change: Change, definition: &Written) {
        let Change { range, around: [before, behind], .. } = change;
        let text = self.texts.get(file).cloned().unwrap_or_else(|| "".into());
        let head = format!("{}{before}", text.get(..range.start).unwrap_or_default());
        let tail = text.get(range.end..).unwrap_or_default();
        let (lines, marks) = lines(&head, definition);
        let whole = format!("{head}{lines}{behind}{tail}");
        let grown = whole.len() as isize - text.len() as isize;
        for mark in self.marks.iter_mut().filter(|m| m.file == file && m.range.start >= range.end) {
            let moved = |at: usize| at.saturating_add_signed(grown);
            mark.range = moved(mark.range.start)..moved(mark.range.end);
        }
        let mark = |(range, at)| Mark { file: file.to_owned(), range, at };
        self.marks.extend(marks.into_iter().map(mark));
        self.texts.insert(file.to_owned(), whole.into());
    }

    /// An error in these texts, in places of the entry where it lies in what was typed.
    pub fn error(&self, error: Error, scene: &Scene, entry: &str) -> Error {
        match error {
            Error::Scene(found) => Error::Scene(self.told(found, scene, entry).errors()),
            other => other,
        }
    }

    /// What is to be said of what was typed in a scene that was made of these texts.
    pub fn warnings(&self, scene: &Scene, entry: &str) -> Diagnostics {
        let mut found = self.told(scene.diagnostics().clone(), scene, entry).only(ENTRY);
        found.keep(|code| !LATER.contains(&code));
        found
    }

    fn told(&self, found: Diagnostics, scene: &Scene, entry: &str) -> Diagnostics {
        let stretch = |m: &Mark| (scene.shown(&m.file), m.range.clone(), m.at);
        let stretches: Vec<_> = self.marks.iter().map(stretch).collect();
        found.retold(ENTRY, entry, &stretches)
    }
}

/// A definition behind `head`, its further lines as deep below the first as they were typed; and
/// where each of its lines stands, and stood in the entry.
fn lines(head: &str, definition: &Written) -> (String, Vec<(Range<usize>, usize)>) {
    let depth = head.rsplit('\n').next().map_or(0, blanks);
    let (mut out, mut marks, mut at) = (String::new(), Vec::new(), definition.at);
    for (n, line) in definition.text.split_inclusive('\n').enumerate() {
        let own = if n == 0 { 0 } else { blanks(line) };
        if n > 0 && !line.trim().is_empty() {
            out += &" ".repeat(depth + own.saturating_sub(definition.indent));
        }
        let words = line.get(own..).unwrap_or_default();
        let start = head.len() + out.len();
        marks.push((start..start + words.len(), at + own));
        out += words;
        at += line.len();
    }
    (out, marks)
}

/// What may be mended by what is typed next.
const LATER: [&str; 6] = [
    "unreachable-state",
    "unreachable-edge",
    "message-never-sent",
    "message-never-heard",
    "unused-group",
    "unused-variable",
];

/// White space at the beginning of a line.
fn blanks(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// What was typed, as a text.
pub(super) const ENTRY: &str = "entry";
