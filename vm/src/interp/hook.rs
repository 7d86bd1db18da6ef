//! Calls of hooks: one instance after the other.
//!
//! In: a call and rows. Out: what each function wished for, done on the row itself at once and put
//! beside the effects of built-in actions; for conditions a flag. A function that fails did
//! nothing, and its call traps with what it said.

use super::{Lens, Machine};
use crate::column::Rows;
use crate::effect::{Args, Fork, Note, Order, Ordered, Send, Target};
use crate::event::EmitValue;
use crate::hook::{Hook, Known, Me, Wish};
use crate::op::{Frame, NONE, Op, Reg};
use crate::program::{CallKind, CallSpec, EmitArg, Kind, SendSpec};
use crate::rng;
use crate::table::Pose;
use crate::text;
use crate::trap::TrapPlace;

impl Machine {
    /// `call f(…)`
    pub(super) fn call(&mut self, lens: &mut Lens<'_>, call: u32, rows: Rows<'_>) {
        let Some(spec) = lens.scene.program.calls.get(call as usize) else { return };
        for lane in 0..rows.len() {
            let row = rows.row(lane);
            let Some((_, wishes)) = self.asked(lens, (call, spec), (lane, row, rows.len()), true)
            else {
                continue;
            };
            wishes.into_iter().for_each(|wish| self.fulfil(lens, wish, row));
        }
    }

    /// `hook(f, …)`
    pub(super) fn hook(
        &mut self,
        lens: &mut Lens<'_>,
        (dst, call, guard): (Reg, u32, Reg),
        rows: Rows<'_>,
    ) {
        let Some(spec) = lens.scene.program.calls.get(call as usize) else { return };
        let n = rows.len();
        let mut flags = self.take();
        for lane in 0..n {
            let reached = guard == NONE || self.file().get(guard, n).at(lane) != 0;
            let row = rows.row(lane);
            let said = reached.then(|| self.asked(lens, (call, spec), (lane, row, n), false));
            flags.push(u32::from(said.flatten().is_some_and(|(flag, _)| flag)));
        }
        self.file().set_many(dst, n, |_, out| out.copy_from_slice(&flags));
        self.give(flags);
    }

    /// Calls the function for one lane.
    fn asked(
        &mut self,
        lens: &mut Lens<'_>,
        (call, spec): (u32, &CallSpec),
        (lane, row, n): (usize, usize, usize),
        acts: bool,
    ) -> Option<(bool, Vec<Wish>)> {
        let args: Vec<EmitValue> =
            spec.args.iter().map(|arg| self.emitted(lens, arg, lane, n)).collect();
        let program = lens.scene.program;
        let hook = program.hooks.get(usize::from(spec.hook))?;
        let (script, function) = (text::name(program, hook.script), text::name(program, hook.name));
        let hook = Hook { script, name: function };
        let Some(hooks) = lens.scene.hooks else {
            let kind = if acts { CallKind::Action } else { CallKind::Signal };
            self.hook_failed(lens, call, row, hook.lacking(kind, args.len()));
            return None;
        };
        let mut me = me(lens, spec.site, row)?;
        me.acts = acts;
        match hooks.call(hook, &mut me, &args) {
            Ok(flag) => Some((flag, me.wishes)),
            Err(reason) => {
                self.hook_failed(lens, call, row, reason);
                None
            }
        }
    }

    /// `f(…)` of the host: lane by lane, but not again for the numbers of the lane before.
    pub(super) fn numbers(
        &mut self,
        lens: &mut Lens<'_>,
        (dst, call, guard): (Reg, u32, Reg),
        rows: Rows<'_>,
    ) {
        let program = lens.scene.program;
        let Some(spec) = program.calls.get(call as usize) else { return };
        let Some(hook) = program.hooks.get(usize::from(spec.hook)) else { return };
        let (script, name) = (text::name(program, hook.script), text::name(program, hook.name));
        let n = rows.len();
        let (mut numbers, mut args, mut before) = (self.take(), self.take(), self.take());
        let mut known = None;
        for lane in 0..n {
            if guard != NONE && self.file().get(guard, n).at(lane) == 0 {
                numbers.push(0);
                continue;
            }
            args.clear();
            let file = self.file();
            args.extend(spec.args.iter().map(|arg| match arg {
                EmitArg::Value(r, _) => file.get(*r, n).at(lane),
                EmitArg::Text(_) => 0,
            }));
            if known.is_none() || args != before {
                let said = made(lens, Hook { script, name }, bytemuck::cast_slice(&args));
                known = said.map_err(|why| self.hook_failed(lens, call, rows.row(lane), why)).ok();
                std::mem::swap(&mut args, &mut before);
            }
            numbers.push(known.unwrap_or(0));
        }
        self.file().set_many(dst, n, |_, out| out.copy_from_slice(&numbers));
        [numbers, args, before].into_iter().for_each(|list| self.give(list));
    }

    fn hook_failed(&mut self, lens: &Lens<'_>, call: u32, row: usize, reason: String) {
        let id = lens.id(row);
        self.traps.say(TrapPlace::Hook(call), id, reason);
    }

    /// Does what was wished for.
    fn fulfil(&mut self, lens: &mut Lens<'_>, wish: Wish, row: usize) {
        match wish {
            Wish::Move(v) => self.act(lens, row, v, Op::Move { v: [0, 1, 2], frame: Frame::Own }),
            Wish::Rotate(v) => {
                self.act(lens, row, v, Op::Rotate { v: [0, 1, 2], frame: Frame::Own });
            }
            Wish::Place(at) => {
                for axis in 0..3u8 {
                    let place = Op::Place { axis, src: axis.into(), step: NONE, cut: false };
                    self.act(lens, row, at, place);
                }
            }
            Wish::Set(var, bits) => {
                self.act(lens, row, [f32::from_bits(bits); 3], Op::Store { var, src: 0 });
            }
            Wish::Color(bits) => {
                let paint = Op::Color { src: 0, step: NONE };
                self.act(lens, row, [f32::from_bits(bits); 3], paint);
            }
            Wish::Visible(on) => self.act(lens, row, [0.0; 3], Op::Visible { on }),
            Wish::Vanish => self.act(lens, row, [0.0; 3], Op::Vanish),
            Wish::Log(text) => {
                let text = self.cut(lens, lens.id(row), text);
                self.note_of(lens, row, Note::Log(text));
            }
            Wish::Emit(name, args) => {
                let (id, name) = (lens.id(row), name);
                let (name, args) = (self.cut(lens, id, name), self.cut_all(lens, id, args));
                self.note_of(lens, row, Note::Told(name, args));
            }
            Wish::Send(message, value, to) => {
                let Some(to) = receiver(lens, &to) else { return };
                let order = self.order(lens, row);
                let what = Send { message, value, to, delay: 1 };
                self.effects.sends.push(Ordered { order, what });
            }
            Wish::Fork(what) => {
                let Some(what) = forked(lens, &what) else { return };
                let order = self.order(lens, row);
                self.effects.fork(Ordered { order, what });
            }
        }
    }

    /// An op on one row whose first three registers hold these.
    fn act(&mut self, lens: &mut Lens<'_>, row: usize, v: [f32; 3], op: Op) {
        self.nested(|m| {
            for (register, v) in (0..).zip(v) {
                m.file().set_one(register, v.to_bits());
            }
            m.exec(lens, &op, Rows::Range(row as u32, 1));
        });
    }

    fn order(&mut self, lens: &Lens<'_>, row: usize) -> Order {
        self.effects.next(lens.id(row), lens.diagram)
    }

    fn note_of(&mut self, lens: &Lens<'_>, row: usize, what: Note) {
        let order = self.order(lens, row);
        self.effects.notes.push(Ordered { order, what });
    }
}

/// The bits of a number that the host makes: finite, never −0.
fn made(lens: &Lens<'_>, hook: Hook<'_>, args: &[f32]) -> Result<u32, String> {
    let hooks = lens.scene.hooks;
    let hooks = hooks.ok_or_else(|| hook.lacking(CallKind::Function, args.len()))?;
    let number = hooks.number(hook, args)?;
    match number.is_finite() {
        true => Ok((number + 0.0).to_bits()),
        false => Err(format!("`{}` makes a number that is not finite", hook.name)),
    }
}

/// What a hook sees of a row.
fn me(lens: &Lens<'_>, site: u64, row: usize) -> Option<Me> {
    let table = lens.own.as_deref()?;
    let scene = lens.scene;
    let Pose { position, rotation, .. } = table.pose(row);
    let vars: Vec<u32> = table.vars.iter().map(|column| column[row]).collect();
    let id = lens.id(row);
    let specs = scene.program.defs.get(usize::from(table.def))?.vars.iter();
    let who = |(at, bits): (u16, &u32)| {
        Some((at, scene.roster.path(scene.program, scene.roster.alive(*bits))?))
    };
    let whos = specs.zip((0..).zip(&vars)).filter(|(spec, _)| spec.kind == Kind::Who);
    Some(Me {
        known: scene.plan.known.clone(),
        def: table.def,
        path: scene.roster.path(scene.program, id).unwrap_or_default(),
        position: position.map(|v| v + 0.0),
        rotation,
        colour: table.colour[row],
        visible: table.visible[row] != 0,
        whos: whos.filter_map(|(_, var)| who(var)).collect(),
        vars,
        states: table.tracks.iter().map(|t| t.state[row]).collect(),
        time: scene.clock as f32 * scene.dt(),
        dt: scene.dt(),
        draws: (rng::key(scene.seed, scene.clock, site), 0, id),
        operations: scene.hook_operations,
        acts: true,
        wishes: Vec::new(),
    })
}

/// Whom a script means.
fn receiver(lens: &Lens<'_>, to: &str) -> Option<Target> {
    let program = lens.scene.program;
    let spec = match to {
        "all" => SendSpec::All,
        "up" => SendSpec::Up,
        "down" => SendSpec::Down,
        "parts" => SendSpec::Parts,
        _ => {
            let is = |id: u32| text::name(program, id) == to;
            let class = program.classes.iter().position(|c| is(c.name));
            let group = program.groups.iter().position(|g| is(g.name));
            match (class, group) {
                (Some(class), _) => SendSpec::Class(class as u16),
                (_, Some(group)) => SendSpec::Group(group as u16),
                _ => return lens.scene.roster.find_path(program, to).map(Target::One),
            }
        }
    };
    Some(Target::Sent(spec))
}

/// What a script makes.
fn forked(lens: &Lens<'_>, what: &str) -> Option<Fork> {
    let program = lens.scene.program;
    let is = |id: u32| text::name(program, id) == what;
    if let Some(group) = program.groups.iter().position(|g| is(g.name)) {
        return Some(Fork::Group(group as u16));
    }
    let (_, spawn) = *program.plain.iter().find(|(name, _)| is(*name))?;
    Some(Fork::One { spawn, args: Args::default(), pose: Pose::ORIGIN, in_world: false })
}

impl Known {
    /// Whether anybody asks.
    pub(crate) fn of(program: &crate::program::Program) -> Self {
        match program.hooks.is_empty() {
            true => Self::default(),
            false => Self::new(program),
        }
    }
}
