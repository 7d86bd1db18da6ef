//! Text to tree and back: lexing, parsing, printing and laying out.
//!
//! In: a source text. Out: an [`ast::File`] with diagnostics, or text in canonical layout.

pub mod ast;

mod word;

mod token;

pub(crate) mod lexer;

mod nesting;

mod brackets;

mod parser;

mod format;

mod print;

mod dump;

mod sorts;

pub use dump::{tokens, tree};
pub use format::{WIDTH, format, format_within};
pub(crate) use lexer::{NAME_LIMIT, canonical, is_identifier};
pub use parser::{parse, parse_expr, parse_steps, parse_within};
pub use print::{print, print_expr};
pub use sorts::{Sort, sorts};
pub(crate) use word::Word;

/// The words of the language.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    Word::ALL.iter().map(|word| word.as_str())
}

#[cfg(test)]
mod tests;
