//! The engine that runs scripts: what a script may use, and how much of it.
//!
//! In: nothing. Out: an engine without files, clocks, chance of its own or text that is run, whose
//! arithmetic is the same on every machine.

use std::cell::Cell;

use rhai::module_resolvers::DummyModuleResolver;
use rhai::{Dynamic, Engine, FLOAT, INT, OptimizationLevel};

use super::value::Said;
use super::{handle, maths, watchdog};

/// Calls within calls.
const LEVELS: usize = 32;
/// Expressions within expressions, outside and inside of functions.
const DEPTH: (usize, usize) = (64, 32);
/// Bytes of a text.
const TEXT: usize = 4 << 10;
/// Items of a list.
const LIST: usize = 1 << 10;
/// Entries of a map.
const MAP: usize = 256;
/// The same in every process, so that nothing hangs on the order of a map.
const SEED: [u64; 4] = [0x1517, 0x2a, 0x9e37_79b9, 0x7f4a_7c15];

thread_local! {
    /// Operations that the running call may do.
    static ALLOWED: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// How many operations calls on this thread may do, as long as it lives.
pub(super) struct Allowance(u64);

impl Allowance {
    /// So many.
    pub(super) fn new(operations: u64) -> Self {
        Self(ALLOWED.replace(operations))
    }
}

impl Drop for Allowance {
    fn drop(&mut self) {
        ALLOWED.set(self.0);
    }
}

fn no_clock() -> Said<()> {
    Err("a script has no clock, and cannot sleep".into())
}

/// A new engine.
pub(super) fn new() -> Engine {
    // it can be set once in a process; whoever was first set the same
    let _ = rhai::config::hashing::set_hashing_seed(Some(SEED));
    let mut engine = Engine::new();
    engine
        .set_optimization_level(OptimizationLevel::Simple)
        .set_fast_operators(false)
        .set_strict_variables(true)
        .set_max_call_levels(LEVELS)
        .set_max_expr_depths(DEPTH.0, DEPTH.1)
        .set_max_string_size(TEXT)
        .set_max_array_size(LIST)
        .set_max_map_size(MAP)
        .set_module_resolver(DummyModuleResolver::new())
        .disable_symbol("eval")
        .disable_symbol("import")
        .disable_symbol("print")
        .disable_symbol("debug")
        .on_progress(|done| {
            let allowed = ALLOWED.get();
            if done > allowed {
                return Some(Dynamic::from(format!("more than {allowed} operations")));
            }
            let late = watchdog::overrun(done)?;
            Some(Dynamic::from(format!("more than {} ms", late.as_secs_f64() * 1000.0)))
        });
    maths::register(&mut engine);
    engine.register_fn("sleep", |_: FLOAT| no_clock());
    engine.register_fn("sleep", |_: INT| no_clock());
    handle::register(&mut engine);
    engine
}
