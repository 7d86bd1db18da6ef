//! Why a diagram did in the last tick what it did.

use super::Play;
use crate::Error;
use crate::session::why::{self, Why};

impl Play {
    /// Each edge of the states of a diagram that were active in the last tick, with the values of
    /// its condition. The tick is run once more, beside this one.
    pub fn why(&self, path: &str, diagram: &str) -> Result<Why, Error> {
        let tick = self.stage.ticks();
        let Some(before) = tick.checked_sub(1) else {
            let reason = "nothing has happened yet: it is told of the last tick";
            return Err(Error::Act(reason.to_owned()));
        };
        let user = self.history.user(tick).cloned().unwrap_or_default();
        let input = self.history.input(tick, &user);
        why::why(self.history.as_was(before)?, &input, path, diagram)
    }
}
