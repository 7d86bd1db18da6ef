//! Traps: what was refused or replaced in a tick, once per place with a count.
//!
//! In: a place, how often, and the instance. Out: a sorted list at the end of the tick. A trap
//! never stops the scene.

use std::collections::BTreeMap;

use crate::input::InstanceId;
use crate::program::DefId;

/// Where a trap happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrapPlace {
    /// An index into [`crate::program::Program::traps`].
    Site(u32),
    /// An action on the pose of instances of this def gave no finite result.
    Pose(DefId, &'static str),
    /// A call of a script's function: an index into [`crate::program::Program::calls`].
    Hook(u32),
    /// A limit, or a ring of attachments; by its code.
    Refused(&'static str),
}

/// A place that trapped in this tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Where.
    pub place: TrapPlace,
    /// How often.
    pub count: u32,
    /// The oldest instance that did, 0 for nobody.
    pub first: InstanceId,
}

/// The traps of a tick.
#[derive(Clone, Debug, Default)]
pub struct Traps {
    /// By place: how often, and the oldest.
    places: BTreeMap<TrapPlace, (u32, InstanceId)>,
    /// By place: who is the oldest that says something, and what.
    said: BTreeMap<TrapPlace, (InstanceId, String)>,
}

impl Traps {
    /// One more, of an instance.
    pub fn add(&mut self, place: TrapPlace, id: InstanceId) {
        self.add_many(place, 1, id);
    }

    /// One more that says why itself; what the oldest at a place says first is kept.
    pub fn say(&mut self, place: TrapPlace, id: InstanceId, reason: String) {
        self.note(place, id, reason);
        self.add(place, id);
    }

    fn note(&mut self, place: TrapPlace, id: InstanceId, reason: String) {
        match self.said.get_mut(&place) {
            Some((by, said)) if id < *by => (*by, *said) = (id, reason),
            Some(_) => {}
            None => {
                self.said.insert(place, (id, reason));
            }
        }
    }

    /// What was said at a place.
    pub fn take_said(&mut self, place: TrapPlace) -> Option<String> {
        self.said.remove(&place).map(|(_, reason)| reason)
    }

    /// Takes over all of another list, whose instances are others.
    pub fn append(&mut self, other: &mut Self) {
        for trap in other.drain() {
            self.add_many(trap.place, trap.count, trap.first);
        }
        for (place, (id, reason)) in std::mem::take(&mut other.said) {
            self.note(place, id, reason);
        }
    }

    /// Several, of which the oldest instance is given.
    pub fn add_many(&mut self, place: TrapPlace, count: u32, first: InstanceId) {
        let (n, oldest) = self.places.entry(place).or_insert((0, first));
        *n = n.saturating_add(count);
        *oldest = first.min(*oldest);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// In order of place, each once; there is none then.
    pub fn drain(&mut self) -> impl Iterator<Item = Trap> + use<> {
        let places = std::mem::take(&mut self.places).into_iter();
        places.map(|(place, (count, first))| Trap { place, count, first })
    }
}

/// What a refusal says.
pub fn refusal(code: &str) -> &'static str {
    match code {
        "too-many-instances" => "there are as many instances as the limit allows; no more are made",
        "no-more-numbers" => {
            "more was made than there are serial numbers; only `restart` begins them anew"
        }
        "too-many-forks" => {
            "more was forked in this tick than the limit allows; the rest is dropped"
        }
        "too-many-messages" => {
            "more was sent in this tick than the limit allows; the rest is dropped"
        }
        "too-many-notes" => {
            "more was logged in this tick than the limit allows; the rest is dropped"
        }
        "too-many-effects" => {
            "more was asked for in this tick than the limit allows; the rest is dropped"
        }
        "too-many-contacts" => {
            "more boxes are near each other than the limit allows; the youngest touch nothing"
        }
        "too-much-memory" => {
            "there is as much as the limit of memory allows; no more is made or sent"
        }
        "text-too-long" => "a text is longer than the limit allows; the rest is left out",
        "too-deep" => "the hierarchy is as deep as the limit allows",
        "attach-ring" => "something cannot be attached to itself or to a part of itself",
        _ => "refused",
    }
}
