//! Actions that take time: `… for TIME ease`.
//!
//! In: an action of a state's list with its duration. Out: a block that runs while the action
//! still acts, in which amounts are scaled by this tick's step. A constant duration costs no slot
//! of the row.

use islay_vm::math;
use islay_vm::op::{Arith, Cmp, Ease as Pace, NONE, Op, Reg, Ticks};

use super::emit::Emit;
use super::fold::{constant, fold, is_settled, traps};
use crate::hir::model::{self as m, ActionKind as A, AssignOp, Diagram, Expr, Timed, VarId};

/// Lengths of a diagram's timed actions, by slot.
pub(super) fn lengths(d: &Diagram, tick: f32) -> Vec<Ticks> {
    let mut all: Vec<Ticks> = (0..d.n_timed).map(|slot| Ticks::Slot(slot as u16)).collect();
    let timed = d.states.iter().flat_map(|s| &s.actions).filter_map(|a| a.timed.as_ref());
    for t in timed {
        if let (Some(ticks), Some(seconds)) = (all.get_mut(usize::from(t.slot)), constant(&t.time))
        {
            *ticks = Ticks::Const(math::to_ticks(seconds, tick));
        }
    }
    all
}

/// How far a timed action goes in this tick.
#[derive(Clone, Copy)]
struct Stride {
    level: u8,
    ticks: Ticks,
    ease: Pace,
}

impl Emit<'_, '_> {
    pub(super) fn timed(&mut self, kind: &A, t: &Timed) {
        let (level, ticks) = (t.level, self.length(t.slot));
        self.clock(level);
        if let Ticks::Slot(slot) = ticks {
            self.begin(slot, t);
        }
        let active = self.fresh();
        self.push(Op::TimedActive { dst: active, level, ticks });
        let block = self.open(active);
        self.stepped(kind, Stride { level, ticks, ease: pace(t.ease) });
        self.close(block);
    }

    fn length(&self, slot: u16) -> Ticks {
        self.b.clocks.ticks.get(usize::from(slot)).copied().unwrap_or(Ticks::Slot(slot))
    }

    /// Reads the time; it can trap only in the first tick of the stay, where it counts.
    fn begin(&mut self, slot: u16, t: &Timed) {
        let (time, level) = (fold(&t.time), t.level);
        let seconds = if traps(&time) || !is_settled(&time) {
            let first = self.first_tick(level);
            self.guard = first;
            let seconds = self.used(&time);
            self.guard = NONE;
            seconds
        } else {
            self.used(&time)
        };
        self.push(Op::TimedStart { slot, level, seconds });
        self.release();
    }

    /// A flag: this is the first tick in which the level's state acts.
    fn first_tick(&mut self, level: u8) -> Reg {
        let (dst, b, a) = (self.fresh(), self.fresh(), self.fresh());
        self.push(Op::Num { dst: b, k: self.b.model.world.tick * 1.5 });
        self.push(Op::Elapsed { dst: a, level });
        self.push(Op::Cmp { op: Cmp::Lt, dst, a, b });
        self.keep(dst);
        dst
    }

    /// `done`: these timed actions are over.
    pub(super) fn done(&mut self, dst: Reg, slots: &[u16], level: u8) {
        self.clock(level);
        let Some((first, others)) = slots.split_first() else {
            return self.push(Op::Bits { dst, bits: 1 });
        };
        if others.is_empty() {
            return self.push(Op::TimedOver { dst, level, ticks: self.length(*first) });
        }
        let a = self.fresh();
        self.done(a, &[*first], level);
        let b = self.fresh();
        self.done(b, others, level);
        self.push(Op::And { dst, a, b });
    }

    /// What an action does in one tick.
    fn stepped(&mut self, kind: &A, s: Stride) {
        match kind {
            A::Move(v, frame) => {
                let v = self.shares(v, s);
                self.push(Op::Move { v, frame: super::action::frame(*frame) });
            }
            A::Rotate(v, frame) => {
                let v = self.shares(v, s);
                self.push(Op::Rotate { v, frame: super::action::frame(*frame) });
            }
            A::Scale(v) => {
                let (v, step) = (self.raw(v), self.step(s, false));
                self.push(Op::ScaleStep { v, step });
            }
            A::Place(v, cut) => {
                let step = self.step(s, true);
                self.place(v, step, *cut);
            }
            A::Orient(v, cut) => {
                let (v, step) = (self.raw(v), self.step(s, true));
                self.push(Op::Orient { v, step, cut: *cut });
            }
            A::Color(e) => {
                let (src, step) = (self.operand(e), self.step(s, true));
                self.push(Op::Color { src, step });
            }
            A::Assign(var, AssignOp::Set, e) => self.glide(*var, e, s),
            A::Assign(var, AssignOp::Sub, e) => self.add_share(*var, Arith::Sub, e, s),
            A::Assign(var, _, e) => self.add_share(*var, Arith::Add, e, s),
            // the checker lets no other action take time
            other => self.plain(other),
        }
    }

    /// Δf, or with `rest` the share of what is left.
    fn step(&mut self, s: Stride, rest: bool) -> Reg {
        let dst = self.fresh();
        self.push(Op::TimedStep { dst, level: s.level, ticks: s.ticks, ease: s.ease, rest });
        dst
    }

    /// amount · Δf for each; a constant 0 stays as it is.
    fn shares(&mut self, v: &[Expr; 3], s: Stride) -> [Reg; 3] {
        let b = self.step(s, false);
        v.each_ref().map(|e| {
            let a = self.operand(e);
            if constant(e) == Some(0.0) {
                return a;
            }
            let dst = self.fresh();
            self.push(Op::Arith { op: Arith::Mul, dst, a, b });
            dst
        })
    }

    /// `v += e for`: v ± e · Δf.
    fn add_share(&mut self, var: VarId, op: Arith, e: &Expr, s: Stride) {
        let (dst, share) = (self.fresh(), self.fresh());
        let a = self.load(var, e.span);
        let amount = self.operand(e);
        let step = self.step(s, false);
        self.push(Op::Arith { op: Arith::Mul, dst: share, a: amount, b: step });
        self.push(Op::Arith { op, dst, a, b: share });
        self.check(dst, e);
        self.store(var, dst, e.span);
    }

    /// `v = e for`: v + (e − v) · share of what is left, and exactly e in the last tick.
    fn glide(&mut self, var: VarId, e: &Expr, s: Stride) {
        let (dst, left, way, sum) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        let now = self.load(var, e.span);
        let goal = self.operand(e);
        let step = self.step(s, true);
        self.push(Op::Arith { op: Arith::Sub, dst: left, a: goal, b: now });
        self.push(Op::Arith { op: Arith::Mul, dst: way, a: left, b: step });
        self.push(Op::Arith { op: Arith::Add, dst: sum, a: now, b: way });
        let (one, last) = (self.fresh(), self.fresh());
        self.push(Op::Num { dst: one, k: 1.0 });
        self.push(Op::Cmp { op: Cmp::Eq, dst: last, a: step, b: one });
        self.push(Op::Select { dst, cond: last, a: goal, b: sum });
        self.check(dst, e);
        self.store(var, dst, e.span);
    }
}

fn pace(ease: m::Ease) -> Pace {
    match ease {
        m::Ease::Linear => Pace::Linear,
        m::Ease::InOut => Pace::InOut,
        m::Ease::In => Pace::In,
        m::Ease::Out => Pace::Out,
    }
}
