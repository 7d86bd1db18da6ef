//! A world that is put back goes on like the one that was never stopped: random programs, random
//! inputs, snapshots at random ticks.

use std::sync::Arc;

use islay_spec::agree::build;
use islay_spec::generate::{Dice, Program, inputs};
use islay_vm::event::Event;
use islay_vm::input::Input;
use islay_vm::limits::Config;
use islay_vm::snapshot::{Snapshot, SnapshotError};
use islay_vm::world::World;

const SEEDS: std::ops::Range<u64> = 0..250;
const BEFORE: usize = 60;
const AFTER: usize = 100;
/// More instances than this and a run is not worth its time.
const CROWD: usize = 200;

fn world(program: &Arc<islay_vm::program::Program>, observe: bool, chunk: u16) -> World {
    World::new(program.clone(), Config { observe, chunk, ..Config::default() })
}

/// Hashes and events of each tick.
pub(super) fn run(world: &mut World, inputs: &[Input]) -> Vec<(u64, Vec<Event>)> {
    let mut out = Vec::new();
    for input in inputs {
        if world.instances().count() > CROWD {
            break;
        }
        world.tick(input);
        out.push((world.hash(), world.events().to_vec()));
    }
    out
}

#[test]
fn a_restored_world_goes_on_with_the_same_hashes_and_events() {
    let mut n_ticks = 0;
    for seed in SEEDS {
        let (_, program) = build(&Program::new(seed).text()).unwrap();
        let program = Arc::new(program);
        let inputs = inputs(seed, BEFORE + AFTER);
        let stop = Dice::new(seed ^ 77).below(BEFORE);
        let (first, rest) = inputs.split_at(stop);
        let rest = &rest[..AFTER.min(rest.len())];
        let mut one = world(&program, true, 1024);
        run(&mut one, first);
        let (snapshot, hash) = (one.snapshot(), one.hash());
        let went = run(&mut one, rest);
        n_ticks += went.len();

        one.restore(&snapshot).unwrap();
        assert!(one.snapshot() == snapshot && one.hash() == hash, "seed {seed} at {stop}");
        assert_same(&went, &run(&mut one, rest), seed, stop);

        let kept = Snapshot::from_bytes(&snapshot.to_bytes()).unwrap();
        assert!(kept == snapshot);
        let mut other = world(&program, true, 7);
        run(&mut other, &inputs[..seed as usize % 20]);
        other.restore(&kept).unwrap();
        assert_same(&went, &run(&mut other, rest), seed, stop);
    }
    assert!(n_ticks > 100 * SEEDS.count() / 2, "{n_ticks} ticks");
}

fn assert_same(a: &[(u64, Vec<Event>)], b: &[(u64, Vec<Event>)], seed: u64, stop: usize) {
    let differs = a.iter().zip(b).position(|(a, b)| a != b);
    if let Some(tick) = differs {
        let (a, b) = (&a[tick], &b[tick]);
        let hashes = (a.0, b.0);
        panic!(
            "seed {seed} put back at {stop}: tick {tick} differs {hashes:?}\n{:?}\n{:?}",
            a.1, b.1
        );
    }
    assert_eq!(a.len(), b.len());
}

#[test]
fn a_world_that_nobody_watches_is_put_back_too() {
    for seed in SEEDS.step_by(5) {
        let (_, program) = build(&Program::new(seed).text()).unwrap();
        let program = Arc::new(program);
        let inputs = inputs(seed, BEFORE + AFTER);
        let (first, rest) = inputs.split_at(seed as usize % BEFORE);
        let mut one = world(&program, false, 1024);
        run(&mut one, first);
        let snapshot = one.snapshot();
        let went = run(&mut one, rest);
        let mut other = world(&program, false, 3);
        other.restore(&snapshot).unwrap();
        assert!(went == run(&mut other, rest), "seed {seed}");
    }
}

#[test]
fn a_snapshot_of_another_program_is_refused_and_changes_nothing() {
    let of = |seed| world(&Arc::new(build(&Program::new(seed).text()).unwrap().1), false, 9);
    let (one, mut other) = (of(1), of(2));
    let hash = other.hash();
    assert_eq!(other.restore(&one.snapshot()), Err(SnapshotError::OtherProgram));
    assert_eq!(other.hash(), hash);
}

#[test]
fn damaged_bytes_are_refused_with_a_reason() {
    let (_, program) = build(&Program::new(3).text()).unwrap();
    let mut world = world(&Arc::new(program), false, 1024);
    run(&mut world, &inputs(3, 20));
    let bytes = world.snapshot().to_bytes();
    for n in 0..bytes.len() {
        assert!(Snapshot::from_bytes(&bytes[..n]).is_err(), "cut at {n}");
        let mut flipped = bytes.clone();
        flipped[n] ^= 1 << (n % 8);
        assert!(Snapshot::from_bytes(&flipped).is_err(), "flipped at {n}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(Snapshot::from_bytes(&longer).unwrap_err().to_string().contains("length"));
}

/// A snapshot whose checksum fits and whose values somebody chose.
#[test]
fn chosen_values_are_refused_or_run_without_a_panic() {
    let mut taken = 0;
    for seed in 0..40 {
        let (_, program) = build(&Program::new(seed).text()).unwrap();
        let program = Arc::new(program);
        let all = inputs(seed, 40);
        let mut one = world(&program, true, 1024);
        run(&mut one, &all[..20]);
        let bytes = one.snapshot().to_bytes();
        let mut dice = Dice::new(seed);
        for _ in 0..150 {
            let mut body = bytes[28..].to_vec();
            let at = dice.below(body.len());
            body[at] = dice.below(256) as u8;
            let Ok(snapshot) = Snapshot::from_bytes(&sealed(&bytes[..20], &body)) else { continue };
            let mut other = world(&program, true, 1024);
            if other.restore(&snapshot).is_ok() {
                run(&mut other, &all[20..]);
                taken += 1;
            }
        }
    }
    assert!(taken > 100, "{taken} were taken");
}

/// With a checksum that fits.
fn sealed(header: &[u8], body: &[u8]) -> Vec<u8> {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |v: u64| {
        let x = (hash ^ v).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash = x ^ (x >> 32);
    };
    add(body.len() as u64);
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
    body.chunks(8).for_each(|chunk| add(number(chunk)));
    let x = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let sum = x ^ (x >> 32);
    [header, &sum.to_le_bytes(), body].concat()
}
