//! A host outside of the workspace, with the lean library.
//!
//! In: nothing, its scene is texts in memory. Out: the hash of the scene after each of some ticks on
//! two threads, which are the same. It fails where they are not, and where a scene is taken that
//! needs what was not built in.

use std::thread;

use islay::{Config, Error, EventKind, Files, Host, Input, Key, Scene, Snapshot, Stage};

const MAIN: &str = "
use \"lib/walker.islay\"
world { kind room  size 20 6 20 }
host { input wind  message stop  function height(x, z)  emit stopped }
group main { repeat 20 as i { Walker(i) at (i - 10) 0 0 } }
";

const WALKER: &str = "
character Walker(n) {
  shape capsule 0.3 1.6 color orange
  diagram Walk {
    on message(stop) do emit stopped(n) -> Still
    on hit(wall) -> Back
    state Go < move z 0.1, move y (height(x, z) - y), rotate y (random(-3, 3) + input(wind)) >
      on key(Left) do rotate y -5
    state Back < rotate y 180 for 0.2s >  on done -> Go
    state Still
  }
}
";

const TICKS: usize = 300;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = Files::from_texts([("main.islay", MAIN), ("lib/walker.islay", WALKER)]);
    let scene = Scene::load("main.islay", &files)?;
    let hashes = thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| run(&scene)));
        threads.map(|thread| thread.join().unwrap_or_else(|_| Err("a thread panicked".into())))
    });
    let [one, other] = hashes;
    let (one, other) = (one?, other?);
    if one.len() != TICKS || one != other {
        return Err("two threads do not do the same".into());
    }
    refused("atom Chair = \"chair.glb\"  group main { Chair }", "feature `models`")?;
    refused("hooks \"a.rhai\"  group main { }", "runs no hooks")?;
    println!("{TICKS} ticks on two threads: {:016x}", one.last().unwrap_or(&0));
    Ok(())
}

/// A stage of its own, with keys, a number, a message and a snapshot on the way.
fn run(scene: &Scene) -> Result<Vec<u64>, String> {
    let host = Host::new().function("height", 2, |at| 0.8 + at[1] / 64.0);
    let mut stage = Stage::new(scene, Config { host, ..Config::default() });
    let (mut hashes, mut heard) = (Vec::new(), 0);
    for tick in 1..=TICKS {
        let input = match tick {
            20..60 => Input::new().hold(Key::Left),
            100 => Input::new().set("wind", 2.0),
            200 => Input::new().send("stop", 0.0, "Walker#3"),
            _ => Input::new(),
        };
        stage.tick(&input);
        hashes.push(stage.hash());
        let emits = |kind: &EventKind| matches!(kind, EventKind::Emit { .. });
        heard += stage.events().iter().filter(|event| emits(&event.kind)).count();
        if tick == 150 {
            let bytes = stage.snapshot().to_bytes();
            let snapshot = Snapshot::from_bytes(&bytes).map_err(|e| e.to_string())?;
            stage.restore(&snapshot).map_err(|e| e.to_string())?;
        }
    }
    match (heard, stage.frame(1.0).draws().len()) {
        (1, 20) => Ok(hashes),
        (heard, drawn) => Err(format!("{heard} heard, {drawn} drawn")),
    }
}

/// A scene that needs what is not built in says so at its place.
fn refused(text: &str, why: &str) -> Result<(), String> {
    let files: [(&str, &[u8]); 3] =
        [("a.islay", text.as_bytes()), ("chair.glb", b"glTF"), ("a.rhai", b"fn f(me) { }")];
    match Scene::load("a.islay", &Files::from_bytes(files)) {
        Err(Error::Scene(found)) if found.to_text(false).contains(why) => Ok(()),
        other => Err(format!("`{text}` is not refused because of {why}: {other:?}")),
    }
}
