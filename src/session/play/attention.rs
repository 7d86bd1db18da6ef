//! What those who look want to know: breakpoints, watches, the story.

use super::{Break, Breaks, Hit, Play, Story, Watches};
use crate::Error;

impl Play {
    /// Stops where a state is entered or an edge is taken; the number of the breakpoint.
    pub fn break_at(&mut self, text: &str) -> Result<u32, Error> {
        let number = self.breaks.add(text, &self.stage)?;
        self.attend();
        Ok(number)
    }

    /// Takes a breakpoint away; whether there was one.
    pub fn unbreak(&mut self, number: u32) -> bool {
        let there = self.breaks.remove(number);
        self.attend();
        there
    }

    /// The breakpoints.
    pub fn breaks(&self) -> impl Iterator<Item = &Break> {
        Breaks::iter(&self.breaks)
    }

    /// What was hit in the last tick.
    pub fn hits(&self) -> &[Hit] {
        self.breaks.hits()
    }

    /// Looks at an expression after each tick, in the context of the instance of a path; the
    /// number of the watch.
    pub fn watch(&mut self, text: &str, of: Option<&str>) -> Result<u32, Error> {
        self.watches.add(text, of, &self.stage)
    }

    /// Takes a watch away; whether there was one.
    pub fn unwatch(&mut self, number: u32) -> bool {
        self.watches.remove(number)
    }

    /// What is watched, and which of it the last tick changed.
    pub fn watches(&self) -> &Watches {
        &self.watches
    }

    /// Tells from now on what happens, or no longer.
    pub fn listen(&mut self, on: bool) {
        self.story.listen(on);
        self.attend();
    }

    /// What happened while somebody listened.
    pub fn story(&self) -> &Story {
        &self.story
    }
}
