//! Programs as bytes: what is refused says why, and what is not refused runs.
//!
//! In: bytes of whatever origin, or those of a program and dice that change them here and there.
//! Out: what came of it. A program that runs is looked at from all sides: its ticks, pictures,
//! texts, hashes and snapshots.

use std::sync::Arc;

use islay_vm::envelope::Envelope;
use islay_vm::frame::Camera;
use islay_vm::input::{Input, InputEvent, InputTarget};
use islay_vm::key::Key;
use islay_vm::limits::{Config, Limits};
use islay_vm::program::{Button, Program, ProgramError};
use islay_vm::snapshot::Snapshot;
use islay_vm::world::World;

use crate::generate::Dice;
use crate::host::Host;

/// How long what can run is run.
const TICKS: usize = 20;

/// Bytes before a body.
const HEADER: usize = 28;

/// Small, so that no program takes long.
fn limits() -> Limits {
    Limits {
        instances: 200,
        forks: 50,
        messages: 200,
        depth: 8,
        notes: 100,
        hook: 1000,
        memory: 16 << 20,
        ..Limits::default()
    }
}

/// Reads bytes as a program and runs it, if it is one.
pub fn try_bytes(bytes: &[u8]) -> Result<(), ProgramError> {
    run(Program::from_bytes(bytes)?);
    Ok(())
}

/// The bytes of a program, changed in a few places of the body, with a header that fits.
pub fn changed(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let (header, body) = bytes.split_at_checked(HEADER).unwrap_or((bytes, &[]));
    let mut body = body.to_vec();
    let n = 1 + dice.below(4);
    (0..n).for_each(|_| change(&mut body, dice));
    let mut mark = [0; 8];
    mark.iter_mut().zip(header).for_each(|(to, from)| *to = *from);
    let version = header.get(8..12).and_then(|v| v.try_into().ok()).map_or(0, u32::from_le_bytes);
    Envelope { mark, version, largest: u64::MAX }.close(&body)
}

fn change(body: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(body.len());
    let other = dice.bits() as u8;
    let from = dice.below(body.len());
    let n = 1 + dice.below(8);
    match dice.below(10) {
        // the length of what is there stays, so that most of it is still read
        0..4 => one(body, at, |b| (b & 0x80) | (other & 0x7f)),
        4..6 => one(body, at, |b| b ^ 1 << (other % 8)),
        6 => one(body, at, |b| b.wrapping_add(1)),
        7 => {
            // another op, value or name in the place of this one
            let piece: Vec<u8> = body.iter().skip(from).take(n).copied().collect();
            body.iter_mut().skip(at).zip(piece).for_each(|(to, from)| *to = from);
        }
        8 => body.insert(at.min(body.len()), other),
        _ if body.is_empty() => {}
        _ => {
            body.remove(at);
        }
    }
}

fn one(body: &mut [u8], at: usize, f: impl FnOnce(u8) -> u8) {
    if let Some(byte) = body.get_mut(at) {
        *byte = f(*byte);
    }
}

/// Runs a program that passed its check.
pub fn run(program: Program) {
    let program = Arc::new(program);
    let limits = limits();
    let seen = Config { observe: true, poses_before: true, chunk: 3, limits, ..Config::default() };
    for config in [seen, Config { limits, ..Config::default() }] {
        let mut world = World::with_hooks(program.clone(), config, Some(Arc::new(Host)));
        go(&mut world, TICKS);
        if let Ok(snapshot) = Snapshot::from_bytes(&world.snapshot().to_bytes()) {
            // numbers that no text can bring about may be refused
            let _ = world.restore(&snapshot);
        }
        world.tick(&Input::new());
    }
}

/// Goes on with a program that passed its check in the place of another that runs.
pub fn run_after(other: Program, program: Program) {
    let config = Config { limits: limits(), ..Config::default() };
    let mut world = World::new(Arc::new(other), config);
    go(&mut world, TICKS / 2);
    world.adopt(Arc::new(program));
    go(&mut world, TICKS / 2);
}

fn go(world: &mut World, ticks: usize) {
    for tick in 0..ticks {
        world.tick(&input(world.program(), tick));
        look(world);
    }
}

fn look(world: &mut World) {
    let _ = (world.hash(), world.stats(), world.extent());
    let camera = Camera::Around(world.extent());
    let _ = world.frame(camera, 0.5);
    let ids: Vec<u32> = world.instances().collect();
    for id in ids {
        let _ = (world.view(id), world.elapsed(id), world.text(id));
    }
}

/// Keys, clicks, numbers and messages, each for some ticks.
fn input(program: &Program, tick: usize) -> Input {
    let keys: Vec<Key> = Key::all().collect();
    let mut input = Input::new();
    let mut add = |event| input.events.push(event);
    for key in keys.iter().skip(tick % 7).step_by(7) {
        add(if tick.is_multiple_of(2) {
            InputEvent::Press(*key)
        } else {
            InputEvent::Release(*key)
        });
    }
    add(InputEvent::Hover(tick as u32 % 5));
    add(InputEvent::Click(1 + tick as u32 % 5, Button::Left));
    let cast = program.classes.iter().map(|class| class.name);
    let to = cast
        .cycle()
        .nth(tick)
        .map_or(InputTarget::All, |name| InputTarget::Name(program.name(name).into()));
    for message in program.messages.iter().take(20) {
        let message = program.name(*message).into();
        let to = if tick.is_multiple_of(3) { InputTarget::All } else { to.clone() };
        add(InputEvent::Send { message, value: tick as f32, to });
    }
    for name in program.inputs.iter().take(20) {
        add(InputEvent::Input(program.name(*name).into(), tick as f32 - 10.0));
    }
    input
}
