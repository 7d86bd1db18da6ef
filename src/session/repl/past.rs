//! The past, and what is looked at on the way: going back, other runs, breakpoints, watches, the
//! story of what happened.
//!
//! In: ticks, runs, numbers of breakpoints. Out: what a [`Play`] says of them.

use super::{Call, Done, Repl, ask, count, look::Lines, refuse};
use crate::report::escape;
use crate::session::play::Play;
use crate::session::record::Difference;
use crate::{Error, Value};

/// `:back 30`, `:back 2 s`, `:back`: one tick.
pub(super) fn back(call: &mut Call<'_>) -> Done {
    let ticks = match call.text.is_empty() {
        true => 1,
        false => super::time::ticks(call, call.text)?,
    };
    call.play.back(ticks)?;
    Ok(here(call.play))
}

/// `:goto TICK`
pub(super) fn goto(call: &mut Call<'_>) -> Done {
    let Ok(tick) = call.text.parse() else { return refuse("to which tick? `:goto 120`") };
    call.play.goto(tick)?;
    Ok(here(call.play))
}

fn here(play: &Play) -> String {
    let known = play.last_tick();
    let past = match play.in_past() {
        true => format!(", known up to tick {known}: it comes again until you do otherwise"),
        false => String::new(),
    };
    format!("tick {}{past}", play.stage().ticks())
}

/// `:branch`
pub(super) fn branch(call: &mut Call<'_>) -> Done {
    let number = call.play.branch()?;
    Ok(format!("run {number} begins at tick {}", call.play.stage().ticks()))
}

/// `:compare`
pub(super) fn compare(call: &mut Call<'_>) -> Done {
    match call.play.compare()? {
        Some(difference) => Ok(differs(&difference)),
        None => Ok("both runs are the same as far as both are known".to_owned()),
    }
}

fn differs(difference: &Difference) -> String {
    let Difference { tick, path, what, name, recorded, found, .. } = difference;
    let [path, name, recorded, found] = [path, name, recorded, found].map(|text| escape(text));
    let whose = match (path.is_empty(), name.is_empty()) {
        (true, _) => (*what).to_owned(),
        (_, true) => format!("{path}, {what}"),
        _ => format!("{path}, {what} {name}"),
    };
    format!("tick {tick}: {whose}: {recorded} in the run that was left, {found} in this one")
}

/// `:watch EXPR`, `:watch`: all.
pub(super) fn watch(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        let mut lines = Lines::default();
        for watch in call.play.watches().iter() {
            let value = said(watch.value());
            lines.push(|| format!("{}  {} = {value}", watch.number(), escape(watch.text())));
        }
        return Ok(lines.told("nothing is watched", "watch"));
    }
    let of = call.play.selected_id().and_then(|id| call.play.stage().path(id));
    let number = call.play.watch(call.text, of.as_deref())?;
    let watch = call.play.watches().iter().find(|w| w.number() == number);
    let value = said(watch.and_then(|w| w.value()));
    Ok(format!("watch {number}: {} = {value}", escape(call.text)))
}

fn said(value: Option<&Value>) -> String {
    value.map_or_else(|| "gone".to_owned(), ask::shown)
}

/// `:unwatch 1`, `:unwatch`: all.
pub(super) fn unwatch(call: &mut Call<'_>) -> Done {
    let all: Vec<u32> = call.play.watches().iter().map(|w| w.number()).collect();
    let gone = away(call.text, &all, "watch")?;
    if gone.is_empty() {
        return refuse("nothing is watched");
    }
    for number in &gone {
        call.play.unwatch(*number);
    }
    Ok(format!("no longer watched: {}", count(gone.len(), "expression")))
}

/// `:break Hero.Turn.Left if hp < 3`
pub(super) fn break_at(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return breaks(call);
    }
    let number = call.play.break_at(call.text)?;
    Ok(format!("breakpoint {number}: {}", escape(call.text)))
}

/// `:breaks`
pub(super) fn breaks(call: &mut Call<'_>) -> Done {
    let mut lines = Lines::default();
    for one in call.play.breaks() {
        let lost = one.lost().map(|why| format!("  (waits: {})", escape(why)));
        let lost = lost.unwrap_or_default();
        lines.push(|| format!("{}  {}{lost}", one.number(), escape(one.text())));
    }
    Ok(lines.told("there are no breakpoints", "breakpoint"))
}

/// `:unbreak 1`, `:unbreak`: all.
pub(super) fn unbreak(call: &mut Call<'_>) -> Done {
    let all: Vec<u32> = call.play.breaks().map(|one| one.number()).collect();
    let gone = away(call.text, &all, "breakpoint")?;
    if gone.is_empty() {
        return refuse("there are no breakpoints");
    }
    for number in &gone {
        call.play.unbreak(*number);
    }
    Ok(format!("taken away: {}", count(gone.len(), "breakpoint")))
}

/// The numbers that are meant: one, or all.
fn away(text: &str, all: &[u32], what: &str) -> Result<Vec<u32>, Error> {
    if text.is_empty() {
        return Ok(all.to_vec());
    }
    match text.parse::<u32>().ok().filter(|n| all.contains(n)) {
        Some(number) => Ok(vec![number]),
        None => refuse(format!("there is no {what} `{}`", escape(text))),
    }
}

/// `:trace on`, `:trace off`: each thing that happens is told at once.
pub(super) fn trace(call: &mut Call<'_>) -> Done {
    let on = match call.text {
        "on" => true,
        "off" => false,
        "" => return Ok(format!("trace {}", if call.repl.trace.is_some() { "on" } else { "off" })),
        _ => return refuse("`:trace on` or `:trace off`"),
    };
    call.repl.trace = on.then(|| call.play.story().told());
    Ok(format!("trace {}", call.text))
}

/// `:log`, `:log 20`: the story, the latest last.
pub(super) fn log(call: &mut Call<'_>) -> Done {
    let most = match call.text.is_empty() {
        true => 20,
        false => call.text.parse::<usize>().or_else(|_| refuse("how many? `:log 20`"))?,
    };
    let story = call.play.story();
    let lines: Vec<String> = story.entries().map(|entry| entry.to_string()).collect();
    let from = lines.len().saturating_sub(most);
    Ok(match lines.get(from..).unwrap_or_default() {
        [] => "nothing has happened".to_owned(),
        last => last.join("\n"),
    })
}

/// Says what is watched and has changed, what happened where it is traced, and which breakpoints
/// were hit; whether one was.
pub(super) fn after_tick(repl: &mut Repl, play: &mut Play, desk: &mut dyn super::Desk) -> bool {
    let tick = play.stage().ticks();
    if let Some(told) = &mut repl.trace {
        let story = play.story();
        story.since(*told).for_each(|entry| desk.say(&entry.to_string()));
        *told = story.told();
    }
    for change in play.watches().changes() {
        desk.say(&format!("tick {tick} {}: {}", escape(&change.text), said(change.value.as_ref())));
    }
    for hit in play.hits() {
        desk.say(&format!("breakpoint {}: {}", hit.number, escape(&hit.what)));
    }
    !play.hits().is_empty()
}
