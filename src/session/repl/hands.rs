//! What a user does to a scene: keys, clicks, messages, values.
//!
//! In: names. Out: inputs of the next tick, or actions done now.

use islay_vm::program::{Button, Program};

use super::{Call, Done, look, refuse, steps};
use crate::report::escape;
use crate::session::script;

/// `:press KEY`
pub(super) fn press(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return refuse("which key? `:press Left`");
    }
    let key = script::key_of(call.text).or_else(refuse)?;
    call.play.press(key);
    Ok(format!("{} is down from the next tick on", key.name()))
}

/// `:release KEY`, `:release`
pub(super) fn release(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        call.play.let_go();
        return Ok("all keys are up from the next tick on".to_owned());
    }
    let key = script::key_of(call.text).or_else(refuse)?;
    call.play.let_go_of(key);
    Ok(format!("{} is up from the next tick on", key.name()))
}

/// `:click PATH`, `:click PATH right`, `:click`: on nothing.
pub(super) fn click(call: &mut Call<'_>) -> Done {
    let (path, button) = match call.text.rsplit_once(char::is_whitespace) {
        Some((path, "right")) => (path.trim(), Button::Right),
        Some((path, "left")) => (path.trim(), Button::Left),
        _ => (call.text, Button::Left),
    };
    if path.is_empty() {
        call.play.click(None, button);
        return Ok("nothing is clicked in the next tick".to_owned());
    }
    let who = look::one(call.play.stage(), path)?;
    call.play.click(Some(who.id), button);
    Ok(format!("{} is clicked in the next tick", escape(&who.path)))
}

/// `:hover PATH`, `:hover`: over nothing.
pub(super) fn hover(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        call.play.hover(None);
        return Ok("the pointer is over nothing from the next tick on".to_owned());
    }
    let who = look::one(call.play.stage(), call.text)?;
    call.play.hover(Some(who.id));
    Ok(format!("the pointer is over {} from the next tick on", escape(&who.path)))
}

/// `:send go`, `:send go(3) to Hero`: to all, or to somebody.
pub(super) fn send(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return refuse("which message? `:send go to Hero`, `:send go(3) to all`");
    }
    let to = if call.text.contains(" to ") { "" } else { " to all" };
    let said = steps::act(call, &format!("send {}{to}", call.text))?;
    let message = call.text.split(['(', ' ']).next().unwrap_or_default();
    let heard = is_heard(call.play.stage().scene().program(), message);
    Ok(match (said.is_empty(), heard) {
        (false, _) => said.join("\n"),
        (true, true) => "sent, for the next tick".to_owned(),
        (true, false) => {
            format!("sent, for the next tick; nobody in this scene asks for `{}`", escape(message))
        }
    })
}

/// Whether any character asks for a message.
fn is_heard(program: &Program, message: &str) -> bool {
    let id = program.messages.iter().position(|name| program.name(*name) == message);
    let asks =
        |id: usize| program.defs.iter().any(|d| d.heard.iter().any(|m| usize::from(*m) == id));
    id.is_some_and(asks)
}

/// `:set Hero.hp = 3`, `:set hp = 3` of who is selected, `:set steer = 2`: what the host gives.
pub(super) fn set(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return refuse("which variable? `:set Hero.hp = 3`");
    }
    let stage = call.play.stage();
    let place = call.text.split_once('=').map_or(call.text, |(place, _)| place).trim();
    let own = call.play.selected().filter(|_| !place.contains('.'));
    let program = stage.scene().program();
    let is_input = program.inputs.iter().any(|id| program.name(*id) == place);
    let text = match own {
        Some(of) if !is_input || stage.get(&format!("{of}.{place}")).is_some() => {
            format!("set {of}.{}", call.text)
        }
        _ if is_input => format!("input {}", call.text),
        _ => format!("set {}", call.text),
    };
    steps::act(call, &text).map(|said| said.join("\n"))
}
