//! Effects: what actions do to others, kept until the commit.
//!
//! In: effects in the order in which batches run. Out: lists by kind, each sorted by instance,
//! diagram and order of execution, so that no order of rows or tables shows, and none longer than its
//! limit. Nothing is carried out here.

mod list;

pub use list::{Kept, List, Over};

use crate::event::EmitValue;
use crate::input::InstanceId;
use crate::limits::Limits;
use crate::program::{GroupId, MessageId, NameId, SendSpec, SpawnId, StateId};
use crate::table::Pose;

/// Where an effect stands in the order of the commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Order {
    /// Who did it.
    pub id: InstanceId,
    /// In which diagram.
    pub diagram: u16,
    /// As which effect of the tick.
    pub seq: u32,
}

/// Something with a place in the order.
#[derive(Clone, Debug)]
pub struct Ordered<T> {
    /// Its place.
    pub order: Order,
    /// What it is.
    pub what: T,
}

/// Evaluated arguments, in [`Effects::args`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Args {
    /// The first.
    pub start: u32,
    /// How many.
    pub len: u32,
}

/// `fork`
#[derive(Clone, Copy, Debug)]
pub enum Fork {
    /// One instance.
    One {
        /// Which.
        spawn: SpawnId,
        /// Its arguments.
        args: Args,
        /// Its placement.
        pose: Pose,
        /// The placement is the world's.
        in_world: bool,
    },
    /// All of a group.
    Group(GroupId),
}

/// `become`
#[derive(Clone, Copy, Debug)]
pub struct Become {
    /// What.
    pub spawn: SpawnId,
    /// Its arguments.
    pub args: Args,
}

/// `attach`
#[derive(Clone, Copy, Debug)]
pub struct Attach {
    /// What is attached.
    pub who: InstanceId,
    /// To whom.
    pub to: InstanceId,
    /// Where; `None` keeps the world pose.
    pub pose: Option<Pose>,
}

/// Whom a message goes to.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// As the program says, looked up at arrival; an index into its targets.
    Spec(u32),
    /// Looked up at arrival too, from outside.
    Sent(SendSpec),
    /// This one.
    One(InstanceId),
}

/// `send`
#[derive(Clone, Copy, Debug)]
pub struct Send {
    /// Which message.
    pub message: MessageId,
    /// The number with it.
    pub value: f32,
    /// To whom.
    pub to: Target,
    /// In how many ticks it arrives.
    pub delay: u32,
}

/// What is only told.
#[derive(Clone, Debug)]
pub enum Note {
    /// A diagram shifted.
    Shift {
        /// From this innermost state.
        from: StateId,
        /// To that.
        to: StateId,
        /// By this edge of the diagram.
        edge: u16,
    },
    /// A line of the log.
    Log(String),
    /// An event for the host.
    Emit(NameId, Vec<EmitValue>),
    /// The same from a script, whose names are its own.
    Told(String, Vec<EmitValue>),
    /// A sound.
    Sound(NameId),
}

/// The effects of a tick.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Who ends.
    pub vanish: List<InstanceId>,
    /// What the doers become.
    pub becomes: List<Become>,
    /// Who is let go.
    pub detach: List<InstanceId>,
    /// Who is attached.
    pub attach: List<Attach>,
    /// What is made.
    pub forks: List<Fork>,
    /// What is sent.
    pub sends: List<Send>,
    /// What is told.
    pub notes: List<Note>,
    /// Arguments of forks and `become`s.
    pub args: Vec<u32>,
    /// Everything anew.
    pub restart: bool,
    /// The last tick.
    pub finish: bool,
    seq: u32,
}

impl Kept for InstanceId {}
impl Kept for Become {}
impl Kept for Attach {}
impl Kept for Fork {}
impl Kept for Send {}

impl Kept for Note {
    /// Shifts are told whatever else is.
    fn counts(&self) -> bool {
        !matches!(self, Note::Shift { .. })
    }
}

impl Effects {
    /// Keeps as many of each kind as these limits say.
    pub fn within(limits: &Limits) -> Self {
        let mut effects = Self::default();
        effects.vanish.keep(limits.effects);
        effects.becomes.keep(limits.effects);
        effects.detach.keep(limits.effects);
        effects.attach.keep(limits.effects);
        effects.forks.keep(limits.effects);
        effects.sends.keep(limits.messages);
        effects.notes.keep(limits.notes);
        effects
    }

    /// Makes something; arguments of what is left out are forgotten.
    pub fn fork(&mut self, fork: Ordered<Fork>) {
        if self.forks.push(fork) {
            self.compact();
        }
    }

    /// Turns into something; the same of its arguments.
    pub fn turn_into(&mut self, turn: Ordered<Become>) {
        if self.becomes.push(turn) {
            self.compact();
        }
    }

    /// Keeps the arguments that are in use.
    fn compact(&mut self) {
        let old = std::mem::take(&mut self.args);
        let new = &mut self.args;
        let mut renew = |args: &mut Args| {
            let range = args.start as usize..(args.start + args.len) as usize;
            args.start = new.len() as u32;
            new.extend_from_slice(old.get(range).unwrap_or_default());
        };
        self.becomes.iter_mut().for_each(|turn| renew(&mut turn.what.args));
        for fork in self.forks.iter_mut() {
            if let Fork::One { args, .. } = &mut fork.what {
                renew(args);
            }
        }
    }

    /// What was more than is kept, with the code of its trap.
    pub fn over(&mut self) -> [(&'static str, Over); 7] {
        [
            ("too-many-effects", self.vanish.take_over()),
            ("too-many-effects", self.becomes.take_over()),
            ("too-many-effects", self.detach.take_over()),
            ("too-many-effects", self.attach.take_over()),
            ("too-many-effects", self.forks.take_over()),
            ("too-many-messages", self.sends.take_over()),
            ("too-many-notes", self.notes.take_over()),
        ]
    }

    /// The place of the next effect.
    #[inline]
    pub fn next(&mut self, id: InstanceId, diagram: u16) -> Order {
        self.seq = self.seq.saturating_add(1);
        Order { id, diagram, seq: self.seq }
    }

    /// Whether nothing is to be committed.
    pub fn is_empty(&self) -> bool {
        self.vanish.is_empty()
            && self.becomes.is_empty()
            && self.detach.is_empty()
            && self.attach.is_empty()
            && self.forks.is_empty()
            && self.sends.is_empty()
            && self.notes.is_empty()
            && !self.restart
            && !self.finish
    }

    /// Takes over all that is in another list. What one instance did in one diagram is in one of
    /// the two, so places in the order stay what they are.
    pub fn append(&mut self, other: &mut Self) {
        let shift = self.args.len() as u32;
        other.becomes.iter_mut().for_each(|b| b.what.args.start += shift);
        for fork in other.forks.iter_mut() {
            if let Fork::One { args, .. } = &mut fork.what {
                args.start += shift;
            }
        }
        self.vanish.append(&mut other.vanish);
        self.becomes.append(&mut other.becomes);
        self.detach.append(&mut other.detach);
        self.attach.append(&mut other.attach);
        self.forks.append(&mut other.forks);
        self.sends.append(&mut other.sends);
        self.notes.append(&mut other.notes);
        self.args.append(&mut other.args);
        self.restart |= other.restart;
        self.finish |= other.finish;
        other.clear();
    }

    /// Brings each list into the order of the commit, without what is too much.
    pub fn settle(&mut self) {
        self.vanish.settle();
        self.becomes.settle();
        self.detach.settle();
        self.attach.settle();
        self.forks.settle();
        self.sends.settle();
        self.notes.settle();
    }

    /// Nothing happened yet.
    pub fn clear(&mut self) {
        self.vanish.clear();
        self.becomes.clear();
        self.detach.clear();
        self.attach.clear();
        self.forks.clear();
        self.sends.clear();
        self.notes.clear();
        self.args.clear();
        (self.restart, self.finish, self.seq) = (false, false, 0);
    }
}
