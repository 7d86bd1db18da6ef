//! What happened, told line by line: shifts with their reasons, messages, forks, ends, contacts,
//! traps, reloads, acts.
//!
//! In: a stage after each tick, what was done between ticks. Out: entries, bounded, each as data
//! and as one line. It tells only while somebody listens.

use std::collections::VecDeque;
use std::fmt;

use islay_vm::event::{Event, EventKind};

use crate::Stage;
use crate::report::escape;
use crate::session::{reason, trace};

/// At most so many entries are kept.
const KEPT: usize = 10_000;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// In which tick, or behind which.
    pub tick: u64,
    /// What.
    pub told: Told,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// An event of the scene; a shift with the condition of its edge.
    Event {
        /// What the scene told.
        event: Event,
        /// Why, in the words of the text.
        reason: Option<String>,
    },
    /// An edited scene took over.
    Reload,
    /// Something was done, in the text that was typed.
    Act(String),
    /// Another run begins, of this number.
    Branch(u32),
    /// The user went to this tick, from the one that is said here.
    Went(u64),
}

/// The latest entries.
#[derive(Debug, Default)]
pub struct Story {
    on: bool,
    entries: VecDeque<Entry>,
    told: u64,
}

impl Story {
    /// Whether somebody listens.
    pub fn on(&self) -> bool {
        self.on
    }

    /// The entries that are kept, the latest last.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// How many entries were told so far, those that are no longer kept too.
    pub fn told(&self) -> u64 {
        self.told
    }

    /// The entries behind so many: what is new since [`Story::told`] said that.
    pub fn since(&self, told: u64) -> impl Iterator<Item = &Entry> {
        let first = self.told - self.entries.len() as u64;
        self.entries.iter().skip(usize::try_from(told.saturating_sub(first)).unwrap_or(usize::MAX))
    }

    pub(super) fn listen(&mut self, on: bool) {
        self.on = on;
    }

    /// A tick was done.
    pub(super) fn tick(&mut self, stage: &Stage) {
        if !self.on {
            return;
        }
        for event in stage.events() {
            let told = Told::Event { event: event.clone(), reason: reason(stage, event) };
            self.tell(stage.ticks(), told);
        }
    }

    pub(super) fn tell(&mut self, tick: u64, told: Told) {
        if self.on {
            self.told += 1;
            self.entries.push_back(Entry { tick, told });
            let over = self.entries.len().saturating_sub(KEPT);
            self.entries.drain(..over);
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {} ", self.tick)?;
        match &self.told {
            Told::Event { event, reason } => {
                f.write_str(&event_line(event))?;
                reason.iter().try_for_each(|reason| write!(f, "  on {}", escape(reason)))
            }
            Told::Reload => f.write_str("the edited scene goes on"),
            Told::Act(text) => write!(f, "done: {}", escape(text)),
            Told::Branch(number) => write!(f, "run {number} begins"),
            Told::Went(from) => write!(f, "gone to, from tick {from}"),
        }
    }
}

/// The condition of the edge that was taken.
fn reason(stage: &Stage, event: &Event) -> Option<String> {
    let EventKind::Transition { diagram, edge, .. } = &event.kind else { return None };
    let program = stage.scene().program();
    let def = stage.world().def_of(event.id).and_then(|def| program.defs.get(def as usize))?;
    let character = program.names.get(def.name as usize)?;
    reason::reason(stage.scene(), character, diagram, *edge).map(|reason| reason.condition)
}

fn event_line(event: &Event) -> String {
    match &event.kind {
        EventKind::Transition { diagram, from, to, .. } => {
            escape(&format!("{}.{diagram} {from} -> {to}", event.path))
        }
        _ => trace::event_text(event),
    }
}

#[cfg(test)]
mod tests {
    use islay_vm::key::Key;

    use crate::session::play::Play;
    use crate::session::script::Script;
    use crate::{Config, Scene};

    const SCENE: &str = "
        character Hero {
          diagram Turn {
            state Still on key(Left) -> Left
            state Left  on message(go) -> Still  else do send go to self -> Left
          }
        }
        group main { Hero }";

    #[test]
    fn shifts_have_their_reasons_and_nothing_is_kept_unasked() {
        let scene = Scene::from_text("hero", SCENE).unwrap();
        let mut play = Play::new(&scene, Config::default(), Script::new());
        play.press(Key::LEFT);
        play.tick();
        assert_eq!(play.story().told(), 0);
        play.listen(true);
        let told = play.story().told();
        play.tick();
        play.tick();
        play.replace(&scene);
        play.act("Hero < rotate y 5 >").unwrap();
        play.goto(1).unwrap();
        play.branch().unwrap();
        let lines: Vec<String> = play.story().since(told).map(ToString::to_string).collect();
        let wanted = [
            "tick 3 Hero hears go(0) from Hero",
            "tick 3 Hero.Turn Left -> Still  on message(go)",
            "tick 3 the edited scene goes on",
            "tick 3 done: Hero < rotate y 5 >",
            "tick 1 gone to, from tick 3",
            "tick 1 run 2 begins",
        ];
        assert_eq!(
            lines.iter().filter(|l| !l.contains("tick 2")).collect::<Vec<_>>(),
            wanted.iter().collect::<Vec<_>>()
        );
    }
}
