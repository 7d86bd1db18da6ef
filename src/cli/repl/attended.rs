//! A conversation with somebody at a terminal.
//!
//! In: what is typed. Out: answers, and everything that the scene says meanwhile, above the line
//! that is being typed. Without a window it lets time pass too.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use islay::session::repl::{Desk, Outcome};

use super::line::{Ask, Known, Reader};
use super::talk::{Home, Talk};
use crate::cli::console::Stop;

/// Between two looks at the time while the scene plays.
const PLAYING: Duration = Duration::from_millis(4);
/// Between two looks at the files while it does not.
const STANDING: Duration = Duration::from_millis(20);
/// How often names are looked up while it plays.
const NAMES: Duration = Duration::from_secs(1);
/// No longer stretch of a path stands in the prompt.
const LONGEST: usize = 32;

/// Talks until the user leaves.
pub fn run(
    talk: &mut Talk,
    reader: Reader,
    asks: &Receiver<Ask>,
    known: &Known,
) -> Result<(), Stop> {
    let talked = listen(talk, &reader, asks, known);
    reader.leave();
    talked
}

fn listen(
    talk: &mut Talk,
    reader: &Reader,
    asks: &Receiver<Ask>,
    known: &Known,
) -> Result<(), Stop> {
    let mut looked = Instant::now();
    known.set(talk.names());
    reader.ready(&prompt(talk));
    loop {
        match next(talk, asks) {
            Some(Ask::Enter(text)) => {
                if !text.trim().is_empty() && talk.enter(&text)? == Outcome::Quit {
                    return Ok(());
                }
                known.set(talk.names());
                reader.ready(&prompt(talk));
            }
            Some(Ask::Words(line, at, answer)) => {
                let found = talk.words(&line, at);
                // whoever waited too long does not wait any more
                let _ = answer.send((found.from, found.list));
            }
            Some(Ask::Interrupt { typed }) => {
                if !typed && !talk.pause() {
                    talk.seat.say("Ctrl-D or :quit leaves");
                }
                reader.ready(&prompt(talk));
            }
            Some(Ask::End) => return Ok(()),
            None => {}
        }
        talk.pass();
        if talk.is_playing() && looked.elapsed() > NAMES {
            looked = Instant::now();
            known.set(talk.names());
        }
    }
}

/// What is asked next, if that is soon. With a window somebody else looks at the time, but a
/// terminal that edits no lines tells Ctrl-C only to who looks.
fn next(talk: &Talk, asks: &Receiver<Ask>) -> Option<Ask> {
    let patience = match talk.home {
        Home::Here(_) if talk.is_playing() => PLAYING,
        Home::Here(_) | Home::Window(_) => STANDING,
    };
    match asks.recv_timeout(patience) {
        Ok(ask) => Some(ask),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Ask::End),
    }
}

/// Who is selected, in whose words expressions are read.
fn prompt(talk: &mut Talk) -> String {
    let Some(path) = talk.selected() else { return "islay> ".to_owned() };
    let n = path.chars().count();
    let end: String = path.chars().skip(n.saturating_sub(LONGEST)).collect();
    let cut = if n > LONGEST { "\u{2026}" } else { "" };
    format!("{cut}{}> ", end.replace(char::is_control, "?"))
}
