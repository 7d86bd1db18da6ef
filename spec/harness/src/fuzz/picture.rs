//! Any bytes are refused as a picture with a reason, or are a picture.
//!
//! In: bytes. Out: a panic where a finding is not as promised, or a picture has too few dots.

use islay::{Files, Scene};

use super::judge;

const SCENE: &str =
    "atom A = box 1 1 1 texture \"any.png\"\ncharacter C { shape A }\ngroup main { C }\n";

/// PNG or JPEG, which is known by its first bytes.
pub fn picture(bytes: &[u8]) {
    let files = Files::from_bytes([("any.png", bytes)]);
    match Scene::from_text_in("any.islay", SCENE, &files) {
        Ok(scene) => {
            for (name, image) in scene.library().images() {
                let n = image.width as usize * image.height as usize * 4;
                assert!(image.rgba.len() == n, "{name}: its dots");
            }
        }
        Err(error) => judge::refused(&error),
    }
}
