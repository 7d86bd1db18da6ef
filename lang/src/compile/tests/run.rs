//! From text to ticks: the program does in the machine what the text says.

use std::sync::Arc;

use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::limits::Config;
use islay_vm::world::World;

use super::scene::program;

const TURN: &str = "character Hero {
    diagram Turn {
        state Still on key(Left) -> Left
        state Left < rotate y -5 >
            on key(Left) -> Left
            else -> Still
    }
}
group main { Hero }";

/// Runs with a key held in ticks 1 to `held`; heading and state after each tick.
fn turned(text: &str, held: usize, ticks: usize) -> Vec<(f32, String)> {
    let mut world = World::new(Arc::new(program(text)), Config::default());
    let left = Key::parse("Left").expect("the key");
    let tick = |n: usize| {
        let input = match n {
            1 => Input::new().with(InputEvent::Press(left)),
            n if n == held + 1 => Input::new().with(InputEvent::Release(left)),
            _ => Input::new(),
        };
        world.tick(&input);
        let hero = world.find("Hero").and_then(|id| world.view(id)).expect("the hero");
        let heading = islay_vm::math::quat_euler(hero.rotation)[1];
        (heading, hero.states[0].1.to_string())
    };
    (1..=ticks).map(tick).collect()
}

#[test]
fn the_hero_turns_while_the_arrow_is_held_and_once_more() {
    let seen = turned(TURN, 10, 12);
    let wanted = [0.0, -5.0, -10.0, -15.0, -20.0, -25.0, -30.0, -35.0, -40.0, -45.0, -50.0, -50.0];
    for (tick, ((heading, state), wanted)) in (1..).zip(seen.iter().zip(wanted)) {
        assert!((heading - wanted).abs() < 1e-3, "tick {tick}: {heading} instead of {wanted}");
        assert_eq!(state, if tick <= 10 { "Left" } else { "Still" }, "tick {tick}");
    }
}

#[test]
fn a_folded_turn_and_a_computed_one_give_the_same_bits() {
    let computed = TURN
        .replace("character Hero {", "character Hero { var v = -5")
        .replace("rotate y -5", "rotate y v");
    assert_eq!(turned(TURN, 30, 40), turned(&computed, 30, 40));
}
