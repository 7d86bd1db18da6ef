//! `me`: what a script sees of the character that calls it, and all that it can do.
//!
//! In: an engine. Out: the same with the functions and fields of `me`. What is asked for is noted
//! and done by the machine after the call; what a script reads of itself follows at once.

use std::sync::{Arc, Mutex, PoisonError};

use islay_vm::event::EmitValue;
use islay_vm::hook::Me;
use rhai::{Array, Dynamic, Engine, INT, ImmutableString};

use super::value::{Said, colour, from_script, number, to_script};

/// A script's `me`.
#[derive(Clone, Debug)]
pub(super) struct Handle(pub Arc<Mutex<Me>>);

impl Handle {
    fn see<T>(&self, f: impl FnOnce(&Me) -> T) -> T {
        f(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn ask(&self, f: impl FnOnce(&mut Me) -> Result<(), String>) -> Said<()> {
        Ok(f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))?)
    }
}

pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Handle>("me");
    seen(engine);
    variables(engine);
    drawn(engine);
    poses(engine);
    looks(engine);
    others(engine);
}

/// What `me` is.
fn seen(engine: &mut Engine) {
    engine.register_get("name", |me: &mut Handle| me.see(|me| me.path().to_owned()));
    engine.register_get("character", |me: &mut Handle| me.see(|me| me.character().to_owned()));
    engine.register_get("time", |me: &mut Handle| me.see(|me| f64::from(me.time())));
    engine.register_get("dt", |me: &mut Handle| me.see(|me| f64::from(me.dt())));
    engine.register_get("color", |me: &mut Handle| me.see(|me| INT::from(me.colour())));
    engine.register_get("visible", |me: &mut Handle| me.see(Me::visible));
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        engine.register_get(name, move |me: &mut Handle| {
            me.see(|me| me.position().get(axis).copied().map_or(0.0, f64::from))
        });
    }
    for (axis, name) in ["pitch", "heading", "roll"].into_iter().enumerate() {
        engine.register_get(name, move |me: &mut Handle| {
            me.see(|me| me.angles().get(axis).copied().map_or(0.0, f64::from))
        });
    }
    engine.register_get("position", |me: &mut Handle| {
        let at = me.see(Me::position);
        at.iter().map(|v| Dynamic::from(f64::from(*v))).collect::<Array>()
    });
    engine.register_fn("state", |me: &mut Handle, diagram: &str| -> Said<String> {
        let state = me.see(|me| me.state(diagram).map(str::to_owned));
        Ok(state.ok_or_else(|| format!("it has no diagram `{diagram}`"))?)
    });
}

/// `me.hp`, `me["hp"]`, `me.get("hp")`, `me.set("hp", 3)`, `me.hp = 3`.
fn variables(engine: &mut Engine) {
    let get = |me: &mut Handle, name: &str| -> Said<Dynamic> {
        let value = me.see(|me| me.var(name).ok_or_else(|| unknown(me, name)));
        Ok(to_script(&value?))
    };
    let set = |me: &mut Handle, name: &str, value: Dynamic| {
        let value = match me.see(|me| me.var(name)) {
            Some(EmitValue::Colour(_)) => {
                let bits = value.as_int().map_err(|kind| format!("a colour is wanted, not {kind}"));
                EmitValue::Colour(colour(bits?)?)
            }
            _ => from_script(&value)?,
        };
        me.ask(|me| me.set(name, value))
    };
    engine.register_fn("get", get);
    engine.register_fn("set", set);
    let get = move |me: &mut Handle, name: ImmutableString| get(me, &name);
    let set = move |me: &mut Handle, name: ImmutableString, v: Dynamic| set(me, &name, v);
    engine.register_indexer_get(get);
    engine.register_indexer_set(set);
}

fn unknown(me: &Me, name: &str) -> String {
    format!("`{}` has no variable `{name}`", me.character())
}

/// Chance: the same for the same seed, character, tick and place.
fn drawn(engine: &mut Engine) {
    let draw = |me: &mut Handle| {
        let mut me = me.0.lock().unwrap_or_else(PoisonError::into_inner);
        f64::from(me.random())
    };
    engine.register_fn("random", draw);
    engine.register_fn("random", move |me: &mut Handle, a: Dynamic, b: Dynamic| -> Said<f64> {
        let (a, b) = (f64::from(number(&a)?), f64::from(number(&b)?));
        Ok(a + (b - a) * draw(me))
    });
}

fn three(x: &Dynamic, y: &Dynamic, z: &Dynamic) -> Said<[f32; 3]> {
    Ok([number(x)?, number(y)?, number(z)?])
}

fn poses(engine: &mut Engine) {
    type Three = (Dynamic, Dynamic, Dynamic);
    let with =
        |me: &mut Handle, (x, y, z): Three, f: fn(&mut Me, [f32; 3]) -> Result<(), String>| {
            let v = three(&x, &y, &z)?;
            me.ask(|me| f(me, v))
        };
    engine.register_fn("move", move |me: &mut Handle, x: Dynamic, y: Dynamic, z: Dynamic| {
        with(me, (x, y, z), Me::move_by)
    });
    engine.register_fn("rotate", move |me: &mut Handle, x: Dynamic, y: Dynamic, z: Dynamic| {
        with(me, (x, y, z), Me::rotate_by)
    });
    engine.register_fn("place", move |me: &mut Handle, x: Dynamic, y: Dynamic, z: Dynamic| {
        with(me, (x, y, z), Me::place)
    });
}

fn looks(engine: &mut Engine) {
    engine.register_fn("color", |me: &mut Handle, rgba: INT| -> Said<()> {
        let rgba = colour(rgba)?;
        me.ask(|me| me.color(rgba))
    });
    engine.register_fn("show", |me: &mut Handle| me.ask(|me| me.show(true)));
    engine.register_fn("hide", |me: &mut Handle| me.ask(|me| me.show(false)));
}

/// What others notice.
fn others(engine: &mut Engine) {
    engine.register_fn("send", |me: &mut Handle, message: &str, to: &str| {
        me.ask(|me| me.send(message, 0.0, to))
    });
    engine.register_fn("send", |me: &mut Handle, message: &str, value: Dynamic, to: &str| {
        let value = number(&value)?;
        me.ask(|me| me.send(message, value, to))
    });
    engine.register_fn("fork", |me: &mut Handle, what: &str| me.ask(|me| me.fork(what)));
    engine.register_fn("vanish", |me: &mut Handle| me.ask(Me::vanish));
    engine.register_fn("log", |me: &mut Handle, text: Dynamic| {
        let text = text.to_string();
        me.ask(|me| me.log(&text))
    });
    engine.register_fn("emit", |me: &mut Handle, name: &str| me.ask(|me| me.emit(name, vec![])));
    engine.register_fn("emit", |me: &mut Handle, name: &str, args: Array| -> Said<()> {
        let args = args.iter().map(from_script).collect::<Said<Vec<_>>>()?;
        me.ask(|me| me.emit(name, args))
    });
}
