//! This run and the one it came from, side by side.
//!
//! In: a history. Out: the first tick and thing in which the two differ, and whether other texts or
//! other inputs come first. It moves no stage but its own.

use super::deed::Deed;
use super::run::Run;
use super::{History, walk};
use crate::session::record::{Cause, Difference, apart};
use crate::{Error, Stage};

impl History {
    /// The first difference between the run that was left (`recorded`) and this one (`found`), as
    /// far as both are known.
    pub fn compare(&self) -> Result<Option<Difference>, Error> {
        let refuse = |reason: &str| Err(Error::NoSuchPath(reason.to_owned()));
        let Some(parent) = self.parent else {
            return refuse("there is one run only, which cannot be compared with another");
        };
        let Some(left) = self.run(parent) else {
            return refuse("the run that was left is no longer kept");
        };
        if left.first() < self.first() {
            return refuse("the tick where the run was left is no longer kept");
        }
        let mut a = left.near(left.first()).stage(&self.config)?;
        let (mut b, mut down) = self.milestone_of(left.first())?;
        let mut keys = down;
        // an act may have left something that only waits, which no hash holds
        let equal = a.hash() == b.hash() && a.waiting() == b.waiting();
        let mut cause = match (alike(&a, &b), equal) {
            (false, _) => Cause::Edit,
            (true, false) => Cause::Inputs,
            (true, true) => Cause::Build,
        };
        loop {
            if let Some(difference) = apart(&a, &b, cause) {
                return Ok(Some(difference));
            }
            let tick = a.ticks() + 1;
            if tick > left.last().min(self.now.last()) {
                return Ok(None);
            }
            walk::step(&mut a, &mut keys, left, &self.script)?;
            walk::step(&mut b, &mut down, &self.now, &self.script)?;
            if cause == Cause::Build {
                cause = match (alike(&a, &b), same(left, &self.now, tick)) {
                    (false, _) => Cause::Edit,
                    (true, false) => Cause::Inputs,
                    (true, true) => Cause::Build,
                };
            }
        }
    }
}

fn alike(a: &Stage, b: &Stage) -> bool {
    a.scene().runs_like(b.scene())
}

/// Whether the user did the same in a tick and behind it.
fn same(a: &Run, b: &Run, tick: u64) -> bool {
    let acts = |run: &Run| -> Vec<String> {
        let acts = run.deeds(tick).filter_map(|deed| match deed {
            Deed::Act(text) => Some(text.clone()),
            Deed::Reload(..) => None,
        });
        acts.collect()
    };
    a.input(tick) == b.input(tick) && acts(a) == acts(b)
}
