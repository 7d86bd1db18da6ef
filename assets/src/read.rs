//! The door for model files: bytes in, a model and its facts out.
//!
//! In: a file's name and bytes, and [`Beside`] for the files that it names in turn. Out: a
//! [`Loaded`], or a [`ModelError`] that says where the file is wrong. It opens no file itself.

use std::fmt;

use islay_vm::math::Vec3;

use crate::model::{ClipFacts, Image, Model};

/// What a model or a picture may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Bytes of a model's file; places and lengths in it are kept in 32 bits.
    pub bytes: usize,
    /// Bones of a model.
    pub bones: usize,
    /// Pixels along an edge of a picture: what graphics cards can be relied on to take. A square of
    /// the usual edge fills 256 MiB at four bytes a pixel.
    pub edge: u32,
    /// Elements of an XML file in each other.
    pub xml_depth: usize,
    /// Attributes of an XML element.
    pub xml_attributes: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { bytes: 64 << 20, bones: 512, edge: 8192, xml_depth: 128, xml_attributes: 64 }
    }
}

/// Where the files are that a model file names, relative to it.
pub trait Beside {
    /// The bytes of a file; the reason in one line where there are none.
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String>;

    /// What the model and its pictures may have; what is usual, if nothing is said.
    fn caps(&self) -> Caps {
        Caps::default()
    }
}

/// What is in a model file.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// What is seen of it.
    pub model: Model,
    /// What can be said of it.
    pub facts: Facts,
    /// What of it is not seen, or not as it was meant; one line each.
    pub warnings: Vec<String>,
}

/// The facts of a model file that `islay info` tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// `dae`, `gltf` or `glb`.
    pub kind: &'static str,
    /// The version of the format that it says it has.
    pub version: String,
    /// `X_UP`, `Y_UP` or `Z_UP`.
    pub up_axis: &'static str,
    /// Metres to its unit.
    pub unit: f32,
    /// Meshes that it holds.
    pub meshes: usize,
    /// Positions that its meshes hold.
    pub vertices: usize,
    /// Triangles of the scene that is shown, each instance counted.
    pub triangles: usize,
    /// Bones.
    pub bones: usize,
    /// Clips.
    pub clips: Vec<ClipFacts>,
    /// Materials.
    pub materials: usize,
    /// The box around it in Islay's axes, in metres.
    pub bounds: [Vec3; 2],
    /// The same box in right-handed axes with Y up.
    pub file_bounds: [Vec3; 2],
}

/// What is wrong with a model file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelError {
    /// One line, lower case, without the place.
    pub message: String,
    /// The element (or, for glTF, the path in the document) where it is.
    pub element: Option<String>,
    /// Line and column from 1, in XML and JSON.
    pub at: Option<(u32, u32)>,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.at {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(element) = &self.element {
            write!(f, "in {element}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ModelError {}

/// The kinds of model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// COLLADA.
    Dae,
    /// glTF as JSON.
    Gltf,
    /// glTF in one file.
    Glb,
}

impl Kind {
    /// By the end of a file's name, upper case or lower case.
    pub fn of(name: &str) -> Option<Self> {
        let (_, end) = name.rsplit_once('.')?;
        match end.to_ascii_lowercase().as_str() {
            "dae" => Some(Self::Dae),
            "gltf" => Some(Self::Gltf),
            "glb" => Some(Self::Glb),
            _ => None,
        }
    }
}

/// Reads a model file of any kind.
pub fn read(name: &str, bytes: &[u8], beside: &dyn Beside) -> Result<Loaded, ModelError> {
    let Some(kind) = Kind::of(name) else {
        let message = "its name ends in none of .dae, .gltf, .glb".to_owned();
        return Err(ModelError { message, ..ModelError::default() });
    };
    let most = beside.caps().bytes;
    if bytes.len() > most {
        let message = format!("the file has {} bytes, at most {most}", bytes.len());
        return Err(ModelError { message, ..ModelError::default() });
    }
    let read = match kind {
        #[cfg(feature = "collada")]
        Kind::Dae => crate::collada::read(bytes, beside),
        #[cfg(not(feature = "collada"))]
        Kind::Dae => {
            let message = "this build reads no COLLADA files".to_owned();
            Err(ModelError { message, ..ModelError::default() })
        }
        Kind::Gltf | Kind::Glb => crate::gltf::read(bytes, kind, beside),
    };
    read.map(Loaded::in_lines).map_err(ModelError::in_lines)
}

/// Longer messages are cut.
const LONGEST: usize = 400;

/// Text in one line that is not too long: names in it may be anything that stands in a file.
fn line(text: String) -> String {
    if text.len() <= LONGEST && !text.contains(['\n', '\r']) {
        return text;
    }
    let joined = text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty());
    let joined = joined.collect::<Vec<_>>().join(" ");
    match joined.char_indices().nth(LONGEST) {
        Some((at, _)) => joined.get(..at).unwrap_or_default().to_owned() + "…",
        None => joined,
    }
}

impl Loaded {
    /// The same with warnings of one line each.
    fn in_lines(self) -> Self {
        Self { warnings: self.warnings.into_iter().map(line).collect(), ..self }
    }
}

impl ModelError {
    /// The same in one line.
    fn in_lines(self) -> Self {
        Self { message: line(self.message), element: self.element.map(line), at: self.at }
    }
}

/// Reads a picture: PNG or JPEG.
pub fn image(bytes: &[u8]) -> Result<Image, String> {
    image_within(bytes, &Caps::default())
}

/// The same of a picture whose edge has a limit of its own.
pub fn image_within(bytes: &[u8], caps: &Caps) -> Result<Image, String> {
    crate::texture::within(bytes, u64::MAX, caps.edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_one_line_of_some_length() {
        let fault = ModelError {
            message: "expected `</a>`, but `</b\n c>` was found".to_owned(),
            element: Some("x".repeat(5000)),
            at: None,
        };
        let said = fault.in_lines();
        assert_eq!(said.message, "expected `</a>`, but `</b c>` was found");
        assert_eq!(said.element.map(|e| e.chars().count()), Some(LONGEST + 1));
    }
}
