//! A limit of time on calls of scripts, beside that of operations.
//!
//! In: what runs scripts. Out: the same, where a call that takes longer than it may ends like one that
//! does too much. It hangs on the machine and on what else it does, so what runs under it may go
//! another way the next time; where there is no clock (`wasm32`) there is no such limit.

#![allow(clippy::disallowed_types, reason = "a clock is what a host asks for here")]

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use islay_vm::event::EmitValue;
use islay_vm::hook::{Hook, Hooks, Me};

/// The clock is read once in so many operations.
const EVERY: u64 = 64;

thread_local! {
    /// When the running call must end, and how long it had.
    static END: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
}

/// The same scripts, each call of which may take so long.
pub fn watched(scripts: Arc<dyn Hooks>, most: Duration) -> Arc<dyn Hooks> {
    if cfg!(target_arch = "wasm32") {
        return scripts;
    }
    Arc::new(Watched { scripts, most })
}

#[derive(Debug)]
struct Watched {
    scripts: Arc<dyn Hooks>,
    most: Duration,
}

impl Hooks for Watched {
    fn call(&self, hook: Hook<'_>, me: &mut Me, args: &[EmitValue]) -> Result<bool, String> {
        let begun = Instant::now();
        let _watch = Watch(END.replace(begun.checked_add(self.most).map(|end| (end, self.most))));
        self.scripts.call(hook, me, args)
    }
}

/// What held before is put back.
struct Watch(Option<(Instant, Duration)>);

impl Drop for Watch {
    fn drop(&mut self) {
        END.set(self.0);
    }
}

/// How long the running call may take, where it has taken longer; `done` operations are done.
pub(crate) fn overrun(done: u64) -> Option<Duration> {
    let (end, most) = END.get()?;
    (done.is_multiple_of(EVERY) && Instant::now() >= end).then_some(most)
}
