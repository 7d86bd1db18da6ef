//! Scripts and the calls of their functions.
//!
//! In: texts of scripts. Out: their functions for the front end, and a [`Scripts`] that runs them.
//! A script reads no file and no clock, keeps nothing from one call to the next, and reaches the
//! scene through `me` alone; what is too long, too deep or too large ends with its place.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use islay_vm::event::EmitValue;
use islay_vm::hook::{Hook, Hooks, Me};
use rhai::{AST, Dynamic, Engine, EvalAltResult, Position, Scope};

use crate::handle::Handle;
use crate::{engine, value};

/// The functions that a script offers: names and numbers of arguments behind `me`. An `Err` is one
/// line with its place.
pub fn functions(name: &str, text: &str) -> Result<Vec<(String, usize)>, String> {
    let ast = compiled(&engine::new(), name, text)?;
    let offered = ast.iter_functions().filter(|f| f.access.is_public() && !f.params.is_empty());
    Ok(offered.map(|f| (f.name.to_owned(), f.params.len() - 1)).collect())
}

fn compiled(engine: &Engine, name: &str, text: &str) -> Result<AST, String> {
    // a fault of the parser is one of the script too, not the end of the host
    let parsed = panic::catch_unwind(AssertUnwindSafe(|| engine.compile(text)));
    let parsed = parsed.map_err(|_| format!("{name}: the parser of scripts failed"))?;
    parsed.map_err(|e| {
        let (line, reason) = (place(name, e.position()), e.err_type().to_string());
        format!("{line}: {reason}")
    })
}

/// Scripts that can be run.
#[derive(Debug)]
pub struct Scripts {
    engine: Engine,
    scripts: BTreeMap<String, Script>,
}

#[derive(Debug)]
struct Script {
    ast: AST,
    text: Arc<str>,
}

impl Scripts {
    /// The scripts of a scene, by name; none where it has none. An `Err` is one line with its
    /// place.
    pub fn of(texts: &BTreeMap<String, Arc<str>>) -> Result<Option<Arc<dyn Hooks>>, String> {
        let engine = engine::new();
        let mut scripts = BTreeMap::new();
        for (name, text) in texts {
            let script = Script { ast: compiled(&engine, name, text)?, text: text.clone() };
            scripts.insert(name.clone(), script);
        }
        let made = || Arc::new(Self { engine, scripts });
        Ok((!texts.is_empty()).then(|| made() as Arc<dyn Hooks>))
    }

    fn run(&self, hook: Hook<'_>, me: &Handle, args: &[EmitValue]) -> Result<Dynamic, String> {
        let script = self.scripts.get(hook.script);
        let script = script.ok_or_else(|| format!("{}: there is no such script", hook.script))?;
        let mut values = vec![Dynamic::from(me.clone())];
        values.extend(args.iter().map(value::to_script));
        // what stands outside of functions is done anew each time, so that nothing is kept
        let call = || self.engine.call_fn(&mut Scope::new(), &script.ast, hook.name, values);
        // a fault of the interpreter is one of the script's call, not the end of the host
        let said = panic::catch_unwind(AssertUnwindSafe(call)).map_err(|_| {
            format!(
                "{}: the interpreter failed, in `{}`",
                place(hook.script, begins(hook.name, &script.text)),
                hook.name
            )
        })?;
        said.map_err(|error| failure(hook, &script.text, &error))
    }
}

impl Hooks for Scripts {
    fn call(&self, hook: Hook<'_>, me: &mut Me, args: &[EmitValue]) -> Result<bool, String> {
        let limit = engine::Allowance::new(me.operations());
        let handle = Handle(Arc::new(Mutex::new(me.clone())));
        let said = self.run(hook, &handle, args);
        drop(limit);
        let said = said?;
        me.clone_from(&handle.0.lock().unwrap_or_else(PoisonError::into_inner));
        if me.acts() {
            return Ok(false);
        }
        said.as_bool().map_err(|kind| {
            format!("{}: `{}` says {kind}, where true or false is wanted", hook.script, hook.name)
        })
    }
}

/// Why a call failed, with its place, in one line.
fn failure(hook: Hook<'_>, text: &str, error: &EvalAltResult) -> String {
    let inner = error.unwrap_inner();
    let reason = match inner {
        EvalAltResult::ErrorTerminated(why, _) => why.to_string(),
        EvalAltResult::ErrorRuntime(why, _) => why.to_string(),
        other => {
            let mut bare = other.to_string();
            if let Some(at) = bare.rfind(" (line ") {
                bare.truncate(at);
            }
            bare
        }
    };
    let reason = reason.lines().next().unwrap_or_default();
    // an empty loop has no place of its own: its function's serves
    let at = match inner.position() {
        Position::NONE => begins(hook.name, text),
        at => at,
    };
    format!("{}: {reason}, in `{}`", place(hook.script, at), hook.name)
}

/// Where a function is written.
fn begins(name: &str, text: &str) -> Position {
    let is_it = |line: &str| {
        let behind = line.trim_start().trim_start_matches("private ").strip_prefix("fn ");
        let behind = behind.and_then(|rest| rest.trim_start().strip_prefix(name));
        behind.is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    let line = text.lines().position(is_it).and_then(|line| u16::try_from(line + 1).ok());
    line.map_or(Position::NONE, |line| Position::new(line, 1))
}

fn place(script: &str, at: Position) -> String {
    match (at.line(), at.position()) {
        (Some(line), Some(column)) => format!("{script}:{line}:{column}"),
        (Some(line), None) => format!("{script}:{line}"),
        _ => script.to_owned(),
    }
}
