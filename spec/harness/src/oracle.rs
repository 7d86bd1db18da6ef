//! The oracle: the meaning of Islay, written to be obviously right.
//!
//! In: a checked [`Model`], a seed, and an [`Input`] per tick. Out: what there is after the tick
//! ([`View`]s) and what happened in it ([`Event`]s). It runs one instance at a time in order of
//! creation, one diagram at a time in text order, by recursion over the model's expressions and
//! actions, and looks everything up anew. It shares no code with the column VM but the bit-equal
//! maths, the draws of chance, the functions over numbers and the keys. It refuses to be fast.
//!
//! Numbers of sections in comments are those of the language's design.

mod act;
mod birth;
mod cast;
mod commit;
mod contact;
mod coverage;
mod diagram;
mod effects;
mod eval;
mod frame;
mod input;
mod messages;
mod past;
mod select;
mod signal;
mod text;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use islay_lang::hir::model::{LoopId, MessageId, Model};
use islay_lang::source::Text;
use islay_vm::event::{Event, EventKind};
use islay_vm::input::Input;

pub use cast::{Id, Pose};
pub use coverage::{ALL, Coverage};
pub use view::View;

use cast::{At, Cast};
use contact::Contacts;
use effects::Effect;
use input::Signals;
use messages::{Letter, Mail};
use past::Past;

/// A scene, run by the oracle.
pub struct Oracle<'m> {
    model: &'m Model,
    /// By character: the messages that something in it asks for.
    heard: Vec<BTreeSet<MessageId>>,
    seed: u64,
    /// Ticks since the start or the last restart.
    clock: u64,
    finished: bool,
    cast: Cast<'m>,
    /// The last serial number given.
    last_id: Id,
    /// How many were ever made of each path name.
    numbers: BTreeMap<Text, u32>,
    signals: Signals,
    letters: Vec<Letter>,
    mail: BTreeMap<(Id, MessageId), Mail>,
    contacts: Contacts,
    /// Forks and the roots of their forkers' trees that were not apart yet.
    close: Vec<(Id, Id)>,
    /// Everyone as of the end of the last tick.
    past: BTreeMap<Id, Past>,
    /// The counters of the `repeat`s that are being made.
    loops: BTreeMap<LoopId, f32>,
    effects: Vec<Effect<'m>>,
    events: Vec<Event>,
    traps: BTreeMap<(&'static str, usize), (Id, u32)>,
    /// Numbers that the host set, by the model's list.
    inputs: Vec<f32>,
    /// Paths of those that ended: what they have on its way still says where it comes from.
    ended: BTreeMap<Id, String>,
    /// What ran so far.
    pub coverage: Coverage,
}

impl<'m> Oracle<'m> {
    /// The scene at tick 0: `main` is made, nothing has acted, the contacts of the first poses are there.
    pub fn new(model: &'m Model, seed: Option<u64>) -> Self {
        let mut oracle = Self {
            model,
            heard: model.characters.iter().map(messages::asked_by).collect(),
            seed: seed.unwrap_or(model.world.seed),
            clock: 0,
            finished: false,
            cast: Cast::default(),
            last_id: 0,
            numbers: BTreeMap::new(),
            signals: Signals::default(),
            letters: Vec::new(),
            mail: BTreeMap::new(),
            contacts: Contacts::default(),
            close: Vec::new(),
            past: BTreeMap::new(),
            loops: BTreeMap::new(),
            effects: Vec::new(),
            events: Vec::new(),
            traps: BTreeMap::new(),
            inputs: vec![0.0; model.host.inputs.len()],
            ended: BTreeMap::new(),
            coverage: Coverage::default(),
        };
        oracle.start();
        oracle.report_traps();
        oracle
    }

    /// One tick (§6 and the order of the tick: signals, instances, commit, poses, contacts).
    pub fn tick(&mut self, input: &Input) {
        self.events.clear();
        self.traps.clear();
        self.clock += 1;
        self.freeze_signals(input);
        let everyone: Vec<Id> = self.cast.ids().collect();
        for id in everyone {
            self.step_instance(id);
        }
        let effects = std::mem::take(&mut self.effects);
        if effects.iter().any(|e| matches!(e, Effect::Finish)) {
            self.finished = true;
        }
        if effects.iter().any(|e| matches!(e, Effect::Restart)) {
            self.restart();
        } else {
            self.commit(effects);
            self.settle_poses();
            self.remember_poses();
            self.meet();
        }
        self.report_traps();
    }

    /// Whether `finish` was done.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// What happened in the last tick.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Everyone, in order of creation.
    pub fn instances(&self) -> Vec<View> {
        self.cast.ids().map(|id| self.view(id)).collect()
    }

    /// How many there are.
    pub fn n_instances(&self) -> usize {
        self.cast.ids().count()
    }

    /// The path of one that lives.
    pub fn path(&self, id: Id) -> Option<String> {
        self.cast.get(id).map(|i| i.path.clone())
    }

    /// `main` is made as at tick 0, and its first poses meet.
    fn start(&mut self) {
        if let Some(main) = self.model.main {
            self.make_group(main, None);
        }
        self.remember_poses();
        self.meet();
    }

    /// §8 `restart`: everything goes, ids, numbers and the clock start over.
    fn restart(&mut self) {
        self.cast = Cast::default();
        self.last_id = 0;
        self.clock = 0;
        self.numbers.clear();
        self.letters.clear();
        self.ended.clear();
        self.mail.clear();
        self.contacts = Contacts::default();
        self.close.clear();
        self.past.clear();
        self.signals.forget_pointer();
        self.start();
    }

    /// An event of an instance.
    fn tell(&mut self, id: Id, kind: EventKind) {
        let path = self.cast.get(id).map(|i| i.path.clone()).unwrap_or_default();
        self.events.push(Event { id, path, kind });
    }

    /// Something was refused or replaced at a place of the program, by the instance that asks.
    fn trap(&mut self, at: At, code: &'static str, site: usize) {
        let entry = self.traps.entry((code, site)).or_insert((at.dice, 0));
        entry.0 = entry.0.min(at.dice);
        entry.1 += 1;
    }

    /// One event for each place that trapped, with how often.
    fn report_traps(&mut self) {
        for ((code, _), (id, count)) in std::mem::take(&mut self.traps) {
            let (code, message) = (code.to_owned(), String::new());
            self.tell(id, EventKind::Trap { code, message, count });
        }
    }
}
