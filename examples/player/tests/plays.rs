//! The player has the hashes of the facade, and refuses what is no compiled scene.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use islay::{Config, Input, Scene, Stage};

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn player(file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_islay-player")).arg(file).arg("90").output().unwrap()
}

#[test]
fn it_has_the_hashes_of_the_text() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    // one with scripts and one without
    for name in ["hero", "fireflies"] {
        let scene = Scene::open(&examples.join(name).join(name).with_extension("islay"), None);
        let scene = scene.unwrap();
        let output = player(&file(&format!("{name}.islayc"), &scene.to_compiled()));
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let found: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
        let mut stage = Stage::new(&scene, Config::default());
        let wanted: Vec<String> = (1..=90)
            .map(|tick| {
                stage.tick(&Input::new());
                format!("{tick} {:016x}", stage.hash())
            })
            .collect();
        assert_eq!(found, wanted, "{name}");
    }
}

#[test]
fn what_is_no_compiled_scene_is_refused() {
    let output = player(&file("text.islay", b"group main { }"));
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: cannot read") && said.contains("it is too short"), "{said}");
}
