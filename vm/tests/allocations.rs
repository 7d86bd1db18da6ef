//! A tick of a scene that is warm allocates nothing.

// what may stop a program that runs may stop a test; an allocator can be written in no other way
#![allow(clippy::unwrap_used, unsafe_code)]

#[allow(dead_code)]
#[path = "machine/asm.rs"]
mod asm;
#[allow(dead_code)]
#[path = "machine/scenes.rs"]
mod scenes;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::limits::Config;
use islay_vm::program::Program;
use islay_vm::world::World;

thread_local! {
    static ALLOCATIONS: Cell<u32> = const { Cell::new(0) };
}

/// The system's allocator, counting how often this thread asks for memory.
struct Counting;

// SAFETY: it does what the system's allocator does.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often so many ticks ask for memory, after some.
fn allocations(program: Arc<Program>, warm: usize, ticks: usize) -> u32 {
    let mut world = World::new(program, Config { poses_before: true, ..Config::default() });
    let inputs = [
        Input::new().with(InputEvent::Press(Key::LEFT)),
        Input::new(),
        Input::new().with(InputEvent::Release(Key::LEFT)),
    ];
    let mut run = |n: usize| (0..n).for_each(|tick| world.tick(&inputs[tick % 3]));
    run(warm);
    let before = ALLOCATIONS.get();
    run(ticks);
    ALLOCATIONS.get() - before
}

#[test]
fn walkers_allocate_nothing() {
    for by_chance in [false, true] {
        assert_eq!(allocations(scenes::walkers(by_chance), 30, 200), 0);
    }
}

#[test]
fn messages_allocate_nothing() {
    assert_eq!(allocations(scenes::talkers(), 1000, 500), 0);
}

#[test]
fn clocks_allocate_nothing() {
    assert_eq!(allocations(scenes::timers(), 30, 200), 0);
}

#[test]
fn contacts_and_questions_allocate_nothing() {
    assert_eq!(allocations(scenes::carts(), 1000, 500), 0);
}
