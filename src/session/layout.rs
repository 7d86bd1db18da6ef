//! The canonical layout of a file.
//!
//! In: a text. Out: the text as `islay fmt` writes it, comments kept, or its syntax errors.

use crate::{Diagnostics, front};

/// Lays out a file; `name` stands for it in diagnostics.
pub fn format(name: &str, text: &str) -> Result<String, Diagnostics> {
    front::format(name, text)
}
