//! What results do not depend on: the size of batches, who watches, how a run is split.

use std::sync::Arc;

use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::limits::Config;
use islay_vm::program::Program;
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
fn each_seed_is_a_run_of_its_own() {
    for (i, program) in programs().iter().enumerate() {
        let of = |seed| hashes(program, Config { seed, ..Config::default() }, |_, _| {});
        let (one, other) = (of(Some(1)), of(Some(2)));
        assert_eq!(one, of(Some(1)));
        assert!(i == 0 || one != other, "program {i} has something to do with chance");
    }
}
