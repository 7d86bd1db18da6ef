//! Random expressions, references and operands.

use super::Choices;
use crate::syntax::ast::*;

impl Choices<'_> {
    pub(super) fn who(&mut self, depth: usize) -> Who {
        Who {
            base: self.reference(depth),
            within: self.some(|c| c.operand_at(depth + 1)),
            ahead: self.some(|c| c.operand_at(depth + 1)),
            span: Place::default(),
        }
    }

    pub(super) fn reference(&mut self, depth: usize) -> Ref {
        Ref {
            name: self.name(),
            number: self.some(|c| c.below(100) as u32),
            args: if depth < 4 { self.some(|c| c.args(depth + 1)) } else { None },
            rest: self.many(1, |c| (c.name(), c.some(|c| c.below(9) as u32))),
            span: Place::default(),
        }
    }

    pub(super) fn args(&mut self, depth: usize) -> Vec<Arg> {
        if depth > 3 {
            return Vec::new();
        }
        self.many(2, |c| {
            let name = c.some(Self::plain_name);
            let span = Place::default();
            if c.flip() {
                let value = if c.flip() { c.expr(depth + 1) } else { c.with_unit() };
                return Arg { name, value, within: None, ahead: None, side: None, span };
            }
            let who = c.who(depth + 1);
            Arg {
                name,
                value: expr(ExprKind::Ref(who.base)),
                within: who.within,
                ahead: who.ahead,
                side: c.some(|_| (Side::Below, Place::default())),
                span,
            }
        })
    }

    pub(super) fn string(&mut self, holes: bool) -> Str {
        const TEXTS: &[&str] = &["a", "say \"{x}\" \\ \n now", "左", " ", "// no comment"];
        let mut pieces = Vec::new();
        if self.flip() {
            pieces.push(Piece::Text(TEXTS[self.below(TEXTS.len())].into()));
        }
        for _ in 0..if holes { self.below(3) } else { 0 } {
            self.depth += 1;
            pieces.push(Piece::Expr(self.expr(2)));
            self.depth -= 1;
        }
        Str { pieces, span: Place::default() }
    }

    pub(super) fn three(&mut self) -> Three {
        Box::new([self.operand(), self.operand(), self.operand()])
    }

    pub(super) fn two(&mut self) -> Two {
        Box::new([self.operand(), self.operand()])
    }

    pub(super) fn number(&mut self) -> Expr {
        const DIGITS: &[&str] = &["0", "1", "2.5", "1e-4", "007", "3.25E+2"];
        let text = DIGITS[self.below(DIGITS.len())];
        let unit = self.some(|c| [Unit::Seconds, Unit::Ticks, Unit::Degrees][c.below(3)]);
        expr(ExprKind::Number { value: text.parse().unwrap(), text: text.into(), unit })
    }

    /// Without an operator that needs parentheses.
    pub(super) fn operand(&mut self) -> Expr {
        self.operand_at(0)
    }

    pub(super) fn operand_at(&mut self, depth: usize) -> Expr {
        match self.below(if depth < 4 { 8 } else { 3 }) {
            0 => self.number(),
            1 => expr(ExprKind::Bool(self.flip())),
            2 => expr(ExprKind::Colour(0xaabb_ccff, "abc".into())),
            3 => expr(ExprKind::Neg(Box::new(self.operand_at(depth + 1)))),
            4 => expr(ExprKind::Paren(Box::new(self.expr(depth + 1)))),
            5 => {
                let inner = match self.below(3) {
                    0 => self.number(),
                    1 => expr(ExprKind::Ref(self.reference(depth + 1))),
                    _ => expr(ExprKind::Paren(Box::new(self.expr(depth + 1)))),
                };
                expr(ExprKind::PerSecond(Box::new(inner)))
            }
            6 if self.depth == 0 => expr(ExprKind::Str(self.string(true))),
            _ => expr(ExprKind::Ref(self.reference(depth + 1))),
        }
    }

    /// Beginning with a digit, a sign or `(`.
    pub(super) fn optional(&mut self) -> Expr {
        match self.below(3) {
            0 => self.number(),
            1 => expr(ExprKind::Neg(Box::new(self.operand()))),
            _ => expr(ExprKind::Paren(Box::new(self.expr(1)))),
        }
    }

    pub(super) fn time(&mut self) -> Expr {
        if self.flip() { self.with_unit() } else { self.operand() }
    }

    pub(super) fn with_unit(&mut self) -> Expr {
        let plain = |c: &mut Self| match c.number() {
            Expr { kind: ExprKind::Number { value, text, .. }, span } => {
                Expr { kind: ExprKind::Number { value, text, unit: None }, span }
            }
            other => other,
        };
        let value = if self.flip() {
            binary(BinaryOp::Div, plain(self), plain(self))
        } else {
            self.operand()
        };
        expr(ExprKind::Unit(Box::new(value), [Unit::Seconds, Unit::Ticks][self.below(2)]))
    }

    pub(super) fn colour(&mut self) -> Expr {
        match self.below(3) {
            0 => expr(ExprKind::Colour(0x1122_33ff, "112233".into())),
            1 => {
                let name = self.name();
                let (number, args, rest) = (None, None, Vec::new());
                expr(ExprKind::Ref(Ref { name, number, args, rest, span: Place::default() }))
            }
            _ => expr(ExprKind::Paren(Box::new(self.expr(1)))),
        }
    }

    /// A whole expression, with parentheses where it needs them.
    pub(super) fn expr(&mut self, depth: usize) -> Expr {
        self.at_least(depth, 0, false)
    }

    /// An expression without a comparison outside of parentheses.
    pub(super) fn in_list(&mut self, depth: usize) -> Expr {
        self.at_least(depth, 0, true)
    }

    pub(super) fn at_least(&mut self, depth: usize, least: u8, in_list: bool) -> Expr {
        if depth > 4 {
            return self.operand_at(depth);
        }
        let next = depth + 1;
        match self.below(9) {
            5 if least == 0 => expr(ExprKind::If(
                Box::new(self.at_least(next, 0, in_list)),
                Box::new(self.at_least(next, 0, in_list)),
                Box::new(self.at_least(next, 0, in_list)),
            )),
            6 if least <= 3 => expr(ExprKind::Not(Box::new(self.at_least(next, 3, in_list)))),
            7 if least <= 4 && !in_list => expr(ExprKind::Is {
                subject: self.reference(next),
                negated: self.flip(),
                state: self.path(),
            }),
            8 => self.operation(next, least, in_list),
            _ => self.operand_at(next),
        }
    }

    pub(super) fn operation(&mut self, next: usize, least: u8, in_list: bool) -> Expr {
        const OPS: &[(u8, BinaryOp)] = &[
            (1, BinaryOp::Or),
            (2, BinaryOp::And),
            (4, BinaryOp::Lt),
            (4, BinaryOp::Ne),
            (5, BinaryOp::Sub),
            (5, BinaryOp::Add),
            (6, BinaryOp::Rem),
            (6, BinaryOp::Div),
        ];
        let (strength, op) = OPS[self.below(OPS.len())];
        if strength < least || strength == 4 && in_list {
            return self.operand_at(next);
        }
        let left = self.at_least(next, strength, in_list);
        let mut right = self.at_least(next, strength + 1, in_list);
        if op == BinaryOp::Div {
            // `a / b/s` has a warning of its own, and `1/30s` is a time.
            right = expr(ExprKind::Paren(Box::new(right)));
        }
        binary(op, left, right)
    }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Place::default() }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}
