//! Elementary functions of scripts, the same bits on every machine.
//!
//! In: an engine whose functions are those of the system. Out: the same names from libm. Angles are
//! radians, as everywhere in rhai.

use rhai::{Engine, INT};

type Function = fn(f64) -> f64;

pub(super) fn register(engine: &mut Engine) {
    let functions: [(&str, Function); 16] = [
        ("sin", libm::sin),
        ("cos", libm::cos),
        ("tan", libm::tan),
        ("sinh", libm::sinh),
        ("cosh", libm::cosh),
        ("tanh", libm::tanh),
        ("asinh", libm::asinh),
        ("acosh", libm::acosh),
        ("atanh", libm::atanh),
        ("asin", libm::asin),
        ("acos", libm::acos),
        ("atan", libm::atan),
        ("exp", libm::exp),
        ("ln", libm::log),
        ("log", libm::log10),
        ("sqrt", libm::sqrt),
    ];
    for (name, f) in functions {
        engine.register_fn(name, f);
        engine.register_fn(name, move |v: INT| f(v as f64));
    }
    engine.register_fn("atan", libm::atan2);
    engine.register_fn("hypot", libm::hypot);
    engine.register_fn("log", |v: f64, base: f64| libm::log(v) / libm::log(base));
    engine.register_fn("**", libm::pow);
    engine.register_fn("**", |a: f64, b: INT| libm::pow(a, b as f64));
    engine.register_fn("**", |a: INT, b: f64| libm::pow(a as f64, b));
}
