//! Any text is refused with a reason and a place, or is a scene, whose program is sound.
//!
//! In: bytes. Out: a panic where a finding is not as promised, or where a scene is not taken back
//! after it was written down.

use islay::Scene;

use super::judge;

/// Checks and compiles, with the standard library.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Scene::from_text("any.islay", &text) {
        Ok(scene) => {
            judge::findings(scene.diagnostics());
            kept(&scene);
        }
        Err(error) => judge::refused(&error),
    }
}

/// What was compiled is a sound program, and the same when it is read again.
pub fn kept(scene: &Scene) {
    let bytes = scene.to_compiled();
    match Scene::from_compiled(&bytes) {
        Ok(again) => assert!(again.to_compiled() == bytes, "written again it is another"),
        Err(error) => judge::broken(&format!("a program of a text is refused: {error}")),
    }
}
