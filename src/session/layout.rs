//! The canonical layout of a file.
//!
//! In: a text. Out: the text as `islay fmt` writes it, comments kept, or its syntax errors.

use crate::{Diagnostics, Limits, front};

/// Lays out a file; `name` stands for it in diagnostics.
pub fn format(name: &str, text: &str) -> Result<String, Diagnostics> {
    format_within(name, text, &Limits::default())
}

/// The same of a file that may have as much as these limits say.
pub fn format_within(name: &str, text: &str, limits: &Limits) -> Result<String, Diagnostics> {
    front::format(name, text, limits)
}
