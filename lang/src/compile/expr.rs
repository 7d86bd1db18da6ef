//! Values: expressions into ops.
//!
//! In: expressions of the model. Out: ops, and the register that holds the value. Numbers are
//! checked where they are used, not where they are computed; a branch that is not chosen never
//! traps: its checks stand under a guard.

use islay_vm::op::{Arith, Cmp, NONE, Op, Reg};
use islay_vm::program::{self as p, PoseField};

use super::emit::Emit;
use super::fold::{fold, is_settled, traps, usable};
use crate::hir::model::{BinaryOp, Expr, ExprKind as K, Kind};

impl Emit<'_, '_> {
    /// A value that is used: folded, and finite where it is a number.
    pub fn operand(&mut self, e: &Expr) -> Reg {
        self.used(&fold(e))
    }

    /// Three of them.
    pub fn operands(&mut self, v: &[Expr; 3]) -> [Reg; 3] {
        v.each_ref().map(|e| self.operand(e))
    }

    /// Numbers as arithmetic leaves them, for ops that refuse what is not finite themselves.
    pub fn raw(&mut self, v: &[Expr; 3]) -> [Reg; 3] {
        v.each_ref().map(|e| self.value(&fold(e)))
    }

    /// A folded value that is used.
    pub fn used(&mut self, e: &Expr) -> Reg {
        if let Some(k) = usable(e) {
            let dst = self.fresh();
            self.push(Op::Num { dst, k });
            return dst;
        }
        let r = self.value(e);
        if e.ty == Kind::Number && !is_settled(e) {
            self.check(r, e);
        }
        r
    }

    /// Makes sure of a finite number, blaming the expression.
    pub fn check(&mut self, r: Reg, e: &Expr) {
        let trap = self.b.trap("not-finite", self.context, e.span);
        self.push(Op::Finite { r, guard: self.guard, trap });
    }

    /// A folded value, as it comes.
    pub fn value(&mut self, e: &Expr) -> Reg {
        let dst = self.fresh();
        self.compute(dst, e);
        self.keep(dst);
        dst
    }

    fn compute(&mut self, dst: Reg, e: &Expr) {
        match &e.kind {
            K::Number(k) => self.push(Op::Num { dst, k: *k }),
            K::Flag(v) => self.push(Op::Bits { dst, bits: u32::from(*v) }),
            K::Colour(bits) => self.push(Op::Bits { dst, bits: *bits }),
            K::Nobody => self.push(Op::Bits { dst, bits: 0 }),
            K::Var(var) => {
                let var = self.b.narrow(var.index(), e.span);
                self.push(Op::Load { dst, var });
            }
            K::Loop(counter) => {
                let counter = self.b.narrow(counter.index(), e.span);
                self.push(Op::Loop { dst, counter });
            }
            K::Own(field) => self.own(dst, *field),
            K::Elapsed(level) => {
                self.clock(*level);
                self.push(Op::Elapsed { dst, level: *level });
            }
            K::Time => self.push(Op::Time { dst }),
            _ => self.combined(dst, e),
        }
    }

    fn own(&mut self, dst: Reg, field: PoseField) {
        if matches!(field, PoseField::Speed | PoseField::TurnRate)
            && let Some(asks) = self.b.asks(self.context)
        {
            asks.measured = true;
        }
        self.push(Op::Own { dst, field });
    }

    /// Notes that something asks for the clock of this level.
    pub fn clock(&mut self, level: u8) {
        self.b.clocks.levels |= 1u32.checked_shl(u32::from(level).saturating_sub(1)).unwrap_or(0);
    }

    fn combined(&mut self, dst: Reg, e: &Expr) {
        match &e.kind {
            K::Neg(a) => {
                let a = self.value(a);
                self.push(Op::Neg { dst, a });
            }
            K::Not(a) => {
                let a = self.value(a);
                self.push(Op::Not { dst, a });
            }
            K::Binary(op, a, b) => self.binary(dst, *op, a, b),
            K::If(c, a, b) => self.choice(dst, c, a, b),
            K::Native(native, args) => {
                let args = self.arguments(args);
                self.push(Op::Native { dst, native: *native, args });
            }
            K::Random(a, b, site) => {
                let (a, b, site) = (self.used(a), self.used(b), self.b.site(*site));
                self.push(Op::Random { dst, a, b, site });
            }
            K::Pick(a, b, site) => {
                let (a, b, site) = (self.used(a), self.used(b), self.b.site(*site));
                self.push(Op::Pick { dst, a, b, site });
            }
            K::Chance(p, site) => {
                let (p, site) = (self.used(p), self.b.site(*site));
                self.push(Op::Chance { dst, p, site });
            }
            _ => self.reference(dst, e),
        }
    }

    /// Consecutive registers; the first.
    fn arguments(&mut self, args: &[Expr]) -> Reg {
        let regs: Vec<Reg> = args.iter().map(|a| self.used(a)).collect();
        regs.first().copied().unwrap_or(NONE)
    }

    fn binary(&mut self, dst: Reg, op: BinaryOp, a: &Expr, b: &Expr) {
        use BinaryOp as B;
        match op {
            B::And | B::Or => self.logic(dst, op == B::Or, a, b),
            B::Add => self.arith(dst, Arith::Add, a, b),
            B::Sub => self.arith(dst, Arith::Sub, a, b),
            B::Mul => self.arith(dst, Arith::Mul, a, b),
            B::Div => self.arith(dst, Arith::Div, a, b),
            B::Rem => self.arith(dst, Arith::Rem, a, b),
            B::Eq | B::Ne if a.ty != Kind::Number => {
                let (a, b) = (self.value(a), self.value(b));
                self.push(Op::SameBits { dst, a, b, negated: op == B::Ne });
            }
            B::Eq => self.compare(dst, Cmp::Eq, a, b, false),
            B::Ne => self.compare(dst, Cmp::Ne, a, b, false),
            B::Lt => self.compare(dst, Cmp::Lt, a, b, false),
            B::Le => self.compare(dst, Cmp::Le, a, b, false),
            B::Gt => self.compare(dst, Cmp::Lt, a, b, true),
            B::Ge => self.compare(dst, Cmp::Le, a, b, true),
        }
    }

    fn arith(&mut self, dst: Reg, op: Arith, a: &Expr, b: &Expr) {
        let (a, b) = (self.value(a), self.value(b));
        self.push(Op::Arith { op, dst, a, b });
    }

    fn compare(&mut self, dst: Reg, op: Cmp, a: &Expr, b: &Expr, swapped: bool) {
        let (a, b) = (self.used(a), self.used(b));
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        self.push(Op::Cmp { op, dst, a, b });
    }

    /// The right side is computed for all, but traps only where the left leaves it to decide.
    fn logic(&mut self, dst: Reg, or: bool, a: &Expr, b: &Expr) {
        let a = self.value(a);
        let b = self.guarded(a, or, b);
        self.push(if or { Op::Or { dst, a, b } } else { Op::And { dst, a, b } });
    }

    fn choice(&mut self, dst: Reg, cond: &Expr, a: &Expr, b: &Expr) {
        let cond = self.value(cond);
        let a = self.guarded(cond, false, a);
        let b = self.guarded(cond, true, b);
        self.push(Op::Select { dst, cond, a, b });
    }

    /// A value that counts only where the condition holds (or does not).
    fn guarded(&mut self, cond: Reg, negated: bool, e: &Expr) -> Reg {
        if !traps(e) {
            return self.value(e);
        }
        let outer = self.guard;
        let mut guard = cond;
        if negated {
            guard = self.fresh();
            self.push(Op::Not { dst: guard, a: cond });
        }
        if outer != NONE {
            let both = self.fresh();
            self.push(Op::And { dst: both, a: outer, b: guard });
            guard = both;
        }
        self.guard = guard;
        let r = self.value(e);
        self.guard = outer;
        r
    }
}

/// The same kind, in the program's words.
pub(super) fn kind(kind: Kind) -> p::Kind {
    match kind {
        Kind::Number => p::Kind::Number,
        Kind::Flag => p::Kind::Flag,
        Kind::Who => p::Kind::Who,
        Kind::Colour => p::Kind::Colour,
    }
}
