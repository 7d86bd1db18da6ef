//! What the benches share: scenes as source texts, and worlds made from them.
//!
//! In: sizes. Out: texts that the front end compiles, running worlds, and key patterns. Nothing
//! here is measured.

#![allow(dead_code, reason = "each bench uses a part of it")]
#![allow(clippy::panic, reason = "a bench whose scene has errors must not be timed")]

use std::fmt::Write as _;
use std::sync::Arc;

use islay_lang::source::{Alone, SourceFile};
use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::limits::Config;
use islay_vm::world::World;

/// Front end and start of the world.
pub fn world(text: &str) -> World {
    with(text, Config::default())
}

/// A world whose frames may stand between two ticks.
pub fn seen(text: &str) -> World {
    with(text, Config { poses_before: true, ..Config::default() })
}

/// A world that ticks on so many threads.
pub fn shared(text: &str, threads: usize) -> World {
    with(text, Config { threads, ..Config::default() })
}

fn with(text: &str, config: Config) -> World {
    let file = SourceFile { name: "bench.islay".into(), text: text.into() };
    let built = islay_lang::build(file, &Alone);
    let errors: Vec<_> = built.diagnostics.iter().filter(|d| d.is_error()).collect();
    let program =
        built.program.unwrap_or_else(|| panic!("the bench's scene has errors: {errors:?}"));
    World::new(Arc::new(program), config)
}

/// The front end alone: parse, resolve, check, compile. Returns the number of diagnostics.
pub fn check(text: &str) -> usize {
    let file = SourceFile { name: "bench.islay".into(), text: text.into() };
    islay_lang::build(file, &Alone).diagnostics.len()
}

/// Sixteen controllers of four keys: left, right, up, down.
pub const CONTROLLERS: usize = 16;

/// The key of a controller's direction (0 left, 1 right, 2 up, 3 down).
pub fn key(controller: usize, direction: usize) -> Key {
    Key((controller * 4 + direction) as u8)
}

/// Whether it is held in a tick; it changes every 16 ticks.
pub fn held(controller: usize, direction: usize, tick: u64) -> bool {
    let x = (controller as u64 * 4 + direction as u64)
        ^ (tick / 16).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (x >> 40) & 3 == 0
}

/// The events that bring the keys from one tick to the next.
pub fn keys(tick: u64) -> Input {
    let mut input = Input::new();
    for c in 0..CONTROLLERS {
        for d in 0..4 {
            let (before, now) = (tick > 1 && held(c, d, tick - 1), held(c, d, tick));
            if now && !before {
                input.events.push(InputEvent::Press(key(c, d)));
            } else if before && !now {
                input.events.push(InputEvent::Release(key(c, d)));
            }
        }
    }
    input
}

const TURN_AND_WALK: &str = "
diagram Turn(left: key = Left, right: key = Right) {
  state Still on key(left) -> Left on key(right) -> Right
  state Left < rotate y -5 > on not key(left) -> Still
  state Right < rotate y 5 > on not key(right) -> Still
}
diagram Walk(up: key = Up, down: key = Down) {
  state Idle on key(up) -> Forward on key(down) -> Back
  state Forward < move forward 0.1 > on not key(up) -> Idle
  state Back < move forward -0.1 > on not key(down) -> Idle
}
";

/// W1: N independent characters, each two diagrams of three states, driven by sixteen controllers.
pub fn w1(n: usize) -> String {
    let mut s = String::from("world { kind space }\n");
    s += TURN_AND_WALK;
    for c in 0..CONTROLLERS {
        let k = |d| key(c, d).name();
        let _ = writeln!(
            s,
            "character C{c} {{ run Turn(left: {}, right: {}) run Walk(up: {}, down: {}) }}",
            k(0),
            k(1),
            k(2),
            k(3)
        );
    }
    let _ = write!(s, "group main {{ repeat {} {{", n / CONTROLLERS);
    (0..CONTROLLERS).for_each(|c| {
        let _ = write!(s, " C{c}");
    });
    s + " } }\n"
}

/// W1m: the same from one definition, with states mixed in every batch by chance.
pub fn w1m(n: usize) -> String {
    format!(
        "world {{ kind space }}
character C {{
  diagram Turn {{
    state Still on chance(1 / 16) -> Left on chance(1 / 16) -> Right
    state Left < rotate y -5 > on chance(1 / 16) -> Still
    state Right < rotate y 5 > on chance(1 / 16) -> Still
  }}
  diagram Walk {{
    state Idle on chance(1 / 16) -> Forward on chance(1 / 16) -> Back
    state Forward < move forward 0.1 > on chance(1 / 16) -> Idle
    state Back < move forward -0.1 > on chance(1 / 16) -> Idle
  }}
}}
group main {{ repeat {n} {{ C }} }}
"
    )
}

/// Three characters that turn, walk and swing.
pub fn small() -> String {
    format!(
        "world {{ kind room }}{TURN_AND_WALK}
character Hero {{
  shape box 1 1 1
  run Turn run Walk
  diagram Swing {{
    state Rest on pressed(Space) -> Raise
    state Raise < rotate x -60 for 0.2s > on done -> Strike
    state Strike < rotate x 60 for 0.1s > on done -> Rest
  }}
}}
group main {{ Hero Hero at 3 0 0 Hero at -3 0 0 }}
"
    )
}

/// N walkers with boxes in a room; they turn where they meet a wall or another.
pub fn walkers(n: usize) -> String {
    format!(
        "world {{ kind room  size 120 10 120  seed 3 }}
character Walker {{
  shape box 0.6 1.8 0.6 at 0 0.9 0
  solid
  diagram Go {{
    on hit(wall) -> Around
    state Ahead < move forward 2/s > on hit(Walker) -> Aside
    state Around < rotate y 180 for 0.5s > on done -> Ahead
    state Aside < rotate y 15, move forward 1/s > after 0.5s -> Ahead
  }}
}}
group main {{ repeat {n} {{ Walker at random(-55, 55) 0 random(-55, 55) turn 0 random(0, 360) 0 }} }}
"
    )
}

/// N boxes that all move and turn.
pub fn boxes(n: usize) -> String {
    format!(
        "character C {{
  shape box 1 1 1
  diagram D {{ state S < move forward 0.1, rotate y 3 > }}
}}
group main {{ repeat {n} {{ C at random(-9, 9) 0 0 }} }}
"
    )
}

/// N boxes that move, each with a box that turns.
pub fn arms(n: usize) -> String {
    format!(
        "character Arm {{ shape box 1 1 1 diagram D {{ state S < rotate x 3 > }} }}
character C {{
  shape box 1 1 1
  part arm: Arm at 0 1 0
  diagram D {{ state S < move forward 0.1 > }}
}}
group main {{ repeat {n} {{ C at random(-9, 9) 0 0 }} }}
"
    )
}

/// About so many lines of diagrams, some six tokens a line.
pub fn lines(n: usize) -> String {
    let mut s = String::from("world { kind room }\n");
    for c in 0..n / 10 {
        let _ = write!(
            s,
            "character C{c} {{
  shape box 1 2 1 color #cc3344
  var speed = {c}.5
  diagram Walk {{
    state Idle on key(Up) -> Forward
    state Forward < move forward speed/s >
      on not key(Up) or hit(wall) -> Idle
      after 2s if speed > 3 do speed = 0 -> Idle
  }}
}}
"
        );
    }
    s + "group main { C0 }\n"
}
