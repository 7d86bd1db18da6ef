//! Time: ticks that pass because somebody says so.
//!
//! In: so many ticks, so much time. Out: the tick that it came to. It stops where Ctrl-C or a
//! breakpoint says so.

use super::{Call, Done, refuse};
use crate::session::script;

/// `:run 30`, `:run 2 s`.
pub(super) fn run(call: &mut Call<'_>) -> Done {
    let ticks = ticks(call, call.text)?;
    pass(call, ticks)
}

/// `:tick`
pub(super) fn tick(call: &mut Call<'_>) -> Done {
    pass(call, 1)
}

/// `:hold KEY 10`
pub(super) fn hold(call: &mut Call<'_>) -> Done {
    let (key, rest) = call.text.split_once(char::is_whitespace).unwrap_or((call.text, ""));
    let key = script::key_of(key).or_else(refuse)?;
    let ticks = ticks(call, rest)?;
    call.play.press(key);
    let done = pass(call, ticks);
    call.play.release(key);
    done
}

/// A number of ticks, or a time.
fn ticks(call: &Call<'_>, text: &str) -> Result<u64, crate::Error> {
    let wanted = || refuse(format!("`{text}` is no number of ticks and no time: `30`, `2 s`"));
    let text = text.trim();
    let unit = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let Ok(number) = number.trim().parse::<f32>() else { return wanted() };
    let tick = call.play.stage().scene().tick_seconds();
    let seconds = match unit.trim() {
        "" | "tick" | "ticks" if number.fract() == 0.0 && number >= 0.0 => return Ok(number as u64),
        "s" => number,
        "ms" => number / 1000.0,
        _ => return wanted(),
    };
    Ok(u64::from(islay_vm::math::to_ticks(seconds, tick)))
}

/// Lets ticks pass.
pub(super) fn pass(call: &mut Call<'_>, ticks: u64) -> Done {
    for _ in 0..ticks {
        call.play.tick();
        call.repl.after_tick(call.play, call.desk);
        call.desk.between(call.play);
        if call.desk.stopped() {
            return Ok(format!("stopped at tick {}", call.play.stage().ticks()));
        }
    }
    Ok(format!("tick {}", call.play.stage().ticks()))
}
