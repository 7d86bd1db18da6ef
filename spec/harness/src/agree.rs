//! One program under the column machine and under the oracle, tick by tick.
//!
//! In: a source text and inputs. Out: nothing where both agree, else the first [`Difference`]: in
//! which tick, of whom, and what both say. States, variables, poses and events are compared bit by
//! bit. It judges nobody.

mod compare;
mod shrink;

use std::fmt;
use std::sync::Arc;

use islay_lang::compile::compile;
use islay_lang::hir::model::Model;
use islay_lang::hir::resolve;
use islay_lang::source::{Alone, SourceFile};
use islay_vm::input::Input;
use islay_vm::limits::Config;
use islay_vm::program::Program;
use islay_vm::world::World;

use crate::host::Host;
use crate::oracle::{Coverage, Oracle};

pub use shrink::shrink;

/// More instances than this and a run is not worth its time.
const CROWD: usize = 60;

/// Something on which the two do not agree.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The tick.
    pub tick: usize,
    /// The instance, by number and path, or what else it is about.
    pub whose: String,
    /// What of it.
    pub what: String,
    /// What the column machine says.
    pub machine: String,
    /// What the oracle says.
    pub oracle: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { tick, whose, what, machine, oracle } = self;
        write!(f, "tick {tick}, {whose}, {what}:\n  machine: {machine}\n  oracle:  {oracle}")
    }
}

/// The model of a text, and its program; the errors where it has some.
pub fn build(text: &str) -> Result<(Model, Program), String> {
    let main = SourceFile { name: "random.islay".into(), text: text.into() };
    let resolved = resolve(main, &Alone);
    let errors: Vec<_> = resolved.diagnostics.iter().filter(|d| d.is_error()).collect();
    if let Some(e) = errors.first() {
        let (start, end) = (e.span.start as usize, e.span.end as usize);
        let line = text.get(..start).map_or(0, |t| t.matches('\n').count());
        let here = text.get(start..end).unwrap_or("");
        let line = text.lines().nth(line).unwrap_or("");
        return Err(format!("{}: {} at `{here}` in `{line}`", e.code.as_str(), e.message));
    }
    let Some(model) = resolved.model else { return Err("there is no model".to_owned()) };
    let program = compile(&model).program;
    Ok((model, program))
}

/// Runs both and compares them after each tick; what ran is added to `coverage`. A second machine
/// that nobody observes must go the same way.
pub fn agree(
    model: &Model,
    program: Program,
    inputs: &[Input],
    coverage: &mut Coverage,
) -> Result<(), Box<Difference>> {
    // the second works on few rows of small tables at a time, the first on all at once
    let few = if program.code.len().is_multiple_of(2) { 1 } else { 3 };
    let program = Arc::new(program);
    let world = |config| World::with_hooks(program.clone(), config, Some(Arc::new(Host)));
    let tables = Config { shard: 2 * u32::from(few), ..Config::default() };
    let mut unobserved = world(Config { chunk: few, ..tables });
    let mut world = world(Config { observe: true, ..Config::default() });
    let mut oracle = Oracle::new(model, None);
    let mut result = compare::all(0, &world, &oracle);
    for (tick, input) in inputs.iter().enumerate() {
        if result.is_err() || oracle.finished() || oracle.n_instances() > CROWD {
            break;
        }
        world.tick(input);
        unobserved.tick(input);
        oracle.tick(input);
        result = compare::all(tick + 1, &world, &oracle)
            .and_then(|()| compare::hashes(tick + 1, &world, &unobserved));
    }
    coverage.add(&oracle.coverage);
    result
}
