//! One piece of code while it is written: ops, registers, blocks.
//!
//! In: values and ops in the order of execution. Out: a list of ops. Registers are handed out as a
//! stack: a value sits in the register that was free when it was asked for, with what it needs
//! above it; so arguments asked for one after the other are consecutive, and no op writes a
//! register that it reads. A block starts with all registers free: it never reads what stands
//! outside of it.

use islay_vm::op::{NONE, Op, Reg};
use islay_vm::program::{Code, Value};

use super::builder::{Builder, Context};
use crate::hir::model::Expr;
use crate::source::Span;

/// One piece of code while it is written.
pub(super) struct Emit<'b, 'm> {
    pub b: &'b mut Builder<'m>,
    pub context: Context,
    pub ops: Vec<Op>,
    /// The lowest free register.
    top: u32,
    /// What must hold for a trap to count.
    pub guard: Reg,
    /// Where a register too many is blamed.
    span: Span,
}

/// An open block.
pub(super) struct Block(usize);

impl<'b, 'm> Emit<'b, 'm> {
    pub fn new(b: &'b mut Builder<'m>, context: Context, span: Span) -> Self {
        Self { b, context, ops: Vec::new(), top: 0, guard: NONE, span }
    }

    /// Another piece for the same row, on its own registers.
    pub fn nested(&mut self) -> Emit<'_, 'm> {
        Emit::new(self.b, self.context, self.span)
    }

    /// What this code is blamed on as a whole.
    pub fn span(&self) -> Span {
        self.span
    }

    pub fn push(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// A free register.
    pub fn fresh(&mut self) -> Reg {
        let reg = self.b.register(self.top, self.span);
        self.top += 1;
        reg
    }

    /// Frees all registers above this one.
    pub fn keep(&mut self, reg: Reg) {
        self.top = u32::from(reg) + 1;
    }

    /// Frees all registers.
    pub fn release(&mut self) {
        self.top = 0;
    }

    /// Opens a block for the lanes where `cond` holds.
    pub fn open(&mut self, cond: Reg) -> Block {
        self.push(Op::If { cond, len: 0 });
        self.release();
        Block(self.ops.len())
    }

    /// Closes it.
    pub fn close(&mut self, block: Block) {
        let n = (self.ops.len() - block.0) as u32;
        if let Some(Op::If { len, .. }) = self.ops.get_mut(block.0 - 1) {
            *len = n;
        }
        self.release();
    }

    /// Into the program.
    pub fn code(self) -> Code {
        self.b.code(self.ops)
    }

    /// An expression's value as code of its own.
    pub fn whole(mut self, e: &Expr) -> Value {
        let reg = self.operand(e);
        Value { code: self.code(), reg }
    }
}
