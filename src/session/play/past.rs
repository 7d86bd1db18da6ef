//! Going back, doing otherwise, and comparing.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use super::Play;
use super::marks::Mark;
use super::story::Told;
use crate::session::act;
use crate::session::history::Deed;
use crate::session::record::Difference;
use crate::{Error, Stage};

impl Play {
    /// The earliest tick that can be gone to.
    pub fn first_tick(&self) -> u64 {
        self.history.first()
    }

    /// The latest tick that is known: from there on nothing comes again.
    pub fn last_tick(&self) -> u64 {
        self.history.last()
    }

    /// The ticks that can be gone to.
    pub fn known(&self) -> RangeInclusive<u64> {
        self.history.known()
    }

    /// Whether what was done here comes again when time goes on.
    pub fn in_past(&self) -> bool {
        self.history.in_past(&self.stage)
    }

    /// The number of this run, from 1.
    pub fn run(&self) -> u32 {
        self.history.number()
    }

    /// Bytes that the history takes, about.
    pub fn history_size(&self) -> usize {
        self.history.size()
    }

    /// Ticks of this run that stand out: reloads, acts, runs that were left, breakpoints.
    pub fn marks(&self) -> Vec<Mark> {
        self.hits.marks(&self.history)
    }

    /// Goes so many ticks back and stands still there: see [`Play::goto`].
    pub fn back(&mut self, ticks: u64) -> Result<(), Error> {
        self.goto(self.stage.ticks().saturating_sub(ticks))
    }

    /// Goes to a tick that is known and stands still there: everything is as it was then, and goes
    /// on with the texts of now. It is refused while a recording is written, which only goes on.
    pub fn goto(&mut self, tick: u64) -> Result<(), Error> {
        if self.recorder.is_some() {
            let reason = "a recording is written, which cannot go back".to_owned();
            return Err(Error::Snapshot(reason));
        }
        let from = self.stage.ticks();
        self.stage.observe(false);
        let gone = self.history.goto(tick, &mut self.stage);
        self.attend();
        self.left_out(gone?);
        self.pace.pause(true);
        self.hands.elsewhere();
        self.breaks.elsewhere();
        self.watches.look(&self.stage);
        self.find_selected();
        if from != tick {
            self.story.tell(tick, Told::Went(from));
        }
        Ok(())
    }

    /// From here on another run: what was done later does not come again, and is kept to be compared
    /// with. The number of the new run.
    pub fn branch(&mut self) -> Result<u32, Error> {
        let number = self.history.branch(&self.stage)?;
        self.story.tell(self.stage.ticks(), Told::Branch(number));
        Ok(number)
    }

    /// The first tick and thing in which the run that was left (`recorded`) and this one (`found`)
    /// differ, as far as both are known.
    pub fn compare(&self) -> Result<Option<Difference>, Error> {
        self.history.compare()
    }

    /// Does the steps of a test that take no time, now; what they logged.
    pub fn act(&mut self, text: &str) -> Result<Vec<String>, Error> {
        self.intervene(text, |stage| act::act(stage, text))
    }

    /// Does something to the stage between two ticks which `text` says when it is done again.
    pub fn intervene<T>(
        &mut self,
        text: &str,
        what: impl FnOnce(&mut Stage) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let before = self.history.before(&self.stage);
        let done = what(&mut self.stage)?;
        self.history.deed(Deed::Act(text.to_owned()), before, &self.stage)?;
        self.write(|recorder, stage| recorder.act(text, stage));
        self.watches.look(&self.stage);
        self.find_selected();
        self.story.tell(self.stage.ticks(), Told::Act(text.to_owned()));
        Ok(done)
    }
}
