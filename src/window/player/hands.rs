//! What the user does: keys, clicks, commands.
//!
//! In: keys and gestures. Out: inputs of the played scene, and what the window shows or does.

use islay_render::camera::Orbit;
use islay_render::window::{Desk, Shot};

use super::Player;
use crate::session::play::Play;
use crate::window::extras::Taken;
use crate::window::keys::{self, Command};
use crate::window::pointer::Gesture;
use crate::{Button, Key};

impl Player {
    pub(super) fn press(&mut self, key: Key, desk: &mut Desk) {
        if self.down.has(key) {
            return;
        }
        self.down.insert(key);
        let used = self.play.as_ref().is_some_and(|play| play.stage().scene().uses_key(key));
        let command = keys::command(key, used);
        if let (Some(play), true) = (&mut self.play, used || command.is_none()) {
            play.press(key);
        }
        if let Some(command) = command {
            self.obey(command, desk);
        }
    }

    pub(super) fn release(&mut self, key: Key) {
        self.down.remove(key);
        if let Some(play) = &mut self.play {
            play.release(key);
        }
    }

    fn obey(&mut self, command: Command, desk: &mut Desk) {
        match command {
            Command::Diagrams => self.extras.toggle_diagrams(),
            Command::Tree => self.extras.toggle_tree(),
            Command::Boxes => self.extras.boxes = !self.extras.boxes,
            Command::Times => self.extras.toggle_times(),
            Command::Timeline => {
                let paused = self.play.as_ref().is_some_and(Play::paused);
                self.extras.timeline.toggle(paused);
            }
            Command::Help => self.extras.help = !self.extras.help,
            Command::Pause => {
                if let Some(play) = &mut self.play {
                    let on = !play.paused();
                    play.pace().pause(on);
                }
            }
            Command::Step => {
                if let Some(play) = &mut self.play {
                    play.pace().step();
                }
            }
            Command::Back => {
                let refused = self.play.as_mut().and_then(|play| play.back(1).err());
                if let Some(refused) = refused {
                    self.note(refused.to_string());
                }
            }
            Command::FullScreen => desk.full_screen(!desk.is_full_screen()),
            Command::Small if self.extras.help => self.extras.help = false,
            Command::Small => desk.full_screen(false),
            Command::Shot => desk.take(Shot::Everything),
            Command::Home => self.seen.orbit = Orbit::default(),
        }
        self.observe();
    }

    /// A click that belongs to what lies over the scene.
    pub(super) fn take(&mut self, at: [f32; 2]) -> bool {
        match self.extras.take(at) {
            Taken::No => return false,
            Taken::Whom(id) => {
                if let Some(play) = &mut self.play {
                    play.select(Some(id));
                }
            }
            Taken::Yes => {}
        }
        true
    }

    /// Goes where the timeline was drawn to.
    pub(super) fn scrub(&mut self) {
        let Some(tick) = self.extras.wanted_tick() else { return };
        let Some(play) = &mut self.play else { return };
        if play.stage().ticks() == tick {
            return;
        }
        let refused = play.goto(tick).err();
        self.changed = true;
        if let Some(refused) = refused {
            self.note(refused.to_string());
        }
    }

    pub(super) fn mean(&mut self, gesture: Gesture, desk: &Desk) {
        match gesture {
            Gesture::Click(button, at) => {
                let whom = self.seen.whom(desk.place(at));
                let Some(play) = &mut self.play else { return };
                play.click(whom, button);
                if button == Button::Left {
                    play.select(whom);
                }
            }
            Gesture::Double => self.seen.orbit = Orbit::default(),
            Gesture::Turn([right, down]) => {
                let height = desk.size[1].max(1) as f32;
                self.seen.orbit.drag(right / height, down / height);
            }
        }
    }

    /// Whoever pressed keys or drew the view does so no longer.
    pub(super) fn let_go(&mut self) {
        self.down.clear();
        self.pointer.let_go();
        if let Some(play) = &mut self.play {
            play.release_all();
        }
    }
}
