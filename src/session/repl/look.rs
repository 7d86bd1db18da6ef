//! Looking: who lives, in which states, with what values.
//!
//! In: a stage. Out: lines, at most so many. It changes nothing but who is selected.

use super::{Call, Done, refuse};
use crate::report::escape;

/// `:tree`
pub(super) fn tree(call: &mut Call<'_>) -> Done {
    let all = call.play.stage().instances();
    Ok(all
        .map(|i| format!("{} ({})", escape(&i.path), escape(&i.character)))
        .collect::<Vec<_>>()
        .join("\n"))
}

/// `:select PATH`
pub(super) fn select(call: &mut Call<'_>) -> Done {
    let id = call.play.stage().instance(call.text).map(|i| i.id);
    if id.is_none() && !call.text.is_empty() {
        return refuse(format!("no living instance is called `{}`", escape(call.text)));
    }
    call.play.select(id);
    Ok(match call.play.selected() {
        Some(path) => format!("{} is selected", escape(path)),
        None => "nobody is selected".to_owned(),
    })
}
