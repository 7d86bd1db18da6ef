//! What reaches the scene from outside: keys, pointer, messages, values (§7).
//!
//! In: an [`Input`]. Out: [`Signals`] that hold for this tick. Key repeat is no press.

use islay_lang::hir::model::{Button, Key};
use islay_vm::input::{Input, InputEvent};
use islay_vm::key::KeySet;

use super::Oracle;
use super::cast::Id;

/// What is true of keys and pointer in this tick.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    held: KeySet,
    pressed: KeySet,
    released: KeySet,
    clicks: Vec<(Id, Button)>,
    hover: Id,
}

impl Signals {
    /// `key(K)`: held, or pressed since the last tick.
    pub fn key(&self, key: Key) -> bool {
        self.held.has(key) || self.pressed.has(key)
    }

    /// `pressed(K)`: it went down.
    pub fn pressed(&self, key: Key) -> bool {
        self.pressed.has(key)
    }

    /// `released(K)`: it went up.
    pub fn released(&self, key: Key) -> bool {
        self.released.has(key)
    }

    /// Whom this button clicked (0: nobody, but a click all the same).
    pub fn clicked(&self, button: Button) -> impl Iterator<Item = Id> + '_ {
        self.clicks.iter().filter(move |(_, b)| *b == button).map(|(id, _)| *id)
    }

    /// Whom the pointer is over.
    pub fn hovered(&self) -> Id {
        self.hover
    }

    /// Serial numbers start over, so what the pointer was over means nothing any more.
    pub fn forget_pointer(&mut self) {
        self.hover = 0;
        self.clicks.clear();
    }

    fn press(&mut self, key: Key) {
        if !self.held.has(key) {
            self.held.insert(key);
            self.pressed.insert(key);
        }
    }

    fn release(&mut self, key: Key) {
        for key in key.physical() {
            if self.held.has(key) {
                self.held.remove(key);
                self.released.insert(key);
            }
        }
    }

    fn release_all(&mut self) {
        for key in (0..=127).map(Key).filter(|k| k.physical()[0] == *k) {
            self.release(key);
        }
    }
}

impl Oracle<'_> {
    /// Step 1 of a tick: what holds in it is fixed.
    pub(super) fn freeze_signals(&mut self, input: &Input) {
        self.signals.pressed.clear();
        self.signals.released.clear();
        self.signals.clicks.clear();
        self.mail.clear();
        self.deliver_due_letters();
        for event in &input.events {
            self.take_input(event);
        }
    }

    fn take_input(&mut self, event: &InputEvent) {
        match event {
            InputEvent::Press(key) => self.signals.press(*key),
            InputEvent::Release(key) => self.signals.release(*key),
            InputEvent::ReleaseAll => self.signals.release_all(),
            InputEvent::Click(id, button) => self.signals.clicks.push((*id, *button)),
            InputEvent::Hover(id) => self.signals.hover = *id,
            InputEvent::Send { message, value, to } => {
                self.deliver_from_outside(message, *value, to)
            }
            InputEvent::Input(name, value) => {
                let at = self.model.host.inputs.iter().position(|n| **n == **name);
                if let Some(slot) = at.and_then(|at| self.inputs.get_mut(at)) {
                    *slot = if value.is_finite() { value + 0.0 } else { 0.0 };
                }
            }
            InputEvent::Set { of, name, bits } => self.set_from_outside(*of, name, *bits),
        }
    }

    /// A variable set between two ticks: others see it in this one already.
    fn set_from_outside(&mut self, of: Id, name: &str, bits: u32) {
        let Some(instance) = self.cast.get(of) else { return };
        let Some(var) = instance.character.vars.iter().position(|v| &*v.name == name) else {
            return;
        };
        self.cast[of].vars[var] = bits;
        if let Some(past) = self.past.get_mut(&of) {
            past.vars[var] = bits;
        }
    }
}
