//! Where a stage's calls go: to its scripts or to its host.
//!
//! In: what runs the scripts, a [`Host`], and how long a script may take. Out: one that runs all of it
//! for the machine.

use std::sync::Arc;
use std::time::Duration;

use islay_vm::event::EmitValue;
use islay_vm::hook::{Hook, Hooks, Me};
use islay_vm::program::CallKind;

use super::Host;

/// What a stage keeps of its settings, so that an edited scene has it too.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    pub watchdog: Option<Duration>,
    pub host: Host,
}

impl Doors {
    /// What runs a scene's scripts and asks the host.
    pub fn hooks(&self, scripts: Option<Arc<dyn Hooks>>) -> Arc<dyn Hooks> {
        let scripts = match (scripts, self.watchdog) {
            (Some(scripts), Some(most)) => Some(watched(scripts, most)),
            (scripts, _) => scripts,
        };
        Arc::new(Both { scripts, host: self.host.clone() })
    }
}

#[cfg(feature = "hooks")]
fn watched(scripts: Arc<dyn Hooks>, most: Duration) -> Arc<dyn Hooks> {
    islay_hooks::watched(scripts, most)
}

#[cfg(not(feature = "hooks"))]
fn watched(scripts: Arc<dyn Hooks>, _: Duration) -> Arc<dyn Hooks> {
    scripts
}

#[derive(Debug)]
struct Both {
    scripts: Option<Arc<dyn Hooks>>,
    host: Host,
}

impl Hooks for Both {
    fn call(&self, hook: Hook<'_>, me: &mut Me, args: &[EmitValue]) -> Result<bool, String> {
        let kind = if me.acts() { CallKind::Action } else { CallKind::Signal };
        let said = match (hook.script, &self.scripts, kind) {
            ("", _, CallKind::Action) => {
                self.host.act(hook.name, me, args).map(|done| done.map(|()| false))
            }
            ("", ..) => self.host.answer(hook.name, me, args),
            (_, Some(scripts), _) => Some(scripts.call(hook, me, args)),
            (_, None, _) => None,
        };
        said.unwrap_or_else(|| Err(hook.lacking(kind, args.len())))
    }

    fn number(&self, hook: Hook<'_>, args: &[f32]) -> Result<f32, String> {
        let said = self.host.number(hook.name, args);
        said.unwrap_or_else(|| Err(hook.lacking(CallKind::Function, args.len())))
    }
}
