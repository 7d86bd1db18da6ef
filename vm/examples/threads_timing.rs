//! Times W1 and W1m on one thread and on two, turn by turn in one run.
//!
//! Run with `cargo run --release -p islay-vm --features threads --example threads_timing`, on a
//! machine that does nothing else. It prints the least and the middle time of a tick on each and
//! how often the one goes into the other; it asserts that both end in the same state.

// a timing needs a clock, which the machine itself must not have
#![allow(clippy::disallowed_types, clippy::disallowed_methods, clippy::unwrap_used)]

#[path = "../tests/machine/asm.rs"]
#[allow(dead_code)]
mod asm;
#[path = "../tests/machine/scenes.rs"]
#[allow(dead_code)]
mod scenes;

use std::time::Instant;

use asm::Asm;
use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::limits::Config;
use islay_vm::world::World;

fn world(n_defs: usize, each: usize, by_chance: bool, config: Config) -> World {
    let mut asm = Asm::new();
    for i in 0..n_defs {
        let def = scenes::walker(&mut asm, &format!("Walker{i}"), by_chance);
        let spawn = asm.at(def, [0.0; 3]);
        asm.crowd(spawn, each);
    }
    World::new(asm.program(), config)
}

/// Seconds of each tick.
fn ticks(world: &mut World, key: Key, n: usize, out: &mut Vec<f64>) {
    world.tick(&Input::new().with(InputEvent::ReleaseAll).with(InputEvent::Press(key)));
    for _ in 0..n {
        let start = Instant::now();
        world.tick(&Input::new());
        out.push(start.elapsed().as_secs_f64());
    }
}

fn compare(text: &str, n_defs: usize, n: usize, by_chance: bool, shard: u32) {
    let config = |threads| Config { threads, shard, ..Config::default() };
    let mut worlds = [1, 2].map(|threads| world(n_defs, n / n_defs, by_chance, config(threads)));
    let mut times = [Vec::new(), Vec::new()];
    let rounds = 12;
    for round in 0..rounds {
        let key = [Key::LEFT, Key::RIGHT, Key::UP][round % 3];
        for (world, times) in worlds.iter_mut().zip(&mut times) {
            ticks(world, key, 2_000_000 / n / 2 + 4, times);
        }
    }
    assert_eq!(worlds[0].hash(), worlds[1].hash());
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    let [one, two] = times.map(|t| [t[0], t[t.len() / 2]].map(|s| s * 1e6));
    println!(
        "{text} {n}, tables of {shard}: one {:.1} (middle {:.1}) µs, two {:.1} ({:.1}) µs: {:.2} ({:.2}) times as fast",
        one[0],
        one[1],
        two[0],
        two[1],
        one[0] / two[0],
        one[1] / two[1]
    );
}

fn main() {
    let shards: Vec<u32> = std::env::args().skip(1).map(|arg| arg.parse().unwrap()).collect();
    let shards = if shards.is_empty() { vec![Config::default().shard] } else { shards };
    for shard in shards {
        for n in [10_000, 100_000, 1_000_000] {
            compare("W1", 16, n, false, shard);
            compare("W1m", 1, n, true, shard);
        }
    }
}
