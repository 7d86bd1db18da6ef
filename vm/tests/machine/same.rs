//! What results do not depend on: the size of batches, who watches, how a run is split.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use islay_vm::event::EventKind;
use islay_vm::frame::Camera;
use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::limits::Config;
use islay_vm::program::{BaseSpec, Program, ShapeSpec};
use islay_vm::world::World;

use crate::scenes;

fn programs() -> [Arc<Program>; 6] {
    [
        scenes::walkers(false),
        scenes::walkers(true),
        scenes::talkers(),
        scenes::timers(),
        scenes::carts(),
        scenes::lives(),
    ]
}

/// The input of a tick: a key goes down and up again.
fn input(tick: usize) -> Input {
    match tick % 7 {
        1 => Input::new().with(InputEvent::Press(Key::LEFT)),
        4 => Input::new().with(InputEvent::Release(Key::LEFT)),
        _ => Input::new(),
    }
}

/// The hashes after each tick; `meddle` is called between ticks.
fn hashes(program: &Arc<Program>, config: Config, meddle: impl Fn(usize, &mut World)) -> Vec<u64> {
    let mut world = World::new(program.clone(), config);
    (0..30)
        .map(|tick| {
            world.tick(&input(tick));
            meddle(tick, &mut world);
            world.hash()
        })
        .collect()
}

#[test]
fn the_size_of_batches_changes_nothing() {
    for (i, program) in programs().iter().enumerate() {
        let of = |chunk| hashes(program, Config { chunk, ..Config::default() }, |_, _| {});
        let whole = of(Config::default().chunk);
        for chunk in [0, 1, 7, 100] {
            assert!(of(chunk) == whole, "program {i} in batches of {chunk}");
        }
    }
}

#[test]
fn the_size_of_tables_and_the_number_of_threads_change_nothing() {
    for (i, program) in programs().iter().enumerate() {
        let of = |shard, threads| {
            let config = Config { shard, threads, ..Config::default() };
            hashes(program, config, |_, _| {})
        };
        let whole = of(Config::default().shard, 1);
        for (shard, threads) in [(0, 1), (1, 2), (3, 1), (3, 2), (3, 4), (40, 0), (100, 3)] {
            assert!(of(shard, threads) == whole, "program {i}, tables of {shard}, {threads}");
        }
    }
}

#[test]
fn a_snapshot_is_the_same_from_any_number_of_threads_and_goes_back_into_tables_of_any_size() {
    for (i, program) in programs().iter().enumerate() {
        let world = |shard, threads| {
            World::new(program.clone(), Config { shard, threads, ..Config::default() })
        };
        let (mut one, mut two) = (world(3, 1), world(3, 2));
        for tick in 0..30 {
            one.tick(&input(tick));
            two.tick(&input(tick));
        }
        let snapshot = two.snapshot();
        assert!(one.snapshot() == snapshot, "program {i}");
        for (shard, threads) in [(4096, 1), (1, 4), (5, 2)] {
            let mut other = world(shard, threads);
            other.restore(&snapshot).unwrap();
            assert!(other.snapshot() == snapshot, "program {i} in tables of {shard}");
            let mut two = world(3, 2);
            two.restore(&snapshot).unwrap();
            for tick in 30..60 {
                two.tick(&input(tick));
                other.tick(&input(tick));
                assert_eq!(two.hash(), other.hash(), "program {i} in tables of {shard}");
            }
        }
    }
}

#[test]
fn tables_are_no_more_than_the_living_need() {
    let program = scenes::lives();
    let mut world = World::new(program, Config { shard: 4, ..Config::default() });
    let mut most = 0;
    for tick in 0..200 {
        world.tick(&input(tick));
        most = most.max(world.stats().instances as usize);
        // the most of each kind lived at different times
        let tables = world.stats().tables;
        assert!(tables <= most * 2 / 4, "{tables} tables for {most} at tick {tick}");
    }
}

#[test]
fn who_watches_changes_nothing() {
    for (i, program) in programs().iter().enumerate() {
        let of = |observe| hashes(program, Config { observe, ..Config::default() }, |_, _| {});
        let quiet = of(false);
        assert!(of(true) == quiet, "program {i} observed");
        let now_and_then = hashes(program, Config::default(), |tick, world| {
            world.observe(tick % 3 == 0);
            let ids: Vec<_> = world.instances().take(20).collect();
            ids.iter().for_each(|id| assert!(world.view(*id).is_some()));
        });
        assert!(now_and_then == quiet, "program {i} observed now and then");
    }
}

#[test]
fn frames_between_ticks_change_nothing() {
    for (i, program) in programs().iter().enumerate() {
        let quiet = hashes(program, Config::default(), |_, _| {});
        let config = Config { poses_before: true, chunk: 7, ..Config::default() };
        let seen = hashes(program, config, |tick, world| {
            let frame = world.frame(Camera::Around([[0.0; 3]; 2]), 0.3);
            assert_eq!(frame.draws().len(), 0, "nothing has a shape");
            let _ = (tick, world.instances().count());
        });
        assert!(seen == quiet, "program {i}");
    }
}

/// Everything has a shape that stands at its origin.
fn shaped(program: &Program) -> Arc<Program> {
    let mut program = program.clone();
    let base = BaseSpec::Ball(1.0);
    let rotation = [0.0, 0.0, 0.0, 1.0];
    let shape =
        ShapeSpec { base, color: !0, texture: None, at: [0.0; 3], rotation, scale: [1.0; 3] };
    program.defs.iter_mut().for_each(|def| def.shape = Some(shape.clone()));
    Arc::new(program)
}

#[test]
fn a_frame_between_is_the_last_tick_but_one_at_its_start_and_the_last_at_its_end() {
    for (i, program) in programs().iter().enumerate() {
        let config = Config { poses_before: true, observe: true, chunk: 7, ..Config::default() };
        let mut world = World::new(shaped(program), config);
        let mut before: BTreeMap<u32, [f32; 16]> = BTreeMap::new();
        for tick in 0..60 {
            world.tick(&input(tick));
            let changed = |id| {
                world.events().iter().any(|e| {
                    e.id == id
                        && matches!(e.kind, EventKind::Become { .. } | EventKind::Fork { .. })
                })
            };
            let changed: BTreeSet<u32> = world.instances().filter(|id| changed(*id)).collect();
            let views: Vec<_> = world.instances().filter_map(|id| world.view(id)).collect();
            let camera = Camera::Around([[0.0; 3]; 2]);
            let (first, last) = (world.frame(camera.clone(), 0.0), world.frame(camera, 1.0));
            assert_eq!(last.draws().len(), views.len());
            for ((first, last), view) in first.draws().iter().zip(last.draws()).zip(&views) {
                assert_eq!((last.id, last.world), (view.id, view.world), "program {i}");
                if let Some(was) = before.get(&view.id).filter(|_| !changed.contains(&view.id)) {
                    let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4 * a.abs().max(1.0);
                    assert!(first.world.iter().zip(was).all(near), "program {i} at {tick}");
                }
            }
            before = views.iter().map(|v| (v.id, v.world)).collect();
        }
    }
}

#[test]
fn each_seed_is_a_run_of_its_own() {
    for (i, program) in programs().iter().enumerate() {
        let of = |seed| hashes(program, Config { seed, ..Config::default() }, |_, _| {});
        let (one, other) = (of(Some(1)), of(Some(2)));
        assert_eq!(one, of(Some(1)));
        assert!(i == 0 || one != other, "program {i} has something to do with chance");
    }
}
