//! Any bytes are refused as a model file with a reason, or are a model that is sound.
//!
//! In: bytes. Out: a panic where a finding is not as promised, or where a model has a number that is
//! not finite or a corner that it has not.

use islay::{Files, Scene};

use super::judge;

/// A picture that models may name: one dot.
pub(super) const DOT: &[u8] = include_bytes!("dot.png");

/// A COLLADA file.
pub fn dae(bytes: &[u8]) {
    model("any.dae", bytes);
}

/// A glTF file: as JSON, or in one file if it begins like that.
pub fn gltf(bytes: &[u8]) {
    match bytes.starts_with(b"glTF") {
        true => model("any.glb", bytes),
        false => model("any.gltf", bytes),
    }
}

fn model(name: &str, bytes: &[u8]) {
    let text = format!("atom A = \"{name}\"\ncharacter C {{ shape A }}\ngroup main {{ C }}\n");
    let files = [(name, bytes), ("dot.png", DOT), ("data.bin", &[0x3f; 512])];
    match Scene::from_text_in("any.islay", &text, &Files::from_bytes(files)) {
        Ok(scene) => {
            judge::findings(scene.diagnostics());
            sound(&scene);
        }
        Err(error) => judge::refused(&error),
    }
}

/// What is drawn is there, and finite.
fn sound(scene: &Scene) {
    for (name, model) in scene.library().models() {
        assert!(model.bounds().iter().all(finite), "{name}: its box");
        for piece in &model.pieces {
            let mesh = &piece.mesh;
            let n = mesh.positions.len();
            assert!(mesh.positions.iter().all(finite), "{name}: a position");
            assert!(mesh.normals.iter().all(finite), "{name}: a normal");
            let within = mesh.triangles.iter().flatten().all(|i| (*i as usize) < n);
            assert!(within, "{name}: a corner that is not there");
            let material = piece.material.is_none_or(|m| (m as usize) < model.materials.len());
            assert!(material, "{name}: a material that is not there");
        }
    }
    for (name, image) in scene.library().images() {
        let n = image.width as usize * image.height as usize * 4;
        assert!(image.rgba.len() == n, "{name}: its dots");
    }
    super::check::kept(scene);
}

fn finite(v: &[f32; 3]) -> bool {
    v.iter().all(|n| n.is_finite())
}
