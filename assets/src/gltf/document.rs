//! The JSON document of a glTF file.
//!
//! In: its text. Out: the document as the gltf crate's types have it, not yet checked. It refuses
//! other versions than 2 and required extensions that cannot be read.

use gltf::json::{Error, Root, Value};

use super::container::Parts;
use super::{fault, place};
use crate::read::ModelError;

/// Extensions that are read, or whose absence is told in a warning.
pub(super) const KNOWN: [&str; 4] = [
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_unlit",
];

/// Reads the document.
pub(super) fn parse(parts: &Parts<'_>) -> Result<Root, ModelError> {
    let root = Root::from_slice(parts.json).map_err(|error| said(parts, &error))?;
    let asset = &root.asset;
    version("asset.version", &asset.version)?;
    if let Some(least) = &asset.min_version {
        version("asset.minVersion", least)?;
        if least.as_str() > "2.0" {
            let message =
                format!("it needs a reader of version {}: only 2.0 can be read", line(least));
            return Err(fault("asset.minVersion", message));
        }
    }
    for (i, name) in root.extensions_required.iter().enumerate() {
        if !KNOWN.contains(&name.as_str()) {
            let message =
                format!("it needs the extension `{}`, which is not supported", line(name));
            return Err(fault(format!("extensionsRequired[{i}]"), message));
        }
    }
    Ok(root)
}

fn version(path: &str, version: &str) -> Result<(), ModelError> {
    match version.split('.').next() {
        Some("2") => Ok(()),
        _ => {
            let message = format!("it is glTF {}: only version 2.0 can be read", line(version));
            Err(fault(path, message))
        }
    }
}

/// A name of the file within a message.
pub(super) fn line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(80).collect()
}

/// What the JSON parser says, with its place.
fn said(parts: &Parts<'_>, error: &Error) -> ModelError {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = line(text.strip_suffix(&place).unwrap_or(&text));
    if let Some(old) = older(parts.json) {
        return old;
    }
    let (element, at) = place::around(parts.json, (error.line(), error.column()));
    // within a binary file lines mean nothing
    let element = element.or_else(|| Some("the JSON".to_owned()).filter(|_| !parts.alone));
    ModelError { message, element, at: parts.alone.then_some(at) }
}

/// A document of glTF 1 has another form, so that the first thing that is found wrong says little.
fn older(json: &[u8]) -> Option<ModelError> {
    let start = json.iter().find(|b| !b.is_ascii_whitespace());
    if start != Some(&b'{') {
        let message = "it is no glTF document: it does not begin with `{`".to_owned();
        return Some(ModelError { message, element: Some("the head".to_owned()), at: None });
    }
    let document: Value = std::str::from_utf8(json).ok()?.parse().ok()?;
    let Some(asset) = document.get("asset") else {
        return Some(fault("asset", "it is no glTF document: it has no `asset`"));
    };
    version("asset.version", asset.get("version")?.as_str()?).err()
}
