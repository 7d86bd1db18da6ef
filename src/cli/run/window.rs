//! Playing in a window.
//!
//! In: what is to be played. Out: the scene on the screen, what it says on the terminal, pictures
//! that the user takes. Where there is no window it says why, and somebody else plays.

use std::panic;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use islay::picture::Pixels;
use islay::session::play::Remark;
use islay::session::script::Script;
use islay::watch::Source;
use islay::window::{self, Ended, Host, NoWindow, Show};
use islay::{Error, Scene};
use serde::Serialize;

use super::{Arguments, news, say, write};
use crate::cli::console::{Console, Exit, Stop};
use crate::cli::size::Size;

/// The size of the window where none is said.
pub const SIZE: Size = Size { width: 960, height: 720 };

/// Plays in a window until it is closed; `None` where there is none. `given` is a scene that has no
/// file.
pub fn play(
    arguments: &Arguments,
    script: &Script,
    given: Option<&Scene>,
    console: &mut Console,
) -> Result<Option<Exit>, Stop> {
    if window::display().is_err() {
        return Ok(None);
    }
    let (source, scene) = open(arguments, given);
    let scene = usable(arguments, scene, console)?;
    let host =
        Terminal { console: console.twin(), stem: stem(&arguments.scene), playing: scene.is_ok() };
    let show = Show {
        title: format!("{} \u{2014} Islay", arguments.scene),
        size: arguments.size.unwrap_or(SIZE).sides(),
        source,
        scene,
        config: arguments.inputs.config(&arguments.root, false),
        script: script.clone(),
        until: arguments.until.map(|time| time.0),
        record: arguments.record()?,
        last_picture: arguments.screenshot.is_some(),
    };
    console.flush()?;
    match shown(show, Box::new(host), || {}) {
        Ok(ended) => {
            if let (Some(file), Some(picture)) = (&arguments.screenshot, &ended.picture) {
                write(file, picture)?;
            }
            tell(&ended, console)?;
            Ok(Some(Exit::Good))
        }
        Err(NoWindow(reason)) => {
            console.note(&format!("no window: {reason}"));
            Ok(None)
        }
    }
}

/// What was seen, for programs; the field names are fixed.
#[derive(Serialize)]
struct Seen {
    ticks: u64,
    pictures: u64,
    draw_calls: u32,
    instances: u32,
}

/// Tells what was seen, to programs.
pub fn tell(ended: &Ended, console: &mut Console) -> Result<(), Stop> {
    let &Ended { ticks, pictures, draw_calls, instances, .. } = ended;
    let seen = Seen { ticks, pictures, draw_calls, instances };
    if console.json() {
        console.line(&serde_json::to_string(&seen).unwrap_or_default())?;
    }
    Ok(())
}

fn open(arguments: &Arguments, given: Option<&Scene>) -> (Option<Source>, Result<Scene, Error>) {
    if let Some(scene) = given {
        return (None, Ok(scene.clone()));
    }
    let mut source = Source::new(&arguments.scene, arguments.root.reach());
    let scene = source.open(!arguments.no_watch);
    (Some(source), scene)
}

/// What the window opens with. A scene with errors may be mended while the window waits, if
/// somebody looks at its files and nobody waits for an end.
fn usable(
    arguments: &Arguments,
    scene: Result<Scene, Error>,
    console: &mut Console,
) -> Result<Result<Scene, Error>, Stop> {
    match &scene {
        Ok(scene) => {
            news::warn(scene, console);
            if scene.is_library() {
                let name = scene.name();
                console.note(&format!("`{name}` has no group `main`: nothing is there to see"));
            }
        }
        Err(Error::Scene(found)) if !arguments.no_watch && arguments.until.is_none() => {
            console.report(found)?;
        }
        Err(error) => return Err(error.clone().into()),
    }
    Ok(scene)
}

/// Shows it; `up` is called when the window is there. Until then, panics of the window library are
/// reasons, not faults.
pub fn shown(
    show: Show,
    host: Box<dyn Host>,
    up: impl FnOnce() + 'static,
) -> Result<Ended, NoWindow> {
    let hook = Arc::new(Mutex::new(Some(panic::take_hook())));
    panic::set_hook(Box::new(|_| {}));
    let kept = hook.clone();
    let restore = move || {
        if let Some(hook) = kept.lock().ok().and_then(|mut kept| kept.take()) {
            panic::set_hook(hook);
        }
    };
    let again = restore.clone();
    let ended = window::show(show, host, move || {
        again();
        up();
    });
    restore();
    ended
}

/// The terminal behind the window.
struct Terminal {
    console: Console,
    stem: String,
    /// There is a scene, though perhaps an older one.
    playing: bool,
}

impl Host for Terminal {
    fn remark(&mut self, remark: &Remark) {
        // the scene plays on, whether somebody reads what it says or not
        let _ = say(std::slice::from_ref(remark), &mut self.console);
        let _ = self.console.flush();
    }

    fn trouble(&mut self, error: &Error) {
        news::broken(error, self.playing, &mut self.console);
    }

    fn news(&mut self, scene: &Scene) {
        self.playing = true;
        news::changed(scene, &mut self.console);
    }

    fn shot(&mut self, pixels: &Pixels) -> String {
        let said = shot(&self.stem, pixels);
        self.console.note(&said);
        said
    }
}

/// Writes a picture that the user took into the current folder; what became of it.
pub fn shot(stem: &str, pixels: &Pixels) -> String {
    let file = free(stem);
    match write(&file, pixels) {
        Ok(()) => format!("wrote {}", file.display()),
        Err(Stop::Usage(said)) => said,
        Err(_) => format!("cannot write {}", file.display()),
    }
}

/// The first name in the current folder that no picture has.
fn free(stem: &str) -> PathBuf {
    let names = (1..).map(|n: u32| PathBuf::from(format!("{stem}-{n:04}.png")));
    names.into_iter().find(|name| !name.exists()).unwrap_or_default()
}

/// What pictures of a scene are called.
pub fn stem(scene: &str) -> String {
    let stem = Path::new(scene).file_stem().filter(|_| scene != "-");
    stem.map_or("scene".into(), |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_called_as_the_scene() {
        assert_eq!(stem("examples/hero/hero.islay"), "hero");
        assert_eq!(stem("-"), "scene");
        assert_eq!(free("no-such-scene"), Path::new("no-such-scene-0001.png"));
    }
}
