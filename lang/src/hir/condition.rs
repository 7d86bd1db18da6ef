//! A condition taken apart: `and`, `or`, `not`, and what stands between them.
//!
//! In: the expression of an edge. Out: a [`Condition`] whose leaves are questions with an answer
//! of their own: a signal, a comparison, a flag. It judges nothing: the values come from a running
//! scene, in the order that [`Condition::values`] fixes.

use std::borrow::Cow;

use super::model::{BinaryOp, Expr, ExprKind as K, Kind};

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition<'m> {
    /// All of them hold.
    All(Vec<Condition<'m>>),
    /// One of them holds.
    Any(Vec<Condition<'m>>),
    /// It does not hold.
    Not(Box<Condition<'m>>),
    /// Neither of these.
    Leaf(Leaf<'m>),
}

/// A part without `and`, `or` and `not`.
#[derive(Clone, Debug)]
pub struct Leaf<'m> {
    /// The question.
    pub expr: &'m Expr,
    /// What it depends on, where that says more than yes or no: both sides of a comparison, how
    /// long a state has lasted, what came with a message.
    pub details: Vec<Cow<'m, Expr>>,
}

impl<'m> Condition<'m> {
    /// Takes a condition apart.
    pub fn of(expr: &'m Expr) -> Self {
        let mut parts = Vec::new();
        match &expr.kind {
            // `D is S` where several states are called S
            K::Binary(BinaryOp::Or, a, b) if a.span == expr.span && b.span == expr.span => {
                Self::Leaf(Leaf { expr, details: Vec::new() })
            }
            K::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                chain(expr, *op, &mut parts);
                match op {
                    BinaryOp::And => Self::All(parts),
                    _ => Self::Any(parts),
                }
            }
            // `D is not S`
            K::Not(inner) if inner.span == expr.span => {
                Self::Leaf(Leaf { expr, details: details(inner) })
            }
            K::Not(inner) => Self::Not(Box::new(Self::of(inner))),
            _ => Self::Leaf(Leaf { expr, details: details(expr) }),
        }
    }

    /// Its leaves in text order.
    pub fn leaves(&self) -> Vec<&Leaf<'m>> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::leaves).collect(),
            Self::Not(inner) => inner.leaves(),
            Self::Leaf(leaf) => vec![leaf],
        }
    }

    /// All values in the order in which a program tells them: the whole, which is given, then each
    /// leaf with its details.
    pub fn values<'c>(&'c self, whole: &'c Expr) -> impl Iterator<Item = &'c Expr> + use<'c, 'm> {
        let leaves = self.leaves().into_iter();
        let parts = leaves.flat_map(|leaf| {
            std::iter::once(leaf.expr).chain(leaf.details.iter().map(|detail| &**detail))
        });
        std::iter::once(whole).chain(parts)
    }
}

/// The members of a row of `and` or of `or`.
fn chain<'m>(expr: &'m Expr, word: BinaryOp, out: &mut Vec<Condition<'m>>) {
    match &expr.kind {
        K::Binary(op, a, b) if *op == word && (a.span, b.span) != (expr.span, expr.span) => {
            chain(a, word, out);
            chain(b, word, out);
        }
        _ => out.push(Condition::of(expr)),
    }
}

fn details(expr: &Expr) -> Vec<Cow<'_, Expr>> {
    let made = |kind: K, ty: Kind| Cow::<Expr>::Owned(Expr { kind, ty, span: expr.span });
    match &expr.kind {
        K::Binary(_, a, b) => vec![Cow::Borrowed(&**a), Cow::Borrowed(&**b)],
        K::After(time, level) | K::Every(time, level) => {
            vec![made(K::Elapsed(*level), Kind::Number), Cow::Borrowed(&**time)]
        }
        K::Done(_, level) => vec![made(K::Elapsed(*level), Kind::Number)],
        K::Chance(p, _) => vec![Cow::Borrowed(&**p)],
        K::Is { of, .. } => vec![Cow::Borrowed(&**of)],
        K::Message(m) => {
            vec![made(K::Value(*m), Kind::Number), made(K::Sender(*m), Kind::Who)]
        }
        K::Contact(_, selector) => vec![made(K::Other(selector.clone()), Kind::Who)],
        _ => Vec::new(),
    }
}
