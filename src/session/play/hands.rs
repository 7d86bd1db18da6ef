//! What a user's hands do: keys, clicks, the pointer.
//!
//! In: keys that go down and up, clicks, whom the pointer is over. Out: the input of the next tick.
//! While things come again as they were, hands are only remembered; where the user goes on
//! otherwise, what they hold then is told to the scene.

use islay_vm::key::{Key, KeySet};
use islay_vm::program::Button;

use crate::Input;
use crate::input::InputEvent;

/// A user's hands.
#[derive(Debug, Default)]
pub(super) struct Hands {
    /// What the user did since the last tick.
    done: Input,
    held: KeySet,
    /// Whom the pointer is over, once somebody told.
    hover: Option<Option<u32>>,
    /// The scene does not know whom the pointer is over.
    astray: bool,
}

impl Hands {
    /// A key goes down; one that is down already does not.
    pub fn press(&mut self, key: Key) {
        if !self.held.has(key) {
            self.held.insert(key);
            self.add(|input| input.press(key));
        }
    }

    /// A key goes up.
    pub fn release(&mut self, key: Key) {
        if self.held.has(key) {
            self.held.remove(key);
            self.add(|input| input.release(key));
        }
    }

    /// A key goes up that is held, or that the scene knows as down.
    pub fn let_go_of(&mut self, key: Key, down: KeySet) {
        for key in key.physical().into_iter().filter(|key| down.has(*key)) {
            self.held.insert(key);
        }
        self.release(key);
    }

    /// All keys go up, since whoever held them looks elsewhere.
    pub fn release_all(&mut self) {
        let fresh = self.done.events.iter().filter_map(|event| match event {
            InputEvent::Press(key) if self.held.has(*key) => Some(*key),
            _ => None,
        });
        // others go up because they are not held
        for key in fresh.collect::<Vec<Key>>() {
            self.release(key);
        }
        self.held.clear();
    }

    /// A click on the instance of this path, or on nothing.
    pub fn click(&mut self, path: Option<String>, button: Button) {
        self.add(|input| match path {
            Some(path) => input.click(&path, button),
            None => input.click_nothing(button),
        });
    }

    /// A message from outside.
    pub fn send(&mut self, message: &str, value: f32, to: &str) {
        self.add(|input| input.send(message, value, to));
    }

    /// Whom the pointer is over.
    pub fn hover(&mut self, id: Option<u32>) {
        self.astray |= self.hover != Some(id);
        self.hover = Some(id);
    }

    /// Whether the user did something.
    pub fn acted(&self) -> bool {
        !self.done.events.is_empty()
    }

    /// The stage is elsewhere: what was done is not meant for that.
    pub fn elsewhere(&mut self) {
        self.done = Input::new();
        self.astray = self.hover.is_some();
    }

    /// Serial numbers mean others now.
    pub fn renumbered(&mut self) {
        (self.hover, self.astray) = (None, false);
    }

    /// What the next tick sees, where the scene knows these keys as down: keys that are held and not
    /// known go down, known ones that are not held go up.
    pub fn take(&mut self, down: KeySet, path: impl Fn(u32) -> Option<String>) -> Input {
        let done = std::mem::take(&mut self.done);
        let mut input = Input::new();
        for key in Key::all().filter(|key| self.held.has(*key) != down.has(*key)) {
            input = match (done.events.iter().any(|event| names(event, key)), self.held.has(key)) {
                (true, _) => input,
                (false, true) => input.press(key),
                (false, false) => input.release(key),
            };
        }
        input = input.and(done);
        if std::mem::take(&mut self.astray) {
            input = match self.hover.flatten().and_then(path) {
                Some(path) => input.hover(&path),
                None => input.hover_nothing(),
            };
        }
        input
    }

    fn add(&mut self, with: impl FnOnce(Input) -> Input) {
        self.done = with(std::mem::take(&mut self.done));
    }
}

/// Whether an event says what becomes of a key.
fn names(event: &InputEvent, key: Key) -> bool {
    match event {
        InputEvent::Press(k) | InputEvent::Release(k) => k.physical().contains(&key),
        _ => false,
    }
}
