//! Values: what is folded, what is checked, and under which guard.

use expect_test::{Expect, expect};
use islay_vm::native;

use super::card::{card, expr, num};
use crate::compile::builder::{Builder, Context};
use crate::compile::emit::Emit;
use crate::compile::fold::fold;
use crate::hir::model::*;
use crate::source::Span;

fn x() -> Expr {
    expr(ExprKind::Own(PoseField::X), Kind::Number)
}

fn moving() -> Expr {
    expr(ExprKind::Key(Key(0)), Kind::Flag)
}

fn two(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let ty = match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
            Kind::Number
        }
        _ => Kind::Flag,
    };
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

fn neg(a: Expr) -> Expr {
    expr(ExprKind::Neg(Box::new(a)), Kind::Number)
}

fn choice(c: Expr, a: Expr, b: Expr) -> Expr {
    let ty = a.ty;
    expr(ExprKind::If(Box::new(c), Box::new(a), Box::new(b)), ty)
}

fn call(name: &str, args: Vec<Expr>) -> Expr {
    let id = native::find(name, args.len()).expect("a native");
    expr(ExprKind::Native(id, args), Kind::Number)
}

/// The code of a value that is used.
fn check(e: &Expr, expect: Expect) {
    let model = card();
    let mut b = Builder::new(&model);
    let mut code = Emit::new(&mut b, Context { def: Some(0), place: 0 }, Span::default());
    code.operand(e);
    let lines: Vec<String> = code.ops.iter().map(|op| format!("{op:?}\n")).collect();
    expect.assert_eq(&lines.concat());
}

fn number(e: &Expr) -> f32 {
    match fold(e).kind {
        ExprKind::Number(v) => v,
        other => panic!("{other:?} is not constant"),
    }
}

#[test]
fn arithmetic_on_constants_is_done_before_the_scene_runs() {
    let e = two(BinaryOp::Rem, neg(num(7.0)), two(BinaryOp::Add, num(1.0), num(2.0)));
    assert_eq!(number(&e), 2.0);
    assert_eq!(number(&call("sin", vec![num(90.0)])), 1.0);
    assert_eq!(number(&choice(two(BinaryOp::Lt, num(1.0), num(2.0)), num(5.0), num(6.0))), 5.0);
    assert_eq!(number(&two(BinaryOp::Div, num(1.0), num(0.0))), f32::INFINITY);
}

#[test]
fn a_constant_that_is_not_finite_traps_where_it_is_used() {
    let infinite = two(BinaryOp::Div, num(1.0), num(0.0));
    check(
        &infinite,
        expect![[r#"
        Num { dst: 0, k: inf }
        Finite { r: 0, guard: 65535, trap: 0 }
    "#]],
    );
    check(
        &two(BinaryOp::Gt, infinite.clone(), num(5.0)),
        expect![[r#"
        Num { dst: 1, k: inf }
        Finite { r: 1, guard: 65535, trap: 0 }
        Num { dst: 2, k: 5.0 }
        Cmp { op: Lt, dst: 0, a: 2, b: 1 }
    "#]],
    );
    // not folded away either as an argument
    check(
        &call("abs", vec![infinite]),
        expect![[r#"
        Num { dst: 1, k: inf }
        Finite { r: 1, guard: 65535, trap: 0 }
        Native { dst: 0, native: NativeId(0), args: 1 }
    "#]],
    );
}

#[test]
fn minus_zero_is_zero_where_it_is_used() {
    check(
        &neg(num(0.0)),
        expect![[r#"
            Num { dst: 0, k: 0.0 }
        "#]],
    );
    check(
        &neg(x()),
        expect![[r#"
        Own { dst: 1, field: X }
        Neg { dst: 0, a: 1 }
        Finite { r: 0, guard: 65535, trap: 0 }
    "#]],
    );
}

#[test]
fn what_is_surely_finite_is_not_checked() {
    check(
        &two(BinaryOp::Gt, x(), num(5.0)),
        expect![[r#"
        Own { dst: 1, field: X }
        Num { dst: 2, k: 5.0 }
        Cmp { op: Lt, dst: 0, a: 2, b: 1 }
    "#]],
    );
    check(
        &call("abs", vec![x()]),
        expect![[r#"
        Own { dst: 1, field: X }
        Native { dst: 0, native: NativeId(0), args: 1 }
    "#]],
    );
    let die = ExprKind::Random(Box::new(num(-1.0)), Box::new(num(1.0)), 7);
    check(
        &expr(die, Kind::Number),
        expect![[r#"
        Num { dst: 1, k: -1.0 }
        Num { dst: 2, k: 1.0 }
        Random { dst: 0, a: 1, b: 2, site: 0 }
    "#]],
    );
}

#[test]
fn a_branch_that_is_not_chosen_does_not_trap() {
    let inverse = || two(BinaryOp::Div, num(1.0), x());
    let near = || two(BinaryOp::Lt, call("abs", vec![inverse()]), num(9.0));
    check(
        &choice(moving(), inverse(), num(1.0)),
        expect![[r#"
        Key { dst: 1, key: Key(0) }
        Num { dst: 3, k: 1.0 }
        Own { dst: 4, field: X }
        Arith { op: Div, dst: 2, a: 3, b: 4 }
        Num { dst: 3, k: 1.0 }
        Select { dst: 0, cond: 1, a: 2, b: 3 }
        Finite { r: 0, guard: 65535, trap: 0 }
    "#]],
    );
    check(
        &two(BinaryOp::And, moving(), near()),
        expect![[r#"
        Key { dst: 1, key: Key(0) }
        Num { dst: 5, k: 1.0 }
        Own { dst: 6, field: X }
        Arith { op: Div, dst: 4, a: 5, b: 6 }
        Finite { r: 4, guard: 1, trap: 0 }
        Native { dst: 3, native: NativeId(0), args: 4 }
        Num { dst: 4, k: 9.0 }
        Cmp { op: Lt, dst: 2, a: 3, b: 4 }
        And { dst: 0, a: 1, b: 2 }
    "#]],
    );
    check(
        &two(BinaryOp::Or, moving(), two(BinaryOp::And, moving(), near())),
        expect![[r#"
        Key { dst: 1, key: Key(0) }
        Not { dst: 2, a: 1 }
        Key { dst: 4, key: Key(0) }
        And { dst: 5, a: 2, b: 4 }
        Num { dst: 9, k: 1.0 }
        Own { dst: 10, field: X }
        Arith { op: Div, dst: 8, a: 9, b: 10 }
        Finite { r: 8, guard: 5, trap: 0 }
        Native { dst: 7, native: NativeId(0), args: 8 }
        Num { dst: 8, k: 9.0 }
        Cmp { op: Lt, dst: 6, a: 7, b: 8 }
        And { dst: 3, a: 4, b: 6 }
        Or { dst: 0, a: 1, b: 3 }
    "#]],
    );
}

#[test]
fn logic_with_a_constant_side_is_its_other_side() {
    let flag = |v| expr(ExprKind::Flag(v), Kind::Flag);
    check(
        &two(BinaryOp::And, flag(true), moving()),
        expect![[r#"
        Key { dst: 0, key: Key(0) }
    "#]],
    );
    check(
        &two(BinaryOp::And, moving(), flag(false)),
        expect![[r#"
        Bits { dst: 0, bits: 0 }
    "#]],
    );
    check(
        &two(BinaryOp::Or, moving(), flag(false)),
        expect![[r#"
        Key { dst: 0, key: Key(0) }
    "#]],
    );
    let trapping = two(BinaryOp::Lt, neg(x()), num(0.0));
    check(
        &two(BinaryOp::Or, trapping, flag(true)),
        expect![[r#"
        Own { dst: 3, field: X }
        Neg { dst: 2, a: 3 }
        Finite { r: 2, guard: 65535, trap: 0 }
        Num { dst: 3, k: 0.0 }
        Cmp { op: Lt, dst: 1, a: 2, b: 3 }
        Bits { dst: 2, bits: 1 }
        Or { dst: 0, a: 1, b: 2 }
    "#]],
    );
}
