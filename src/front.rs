//! The front end and the standard library, as the facade uses them.
//!
//! In: a source text and where further texts come from. Out: what the front end built. The one
//! module that calls the front end's entry points.

use islay_lang::source::SourceFile;

/// A module of the standard library.
pub(crate) fn std_module(_module: &str) -> Option<SourceFile> {
    None
}
