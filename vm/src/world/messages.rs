//! Messages: the queue, and who gets what.
//!
//! What is due arrives in the order in which it was sent; then comes what was sent from outside.
//! `all`, names and relatives are looked up when a message arrives.

use std::collections::BTreeMap;

use super::World;
use super::spawn::LETTER_BYTES;
use crate::effect::Target;
use crate::event::EventKind;
use crate::input::{InputTarget, InstanceId};
use crate::program::{ClassId, GroupId, MessageId, SendSpec};
use crate::text;
use crate::trap::TrapPlace;

/// A message on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    /// The tick in which it arrives.
    pub due: u64,
    /// Which.
    pub message: MessageId,
    /// The number with it.
    pub value: f32,
    /// Who sent it, 0 from outside.
    pub sender: InstanceId,
    /// To whom.
    pub to: Target,
}

/// Messages on their way.
#[derive(Clone, Debug, Default)]
pub(super) struct Post {
    /// Due in the next tick, in order of sending.
    pub(super) next: Vec<Letter>,
    /// Due later, in order of sending.
    pub(super) later: Vec<Letter>,
    /// Messages sent in this tick.
    pub sent_so_far: u32,
    /// Instances forked in this tick.
    pub forks_so_far: u32,
    /// While observed: paths of those that ended with something of theirs due later.
    pub(super) ended_senders: BTreeMap<InstanceId, String>,
    pub(super) due: Vec<Letter>,
}

impl Post {
    /// How many are on their way.
    pub fn len(&self) -> usize {
        self.next.len() + self.later.len()
    }

    /// One more.
    pub fn push(&mut self, letter: Letter, clock: u64) {
        let soon = letter.due <= clock + 1;
        if soon { self.next.push(letter) } else { self.later.push(letter) }
    }

    /// All in order of sending, what is due later first.
    pub fn letters(&self) -> impl Iterator<Item = &Letter> {
        self.later.iter().chain(&self.next)
    }

    /// None is on its way.
    pub fn clear(&mut self) {
        self.next.clear();
        self.later.clear();
        self.ended_senders.clear();
    }

    fn is_due_later_from(&self, sender: InstanceId) -> bool {
        self.later.iter().any(|l| l.sender == sender)
    }

    /// Takes what is due; what was delayed was sent before what is due the tick after.
    fn take_due(&mut self, clock: u64) -> Vec<Letter> {
        let mut due = std::mem::take(&mut self.due);
        if self.later.iter().any(|l| l.due <= clock) {
            due.extend(self.later.extract_if(.., |l| l.due <= clock));
        }
        due.append(&mut self.next);
        due
    }
}

impl World {
    /// What is due arrives.
    pub(super) fn deliver_due(&mut self) {
        let mut due = self.post.take_due(self.clock);
        for letter in &due {
            self.deliver(letter);
        }
        if !due.is_empty() && !self.post.ended_senders.is_empty() {
            let mut senders = std::mem::take(&mut self.post.ended_senders);
            senders.retain(|id, _| self.post.is_due_later_from(*id));
            self.post.ended_senders = senders;
        }
        due.clear();
        self.post.due = due;
        (self.post.sent_so_far, self.post.forks_so_far) = (0, 0);
    }

    /// A message from outside arrives at once.
    pub(super) fn deliver_from_outside(&mut self, message: &str, value: f32, to: &InputTarget) {
        let program = self.program.clone();
        let named = |name: &u32| text::name(&program, *name) == message;
        let Some(message) = program.messages.iter().position(named) else { return };
        let message = message as MessageId;
        let value = if value.is_finite() { value + 0.0 } else { 0.0 };
        let letter = Letter { due: self.clock, message, value, sender: 0, to: Target::One(0) };
        match to {
            InputTarget::All => self.deliver_all(&letter),
            InputTarget::One(id) => self.deliver_one(&letter, *id),
            InputTarget::Name(name) => {
                let is = |id: u32| text::name(&program, id) == &**name;
                let class = program.classes.iter().position(|c| is(c.name));
                let group = program.groups.iter().position(|g| is(g.name));
                match (class, group) {
                    (Some(class), _) => self.deliver_class(&letter, class as ClassId),
                    (_, Some(group)) => self.deliver_group(&letter, group as GroupId),
                    _ => self.deliver_one(&letter, self.oldest_called(name)),
                }
            }
        }
    }

    /// The oldest top-level instance of a path name.
    fn oldest_called(&self, name: &str) -> InstanceId {
        let is = |id: &InstanceId| {
            let who = self.roster.identity(*id);
            who.is_some_and(|w| w.ordinal > 0 && text::name(&self.program, w.label) == name)
        };
        self.roster.slots.ids().find(is).unwrap_or(0)
    }

    fn deliver(&mut self, letter: &Letter) {
        let spec = match letter.to {
            Target::One(id) => return self.deliver_one(letter, id),
            Target::Sent(spec) => Some(spec),
            Target::Spec(index) => self.program.targets.get(index as usize).copied(),
        };
        let Some(spec) = spec else { return };
        let mut ids = self.machine.take();
        match spec {
            SendSpec::All => self.deliver_all(letter),
            SendSpec::Class(class) => self.deliver_class(letter, class),
            SendSpec::Group(group) => self.deliver_group(letter, group),
            SendSpec::Named(name, number) => ids.push(self.roster.find_named(name, number)),
            SendSpec::Up => self.push_ancestors(letter.sender, &mut ids),
            SendSpec::Down => {
                self.roster.push_tree(&self.plan, letter.sender, &mut ids);
                ids.retain(|id| *id != letter.sender);
            }
            SendSpec::Parts => self.roster.push_children(&self.plan, letter.sender, &mut ids),
            SendSpec::Ref(_) | SendSpec::Selector(_) => {}
        }
        ids.sort_unstable();
        for id in &ids {
            self.deliver_one(letter, *id);
        }
        self.machine.give(ids);
    }

    /// What it is part of or attached to, and so on.
    pub(super) fn push_ancestors(&self, of: InstanceId, out: &mut Vec<InstanceId>) {
        let mut id = self.roster.parent(of);
        while id != 0 {
            out.push(id);
            id = self.roster.parent(id);
        }
    }

    fn deliver_all(&mut self, letter: &Letter) {
        for table in 0..self.roster.frozen.len() {
            self.deliver_table(letter, table);
        }
        self.tell_arrivals(letter, |_, _| true);
    }

    fn deliver_class(&mut self, letter: &Letter, class: ClassId) {
        let mut tables = self.machine.take();
        let defs = self.plan.defs_of(class).iter();
        tables.extend(defs.flat_map(|def| self.roster.tables_of(*def)).map(|table| table as u32));
        tables.iter().for_each(|table| self.deliver_table(letter, *table as usize));
        self.machine.give(tables);
        self.tell_arrivals(letter, |world, def| world.program.defs[def as usize].class == class);
    }

    fn deliver_group(&mut self, letter: &Letter, group: GroupId) {
        let mut ids = self.machine.take();
        for frozen in &self.roster.frozen {
            let of_group = frozen.groups.iter().zip(&frozen.ids).filter(|(g, _)| **g == group);
            ids.extend(of_group.map(|(_, id)| *id));
        }
        ids.sort_unstable();
        for id in &ids {
            self.deliver_one(letter, *id);
        }
        self.machine.give(ids);
    }

    /// All rows of a table get it: one entry for all.
    fn deliver_table(&mut self, letter: &Letter, table: usize) {
        let frozen = &mut self.roster.frozen[table];
        let heard = &self.program.defs[frozen.def as usize].heard;
        if let Ok(i) = heard.binary_search(&letter.message)
            && !frozen.is_empty()
        {
            frozen.heard[i].add_all(letter.value, letter.sender);
        }
    }

    fn deliver_one(&mut self, letter: &Letter, id: InstanceId) {
        let Some(place) = self.roster.slots.at(id) else { return };
        let frozen = &mut self.roster.frozen[place.table as usize];
        let heard = &self.program.defs[frozen.def as usize].heard;
        let Ok(i) = heard.binary_search(&letter.message) else { return };
        let n = frozen.len();
        frozen.heard[i].add(place.row as usize, n, letter.value, letter.sender);
        if self.config.observe {
            self.tell_arrival(letter, id);
        }
    }

    /// An event for each instance of a def that is meant and hears the message.
    fn tell_arrivals(&mut self, letter: &Letter, meant: impl Fn(&Self, u16) -> bool) {
        if !self.config.observe {
            return;
        }
        let mut ids = self.machine.take();
        for frozen in &self.roster.frozen {
            let hears = self.program.defs[frozen.def as usize].heard.contains(&letter.message);
            if hears && meant(self, frozen.def) {
                ids.extend(&frozen.ids);
            }
        }
        ids.sort_unstable();
        for id in &ids {
            self.tell_arrival(letter, *id);
        }
        self.machine.give(ids);
    }

    fn tell_arrival(&mut self, letter: &Letter, id: InstanceId) {
        let name = self.program.messages.get(letter.message as usize).copied().unwrap_or(0);
        let message = text::name(&self.program, name).to_owned();
        let sender = self.roster.path(&self.program, letter.sender);
        let sender = sender.or_else(|| self.post.ended_senders.get(&letter.sender).cloned());
        self.tell(id, EventKind::Message { message, value: letter.value, sender });
    }

    /// What one that ended has on its way still tells where it comes from.
    pub(super) fn note_sender(&mut self, id: InstanceId) {
        if self.config.observe
            && self.post.is_due_later_from(id)
            && let Some(path) = self.roster.path(&self.program, id)
        {
            self.post.ended_senders.insert(id, path);
        }
    }

    /// Nothing has arrived any more.
    pub(super) fn clear_mail(&mut self) {
        for frozen in &mut self.roster.frozen {
            frozen.heard.iter_mut().for_each(crate::signal::Inbox::clear);
        }
    }

    /// Whom those that may end would reach by `up`, before anything is carried out: pairs of the
    /// place in the list of sends and an ancestor.
    pub(super) fn up_before(&mut self) -> Vec<(u32, InstanceId)> {
        let mut up = Vec::new();
        let effects = &self.machine.effects;
        if effects.vanish.is_empty() && effects.becomes.is_empty() {
            return up;
        }
        let mut ids = Vec::new();
        for (i, send) in effects.sends.iter().enumerate() {
            if self.goes_up(send.what.to) {
                ids.clear();
                self.push_ancestors(send.order.id, &mut ids);
                ids.sort_unstable();
                up.extend(ids.iter().map(|id| (i as u32, *id)));
            }
        }
        up
    }

    fn goes_up(&self, to: Target) -> bool {
        match to {
            Target::Spec(i) => matches!(self.program.targets.get(i as usize), Some(SendSpec::Up)),
            Target::One(_) | Target::Sent(_) => false,
        }
    }

    /// Why no message may be sent any more.
    fn post_is_full(&self) -> Option<&'static str> {
        let limits = &self.config.limits;
        let most = limits.messages;
        if self.post.sent_so_far >= most || self.post.len() >= most as usize {
            return Some("too-many-messages");
        }
        (self.memory() + LETTER_BYTES > limits.memory).then_some("too-much-memory")
    }

    /// Puts the messages of this tick on their way. What is sent `up` by one that ended goes to
    /// those it was part of.
    pub(super) fn send_all(&mut self, up: &[(u32, InstanceId)]) {
        let sends = std::mem::take(&mut self.machine.effects.sends);
        for (i, send) in sends.iter().enumerate() {
            let (sender, what) = (send.order.id, send.what);
            if let Some(code) = self.post_is_full() {
                self.machine.traps.add(TrapPlace::Refused(code), sender);
                continue;
            }
            self.post.sent_so_far += 1;
            let due = self.clock + u64::from(what.delay.max(1));
            let letter =
                Letter { due, message: what.message, value: what.value, sender, to: what.to };
            let ended = self.roster.slots.at(sender).is_none();
            if ended && self.goes_up(what.to) {
                // pairs are in the order of the sends
                let from = up.partition_point(|(send, _)| (*send as usize) < i);
                let mine = up.iter().skip(from).take_while(|(send, _)| *send as usize == i);
                for (_, id) in mine {
                    self.post.push(Letter { to: Target::One(*id), ..letter }, self.clock);
                }
            } else {
                self.post.push(letter, self.clock);
            }
            if ended {
                self.note_sender(sender);
            }
        }
        self.machine.effects.sends = sends;
    }
}
