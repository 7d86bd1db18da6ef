//! Any text that is a scene runs.
//!
//! In: bytes. Out: a panic where [`play`] sees what must not be.

use islay::Scene;

use super::play::play;
use super::source::source;
use super::{check, judge};

/// Compiles and runs.
pub fn run(bytes: &[u8]) {
    let (text, left) = source(bytes);
    match Scene::from_text("any.islay", &text) {
        Ok(scene) => {
            check::kept(&scene);
            play(&scene, left);
        }
        Err(error) => judge::refused(&error),
    }
}
