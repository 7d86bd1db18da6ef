//! Text to tree and back: lexing, parsing, printing and laying out.
//!
//! In: a source text. Out: an [`ast::File`] with diagnostics, or text in canonical layout.

pub mod ast;

pub mod word;

pub mod token;

pub mod lexer;

mod nesting;

mod brackets;

mod parser;

pub use parser::{parse, parse_expr};
