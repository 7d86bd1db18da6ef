//! The smallest host: a loop without a picture, which prints what the scene says.
//!
//! In: nothing, the scene stands here. Out: lines. `cargo run --example minimal`

use std::io::{self, Write};

use islay::{Config, EventKind, Input, Key, Scene, Stage};

const SCENE: &str = r#"
character Lamp {
  shape ball 0.2 color #ffcc44
  var flips = 0
  diagram Light {
    state Off  on pressed(Space) do flips += 1, log("on") -> On
    state On   after 0.5s do log("off again") -> Off
  }
}
group main { Lamp at 0 2 0 }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(&mut io::stdout())
}

/// Two seconds of the scene; the space bar is struck twice.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::from_text("lamp", SCENE)?;
    let mut stage = Stage::new(&scene, Config::default());
    for tick in 1..=60 {
        let input = match tick {
            10 | 40 => Input::new().hold(Key::Space),
            _ => Input::new(),
        };
        stage.tick(&input);
        for event in stage.events() {
            if let EventKind::Log { text } = &event.kind {
                writeln!(out, "tick {tick}: {} says {text}", event.path)?;
            }
        }
    }
    writeln!(out, "{} flips", stage.get("Lamp.flips").ok_or("the lamp is gone")?)?;
    Ok(())
}
