//! Actions on others: evaluated here, carried out at the commit.

use super::{Lanes, Lens, Machine};
use crate::column::Rows;
use crate::effect::{Args, Attach, Become, Fork, Note, Ordered, Send, Target};
use crate::event::EmitValue;
use crate::input::InstanceId;
use crate::math::{euler_quat, to_ticks};
use crate::op::{NONE, Op, Reg};
use crate::program::{Code, EmitArg, Kind, MessageId, PlacementSpec, SendSpec, SpawnId, TextPiece};
use crate::table::Pose;
use crate::text;
use crate::trap::TrapPlace;

impl Machine {
    pub(super) fn effect(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        match *op {
            Op::Send { message, value, target, delay } => {
                self.send(lens, message, [value, delay], target, rows);
            }
            Op::Fork { spawn, in_world } => self.fork(lens, spawn, in_world, rows),
            Op::ForkGroup { group } => self.push_each(lens, rows, |m, order, _| {
                m.effects.fork(Ordered { order, what: Fork::Group(group) });
            }),
            Op::Become { spawn } => self.turn_into(lens, spawn, rows),
            Op::Vanish => self.push_each(lens, rows, |m, order, _| {
                m.effects.vanish.push(Ordered { order, what: order.id });
            }),
            Op::VanishOthers { selector } => self.vanish_others(lens, selector, rows),
            Op::Restart => self.effects.restart |= !rows.is_empty(),
            Op::Finish => self.effects.finish |= !rows.is_empty(),
            Op::Attach { who, to, placement } => self.attach(lens, who, to, placement, rows),
            Op::Detach { who } => self.push_each(lens, rows, |m, order, lane| {
                let who = m.file().get(who, rows.len()).at(lane);
                m.effects.detach.push(Ordered { order, what: who });
            }),
            Op::Log { .. } | Op::Emit { .. } | Op::Sound { .. } => self.note(lens, op, rows),
            _ => {}
        }
    }

    /// Calls `f` with the place of a new effect for each lane.
    fn push_each(
        &mut self,
        lens: &Lens<'_>,
        rows: Rows<'_>,
        mut f: impl FnMut(&mut Self, crate::effect::Order, usize),
    ) {
        for lane in 0..rows.len() {
            let order = self.effects.next(lens.id(rows.row(lane)), lens.diagram);
            f(self, order, lane);
        }
    }

    fn send(
        &mut self,
        lens: &Lens<'_>,
        message: MessageId,
        [value, delay]: [Reg; 2],
        target: u32,
        rows: Rows<'_>,
    ) {
        let (n, dt) = (rows.len(), lens.scene.dt());
        let Some(spec) = lens.scene.program.targets.get(target as usize) else { return };
        if let SendSpec::Selector(selector) = *spec {
            return self.send_selected(lens, message, [value, delay], selector, rows);
        }
        self.push_each(lens, rows, |m, order, lane| {
            let file = &m.files[m.level];
            let value = file.get(value, n).num(lane);
            let delay = if delay == NONE { 1 } else { to_ticks(file.get(delay, n).num(lane), dt) };
            let to = match *spec {
                SendSpec::Ref(who) => Target::One(file.get(who, n).at(lane)),
                _ => Target::Spec(target),
            };
            let what = Send { message, value, to, delay };
            m.effects.sends.push(Ordered { order, what });
        });
    }

    fn send_selected(
        &mut self,
        lens: &Lens<'_>,
        message: MessageId,
        [value, delay]: [Reg; 2],
        selector: u32,
        rows: Rows<'_>,
    ) {
        let (n, dt) = (rows.len(), lens.scene.dt());
        let Some(spec) = lens.scene.program.selectors.get(selector as usize) else { return };
        let mut ids = self.take();
        for lane in 0..n {
            let row = rows.row(lane);
            ids.clear();
            self.taken(lens, spec, (lane, row, n), &mut ids);
            let file = &self.files[self.level];
            let value = file.get(value, n).num(lane);
            let delay = if delay == NONE { 1 } else { to_ticks(file.get(delay, n).num(lane), dt) };
            for id in &ids {
                let order = self.effects.next(lens.id(row), lens.diagram);
                let what = Send { message, value, to: Target::One(*id), delay };
                self.effects.sends.push(Ordered { order, what });
            }
        }
        self.give(ids);
    }

    fn vanish_others(&mut self, lens: &Lens<'_>, selector: u32, rows: Rows<'_>) {
        let Some(spec) = lens.scene.program.selectors.get(selector as usize) else { return };
        let mut ids = self.take();
        for lane in 0..rows.len() {
            let row = rows.row(lane);
            ids.clear();
            self.taken(lens, spec, (lane, row, rows.len()), &mut ids);
            for id in &ids {
                let order = self.effects.next(lens.id(row), lens.diagram);
                self.effects.vanish.push(Ordered { order, what: *id });
            }
        }
        self.give(ids);
    }

    /// Runs the spawn's code on the rows; `f` gets the arguments and placement of each lane.
    fn spawned(
        &mut self,
        lens: &mut Lens<'_>,
        spawn: SpawnId,
        rows: Rows<'_>,
        f: impl Fn(&mut Self, crate::effect::Order, Args, Pose),
    ) {
        let program = lens.scene.program;
        let Some(spec) = program.spawns.get(spawn as usize) else { return };
        self.nested(|m| {
            m.run(lens, spec.code, rows);
            m.push_each(lens, rows, |m, order, lane| {
                let file = &m.files[m.level];
                let start = m.effects.args.len() as u32;
                let values = spec.args.iter().map(|(_, r)| file.get(*r, rows.len()).at(lane));
                m.effects.args.extend(values);
                let args = Args { start, len: spec.args.len() as u32 };
                let pose = m.placed(&spec.placement, lane, rows.len());
                f(m, order, args, pose);
            });
        });
    }

    fn fork(&mut self, lens: &mut Lens<'_>, spawn: SpawnId, in_world: bool, rows: Rows<'_>) {
        self.spawned(lens, spawn, rows, |m, order, args, pose| {
            let what = Fork::One { spawn, args, pose, in_world };
            m.effects.fork(Ordered { order, what });
        });
    }

    fn turn_into(&mut self, lens: &mut Lens<'_>, spawn: SpawnId, rows: Rows<'_>) {
        self.spawned(lens, spawn, rows, |m, order, args, _| {
            m.effects.turn_into(Ordered { order, what: Become { spawn, args } });
        });
    }

    /// A placement's registers as a pose; registers that are none keep the origin's values.
    pub(crate) fn placed(&self, spec: &PlacementSpec, lane: usize, n: usize) -> Pose {
        let file = &self.files[self.level];
        let or = |r: Reg, none: f32| if r == NONE { none } else { file.get(r, n).num(lane) };
        Pose {
            position: spec.at.map(|r| or(r, 0.0)),
            rotation: euler_quat(spec.turn.map(|r| or(r, 0.0))),
            scale: spec.scale.map(|r| or(r, 1.0)),
        }
    }

    fn attach(&mut self, lens: &Lens<'_>, who: Reg, to: Reg, placement: u32, rows: Rows<'_>) {
        let n = rows.len();
        let spec = lens.scene.program.placements.get(placement as usize);
        self.push_each(lens, rows, |m, order, lane| {
            let file = &m.files[m.level];
            let (who, to) = (file.get(who, n).at(lane), file.get(to, n).at(lane));
            let pose = spec.map(|spec| m.placed(spec, lane, n));
            m.effects.attach.push(Ordered { order, what: Attach { who, to, pose } });
        });
    }

    fn note(&mut self, lens: &Lens<'_>, op: &Op, rows: Rows<'_>) {
        let n = rows.len();
        let program = lens.scene.program;
        self.push_each(lens, rows, |m, order, lane| {
            let what = match *op {
                Op::Log { text } => {
                    let pieces = program.texts.get(text as usize).map_or(&[][..], |t| &t.pieces);
                    let text = m.text(lens, pieces, lane, n);
                    Note::Log(m.cut(lens, order.id, text))
                }
                Op::Emit { emit } => {
                    let Some(spec) = program.emits.get(emit as usize) else { return };
                    let args = spec.args.iter().map(|a| m.emitted(lens, a, lane, n)).collect();
                    Note::Emit(spec.name, m.cut_all(lens, order.id, args))
                }
                Op::Sound { name } => Note::Sound(name),
                _ => return,
            };
            m.effects.notes.push(Ordered { order, what });
        });
    }

    /// Pieces of text with the values of a lane.
    pub(crate) fn text(
        &self,
        lens: &Lens<'_>,
        pieces: &[TextPiece],
        lane: usize,
        n: usize,
    ) -> String {
        let file = &self.files[self.level];
        let scene = &lens.scene;
        let mut out = String::new();
        for piece in pieces {
            if out.len() > scene.longest_text as usize {
                break;
            }
            match *piece {
                TextPiece::Name(name) => out.push_str(text::name(scene.program, name)),
                TextPiece::Value(r, kind) => {
                    let bits = file.get(r, n).at(lane);
                    text::write_value(scene.program, scene.roster, bits, kind, &mut out);
                }
            }
        }
        out
    }

    /// A text that is not longer than the limit; traps where it was.
    pub(super) fn cut(&mut self, lens: &Lens<'_>, id: InstanceId, mut text: String) -> String {
        let most = lens.scene.longest_text as usize;
        if text.len() > most {
            let end = (0..=most).rev().find(|at| text.is_char_boundary(*at));
            text.truncate(end.unwrap_or(0));
            text.shrink_to_fit();
            self.traps.add(TrapPlace::Refused("text-too-long"), id);
        }
        text
    }

    /// The same of all texts of an event.
    pub(super) fn cut_all(
        &mut self,
        lens: &Lens<'_>,
        id: InstanceId,
        mut args: Vec<EmitValue>,
    ) -> Vec<EmitValue> {
        for arg in &mut args {
            if let EmitValue::Text(text) = arg {
                *text = self.cut(lens, id, std::mem::take(text));
            }
        }
        args
    }

    pub(super) fn emitted(
        &self,
        lens: &Lens<'_>,
        arg: &EmitArg,
        lane: usize,
        n: usize,
    ) -> EmitValue {
        let (r, kind) = match arg {
            EmitArg::Text(pieces) => return EmitValue::Text(self.text(lens, pieces, lane, n)),
            EmitArg::Value(r, kind) => (*r, *kind),
        };
        let bits = self.files[self.level].get(r, n).at(lane);
        match kind {
            Kind::Number => EmitValue::Number(f32::from_bits(bits)),
            Kind::Flag => EmitValue::Flag(bits != 0),
            Kind::Who => EmitValue::Who(
                lens.scene.roster.path(lens.scene.program, lens.scene.roster.alive(bits)),
            ),
            Kind::Colour => EmitValue::Colour(bits),
        }
    }

    /// Whether a condition's register holds for no lane, for some (given as rows), or for all.
    pub(crate) fn holds(&mut self, reg: Reg, rows: Rows<'_>) -> Holds {
        if reg == NONE {
            return Holds::All;
        }
        match self.files[self.level].get(reg, rows.len()) {
            Lanes::One(0) => Holds::None,
            Lanes::One(_) => Holds::All,
            Lanes::Many(flags) => {
                let n: u32 = flags.iter().map(|f| u32::from(*f != 0)).sum();
                match n {
                    0 => Holds::None,
                    n if n as usize == rows.len() => Holds::All,
                    _ => Holds::Some,
                }
            }
        }
    }

    /// Splits rows by a condition's register.
    pub(crate) fn split(
        &mut self,
        reg: Reg,
        rows: Rows<'_>,
        yes: &mut Vec<u32>,
        no: &mut Vec<u32>,
    ) {
        let n = rows.len();
        let Lanes::Many(flags) = self.files[self.level].get(reg, n) else { return };
        // a row is written before it is known whether it counts, so there is one place to spare
        yes.resize(n + 1, 0);
        no.resize(n + 1, 0);
        let (mut k, mut j) = (0, 0);
        let mut put = |row: u32, flag: u32| {
            let holds = usize::from(flag != 0);
            yes[k] = row;
            no[j] = row;
            k += holds;
            j += 1 - holds;
        };
        match rows {
            Rows::Range(start, _) => (start..).zip(flags).for_each(|(row, flag)| put(row, *flag)),
            Rows::List(list) => list.iter().zip(flags).for_each(|(row, flag)| put(*row, *flag)),
        }
        yes.truncate(k);
        no.truncate(j);
    }

    /// Runs code and tells for which rows its condition holds.
    pub(crate) fn condition(
        &mut self,
        lens: &mut Lens<'_>,
        code: Code,
        reg: Reg,
        rows: Rows<'_>,
    ) -> Holds {
        self.run(lens, code, rows);
        self.holds(reg, rows)
    }
}

/// For which rows a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// None.
    None,
    /// Some.
    Some,
    /// All.
    All,
}
