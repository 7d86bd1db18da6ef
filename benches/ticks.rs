//! Ticks of the workloads, each beside a baseline written plainly in this file.
//!
//! In: scenes as source texts. Out: times by criterion. Before anything is timed, scene and
//! baseline run side by side and must end in the same poses.

#[path = "support/scenes.rs"]
mod support;

use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::{Affine3A, Quat, Vec3};
use islay_vm::frame::Camera;
use islay_vm::input::Input;
use islay_vm::rng;
use support::{CONTROLLERS, arms, boxes, held, keys, seen, shared, small, w1, w1m, walkers, world};

/// A turn of 5 degrees about Y, as a quaternion's parts.
const HALF_SIN: f32 = 0.043_619_387;
const HALF_COS: f32 = 0.999_048_2;

/// What a careful Rust programmer writes first: one structure per character.
#[derive(Clone)]
struct Plain {
    position: Vec3,
    rotation: Quat,
    scale: Vec3,
    turn: u8,
    walk: u8,
    world: Affine3A,
}

impl Plain {
    fn new() -> Self {
        Self {
            position: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            scale: Vec3::ONE,
            turn: 0,
            walk: 0,
            world: Affine3A::IDENTITY,
        }
    }

    /// Act, then shift: `go(diagram, direction)` tells whether to enter it, `stop` whether to leave it.
    fn tick(&mut self, go: impl Fn(u64, usize) -> bool, stop: impl Fn(u64, usize) -> bool) {
        match self.turn {
            0 if go(0, 0) => self.turn = 1,
            0 if go(0, 1) => self.turn = 2,
            0 => {}
            side => {
                self.rotation *= Quat::from_xyzw(
                    0.0,
                    if side == 1 { -HALF_SIN } else { HALF_SIN },
                    0.0,
                    HALF_COS,
                );
                if stop(0, usize::from(side) - 1) {
                    self.turn = 0;
                }
            }
        }
        match self.walk {
            0 if go(1, 2) => self.walk = 1,
            0 if go(1, 3) => self.walk = 2,
            0 => {}
            way => {
                let step = if way == 1 { 0.1 } else { -0.1 };
                self.position += self.rotation * Vec3::new(0.0, 0.0, step);
                if stop(1, usize::from(way) + 1) {
                    self.walk = 0;
                }
            }
        }
        self.world =
            Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.position);
    }
}

/// One tick of W1 for all.
fn plain_w1(all: &mut [Plain], tick: u64) {
    let now: Vec<[bool; 4]> =
        (0..CONTROLLERS).map(|c| std::array::from_fn(|d| held(c, d, tick))).collect();
    for (i, one) in all.iter_mut().enumerate() {
        let keys = &now[i % CONTROLLERS];
        one.tick(|_, d| keys[d], |_, d| !keys[d]);
    }
}

/// One tick of W1m for all, by the same kind of draws.
fn plain_w1m(all: &mut [Plain], tick: u64) {
    let key: [[u64; 2]; 2] =
        std::array::from_fn(|d| std::array::from_fn(|e| rng::key(0, tick, (d * 2 + e) as u64)));
    for (i, one) in all.iter_mut().enumerate() {
        let draw = |d: u64, e: usize| rng::unit(key[d as usize][e & 1], i as u32 + 1) < 1.0 / 16.0;
        one.tick(draw, |d, _| draw(d, 0));
    }
}

/// Scene and baseline end in the same places.
fn agree(n: usize) {
    let mut scene = world(&w1(n));
    let mut plain = vec![Plain::new(); n];
    for tick in 1..=100 {
        scene.tick(&keys(tick));
        plain_w1(&mut plain, tick);
    }
    for (id, one) in scene.instances().zip(&plain) {
        let p = scene.view(id).map_or([f32::NAN; 3], |v| v.position);
        let d = (Vec3::from_array(p) - one.position).length();
        assert!(d < 1e-2, "instance {id} is {d} off");
    }
}

fn w1_ticks(c: &mut Criterion) {
    agree(160);
    let mut group = c.benchmark_group("W1");
    for n in [10_000, 100_000, 1_000_000] {
        group.throughput(Throughput::Elements(n as u64)).sample_size(20);
        let mut plain = vec![Plain::new(); n];
        let mut tick = 0;
        group.bench_function(BenchmarkId::new("plain", n), |b| {
            b.iter(|| {
                tick += 1;
                plain_w1(&mut plain, tick);
            });
        });
        let mut scene = world(&w1(n));
        let mut tick = 0;
        group.bench_function(BenchmarkId::new("islay", n), |b| {
            b.iter(|| {
                tick += 1;
                scene.tick(&keys(tick));
            });
        });
    }
    group.finish();
}

fn w1m_ticks(c: &mut Criterion) {
    let mut group = c.benchmark_group("W1m");
    for n in [10_000, 100_000] {
        group.throughput(Throughput::Elements(n as u64)).sample_size(20);
        let mut plain = vec![Plain::new(); n];
        let mut tick = 0;
        group.bench_function(BenchmarkId::new("plain", n), |b| {
            b.iter(|| {
                tick += 1;
                plain_w1m(&mut plain, tick);
            });
        });
        let mut scene = world(&w1m(n));
        group
            .bench_function(BenchmarkId::new("islay", n), |b| b.iter(|| scene.tick(&Input::new())));
    }
    group.finish();
}

/// One thread and two, turn by turn in one run: the middle of the times of a tick. Both end in the
/// same state.
fn on_two_threads(name: &str, text: &str, n: usize) {
    let mut worlds = [1, 2].map(|threads| shared(text, threads));
    let mut times = [Vec::new(), Vec::new()];
    let mut tick = 0;
    for _ in 0..6 + 2_000_000 / n {
        for (world, times) in worlds.iter_mut().zip(&mut times) {
            for tick in tick..tick + 8 {
                let input = keys(tick + 1);
                let start = Instant::now();
                world.tick(&input);
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
        tick += 8;
    }
    assert_eq!(worlds[0].hash(), worlds[1].hash(), "{name}");
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    let of = |share: usize| times.each_ref().map(|times| times[times.len() * share / 100]);
    for (what, [one, two]) in [("a quiet machine", of(5)), ("the middle", of(50))] {
        let ratio = one / two;
        println!("{name} {n}, {what}: one thread {one:.0} µs, two {two:.0} µs, {ratio:.2} times");
    }
}

/// No statistics of criterion's, whose rounds of one thread and of two would lie apart.
fn threads(_: &mut Criterion) {
    let asked = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    if asked.is_some_and(|asked| asked != "threads") {
        return;
    }
    for n in [10_000, 100_000, 1_000_000] {
        on_two_threads("W1", &w1(n), n);
        on_two_threads("W1m", &w1m(n), n);
    }
}

fn scenes(c: &mut Criterion) {
    let mut group = c.benchmark_group("scenes");
    let mut three = world(&small());
    group.bench_function("three characters", |b| b.iter(|| three.tick(&Input::new())));
    let mut room = world(&walkers(1000));
    (0..100).for_each(|_| room.tick(&Input::new()));
    group.bench_function("1000 walkers with contacts", |b| b.iter(|| room.tick(&Input::new())));
    group.finish();
}

/// The draw list of 10,000 boxes between two ticks, alone and as parts of wholes.
fn frames(c: &mut Criterion) {
    let mut group = c.benchmark_group("frames");
    for (name, text) in [("alone", boxes(10_000)), ("as parts", arms(5_000))] {
        let mut scene = seen(&text);
        (0..3).for_each(|_| scene.tick(&Input::new()));
        group.bench_function(BenchmarkId::new("10000 boxes", name), |b| {
            b.iter(|| scene.frame(Camera::Around([[0.0; 3]; 2]), 0.5));
        });
    }
    let (mut plain, mut kept) = (world(&boxes(10_000)), seen(&boxes(10_000)));
    group.bench_function("tick without poses before", |b| b.iter(|| plain.tick(&Input::new())));
    group.bench_function("tick with poses before", |b| b.iter(|| kept.tick(&Input::new())));
    group.finish();
}

/// A world written down and put back.
fn snapshots(c: &mut Criterion) {
    let mut group = c.benchmark_group("snapshots");
    for n in [50, 10_000] {
        let mut room = world(&walkers(n));
        (0..100).for_each(|_| room.tick(&Input::new()));
        let snapshot = room.snapshot();
        println!(
            "{n} walkers: {} bytes in memory, {} kept",
            snapshot.size(),
            snapshot.to_bytes().len()
        );
        group.bench_function(BenchmarkId::new("take", n), |b| b.iter(|| room.snapshot()));
        group.bench_function(BenchmarkId::new("put back", n), |b| {
            b.iter(|| room.restore(&snapshot))
        });
    }
    group.finish();
}

criterion_group!(benches, threads, scenes, snapshots, frames, w1_ticks, w1m_ticks);
criterion_main!(benches);
