//! Times W1 and W1m: independent walkers by keys and by chance; and a scene of three.
//!
//! Run with `cargo run --release -p islay-vm --example walkers_timing`. It prints nanoseconds per
//! instance and tick, and asserts nothing.

#[path = "../tests/machine/asm.rs"]
#[allow(dead_code)]
mod asm;
#[path = "../tests/machine/many.rs"]
#[allow(dead_code)]
mod many;

use std::time::Instant;

use asm::Asm;
use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::world::World;

fn world(n_defs: usize, each: usize, by_chance: bool) -> World {
    let mut asm = Asm::new();
    for i in 0..n_defs {
        let def = many::walker(&mut asm, &format!("Walker{i}"), by_chance);
        let spawn = asm.at(def, [0.0; 3]);
        asm.crowd(spawn, each);
    }
    let mut world = asm.world();
    world.observe(false);
    world
}

/// Best of five rounds.
fn time(text: &str, world: &mut World, ticks: usize) {
    let n = f64::from(world.stats().instances);
    let mut best = f64::INFINITY;
    for round in 0..5 {
        let key = [Key::LEFT, Key::RIGHT, Key::UP][round % 3];
        world.tick(&Input::new().with(InputEvent::ReleaseAll).with(InputEvent::Press(key)));
        let start = Instant::now();
        (0..ticks).for_each(|_| world.tick(&Input::new()));
        best = best.min(start.elapsed().as_secs_f64() / ticks as f64);
    }
    println!("{text}: {:.2} µs a tick, {:.2} ns an instance", best * 1e6, best * 1e9 / n);
}

fn main() {
    for n in [10_000, 100_000, 1_000_000] {
        time(&format!("W1 {n}"), &mut world(16, n / 16, false), 2_000_000 / n + 8);
        time(&format!("W1m {n}"), &mut world(1, n, true), 2_000_000 / n + 8);
    }
    time("three by keys", &mut world(3, 1, false), 20_000);
    time("three by chance", &mut world(1, 3, true), 20_000);
}
