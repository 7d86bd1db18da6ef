//! Where a stage's calls go: to its scripts or to its host.
//!
//! In: what runs the scripts, and a [`Host`]. Out: one that runs both for the machine.

use std::sync::Arc;

use islay_vm::event::EmitValue;
use islay_vm::hook::{Hook, Hooks, Me};
use islay_vm::program::CallKind;

use super::Host;

/// What runs a scene's scripts and asks its host.
pub(crate) fn hooks(scripts: Option<Arc<dyn Hooks>>, host: &Host) -> Arc<dyn Hooks> {
    Arc::new(Doors { scripts, host: host.clone() })
}

#[derive(Debug)]
struct Doors {
    scripts: Option<Arc<dyn Hooks>>,
    host: Host,
}

impl Hooks for Doors {
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
