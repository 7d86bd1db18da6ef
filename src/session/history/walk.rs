//! Running what was, again.
//!
//! In: a run, a script, a stage somewhere on that run. Out: the stage further on, with everything
//! that was done on the way, and the keys that the user had down there. Nobody hears of it.

use islay_vm::key::KeySet;

use super::run::Run;
use crate::input::InputEvent;
use crate::session::script::Script;
use crate::{Error, Input, Stage};

/// Goes on as it was until a tick.
pub(super) fn to(
    tick: u64,
    stage: &mut Stage,
    down: &mut KeySet,
    run: &Run,
    script: &Script,
) -> Result<(), Error> {
    while stage.ticks() < tick {
        step(stage, down, run, script)?;
    }
    Ok(())
}

/// One tick as it was, and what was done behind it.
pub(super) fn step(
    stage: &mut Stage,
    down: &mut KeySet,
    run: &Run,
    script: &Script,
) -> Result<(), Error> {
    tick(stage, down, run, script);
    deeds(stage, run)
}

/// One tick as it was, without what was done behind it.
pub(super) fn tick(stage: &mut Stage, down: &mut KeySet, run: &Run, script: &Script) {
    let tick = stage.ticks() + 1;
    let user = run.input(tick).cloned().unwrap_or_default();
    follow(down, &user);
    stage.tick(&user.and(script.at(tick)));
}

/// What was done behind the tick where a stage is.
pub(super) fn deeds(stage: &mut Stage, run: &Run) -> Result<(), Error> {
    run.deeds(stage.ticks()).try_for_each(|deed| deed.again(stage))
}

/// The keys that a user has down behind an input.
pub(super) fn follow(down: &mut KeySet, input: &Input) {
    for event in &input.events {
        match event {
            InputEvent::Press(key) => down.insert(*key),
            InputEvent::Release(key) => down.remove(*key),
            InputEvent::ReleaseAll => down.clear(),
            _ => {}
        }
    }
}
