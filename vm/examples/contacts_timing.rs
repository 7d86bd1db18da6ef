//! Times the contact step alone, without a world: `cargo run --release -p islay-vm --example contacts_timing`.
//!
//! In: words that the names of the scenes to run contain, none for all. Out: the median and the
//! best time of a step in milliseconds, and how many pairs touch. It judges nothing; machines differ.

// a timing needs a clock, which the machine itself must not have
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use islay_vm::contacts::{Body, Contacts, Kin};
use islay_vm::math::obb::world_box;
use islay_vm::math::{IDENTITY, Vec3, euler_quat};
use islay_vm::program::{Obb, WorldKind, WorldSpec};
use islay_vm::rng;
use std::time::Instant;

struct Mover {
    at: Vec3,
    speed: Vec3,
    half: Vec3,
    turn: f32,
}

fn draw(n: usize, site: u64) -> f32 {
    rng::unit(rng::key(1, 0, site), n as u32)
}

fn spread(n: usize, site: u64, by: f32) -> Vec3 {
    [0, 1, 2].map(|k| (draw(n, site + k) - 0.5) * by)
}

fn mover(n: usize, at: Vec3, half: Vec3) -> Mover {
    Mover { at, speed: spread(n, 10, 0.2), half, turn: 360.0 * draw(n, 20) }
}

fn bodies(movers: &[Mover], out: &mut Vec<Body>) {
    out.clear();
    for (i, m) in movers.iter().enumerate() {
        let own = Obb { center: [0.0; 3], half: m.half, rotation: IDENTITY };
        let owner = i as u32 + 1;
        let shape = world_box(&own, m.at, euler_quat([m.turn * 0.3, m.turn, 0.0]), [1.0; 3]);
        out.extend(shape.map(|shape| Body { owner, root: owner, asks: true, shape }));
    }
}

fn time(name: &str, mut movers: Vec<Mover>, world: &WorldSpec) {
    if std::env::args().skip(1).any(|word| !name.contains(&word)) {
        return;
    }
    let (mut contacts, mut list, mut times) = (Contacts::default(), Vec::new(), Vec::new());
    for _ in 0..100 {
        for m in &mut movers {
            m.at = islay_vm::math::add(m.at, m.speed);
            m.speed = m.speed.map(|v| -v);
            m.turn += 3.0;
        }
        bodies(&movers, &mut list);
        let start = Instant::now();
        contacts.look(&list, usize::MAX);
        contacts.meet(&list, world);
        let stepped = start.elapsed();
        contacts.index(|_, _| Kin { parent: 0, feels: true });
        times.push((start.elapsed(), stepped));
    }
    times.sort();
    let (all, step) = times[times.len() / 2];
    let (best, _) = times[0];
    let ms = |d: std::time::Duration| d.as_secs_f64() * 1e3;
    println!(
        "{name:32} {:8.3} ms, {:8.3} of them the step, best {:8.3}, {} pairs",
        ms(all),
        ms(step),
        ms(best),
        contacts.pairs().len()
    );
}

fn main() {
    let room =
        WorldSpec { kind: WorldKind::Room, size: [60.0, 10.0, 60.0], ..WorldSpec::default() };
    let space = WorldSpec::default();
    let walker = |i| {
        let [x, _, z] = spread(i, 30, 58.0);
        mover(i, [x, 0.9, z], [0.4, 0.9, 0.3])
    };
    time("1,000 walkers in a room", (0..1000).map(walker).collect(), &room);
    for n in [10_000, 100_000] {
        let side = 40.0 * (n as f32 / 1e4).cbrt();
        let uniform = |i| mover(i, spread(i, 40, side), [0.5; 3]);
        time(&format!("{n} uniform"), (0..n).map(uniform).collect(), &space);
        let mixed =
            |i| mover(i, spread(i, 40, side), [0.1 * 30f32.powf(draw(i, 50) * draw(i, 51)); 3]);
        time(&format!("{n} of mixed sizes"), (0..n).map(mixed).collect(), &space);
        let clustered = |i: usize| {
            let center = spread(i % (n / 100), 60, 4000.0);
            let [x, y, z] = spread(i, 40, 8.0);
            mover(i, [center[0] + x, center[1] + y, center[2] + z], [0.5; 3])
        };
        time(&format!("{n} clustered"), (0..n).map(clustered).collect(), &space);
        let floors = |i: usize| match i % 1000 {
            0 => mover(i, spread(i, 40, side), [side, 0.1, side]),
            _ => mover(i, spread(i, 40, side), [0.5; 3]),
        };
        time(&format!("{n} with huge ones"), (0..n).map(floors).collect(), &space);
    }
}
