//! Checked scenes in other formats.
//!
//! In: a model, and the trees it was made of. Out: an [`Exported`]: a document, or none where there
//! is something that the format cannot say, and a finding for each such thing with its place in
//! the scene. It opens and writes no file.

mod threedi;

use crate::diagnostic::Diagnostic;
use crate::hir::model::Model;
use crate::import::UpAxis;
use crate::syntax::ast;

/// What an export must know of the model files that a scene names.
pub struct Models<'a> {
    /// The up axis of a file, by the name it goes by.
    pub up_axis: &'a dyn Fn(&str) -> UpAxis,
    /// How the document names the file.
    pub written: &'a dyn Fn(&str) -> String,
}

/// What became of a scene.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// The document, where the format can say all of the scene.
    pub text: Option<String>,
    /// What it cannot say, and what it does not keep.
    pub diagnostics: Vec<Diagnostic>,
}

/// Writes a scene as an Islay 3D document.
pub fn threedi(model: &Model, trees: &[ast::File], models: &Models<'_>) -> Exported {
    let (text, diagnostics) = threedi::document(model, trees, models);
    let wrong = diagnostics.iter().any(Diagnostic::is_error);
    Exported { text: (!wrong).then_some(text), diagnostics }
}
