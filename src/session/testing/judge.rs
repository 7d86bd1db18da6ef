//! Judges expectations: whether they hold, and if not, what their sides were.
//!
//! In: the compiled step, for values, and the model's, for words. Out: nothing, or a
//! [`Failure`]. An expectation about something that is gone fails for that reason.

use islay_lang::hir::model::{BinaryOp, Expr, ExprKind, Kind, StepKind};
use islay_lang::source::Span;
use islay_vm::op::{Op, Reg};
use islay_vm::program::{Code, Program, Value as Computed, WhatSpec};

use super::{Failure, Runner};
use crate::{Value, path};

impl Runner<'_> {
    pub(super) fn expect(
        &mut self,
        program: &Program,
        n: usize,
        value: Computed,
    ) -> Result<(), Box<Failure>> {
        if let Some(gone) = self.gone(program, value) {
            return Err(self.failure(n, format!("{gone} is gone")));
        }
        if self.eval(value) != 0 {
            return Ok(());
        }
        let mut failure = self.failure(n, "this does not hold".to_owned());
        if let Some(StepKind::Expect(expr)) = self.model_step(n) {
            [failure.left, failure.right] = self.sides(program, value, &expr);
        }
        Err(failure)
    }

    pub(super) fn expect_near(
        &mut self,
        program: &Program,
        n: usize,
        values: [Computed; 3],
    ) -> Result<(), Box<Failure>> {
        if let Some(gone) = values.iter().find_map(|v| self.gone(program, *v)) {
            return Err(self.failure(n, format!("{gone} is gone")));
        }
        let [a, b, within] = values.map(|v| f32::from_bits(self.eval(v)));
        if (a - b).abs() <= within {
            return Ok(());
        }
        let mut failure = self.failure(n, format!("these differ by more than {within}"));
        if let Some(StepKind::ExpectNear(left, right, _)) = self.model_step(n) {
            failure.left = Some(format!("{} is {a}", self.text(left.span)));
            failure.right = Some(format!("{} is {b}", self.text(right.span)));
        }
        Err(failure)
    }

    pub(super) fn expect_log(&mut self, n: usize, text: &str) -> Result<(), Box<Failure>> {
        if self.logs.iter().any(|line| line.contains(text)) {
            return Ok(());
        }
        let mut failure =
            self.failure(n, "no line logged since the test began contains this".to_owned());
        failure.right = Some(match self.logs.last() {
            None => "nothing was logged".to_owned(),
            Some(last) => {
                format!("{} logged, the last one \"{last}\"", count(self.logs.len(), "line"))
            }
        });
        Err(failure)
    }

    fn model_step(&self, n: usize) -> Option<StepKind> {
        self.model()?.steps.get(n).map(|s| s.kind.clone())
    }

    /// The words of a place, in backticks.
    fn text(&self, span: Span) -> String {
        let place = self.scene.place(span);
        let text = self.scene.diagnostics().texts.get(place.text);
        let words = text.and_then(|t| t.text.get(place.bytes)).unwrap_or("this");
        format!("`{}`", words.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The first thing that the value asks about and that does not live.
    fn gone(&mut self, program: &Program, value: Computed) -> Option<String> {
        for (at, op) in top_level(program, value.code) {
            if let Op::Field { who, .. } | Op::Is { who, .. } = op {
                let who = Computed { code: Code { start: value.code.start, end: at }, reg: who };
                if self.eval(who) == 0 {
                    return Some(who_text(program, who));
                }
            }
        }
        None
    }

    /// What stood on both sides of a comparison that does not hold.
    fn sides(&mut self, program: &Program, value: Computed, expr: &Expr) -> [Option<String>; 2] {
        match &expr.kind {
            ExprKind::Not(inner) => match inner.kind {
                ExprKind::Is { .. } => self.sides(program, value, inner),
                _ => [None, None],
            },
            ExprKind::Is { diagram, .. } => [self.state_side(program, value, diagram), None],
            ExprKind::Binary(op, left, right) => self.compared(program, value, *op, [left, right]),
            _ => [None, None],
        }
    }

    fn state_side(&mut self, program: &Program, value: Computed, diagram: &str) -> Option<String> {
        let ops = top_level(program, value.code);
        let (at, who) = ops.into_iter().rev().find_map(|(at, op)| match op {
            Op::Is { who, .. } => Some((at, who)),
            _ => None,
        })?;
        let code = Code { start: value.code.start, end: at };
        let id = self.eval(Computed { code, reg: who });
        let view = self.stage.world().view(id)?;
        let (_, state) = view.states.iter().find(|(d, _)| **d == *diagram)?;
        Some(format!("`{}.{diagram}` is {state}", view.path))
    }

    fn compared(
        &mut self,
        program: &Program,
        value: Computed,
        op: BinaryOp,
        sides: [&Expr; 2],
    ) -> [Option<String>; 2] {
        let last = top_level(program, value.code).pop();
        let Some((at, Op::Cmp { a, b, .. } | Op::SameBits { a, b, .. })) = last else {
            return [None, None];
        };
        let code = Code { start: value.code.start, end: at };
        let turned = matches!(op, BinaryOp::Gt | BinaryOp::Ge);
        let regs: [Reg; 2] = if turned { [b, a] } else { [a, b] };
        let [left, right] = sides;
        let side = |this: &mut Self, expr: &Expr, reg| {
            let bits = this.eval(Computed { code, reg });
            let value = this.shown(expr.ty, bits);
            Some(format!("{} is {value}", this.text(expr.span)))
        };
        [side(self, left, regs[0]), side(self, right, regs[1])]
    }

    fn shown(&self, kind: Kind, bits: u32) -> Value {
        match kind {
            Kind::Number => Value::Number(f32::from_bits(bits)),
            Kind::Flag => Value::Flag(bits != 0),
            Kind::Who => Value::Who(self.stage.world().view(bits).map(|v| v.path)),
            Kind::Colour => Value::Colour(bits),
        }
    }
}

/// The ops outside of blocks, with their indices.
fn top_level(program: &Program, code: Code) -> Vec<(u32, Op)> {
    let mut out = Vec::new();
    let mut at = code.start;
    while let Some(op) = program.code.get(at as usize).filter(|_| at < code.end) {
        out.push((at, *op));
        at += match op {
            Op::If { len, .. } => len + 1,
            _ => 1,
        };
    }
    out
}

/// What a reference is called, by the op that makes it.
pub(in crate::session) fn who_text(program: &Program, who: Computed) -> String {
    let ops = top_level(program, who.code);
    let call = |name: &str| format!("`{name}`");
    let made = ops.iter().rev().find_map(|(at, op)| match *op {
        Op::Named { dst, name: n, number } if dst == who.reg => Some(match number {
            0 => call(program.name(n)),
            k => call(&format!("{}#{k}", program.name(n))),
        }),
        Op::Nearest { dst, selector } if dst == who.reg => {
            Some(selected(program, selector).map(call).unwrap_or_else(|| "nobody".to_owned()))
        }
        Op::Child { dst, who: of, name: n } if dst == who.reg => {
            let of = Computed { code: Code { start: who.code.start, end: *at }, reg: of };
            let of = who_text(program, of);
            Some(call(&format!("{}.{}", path::unquoted(&of), program.name(n))))
        }
        Op::Field { dst, who: of, field } if dst == who.reg => {
            let of = Computed { code: Code { start: who.code.start, end: *at }, reg: of };
            let field = program.fields.get(field as usize).map(|f| program.name(f.name));
            Some(call(&format!(
                "{}.{}",
                path::unquoted(&who_text(program, of)),
                field.unwrap_or_default()
            )))
        }
        _ => None,
    });
    made.unwrap_or_else(|| "what this asks about".to_owned())
}

fn selected(program: &Program, selector: u32) -> Option<&str> {
    let id = match program.selectors.get(selector as usize)?.what {
        WhatSpec::Class(c) => program.classes.get(usize::from(c))?.name,
        WhatSpec::Group(g) => program.groups.get(usize::from(g))?.name,
        WhatSpec::Named(n, _) => n,
        _ => return None,
    };
    Some(program.name(id))
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
