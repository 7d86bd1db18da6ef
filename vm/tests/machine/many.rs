//! Many instances: batches, mixed states, dispatch outside the lane loop.

use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::rng;
use islay_vm::world::World;

use crate::asm::Asm;
use crate::scenes::walker;

fn crowd(n_defs: usize, each: usize, by_chance: bool) -> World {
    let mut asm = Asm::new();
    for i in 0..n_defs {
        let def = walker(&mut asm, &format!("Walker{i}"), by_chance);
        let spawn = asm.at(def, [0.0; 3]);
        asm.crowd(spawn, each);
    }
    let mut world = asm.world();
    world.observe(false);
    world
}

#[test]
fn ops_are_dispatched_per_batch() {
    for (mut world, n) in [(crowd(16, 625, false), 10_000), (crowd(1, 10_000, true), 10_000)] {
        world.tick(&Input::new().with(InputEvent::Press(Key::LEFT)));
        for _ in 0..20 {
            world.tick(&Input::new());
        }
        let stats = world.stats();
        assert_eq!(stats.instances, n);
        assert!(stats.ops_dispatched < u64::from(n) / 10, "{} ops", stats.ops_dispatched);
    }
}

/// The state of one walker's diagram after so many ticks, one instance at a time.
fn alone(sites: &[u64], id: u32, ticks: u64) -> usize {
    let mut state = 0;
    for tick in 1..=ticks {
        let drawn = |k: usize| {
            let key = rng::key(0, tick, sites[state * 2 + k]);
            rng::unit(key, id) < 0.0625
        };
        state = if drawn(0) {
            1
        } else if drawn(1) {
            2
        } else {
            state
        };
    }
    state
}

#[test]
fn batches_do_what_one_instance_alone_does() {
    let mut asm = Asm::new();
    let def = walker(&mut asm, "Walker", true);
    let sites = asm.p.sites.clone();
    let spawn = asm.at(def, [0.0; 3]);
    asm.crowd(spawn, 2500);
    let mut world = asm.world();
    for _ in 0..40 {
        world.tick(&Input::new());
    }
    let leaf = |world: &World, id: u32, d: usize| {
        let states = world.states_of(id).unwrap();
        usize::from(states[d])
    };
    for id in 1..=2500 {
        assert_eq!(leaf(&world, id, 0), alone(&sites[..6], id, 40), "turn of {id}");
        assert_eq!(leaf(&world, id, 1), alone(&sites[6..], id, 40), "walk of {id}");
    }
}

#[test]
fn two_runs_are_the_same_and_other_seeds_are_not() {
    let run = |ticks: usize| {
        let mut world = crowd(2, 700, true);
        (0..ticks).for_each(|_| world.tick(&Input::new()));
        world.hash()
    };
    assert_eq!(run(25), run(25));
    assert_ne!(run(25), run(26));
}

#[test]
fn rotations_stay_orthonormal() {
    let mut world = crowd(1, 3, true);
    for _ in 0..20_000 {
        world.tick(&Input::new());
    }
    let q = world.view(2).unwrap().rotation;
    let l: f32 = q.iter().map(|v| v * v).sum();
    assert!((l - 1.0).abs() < 1e-5, "{l}");
}
