//! Expressions: operators, units, kinds.
//!
//! In: an expression of the tree and a [`Body`] that says where it stands. Out: one of the model,
//! or `None` where something is wrong, which has been reported then and silences whatever needs
//! the value. Names are the business of [`super::refs`], calls that of [`super::signal`].

use super::colour;
use super::declared::BARE;
use super::fold;
use super::kinds::{Ty, bare, kind_name};
use super::model::{Expr, ExprKind, Kind, Piece};
use super::refs::pose_field;
use super::scope::{Body, Dim, Stand, Value, number, plain};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, ExprKind as E, Unit};

impl Body<'_, '_> {
    /// Any value. `want` helps where a word is a colour only if one is wanted.
    pub fn value(&mut self, e: &ast::Expr, want: Option<Kind>) -> Option<Value> {
        let span = e.span.0;
        match &e.kind {
            E::Number { value, unit, .. } => self.literal(*value, *unit, span),
            E::Unit(inner, unit) => self.unit_apart(inner, *unit, span),
            E::PerSecond(inner) => self.per_second(inner, span),
            E::Str(_) => self.error_help(
                Code::KindMismatch,
                span,
                "a text stands where a value is wanted",
                "texts stand in `log`, `emit` and `text` shapes alone",
            ),
            E::Colour(c, _) => Some(plain(ExprKind::Colour(*c), Kind::Colour, span)),
            E::Bool(b) => Some(plain(ExprKind::Flag(*b), Kind::Flag, span)),
            E::Ref(r) => match self.css(e, want) {
                Some(c) => Some(plain(ExprKind::Colour(c), Kind::Colour, span)),
                None => self.ref_value(r),
            },
            E::Paren(inner) => self.value(inner, want),
            E::Neg(inner) => self.neg(inner, span),
            E::Not(inner) => {
                let a = self.flag(inner)?;
                Some(plain(ExprKind::Not(Box::new(a)), Kind::Flag, span))
            }
            E::Binary(op, a, b) => self.binary(*op, a, b, span),
            E::Is { subject, negated, state } => self.is(subject, *negated, state, span),
            E::If(c, a, b) => self.choice(c, a, b, want, span),
        }
    }

    fn literal(&mut self, value: f32, unit: Option<Unit>, span: Span) -> Option<Value> {
        let (value, dim) = match unit {
            None => (value, Dim::Bare),
            Some(Unit::Milliseconds) => (value / 1000.0, Dim::Time),
            Some(unit) => {
                let (factor, dim) = self.unit(unit, span)?;
                (value * factor, dim)
            }
        };
        Some(Value { expr: number(value, span), dim })
    }

    /// A unit's factor.
    fn unit(&mut self, unit: Unit, span: Span) -> Option<(f32, Dim)> {
        Some(match unit {
            Unit::Seconds => (1.0, Dim::Time),
            Unit::Milliseconds => (0.001, Dim::Time),
            Unit::Ticks => (self.tick(span)?, Dim::Time),
            Unit::Degrees => (1.0, Dim::Angle),
            Unit::Radians => (180.0 / std::f32::consts::PI, Dim::Angle),
        })
    }

    /// The length of a tick in seconds.
    pub fn tick(&mut self, span: Span) -> Option<f32> {
        match self.b.tick {
            Some(tick) => Some(tick),
            None => self.error(Code::Recursion, span, "the length of a tick is written in ticks"),
        }
    }

    fn unit_apart(&mut self, inner: &ast::Expr, unit: Unit, span: Span) -> Option<Value> {
        let (factor, value) = (self.unit(unit, span), self.value(inner, None));
        let ((factor, dim), value) = (factor?, value?);
        if matches!(value.dim, Dim::Time | Dim::Angle) {
            return self.error(Code::UnitMismatch, span, "two units stand at one number");
        }
        let expr = self.expect(value, Kind::Number)?;
        Some(Value { expr: times(expr, factor, span), dim })
    }

    fn per_second(&mut self, inner: &ast::Expr, span: Span) -> Option<Value> {
        let (tick, value) = (self.tick(span), self.value(inner, None));
        let (tick, value) = (tick?, value?);
        if value.dim == Dim::Time {
            return self.error(Code::UnitMismatch, span, "a time cannot be per second");
        }
        let dim = if value.dim == Dim::Angle { Dim::Angle } else { Dim::Plain };
        let expr = self.expect(value, Kind::Number)?;
        Some(Value { expr: times(expr, tick, span), dim })
    }

    fn neg(&mut self, inner: &ast::Expr, span: Span) -> Option<Value> {
        let value = self.value(inner, None)?;
        let dim = value.dim;
        let a = self.expect(value, Kind::Number)?;
        let kind = match a.kind {
            ExprKind::Number(v) => ExprKind::Number(0.0 - v),
            _ => ExprKind::Neg(Box::new(a)),
        };
        Some(Value { expr: Expr { kind, ty: Kind::Number, span }, dim })
    }

    fn binary(&mut self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Value> {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match op {
            And | Or => {
                let (a, b) = (self.flag(a), self.flag(b));
                Some(plain(ExprKind::Binary(op, Box::new(a?), Box::new(b?)), Kind::Flag, span))
            }
            Eq | Ne => self.equality(op, a, b, span),
            Lt | Le | Gt | Ge => self.numbers(op, a, b, Kind::Flag, span),
            _ => self.numbers(op, a, b, Kind::Number, span),
        }
    }

    fn numbers(
        &mut self,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        ty: Kind,
        span: Span,
    ) -> Option<Value> {
        let (a, b) = (self.any_number(a), self.any_number(b));
        let (a, b) = (a?, b?);
        let dim = match op {
            BinaryOp::Mul | BinaryOp::Div => scaled_dim(op, &a, &b),
            _ => self.common_dim(&a, &b, span)?,
        };
        let kind = ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr));
        Some(Value {
            expr: Expr { kind, ty, span },
            dim: if ty == Kind::Flag { Dim::Plain } else { dim },
        })
    }

    /// The unit of a sum or a comparison.
    fn common_dim(&mut self, a: &Value, b: &Value, span: Span) -> Option<Dim> {
        match (a.dim, b.dim) {
            (Dim::Time, Dim::Angle) | (Dim::Angle, Dim::Time) => {
                self.error(Code::UnitMismatch, span, "a time and an angle do not go together")
            }
            (Dim::Time, _) | (_, Dim::Time) => Some(Dim::Time),
            (Dim::Angle, _) | (_, Dim::Angle) => Some(Dim::Angle),
            _ => Some(Dim::Plain),
        }
    }

    fn equality(
        &mut self,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
    ) -> Option<Value> {
        // a word is a colour where the other side is one
        let colour = |v: &Option<Value>| v.as_ref().is_some_and(|v| v.expr.ty == Kind::Colour);
        let (a, b) = if bare(a).is_some() && bare(b).is_none() {
            let b = self.value(b, None);
            let want = colour(&b).then_some(Kind::Colour);
            (self.value(a, want), b)
        } else {
            let a = self.value(a, None);
            let want = colour(&a).then_some(Kind::Colour);
            let b = self.value(b, want);
            (a, b)
        };
        let (a, b) = (a?, b?);
        self.common_dim(&a, &b, span)?;
        if a.expr.ty != b.expr.ty {
            return self.mixed(a.expr.ty, b.expr.ty, span);
        }
        Some(plain(ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr)), Kind::Flag, span))
    }

    fn mixed<T>(&mut self, a: Kind, b: Kind, span: Span) -> Option<T> {
        let message = format!("a {} and a {} do not go together", kind_name(a), kind_name(b));
        self.error(Code::KindMismatch, span, message)
    }

    fn choice(
        &mut self,
        c: &ast::Expr,
        a: &ast::Expr,
        b: &ast::Expr,
        want: Option<Kind>,
        span: Span,
    ) -> Option<Value> {
        let (c, a, b) = (self.flag(c), self.value(a, want), self.value(b, want));
        let (c, a, b) = (c?, a?, b?);
        if a.expr.ty != b.expr.ty {
            return self.mixed(a.expr.ty, b.expr.ty, span);
        }
        let dim = self.common_dim(&a, &b, span)?;
        let ty = a.expr.ty;
        let kind = ExprKind::If(Box::new(c), Box::new(a.expr), Box::new(b.expr));
        Some(Value { expr: Expr { kind, ty, span }, dim })
    }

    /// The colour of a bare word where one is wanted and nothing own has the name.
    fn css(&self, e: &ast::Expr, want: Option<Kind>) -> Option<u32> {
        let name = bare(e).filter(|n| want == Some(Kind::Colour) && !n.quoted)?;
        let own = self.bound(&name.text).is_some()
            || self.b.program.scope(self.file).consts.contains_key(&*name.text);
        if own { None } else { colour::named(&name.text) }
    }

    /// Checks the kind.
    pub fn expect(&mut self, value: Value, kind: Kind) -> Option<Expr> {
        let found = value.expr.ty;
        if found == kind {
            return Some(value.expr);
        }
        let message =
            format!("a {} is wanted here, this is a {}", kind_name(kind), kind_name(found));
        if (kind, found) == (Kind::Flag, Kind::Number) {
            let help = "compare it with something: `… > 0`";
            return self.error_help(Code::KindMismatch, value.expr.span, message, help);
        }
        self.error(Code::KindMismatch, value.expr.span, message)
    }

    /// A flag.
    pub fn flag(&mut self, e: &ast::Expr) -> Option<Expr> {
        let value = self.value(e, Some(Kind::Flag))?;
        self.expect(value, Kind::Flag)
    }

    /// A number with whatever unit.
    pub fn any_number(&mut self, e: &ast::Expr) -> Option<Value> {
        let value = self.value(e, Some(Kind::Number))?;
        let dim = value.dim;
        self.expect(value, Kind::Number).map(|expr| Value { expr, dim })
    }

    /// A number that is neither a time nor an angle: a length, a factor, an amount.
    pub fn number(&mut self, e: &ast::Expr) -> Option<Expr> {
        let value = self.any_number(e)?;
        match value.dim {
            Dim::Time => self.error(
                Code::UnitMismatch,
                e.span.0,
                "a time stands where a plain number is wanted",
            ),
            Dim::Angle => self.error(
                Code::UnitMismatch,
                e.span.0,
                "an angle stands where a plain number is wanted",
            ),
            _ => Some(value.expr),
        }
    }

    /// An angle in degrees.
    pub fn angle(&mut self, e: &ast::Expr) -> Option<Expr> {
        let value = self.any_number(e)?;
        if value.dim == Dim::Time {
            return self.error(
                Code::UnitMismatch,
                e.span.0,
                "a time stands where an angle is wanted",
            );
        }
        Some(value.expr)
    }

    /// A time in seconds.
    pub fn time(&mut self, e: &ast::Expr) -> Option<Expr> {
        let value = self.any_number(e)?;
        match value.dim {
            Dim::Bare => self.bare_time(e),
            _ if is_bare_fraction(e) => self.bare_time(e),
            Dim::Angle => {
                self.error(Code::UnitMismatch, e.span.0, "an angle stands where a time is wanted")
            }
            _ => match fold::number(&value.expr) {
                Some(v) if v < 0.0 => {
                    self.error(Code::OutOfRange, e.span.0, "a time is not negative")
                }
                _ => Some(value.expr),
            },
        }
    }

    fn bare_time<T>(&mut self, e: &ast::Expr) -> Option<T> {
        let help = match &e.kind {
            E::Number { text, .. } => {
                let ticks = if &**text == "1" { "tick" } else { "ticks" };
                format!("write `{text}s` for seconds or `{text} {ticks}` for ticks")
            }
            E::Binary(..) => "write `s` behind it for seconds, as in `1/30 s`".to_owned(),
            _ => "write the unit: `2s`, `500ms`, `3 ticks`".to_owned(),
        };
        self.error_help(Code::BareTime, e.span.0, "a time is written without its unit", help)
    }

    /// A colour.
    pub fn colour(&mut self, e: &ast::Expr) -> Option<Expr> {
        if let Some(name) = bare(e).filter(|n| self.means_nothing(n)) {
            let message = format!("there is no colour `{}`", name.text);
            return self.unknown(name, message, |_| colour::names().map(str::to_owned).collect());
        }
        let value = self.value(e, Some(Kind::Colour))?;
        self.expect(value, Kind::Colour)
    }

    /// A value of a declared kind: an argument, an initial value, what is assigned. `strict`: a
    /// time needs its unit.
    pub fn of_ty(&mut self, e: &ast::Expr, ty: Ty, strict: bool) -> Option<Expr> {
        match ty.kind {
            Kind::Number if ty.time && strict => self.time(e),
            Kind::Number => {
                let value = self.any_number(e)?;
                match value.dim {
                    Dim::Time if !ty.time => self.error_help(
                        Code::UnitMismatch,
                        e.span.0,
                        "a time stands where a plain number is wanted",
                        "what holds a time is declared with one: `var pause = 0s`, `pause: time`",
                    ),
                    Dim::Angle if ty.time => self.error(
                        Code::UnitMismatch,
                        e.span.0,
                        "an angle stands where a time is wanted",
                    ),
                    _ => Some(value.expr),
                }
            }
            Kind::Flag => self.flag(e),
            Kind::Who => {
                let value = self.value(e, Some(Kind::Who))?;
                self.expect(value, Kind::Who)
            }
            Kind::Colour => self.colour(e),
        }
    }

    /// Three numbers.
    pub fn numbers3(&mut self, e: &[ast::Expr; 3]) -> Option<[Expr; 3]> {
        let [a, b, c] = e;
        let (a, b, c) = (self.number(a), self.number(b), self.number(c));
        Some([a?, b?, c?])
    }

    /// Three angles.
    pub fn angles3(&mut self, e: &[ast::Expr; 3]) -> Option<[Expr; 3]> {
        let [a, b, c] = e;
        let (a, b, c) = (self.angle(a), self.angle(b), self.angle(c));
        Some([a?, b?, c?])
    }

    /// A number that is known before the scene runs.
    pub fn constant(&mut self, e: &ast::Expr) -> Option<f32> {
        let expr = self.number(e)?;
        self.known_number(&expr)
    }

    /// Likewise, of a resolved expression.
    pub fn known_number(&mut self, expr: &Expr) -> Option<f32> {
        match fold::number(expr) {
            Some(v) if v.is_finite() => Some(v + 0.0),
            Some(_) => self.error(Code::OutOfRange, expr.span, "this number is not finite"),
            None => self.error_help(
                Code::NotConstant,
                expr.span,
                "this must be known before the scene runs",
                "write a number or a constant",
            ),
        }
    }

    /// Three constant numbers.
    pub fn constants3(&mut self, e: &[ast::Expr; 3]) -> Option<[f32; 3]> {
        let [a, b, c] = e;
        let (a, b, c) = (self.constant(a), self.constant(b), self.constant(c));
        Some([a?, b?, c?])
    }

    /// A text with values inside.
    pub fn text(&mut self, s: &ast::Str) -> Option<Vec<Piece>> {
        let pieces: Vec<Option<Piece>> = s
            .pieces
            .iter()
            .map(|p| match p {
                ast::Piece::Text(text) => Some(Piece::Text(text.clone())),
                ast::Piece::Expr(e) => self.value(e, None).map(|v| Piece::Expr(v.expr)),
            })
            .collect();
        pieces.into_iter().collect()
    }

    /// Whether signals are asked for where there are none.
    pub fn needs_code(&mut self, span: Span, what: &str) -> Option<()> {
        if self.stand == Stand::Code { Some(()) } else { self.not_here(span, what) }
    }

    /// Whether a word where a colour is wanted is neither a colour nor anything else.
    fn means_nothing(&self, name: &ast::Name) -> bool {
        let text = &*name.text;
        let built_in = !name.quoted
            && (BARE.contains(&text)
                || pose_field(text).is_some()
                || colour::named(text).is_some());
        let global = self.b.program.scope(self.file).consts.contains_key(text)
            || self.b.program.cast(self.file, text).is_some();
        !built_in && !global && !self.own.lenient && self.bound(text).is_none()
    }
}

/// The expression times a number.
fn times(e: Expr, factor: f32, span: Span) -> Expr {
    let kind = match fold::number(&e).map(|v| v * factor) {
        Some(v) if v.is_finite() => ExprKind::Number(v),
        _ if factor == 1.0 => return e,
        _ => ExprKind::Binary(BinaryOp::Mul, Box::new(e), Box::new(number(factor, span))),
    };
    Expr { kind, ty: Kind::Number, span }
}

/// The unit of a product or quotient: kept where the other side is a plain constant.
fn scaled_dim(op: BinaryOp, a: &Value, b: &Value) -> Dim {
    let unit = |v: &Value| matches!(v.dim, Dim::Time | Dim::Angle);
    match (unit(a), unit(b)) {
        (true, false) if fold::number(&b.expr).is_some() => a.dim,
        (false, true) if op == BinaryOp::Mul && fold::number(&a.expr).is_some() => b.dim,
        _ => Dim::Plain,
    }
}

/// `1/30` without a unit: a fraction of two numbers, not in parentheses.
fn is_bare_fraction(e: &ast::Expr) -> bool {
    let bare = |e: &ast::Expr| matches!(e.kind, E::Number { unit: None, .. });
    matches!(&e.kind, E::Binary(BinaryOp::Div, a, b) if bare(a) && bare(b))
}
