//! A scene that is played: real time becomes ticks, what a user does becomes inputs.
//!
//! In: seconds that went by, keys, clicks, a pointer, commands such as pause, ticks to go back to.
//! Out: ticks of a [`Stage`], frames between them, remarks, what happened. It reads no clock and
//! shows nothing; window, terminal and REPL do.

mod attention;
mod breaks;
mod hands;
mod marks;
mod pace;
mod past;
mod recording;
mod remarks;
mod story;
#[cfg(test)]
mod tests;
mod user;
mod watches;
mod why;

pub use breaks::{Break, Breaks, Hit};
pub use marks::{Mark, What};
pub use pace::Pace;
pub use remarks::{Remark, Remarks};
pub use story::{Entry, Story, Told};
pub use watches::{Change, Watch, Watches};

use std::io::Write;

use super::history::{self, Again, History};
use super::record::Recorder;
use super::script::Script;
use crate::{Config, Error, Frame, ReloadReport, Scene, Stage};
use hands::Hands;
use marks::Hits;
use user::Selected;

/// A scene that is played.
pub struct Play {
    stage: Stage,
    config: Config,
    history: History,
    recorder: Option<Recorder<Box<dyn Write + Send>>>,
    pace: Pace,
    hands: Hands,
    selected: Option<Selected>,
    /// No tick comes after it.
    until: Option<u64>,
    breaks: Breaks,
    watches: Watches,
    story: Story,
    hits: Hits,
    /// Ticks that were done, here or there.
    done: u64,
    /// The host asked for all events.
    observed: bool,
    /// What is to be told to who plays, besides what the scene says.
    notes: Vec<Remark>,
}

impl Play {
    /// The scene before its first tick. `script` says what happens besides what the user does.
    pub fn new(scene: &Scene, config: Config, script: Script) -> Self {
        let stage = Stage::new(scene, config.clone());
        let history = History::new(&stage, config.clone(), script, history::BUDGET);
        Self {
            observed: config.observe,
            stage,
            config,
            history,
            recorder: None,
            pace: Pace::new(scene.tick_seconds()),
            hands: Hands::default(),
            selected: None,
            until: None,
            breaks: Breaks::default(),
            watches: Watches::default(),
            story: Story::default(),
            hits: Hits::default(),
            done: 0,
            notes: Vec::new(),
        }
    }

    /// No tick comes after this one.
    #[must_use]
    pub fn until(mut self, tick: Option<u64>) -> Self {
        self.until = tick;
        self
    }

    /// An edited scene goes on in the place of this one: see [`Stage::reload`].
    pub fn replace(&mut self, scene: &Scene) -> ReloadReport {
        let alike = self.stage.scene().runs_like(scene);
        let report = self.stage.reload(scene);
        self.write(|recorder, stage| recorder.reload(scene, stage));
        self.history.reload(&self.stage, alike);
        self.pace.change(scene.tick_seconds());
        self.hands.renumbered();
        self.find_selected();
        let lost = self.breaks.reload(&self.stage);
        let unasked = self.watches.reload(scene);
        self.notes.extend(lost.into_iter().chain(unasked).map(Remark::Note));
        self.watches.look(&self.stage);
        self.story.tell(self.stage.ticks(), Told::Reload);
        report
    }

    /// What runs.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Starts or stops recording all events.
    pub fn observe(&mut self, on: bool) {
        self.observed = on;
        self.attend();
    }

    /// How time goes.
    pub fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }

    /// Whether it stands still.
    pub fn paused(&self) -> bool {
        self.pace.paused()
    }

    /// Whether the last tick has been.
    pub fn over(&self) -> bool {
        self.stage.finished() || self.until.is_some_and(|last| self.stage.ticks() >= last)
    }

    /// So much real time went by.
    pub fn pass(&mut self, seconds: f64) {
        self.pace.pass(seconds);
    }

    /// Whether a tick is due.
    pub fn due(&self) -> bool {
        !self.over() && self.pace.due()
    }

    /// Does the next tick. In the past what was done then comes again, until the user does something
    /// else. It stands still where a breakpoint is hit.
    pub fn tick(&mut self) {
        self.pace.take();
        self.done += 1;
        let again = match self.hands.acted() {
            true => None,
            false => self.tell_refused(|play| play.history.again(&mut play.stage)).flatten(),
        };
        match again {
            Some(again) => self.told_again(again),
            None => self.tick_anew(),
        }
        if self.selected.as_ref().is_some_and(|s| s.is_gone(&self.stage)) {
            self.selected = None;
        }
        self.look();
    }

    /// How many ticks it has done, wherever; going back undoes none of them.
    pub fn ticks_done(&self) -> u64 {
        self.done
    }

    /// A tick with what the user does now.
    fn tick_anew(&mut self) {
        self.tell_refused(|play| play.history.depart(&play.stage));
        let stage = &self.stage;
        let user = self.hands.take(self.history.down(), |id| stage.path(id));
        let input = self.history.input(self.stage.ticks() + 1, &user);
        self.stage.tick(&input);
        self.write(|recorder, stage| recorder.tick(&input, stage));
        self.history.tick(user, &self.stage);
    }

    /// A tick was done with what was done before.
    fn told_again(&mut self, again: Again) {
        let input = self.history.input(self.stage.ticks(), &again.input);
        self.write(|recorder, stage| {
            let hash = || again.hash.unwrap_or_else(|| stage.hash());
            recorder.tick_hashed(&input, stage.ticks(), hash)
        });
        for text in again.acts {
            self.write(|recorder, stage| recorder.act(&text, stage));
        }
        self.left_out(again.left_out);
    }

    /// What those who look want to know of the last tick.
    fn look(&mut self) {
        self.breaks.tick(&self.stage);
        self.watches.tick(&self.stage);
        self.story.tick(&self.stage);
        if !self.breaks.hits().is_empty() {
            self.hits.add(self.breaks.hits());
            self.pace.pause(true);
        }
    }

    /// Events are recorded while somebody wants them.
    fn attend(&mut self) {
        self.stage.observe(self.observed || !self.breaks.is_empty() || self.story.on());
    }

    /// What is to be told to who plays, besides what the scene says; it is told once.
    pub fn take_notes(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.notes)
    }

    fn tell_refused<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Error>) -> Option<T> {
        let done = what(self);
        done.map_err(|error| self.notes.push(Remark::Note(error.to_string()))).ok()
    }

    fn left_out(&mut self, list: Vec<history::LeftOut>) {
        let note = |(text, why): history::LeftOut| {
            Remark::Note(format!("`{text}` is left out, for it can no longer be done: {why}"))
        };
        self.notes.extend(list.into_iter().map(note));
    }

    /// What is to be drawn now.
    pub fn frame(&mut self) -> Frame {
        let alpha = if self.over() { 1.0 } else { self.pace.alpha() };
        self.stage.frame(alpha)
    }

    /// What is to be drawn of the last tick.
    pub fn frame_of_tick(&mut self) -> Frame {
        self.stage.frame(1.0)
    }
}
