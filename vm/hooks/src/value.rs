//! Values on their way into a script and back.
//!
//! In: numbers, flags, references, colours, texts. Out: the same in the script's words: a reference
//! is its path or `()`, a colour is a whole number 0xRRGGBBAA. Whole and broken numbers are taken
//! alike; what is not finite is refused.

use islay_vm::event::EmitValue;
use rhai::{Dynamic, EvalAltResult, INT};

/// Whatever a function of `me` brings.
pub(super) type Said<T> = Result<T, Box<EvalAltResult>>;

pub(super) fn to_script(value: &EmitValue) -> Dynamic {
    match value {
        EmitValue::Number(n) => Dynamic::from(f64::from(*n)),
        EmitValue::Flag(b) => Dynamic::from(*b),
        EmitValue::Colour(c) => Dynamic::from(INT::from(*c)),
        EmitValue::Text(text) => Dynamic::from(text.clone()),
        EmitValue::Who(Some(path)) => Dynamic::from(path.clone()),
        EmitValue::Who(None) => Dynamic::UNIT,
    }
}

/// What a script gives out as an argument of an event.
pub(super) fn from_script(value: &Dynamic) -> Said<EmitValue> {
    if let Ok(flag) = value.as_bool() {
        return Ok(EmitValue::Flag(flag));
    }
    match value.is_string() {
        true => Ok(EmitValue::Text(value.to_string())),
        false => number(value).map(EmitValue::Number),
    }
}

/// A number, whole or broken.
pub(super) fn number(value: &Dynamic) -> Said<f32> {
    let n = value.as_float().or_else(|_| value.as_int().map(|n| n as f64));
    let n = n.map_err(|kind| format!("a number is wanted here, not {kind}"))? as f32;
    match n.is_finite() {
        true => Ok(n + 0.0),
        false => Err("a number is not finite".into()),
    }
}

/// 0xRRGGBBAA.
pub(super) fn colour(value: INT) -> Said<u32> {
    u32::try_from(value).map_err(|_| "a colour is a number 0xRRGGBBAA".into())
}
