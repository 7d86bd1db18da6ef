//! What a played scene says beside its pictures: log lines, traps, sounds that nobody hears.
//!
//! In: a stage after each tick. Out: remarks, each trap and the sounds only once. It prints
//! nothing.

use std::collections::BTreeSet;

use islay_vm::event::EventKind;

use crate::Stage;
use crate::report::escape;

/// Something to be told to who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A line of the scene's log.
    Log(String),
    /// Something that went wrong or cannot be done, said once.
    Note(String),
}

/// What has been told already.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    told: BTreeSet<String>,
}

impl Remarks {
    /// What there is to tell of the last tick.
    pub fn of(&mut self, stage: &Stage) -> Vec<Remark> {
        let misses = stage.misses().iter();
        let missed = |path: &String| format!("no living instance is called `{}`", escape(path));
        let mut remarks: Vec<Remark> =
            misses.filter_map(|path| self.once(missed(path)).map(Remark::Note)).collect();
        let events = stage.events().iter().filter_map(|event| match &event.kind {
            EventKind::Log { text } => Some(Remark::Log(escape(text).to_string())),
            EventKind::Trap { code, message, .. } => {
                let said = format!("{code}: {} (`{}`)", escape(message), escape(&event.path));
                self.once(said).map(Remark::Note)
            }
            EventKind::Sound { .. } => {
                let said = "sounds are not supported yet, the scene plays without them";
                self.once(said.to_owned()).map(Remark::Note)
            }
            _ => None,
        });
        remarks.extend(events);
        remarks
    }

    fn once(&mut self, said: String) -> Option<String> {
        self.told.insert(said.clone()).then_some(said)
    }
}
