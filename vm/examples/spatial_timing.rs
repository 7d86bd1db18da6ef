//! Times questions for the nearest alone, without a world: `cargo run --release -p islay-vm --example spatial_timing`.
//!
//! In: nothing, the sets are made here. Out: median times in milliseconds of filling a set and of
//! asking once from every member. It judges nothing; machines differ.

// a timing needs a clock, which the machine itself must not have
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use islay_vm::math::{IDENTITY, Vec3};
use islay_vm::rng;
use islay_vm::spatial::{Field, Look, Site};
use std::time::Instant;

fn spread(n: u32, site: u64, by: f32) -> Vec3 {
    [0, 1, 2].map(|k| (rng::unit(rng::key(1, 0, site + k), n) - 0.5) * by)
}

fn time(name: &str, sites: &[Site], within: Option<f32>) {
    let mut field = Field::default();
    let mut times = Vec::new();
    let mut found = 0;
    for _ in 0..60 {
        let start = Instant::now();
        field.fill(|out| out.extend_from_slice(sites));
        let filled = start.elapsed();
        found = 0;
        for site in sites {
            let look =
                Look { root: site.root, from: site.at, rotation: IDENTITY, within, ahead: None };
            found += usize::from(field.nearest(&look).is_some());
        }
        times.push((start.elapsed(), filled));
    }
    times.sort();
    let (all, fill) = times[times.len() / 2];
    let ms = |d: std::time::Duration| d.as_secs_f64() * 1e3;
    println!("{name:24} {:8.3} ms, {:8.3} of them filling, {found} found", ms(all), ms(fill));
}

fn main() {
    for n in [50, 1000, 10_000] {
        let site = |id, at| Site { id, root: id, at };
        let uniform: Vec<Site> = (1..=n).map(|id| site(id, spread(id, 0, 100.0))).collect();
        time(&format!("{n} uniform"), &uniform, None);
        time(&format!("{n} within 5"), &uniform, Some(5.0));
        let clustered: Vec<Site> = (1..=n)
            .map(|id| {
                let ([x, y, z], [u, v, w]) = (spread(id % 10, 10, 1e4), spread(id, 0, 10.0));
                site(id, [x + u, y + v, z + w])
            })
            .collect();
        time(&format!("{n} clustered"), &clustered, None);
    }
}
