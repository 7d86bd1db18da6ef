//! What stands behind a dot: `ref.v`, `ref.part`, `ref.D`.
//!
//! In: somebody with what it can be, and a name. Out: a [`Thing`]. The name is looked up in all
//! that the reference can be; one that none of them has is an error.

use std::collections::BTreeSet;

use super::candidates::{Cands, either};
use super::face::PartTarget;
use super::kinds::{ParamTy, Ty, kind_name};
use super::model::{Expr, ExprKind, Kind};
use super::refs::{POSE, Thing, pose_field};
use super::scope::{Body, Dim, Value, plain};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::{Name, Ref};

/// What stands behind a dot.
enum Member {
    Value(Ty),
    Part(Cands),
    Diagram,
    Fixed,
}

impl Body<'_, '_> {
    /// What stands behind a dot.
    pub fn member(&mut self, thing: Thing, name: &Name, last: bool) -> Option<Thing> {
        let text = &*name.text;
        if let Thing::Who(Expr { kind: ExprKind::SelfRef, .. }, _) = &thing {
            if let Some(bound) = self.own.names.get(text).cloned() {
                let r = Ref {
                    name: name.clone(),
                    number: None,
                    args: None,
                    rest: Vec::new(),
                    span: Default::default(),
                };
                return self.bound_thing(bound, &r);
            }
            if let Some(field) = pose_field(text) {
                return Some(Thing::Value(plain(ExprKind::Own(field), Kind::Number, name.span)));
            }
        }
        let (of, cands) = self.who_of(thing, name.span)?;
        let span = if of.span.file == name.span.file { of.span.to(name.span) } else { name.span };
        let who = |kind| Expr { kind, ty: Kind::Who, span };
        let member = self.find_member(&cands, name, span)?;
        Some(match member {
            Some(Member::Value(ty)) => self.field(of, name, ty, last, span)?,
            Some(Member::Part(cands)) => {
                Thing::Who(who(ExprKind::Child(Box::new(of), name.text.clone())), cands)
            }
            Some(Member::Diagram) => Thing::Diagram(of, cands, name.text.clone()),
            Some(Member::Fixed) => {
                let message = format!(
                    "`{text}` is fixed when an instance is made and cannot be read from outside"
                );
                return self.error(Code::KindMismatch, name.span, message);
            }
            None if pose_field(text).is_some() => self.field(of, name, Ty::NUMBER, last, span)?,
            None if text == "parent" => Thing::Who(who(ExprKind::Parent(Box::new(of))), None),
            None => return self.unknown_member(&cands, name),
        })
    }

    fn field(&mut self, of: Expr, name: &Name, ty: Ty, last: bool, span: Span) -> Option<Thing> {
        let kind = ExprKind::Field {
            of: Box::new(of),
            name: name.text.clone(),
            pose: pose_field(&name.text),
        };
        let expr = Expr { kind, ty: ty.kind, span };
        match ty.kind {
            Kind::Who => Some(Thing::Who(expr, None)),
            _ if last => Some(Thing::Value(Value { expr, dim: Dim::Plain })),
            kind => {
                let message = format!(
                    "`{}` is a {} and has nothing behind a dot",
                    name.text,
                    kind_name(kind)
                );
                self.error(Code::KindMismatch, name.span, message)
            }
        }
    }

    /// Looks the name up in all that it can be; the outer `None` has been reported.
    #[allow(clippy::option_option, reason = "the outer one is an error that was reported")]
    fn find_member(&mut self, cands: &Cands, name: &Name, span: Span) -> Option<Option<Member>> {
        let program = self.b.program;
        let mut tys: Vec<(Ty, Span)> = Vec::new();
        let mut parts: Option<Cands> = None;
        let (mut diagram, mut fixed, mut lost) = (false, false, false);
        for id in self.b.members(cands) {
            let face = program.face(id);
            let text = &*name.text;
            lost |= face.lost.contains(text);
            if let Some(p) = face.params.iter().find(|p| &*p.name.text == text) {
                match program.param_ty(id, p.ast) {
                    ParamTy::Value(ty) => tys.push((ty, p.name.span)),
                    _ => fixed = true,
                }
            } else if let Some(v) = face.vars.iter().find(|v| &*v.name.text == text) {
                tys.push((program.var_ty(id, text, v.value), v.name.span));
            } else if let Some(p) = face.part(text) {
                let one: Cands = match p.what {
                    PartTarget::Item(id) => program.in_time(Some(BTreeSet::from([id]))),
                    PartTarget::Inline => Some(BTreeSet::new()),
                    PartTarget::Open => None,
                };
                parts = Some(match parts {
                    None => one,
                    Some(old) => either(old, one),
                });
            } else {
                diagram |= face.diagram(text).is_some();
            }
        }
        if let Some((first, place)) = tys.first() {
            if let Some((other, there)) = tys.iter().find(|(t, _)| t.kind != first.kind) {
                let message = format!(
                    "`{}` is a {} or a {} here, as the characters go",
                    name.text,
                    kind_name(first.kind),
                    kind_name(other.kind)
                );
                let d = crate::diagnostic::Diagnostic::new(Code::AmbiguousName, span, message);
                self.b.report.push(d.also(*place, "one of them").also(*there, "the other"));
                return None;
            }
            return Some(Some(Member::Value(*first)));
        }
        if let Some(cands) = parts {
            return Some(Some(Member::Part(cands)));
        }
        match (diagram, fixed, lost) {
            (true, ..) => Some(Some(Member::Diagram)),
            (_, true, _) => Some(Some(Member::Fixed)),
            (_, _, true) => None,
            _ => Some(None),
        }
    }

    fn unknown_member<T>(&mut self, cands: &Cands, name: &Name) -> Option<T> {
        let program = self.b.program;
        let ids = self.b.members(cands);
        let message = match (cands, ids.as_slice()) {
            (Some(_), [id]) => {
                format!("`{}` has nothing called `{}`", program.item(*id).canon, name.text)
            }
            _ => format!("no character that this can be has anything called `{}`", name.text),
        };
        self.unknown(name, message, |_| {
            let names = ids.iter().flat_map(|id| program.face(*id).names());
            names.chain(POSE.iter().map(|w| (*w).to_owned())).collect()
        })
    }
}
