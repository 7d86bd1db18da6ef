//! Effects in a state's list, which happen again in every tick.
//!
//! In: the state lists of a model. Out: `repeated-effect`.

use crate::diagnostic::{Code, Diagnostic};
use crate::hir::model::{Action, ActionKind, Model};

pub(super) fn check(model: &Model, out: &mut Vec<Diagnostic>) {
    let diagrams = model.characters.iter().flat_map(|c| &c.diagrams);
    let actions = diagrams.flat_map(|d| &d.states).flat_map(|s| &s.actions);
    out.extend(actions.filter_map(repeated));
}

fn repeated(action: &Action) -> Option<Diagnostic> {
    let word = match action.kind {
        ActionKind::Fork(..) | ActionKind::ForkGroup(_) => "fork",
        ActionKind::Send { .. } => "send",
        ActionKind::Become { .. } => "become",
        ActionKind::Emit(..) => "emit",
        ActionKind::Log(_) => "log",
        _ => return None,
    };
    let message = format!("`{word}` in a state's list is done again in every tick");
    Some(Diagnostic::new(Code::RepeatedEffect, action.span, message).label("every tick").help(
        format!("for once: `on enter do {word} …`; for now and then: `on every(1s) do {word} …`"),
    ))
}
