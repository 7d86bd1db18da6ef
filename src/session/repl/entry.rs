//! Entries that are no commands: what they are, and what is done.
//!
//! In: an entry. Out: what it answers: a value, what actions logged.

use islay_vm::native::round_digits;

use super::{Call, Done};
use crate::session::act::Question;
use crate::{Error, Stage, Value};

/// Reads an entry and does what it says.
pub(super) fn read(call: &mut Call<'_>) -> Done {
    let of = context(call.play.stage(), call.play.selected_id());
    let question = Question::new(call.play.stage().scene(), of.as_deref(), call.text)?;
    let value = question.ask(call.play.stage(), call.play.selected_id());
    value.map(|v| shown(&v)).ok_or_else(|| Error::Act("there is nobody to ask".to_owned()))
}

/// In whose words an expression is read.
fn context(stage: &Stage, id: Option<u32>) -> Option<String> {
    stage.path(id?)
}

/// A value as `log` shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::Number(n) => (round_digits(*n, 3.0) + 0.0).to_string(),
        _ => crate::report::escape(&value.to_string()).to_string(),
    }
}
