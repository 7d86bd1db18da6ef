//! Times W1 and W1m: independent walkers by keys and by chance; and a scene of three.
//!
//! Run with `cargo run --release -p islay-vm --example walkers_timing`. It prints nanoseconds per
//! instance and tick, and asserts nothing.

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

/// Seconds on a processor where the system tells, so that others do not count; else of the clock.
fn seconds() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let ns = told.and_then(|t| t.split(' ').next().and_then(|n| n.parse::<f64>().ok()));
    ns.map_or_else(|| START.with(|s| s.elapsed().as_secs_f64()), |ns| ns * 1e-9)
}

fn world(n_defs: usize, each: usize, by_chance: bool) -> World {
    let mut asm = Asm::new();
    for i in 0..n_defs {
        let def = scenes::walker(&mut asm, &format!("Walker{i}"), by_chance);
        let spawn = asm.at(def, [0.0; 3]);
        asm.crowd(spawn, each);
    }
    let shard = std::env::var("SHARD").map_or(Config::default().shard, |n| n.parse().unwrap());
    World::new(asm.program(), Config { shard, ..Config::default() })
}

/// Best of five rounds.
fn time(text: &str, world: &mut World, ticks: usize) {
    let n = f64::from(world.stats().instances);
    let mut best = f64::INFINITY;
    for round in 0..5 {
        let key = [Key::LEFT, Key::RIGHT, Key::UP][round % 3];
        world.tick(&Input::new().with(InputEvent::ReleaseAll).with(InputEvent::Press(key)));
        let start = seconds();
        (0..ticks).for_each(|_| world.tick(&Input::new()));
        best = best.min((seconds() - start) / ticks as f64);
    }
    println!("{text}: {:.2} µs a tick, {:.2} ns an instance", best * 1e6, best * 1e9 / n);
}

/// The same walkers by keys as plain structs, for comparison: states, quaternion, position, matrix.
fn plain(n: usize, ticks: usize) {
    struct Walker {
        turn: u8,
        walk: u8,
        q: glam::Quat,
        p: glam::Vec3,
        world: glam::Mat4,
    }
    let new = || Walker {
        turn: 0,
        walk: 0,
        q: glam::Quat::IDENTITY,
        p: glam::Vec3::ZERO,
        world: glam::Mat4::IDENTITY,
    };
    let mut all: Vec<Walker> = (0..n).map(|_| new()).collect();
    let turns = [-5.0f32, 5.0].map(|a| glam::Quat::from_rotation_y(a.to_radians()));
    let mut best = f64::INFINITY;
    for round in 0..5 {
        let keys = std::hint::black_box([round % 3 == 0, round % 3 == 1, round % 3 == 2, false]);
        let start = seconds();
        for _ in 0..ticks {
            for w in &mut all {
                match w.turn {
                    0 => {}
                    t => w.q *= turns[usize::from(t) - 1],
                }
                w.turn = if keys[0] {
                    1
                } else if keys[1] {
                    2
                } else {
                    0
                };
                match w.walk {
                    0 => {}
                    1 => w.p += w.q * glam::Vec3::new(0.0, 0.0, 0.1),
                    _ => w.p += w.q * glam::Vec3::new(0.0, 0.0, -0.1),
                }
                w.walk = if keys[2] {
                    1
                } else if keys[3] {
                    2
                } else {
                    0
                };
                w.world = glam::Mat4::from_rotation_translation(w.q, w.p);
            }
            std::hint::black_box(&mut all);
        }
        best = best.min((seconds() - start) / ticks as f64);
    }
    println!("plain {n}: {:.2} ns an instance", best * 1e9 / n as f64);
}

fn main() {
    // with a workload's name only that, for counting instructions
    match std::env::args().nth(1).as_deref() {
        Some("W1") => return time("W1", &mut world(16, 6250, false), 40),
        Some("W1m") => return time("W1m", &mut world(1, 100_000, true), 40),
        Some("plain") => return plain(100_000, 40),
        Some("none") => return time("none", &mut world(1, 100_000, true), 0),
        _ => {}
    }
    for n in [10_000, 100_000, 1_000_000] {
        time(&format!("W1 {n}"), &mut world(16, n / 16, false), 2_000_000 / n + 8);
        plain(n, 2_000_000 / n + 8);
        time(&format!("W1m {n}"), &mut world(1, n, true), 2_000_000 / n + 8);
    }
    time("three by keys", &mut world(3, 1, false), 20_000);
    time("three by chance", &mut world(1, 3, true), 20_000);
}
