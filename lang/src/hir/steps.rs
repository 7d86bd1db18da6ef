//! Tests: their steps stand nowhere in the scene.
//!
//! In: the tests of the first file. Out: the model's [`Test`]s. Actions of a step are resolved for
//! each specialised character that does them, so they come when all others are there.

use std::rc::Rc;

use super::build::Build;
use super::candidates::Cands;
use super::model::{CharacterId, Expr, Step, StepKind, Test};
use super::program::ItemId;
use super::scope::{Body, Own, Stand};
use crate::diagnostic::Code;
use crate::source::Text;
use crate::syntax::ast::{self, Ref, StepKind as S};

/// How near two numbers are by default.
const NEAR: f32 = 1e-4;

/// Actions of a step that wait for the characters.
pub(super) struct Pending<'a> {
    /// Test and step.
    at: (usize, usize),
    cands: Cands,
    what: Waiting<'a>,
    site: String,
    file: usize,
    done: usize,
}

/// What is resolved once more for each character.
#[derive(Clone, Copy)]
enum Waiting<'a> {
    Actions(&'a [ast::Action]),
    Question(&'a ast::Expr),
}

impl<'a> Build<'a> {
    /// Resolves a test but for the actions in it.
    pub fn test(
        &mut self,
        index: usize,
        test: &'a ast::Test,
        pending: &mut Vec<Pending<'a>>,
    ) -> Test {
        let name: Text = super::load::plain(&test.name).unwrap_or_default().into();
        let mut steps = Vec::new();
        for (i, step) in test.steps.iter().enumerate() {
            let site = format!("test {name}/{i}");
            let mut body = Body::new(self, 0, Stand::Nowhere, site.clone());
            let mut wait = |cands, what| {
                let at = (index, steps.len());
                pending.push(Pending { at, cands, what, site: site.clone(), file: 0, done: 0 });
            };
            let kind = match &step.kind {
                S::Do(who, actions) => body.doer(who).map(|(who, cands)| {
                    wait(cands, Waiting::Actions(actions));
                    StepKind::Do { who, bodies: Vec::new() }
                }),
                S::Ask(Some(of), what) => body.doer(of).map(|(_, cands)| {
                    wait(cands, Waiting::Question(what));
                    StepKind::AskOf(Vec::new())
                }),
                kind => body.step(kind, step.span.0),
            };
            steps.extend(kind.map(|kind| Step { kind, span: step.span.0 }));
        }
        Test { name, steps, span: test.name.span.0 }
    }

    /// Resolves waiting actions for the characters that came since; whether there were any.
    pub fn pending(&mut self, tests: &mut [Test], pending: &mut [Pending<'a>]) -> bool {
        let n = self.characters.len();
        let mut any = false;
        for p in pending {
            for i in p.done..n {
                let Some(item) = self.origin.get(i).copied().flatten() else { continue };
                if p.cands.as_ref().is_some_and(|set| !set.contains(&item)) {
                    continue;
                }
                let id = CharacterId(i as u32);
                let step = tests.get_mut(p.at.0).and_then(|t| t.steps.get_mut(p.at.1));
                let mut body = self.body_of(id, item, p);
                match (p.what, step.map(|s| &mut s.kind)) {
                    (Waiting::Actions(list), Some(StepKind::Do { bodies, .. })) => {
                        bodies.push((id, body.actions(list)));
                    }
                    (Waiting::Question(e), Some(StepKind::AskOf(bodies))) => {
                        bodies.extend(body.value(e, None).map(|v| (id, v.expr)));
                    }
                    _ => {}
                }
            }
            any |= p.done < n;
            p.done = n;
        }
        any
    }

    fn body_of(&mut self, id: CharacterId, item: ItemId, p: &Pending<'a>) -> Body<'_, 'a> {
        let nobody = || Rc::new(Own { item: Some(item), ..Own::default() });
        let own = self.owns.get(&id).cloned().unwrap_or_else(nobody);
        Body::within(self, own, p.file, Stand::Code, p.site.clone())
    }
}

impl Body<'_, '_> {
    fn doer(&mut self, who: &Ref) -> Option<(Expr, Cands)> {
        let thing = self.thing(who)?;
        self.who_of(thing, who.span.0)
    }

    fn step(&mut self, kind: &S, span: crate::source::Span) -> Option<StepKind> {
        Some(match kind {
            S::Run(time) => StepKind::Run(self.time(time)?),
            S::RunUntil(cond, time) => {
                let (cond, time) = (self.flag(cond), self.time(time));
                StepKind::RunUntil(cond?, time?)
            }
            S::Press(key) => StepKind::Press(self.key_named(key)?),
            S::Release(key) => StepKind::Release(self.key_named(key)?),
            S::Hold(key, time) => {
                let (key, time) = (self.key_named(key), self.time(time));
                StepKind::Hold(key?, time?)
            }
            S::Click(who) => StepKind::Click(self.who(who)?.0),
            S::Send { message, value, to } => self.send_step(message, value.as_ref(), to, span)?,
            S::Set(place, value) => self.set(place, value)?,
            S::Expect(e) => StepKind::Expect(self.flag(e)?),
            S::ExpectNear(a, b, within) => {
                let (a, b) = (self.any_number(a), self.any_number(b));
                let within = within.as_ref().map_or_else(
                    || Some(super::scope::number(NEAR, span)),
                    |e| self.any_number(e).map(|v| v.expr),
                );
                StepKind::ExpectNear(a?.expr, b?.expr, within?)
            }
            S::ExpectLog(text) => StepKind::ExpectLog(match super::load::plain(text) {
                Some(text) => text.into(),
                None => {
                    return self.error(
                        Code::NotConstant,
                        text.span.0,
                        "an expected text has no `{…}`",
                    );
                }
            }),
            S::Fork(action) => {
                StepKind::Fork(Box::new(self.actions(std::slice::from_ref(action)).pop()?))
            }
            S::Ask(None, what) => StepKind::Ask(self.value(what, None)?.expr),
            S::Do(..) | S::Ask(Some(_), _) => return None,
            S::Input(name, value) => {
                let (input, value) = (self.input_named(name), self.any_number(value));
                StepKind::Input(input?, value?.expr)
            }
            S::Later(what) => return self.later(span, &format!("`{what}`")),
        })
    }

    fn send_step(
        &mut self,
        message: &ast::Name,
        value: Option<&ast::Expr>,
        to: &ast::SendTo,
        span: crate::source::Span,
    ) -> Option<StepKind> {
        if matches!(to, ast::SendTo::Up | ast::SendTo::Down | ast::SendTo::Parts) {
            return self.not_here(span, "`up`, `down` or `parts`");
        }
        let message = self.message_named(message);
        let value = value.map(|e| self.number(e).ok_or(()));
        let to = self.send_to(to);
        Some(StepKind::Send(message?, value.transpose().ok()?, to?))
    }

    /// `set Hero.hp = 3`.
    fn set(&mut self, place: &Ref, value: &ast::Expr) -> Option<StepKind> {
        let Some(((name, _), rest)) = place.rest.split_last() else {
            return self.error_help(
                Code::NotAssignable,
                place.span.0,
                format!("`{}` is no variable", place.name.text),
                "name the character too: `set Hero.hp = 3`",
            );
        };
        let of = Ref { rest: rest.to_vec(), ..place.clone() };
        let thing = self.thing(&of)?;
        let (of, cands) = self.who_of(thing, place.span.0)?;
        // an unknown name is reported as such
        self.thing(place)?;
        let Some(ty) = self.b.field_ty(&cands, &name.text) else {
            let message = format!("`{}` is no variable", name.text);
            return self.error(Code::NotAssignable, name.span, message);
        };
        let value = self.of_ty(value, ty, false)?;
        Some(StepKind::Set { of, name: name.text.clone(), value })
    }
}

impl Build<'_> {
    /// The kind of the variable of that name in the first that has it.
    fn field_ty(&self, cands: &Cands, name: &str) -> Option<super::kinds::Ty> {
        self.members(cands).into_iter().find_map(|id| {
            let face = self.program.face(id);
            let param = face.params.iter().find(|p| &*p.name.text == name);
            if let Some(p) = param {
                return match self.program.param_ty(id, p.ast) {
                    super::kinds::ParamTy::Value(ty) => Some(ty),
                    _ => None,
                };
            }
            let v = face.vars.iter().find(|v| &*v.name.text == name)?;
            Some(self.program.var_ty(id, name, v.value))
        })
    }
}
