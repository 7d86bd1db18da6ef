//! Steps of a test, typed: what takes no time is done at once, the rest lets time pass.
//!
//! In: steps. Out: what they logged, and the tick that they came to. The first that cannot be done,
//! or whose expectation fails, ends it; so do Ctrl-C and breakpoints.

use islay_lang::syntax::ast::{Step, StepKind};
use islay_vm::program::{Button, StepSpec, Value as Computed};

use super::time::{self, Stop};
use super::{Call, Done, refuse};
use crate::session::act::Entered;
use crate::session::testing;
use crate::{Error, report};

/// Does steps, one after the other.
pub(super) fn walk(call: &mut Call<'_>, list: &[Step]) -> Done {
    // all must make sense before the first is done
    let entered = Entered::steps(call.play.stage().scene(), call.text)?;
    let mut said = Vec::new();
    for (n, step) in list.iter().enumerate() {
        let span = step.span.0;
        let text = call.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        match &step.kind {
            StepKind::Do(..)
            | StepKind::Set(..)
            | StepKind::Send { .. }
            | StepKind::Input(..)
            | StepKind::Fork(_) => {
                said.extend(act(call, text)?);
            }
            _ => {
                let Some(spec) = entered.spec(n) else { continue };
                let (line, stop) = timed(call, &entered, n, &spec)?;
                said.extend(line);
                if stop != Stop::Done {
                    break;
                }
            }
        }
    }
    Ok(said.join("\n"))
}

/// Does actions now; what they logged.
pub(super) fn act(call: &mut Call<'_>, text: &str) -> Result<Vec<String>, Error> {
    let logs = call.play.act(text)?;
    let logs: Vec<String> = logs.iter().map(|line| report::escape(line).to_string()).collect();
    call.repl.remember(logs.iter().cloned());
    Ok(logs)
}

/// A step that is an input, takes time, or expects something.
fn timed(
    call: &mut Call<'_>,
    entered: &Entered,
    n: usize,
    step: &StepSpec,
) -> Result<(Option<String>, Stop), Error> {
    match step {
        StepSpec::Press(key) => call.play.press(*key),
        StepSpec::Release(key) => call.play.release(*key),
        StepSpec::Click(who) => {
            let id = entered.bits(call.play.stage(), *who);
            if id == 0 {
                let program = entered.scene().program();
                return refuse(format!("{} is gone", testing::who_text(program, *who)));
            }
            call.play.click(Some(id), Button::Left);
        }
        StepSpec::Run(time) => {
            let ticks = ticks(call, entered, *time);
            return time::pass(call, ticks).map(|(line, stop)| (Some(line), stop));
        }
        StepSpec::Hold(key, time) => {
            call.play.press(*key);
            let ticks = ticks(call, entered, *time);
            let passed = time::pass(call, ticks);
            call.play.release(*key);
            return passed.map(|(line, stop)| (Some(line), stop));
        }
        StepSpec::RunUntil(goal, time) => {
            let most = ticks(call, entered, *time);
            let holds = |call: &Call<'_>| entered.bits(call.play.stage(), *goal) != 0;
            let (line, stop) = time::pass_until(call, most, holds)?;
            return match stop {
                Stop::Done => refuse(format!("this did not come true in {most} ticks")),
                Stop::Reached => Ok((Some(line), Stop::Done)),
                other => Ok((Some(line), other)),
            };
        }
        _ => expect(call, entered, n)?,
    }
    Ok((None, Stop::Done))
}

fn expect(call: &Call<'_>, entered: &Entered, n: usize) -> Result<(), Error> {
    let logs = call.repl.logs.iter().cloned().collect();
    let Some(failure) = testing::judged(entered, call.play.stage(), n, logs) else { return Ok(()) };
    let sides: Vec<&str> =
        [&failure.left, &failure.right].into_iter().flatten().map(|s| &**s).collect();
    let sides = if sides.is_empty() { String::new() } else { format!(": {}", sides.join(", ")) };
    refuse(format!("{}{sides}", failure.message))
}

fn ticks(call: &Call<'_>, entered: &Entered, time: Computed) -> u64 {
    let seconds = f32::from_bits(entered.bits(call.play.stage(), time));
    islay_vm::math::to_ticks(seconds, call.play.stage().scene().tick_seconds()).into()
}
