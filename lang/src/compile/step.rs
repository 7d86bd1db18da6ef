//! Tests: their steps as data and code that stands nowhere.
//!
//! In: tests of the model. Out: entries of the program's list. It runs none.

use islay_vm::program::{Code, DefId, Kind, NameId, StepSpec, TestSpec, Value};

use super::builder::{Builder, Clocks, Context};
use super::emit::Emit;
use super::expr::kind;
use crate::hir::model::{Action, CharacterId, Expr, MessageId, SendTo, Step, StepKind as S, Test};

/// All tests.
pub(super) fn tests(b: &mut Builder) {
    b.clocks = Clocks::default();
    for test in &b.model.tests {
        let spec = TestSpec { name: b.name(&test.name), steps: steps(b, test) };
        b.program.tests.push(spec);
    }
}

fn steps(b: &mut Builder, test: &Test) -> Vec<StepSpec> {
    let place = b.name(&format!("test \"{}\"", test.name));
    test.steps.iter().map(|s| step(b, place, s)).collect()
}

fn step(b: &mut Builder, place: NameId, step: &Step) -> StepSpec {
    let context = Context { def: None, place };
    let mut value = |e: &Expr| -> Value { Emit::new(b, context, e.span).whole(e) };
    match &step.kind {
        S::Run(t) => StepSpec::Run(value(t)),
        S::RunUntil(cond, max) => StepSpec::RunUntil(value(cond), value(max)),
        S::Press(key) => StepSpec::Press(*key),
        S::Release(key) => StepSpec::Release(*key),
        S::Hold(key, t) => StepSpec::Hold(*key, value(t)),
        S::Click(who) => StepSpec::Click(value(who)),
        S::Send(message, number, to) => send(b, context, step, *message, number.as_ref(), to),
        S::Set { of, name, value } => {
            let mut code = Emit::new(b, context, step.span);
            let (of, value) = (code.operand(of), code.operand(value));
            let (code, name) = (code.code(), b.name(name));
            StepSpec::Set { code, of, name, value }
        }
        S::Do { who, bodies } => {
            StepSpec::Do { who: value(who), bodies: self::bodies(b, place, step, bodies) }
        }
        S::Input(input, v) => {
            let v = value(v);
            StepSpec::Input(b.narrow(input.index(), step.span), v)
        }
        S::Fork(action) => {
            let mut code = Emit::new(b, context, step.span);
            code.actions(std::slice::from_ref(action.as_ref()));
            StepSpec::Fork(code.code())
        }
        S::Expect(cond) => StepSpec::Expect(value(cond)),
        S::ExpectNear(x, y, within) => StepSpec::ExpectNear(value(x), value(y), value(within)),
        S::ExpectLog(text) => StepSpec::ExpectLog(b.name(text)),
        S::Ask(what) => StepSpec::Ask(kind(what.ty), value(what)),
        S::AskOf(bodies) => StepSpec::AskOf(asked(b, place, bodies)),
    }
}

fn send(
    b: &mut Builder,
    context: Context,
    step: &Step,
    message: MessageId,
    number: Option<&Expr>,
    to: &SendTo,
) -> StepSpec {
    let message = b.narrow(message.index(), step.span);
    let mut code = Emit::new(b, context, step.span);
    let value = number.map(|e| code.operand(e));
    let to = code.send_to(to);
    StepSpec::Send { code: code.code(), message, value, to }
}

/// A question to whoever it turns out to be.
fn asked(
    b: &mut Builder,
    place: NameId,
    bodies: &[(CharacterId, Expr)],
) -> Vec<(DefId, Kind, Value)> {
    let body = |(character, what): &(CharacterId, Expr)| {
        let def = b.narrow(character.index(), what.span);
        let value = Emit::new(b, Context { def: Some(def), place }, what.span).whole(what);
        (def, kind(what.ty), value)
    };
    bodies.iter().map(body).collect()
}

/// Actions of whoever it turns out to be.
fn bodies(
    b: &mut Builder,
    place: NameId,
    step: &Step,
    bodies: &[(CharacterId, Vec<Action>)],
) -> Vec<(DefId, Code)> {
    let body = |(character, actions): &(CharacterId, Vec<Action>)| {
        let def = b.narrow(character.index(), step.span);
        let mut code = Emit::new(b, Context { def: Some(def), place }, step.span);
        code.actions(actions);
        (def, code.code())
    };
    bodies.iter().map(body).collect()
}
