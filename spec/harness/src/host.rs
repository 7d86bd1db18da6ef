//! The host of random programs: functions over numbers, one of which is not there.
//!
//! In: a name and numbers. Out: a number, which may not be finite, or why there is none. The machine
//! and the oracle ask the same.

use islay_vm::event::EmitValue;
use islay_vm::hook::{Hook, Hooks, Me};

/// What programs say of it.
pub const ITEM: &str =
    "host { function blend(a, b)  function wild(v)  function steady()  function absent(v) }";

/// Runs its functions for the machine.
#[derive(Clone, Copy, Debug)]
pub struct Host;

/// The number that a function makes of numbers.
pub fn number(name: &str, args: &[f32]) -> Result<f32, String> {
    match (name, args) {
        ("blend", [a, b]) => Ok(a * 0.5 - b * 0.25 + 1.0),
        ("wild", [v]) => Ok(if *v > 2.0 { f32::NAN } else { -1.0 / v }),
        ("steady", []) => Ok(0.75),
        _ => Err(format!("there is no `{name}`")),
    }
}

impl Hooks for Host {
    fn call(&self, hook: Hook<'_>, _: &mut Me, _: &[EmitValue]) -> Result<bool, String> {
        Err(format!("`{}` cannot be called", hook.name))
    }

    fn number(&self, hook: Hook<'_>, args: &[f32]) -> Result<f32, String> {
        number(hook.name, args)
    }
}
