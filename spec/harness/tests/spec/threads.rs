//! Results do not depend on the number of threads: the same hashes, events and snapshots tick by
//! tick, over all examples and random programs, in tables so small that little scenes are shared out.

use std::sync::Arc;

use islay::session::testing;
use islay::{Config, Scene, Stage};
use islay_spec::agree::build;
use islay_spec::generate::{Program, inputs};
use islay_spec::host::Host;
use islay_spec::tree;
use islay_vm::event::{Event, EventKind};
use islay_vm::input::Input;
use islay_vm::limits::Config as WorldConfig;
use islay_vm::world::World;

use super::examples;

const SEEDS: std::ops::Range<u64> = 5000..5160;
const TICKS: usize = 80;
/// More instances than this and a run is not worth its time.
const CROWD: usize = 120;

fn world(program: &Arc<islay_vm::program::Program>, threads: usize, shard: u32) -> World {
    let config = WorldConfig { observe: true, threads, shard, ..WorldConfig::default() };
    World::with_hooks(program.clone(), config, Some(Arc::new(Host)))
}

/// Which kinds of events there were.
#[derive(Default)]
struct Seen([u64; 6]);

impl Seen {
    fn note(&mut self, events: &[Event]) {
        for event in events {
            let kind = match &event.kind {
                EventKind::Trap { code, .. } if code == "hook-failed" => 0,
                EventKind::Trap { .. } => 1,
                EventKind::Fork { .. } => 2,
                EventKind::Become { .. } => 3,
                EventKind::Attach { .. } => 4,
                EventKind::Log { .. } | EventKind::Emit { .. } => 5,
                _ => continue,
            };
            self.0[kind] += 1;
        }
    }
}

#[test]
fn random_programs_run_alike_on_one_two_and_four_threads() {
    let mut seen = Seen::default();
    for seed in SEEDS {
        let (_, program) = build(&Program::new(seed).text()).unwrap();
        let program = Arc::new(program);
        let shard = 1 + (seed % 3) as u32;
        let mut one = world(&program, 1, shard);
        let mut others = [2, 4].map(|threads| world(&program, threads, shard));
        for (tick, input) in inputs(seed, TICKS).iter().enumerate() {
            if one.finished() || one.instances().count() > CROWD {
                break;
            }
            one.tick(input);
            seen.note(one.events());
            for other in &mut others {
                other.tick(input);
                let threads = other.stats().threads;
                assert_eq!(other.events(), one.events(), "seed {seed}, tick {tick}, {threads}");
                assert_eq!(other.hash(), one.hash(), "seed {seed}, tick {tick}, {threads}");
                assert_eq!(other.stats().ops_dispatched, one.stats().ops_dispatched);
            }
        }
        assert!(others.iter().all(|other| other.snapshot() == one.snapshot()), "seed {seed}");
    }
    assert!(seen.0.iter().all(|n| *n > 100), "{:?}", seen.0);
}

#[test]
fn a_snapshot_of_two_threads_goes_on_alike_on_one() {
    for seed in SEEDS.step_by(4) {
        let (_, program) = build(&Program::new(seed).text()).unwrap();
        let program = Arc::new(program);
        let inputs = inputs(seed, TICKS);
        let (first, rest) = inputs.split_at(seed as usize % 40);
        let mut two = world(&program, 2, 2);
        let run = |world: &mut World, inputs: &[Input]| {
            let few = inputs.iter().take_while(|input| {
                let go = world.instances().count() <= CROWD;
                if go {
                    world.tick(input);
                }
                go
            });
            few.count();
        };
        run(&mut two, first);
        let snapshot = two.snapshot();
        let bytes = snapshot.to_bytes();
        for (threads, shard) in [(1, 4096), (1, 2), (3, 1)] {
            let mut other = world(&program, threads, shard);
            other.restore(&snapshot).unwrap();
            assert_eq!(other.snapshot().to_bytes(), bytes, "seed {seed}");
            let mut two = world(&program, 2, 2);
            two.restore(&snapshot).unwrap();
            for (tick, input) in rest.iter().enumerate() {
                if two.instances().count() > CROWD {
                    break;
                }
                two.tick(input);
                other.tick(input);
                assert_eq!(two.events(), other.events(), "seed {seed}, tick {tick}");
                assert_eq!(two.hash(), other.hash(), "seed {seed}, tick {tick}");
            }
        }
    }
}

/// The hash and the events of each tick.
fn run(scene: &Scene, threads: usize, shard: u32) -> Vec<(u64, String)> {
    let config = Config { observe: true, threads, shard: Some(shard), ..Config::default() };
    let mut stage = Stage::new(scene, config);
    let script = examples::script();
    let tick = |tick| {
        stage.tick(&script.at(tick));
        (stage.hash(), format!("{:?}", stage.events()))
    };
    (1..=200).map(tick).collect()
}

#[test]
fn every_example_runs_alike_on_one_two_and_four_threads() {
    for (path, _) in examples::examples() {
        let scene = examples::scene(&path);
        let one = run(&scene, 1, 4096);
        for (threads, shard) in [(1, 2), (2, 1), (4, 3)] {
            let other = run(&scene, threads, shard);
            let differs = one.iter().zip(&other).position(|(a, b)| a != b);
            assert_eq!(differs, None, "{path}: {threads} threads, tables of {shard}");
        }
    }
}

#[test]
fn tests_in_scenes_pass_on_two_threads() {
    let (path, _) = &tree::files("examples", ".islay").unwrap()[0];
    let scene = examples::scene(path);
    assert!(testing::run_on(&scene, "", 2).all(|run| run.failure.is_none()));
}
