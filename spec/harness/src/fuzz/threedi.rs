//! Any document is refused with a reason and a place, or becomes a text that checks.
//!
//! In: bytes. Out: a panic where a finding is not as promised, or where the text does not check for
//! another reason than a model that cannot be had, is not laid out, or cannot be written back.

use islay::session::layout;
use islay::{Diagnostics, Error, Files, Scene, export, import};

use super::judge;

/// A model that documents may name.
const CUBE: &str = include_str!("../../../import/cube.dae");

/// Reasons that lie in what is not there.
const MISSING: [&str; 2] = ["file-not-found", "broken-file"];

/// Imports, checks, exports.
pub fn threedi(bytes: &[u8]) {
    let names = ["cube.dae", "arms.dae", "a.dae"];
    let files = Files::from_texts(names.map(|name| (name, CUBE)));
    for (rename, held_keys) in [(false, false), (true, true)] {
        let options =
            import::Options { rename, held_keys, keep_layout: rename, ..Default::default() };
        match import::threedi("any.3di", bytes, &files, &options) {
            Ok(made) => {
                judge::findings(&made.diagnostics);
                assert!(!made.diagnostics.has_errors(), "an error, and yet a text");
                checks(&made.text, &files);
            }
            Err(error) => judge::refused(&error),
        }
    }
}

/// A text that was made is a scene.
fn checks(text: &str, files: &Files) {
    let laid_out = layout::format("any.islay", text);
    assert!(laid_out.is_ok_and(|laid_out| laid_out == text), "it is not laid out:\n{text}");
    match Scene::from_text_in("any.islay", text, files) {
        Ok(scene) => match export::threedi(&scene, "") {
            Ok(made) => judge::findings(&made.diagnostics),
            Err(error) => judge::refused(&error),
        },
        Err(Error::Scene(found)) if of_files(&found) => judge::findings(&found),
        Err(Error::Scene(found)) => judge::broken(&format!("{}\n{text}", found.to_text(false))),
        Err(error) => judge::refused(&error),
    }
}

/// All errors are about files that cannot be had.
fn of_files(found: &Diagnostics) -> bool {
    let mut errors = found.iter().filter(|d| d.severity == islay::Severity::Error);
    errors.all(|d| MISSING.contains(&d.code))
}
