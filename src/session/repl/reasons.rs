//! Why a diagram did in the last tick what it did, and why it did not do something else.
//!
//! In: a diagram, and perhaps a state. Out: what [`crate::session::why`] tells.

use super::{Call, Done, look, refuse};
use crate::path;
use crate::session::play::Play;

/// `:why Hero.Turn`, `:why Hero.Turn -> Left`; of the selected one `:why Turn`.
pub(super) fn why(call: &mut Call<'_>) -> Done {
    tell(call, false)
}

/// `:whynot Hero.Turn.Left`, `:whynot Hero.Turn -> Left`
pub(super) fn whynot(call: &mut Call<'_>) -> Done {
    tell(call, true)
}

fn tell(call: &Call<'_>, wants_target: bool) -> Done {
    let meant = match call.text.split_once("->") {
        Some((diagram, target)) => meant(call.play, diagram.trim(), Some(target.trim())),
        None => meant(call.play, call.text, None),
    };
    let Some((of, diagram, target)) = meant else { return unknown(call, wants_target) };
    if wants_target && target.is_none() {
        return refuse(format!("which state? `:whynot {of}.{diagram} -> STATE`"));
    }
    let why = call.play.why(&of, &diagram)?;
    let told = match target {
        None => why,
        Some(target) => {
            let only = why.only(&target);
            if only.edges.is_empty()
                && call.play.stage().state(&format!("{of}.{diagram}")).is_some()
            {
                let state = if why.state.is_empty() { "it" } else { &why.state };
                return Ok(crate::report::escape(&format!("no edge of {state} leads to {target}")));
            }
            only
        }
    };
    Ok(super::escaped_lines(&told.to_string()))
}

/// Somebody, a diagram and a state: `Hero.Turn.Left`, or `Turn.Left` of the selected one.
fn meant(
    play: &Play,
    text: &str,
    target: Option<&str>,
) -> Option<(String, String, Option<String>)> {
    let own = play.selected().map(|of| format!("{of}.{text}"));
    let texts = own.iter().map(String::as_str).chain([text]);
    texts.into_iter().find_map(|text| diagram_in(play, text, target))
}

fn diagram_in(
    play: &Play,
    text: &str,
    target: Option<&str>,
) -> Option<(String, String, Option<String>)> {
    let mut states: Vec<String> = target.into_iter().map(str::to_owned).collect();
    let mut left = text;
    loop {
        let (of, name) = path::split(left)?;
        if play.stage().state(left).is_some() {
            let target = (!states.is_empty()).then(|| states.join("."));
            return Some((of.to_owned(), name, target));
        }
        states.insert(0, name);
        left = of;
    }
}

fn unknown(call: &Call<'_>, wants_target: bool) -> Done {
    if call.text.is_empty() {
        let how = if wants_target { ":whynot Hero.Turn -> Left" } else { ":why Hero.Turn" };
        return refuse(format!("of which diagram? `{how}`"));
    }
    let diagram = call.text.split("->").next().unwrap_or_default().trim();
    let (of, name) = path::split(diagram).unwrap_or((diagram, String::new()));
    let who = look::one(call.play.stage(), of)?;
    let names: Vec<&str> = who.states.iter().map(|(d, _)| d.as_str()).collect();
    let near = crate::session::suggest::nearest(&name, names.iter().copied());
    let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
    let told = format!("`{}` has no diagram `{name}`{near}", who.path);
    refuse(crate::report::escape(&told))
}
