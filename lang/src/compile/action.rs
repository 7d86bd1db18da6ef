//! Actions and reactions into ops.
//!
//! In: lists of actions of the model. Out: ops in the same order. Constant moves and rotations are
//! folded into the program's pools; a condition that never holds costs nothing.

use islay_vm::math;
use islay_vm::op::{self, Arith, NONE, Op, Reg};
use islay_vm::program::{CallSpec, EmitArg, EmitSpec, SendSpec, TextPiece, TextSpec};

use super::emit::Emit;
use super::expr::kind;
use super::fold::{constant, flag, fold};
use crate::hir::model::{
    self as m, Action, ActionKind as A, Aim, AssignOp, Cut, Expr, ExprKind, Frame, HookId, Kind,
    Piece, Reaction, Selector, SendTo, Site, VarId, What,
};
use crate::source::Span;

impl Emit<'_, '_> {
    /// A list, in order.
    pub fn actions(&mut self, list: &[Action]) {
        for action in list {
            self.release();
            match &action.timed {
                Some(timed) => self.timed(&action.kind, timed),
                None => self.plain(&action.kind),
            }
        }
        self.release();
    }

    /// `on enter` or `on exit`.
    pub fn reaction(&mut self, r: &Reaction) {
        match r.cond.as_ref().map(fold) {
            None => self.actions(&r.actions),
            Some(cond) => self.when(&cond, None, None, &r.actions),
        }
    }

    /// Actions under a folded condition; `once`: level and slot of once per stay; `told`: the edge
    /// that is noted when they run.
    pub fn when(
        &mut self,
        cond: &Expr,
        once: Option<(u8, u16)>,
        told: Option<u16>,
        actions: &[Action],
    ) {
        match (flag(cond), once) {
            (Some(false), _) => return,
            (Some(true), None) => {
                self.ops.extend(told.map(|edge| Op::Runs { edge }));
                return self.actions(actions);
            }
            _ => {}
        }
        self.release();
        let cond = self.value(cond);
        if let Some((level, slot)) = once {
            self.clock(level);
            self.push(Op::Once { cond, level, slot });
        }
        let block = self.open(cond);
        self.ops.extend(told.map(|edge| Op::Runs { edge }));
        self.actions(actions);
        self.close(block);
    }

    /// An action that takes no time.
    pub(super) fn plain(&mut self, kind: &A) {
        match kind {
            A::Move(v, frame) => self.shift(v, *frame),
            A::Rotate(v, frame) => self.turn(v, *frame),
            A::Scale(v) => {
                let v = self.raw(v);
                self.push(Op::Scale { v });
            }
            A::Place(v, cut) => self.place(v, NONE, *cut),
            A::Orient(v, cut) => {
                let v = self.raw(v);
                self.push(Op::Orient { v, step: NONE, cut: *cut });
            }
            A::ResetMove(cut) => self.push(Op::ResetMove { cut: *cut }),
            A::ResetRotate(cut) => self.push(Op::ResetRotate { cut: *cut }),
            A::ResetScale(cut) => self.push(Op::ResetScale { cut: *cut }),
            A::Face(aim, max) => self.face(aim, max.as_ref()),
            A::Approach(aim, step) => self.approach(aim, step),
            A::Color(e) => {
                let src = self.operand(e);
                self.push(Op::Color { src, step: NONE });
            }
            A::Show => self.push(Op::Visible { on: true }),
            A::Hide => self.push(Op::Visible { on: false }),
            A::Assign(var, op, e) => self.assign(*var, *op, e),
            effect => self.effect(effect),
        }
    }

    fn shift(&mut self, v: &[Expr; 3], frame: Frame) {
        let frame = self::frame(frame);
        match constants(v) {
            Some(v) => {
                let vec = self.b.vec(v);
                self.push(Op::MoveConst { vec, frame });
            }
            None => {
                let v = self.operands(v);
                self.push(Op::Move { v, frame });
            }
        }
    }

    fn turn(&mut self, v: &[Expr; 3], frame: Frame) {
        let frame = self::frame(frame);
        match constants(v) {
            Some(v) => {
                let quat = self.b.quat(math::euler_quat(v));
                self.push(Op::RotateConst { quat, frame });
            }
            None => {
                let v = self.operands(v);
                self.push(Op::Rotate { v, frame });
            }
        }
    }

    /// All operands are read before the first axis is set.
    pub(super) fn place(&mut self, v: &[Option<Expr>; 3], step: Reg, cut: Cut) {
        let regs = v.each_ref().map(|e| e.as_ref().map(|e| self.value(&fold(e))));
        for (axis, src) in (0..).zip(regs) {
            if let Some(src) = src {
                self.push(Op::Place { axis, src, step, cut });
            }
        }
    }

    fn face(&mut self, aim: &Aim, max: Option<&Expr>) {
        let max = max.map_or(NONE, |e| self.operand(e));
        match aim {
            Aim::Who(who) => {
                let who = self.operand(who);
                self.push(Op::FaceWho { who, max });
            }
            Aim::Point(v) => {
                let v = self.raw(v);
                self.push(Op::FacePoint { v, max });
            }
        }
    }

    fn approach(&mut self, aim: &Aim, step: &Expr) {
        let step = self.operand(step);
        match aim {
            Aim::Who(who) => {
                let who = self.operand(who);
                self.push(Op::ApproachWho { who, step });
            }
            Aim::Point(v) => {
                let v = self.raw(v);
                self.push(Op::ApproachPoint { v, step });
            }
        }
    }

    /// `v = e` checks e; `v += e` checks the sum, as `v = v + e` would.
    fn assign(&mut self, var: VarId, op: AssignOp, e: &Expr) {
        let op = match op {
            AssignOp::Set => {
                let src = self.operand(e);
                return self.store(var, src, e.span);
            }
            AssignOp::Add => Arith::Add,
            AssignOp::Sub => Arith::Sub,
            AssignOp::Mul => Arith::Mul,
            AssignOp::Div => Arith::Div,
        };
        let dst = self.fresh();
        let (a, b) = (self.load(var, e.span), self.value(&fold(e)));
        self.push(Op::Arith { op, dst, a, b });
        self.check(dst, e);
        self.store(var, dst, e.span);
    }

    pub(super) fn load(&mut self, var: VarId, span: Span) -> Reg {
        let (dst, var) = (self.fresh(), self.b.narrow(var.index(), span));
        self.push(Op::Load { dst, var });
        dst
    }

    pub(super) fn store(&mut self, var: VarId, src: Reg, span: Span) {
        let var = self.b.narrow(var.index(), span);
        self.push(Op::Store { var, src });
    }

    /// What is carried out at the end of the tick.
    fn effect(&mut self, kind: &A) {
        match kind {
            A::Send { message, value, to, delay } => {
                let value = value.as_ref().map_or(NONE, |e| self.operand(e));
                let delay = delay.as_ref().map_or(NONE, |e| self.operand(e));
                let to = self.send_to(to);
                self.b.program.targets.push(to);
                let target = self.b.program.targets.len() as u32 - 1;
                let message = self.b.narrow(message.index(), self.span());
                self.push(Op::Send { message, value, target, delay });
            }
            A::ForkGroup(group) => {
                let group = self.b.narrow(group.index(), self.span());
                self.push(Op::ForkGroup { group });
            }
            A::Fork(one, in_world) => {
                let spawn = self.spawn(one);
                self.push(Op::Fork { spawn, in_world: *in_world });
            }
            A::Become { character, args, start } => {
                let spawn = self.become_other(*character, args, start);
                self.push(Op::Become { spawn });
            }
            A::Vanish(whom) => self.vanish(whom.as_ref()),
            A::Restart => self.push(Op::Restart),
            A::Finish => self.push(Op::Finish),
            A::Attach { what, to, placement } => {
                let (who, to) = (self.operand(what), self.operand(to));
                let placement = match placement {
                    None => u32::MAX,
                    Some(p) => {
                        let spec = self.placement(p);
                        self.b.program.placements.push(spec);
                        self.b.program.placements.len() as u32 - 1
                    }
                };
                self.push(Op::Attach { who, to, placement });
            }
            A::Detach(who) => {
                let who = self.operand(who);
                self.push(Op::Detach { who });
            }
            told => self.tell(told),
        }
    }

    /// What only those outside of the scene notice.
    fn tell(&mut self, kind: &A) {
        match kind {
            A::Log(pieces) => {
                let pieces = self.pieces(pieces);
                self.b.program.texts.push(TextSpec { pieces, ..TextSpec::default() });
                let text = self.b.program.texts.len() as u32 - 1;
                self.push(Op::Log { text });
            }
            A::Emit(name, args) => {
                let args = args.iter().map(|a| self.emit_arg(a)).collect();
                let name = self.b.name(name);
                self.b.program.emits.push(EmitSpec { name, args });
                let emit = self.b.program.emits.len() as u32 - 1;
                self.push(Op::Emit { emit });
            }
            A::Call(hook, args, site) => {
                let call = self.called(*hook, args, *site);
                self.push(Op::Call { call });
            }
            A::Sound(file) => {
                let name = self.b.name(file);
                self.push(Op::Sound { name });
            }
            // every other kind is handled before it comes here
            other => debug_assert!(false, "{other:?} is not compiled"),
        }
    }

    fn vanish(&mut self, whom: Option<&Selector>) {
        let is_self = |s: &Selector| matches!(&s.what, What::Ref(who) if matches!(who.kind, ExprKind::SelfRef));
        match whom.filter(|s| !is_self(s)) {
            None => self.push(Op::Vanish),
            Some(s) => {
                let selector = self.selector(s);
                self.push(Op::VanishOthers { selector });
            }
        }
    }

    pub(super) fn send_to(&mut self, to: &SendTo) -> SendSpec {
        let span = self.span();
        match to {
            SendTo::All => SendSpec::All,
            SendTo::Up => SendSpec::Up,
            SendTo::Down => SendSpec::Down,
            SendTo::Parts => SendSpec::Parts,
            SendTo::Class(id) => SendSpec::Class(self.b.narrow(id.index(), span)),
            SendTo::Group(id) => SendSpec::Group(self.b.narrow(id.index(), span)),
            SendTo::Named(name, number) => SendSpec::Named(self.b.name(name), number.unwrap_or(0)),
            SendTo::Ref(who) => SendSpec::Ref(self.operand(who)),
            SendTo::Selector(s) => SendSpec::Selector(self.selector(s)),
        }
    }

    /// The pieces of a text; their values stay in registers.
    pub(super) fn pieces(&mut self, pieces: &[Piece]) -> Vec<TextPiece> {
        let piece = |p: &Piece| match p {
            Piece::Text(text) => TextPiece::Name(self.b.name(text)),
            Piece::Expr(e) => TextPiece::Value(self.operand(e), kind(e.ty)),
        };
        pieces.iter().map(piece).collect()
    }

    /// A function of a script with its arguments; their values stay in registers.
    pub(super) fn called(&mut self, hook: HookId, args: &[m::EmitArg], site: Site) -> u32 {
        let args = args.iter().map(|a| self.emit_arg(a)).collect();
        self.call_spec(hook, args, site)
    }

    /// A call of a function over (folded) numbers.
    pub(super) fn asked(&mut self, hook: HookId, args: &[Expr]) -> u32 {
        let arg = |e: &Expr| EmitArg::Value(self.used(e), kind(e.ty));
        let args = args.iter().map(arg).collect();
        self.call_spec(hook, args, 0)
    }

    fn call_spec(&mut self, hook: HookId, args: Vec<EmitArg>, site: Site) -> u32 {
        let (hook, place) = (self.b.narrow(hook.index(), self.span()), self.context.place);
        self.b.program.calls.push(CallSpec { hook, args, place, site });
        self.b.program.calls.len() as u32 - 1
    }

    fn emit_arg(&mut self, arg: &m::EmitArg) -> EmitArg {
        match arg {
            m::EmitArg::Text(pieces) => EmitArg::Text(self.pieces(pieces)),
            m::EmitArg::Value(e) => EmitArg::Value(self.operand(e), kind(e.ty)),
        }
    }
}

/// Three constants that can be used.
fn constants(v: &[Expr; 3]) -> Option<[f32; 3]> {
    debug_assert!(v.iter().all(|e| e.ty == Kind::Number));
    match v.each_ref().map(constant) {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    }
}

pub(super) fn frame(frame: Frame) -> op::Frame {
    match frame {
        Frame::Own => op::Frame::Own,
        Frame::Parent => op::Frame::Parent,
        Frame::World => op::Frame::World,
    }
}
