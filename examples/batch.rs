//! Many scenes at once: 1,000 throws, each a scene of its own, on two threads.
//!
//! In: nothing. Out: one line of CSV a throw, always in the same order and with the same numbers,
//! whichever thread was faster. `cargo run --release --example batch > throws.csv`

use std::io::{self, Write};
use std::thread;

use islay::{Config, Error, Input, Scene, Stage, Value};

const THROWS: usize = 1_000;
const THREADS: usize = 2;
/// No throw takes longer: 20 seconds of the scene.
const MOST_TICKS: u64 = 1_200;

const SCENE: &str = "
world { kind space  tick 1/60 s }
character Ball {
  shape ball 0.1
  var pace = SPEED * cos(ANGLE)
  var rise = SPEED * sin(ANGLE)
  diagram Fly {
    on y < 0 -> Down
    state Up < move z pace/s, move y rise/s, rise -= 9.81/s >
    state Down
  }
}
group main { Ball }
";

/// What came of a throw.
struct Throw {
    speed: f32,
    angle: f32,
    distance: f32,
    seconds: f32,
    hash: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(&mut io::stdout().lock(), THROWS)
}

/// Throws so often, and writes a table.
pub fn run(out: &mut impl Write, throws: usize) -> Result<(), Box<dyn std::error::Error>> {
    let share = throws.div_ceil(THREADS);
    let parts: Vec<_> = (0..throws).step_by(share.max(1)).collect();
    let results: Vec<Result<Vec<Throw>, Error>> = thread::scope(|scope| {
        let work = |from: usize| move || (from..throws.min(from + share)).map(throw).collect();
        let threads: Vec<_> = parts.iter().map(|from| scope.spawn(work(*from))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    writeln!(out, "throw,speed,angle,distance,seconds,hash")?;
    let mut n = 0;
    for part in results {
        for Throw { speed, angle, distance, seconds, hash } in part? {
            n += 1;
            writeln!(out, "{n},{speed},{angle},{distance},{seconds},{hash:016x}")?;
        }
    }
    match n == throws {
        true => Ok(()),
        false => Err("a thread did not come back".into()),
    }
}

/// One throw: its own text, its own scene, its own stage.
fn throw(n: usize) -> Result<Throw, Error> {
    let (speed, angle) = (5.0 + (n / 50) as f32, 15.0 + (n % 50) as f32 * 1.5);
    let text = format!("const SPEED = {speed}\nconst ANGLE = {angle}\n{SCENE}");
    let scene = Scene::from_text("throw", &text)?;
    // who draws nothing between two ticks needs no poses of the tick before
    let mut stage = Stage::new(&scene, Config { between: false, ..Config::default() });
    while stage.state("Ball.Fly").as_deref() == Some("Up") && stage.ticks() < MOST_TICKS {
        stage.tick(&Input::new());
    }
    let distance = match stage.get("Ball.z") {
        Some(Value::Number(z)) => z,
        _ => f32::NAN,
    };
    Ok(Throw { speed, angle, distance, seconds: stage.time(), hash: stage.hash() })
}
