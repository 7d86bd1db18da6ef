//! Hosts: that of random programs, whose functions over numbers the machine and the oracle ask
//! alike, and that of `trace` blocks.
//!
//! In: names and arguments. Out: numbers, which may not be finite, and what is done for characters.

use islay::Host as Offered;
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

/// What `trace` blocks with `host=yes` run under.
pub fn offered() -> Offered {
    let number = |args: &[EmitValue]| {
        args.first().and_then(EmitValue::as_number).ok_or("a number is wanted here")
    };
    Offered::new()
        .action("push", 1, move |me, args| me.move_by([0.0, 0.0, number(args)?]))
        .action("refuse", 0, |me, _| {
            me.move_by([100.0, 0.0, 0.0])?;
            Err("not today".to_owned())
        })
        .signal("past", 1, move |me, args| Ok(me.position()[2] >= number(args)?))
        .function("slope", 2, |args| args.iter().sum::<f32>() / 2.0)
        .function("wild", 1, |args| 1.0 / (args.first().unwrap_or(&1.0) - 1.0))
}
