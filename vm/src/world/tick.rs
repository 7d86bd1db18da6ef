//! The order of a tick.

use super::{Scene, World, scene};
use crate::input::{Input, InputEvent};
use crate::interp::Machine;
use crate::table::Table;

impl World {
    /// One tick: signals, diagrams, commit, poses, contacts.
    pub fn tick(&mut self, input: &Input) {
        self.events.clear();
        self.machine.dispatched = 0;
        self.clock += 1;
        self.ticks += 1;
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

    /// The diagrams of all instances. What calls hooks runs here, table by table, the rest wherever.
    fn step(&mut self) {
        let scene = scene!(self);
        let worth = self.is_worth(|table| table.before.kept || !table.tracks.is_empty());
        let calls = |table: &Table| self.plan.defs[usize::from(table.def)].calls_hooks;
        if self.plan.calls_hooks {
            for (index, table) in self.tables.iter_mut().enumerate().filter(|(_, t)| calls(t)) {
                step_table(&mut self.machine, scene, table, index);
            }
        }
        let workers = (&mut self.machine, &mut self.helpers[..]);
        // backwards, since the last of a kind are the largest, and were the last to be published
        let tables = self.tables.iter_mut().enumerate().rev().filter(|(_, table)| !calls(table));
        self.crew.each(workers, worth, tables, |machine, (index, table)| {
            step_table(machine, scene, table, index);
        });
        self.helpers.iter_mut().for_each(|helper| self.machine.append(helper));
    }

    /// Whether so much is to be done with some tables that helpers are called.
    pub(super) fn is_worth(&self, of: impl Fn(&Table) -> bool) -> bool {
        if self.helpers.is_empty() {
            return false;
        }
        let tables = self.tables.iter().filter(|table| !table.is_empty() && of(table));
        let (n, n_rows) = tables.fold((0, 0), |(n, rows), table| (n + 1, rows + table.len()));
        n > 1 && n_rows > self.config.room(0)
    }

    /// Commit, poses, what others see, contacts.
    fn finish_tick(&mut self) {
        self.clear_mail();
        self.settle_effects();
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
        self.memory = 0;
        self.signals.forget_pointer();
        self.contacts.clear();
        self.post.clear();
        self.start();
    }
}

/// A tick of the diagrams of a table.
fn step_table(machine: &mut Machine, scene: Scene<'_>, table: &mut Table, index: usize) {
    table.keep_poses();
    if !table.is_empty() && !table.tracks.is_empty() {
        machine.step_table(scene, table, index);
    }
}
