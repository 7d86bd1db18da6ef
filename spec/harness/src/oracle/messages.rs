//! Messages on their way and those that arrived (§8 `send`).
//!
//! In: sends. Out: per instance and message how many arrived, the sum of their numbers, and who
//! sent the first.

use std::collections::BTreeSet;

use islay_lang::hir::model::{Character, ClassId, Expr, ExprKind, GroupId, MessageId};
use islay_lang::hir::visit::{self, Visitor};
use islay_lang::source::Text;
use islay_vm::event::EventKind;
use islay_vm::input::InputTarget;

use super::Oracle;
use super::cast::Id;

/// A message on its way.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The tick in which it arrives.
    pub due: u64,
    /// Which.
    pub message: MessageId,
    /// The number with it.
    pub value: f32,
    /// Who sent it (0: from outside).
    pub sender: Id,
    /// To whom.
    pub to: To,
}

/// Whom a message goes to; all but `These` are looked up when it arrives.
#[derive(Clone, Debug)]
pub enum To {
    /// Everyone, the sender too.
    All,
    /// What the sender is part of.
    Up,
    /// What is part of the sender.
    Down,
    /// What is directly part of it.
    Parts,
    /// All of a class.
    Class(ClassId),
    /// All a group made.
    Group(GroupId),
    /// By path name.
    Named(Text, Option<u32>),
    /// These.
    These(Vec<Id>),
}

/// What arrived of one message at one instance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mail {
    /// How many.
    pub received: u32,
    /// The sum of their numbers.
    pub value: f32,
    /// Who sent the first.
    pub sender: Id,
}

/// The messages that something in a character asks for.
pub fn asked_by(character: &Character) -> BTreeSet<MessageId> {
    struct Asked(BTreeSet<MessageId>);
    impl Visitor for Asked {
        fn expr(&mut self, e: &Expr) {
            use ExprKind as E;
            if let E::Message(m) | E::Received(m) | E::Value(m) | E::Sender(m) = e.kind {
                self.0.insert(m);
            }
        }
    }
    let mut asked = Asked(BTreeSet::new());
    visit::character(character, &mut asked);
    asked.0
}

impl Oracle<'_> {
    /// What is due arrives, in the order in which it was sent.
    pub(super) fn deliver_due_letters(&mut self) {
        let clock = self.clock;
        let (due, later) =
            std::mem::take(&mut self.letters).into_iter().partition(|l| l.due == clock);
        self.letters = later;
        let due: Vec<Letter> = due;
        for letter in &due {
            self.deliver(letter);
        }
    }

    /// A message from outside arrives behind those of the scene.
    pub(super) fn deliver_from_outside(&mut self, message: &str, value: f32, to: &InputTarget) {
        let Some(message) = self.model.messages.iter().position(|m| &**m == message) else {
            return;
        };
        let to = match to {
            InputTarget::All => To::All,
            InputTarget::One(id) => To::These(vec![*id]),
            InputTarget::Name(name) => self.known_as(name),
        };
        let message = MessageId(message as u32);
        self.deliver(&Letter { due: self.clock, message, value, sender: 0, to });
    }

    /// A character, group or spawn of that name.
    fn known_as(&self, name: &str) -> To {
        let model = self.model;
        if let Some(i) = model.classes.iter().position(|c| &*c.name == name) {
            return To::Class(ClassId(i as u32));
        }
        match model.groups.iter().position(|g| &*g.name == name) {
            Some(i) => To::Group(GroupId(i as u32)),
            None => To::Named(name.into(), None),
        }
    }

    fn deliver(&mut self, letter: &Letter) {
        for id in self.receivers(letter) {
            let mail = self.mail.entry((id, letter.message)).or_default();
            if mail.received == 0 {
                mail.sender = letter.sender;
            }
            mail.received += 1;
            mail.value += letter.value;
            if self.hears(id, letter.message) {
                let message = self.model.messages[letter.message.index()].to_string();
                let sender = self.path_of_sender(letter.sender);
                self.tell(id, EventKind::Message { message, value: letter.value, sender });
            }
        }
    }

    /// Who sent it, were it gone by now.
    fn path_of_sender(&self, id: Id) -> Option<String> {
        let living = self.cast.get(id).map(|i| &i.path);
        living.or_else(|| self.ended.get(&id)).cloned()
    }

    /// Who gets it, in order of creation.
    fn receivers(&self, letter: &Letter) -> Vec<Id> {
        let cast = &self.cast;
        let sender = letter.sender;
        let of_class = |id: &Id, class: ClassId| cast[*id].character.class == class;
        match &letter.to {
            To::All => cast.ids().collect(),
            To::Up => in_order(cast.ancestors(sender)),
            To::Down => cast.descendants(sender),
            To::Parts => cast.children(sender),
            To::Class(class) => cast.ids().filter(|id| of_class(id, *class)).collect(),
            To::Group(group) => cast.ids().filter(|id| cast[*id].group == Some(*group)).collect(),
            To::Named(name, number) => cast.named(name, *number).into_iter().collect(),
            To::These(ids) => ids.iter().copied().filter(|id| cast.has(*id)).collect(),
        }
    }

    /// Whether something in it asks for this message.
    fn hears(&self, id: Id, message: MessageId) -> bool {
        self.heard[self.cast[id].which.index()].contains(&message)
    }
}

/// Sorted by number.
pub fn in_order(mut ids: Vec<Id>) -> Vec<Id> {
    ids.sort_unstable();
    ids
}
