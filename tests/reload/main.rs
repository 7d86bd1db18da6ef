//! A scene is edited while it runs: what goes on, what is new, what is gone.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what may stop a program that runs may stop a test"
)]

mod assets;
mod diagrams;
mod lines;
mod parts;
mod rules;
mod states;

use islay::{Config, Input, ReloadReport, Scene, Stage, Value};

fn scene(text: &str) -> Scene {
    Scene::from_text("edited", text).unwrap()
}

fn stage(text: &str) -> Stage {
    Stage::new(&scene(text), Config::default())
}

fn ticks(stage: &mut Stage, n: usize) {
    (0..n).for_each(|_| stage.tick(&Input::new()));
}

fn near(value: Option<Value>, want: f32) {
    let Some(Value::Number(n)) = value else { panic!("{value:?} is no number") };
    assert!((n - want).abs() < 1e-3, "{n} is not {want}");
}

fn reload(stage: &mut Stage, text: &str) -> ReloadReport {
    stage.reload(&scene(text))
}

/// A text with something written otherwise.
fn other(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}
