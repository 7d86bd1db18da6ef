//! Expressions that are constants: their values before the scene runs.
//!
//! In: a resolved expression. Out: its value, computed as the machine does, or nothing where it
//! is not constant. It checks no kinds: the resolver did.

use super::model::{BinaryOp, Expr, ExprKind};

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Literal {
    Number(f32),
    Flag(bool),
    Colour(u32),
    Nobody,
}

impl Literal {
    /// As an expression.
    pub fn kind(self) -> ExprKind {
        match self {
            Literal::Number(v) => ExprKind::Number(v),
            Literal::Flag(v) => ExprKind::Flag(v),
            Literal::Colour(v) => ExprKind::Colour(v),
            Literal::Nobody => ExprKind::Nobody,
        }
    }
}

/// The value, if it is known before the scene runs.
pub(super) fn literal(e: &Expr) -> Option<Literal> {
    Some(match &e.kind {
        ExprKind::Number(v) => Literal::Number(*v),
        ExprKind::Flag(v) => Literal::Flag(*v),
        ExprKind::Colour(v) => Literal::Colour(*v),
        ExprKind::Nobody => Literal::Nobody,
        ExprKind::Neg(a) => Literal::Number(-number(a)?),
        ExprKind::Not(a) => Literal::Flag(!flag(a)?),
        ExprKind::If(c, a, b) => literal(if flag(c)? { a } else { b })?,
        ExprKind::Native(id, args) => {
            let args: Option<Vec<f32>> = args.iter().map(used).collect();
            Literal::Number(id.call(&args?))
        }
        ExprKind::Binary(op, a, b) => binary(*op, a, b)?,
        _ => return None,
    })
}

/// The number, if it is known before the scene runs.
pub(crate) fn number(e: &Expr) -> Option<f32> {
    match literal(e)? {
        Literal::Number(v) => Some(v),
        _ => None,
    }
}

fn flag(e: &Expr) -> Option<bool> {
    match literal(e)? {
        Literal::Flag(v) => Some(v),
        _ => None,
    }
}

/// A number where it is used: what is not finite is left to run time, which traps.
fn used(e: &Expr) -> Option<f32> {
    number(e).filter(|v| v.is_finite()).map(|v| v + 0.0)
}

fn binary(op: BinaryOp, a: &Expr, b: &Expr) -> Option<Literal> {
    use BinaryOp::{Add, And, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Sub};
    Some(match op {
        And => Literal::Flag(flag(a)? && flag(b)?),
        Or => Literal::Flag(flag(a)? || flag(b)?),
        Eq => Literal::Flag(literal(a)? == literal(b)?),
        Ne => Literal::Flag(literal(a)? != literal(b)?),
        Lt => Literal::Flag(used(a)? < used(b)?),
        Le => Literal::Flag(used(a)? <= used(b)?),
        Gt => Literal::Flag(used(a)? > used(b)?),
        Ge => Literal::Flag(used(a)? >= used(b)?),
        Add => Literal::Number(number(a)? + number(b)?),
        Sub => Literal::Number(number(a)? - number(b)?),
        Mul => Literal::Number(number(a)? * number(b)?),
        Div => Literal::Number(number(a)? / number(b)?),
        Rem => {
            let (a, b) = (number(a)?, number(b)?);
            Literal::Number(a - b * (a / b).floor())
        }
    })
}
