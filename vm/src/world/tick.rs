//! The order of a tick.

use super::{Scene, World, scene};
use crate::input::{Input, InputEvent};
use crate::table::Table;

impl World {
    /// One tick: signals, diagrams, commit, poses, contacts.
    pub fn tick(&mut self, input: &Input) {
        self.events.clear();
        self.machine.dispatched = 0;
        self.clock += 1;
        self.ticks += 1;
        self.tables.iter_mut().for_each(Table::keep_poses);
        self.freeze(input);
        self.step();
        self.finish_tick();
        self.report_traps();
        self.roster.bury(self.ticks);
    }

    /// What holds in this tick is fixed.
    fn freeze(&mut self, input: &Input) {
        let roster = &self.roster;
        self.signals.take(input, |id| roster.parent(id));
        self.deliver_due();
        for event in &input.events {
            match event {
                InputEvent::Send { message, value, to } => {
                    self.deliver_from_outside(message, *value, to);
                }
                InputEvent::Set { of, name, bits } => {
                    self.set(*of, name, *bits);
                }
                InputEvent::Input(name, value) => {
                    self.set_input(name, *value);
                }
                _ => {}
            }
        }
    }

    /// The diagrams of all instances.
    fn step(&mut self) {
        let scene = scene!(self);
        for (index, table) in self.tables.iter_mut().enumerate() {
            if !table.is_empty() && !table.tracks.is_empty() {
                self.machine.step_table(scene, table, index);
            }
        }
    }

    /// Commit, poses, what others see, contacts.
    fn finish_tick(&mut self) {
        self.clear_mail();
        if self.machine.effects.finish {
            self.finished = true;
        }
        if self.machine.effects.restart {
            self.restart();
        } else {
            self.commit();
            self.settle_poses();
            self.publish(true);
            self.meet();
        }
        self.machine.effects.clear();
    }

    /// `main` is made, and its first poses meet.
    pub(super) fn start(&mut self) {
        self.make_main();
        self.machine.effects.clear();
        self.publish(false);
        self.meet();
    }

    /// Everything anew as at tick 0; keys that are held stay held.
    pub(super) fn restart(&mut self) {
        self.tell_notes();
        self.clock = 0;
        self.tables.iter_mut().for_each(Table::clear);
        self.roster.clear();
        self.signals.forget_pointer();
        self.contacts.clear();
        self.post.clear();
        self.start();
    }
}
