//! Playing where nobody watches: a GIF is written.
//!
//! In: a scene that is played, and news of its files. Out: `NAME.gif` in the current folder. It
//! takes as long as the scene where files are watched (somebody edits), else as long as it must.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use islay::picture::{Painter, Rate, Samples};
use islay::session::play::{Play, Remark, Remarks};
use islay::watch::Source;
use serde::Serialize;

use super::{news, say};
use crate::cli::console::{Console, Exit, Stop};
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Progress;
use crate::cli::render::reel::Reel;
use crate::cli::render::target::Target;
use crate::cli::size::{Seconds, Size};

/// Scene time where nothing is said.
pub const TIME: Seconds = Seconds(10.0);
/// A GIF of this size is small enough to be sent to somebody.
const SIZE: Size = Size { width: 480, height: 360 };
/// Most pictures a second: a film that is written by the way may be a little coarse.
const MOST_A_SECOND: f32 = 25.0;

/// What was written; the field names are fixed.
#[derive(Serialize)]
struct Made {
    file: String,
    pictures: u64,
    seconds: f64,
}

/// Plays so many ticks into a GIF.
pub fn play(
    play: &mut Play,
    (ticks, size): (u64, Option<Size>),
    source: &mut Option<Source>,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let scene = play.stage().scene().clone();
    let size = size.unwrap_or(SIZE);
    let every = ((1.0 / (MOST_A_SECOND * scene.tick_seconds()) - 1e-4).ceil() as u64).max(1);
    let rate = Rate::new(1.0 / (f64::from(scene.tick_seconds()) * every as f64));
    let target: Target = gif_of(scene.name()).parse().map_err(Stop::Usage)?;
    let mut reel = Reel::new(&target, size, rate, ticks / every)?;
    let mut painter = Painter::new(&scene);
    let progress = Progress::new(ticks / every, "pictures");
    let mut remarks = Remarks::default();
    let (start, mut pictures) = (Instant::now(), 0);
    let interrupt = Interrupt::of_ends();
    for tick in 1..=ticks {
        if interrupt.came() {
            return Err(Stop::Interrupted(interrupt));
        }
        match source.as_mut().and_then(Source::news) {
            None => {}
            Some(Ok(scene)) => {
                play.replace(&scene);
                painter = Painter::new(&scene);
                news::changed(&scene, console);
            }
            Some(Err(error)) => news::broken(&error, true, console),
        }
        play.tick();
        tell_now(&remarks.of(play.stage()), console)?;
        let last = tick == ticks || play.over();
        if tick % every == 0 || last && pictures == 0 {
            reel.add(&painter.paint(&play.frame_of_tick(), size.sides(), Samples::Four))
                .map_err(|stop| interrupt.rather(stop))?;
            pictures += 1;
            progress.step();
        }
        if last {
            break;
        }
        if source.as_ref().is_some_and(Source::watches) {
            wait(start, f64::from(scene.tick_seconds()) * tick as f64);
        }
    }
    drop(progress);
    reel.finish().map_err(|stop| interrupt.rather(stop))?;
    let seconds = pictures as f64 / rate.per_second();
    tell(&Made { file: target.shown().to_owned(), pictures, seconds }, console)?;
    Ok(Exit::Good)
}

/// What the scene says is there when it says it: it may play for long.
fn tell_now(remarks: &[Remark], console: &mut Console) -> Result<(), Stop> {
    if !remarks.is_empty() {
        say(remarks, console)?;
        console.flush()?;
    }
    Ok(())
}

/// Waits until so many seconds after the start.
fn wait(start: Instant, seconds: f64) {
    let due = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    thread::sleep(due.saturating_sub(start.elapsed()));
}

/// The GIF of a scene, in the current folder.
fn gif_of(scene: &str) -> String {
    let stem = Path::new(scene).file_stem().filter(|_| scene != "-");
    format!("{}.gif", stem.map_or("scene".into(), |stem| stem.to_string_lossy()))
}

fn tell(made: &Made, console: &mut Console) -> Result<(), Stop> {
    if console.json() {
        console.line(&serde_json::to_string(made).unwrap_or_default())?;
        return Ok(());
    }
    let seconds = format!("{:.1}", made.seconds);
    let seconds = seconds.trim_end_matches(".0");
    let file = &made.file;
    Ok(console
        .line(&format!("no display and no terminal to play in: wrote {file}, {seconds} s"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gif_is_called_as_the_scene() {
        assert_eq!(gif_of("examples/hero/hero.islay"), "hero.gif");
        assert_eq!(gif_of("-"), "scene.gif");
    }
}
