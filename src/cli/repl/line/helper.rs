//! What helps while typing: colours, completion, hints, and whether an entry is whole.
//!
//! In: what is typed so far. Out: how it looks, and what could come next. What needs the scene is
//! asked of whoever has it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use islay::session::repl;
use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Result};

use super::{Ask, colors};
use crate::cli::repl::entries::is_open;

/// An answer that takes longer is none: somebody waits for the key to do something.
const PATIENCE: Duration = Duration::from_millis(300);

/// More words than this help only who has begun one.
const MOST: usize = 40;

/// Where the words begin, and the words.
pub type Words = (usize, Vec<String>);

/// The names that exist; clones are the same.
#[derive(Clone, Default)]
pub struct Known(Arc<Mutex<BTreeSet<String>>>);

impl Known {
    /// These exist now.
    pub fn set(&self, names: BTreeSet<String>) {
        if let Ok(mut known) = self.0.lock() {
            *known = names;
        }
    }

    fn has(&self, name: &str) -> bool {
        self.0.lock().is_ok_and(|known| known.contains(name))
    }
}

/// Whether something has been typed; clones are the same.
#[derive(Clone, Default)]
pub struct Typed(Arc<AtomicBool>);

impl Typed {
    pub fn set(&self, on: bool) {
        self.0.store(on, Ordering::Relaxed);
    }

    pub fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Helps.
pub struct Helper {
    asks: Sender<Ask>,
    known: Known,
    typed: Typed,
    past: HistoryHinter,
}

impl Helper {
    pub fn new(asks: Sender<Ask>, known: Known, typed: Typed) -> Self {
        Self { asks, known, typed, past: HistoryHinter::new() }
    }
}

impl rustyline::Helper for Helper {}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext) -> Result<ValidationResult> {
        Ok(match is_open(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

impl Completer for Helper {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<Words> {
        let (answer, words) = mpsc::channel();
        let asked = self.asks.send(Ask::Words(line.to_owned(), at, answer));
        let words = asked.ok().and_then(|()| words.recv_timeout(PATIENCE).ok());
        let (from, mut list) = words.unwrap_or((at, Vec::new()));
        if from == at && list.len() > MOST {
            // nothing is typed of the word: all of the language would be a wall
            list.retain(|word| word.split('.').all(|part| self.known.has(part)));
        }
        let command = line.get(..from).is_some_and(|before| before.trim() == ":");
        if let ([only], true) = (list.as_mut_slice(), command) {
            only.push(' ');
        }
        Ok((from, list))
    }
}

/// What could be typed next.
pub struct Next {
    text: String,
    /// It can be taken over as it is.
    exact: bool,
}

impl Hint for Next {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.exact.then_some(&*self.text)
    }
}

impl Hinter for Helper {
    type Hint = Next;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Next> {
        self.typed.set(!line.is_empty());
        if at < line.len() || line.contains('\n') {
            return None;
        }
        if let Some(text) = repl::arguments(line) {
            return Some(Next { text, exact: false });
        }
        // only what was one line can be shown behind one
        let past = self.past.hint(line, at, context)?;
        (!past.contains('\n')).then_some(Next { text: past, exact: true })
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned(colors::entry(line, |name| self.known.has(name)))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(colors::faint(hint))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}
