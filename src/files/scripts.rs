//! Scripts of a scene, through the gate.
//!
//! In: names in the root. Out: what functions they have, for the front end, and their texts, for
//! those who run them. Where hooks are not built in they are refused.

use std::collections::BTreeMap;

use islay_lang::source::{Refusal, ScriptFacts, Text};

use super::Gate;

impl Gate {
    /// The functions of a script.
    #[cfg(feature = "hooks")]
    pub(super) fn hooks(&self, name: &str) -> Result<ScriptFacts, Refusal> {
        let (name, bytes) =
            self.bytes(name, self.limits.script.into()).map_err(Refusal::Missing)?;
        let text = super::utf8(bytes).map_err(Refusal::Broken)?;
        let functions = islay_hooks::functions(&name, &text).map_err(Refusal::Broken)?;
        self.scripts.borrow_mut().insert(name.clone(), text.into());
        Ok(ScriptFacts { name, functions })
    }

    /// The functions of a script.
    #[cfg(not(feature = "hooks"))]
    pub(super) fn hooks(&self, name: &str) -> Result<ScriptFacts, Refusal> {
        Err(Refusal::Missing(format!("`{name}`: this program runs no hooks")))
    }

    /// The texts of all scripts that were read, by name.
    pub(crate) fn scripts(&self) -> BTreeMap<String, Text> {
        self.scripts.borrow().clone()
    }
}
