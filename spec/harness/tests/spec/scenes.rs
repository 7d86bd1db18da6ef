//! Larger scenes: they check as they are annotated, and their tests hold.

use islay::session::testing;
use islay::{Diagnostics, Error, Scene};
use islay_spec::annotation::{annotations, differences};
use islay_spec::tree;

#[test]
fn every_scene_checks_as_annotated_and_passes_its_tests() {
    let mut failures = Vec::new();
    for (path, text) in tree::files("spec/scenes", ".islay").unwrap() {
        let (scene, found) = match Scene::from_text(&path, &text) {
            Ok(scene) => (Some(scene.clone()), scene.diagnostics().clone()),
            Err(Error::Scene(found)) => (None, found),
            Err(_) => (None, Diagnostics::default()),
        };
        let said = differences(&annotations(&text), &found, &path);
        failures.extend(said.into_iter().map(|d| format!("{path}: {d}")));
        let runs = scene.iter().flat_map(|s| testing::run(s, "").map(move |r| (s, r)));
        failures.extend(runs.filter_map(|(s, r)| Some(r.failure?.to_text(s, &r.name, false))));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
