//! A step of a test that takes no time, done on a stage: tests and acts share it.
//!
//! In: a compiled step and the world, which runs the program of the step. Out: what it left to do.
//! It lets no time pass and judges no expectation.

use islay_vm::event::{Event, EventKind};
use islay_vm::input::InputEvent;
use islay_vm::program::{Code, DefId, SendSpec, StepSpec, Value as Computed};

use super::testing;
use crate::machine::World;

/// What is left to do after a step.
pub(super) enum Left {
    /// Nothing.
    Nothing,
    /// The next tick must see this.
    Event(InputEvent),
    /// All of it: it takes time, or expects something.
    All,
}

/// Does a step now, if it takes no time; otherwise says why it cannot be done.
pub(super) fn now(world: &mut World, step: &StepSpec) -> Result<Left, String> {
    match step {
        StepSpec::Press(key) => return Ok(Left::Event(InputEvent::Press(*key))),
        StepSpec::Release(key) => return Ok(Left::Event(InputEvent::Release(*key))),
        StepSpec::Click(who) => {
            let id = living(world, *who)?;
            return Ok(Left::Event(InputEvent::Click(id, Default::default())));
        }
        StepSpec::Send { code, message, value, to } => {
            if let SendSpec::Ref(reg) = to {
                living(world, Computed { code: *code, reg: *reg })?;
            }
            world.send(*code, *message, *value, *to);
        }
        StepSpec::Set { code, of, name: var, value } => {
            let id = living(world, Computed { code: *code, reg: *of })?;
            let bits = world.eval(Computed { code: *code, reg: *value });
            let program = world.program().clone();
            let var = program.name(*var);
            if !world.set(id, var, bits) {
                return Err(format!("it has no variable `{var}`"));
            }
        }
        StepSpec::Do { who, bodies } => perform(world, *who, bodies)?,
        StepSpec::Input(input, value) => {
            let value = f32::from_bits(world.eval(*value));
            let program = world.program().clone();
            if let Some(id) = program.inputs.get(usize::from(*input)) {
                world.set_input(program.name(*id), value);
            }
        }
        StepSpec::Fork(code) => world.fork(*code),
        _ => return Ok(Left::All),
    }
    Ok(Left::Nothing)
}

fn perform(world: &mut World, who: Computed, bodies: &[(DefId, Code)]) -> Result<(), String> {
    let id = living(world, who)?;
    let def = world.def_of(id);
    let body = bodies.iter().find(|(d, _)| Some(*d) == def);
    let (_, code) = body.ok_or("it cannot do this: it has become another character")?;
    world.perform(id, *code);
    Ok(())
}

/// The instance of a reference, which must live.
pub(super) fn living(world: &mut World, who: Computed) -> Result<u32, String> {
    match world.eval(who) {
        0 => Err(format!("{} is gone", testing::who_text(world.program(), who))),
        id => Ok(id),
    }
}

/// Keeps what was logged and trapped.
pub(super) fn note(events: &[Event], logs: &mut Vec<String>, traps: &mut Vec<String>) {
    for event in events {
        match &event.kind {
            EventKind::Log { text } => logs.push(text.clone()),
            EventKind::Trap { .. } => traps.push(super::trace::event_text(event)),
            _ => {}
        }
    }
}
