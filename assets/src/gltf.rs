//! glTF 2.0: `.gltf` with its files or data URIs, and `.glb`.
//!
//! In: bytes, and what lies beside them. Out: triangles in Islay's axes with their base colours,
//! bones and clips counted; or an error with the path in the document (`meshes[0].primitives[1]`)
//! and, in a `.gltf`, line and column. Of the gltf crate only the JSON's types are used: every
//! index, length and number is checked here. It refuses extensions that are required and unknown,
//! rings of nodes, numbers that are none, and what would fill the memory from a small file.

#[cfg(feature = "gltf")]
mod accessor;
#[cfg(feature = "gltf")]
mod buffers;
#[cfg(feature = "gltf")]
mod container;
#[cfg(feature = "gltf")]
mod document;
#[cfg(feature = "gltf")]
mod material;
#[cfg(feature = "gltf")]
mod motion;
#[cfg(feature = "gltf")]
mod nodes;
#[cfg(feature = "gltf")]
mod paint;
#[cfg(feature = "gltf")]
mod place;
#[cfg(feature = "gltf")]
mod primitive;
#[cfg(feature = "gltf")]
mod scene;
#[cfg(feature = "gltf")]
mod skin;
#[cfg(feature = "gltf")]
mod uri;

use crate::read::{Beside, Kind, Loaded, ModelError};

/// Reads a glTF file.
#[cfg(feature = "gltf")]
pub(crate) fn read(bytes: &[u8], kind: Kind, beside: &dyn Beside) -> Result<Loaded, ModelError> {
    let parts = container::split(bytes, kind)?;
    let document = document::parse(&parts)?;
    scene::load(&document, &parts, kind, beside).map_err(|fault| {
        // the text within a binary file has no lines that an editor shows
        let path = fault.element.as_deref().filter(|_| parts.alone);
        let at = path.and_then(|path| place::find(parts.json, path));
        ModelError { at, ..fault }
    })
}

/// Says that this build reads none.
#[cfg(not(feature = "gltf"))]
pub(crate) fn read(_: &[u8], _: Kind, _: &dyn Beside) -> Result<Loaded, ModelError> {
    let message = "this build reads no glTF files".to_owned();
    Err(ModelError { message, ..ModelError::default() })
}

/// What is wrong, and where in the document.
#[cfg(feature = "gltf")]
fn fault(path: impl Into<String>, message: impl Into<String>) -> ModelError {
    ModelError { message: message.into(), element: Some(path.into()), at: None }
}

#[cfg(test)]
mod tests;
