//! What a user does to a scene that is played: keys, clicks, messages, who is picked out.

use islay_vm::key::Key;
use islay_vm::program::Button;

use super::Play;
use crate::Stage;

/// Who was picked out.
#[derive(Clone, Debug)]
pub(super) struct Selected {
    /// `None` where nobody of that path lives at the tick that was gone to.
    id: Option<u32>,
    path: String,
}

impl Selected {
    /// Whether it lived and ended.
    pub fn is_gone(&self, stage: &Stage) -> bool {
        self.id.is_some_and(|id| stage.path(id).is_none())
    }
}

impl Play {
    /// A key goes down; one that is down already does not.
    pub fn press(&mut self, key: Key) {
        self.hands.press(key);
    }

    /// A key goes up.
    pub fn release(&mut self, key: Key) {
        self.hands.release(key);
    }

    /// All keys go up, since whoever held them looks elsewhere.
    pub fn release_all(&mut self) {
        self.hands.release_all();
    }

    /// A key goes up, whoever has it down: also one that is down because what was done comes again.
    pub fn let_go_of(&mut self, key: Key) {
        self.hands.let_go_of(key, self.history.down());
    }

    /// All keys go up, whoever has them down.
    pub fn let_go(&mut self) {
        Key::all().for_each(|key| self.let_go_of(key));
    }

    /// A click on an instance, or on nothing.
    pub fn click(&mut self, id: Option<u32>, button: Button) {
        let path = id.and_then(|id| self.stage.path(id));
        self.hands.click(path, button);
    }

    /// A message for the next tick: see [`crate::Input::send`].
    pub fn send(&mut self, message: &str, value: f32, to: &str) {
        self.hands.send(message, value, to);
    }

    /// What the pointer is over.
    pub fn hover(&mut self, id: Option<u32>) {
        self.hands.hover(id);
    }

    /// Picks an instance out, or none.
    pub fn select(&mut self, id: Option<u32>) {
        let path = id.and_then(|id| Some((id, self.stage.path(id)?)));
        self.selected = path.map(|(id, path)| Selected { id: Some(id), path });
    }

    /// The path of who is picked out.
    pub fn selected(&self) -> Option<&str> {
        self.selected.as_ref().map(|s| &*s.path)
    }

    /// The serial number of who is picked out, where it lives.
    pub fn selected_id(&self) -> Option<u32> {
        self.selected.as_ref().and_then(|s| s.id.or_else(|| self.stage.world().find(&s.path)))
    }

    /// The stage is elsewhere, or runs another scene: who is picked out is found by its path.
    pub(super) fn find_selected(&mut self) {
        if let Some(selected) = &mut self.selected {
            selected.id = self.stage.world().find(&selected.path);
        }
    }
}
