//! Expressions: their value in the context of who is selected.
//!
//! In: an expression. Out: its value as `log` shows it. Names that the selected one does not know
//! are looked up in the scene; the name of a diagram asks for its state.

use islay_vm::native::round_digits;

use super::{Call, Done, refuse};
use crate::report::escape;
use crate::session::act::Question;
use crate::session::play::Play;
use crate::{Error, Stage, Value};

/// The value of what was typed.
pub(super) fn answer(call: &mut Call<'_>) -> Done {
    if let Some(state) = state(call.play, call.text) {
        return Ok(escape(&state).to_string());
    }
    match value(call.play, call.text) {
        Ok(Some(value)) => Ok(shown(&value)),
        Ok(None) => refuse("there is nobody to ask"),
        // a path as traces print it, which no text of the scene has
        Err(error) => match of_path(call.play.stage(), call.text) {
            Some(value) => Ok(shown(&value)),
            None => Err(error),
        },
    }
}

/// Who lives under a path, or a value of somebody.
fn of_path(stage: &Stage, path: &str) -> Option<Value> {
    let living = stage.instance(path).map(|i| Value::Who(Some(i.path)));
    living.or_else(|| stage.get(path))
}

/// The value of an expression.
pub(super) fn value(play: &Play, text: &str) -> Result<Option<Value>, Error> {
    let (question, of) = question(play, text)?;
    Ok(question.ask(play.stage(), of))
}

/// An expression as it is read where somebody is selected, and whom to ask.
pub(super) fn question(play: &Play, text: &str) -> Result<(Question, Option<u32>), Error> {
    let scene = play.stage().scene();
    let selected = play.selected_id().and_then(|id| Some((id, context(play, id)?)));
    let Some((id, of)) = selected else { return Ok((Question::new(scene, None, text)?, None)) };
    // in its own words its name means others of that name: who says it means the one it sees
    if speaks_of(play, id, text)
        && let Ok(question) = Question::new(scene, None, text)
    {
        return Ok((question, None));
    }
    Ok((Question::new(scene, Some(&of), text)?, Some(id)))
}

/// Whether an expression names an instance or what it is, as in `Hero.hp`.
fn speaks_of(play: &Play, id: u32, text: &str) -> bool {
    let path = play.stage().path(id).unwrap_or_default();
    let instance = play.stage().instance(&path);
    let top = path.split(['.', '#']).next().unwrap_or_default().to_owned();
    let names = instance.map(|i| i.character).into_iter().chain(Some(top));
    names.into_iter().any(|name| {
        let after =
            |at: usize| text.get(at + name.len()..).is_some_and(|t| t.starts_with(['.', '#']));
        let before = |at: usize| !text.get(..at).is_some_and(|t| t.ends_with(['.', '_']));
        !name.is_empty() && text.match_indices(&*name).any(|(at, _)| before(at) && after(at))
    })
}

/// In whose words an expression is read: those of the character of that name, or else of the path.
pub(super) fn context(play: &Play, id: u32) -> Option<String> {
    let path = play.stage().path(id)?;
    let instance = play.stage().instance(&path)?;
    let program = play.stage().scene().program();
    let written = program.classes.iter().any(|c| program.name(c.name) == instance.character);
    Some(if written { instance.character } else { path })
}

/// The state of the diagram that is named, the selected one's first.
fn state(play: &Play, path: &str) -> Option<String> {
    let own = play.selected().map(|of| format!("{of}.{path}"));
    own.and_then(|own| play.stage().state(&own)).or_else(|| play.stage().state(path))
}

/// A value as `log` shows it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Number(n) => (round_digits(*n, 3.0) + 0.0).to_string(),
        _ => escape(&value.to_string()).to_string(),
    }
}
