//! The stages of the compiler as text.
//!
//! In: a text or a scene. Out: its tokens, tree, model or code. These forms are for reading and
//! may change.

use islay_vm::disasm::disassemble;

use crate::{Diagnostics, Error, Limits, Scene, front};

/// The tokens of a file, one a line, with what the lexer found wrong.
pub fn tokens(name: &str, text: &str) -> (String, Diagnostics) {
    front::tokens(name, text)
}

/// The syntax tree of a file, with what the parser found wrong.
pub fn tree(name: &str, text: &str, limits: &Limits) -> (String, Diagnostics) {
    front::tree(name, text, limits)
}

/// The checked program.
pub fn model(scene: &Scene) -> Result<String, Error> {
    scene.model().map(front::model)
}

/// The program of the machine.
pub fn bytecode(scene: &Scene) -> String {
    disassemble(scene.program())
}
