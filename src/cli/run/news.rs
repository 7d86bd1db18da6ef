//! What is told on the terminal when files of a scene have changed.
//!
//! In: the scene after the change, or why there is none. Out: diagnostics as everywhere, and a
//! remark about what plays on. It loads nothing.

use islay::watch::trouble;
use islay::{Error, Scene};

use crate::cli::console::Console;

/// There is a newer scene. The scene plays on, whether somebody reads this or not.
pub fn changed(scene: &Scene, console: &mut Console) {
    console.note(&format!("`{}` has changed and goes on", scene.name()));
    warn(scene, console);
    let _ = console.flush();
}

/// There is none, and an older one plays on or nothing does.
pub fn broken(error: &Error, plays_on: bool, console: &mut Console) {
    let _ = match error {
        Error::Scene(found) => console.report(found),
        other => console.complain(&format!("error: {other}\n")),
    };
    if let Some(first) = trouble::lines(error, plays_on).first().filter(|_| !console.json()) {
        console.note(first);
    }
    let _ = console.flush();
}

/// Warnings of a scene, also those about what stands for models that cannot be had.
pub fn warn(scene: &Scene, console: &mut Console) {
    if !scene.diagnostics().is_empty() {
        let _ = console.report(scene.diagnostics());
    }
}
