//! Between ticks: questions, and what tests, a REPL or a host do.

use super::{Scene, World, scene};
use crate::column::Rows;
use crate::effect::Target;
use crate::input::InstanceId;
use crate::interp::Lens;
use crate::probe::Findings;
use crate::program::{Code, DefId, Kind, MessageId, SendSpec, Value};
use crate::text;

use super::messages::Letter;

impl World {
    /// The bits of a value that stands nowhere, as of the end of the last tick.
    pub fn eval(&mut self, value: Value) -> u32 {
        let mut lens = Lens::nowhere(scene!(self), 0);
        let bits = self.machine.value(&mut lens, value, 0);
        self.report_traps();
        bits
    }

    /// The bits of a value of a living instance, in the context of its first diagram.
    pub fn eval_of(&mut self, id: InstanceId, value: Value) -> Option<u32> {
        let place = self.roster.slots.at(id)?;
        let (index, row) = (place.table as usize, place.row as usize);
        let scene = scene!(self);
        let mut lens = Lens::on(scene, &mut self.tables[index], index);
        let bits = self.machine.value(&mut lens, value, row);
        self.report_traps();
        Some(bits)
    }

    /// Does actions of an instance now and commits them at once; others see them at once.
    pub fn perform(&mut self, id: InstanceId, code: Code) {
        let Some(place) = self.roster.slots.at(id) else { return };
        let (index, row) = (place.table as usize, place.row);
        let scene = scene!(self);
        let mut lens = Lens::on(scene, &mut self.tables[index], index);
        self.machine.run(&mut lens, code, Rows::Range(row, 1));
        self.settle();
    }

    /// Forks that nobody does: placed in the world, and there at once.
    pub fn fork(&mut self, code: Code) {
        let mut lens = Lens::nowhere(scene!(self), 0);
        self.machine.run(&mut lens, code, Rows::Range(0, 1));
        self.settle();
    }

    /// Commits what was done between two ticks.
    fn settle(&mut self) {
        if self.machine.effects.finish {
            self.finished = true;
        }
        if self.machine.effects.restart {
            self.restart();
        } else {
            self.commit();
            self.publish(false);
        }
        self.machine.effects.clear();
        self.report_traps();
    }

    /// Sends a message that arrives in the next tick, from nobody; `code` computes the registers.
    pub fn send(&mut self, code: Code, message: MessageId, value: Option<u16>, to: SendSpec) {
        let mut lens = Lens::nowhere(scene!(self), 0);
        self.machine.run(&mut lens, code, Rows::Range(0, 1));
        let value = value.map_or(0.0, |r| self.machine.register(r));
        let due = self.clock + 1;
        let mut ids = self.machine.take();
        match to {
            SendSpec::Ref(r) => ids.push(self.machine.register(r).to_bits()),
            SendSpec::Selector(selector) => self.machine.taken_nowhere(&lens, selector, &mut ids),
            _ => {
                let letter = Letter { due, message, value, sender: 0, to: Target::Sent(to) };
                self.post.push(letter, self.clock);
            }
        }
        for id in &ids {
            let letter = Letter { due, message, value, sender: 0, to: Target::One(*id) };
            self.post.push(letter, self.clock);
        }
        self.machine.give(ids);
        self.report_traps();
    }

    /// Sets a variable of an instance; others see it at once. Whether there is such a variable.
    pub fn set(&mut self, id: InstanceId, name: &str, bits: u32) -> bool {
        let Some(place) = self.roster.slots.at(id) else { return false };
        let (index, row) = (place.table as usize, place.row as usize);
        let def = &self.program.defs[self.tables[index].def as usize];
        let is = |v: &crate::program::VarSpec| text::name(&self.program, v.name) == name;
        let Some(var) = def.vars.iter().position(is) else { return false };
        let bits = match def.vars[var].kind {
            Kind::Number => {
                let v = f32::from_bits(bits);
                (if v.is_finite() { v + 0.0 } else { 0.0 }).to_bits()
            }
            Kind::Flag => u32::from(bits != 0),
            Kind::Who | Kind::Colour => bits,
        };
        self.tables[index].vars[var][row] = bits;
        if let Some(published) = self.roster.frozen[index].vars[var].get_mut(row) {
            *published = bits;
        }
        true
    }

    /// From now on it is noted which edges are taken and which states entered, and of one diagram
    /// of an instance what its conditions are. Nothing is found unless the program has probes.
    pub fn watch(&mut self, watch: Option<(InstanceId, u16)>) {
        let findings = Findings { watch, ..Findings::default() };
        self.helpers.iter_mut().for_each(|helper| helper.watch(Some(findings.clone())));
        self.machine.watch(Some(findings));
    }

    /// What was found since; from now on nothing is noted.
    pub fn found(&mut self) -> Findings {
        self.helpers.iter_mut().for_each(|helper| helper.watch(None));
        self.machine.found().unwrap_or_default()
    }

    /// Which specialised character an instance is.
    pub fn def_of(&self, id: InstanceId) -> Option<DefId> {
        self.roster.at(id).map(|(frozen, _)| frozen.def)
    }

    /// The kind of an instance's variable.
    pub fn kind_of(&self, id: InstanceId, name: &str) -> Option<Kind> {
        let (frozen, _) = self.roster.at(id)?;
        let vars = &self.program.defs[frozen.def as usize].vars;
        vars.iter().find(|v| text::name(&self.program, v.name) == name).map(|v| v.kind)
    }
}
