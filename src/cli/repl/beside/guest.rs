//! What the window's thread does for a conversation: lends the play, loads files that changed, says
//! what ticks say.
//!
//! In: a picture is drawn next, a tick was done. Out: lines at the seat, wishes for the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use islay::picture::Pixels;
use islay::session::play::{Play, Remark};
use islay::session::repl::{Answer, Desk, Outcome};
use islay::window::{Host, Wish};

use super::super::lend::{Borrower, Lender};
use super::super::seat::Seat;
use super::super::talk::Shared;
use crate::cli::run::window as shown;

/// So many lines of a report are shown in the window.
const MOST: usize = 4;

/// The conversation, as the window sees it.
pub struct Guest {
    pub lender: Lender,
    pub borrower: Arc<Borrower>,
    pub repl: Shared,
    pub seat: Seat,
    /// The conversation has ended.
    pub over: Arc<AtomicBool>,
    /// What pictures are called.
    pub stem: String,
    /// Whether it stands still, until its first picture.
    pub begins: Option<bool>,
    /// A file that was dropped on the window and is not loaded yet.
    pub dropped: Option<PathBuf>,
}

impl Guest {
    /// The files of the scene, if they changed. In the middle of a run it is put off.
    fn news(&mut self, play: &mut Play) -> Vec<Wish> {
        let Ok(mut repl) = self.repl.try_lock() else { return Vec::new() };
        let Some(scene) = self.seat.sources.news() else { return Vec::new() };
        let trouble = scene.as_ref().err().cloned();
        let answer = repl.reloaded(play, scene);
        self.seat.answer(&answer);
        match trouble {
            Some(error) => vec![Wish::Trouble(Some(error))],
            None => vec![Wish::Trouble(None), Wish::Note(lines(&answer))],
        }
    }

    /// Loads what was dropped, once nothing runs; whether it did.
    fn load(&mut self, play: &mut Play) -> bool {
        let Ok(mut repl) = self.repl.try_lock() else { return false };
        let Some(path) = self.dropped.take() else { return false };
        let answer = repl.enter(play, &format!(":load {}", path.display()), &mut self.seat);
        self.seat.answer(&answer);
        true
    }
}

fn lines(answer: &Answer) -> Vec<String> {
    let text = match answer.outcome {
        Outcome::Failed => "the files changed, but not with what was typed",
        _ => answer.text.as_str(),
    };
    text.lines().take(MOST).map(str::to_owned).collect()
}

impl Host for Guest {
    fn remark(&mut self, remark: &Remark) {
        match remark {
            Remark::Log(text) => self.seat.say(text),
            Remark::Note(text) => self.seat.remark(text),
        }
    }

    fn shot(&mut self, pixels: &Pixels) -> String {
        let said = shown::shot(&self.stem, pixels);
        self.seat.remark(&said);
        said
    }

    fn ticked(&mut self, play: &mut Play) -> bool {
        // in the middle of a run somebody else has the conversation
        let Ok(mut repl) = self.repl.try_lock() else { return false };
        repl.after_tick(play, &mut self.seat);
        true
    }

    fn dropped(&mut self, _: Option<&mut Play>, path: &Path) -> bool {
        self.dropped = Some(path.to_owned());
        true
    }

    fn turn(&mut self, play: Option<&mut Play>) -> Vec<Wish> {
        let Some(play) = play else { return Vec::new() };
        if self.begins.take() == Some(true) {
            play.pace().pause(true);
        }
        let mut wishes = self.news(play);
        if self.load(play) {
            wishes.push(Wish::Look);
        }
        if self.lender.serve(play) {
            wishes.push(Wish::Look);
        }
        if self.borrower.shows_diagrams() {
            wishes.push(Wish::Diagrams);
        }
        if self.over.load(Ordering::Relaxed) {
            wishes.push(Wish::Close);
        }
        wishes
    }
}
