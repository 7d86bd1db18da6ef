//! Time: ticks that pass because somebody says so.
//!
//! In: so many ticks, so much time, or until something holds. Out: the tick that it came to, and
//! what stopped it: Ctrl-C, a breakpoint, the end of the scene.

#[cfg(test)]
mod tests;

use super::{Call, Done, ask, refuse};
use crate::Error;
use crate::session::script;

/// A run until something holds gives up after so many seconds of scene time, unless it says when.
const UNTIL: f32 = 60.0;

/// Why time stands still again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// All of it is over.
    Done,
    /// What was waited for holds.
    Reached,
    /// A breakpoint, Ctrl-C, or the end of the scene.
    Early,
}

/// `:run 30`, `:run 2 s`, `:run until EXPR`.
pub(super) fn run(call: &mut Call<'_>) -> Done {
    match call.text.strip_prefix("until ") {
        Some(goal) => run_until(call, goal.trim()),
        None => {
            let ticks = ticks(call, call.text)?;
            told(pass(call, ticks))
        }
    }
}

fn run_until(call: &mut Call<'_>, goal: &str) -> Done {
    let (goal, most) = match goal.rsplit_once(" max ") {
        Some((goal, most)) => (goal, ticks(call, most)?),
        None => (goal, in_ticks(call, UNTIL)),
    };
    let (question, of) = ask::question(call.play, goal)?;
    if !question.is_flag() {
        return refuse(format!("`{goal}` is not something that holds or does not"));
    }
    let holds =
        |call: &Call<'_>| question.ask(call.play.stage(), of) == Some(crate::Value::Flag(true));
    match pass_until(call, most, holds)? {
        (_, Stop::Done) => refuse(format!("this did not come true in {most} ticks")),
        (line, _) => Ok(line),
    }
}

/// `:tick`
pub(super) fn tick(call: &mut Call<'_>) -> Done {
    told(pass(call, 1))
}

/// `:hold KEY 10`
pub(super) fn hold(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return refuse("which key, and how long? `:hold Left 10`");
    }
    let (key, rest) = call.text.split_once(char::is_whitespace).unwrap_or((call.text, ""));
    let key = script::key_of(key).or_else(refuse)?;
    let ticks = ticks(call, rest)?;
    call.play.press(key);
    let done = pass(call, ticks);
    call.play.release(key);
    told(done)
}

/// `:play`, `:play for 2 s`
pub(super) fn play(call: &mut Call<'_>) -> Done {
    let text = call.text;
    if let Some(time) = text.strip_prefix("for ") {
        let ticks = ticks(call, time)?;
        let seconds =
            f64::from(call.play.stage().scene().tick_seconds()) / call.play.pace().speed();
        call.play.pace().pause(true);
        return told(pass_while(call, ticks, |_| false, Some(seconds)));
    }
    if !text.is_empty() {
        return refuse("`:play` alone, or `:play for 2 s`");
    }
    if !call.desk.attended() {
        return refuse("nobody is there to say when it is enough: `:play for 2 s`");
    }
    call.play.pace().pause(false);
    Ok("it plays; `:pause` stops it".to_owned())
}

/// `:pause`
pub(super) fn pause(call: &mut Call<'_>) -> Done {
    call.play.pace().pause(true);
    Ok(format!("it stands still at tick {}", call.play.stage().ticks()))
}

/// `:speed 0.5`
pub(super) fn speed(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return Ok(format!("speed {}", call.play.pace().speed()));
    }
    match call.text.parse::<f64>() {
        Ok(speed) if speed > 0.0 && speed <= 100.0 => {
            call.play.pace().set_speed(speed);
            Ok(format!("speed {speed}"))
        }
        _ => refuse("a speed is a number above 0, at most 100: `:speed 0.5`"),
    }
}

/// A number of ticks, or a time.
pub(super) fn ticks(call: &Call<'_>, text: &str) -> Result<u64, Error> {
    let text = text.trim();
    if text.is_empty() {
        return refuse("how long? `30` or `2 s`");
    }
    let wanted = || {
        let text = crate::report::escape(text);
        refuse(format!("`{text}` is no number of ticks and no time, as in `30` or `2 s`"))
    };
    let unit = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    // as an f32 a large number of ticks would be another
    if let (Ok(whole), "" | "tick" | "ticks") = (number.trim().parse::<u64>(), unit.trim()) {
        return Ok(whole);
    }
    let Ok(number) = number.trim().parse::<f32>() else { return wanted() };
    let seconds = match unit.trim() {
        "" | "tick" | "ticks" if number.fract() == 0.0 && (0.0..1e6).contains(&number) => {
            return Ok(number as u64);
        }
        "s" if number > 0.0 => number,
        "ms" if number > 0.0 => number / 1000.0,
        _ => return wanted(),
    };
    Ok(in_ticks(call, seconds))
}

fn in_ticks(call: &Call<'_>, seconds: f32) -> u64 {
    islay_vm::math::to_ticks(seconds, call.play.stage().scene().tick_seconds()).into()
}

fn told(passed: Result<(String, Stop), Error>) -> Done {
    passed.map(|(line, _)| line)
}

/// Lets ticks pass.
pub(super) fn pass(call: &mut Call<'_>, ticks: u64) -> Result<(String, Stop), Error> {
    pass_while(call, ticks, |_| false, None)
}

/// Lets ticks pass until something holds, at most so many.
pub(super) fn pass_until(
    call: &mut Call<'_>,
    most: u64,
    holds: impl Fn(&Call<'_>) -> bool,
) -> Result<(String, Stop), Error> {
    pass_while(call, most, holds, None)
}

fn pass_while(
    call: &mut Call<'_>,
    most: u64,
    holds: impl Fn(&Call<'_>) -> bool,
    seconds: Option<f64>,
) -> Result<(String, Stop), Error> {
    let paused = call.play.paused();
    // a window beside it does no ticks of its own meanwhile
    call.play.pace().pause(true);
    let passed = pass_each(call, most, holds, seconds);
    if passed.1 != Stop::Early || call.play.over() {
        call.play.pace().pause(paused);
    }
    Ok(passed)
}

fn pass_each(
    call: &mut Call<'_>,
    most: u64,
    holds: impl Fn(&Call<'_>) -> bool,
    seconds: Option<f64>,
) -> (String, Stop) {
    let now = |call: &Call<'_>| format!("tick {}", call.play.stage().ticks());
    for _ in 0..most {
        if call.play.over() {
            return (format!("the scene is over at {}", now(call)), Stop::Early);
        }
        call.play.tick();
        let broke = call.repl.after_tick(call.play, call.desk);
        call.desk.between(call.play);
        if broke {
            return (format!("stopped at {}", now(call)), Stop::Early);
        }
        if holds(call) {
            return (now(call), Stop::Reached);
        }
        if call.desk.stopped() {
            return (format!("stopped at {}", now(call)), Stop::Early);
        }
        if let Some(seconds) = seconds {
            call.desk.wait(call.play, seconds);
        }
    }
    (now(call), Stop::Done)
}
