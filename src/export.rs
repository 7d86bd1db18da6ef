//! Scenes in other formats.
//!
//! In: a [`Scene`]. Out: an [`Exported`], or an error for each thing that the format cannot say,
//! with its place in the scene. It writes no file.

use islay_lang::export as lang;

use crate::{Diagnostics, Error, Scene, import};

/// What a scene became.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The document.
    pub text: String,
    /// What is not kept, though nothing depends on it.
    pub diagnostics: Diagnostics,
}

/// Writes a scene as an Islay 3D document. `way` leads from the document's folder to the scene's
/// root, such as `../scenes`; it is empty where they are one.
pub fn threedi(scene: &Scene, way: &str) -> Result<Exported, Error> {
    let (model, axes) = (scene.model()?, scene.axes()?);
    let up = |path: &str| import::up_axis(axes.get(path).copied().unwrap_or_default());
    let path = |path: &str| if way.is_empty() { path.to_owned() } else { format!("{way}/{path}") };
    let models = lang::Models { up_axis: &up, written: &path };
    let made = lang::threedi(model, scene.trees(), &models);
    let diagnostics = scene.found(&made.diagnostics);
    match made.text {
        Some(text) => Ok(Exported { text, diagnostics }),
        None => Err(Error::Scene(diagnostics)),
    }
}
