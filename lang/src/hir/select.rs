//! Selectors: some instances, narrowed by distance, direction and side; and references that may
//! be narrowed.
//!
//! In: `Guard within 5 ahead 30`, `Crate below`, `wall.north`. Out: a [`Selector`], a reference, or
//! where a message goes. It knows no signal.

use super::candidates::Cands;
use super::declared::TOUCHED;
use super::model::{BoundarySet, Expr, ExprKind, Kind, Selector, SendTo, What};
use super::program::Cast;
use super::refs::Thing;
use super::scope::{Body, Stand};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, Arg, ExprKind as E, Ref, Who};

const SIDES: &[(&str, BoundarySet)] = &[
    ("west", BoundarySet::WEST),
    ("east", BoundarySet::EAST),
    ("south", BoundarySet::SOUTH),
    ("north", BoundarySet::NORTH),
];

impl Body<'_, '_> {
    /// The one argument of a signal that asks for instances. `contact`: boundaries and sides too.
    pub fn one_selector(
        &mut self,
        r: &Ref,
        args: &[Arg],
        contact: bool,
        span: Span,
    ) -> Option<(Selector, Cands)> {
        let [arg] = args else {
            let message = format!("`{}` takes one argument, not {}", r.name.text, args.len());
            return self.error(Code::WrongArguments, span, message);
        };
        self.unnamed(r, arg)?;
        let Some(base) = reference(&arg.value) else {
            return self.error(Code::KindMismatch, arg.span.0, "a character is wanted here");
        };
        let narrowed = (arg.within.as_ref(), arg.ahead.as_ref());
        if let (Some((_, place)), false) = (&arg.side, contact) {
            return self.error(
                Code::Misplaced,
                place.0,
                format!("`{}` knows no sides", r.name.text),
            );
        }
        let (mut selector, cands) = self.selector(base, narrowed, contact, arg.span.0)?;
        selector.side = arg.side.map(|(side, _)| side);
        Some((selector, cands))
    }

    /// Some instances.
    fn selector(
        &mut self,
        base: &Ref,
        (within, ahead): (Option<&ast::Expr>, Option<&ast::Expr>),
        contact: bool,
        span: Span,
    ) -> Option<(Selector, Cands)> {
        let what = self.selected_what(base, contact);
        let within = within.map(|e| self.number(e).ok_or(()));
        let ahead = ahead.map(|e| self.angle(e).ok_or(()));
        if (within.is_some() || ahead.is_some()) && self.stand == Stand::Nowhere {
            return self.not_here(span, "`within` or `ahead`");
        }
        let (what, cands) = what?;
        let boundary = matches!(what, What::Boundary(_));
        if boundary && (within.is_some() || ahead.is_some()) {
            return self.error(
                Code::Misplaced,
                span,
                "boundaries are not narrowed by `within` or `ahead`",
            );
        }
        let (within, ahead) = (within.transpose().ok()?, ahead.transpose().ok()?);
        Some((Selector { what, within, ahead, side: None, span }, cands))
    }

    fn selected_what(&mut self, base: &Ref, contact: bool) -> Option<(What, Cands)> {
        if let Some(found) = self.touched(base) {
            let what = found?;
            if contact {
                return Some((what, None));
            }
            let message = format!("only contacts are asked for with `{}`", base.name.text);
            return self.error(Code::NotHere, base.span.0, message);
        }
        let thing = self.thing(base)?;
        match thing {
            Thing::Cast(cast, number, span) => {
                let cands = self.b.program.named(cast, number.is_some());
                Some((self.cast_what(cast, number, span)?, cands))
            }
            thing => {
                let (expr, cands) = self.who_of(thing, base.span.0)?;
                Some((What::Ref(Box::new(expr)), cands))
            }
        }
    }

    /// Whether something of the cast has the name. What was declared in backticks is meant by
    /// backticks alone.
    fn hides(&self, word: &str) -> bool {
        match self.b.program.cast(self.file, word) {
            Some(Cast::Character(id) | Cast::Group(id) | Cast::Atom(id)) => {
                !self.b.program.item(id).name.quoted
            }
            Some(Cast::Alias(_)) => true,
            None => false,
        }
    }

    /// `anyone`, `any` and the boundaries, unless something declared has the name.
    fn touched(&mut self, base: &Ref) -> Option<Option<What>> {
        let word = &*base.name.text;
        let declared = self.bound(word).is_some() || self.hides(word);
        if base.name.quoted
            || base.args.is_some()
            || base.number.is_some()
            || declared
            || !TOUCHED.contains(&word)
        {
            return None;
        }
        let side = base.rest.first().map(|(n, _)| n);
        let set = match (word, side) {
            ("anyone", None) => return Some(Some(What::Anyone)),
            ("any", None) => return Some(Some(What::Any)),
            ("floor", None) => BoundarySet::FLOOR,
            ("roof", None) => BoundarySet::ROOF,
            ("wall", None) => BoundarySet::WALL,
            ("wall", Some(side)) if base.rest.len() == 1 => {
                match SIDES.iter().find(|(n, _)| **n == *side.text) {
                    Some((_, set)) => *set,
                    None => return Some(self.no_such_wall(side)),
                }
            }
            _ => {
                return Some(self.error(
                    Code::UnknownName,
                    base.span.0,
                    format!("`{word}` has nothing behind a dot"),
                ));
            }
        };
        Some(Some(What::Boundary(set)))
    }

    fn no_such_wall<T>(&mut self, side: &ast::Name) -> Option<T> {
        let message = format!("there is no wall `{}`", side.text);
        let mut d = Diagnostic::new(Code::UnknownName, side.span, message);
        let names = SIDES.iter().map(|(n, _)| *n);
        d.help = suggest::help(&side.text, names).or_else(|| {
            Some("walls are `wall.north`, `wall.east`, `wall.south`, `wall.west`".to_owned())
        });
        self.b.report.push(d);
        None
    }

    /// Somebody: the nearest where a name or a selector takes several.
    pub fn who(&mut self, who: &Who) -> Option<(Expr, Cands)> {
        let span = who.span.0;
        if who.within.is_none() && who.ahead.is_none() {
            let thing = self.thing(&who.base)?;
            return self.who_of(thing, who.base.span.0);
        }
        let (selector, cands) = self.who_selector(who)?;
        Some((Expr { kind: ExprKind::Nearest(Box::new(selector)), ty: Kind::Who, span }, cands))
    }

    /// All that a name or a selector takes.
    pub fn who_selector(&mut self, who: &Who) -> Option<(Selector, Cands)> {
        self.selector(&who.base, (who.within.as_ref(), who.ahead.as_ref()), false, who.span.0)
    }

    /// Where a message goes.
    pub fn send_to(&mut self, to: &ast::SendTo) -> Option<SendTo> {
        let who = match to {
            ast::SendTo::All => return Some(SendTo::All),
            ast::SendTo::Up => return Some(SendTo::Up),
            ast::SendTo::Down => return Some(SendTo::Down),
            ast::SendTo::Parts => return Some(SendTo::Parts),
            ast::SendTo::Who(who) => who,
        };
        if who.within.is_some() || who.ahead.is_some() {
            let (selector, _) = self.who_selector(who)?;
            return Some(SendTo::Selector(selector));
        }
        match self.thing(&who.base)? {
            Thing::Cast(cast, number, span) => self.send_to_cast(cast, number, span),
            thing => self.who_of(thing, who.base.span.0).map(|(expr, _)| SendTo::Ref(expr)),
        }
    }

    fn send_to_cast(&mut self, cast: Cast, number: Option<u32>, span: Span) -> Option<SendTo> {
        Some(match self.cast_what(cast, number, span)? {
            What::Class(id) => SendTo::Class(id),
            What::Group(id) => SendTo::Group(id),
            What::Named(name, n) => SendTo::Named(name, n),
            _ => return None,
        })
    }
}

/// The reference that an expression is.
fn reference(e: &ast::Expr) -> Option<&Ref> {
    match &e.kind {
        E::Ref(r) => Some(r),
        E::Paren(inner) => reference(inner),
        _ => None,
    }
}
