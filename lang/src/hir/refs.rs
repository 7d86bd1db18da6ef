//! References: what a name, a number behind it and the words behind its dots stand for.
//!
//! In: a [`Ref`](crate::syntax::ast::Ref) and where it stands. Out: a [`Thing`]: a value, somebody,
//! a name of the cast, a diagram. Names are looked up in the order of the language: own, constants,
//! cast, built-in words. Calls are the business of [`super::signal`].

use std::collections::BTreeSet;

use super::candidates::Cands;
use super::declared::{BARE, TOUCHED};
use super::kinds::kind_name;
use super::model::{Expr, ExprKind, Kind, PoseField, Selector, What};
use super::program::{Cast, Program};
use super::scope::{Body, Bound, Dim, Fixed, Stand, Value, plain};
use crate::diagnostic::Code;
use crate::source::{Span, Text};
use crate::syntax::ast::{Name, Path, Ref};

/// What a reference stands for.
pub(super) enum Thing {
    Value(Value),
    Who(Expr, Cands),
    /// A name of the cast, with the number behind it.
    Cast(Cast, Option<u32>, Span),
    OwnDiagram(usize),
    /// A diagram of somebody.
    Diagram(Expr, Cands, Text),
    Fixed(Fixed, Span),
}

/// The pose value of a name.
pub(super) fn pose_field(name: &str) -> Option<PoseField> {
    Some(match name {
        "x" => PoseField::X,
        "y" => PoseField::Y,
        "z" => PoseField::Z,
        "heading" => PoseField::Heading,
        "pitch" => PoseField::Pitch,
        "roll" => PoseField::Roll,
        "speed" => PoseField::Speed,
        "turnrate" => PoseField::TurnRate,
        _ => return None,
    })
}

/// The names of pose values.
pub(super) const POSE: &[&str] = &["x", "y", "z", "heading", "pitch", "roll", "speed", "turnrate"];

impl Body<'_, '_> {
    /// What the reference stands for.
    pub fn thing(&mut self, r: &Ref) -> Option<Thing> {
        let (mut thing, used) = if r.args.is_some() { (self.called(r)?, 0) } else { self.head(r)? };
        for (i, (name, number)) in r.rest.iter().enumerate().skip(used) {
            if let Some(n) = number {
                return self.error(
                    Code::NotHere,
                    name.span,
                    format!("the number `#{n}` belongs to the first name"),
                );
            }
            thing = self.member(thing, name, i + 1 == r.rest.len())?;
        }
        Some(thing)
    }

    fn called(&mut self, r: &Ref) -> Option<Thing> {
        let (value, cands) = self.call(r)?;
        Some(match value.expr.ty {
            Kind::Who => Thing::Who(value.expr, cands),
            _ => Thing::Value(value),
        })
    }

    /// What the first name stands for, and how many of those behind dots belong to it.
    fn head(&mut self, r: &Ref) -> Option<(Thing, usize)> {
        let text = &*r.name.text;
        if let Some(bound) = self.bound(text) {
            return self.bound_thing(bound, r).map(|t| (t, 0));
        }
        if let Some((_, id)) = self.counters.iter().rev().find(|(n, _)| **n == *text) {
            return Some((Thing::Value(plain(ExprKind::Loop(*id), Kind::Number, r.name.span)), 0));
        }
        let names: Vec<&str> =
            std::iter::once(text).chain(r.rest.iter().map(|(n, _)| &*n.text)).collect();
        let (key, n) = self.b.program.key(self.file, &names);
        let last = n.checked_sub(2).and_then(|i| r.rest.get(i));
        let (name, number) = last.map_or((&r.name, r.number), |(n, number)| (n, *number));
        let span = if last.is_some() { r.name.span.to(name.span) } else { name.span };
        if let Some(id) = self.b.program.scope(self.file).consts.get(&key).copied() {
            let mut value = self.b.const_value(id, span)?;
            value.expr.span = span;
            return Some((Thing::Value(value), n - 1));
        }
        if let Some(cast) = self.b.program.cast(self.file, &key) {
            if matches!(self.stand, Stand::Const | Stand::Group) {
                return self
                    .not_here(span, &format!("the character `{}`", names.get(..n)?.join(".")));
            }
            return Some((Thing::Cast(cast, number, span), n - 1));
        }
        let word = (!r.name.quoted && n == 1).then(|| self.built_in(text, span)).flatten();
        if let Some(thing) = word {
            return thing.map(|t| (t, 0));
        }
        self.unknown_head(r, name, &key)
    }

    /// What an own name stands for.
    pub fn bound_thing(&mut self, bound: Bound, r: &Ref) -> Option<Thing> {
        let span = r.name.span;
        let numbered = r.number.is_some();
        if let (true, false) =
            (numbered, matches!(bound, Bound::Fixed(Fixed::Cast(_)) | Bound::Lost))
        {
            return self.error(
                Code::NotHere,
                r.span.0,
                format!("`{}` is one alone and has no number", r.name.text),
            );
        }
        match bound {
            Bound::Var(id, _) if self.known.is_some_and(|k| id.0 >= k) => self.error_help(
                Code::NotHere,
                span,
                format!("`{}` has no value yet", r.name.text),
                "declare it before the one that needs it",
            ),
            Bound::Var(id, ty) => Some(match ty.kind {
                Kind::Who => {
                    Thing::Who(Expr { kind: ExprKind::Var(id), ty: Kind::Who, span }, None)
                }
                kind => Thing::Value(plain(ExprKind::Var(id), kind, span)),
            }),
            Bound::Value(mut value) => {
                value.expr.span = span;
                Some(match value.expr.ty {
                    Kind::Who => Thing::Who(value.expr, None),
                    _ => Thing::Value(value),
                })
            }
            Bound::Fixed(Fixed::Cast(cast)) => Some(Thing::Cast(cast, r.number, span)),
            Bound::Fixed(Fixed::Unknown) | Bound::Lost => None,
            Bound::Fixed(fixed) => Some(Thing::Fixed(fixed, span)),
            Bound::Part(cands) => {
                let me = Expr { kind: ExprKind::SelfRef, ty: Kind::Who, span };
                let kind = ExprKind::Child(Box::new(me), r.name.text.clone());
                Some(Thing::Who(Expr { kind, ty: Kind::Who, span }, cands))
            }
            Bound::Diagram(i) => Some(Thing::OwnDiagram(i)),
        }
    }

    /// A word of the language; the inner `None` has been reported.
    fn built_in(&mut self, text: &str, span: Span) -> Option<Option<Thing>> {
        let value = |kind, ty| Some(Some(Thing::Value(plain(kind, ty, span))));
        if let Some(field) = pose_field(text) {
            return match self.needs_own(span, text) {
                Some(()) => value(ExprKind::Own(field), Kind::Number),
                None => Some(None),
            };
        }
        match text {
            "self" | "parent" => {
                Some(self.needs_own(span, text).map(|()| self.me(text == "parent", span)))
            }
            "nobody" => {
                Some(Some(Thing::Who(Expr { kind: ExprKind::Nobody, ty: Kind::Who, span }, None)))
            }
            "partner" | "candidate" => Some(self.later(span, &format!("`{text}`"))),
            "time" if matches!(self.stand, Stand::Const | Stand::Group) => {
                Some(self.not_here(span, "`time`"))
            }
            "time" => value(ExprKind::Time, Kind::Number),
            "dt" => Some(
                self.tick(span)
                    .map(|t| Thing::Value(plain(ExprKind::Number(t), Kind::Number, span))),
            ),
            "elapsed" | "done" | "click" | "hover" => {
                Some(self.bare_signal(text, span).map(Thing::Value))
            }
            _ => None,
        }
    }

    fn me(&self, parent: bool, span: Span) -> Thing {
        let me = Expr { kind: ExprKind::SelfRef, ty: Kind::Who, span };
        if parent {
            Thing::Who(Expr { kind: ExprKind::Parent(Box::new(me)), ty: Kind::Who, span }, None)
        } else {
            Thing::Who(me, self.own.item.map(|id| BTreeSet::from([id])))
        }
    }

    fn needs_own(&mut self, span: Span, text: &str) -> Option<()> {
        match self.stand {
            Stand::Const | Stand::Group | Stand::Nowhere => {
                self.not_here(span, &format!("the own `{text}`"))
            }
            _ => Some(()),
        }
    }

    fn unknown_head<T>(&mut self, r: &Ref, name: &Name, key: &str) -> Option<T> {
        if self.own.lenient || self.b.program.is_lost(self.file, key) {
            return None;
        }
        let text = &*r.name.text;
        if super::colour::named(text).is_some() && r.rest.is_empty() {
            return self.error_help(
                Code::UnknownName,
                r.span.0,
                format!("there is nothing called `{text}` here"),
                "a colour goes by its name only where a colour is wanted: write `#rrggbb`",
            );
        }
        if super::signal::is_function(text) {
            return self.error_help(
                Code::UnknownName,
                r.span.0,
                format!("there is nothing called `{text}` here"),
                format!("the function is written with its arguments: `{text}(…)`"),
            );
        }
        let message = format!("there is nothing called `{}` here", name.text);
        self.unknown(name, message, Self::names_here)
    }

    /// All that can begin a reference here.
    fn names_here(&self) -> Vec<String> {
        let own = self.own.names.keys().chain(self.run.keys()).map(|t| t.to_string());
        let mut all: Vec<String> = own.collect();
        all.extend(self.counters.iter().map(|(n, _)| n.to_string()));
        all.extend(Program::shown(&self.b.program.scope(self.file).consts));
        all.extend(self.b.program.cast_names(self.file));
        all.extend(BARE.iter().chain(POSE).chain(TOUCHED).map(|w| (*w).to_owned()));
        all
    }

    /// Somebody, from a name of the cast: the nearest, or the one with that number.
    pub fn cast_who(
        &mut self,
        cast: Cast,
        number: Option<u32>,
        span: Span,
    ) -> Option<(Expr, Cands)> {
        let cands = self.b.program.named(cast, number.is_some());
        let what = self.cast_what(cast, number, span)?;
        let kind = match what {
            What::Named(name, n) => ExprKind::Named(name, n),
            what => ExprKind::Nearest(Box::new(Selector {
                what,
                within: None,
                ahead: None,
                side: None,
                span,
            })),
        };
        Some((Expr { kind, ty: Kind::Who, span }, cands))
    }

    /// What a selector takes, from a name of the cast.
    pub fn cast_what(&mut self, cast: Cast, number: Option<u32>, span: Span) -> Option<What> {
        let program = self.b.program;
        Some(match (cast, number) {
            (Cast::Alias(id), n) => What::Named(program.alias(id).canon.clone(), n),
            (Cast::Character(id) | Cast::Atom(id), Some(n)) => {
                What::Named(program.item(id).canon.clone(), Some(n))
            }
            (Cast::Character(id) | Cast::Atom(id), None) => What::Class(self.b.class(id)),
            (Cast::Group(id), None) => What::Group(self.b.group(id)),
            (Cast::Group(id), Some(_)) => {
                let message = format!("`{}` is a group and has no numbers", program.item(id).canon);
                return self.error(Code::NotHere, span, message);
            }
        })
    }

    /// Somebody, from whatever a reference stands for.
    pub fn who_of(&mut self, thing: Thing, span: Span) -> Option<(Expr, Cands)> {
        match thing {
            Thing::Who(expr, cands) => Some((expr, cands)),
            Thing::Cast(cast, number, span) => self.cast_who(cast, number, span),
            Thing::Value(value) => {
                let message =
                    format!("a character is wanted here, this is a {}", kind_name(value.expr.ty));
                self.error(Code::KindMismatch, span, message)
            }
            Thing::Fixed(..) => self.error(
                Code::KindMismatch,
                span,
                "a character is wanted here, this is a parameter of another kind",
            ),
            Thing::OwnDiagram(_) | Thing::Diagram(..) => self.error(
                Code::KindMismatch,
                span,
                "a character is wanted here, this is a diagram",
            ),
        }
    }

    /// The value of a reference.
    pub fn ref_value(&mut self, r: &Ref) -> Option<Value> {
        let thing = self.thing(r)?;
        let span = r.span.0;
        match thing {
            Thing::Value(value) => Some(value),
            Thing::Who(expr, _) => Some(Value { expr, dim: Dim::Plain }),
            Thing::Cast(..) => {
                self.who_of(thing, span).map(|(expr, _)| Value { expr, dim: Dim::Plain })
            }
            Thing::OwnDiagram(_) | Thing::Diagram(..) => self.error_help(
                Code::KindMismatch,
                span,
                format!("`{}` is a diagram, not a value", last_name(r)),
                format!("ask for a state: `{} is STATE`", last_name(r)),
            ),
            Thing::Fixed(Fixed::Key(_), span) => self.error_help(
                Code::KindMismatch,
                span,
                format!("`{}` is a key, not a value", r.name.text),
                format!("ask for it: `key({})`", r.name.text),
            ),
            Thing::Fixed(_, span) => self.error_help(
                Code::KindMismatch,
                span,
                format!("`{}` is a message, not a value", r.name.text),
                format!("ask for it: `message({})`", r.name.text),
            ),
        }
    }
}

/// A path as one writes it.
pub(super) fn joined(path: &Path) -> String {
    path.names.iter().map(|n| &*n.text).collect::<Vec<_>>().join(".")
}

/// The last name of a reference.
pub(super) fn last_name(r: &Ref) -> &str {
    r.rest.last().map_or(&r.name.text, |(n, _)| &n.text)
}
