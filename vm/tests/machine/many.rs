//! Many instances: batches, mixed states, dispatch outside the lane loop.

use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::math::axis_quat;
use islay_vm::op::{Frame, Op};
use islay_vm::program::TargetSpec;
use islay_vm::rng;
use islay_vm::world::World;

use crate::asm::{Asm, num};

/// Two diagrams of three states: turning and walking, by keys or by chance.
pub fn walker(asm: &mut Asm, text: &str, by_chance: bool) -> u16 {
    let def = asm.def(text);
    asm.p.quats.extend([axis_quat(1, -5.0), axis_quat(1, 5.0)]);
    asm.p.vecs.extend([[0.0, 0.0, 0.1], [0.0, 0.0, -0.1]]);
    let turn = |quat| Op::RotateConst { quat, frame: Frame::Own };
    let walk = |vec| Op::MoveConst { vec, frame: Frame::Own };
    for (name, acts, keys) in [
        ("Turn", [turn(0), turn(1)], [Key::LEFT, Key::RIGHT]),
        ("Walk", [walk(0), walk(1)], [Key::UP, Key::DOWN]),
    ] {
        let mut states = vec![asm.state("Still", &[])];
        states.extend(acts.map(|act| asm.state("Going", &[act])));
        for (i, state) in states.iter_mut().enumerate() {
            for (k, key) in keys.into_iter().enumerate() {
                let site = asm.p.sites.len() as u32;
                asm.p.sites.push(rng::key(1, u64::from(site), 2));
                let cond = match by_chance {
                    true => vec![num(1, 0.0625), Op::Chance { dst: 0, p: 1, site }],
                    false => vec![Op::Key { dst: 0, key }],
                };
                let to = TargetSpec::State(k as u16 + 1);
                let shift = asm.shift(&cond, 0, to, &[]);
                state.leaf.as_mut().unwrap().shifts.push(shift);
            }
            if i > 0 && !by_chance {
                let still = asm.shift(&[], 0, TargetSpec::State(0), &[]);
                state.leaf.as_mut().unwrap().shifts.push(still);
            }
        }
        asm.diagram(def, name, states);
    }
    for diagram in &mut asm.p.defs[def as usize].diagrams {
        (diagram.clocks, diagram.n_timed, diagram.n_once) = (0, 0, 0);
        (diagram.n_last, diagram.uses_back, diagram.published) = (0, false, false);
    }
    def
}

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
