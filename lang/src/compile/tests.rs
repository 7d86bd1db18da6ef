//! Tests of the compiler: what code comes out, and that every program is well formed.

mod card;
mod run;
mod scene;
mod validate;
mod values;
mod width;

use expect_test::Expect;
use islay_vm::disasm::disassemble;

use super::{Compiled, compile};
use crate::hir::model::Model;
use validate::validate;

/// Compiles and makes sure that the program is well formed.
fn compiled(model: &Model) -> Compiled {
    let out = compile(model);
    assert_eq!(out.diagnostics, []);
    validate(&out.program);
    assert_eq!(out.map.traps.len(), out.program.traps.len());
    out
}

/// The program as text.
fn check(model: &Model, expect: Expect) {
    expect.assert_eq(&disassemble(&compiled(model).program));
}
