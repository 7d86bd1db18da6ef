//! Facts of a model file.
//!
//! In: a path that the user named. Out: [`ModelInfo`], or the one thing that is wrong with it, with
//! its place. Files that it names are read from its own folder only.

use std::path::Path;

use islay_assets::read::Facts;
use serde::Serialize;

use super::{Rows, json_line, numbers, short};
use crate::{Error, Limits, files};

/// What is in a model file. Bounds are smallest and largest corners.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ModelInfo {
    /// The file, as it was named.
    pub file: String,
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
    pub clips: Vec<Clip>,
    /// Materials.
    pub materials: usize,
    /// The box around it in Islay's axes, in metres.
    pub bounds: Bounds,
    /// The same box in right-handed axes with Y up.
    pub file_bounds: Bounds,
    /// What of it is not seen, or not as it was meant.
    pub warnings: Vec<String>,
}

/// A clip.
#[derive(Clone, Debug, Serialize)]
pub struct Clip {
    /// Its name.
    pub name: String,
    /// In seconds.
    pub duration: f32,
}

/// A box.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Bounds {
    /// The smallest corner.
    pub min: [f32; 3],
    /// The largest corner.
    pub max: [f32; 3],
}

/// The facts of the model file that the user named.
///
/// ```
/// let folder = std::env::temp_dir().join("islay-info-example.gltf");
/// std::fs::write(&folder, r#"{"asset":{"version":"2.0"}}"#).unwrap();
/// let facts = islay::session::info::model(&folder, &islay::Limits::default())?;
/// assert_eq!((facts.kind, facts.triangles), ("gltf", 0));
/// # Ok::<(), islay::Error>(())
/// ```
pub fn model(path: &Path, limits: &Limits) -> Result<ModelInfo, Error> {
    let loaded = files::open_model(path, *limits)?;
    Ok(ModelInfo::new(path.display().to_string(), loaded.facts, loaded.warnings))
}

impl ModelInfo {
    fn new(file: String, facts: Facts, warnings: Vec<String>) -> Self {
        let Facts { kind, version, up_axis, unit, meshes, vertices, .. } = facts;
        let Facts { triangles, bones, materials, .. } = facts;
        let clips = facts.clips.into_iter().map(|c| Clip { name: c.name, duration: c.duration });
        let clips = clips.collect();
        let bounds = |[min, max]: [[f32; 3]; 2]| Bounds { min, max };
        let (bounds, file_bounds) = (bounds(facts.bounds), bounds(facts.file_bounds));
        Self {
            file,
            kind,
            version,
            up_axis,
            unit,
            meshes,
            vertices,
            triangles,
            bones,
            clips,
            materials,
            bounds,
            file_bounds,
            warnings,
        }
    }

    /// One line of JSON.
    pub fn to_json(&self) -> String {
        json_line(self)
    }

    /// Text for people.
    pub fn to_text(&self) -> String {
        let format = if self.kind == "dae" { "COLLADA" } else { "glTF" };
        let mut rows = Rows::new();
        rows.row("up axis", self.up_axis);
        rows.row("unit", format!("{} m", short(self.unit)));
        rows.row("meshes", self.meshes);
        rows.row("vertices", self.vertices);
        rows.row("triangles", self.triangles);
        rows.row("materials", self.materials);
        rows.row("bones", self.bones);
        let Bounds { min, max } = self.bounds;
        rows.row("size", numbers(&std::array::from_fn::<_, 3, _>(|i| max[i] - min[i])));
        rows.row("bounds", format!("{} to {}", numbers(&min), numbers(&max)));
        let clip = |c: &Clip| format!("{} ({} s)", c.name, short(c.duration));
        rows.list("clips", self.clips.iter().map(clip));
        rows.list("warnings", self.warnings.iter().cloned());
        rows.text(&format!("{}: {format} {}", self.file, self.version))
    }
}
