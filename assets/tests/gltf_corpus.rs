//! Real glTF files load with the triangles, clips and boxes that other programs find in them.
//!
//! `corpus/gltf/MANIFEST.tsv` says where each file comes from, under which licence, and what is in
//! it; boxes are in right-handed axes with Y up, `-` where other programs leave the skin out.

use std::fs;
use std::path::{Path, PathBuf};

use islay_assets::read::{self, Beside, Loaded};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/gltf")
}

struct Folder;

impl Beside for Folder {
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        fs::read(folder().join(path)).map_err(|_| "there is no such file".to_owned())
    }
}

#[allow(clippy::unwrap_used, reason = "what stops a program may stop a test")]
fn load(name: &str) -> Loaded {
    let bytes = fs::read(folder().join(name)).unwrap();
    read::read(name, &bytes, &Folder).map_err(|e| format!("{name}: {e}")).unwrap()
}

/// The rows of the manifest that are models.
#[allow(clippy::unwrap_used, reason = "what stops a program may stop a test")]
fn rows() -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder().join("MANIFEST.tsv")).unwrap();
    let rows = text.lines().skip(1).map(|l| l.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let rows: Vec<_> = rows.filter(|r| r[5] != "-").collect();
    assert_eq!(rows.len(), 5);
    rows
}

#[test]
fn triangles_clips_and_boxes_are_those_of_others() {
    for row in rows() {
        let (name, facts) = (&row[0], load(&row[0]).facts);
        assert_eq!(facts.triangles.to_string(), row[5], "{name}");
        assert_eq!(facts.clips.len().to_string(), row[6], "{name}");
        for (corner, text) in facts.file_bounds.iter().zip(&row[7..]).filter(|(_, t)| *t != "-") {
            let numbers: Vec<f32> = text.split(' ').map(|n| n.parse().unwrap()).collect();
            for (found, wanted) in corner.iter().zip(numbers) {
                let near = 1e-4 * wanted.abs().max(1.0);
                assert!((found - wanted).abs() <= near, "{name}: {corner:?} for {text}");
            }
        }
    }
}

#[test]
fn closed_meshes_face_outward() {
    for name in ["Fox.glb", "box_animated.gltf", "interpolation_test.gltf"] {
        let volumes = load(name).model.pieces.into_iter().map(|p| p.mesh.volume());
        assert!(volumes.clone().all(|v| v > 0.0), "{name}: {:?}", volumes.collect::<Vec<_>>());
    }
}

#[test]
fn a_fox_has_its_bones_clips_and_coat() {
    let fox = load("Fox.glb");
    assert_eq!((fox.facts.bones, fox.model.images.len(), fox.warnings.len()), (24, 1, 0));
    let clips: Vec<&str> = fox.facts.clips.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(clips, ["Survey", "Walk", "Run"]);
}

#[test]
fn what_is_not_there_or_not_drawn_is_a_warning() {
    let warnings = load("interpolation_test.gltf").warnings;
    assert!(warnings.len() == 1 && warnings[0].contains("`l.jpg`"), "{warnings:?}");
    let warnings = load("box_sparse.glb").warnings;
    assert!(warnings.len() == 1 && warnings[0].contains("morph"), "{warnings:?}");
}
