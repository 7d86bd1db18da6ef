//! `islay replay` and `islay diff`: recordings run again.

use std::path::Path;

use clap::Args;
use islay::session::record::{Cause, Difference, Recording, diff};
use islay::{Limits, Scene, files};
use serde_json::json;

use super::console::{Console, Exit, Root, Stop, stdin};

const REPLAY: &str = "\
Examples:
  islay trace hero.islay --ticks 300 --hold Left@1..40 --record run.jsonl
  islay replay run.jsonl
  islay replay run.jsonl hero.islay      with the files as they are now";

const DIFF: &str = "\
Exit code 1 where they differ: the first tick, instance, and state or value are named.

Examples:
  islay diff run.jsonl hero.islay";

/// What to run again.
#[derive(Args)]
#[command(after_help = REPLAY)]
pub struct Replay {
    /// The recording (`-`: stdin)
    log: String,
    /// This scene instead of the recorded texts
    scene: Option<String>,
    #[command(flatten)]
    root: Root,
}

/// What to compare.
#[derive(Args)]
#[command(after_help = DIFF)]
pub struct Diff {
    /// The recording (`-`: stdin)
    log: String,
    /// The scene
    scene: String,
    #[command(flatten)]
    root: Root,
}

/// Runs a recording and compares its hashes.
pub fn replay(arguments: &Replay, console: &mut Console) -> Result<Exit, Stop> {
    let recording = recording(&arguments.log, console)?;
    let scene = match &arguments.scene {
        Some(path) => console.scene(path, &arguments.root)?,
        None => recording.scene()?,
    };
    if !recording.is_of(&scene) {
        console.note(&format!("`{}` is not as it was when it was recorded", scene.name()));
    }
    if recording.had_watchdog() {
        console.note(
            "it was recorded under a watchdog: where a script was stopped by it, it may go another way",
        );
    }
    if !scene.wants().calls.is_empty() {
        let name = scene.name();
        console.note(&format!("`{name}` calls a host that is not here: what it did is missing"));
    }
    let done = recording.replay(&scene, |_| ())?;
    let (ticks, hashes) = (done.ticks, done.hashes);
    if console.json() {
        let mismatch = done.mismatch.as_ref();
        let mismatch =
            mismatch.map(|m| json!({"tick": m.tick, "recorded": m.recorded, "found": m.found}));
        let line = json!({"ticks": ticks, "hashes": hashes, "cut_off": recording.cut_off, "mismatch": mismatch});
        console.line(&line.to_string())?;
    } else if let Some(m) = &done.mismatch {
        console.line(&format!(
            "tick {}: the hash is {}, recorded was {}",
            m.tick, m.found, m.recorded
        ))?;
    } else {
        console.line(&format!("{ticks} ticks, all {hashes} hashes are those of the recording"))?;
    }
    Ok(if done.mismatch.is_some() { Exit::Wrong } else { Exit::Good })
}

/// Names the first difference between a recording and a scene.
pub fn compare(arguments: &Diff, console: &mut Console) -> Result<Exit, Stop> {
    let recording = recording(&arguments.log, console)?;
    let scene = console.scene(&arguments.scene, &arguments.root)?;
    let found = diff(&recording, &scene)?;
    match (&found, console.json()) {
        (None, true) => {
            console.line(&json!({"ticks": recording.ticks, "difference": null}).to_string())?
        }
        (None, false) => console.line(&format!("no difference in {} ticks", recording.ticks))?,
        (Some(d), true) => console.line(&as_json(d, recording.ticks))?,
        (Some(d), false) => console.shown(&as_text(d, &scene))?,
    }
    Ok(if found.is_some() { Exit::Wrong } else { Exit::Good })
}

fn recording(path: &str, console: &mut Console) -> Result<Recording, Stop> {
    let text =
        if path == "-" { stdin(&Limits::default())? } else { files::recording(Path::new(path))? };
    let recording = Recording::parse(path, &text)?;
    if recording.cut_off {
        console.note(&format!("`{path}` has no end: {} ticks of it are there", recording.ticks));
    }
    Ok(recording)
}

fn as_json(d: &Difference, ticks: u64) -> String {
    let cause = d.cause.word();
    let difference = json!({
        "tick": d.tick, "path": d.path, "what": d.what, "name": d.name,
        "recorded": d.recorded, "found": d.found, "cause": cause,
    });
    json!({"ticks": ticks, "difference": difference}).to_string()
}

fn as_text(d: &Difference, scene: &Scene) -> String {
    let Difference { tick, path, what, name, recorded, found, cause } = d;
    let place = match (path.is_empty(), name.is_empty()) {
        (true, _) => (*what).to_owned(),
        (_, true) => format!("`{path}`, {what}"),
        _ => format!("`{path}`, {what} `{name}`"),
    };
    let why = match cause {
        Cause::Edit => "the texts differ",
        Cause::Inputs => "the texts are the same, but what was done is not",
        Cause::Build => "the texts are the same: this version of islay runs them in another way",
    };
    let now = scene.name();
    format!("tick {tick}: {place}\n  recorded: {recorded}\n  {now}: {found}\n({why})\n")
}
