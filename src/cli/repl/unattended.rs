//! A conversation with nobody: a script, or a pipe.
//!
//! In: entries. Out: the answers that somebody would have got, without prompts, errors on stderr,
//! and how it went. It ends at the first error, unless it shall not.

use std::io::BufRead;

use islay::session::repl::Outcome;

use super::entries::Entries;
use super::talk::Talk;
use crate::cli::console::{Exit, Stop};

/// Reads and answers them all. `name` is that of the script.
pub fn run(
    stream: impl BufRead,
    name: &str,
    keep_going: bool,
    talk: &mut Talk,
) -> Result<Exit, Stop> {
    let mut exit = Exit::Good;
    for entry in Entries::new(stream) {
        let entry = entry.map_err(|e| Stop::Usage(format!("cannot read {name}: {e}")))?;
        match talk.enter(&entry.text)? {
            Outcome::Good => {}
            Outcome::Quit => break,
            Outcome::Failed => {
                exit = Exit::Wrong;
                talk.seat.remark(&format!("this is the entry in line {} of {name}", entry.line));
                if !keep_going {
                    break;
                }
            }
        }
    }
    Ok(exit)
}
