//! References, selectors and signals into ops.
//!
//! In: folded expressions that ask for other instances or for what happened. Out: ops, and notes
//! of what the character asks for: contacts it feels, clocks it reads.

use islay_vm::op::{Op, Reg};
use islay_vm::program::{self as p, SelectorSpec, WhatSpec};

use super::emit::Emit;
use super::fold::fold;
use crate::hir::model::{Expr, ExprKind as K, MessageId, Selector, Side, What};

impl Emit<'_, '_> {
    pub(super) fn reference(&mut self, dst: Reg, e: &Expr) {
        match &e.kind {
            K::SelfRef => self.push(Op::SelfId { dst }),
            K::Parent(who) => {
                let who = self.value(who);
                self.push(Op::Parent { dst, who });
            }
            K::Child(who, name) => {
                let (who, name) = (self.value(who), self.b.name(name));
                self.push(Op::Child { dst, who, name });
            }
            K::Named(name, number) => {
                let name = self.b.name(name);
                self.push(Op::Named { dst, name, number: number.unwrap_or(0) });
            }
            K::Field { of, name, pose } => {
                let who = self.value(of);
                let field = self.b.field(name, super::expr::kind(e.ty), *pose);
                self.push(Op::Field { dst, who, field });
            }
            K::OwnIs(diagram, state) => {
                let diagram = self.b.narrow(diagram.index(), e.span);
                let state = self.b.narrow(state.index(), e.span);
                self.b.watched.extend(self.context.def.map(|def| (def, diagram)));
                self.push(Op::OwnIs { dst, diagram, state });
            }
            K::Is { of, diagram, state } => {
                let (who, query) = (self.value(of), self.b.query(diagram, state));
                self.push(Op::Is { dst, who, query });
            }
            _ => self.selecting(dst, e),
        }
    }

    fn selecting(&mut self, dst: Reg, e: &Expr) {
        match &e.kind {
            K::Nearest(s) => {
                let selector = self.selector(s);
                self.push(Op::Nearest { dst, selector });
            }
            K::Count(s) => {
                let selector = self.selector(s);
                self.push(Op::Count { dst, selector });
            }
            K::Distance(s) => {
                let selector = self.selector(s);
                self.push(Op::Distance { dst, selector });
            }
            K::Bearing(s) => {
                let selector = self.selector(s);
                self.push(Op::Bearing { dst, selector });
            }
            K::Other(s) => {
                self.feels();
                let selector = self.selector(s);
                self.push(Op::Other { dst, selector });
            }
            K::Contact(phase, s) => {
                self.feels();
                let selector = self.selector(s);
                self.push(Op::Contact { dst, phase: *phase, selector });
            }
            _ => self.signal(dst, e),
        }
    }

    fn signal(&mut self, dst: Reg, e: &Expr) {
        match &e.kind {
            K::Key(key) => self.push(Op::Key { dst, key: *key }),
            K::Pressed(key) => self.push(Op::Pressed { dst, key: *key }),
            K::Released(key) => self.push(Op::Released { dst, key: *key }),
            K::Click { button, anywhere } => {
                self.push(Op::Click { dst, button: *button, anywhere: *anywhere });
            }
            K::Hover => self.push(Op::Hover { dst }),
            K::Sender(m) => {
                let message = self.message(*m, e);
                self.push(Op::Sender { dst, message });
            }
            K::Message(m) => {
                let message = self.message(*m, e);
                self.push(Op::Message { dst, message });
            }
            K::Received(m) => {
                let message = self.message(*m, e);
                self.push(Op::Received { dst, message });
            }
            K::Value(m) => {
                let message = self.message(*m, e);
                self.push(Op::MessageValue { dst, message });
            }
            _ => self.clocked(dst, e),
        }
    }

    fn clocked(&mut self, dst: Reg, e: &Expr) {
        match &e.kind {
            K::Every(t, level) => {
                self.clock(*level);
                let seconds = self.used(t);
                self.push(Op::Every { dst, level: *level, seconds });
            }
            K::After(t, level) => {
                self.clock(*level);
                let seconds = self.used(t);
                self.push(Op::After { dst, level: *level, seconds });
            }
            K::Done(slots, level) => self.done(dst, slots, *level),
            K::Input(input) => {
                let input = self.b.narrow(input.index(), e.span);
                self.push(Op::Input { dst, input });
            }
            K::Hook(hook, args, site) => {
                let call = self.called(*hook, args, *site);
                self.push(Op::Hook { dst, call, guard: self.guard });
            }
            K::Ask(hook, args) => {
                let call = self.asked(*hook, args);
                self.push(Op::Ask { dst, call, guard: self.guard });
            }
            // every other kind is handled before it comes here
            _ => debug_assert!(false, "{:?} is not a signal", e.kind),
        }
    }

    fn message(&mut self, message: MessageId, e: &Expr) -> p::MessageId {
        self.b.narrow(message.index(), e.span)
    }

    fn feels(&mut self) {
        if let Some(asks) = self.b.asks(self.context) {
            asks.feels = true;
        }
    }

    /// A selector of the model; its registers stay taken until the op that uses it stands.
    pub(super) fn selector(&mut self, s: &Selector) -> u32 {
        let what = self.what(s);
        let within = s.within.as_ref().map(|e| self.operand(e));
        let ahead = s.ahead.as_ref().map(|e| self.operand(e));
        let spec = SelectorSpec { what, within, ahead, side: s.side.map(side) };
        self.b.program.selectors.push(spec);
        self.b.program.selectors.len() as u32 - 1
    }

    fn what(&mut self, s: &Selector) -> WhatSpec {
        match &s.what {
            What::Class(id) => WhatSpec::Class(self.b.narrow(id.index(), s.span)),
            What::Group(id) => WhatSpec::Group(self.b.narrow(id.index(), s.span)),
            What::Named(name, number) => WhatSpec::Named(self.b.name(name), number.unwrap_or(0)),
            What::Ref(who) => WhatSpec::Ref(self.value(&fold(who))),
            What::Anyone => WhatSpec::Anyone,
            What::Boundary(set) => WhatSpec::Boundary(*set),
            What::Any => WhatSpec::Any,
        }
    }
}

fn side(side: Side) -> p::Side {
    match side {
        Side::Above => p::Side::Above,
        Side::Below => p::Side::Below,
        Side::Front => p::Side::Front,
        Side::Behind => p::Side::Behind,
        Side::Left => p::Side::Left,
        Side::Right => p::Side::Right,
    }
}
