//! The long texts of diagnostics.
//!
//! In: a code. Out: its page of `spec/diagnostics`, which is part of the program.

use islay_lang::diagnostic::Code;

/// Pages by code.
static PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of a code, as Markdown.
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(c, _)| *c == code).map(|(_, page)| *page)
}

/// All codes there are.
pub fn codes() -> impl Iterator<Item = &'static str> {
    Code::ALL.iter().map(|c| c.as_str())
}
