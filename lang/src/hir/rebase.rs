//! Texts of parts: they are written among the names of the whole and shown by the part.
//!
//! In: an expression resolved in the whole. Out: the same as the part asks it, by `parent`. It
//! reports nothing.

use super::model::{
    Diagram, EmitArg, Expr, ExprKind as K, Kind, Piece, PoseField, Selector, Var, What,
};
use crate::source::{Span, Text};

/// The names of the whole.
pub(super) struct Whole<'m> {
    pub vars: &'m [Var],
    pub diagrams: &'m [Diagram],
}

impl Whole<'_> {
    /// A text of a part.
    pub fn text(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let piece = |p| match p {
            Piece::Expr(e) => Piece::Expr(self.expr(e)),
            text => text,
        };
        pieces.into_iter().map(piece).collect()
    }

    fn expr(&self, e: Expr) -> Expr {
        let Expr { kind, ty, span } = e;
        Expr { kind: self.kind(kind, span), ty, span }
    }

    fn boxed(&self, mut e: Box<Expr>) -> Box<Expr> {
        let span = e.span;
        let kind = std::mem::replace(&mut e.kind, K::Nobody);
        e.kind = self.kind(kind, span);
        e
    }

    fn kind(&self, kind: K, span: Span) -> K {
        match kind {
            K::SelfRef => K::Parent(Box::new(me(span))),
            K::Var(id) => match self.vars.get(id.index()) {
                Some(var) => self.field(var.name.clone(), None, span),
                None => K::Var(id),
            },
            K::Own(pose) => self.field(pose_name(pose).into(), Some(pose), span),
            K::OwnIs(d, s) => self.is(K::OwnIs(d, s), span),
            K::Neg(a) => K::Neg(self.boxed(a)),
            K::Not(a) => K::Not(self.boxed(a)),
            K::Binary(op, a, b) => K::Binary(op, self.boxed(a), self.boxed(b)),
            K::If(c, a, b) => K::If(self.boxed(c), self.boxed(a), self.boxed(b)),
            K::Native(id, args) => K::Native(id, args.into_iter().map(|a| self.expr(a)).collect()),
            K::Random(a, b, site) => K::Random(self.boxed(a), self.boxed(b), site),
            K::Pick(a, b, site) => K::Pick(self.boxed(a), self.boxed(b), site),
            K::Chance(a, site) => K::Chance(self.boxed(a), site),
            K::Hook(hook, args, site) => {
                K::Hook(hook, args.into_iter().map(|a| self.argument(a)).collect(), site)
            }
            K::Ask(hook, args) => K::Ask(hook, args.into_iter().map(|a| self.expr(a)).collect()),
            K::Parent(a) => K::Parent(self.boxed(a)),
            K::Child(a, name) => K::Child(self.boxed(a), name),
            K::Field { of, name, pose } => K::Field { of: self.boxed(of), name, pose },
            K::Is { of, diagram, state } => K::Is { of: self.boxed(of), diagram, state },
            K::Nearest(s) => K::Nearest(self.selector(s)),
            K::Count(s) => K::Count(self.selector(s)),
            K::Distance(s) => K::Distance(self.selector(s)),
            K::Bearing(s) => K::Bearing(self.selector(s)),
            other => other,
        }
    }

    fn argument(&self, arg: EmitArg) -> EmitArg {
        match arg {
            EmitArg::Text(pieces) => EmitArg::Text(self.text(pieces)),
            EmitArg::Value(e) => EmitArg::Value(self.expr(e)),
        }
    }

    fn selector(&self, mut s: Box<Selector>) -> Box<Selector> {
        s.within = s.within.map(|e| self.expr(e));
        s.ahead = s.ahead.map(|e| self.expr(e));
        if let What::Ref(e) = s.what {
            s.what = What::Ref(self.boxed(e));
        }
        s
    }

    fn field(&self, name: Text, pose: Option<PoseField>, span: Span) -> K {
        K::Field { of: Box::new(parent(span)), name, pose }
    }

    fn is(&self, kind: K, span: Span) -> K {
        let K::OwnIs(d, s) = kind else { return kind };
        let found = self
            .diagrams
            .get(d.index())
            .and_then(|d| Some((d.name.clone(), d.states.get(s.index())?.path.clone())));
        match found {
            Some((diagram, state)) => K::Is { of: Box::new(parent(span)), diagram, state },
            None => kind,
        }
    }
}

fn me(span: Span) -> Expr {
    Expr { kind: K::SelfRef, ty: Kind::Who, span }
}

fn parent(span: Span) -> Expr {
    Expr { kind: K::Parent(Box::new(me(span))), ty: Kind::Who, span }
}

fn pose_name(pose: PoseField) -> &'static str {
    match pose {
        PoseField::X => "x",
        PoseField::Y => "y",
        PoseField::Z => "z",
        PoseField::Heading => "heading",
        PoseField::Pitch => "pitch",
        PoseField::Roll => "roll",
        PoseField::Speed => "speed",
        PoseField::TurnRate => "turnrate",
    }
}
