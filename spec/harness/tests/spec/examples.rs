//! Every example checks without warnings, passes its tests, runs and is laid out.

use islay::session::{layout, script::Script, testing};
use islay::{Config, EventKind, Scene, Stage};
use islay_spec::tree;

pub(super) fn examples() -> Vec<(String, String)> {
    let examples = tree::files("examples", ".islay").unwrap();
    assert!(examples.len() >= 7);
    examples
}

pub(super) fn scene(path: &str) -> Scene {
    match Scene::open(&tree::root().join(path), None) {
        Ok(scene) => scene,
        Err(islay::Error::Scene(found)) => panic!("{path}:\n{}", found.to_text(false)),
        Err(error) => panic!("{path}: {error}"),
    }
}

#[test]
fn every_example_checks_without_warnings() {
    for (path, _) in examples() {
        let scene = scene(&path);
        assert!(scene.diagnostics().is_empty(), "{}", scene.diagnostics().to_text(false));
    }
}

#[test]
fn every_example_has_tests_that_pass() {
    for (path, _) in examples() {
        let scene = scene(&path);
        assert!(scene.is_library() || testing::names(&scene).count() > 0, "{path} has no test");
        for run in testing::run(&scene, "") {
            let failed = run.failure.map(|f| f.to_text(&scene, &run.name, false));
            assert!(failed.is_none(), "{path}:\n{}", failed.unwrap());
        }
    }
}

#[test]
fn every_example_is_laid_out() {
    for (path, text) in examples() {
        assert!(layout::format(&path, &text).unwrap() == text, "`islay fmt {path}` changes it");
    }
}

#[test]
fn every_example_opens_by_saying_what_it_shows() {
    for (path, text) in examples() {
        assert!(text.starts_with("//"), "{path} has no head comment");
    }
}

/// Some keys that examples listen to, held for a while.
pub(super) fn script() -> Script {
    let mut script = Script::new();
    for hold in ["Left@10..25", "Up@20..60", "Space@40..41", "Right@70..90", "Enter@100..100"] {
        script.hold(hold.parse().unwrap());
    }
    script
}

/// The hash of each tick.
fn hashes(scene: &Scene, ticks: u64) -> Vec<u64> {
    let mut stage = Stage::new(scene, Config::default());
    let script = script();
    let mut out = Vec::new();
    for tick in 1..=ticks {
        stage.tick(&script.at(tick));
        let trap = stage.events().iter().find(|e| matches!(e.kind, EventKind::Trap { .. }));
        assert!(trap.is_none(), "{}: tick {tick}: {trap:?}", scene.name());
        out.push(stage.hash());
    }
    out
}

#[test]
fn every_example_runs_300_ticks_without_traps_and_twice_the_same() {
    for (path, _) in examples() {
        let scene = scene(&path);
        assert!(hashes(&scene, 300) == hashes(&scene, 300), "{path}");
    }
}
