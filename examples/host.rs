//! A game with words of its own: it has the ground, the gates and the store; scenes ask and act.
//!
//! In: nothing, the scene stands here. Out: lines. `cargo run --example host`
//!
//! A scene says in `host { … }` what it wants, so that `islay check` knows it without the game.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use islay::{Config, EventKind, Host, Input, Scene, Stage};

const SCENE: &str = r#"
host {
  function ground(x, z)   // how high the ground is
  signal open(gate)       // whether a gate is open
  action deliver(amount)  // into the store
  emit arrived            // something to be heard of
}

character Cart(gate, amount) {
  shape box 1 0.5 1.5 color orange
  diagram Ride {
    state Waiting  on hook(open, gate) -> Riding
    state Riding < move z 2/s, move y (ground(x, z) - y) >
      on z >= 4 do call deliver(amount), emit arrived(amount), vanish -> Waiting
  }
}

group main {
  Cart(1, 30) at -2 0 0
  Cart(2, 50) at 2 0 0
}
"#;

/// What the game has, whatever scene is played.
#[derive(Default)]
struct Game {
    gates: [AtomicBool; 2],
    store: AtomicU32,
}

/// The game as scenes see it.
fn host(game: &Arc<Game>) -> Host {
    let (store, gates) = (game.clone(), game.clone());
    Host::new()
        .function("ground", 2, |at| 0.5 + 0.25 * at[1] - 0.1 * at[0])
        .signal("open", 1, move |_, args| {
            let gate = args[0].as_number().ok_or("a gate has a number")?;
            let gate = gates.gates.get(gate as usize - 1).ok_or("there are two gates")?;
            Ok(gate.load(Relaxed))
        })
        .action("deliver", 1, move |me, args| {
            let amount = args[0].as_number().filter(|n| *n >= 0.0).ok_or("nothing to deliver")?;
            store.store.fetch_add(amount as u32, Relaxed);
            me.log(&format!("delivered at height {}", me.position()[1]))
        })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(&mut io::stdout())
}

/// Five seconds of the game, in which the gates open one after the other.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let game = Arc::new(Game::default());
    let host = host(&game);
    let scene = Scene::from_text("carts", SCENE)?;
    for missing in host.lacks(&scene) {
        writeln!(out, "this game has no {missing}")?;
    }
    let mut stage = Stage::new(&scene, Config { host, ..Config::default() });
    for tick in 1..=150 {
        game.gates[0].store(tick >= 10, Relaxed);
        game.gates[1].store(tick >= 40, Relaxed);
        stage.tick(&Input::new());
        for event in stage.events() {
            match &event.kind {
                EventKind::Log { text } => writeln!(out, "tick {tick}: {}: {text}", event.path)?,
                EventKind::Emit { name, args } => writeln!(out, "tick {tick}: {name} {args:?}")?,
                EventKind::Trap { message, .. } => writeln!(out, "tick {tick}: {message}")?,
                _ => {}
            }
        }
    }
    writeln!(out, "in the store: {}", game.store.load(Relaxed))?;
    Ok(())
}
