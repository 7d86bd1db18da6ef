//! Islay 3D documents (`.3di`, version 1.1).
//!
//! In: bytes. Out: a [`Document`], then the text of a scene that does the same. The stages: `read`
//! (elements to data), `names` (what has which name, and what it is called in the text), `scene`
//! (data to a tree), `text` (the tree as text, with its comments).

mod document;

mod attributes;

mod read;

mod state;

mod settings;

pub(crate) mod turn;

mod names;

mod scene;

mod character;

mod diagram;

mod node;

mod text;

pub use document::Document;
pub(super) use read::read;

use super::{Finding, Models, Options};

/// The text of a scene that does what the document says; nothing where it cannot be said.
pub(super) fn write(
    document: &Document,
    models: &dyn Models,
    options: Options,
    findings: &mut Vec<Finding>,
) -> Option<String> {
    let scene = scene::scene(document, models, options, findings);
    if findings.iter().any(Finding::is_error) {
        return None;
    }
    text::text(&scene, findings)
}
