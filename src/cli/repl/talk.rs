//! The conversation, wherever the play is: here, or lent by a window.
//!
//! In: entries, news of the files, real time. Out: answers, said at the seat. It reads no line.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use islay::session::play::Play;
use islay::session::repl::{Desk, Outcome, Repl, Words, words};

use super::lend::Borrower;
use super::seat::Seat;
use crate::cli::console::Stop;
use crate::cli::interrupt::Interrupt;

/// Ticks may take so long before somebody is listened to; what is due after that is forgiven.
const BUDGET: Duration = Duration::from_millis(100);
/// So many instances are named.
const MOST: usize = 2000;

/// What is known of the scene, in a conversation that others may hear too.
pub type Shared = Arc<Mutex<Repl>>;

/// Who has the play.
pub enum Home {
    /// It is here.
    Here(Box<Play>),
    /// A window lends it.
    Window(Arc<Borrower>),
}

/// A conversation.
pub struct Talk {
    pub repl: Shared,
    pub home: Home,
    pub seat: Seat,
    /// Real time was looked at last.
    before: Instant,
    /// Its end has been told.
    ended: bool,
}

impl Talk {
    pub fn new(repl: Shared, home: Home, seat: Seat) -> Self {
        Self { repl, home, seat, before: Instant::now(), ended: false }
    }

    /// Does something with the play; `None` if its window is closed.
    fn with<T>(&mut self, work: impl FnOnce(&mut Repl, &mut Play, &mut Seat) -> T) -> Option<T> {
        let Self { repl, home, seat, .. } = self;
        let work = |play: &mut Play| {
            let mut repl = repl.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut repl, play, seat)
        };
        match home {
            Home::Here(play) => Some(work(play)),
            Home::Window(window) => window.with(work),
        }
    }

    /// Answers an entry.
    pub fn enter(&mut self, entry: &str) -> Result<Outcome, Stop> {
        if let Some(interrupt) = &self.seat.interrupt {
            // what came before was not meant for this
            interrupt.take();
        }
        let answer = self.with(|repl, play, seat| {
            let answer = repl.enter(play, entry, seat);
            seat.answer(&answer);
            answer
        });
        self.before = Instant::now();
        self.seat.check()?;
        Ok(answer.map_or(Outcome::Quit, |answer| answer.outcome))
    }

    /// Stands still, if it does not already; whether it did not.
    pub fn pause(&mut self) -> bool {
        let paused = self.with(|_, play, seat| {
            let playing = !play.paused();
            play.pace().pause(true);
            if playing {
                seat.say(&format!("paused at tick {}", play.stage().ticks()));
            }
            playing
        });
        paused.unwrap_or(false)
    }

    /// What could stand at this place.
    pub fn words(&mut self, line: &str, at: usize) -> Words {
        self.with(|_, play, _| words(play, line, at)).unwrap_or_default()
    }

    /// Who is selected.
    pub fn selected(&mut self) -> Option<String> {
        self.with(|_, play, _| play.selected().map(str::to_owned)).flatten()
    }

    /// The names that exist.
    pub fn names(&mut self) -> BTreeSet<String> {
        self.with(|_, play, _| names(play)).unwrap_or_default()
    }

    /// Whether time passes by itself.
    pub fn is_playing(&self) -> bool {
        match &self.home {
            Home::Here(play) => !play.paused() && !play.over(),
            Home::Window(_) => false,
        }
    }

    /// Does what is due, where no window does it: ticks, files that changed.
    pub fn pass(&mut self) {
        // a terminal that edits no lines tells Ctrl-C in no other way
        if self.seat.interrupt.as_ref().is_some_and(Interrupt::take) {
            self.pause();
        }
        let Self { repl, home: Home::Here(play), seat, before, ended } = self else { return };
        let mut repl = repl.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(scene) = seat.sources.news() {
            let answer = repl.reloaded(play, scene);
            seat.answer(&answer);
        }
        let begun = Instant::now();
        play.pass((begun - *before).as_secs_f64());
        *before = begun;
        while play.due() {
            play.tick();
            repl.after_tick(play, seat);
            if begun.elapsed() > BUDGET {
                play.pace().forgive();
            }
        }
        let over = play.over() && !play.paused();
        if over && !*ended {
            play.pace().pause(true);
            seat.say(&format!("the scene has ended at tick {}", play.stage().ticks()));
        }
        *ended = over;
    }
}

/// Names of instances, diagrams, states and variables.
fn names(play: &Play) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for instance in play.stage().instances().take(MOST) {
        names.extend(instance.path.split(['.', '#']).map(str::to_owned));
        names.insert(instance.character);
        for (diagram, state) in instance.states {
            names.insert(diagram);
            names.extend(state.split('.').map(str::to_owned));
        }
        names.extend(instance.vars.into_iter().map(|(name, _)| name));
    }
    names
}
