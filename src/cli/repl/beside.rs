//! A conversation beside a window.
//!
//! In: a plan. Out: the window on this thread, the conversation on another, about one play: who is
//! selected and whether it stands still are the same for both. Closing the window ends the
//! conversation, and the end of the conversation closes the window.

mod guest;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use islay::Config;
use islay::session::play::Play;
use islay::session::repl::Repl;
use islay::session::script::Script;
use islay::window::{self, Ended, NoWindow, Show};

use super::lend::{Borrower, lend};
use super::line::{Ask, Known, Reader};
use super::plan::{self, Entries, Plan};
use super::seat::{Mouth, Seat};
use super::talk::{Home, Shared, Talk};
use super::{alone, attended, unattended};
use crate::cli::console::{Console, Exit, Stop};
use crate::cli::interrupt::Interrupt;
use crate::cli::run;
use crate::cli::run::window as shown;
use guest::Guest;

/// A conversation may take so long to end when its window was closed.
const LEAVING: Duration = Duration::from_secs(2);
/// One that waits for a pipe does not hear of it.
const HANGING_UP: Duration = Duration::from_millis(100);

/// Talks beside a window; without one where there is no display.
pub fn talk(plan: Plan, console: &mut Console) -> Result<Exit, Stop> {
    if let Err(NoWindow(reason)) = window::display() {
        console.note(&format!("no window: {reason}"));
        return alone(plan, console);
    }
    let repl: Shared = Arc::new(Mutex::new(plan.repl(console)));
    let (lender, borrower) = lend([spare()?, spare()?]);
    let borrower = Arc::new(borrower);
    let course = Course::of(&plan, console)?;
    let over = Arc::new(AtomicBool::new(false));
    let guest = Guest {
        lender,
        borrower: borrower.clone(),
        repl: repl.clone(),
        seat: Seat::new(course.here, plan.sources.clone(), None, None),
        over: over.clone(),
        stem: shown::stem(plan.path.as_deref().unwrap_or("-")),
        begins: Some(plan.paused),
        dropped: None,
    };
    let window = Some(borrower.clone());
    let there = Seat::new(course.there, plan.sources.clone(), course.interrupt, window);
    let (done, result) = mpsc::channel();
    let (home, go) = (Home::Window(borrower.clone()), course.go);
    let up = move || {
        thread::spawn(move || {
            // also if it ends by a fault of ours
            let _over = Over(over);
            let _ = done.send(go(&mut Talk::new(repl, home, there)));
        });
    };
    match shown::shown(show(&plan)?, Box::new(guest), up) {
        Ok(ended) => {
            finish(&plan, &ended)?;
            leave(&borrower, course.end.as_ref(), &result)
        }
        Err(NoWindow(reason)) => {
            console.note(&format!("no window: {reason}"));
            alone(plan, console)
        }
    }
}

/// The conversation is over when this is gone.
struct Over(Arc<AtomicBool>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A play of nothing, which stands in for one that is lent.
fn spare() -> Result<Play, Stop> {
    Ok(Play::new(&Repl::empty()?, Config::default(), Script::new()))
}

fn show(plan: &Plan) -> Result<Show, Stop> {
    Ok(Show {
        title: format!("{} \u{2014} Islay", plan.path.as_deref().unwrap_or("scene")),
        size: plan.size.unwrap_or(shown::SIZE).sides(),
        source: None,
        scene: Ok(plan.scene.clone()),
        config: plan.config.clone(),
        script: plan.script.clone(),
        until: plan.until.map(|time| time.0),
        record: plan.record()?,
        last_picture: plan.screenshot.is_some(),
    })
}

fn finish(plan: &Plan, ended: &Ended) -> Result<(), Stop> {
    match (&plan.screenshot, &ended.picture) {
        (Some(file), Some(picture)) => run::write(file, picture),
        _ => Ok(()),
    }
}

/// The window is closed: so is the conversation.
fn leave(
    borrower: &Borrower,
    end: Option<&Sender<Ask>>,
    result: &Receiver<Result<Exit, Stop>>,
) -> Result<Exit, Stop> {
    borrower.close();
    let patience = match end {
        Some(end) => {
            // one that has ended already hears nothing
            let _ = end.send(Ask::End);
            LEAVING
        }
        None => HANGING_UP,
    };
    result.recv_timeout(patience).unwrap_or(Ok(Exit::Good))
}

/// A conversation that goes on until it ends.
type Goes = dyn FnOnce(&mut Talk) -> Result<Exit, Stop> + Send;

/// How a conversation goes, once its window is there.
struct Course {
    /// Where the window's thread says something, and where the conversation's does.
    here: Mouth,
    there: Mouth,
    interrupt: Option<Interrupt>,
    go: Box<Goes>,
    /// Where somebody who types can be told that it is over.
    end: Option<Sender<Ask>>,
}

impl Course {
    fn of(plan: &Plan, console: &Console) -> Result<Self, Stop> {
        match &plan.entries {
            Entries::Read { file, keep_going } => {
                let keep_going = *keep_going;
                let (stream, name) = plan::stream(file.as_deref())?;
                let go = move |talk: &mut Talk| unattended::run(stream, &name, keep_going, talk);
                Ok(Self {
                    here: Mouth::Plain(console.twin()),
                    there: Mouth::Plain(console.twin()),
                    interrupt: None,
                    go: Box::new(go),
                    end: None,
                })
            }
            Entries::Typed => Self::typed(plan.greeting(), console.color()),
        }
    }

    fn typed(greeting: String, color: bool) -> Result<Self, Stop> {
        let interrupt = Interrupt::of_keys();
        let (asks, asked) = mpsc::channel();
        let known = Known::default();
        let reader = Reader::start(asks.clone(), known.clone(), color)?;
        let voice = reader.voice().clone();
        let go = move |talk: &mut Talk| {
            reader.voice().say(&greeting);
            attended::run(talk, reader, &asked, &known).map(|()| Exit::Good)
        };
        Ok(Self {
            here: Mouth::Voice(voice.clone()),
            there: Mouth::Voice(voice),
            interrupt: Some(interrupt),
            go: Box::new(go),
            end: Some(asks),
        })
    }
}
