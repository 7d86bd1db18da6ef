//! The text of expressions, references and arguments.

use super::Printer;
use crate::syntax::ast::*;
use crate::syntax::word::Word;

const IF: u8 = 0;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const UNARY: u8 = 7;
const POSTFIX: u8 = 8;

/// How strongly an expression holds together.
fn strength(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::If(..) => IF,
        ExprKind::Binary(op, ..) => operator(*op).0,
        ExprKind::Not(_) => NOT,
        ExprKind::Is { .. } => COMPARISON,
        ExprKind::Neg(_) | ExprKind::PerSecond(_) | ExprKind::Unit(..) => UNARY,
        _ => POSTFIX,
    }
}

fn operator(op: BinaryOp) -> (u8, &'static str) {
    match op {
        BinaryOp::Or => (1, "or"),
        BinaryOp::And => (2, "and"),
        BinaryOp::Eq => (COMPARISON, "=="),
        BinaryOp::Ne => (COMPARISON, "!="),
        BinaryOp::Lt => (COMPARISON, "<"),
        BinaryOp::Le => (COMPARISON, "<="),
        BinaryOp::Gt => (COMPARISON, ">"),
        BinaryOp::Ge => (COMPARISON, ">="),
        BinaryOp::Add => (5, "+"),
        BinaryOp::Sub => (5, "-"),
        BinaryOp::Mul => (6, "*"),
        BinaryOp::Div => (6, "/"),
        BinaryOp::Rem => (6, "%"),
    }
}

/// The spelling of a unit that is glued to a number or stands apart.
fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Seconds => "s",
        Unit::Milliseconds => "ms",
        Unit::Ticks => "ticks",
        Unit::Degrees => "deg",
        Unit::Radians => "rad",
    }
}

impl Printer {
    /// A whole expression.
    pub(super) fn whole(&mut self, expr: &Expr) {
        self.at_least(expr, IF, false);
    }

    /// An expression in an action list, where comparisons stand in parentheses.
    pub(super) fn in_list(&mut self, expr: &Expr) {
        self.at_least(expr, IF, true);
    }

    /// An operand beside others.
    pub(super) fn operand(&mut self, expr: &Expr) {
        self.at_least(expr, UNARY, false);
    }

    pub(super) fn operands(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.operand(expr));
    }

    /// An operand that may be left out begins with a digit, a sign or `(`.
    pub(super) fn optional(&mut self, expr: Option<&Expr>) {
        let Some(expr) = expr else { return };
        let mut first = expr;
        while let ExprKind::PerSecond(inner) = &first.kind {
            first = inner;
        }
        let plain =
            matches!(first.kind, ExprKind::Number { .. } | ExprKind::Neg(_) | ExprKind::Paren(_));
        self.at_least(expr, if plain { UNARY } else { u8::MAX }, false);
    }

    /// A time: a unit may stand apart.
    pub(super) fn time(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unit(value, apart) => {
                self.before_unit(value);
                self.word(unit(*apart));
            }
            _ if is_fraction(expr) => self.whole(expr),
            _ => self.operand(expr),
        }
    }

    fn before_unit(&mut self, value: &Expr) {
        if is_fraction(value) { self.whole(value) } else { self.operand(value) }
    }

    pub(super) fn colour(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Colour(..) | ExprKind::Paren(_) => self.whole(expr),
            ExprKind::Ref(Ref { number: None, args: None, rest, .. }) if rest.is_empty() => {
                self.whole(expr);
            }
            _ => self.at_least(expr, u8::MAX, false),
        }
    }

    /// Puts parentheses around what holds together too weakly.
    fn at_least(&mut self, expr: &Expr, least: u8, in_list: bool) {
        let compares = strength(expr) == COMPARISON && in_list;
        if strength(expr) < least || compares {
            self.opening("(");
            self.whole(expr);
            self.glued(")");
        } else {
            self.bare(expr, in_list);
        }
    }

    fn bare(&mut self, expr: &Expr, in_list: bool) {
        match &expr.kind {
            ExprKind::Number { text, unit: glued, .. } => {
                self.word(text);
                if let Some(glued) = glued {
                    self.glued(unit(*glued));
                }
            }
            ExprKind::Unit(..) => self.time(expr),
            ExprKind::PerSecond(inner) => {
                self.at_least(inner, POSTFIX, in_list);
                self.glued("/s");
            }
            ExprKind::Str(string) => self.string(string),
            ExprKind::Colour(_, digits) => self.word(&format!("#{digits}")),
            ExprKind::Bool(value) => self.word(if *value { "true" } else { "false" }),
            ExprKind::Ref(reference) => self.reference(reference),
            ExprKind::Paren(inner) => {
                self.opening("(");
                self.whole(inner);
                self.glued(")");
            }
            ExprKind::Neg(inner) => {
                self.opening("-");
                self.at_least(inner, UNARY, in_list);
            }
            ExprKind::Not(inner) => {
                self.word("not");
                self.at_least(inner, NOT, in_list);
            }
            _ => self.compound(expr, in_list),
        }
    }

    fn compound(&mut self, expr: &Expr, in_list: bool) {
        match &expr.kind {
            ExprKind::Binary(op, left, right) => {
                let (strength, written) = operator(*op);
                self.at_least(left, strength, in_list);
                self.word(written);
                self.at_least(right, strength + 1, in_list);
            }
            ExprKind::Is { subject, negated, state } => {
                self.reference(subject);
                self.word(if *negated { "is not" } else { "is" });
                self.path(state);
            }
            ExprKind::If(condition, yes, no) => {
                self.word("if");
                self.at_least(condition, IF, in_list);
                self.word("then");
                self.at_least(yes, IF, in_list);
                self.word("else");
                self.at_least(no, IF, in_list);
            }
            _ => {}
        }
    }

    pub(super) fn reference(&mut self, reference: &Ref) {
        self.reference_beside(reference, &[]);
    }

    /// A reference where these words would be taken for themselves at its beginning.
    pub(super) fn reference_beside(&mut self, reference: &Ref, words: &[Word]) {
        self.name_beside(&reference.name, words);
        self.number(reference.number);
        if let Some(args) = &reference.args {
            self.args_in_parens(args);
        }
        for (name, number) in &reference.rest {
            self.glued(".");
            self.glue = true;
            self.name(name);
            self.number(*number);
        }
    }

    fn number(&mut self, number: Option<u32>) {
        if let Some(number) = number {
            self.glued(&format!("#{number}"));
        }
    }

    /// Arguments behind a path; none are left out.
    pub(super) fn args(&mut self, args: &[Arg]) {
        if !args.is_empty() {
            self.args_in_parens(args);
        }
    }

    fn args_in_parens(&mut self, args: &[Arg]) {
        self.glued("(");
        self.glue = true;
        self.list(args, Self::arg);
        self.glued(")");
    }

    fn arg(&mut self, arg: &Arg) {
        if let Some(name) = &arg.name {
            self.name(name);
            self.glued(":");
        }
        match &arg.value.kind {
            ExprKind::Unit(..) => self.time(&arg.value),
            _ => self.whole(&arg.value),
        }
        self.narrowed(arg.within.as_ref(), arg.ahead.as_ref());
        if let Some((side, _)) = arg.side {
            self.word(match side {
                Side::Above => "above",
                Side::Below => "below",
                Side::Front => "front",
                Side::Behind => "behind",
                Side::Left => "left",
                Side::Right => "right",
            });
        }
    }

    fn narrowed(&mut self, within: Option<&Expr>, ahead: Option<&Expr>) {
        for (word, operand) in [("within", within), ("ahead", ahead)] {
            if let Some(operand) = operand {
                self.word(word);
                self.operand(operand);
            }
        }
    }

    pub(super) fn who(&mut self, who: &Who, words: &[Word]) {
        self.reference_beside(&who.base, words);
        self.narrowed(who.within.as_ref(), who.ahead.as_ref());
    }
}

/// `1/30`, which may stand before a unit.
fn is_fraction(expr: &Expr) -> bool {
    let plain = |expr: &Expr| matches!(expr.kind, ExprKind::Number { unit: None, .. });
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Div, first, second) => plain(first) && plain(second),
        _ => false,
    }
}
