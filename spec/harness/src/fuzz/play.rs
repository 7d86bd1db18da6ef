//! A scene that runs with random inputs under small limits.
//!
//! In: a scene, and bytes that choose what happens to it. Out: a panic where a number that is not
//! finite is seen, where watching changes what happens, or where a snapshot that is put back goes
//! another way.

use islay::{Button, Config, Input, Instance, Key, Limits, Scene, Snapshot, Stage};

use super::judge;
use crate::generate::Dice;

/// Ticks of a run.
const TICKS: usize = 60;
/// Instances times ticks, and boxes that may touch, bound the time of a run.
const WORK: usize = 12_000;

/// What a scene may use here.
pub fn limits() -> Limits {
    let small = [
        ("instances", 400),
        ("forks", 60),
        ("messages", 500),
        ("depth", 16),
        ("notes", 100),
        ("hook", 2_000),
        ("memory", 64 << 20),
    ];
    let mut limits = Limits::default();
    for (name, value) in small {
        assert!(limits.set(name, value).is_ok(), "there is no limit `{name}`");
    }
    limits
}

/// How it runs here.
pub fn config() -> Config {
    Config { limits: limits(), ..Config::default() }
}

/// Runs a scene from its beginning.
pub fn play(scene: &Scene, choices: &[u8]) {
    let mut dice = Dice::of(choices);
    let mut stage = Stage::new(scene, config());
    let mut watched = Stage::new(scene, Config { observe: true, between: false, ..config() });
    let stop = dice.below(TICKS);
    let mut work = 0;
    for tick in 0..TICKS {
        work += stage.n_instances() + 1;
        if work > WORK || stage.finished() {
            break;
        }
        let input = input(&stage, &mut dice);
        stage.tick(&input);
        watched.tick(&input);
        assert!(stage.hash() == watched.hash(), "watching changes tick {}", tick + 1);
        if tick == stop {
            watched = put_back(&stage);
        }
    }
    seen(&mut stage);
}

/// Some more ticks of a stage that was put somewhere.
pub fn go_on(stage: &mut Stage, choices: &[u8], ticks: usize) {
    let mut dice = Dice::of(choices);
    let mut work = 0;
    for _ in 0..ticks {
        work += stage.n_instances() + 1;
        if work > WORK || stage.finished() {
            break;
        }
        let input = input(stage, &mut dice);
        stage.tick(&input);
    }
    seen(stage);
}

/// Another stage at the same point, by way of bytes.
fn put_back(stage: &Stage) -> Stage {
    let bytes = stage.snapshot().to_bytes();
    let mut other = Stage::new(stage.scene(), config());
    match Snapshot::from_bytes(&bytes).map(|snapshot| other.restore(&snapshot)) {
        Ok(Ok(())) => {}
        Ok(Err(error)) | Err(error) => {
            judge::broken(&format!("its own snapshot is refused: {error}"))
        }
    }
    assert!(other.hash() == stage.hash(), "put back it has another hash");
    other
}

/// What is seen of it is made of finite numbers.
pub fn seen(stage: &mut Stage) {
    for one in stage.instances() {
        let Instance { path, position, rotation, scale, .. } = &one;
        let numbers = position.iter().chain(rotation).chain(scale);
        assert!(numbers.clone().all(|n| n.is_finite()), "{path}: {one:?}");
    }
    stage.bounds();
    stage.frame(0.5);
}

/// What happens before a tick.
fn input(stage: &Stage, dice: &mut Dice) -> Input {
    let n = [0, 0, 1, 1, 2, 3][dice.below(6)];
    (0..n).fold(Input::new(), |input, _| event(stage, dice, input))
}

fn event(stage: &Stage, dice: &mut Dice, input: Input) -> Input {
    let key = |dice: &mut Dice| {
        let names = ["Left", "Right", "Up", "Down", "Space", "Enter", "A", "W", "1", "ShiftLeft"];
        Key::parse(dice.pick(&names)).unwrap_or(Key::SPACE)
    };
    match dice.below(12) {
        0 | 1 => input.press(key(dice)),
        2 => input.release(key(dice)),
        3 | 4 => input.hold(key(dice)),
        5 | 6 => input.click(&someone(stage, dice), Button::Left),
        7 => input.hover(&someone(stage, dice)),
        8 => input.hover_nothing().click_nothing(Button::Right),
        9 => input.send(dice.pick(&["ping", "go", "hit", "score", "open"]), number(dice), "all"),
        10 => input.send("ping", number(dice), &someone(stage, dice)),
        _ => input.set("steer", number(dice)).release_all(),
    }
}

fn someone(stage: &Stage, dice: &mut Dice) -> String {
    let nth = dice.below(stage.n_instances().min(20) + 1);
    stage.instances().nth(nth).map_or_else(|| "Nobody".to_owned(), |one| one.path)
}

fn number(dice: &mut Dice) -> f32 {
    let odd = [0.0, -0.0, 1.0, -1.0, 0.5, 1e38, -1e38, 1e-40, f32::NAN, f32::INFINITY];
    odd[dice.below(odd.len())]
}
