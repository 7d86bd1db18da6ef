//! Random inputs.
//!
//! In: a seed and a number of ticks. Out: an [`Input`] for each tick: keys, clicks, the pointer,
//! messages and values from outside, some of them aimed at nobody.

use islay_vm::input::{Input, InputEvent, InputTarget};
use islay_vm::key::Key;
use islay_vm::program::Button;

use super::dice::Dice;
use super::plan::{COLOURS, FLAGS, MESSAGES, NUMBERS, REFERENCES};

/// One input for each of so many ticks.
pub fn inputs(seed: u64, n_ticks: usize) -> Vec<Input> {
    let mut dice = Dice::new(seed ^ 0x1234_5678_9abc);
    (0..n_ticks).map(|_| input(&mut dice)).collect()
}

fn input(d: &mut Dice) -> Input {
    let n = [0, 0, 1, 1, 2, 4][d.below(6)];
    (0..n).fold(Input::new(), |input, _| input.with(event(d)))
}

fn event(d: &mut Dice) -> InputEvent {
    match d.below(24) {
        0..=6 => InputEvent::Press(key(d)),
        7..=11 => InputEvent::Release(key(d)),
        12 if d.percent(20) => InputEvent::ReleaseAll,
        12..=15 => InputEvent::Click(someone(d), button(d)),
        16 | 17 => InputEvent::Hover(someone(d)),
        18..=21 => InputEvent::Send {
            message: d.pick(&MESSAGES).into(),
            value: d.between(-4, 8) as f32 * 0.5,
            to: target(d),
        },
        _ => set(d),
    }
}

fn key(d: &mut Dice) -> Key {
    let names = ["Left", "Right", "Up", "Space", "A", "ShiftLeft", "ShiftRight"];
    Key::parse(d.pick(&names)).unwrap_or(Key::SPACE)
}

fn someone(d: &mut Dice) -> u32 {
    d.below(16) as u32
}

fn button(d: &mut Dice) -> Button {
    [Button::Left, Button::Left, Button::Right, Button::Middle][d.below(4)]
}

fn target(d: &mut Dice) -> InputTarget {
    match d.below(4) {
        0 => InputTarget::All,
        1 => InputTarget::Name(d.pick(&["C1", "C2", "Boss", "Group0", "Nothing"]).into()),
        _ => InputTarget::One(someone(d)),
    }
}

fn set(d: &mut Dice) -> InputEvent {
    let (name, bits) = match d.below(5) {
        0 => (d.pick(&FLAGS), d.below(2) as u32),
        1 => (d.pick(&REFERENCES), someone(d)),
        2 => (d.pick(&COLOURS), d.bits() as u32),
        _ => (d.pick(&NUMBERS), (d.between(-8, 8) as f32 * 0.5).to_bits()),
    };
    InputEvent::Set { of: someone(d), name: name.into(), bits }
}
