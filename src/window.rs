//! A scene in a window.
//!
//! In: where the scene is, how it is played, a [`Host`] who is told what happens. Out: how it
//! ended. The window takes the thread it is opened on, which must be the main one; there is one in
//! a process, once. It writes no file and prints nothing. Clocks are read here and nowhere deeper.

// what the user does
mod keys;
mod pointer;

// who lives in the window
mod player;
mod seen;

// what lies over the scene
mod diagrams;
mod extras;
mod help;
mod panel;
mod timeline;
mod times;
mod told;
mod tree;

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use islay_render::window::{Refused, Settings};

pub use keys::{KEYS, POINTER, Row};

use crate::picture::Pixels;
use crate::session::play::{Play, Remark};
use crate::session::script::Script;
use crate::watch::Source;
use crate::{Config, Error, Scene};
use player::Player;

/// Who is told what happens in the window.
pub trait Host {
    /// The scene says something.
    fn remark(&mut self, remark: &Remark);

    /// The files changed, and there is no scene in them. Whoever looks after the files elsewhere
    /// ([`Show::source`] is `None`) is never told.
    fn trouble(&mut self, error: &Error) {
        let _ = error;
    }

    /// The files changed, and this is the scene now; told to whom [`Host::trouble`] is.
    fn news(&mut self, scene: &Scene) {
        let _ = scene;
    }

    /// The user took a picture. What became of it is shown to them.
    fn shot(&mut self, pixels: &Pixels) -> String;

    /// A tick was done. Who says what there is to say of it without help tells so, and gets no
    /// remarks of it.
    fn ticked(&mut self, play: &mut Play) -> bool {
        let _ = play;
        false
    }

    /// A scene was dropped on the window. Whoever looks after the scene loads it, and tells so.
    fn dropped(&mut self, play: Option<&mut Play>, path: &Path) -> bool {
        let _ = (play, path);
        false
    }

    /// Asked before each picture, between two ticks: whoever works on the scene from elsewhere does
    /// it here, and tells what the window shall do. `None` while there is no scene without errors.
    fn turn(&mut self, play: Option<&mut Play>) -> Vec<Wish> {
        let _ = play;
        Vec::new()
    }
}

/// What a host wants of the window.
#[derive(Debug)]
pub enum Wish {
    /// Something was done with the play: it may look different.
    Look,
    /// These lines are shown for a while.
    Note(Vec<String>),
    /// This is wrong with the scene that should be there; `None`: nothing is any more.
    Trouble(Option<Error>),
    /// The diagrams of who is selected are shown, as F1 does.
    Diagrams,
    /// The window closes, as if the user had closed it.
    Close,
}

/// What is shown, and how.
pub struct Show {
    /// The name over the window.
    pub title: String,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Where newer scenes come from, if there are any.
    pub source: Option<Source>,
    /// What was there when it was opened first.
    pub scene: Result<Scene, Error>,
    /// How the stage runs.
    pub config: Config,
    /// What happens besides what the user does.
    pub script: Script,
    /// It ends after so many seconds of scene time.
    pub until: Option<f64>,
    /// What happens is written down there.
    pub record: Option<Box<dyn Write + Send>>,
    /// The last picture is wanted.
    pub last_picture: bool,
}

/// How it ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ended {
    /// The last picture, if it was wanted and there was one.
    pub picture: Option<Pixels>,
    /// Ticks of the scene that was there last.
    pub ticks: u64,
    /// Pictures that were drawn.
    pub pictures: u64,
    /// Draw calls of the last one.
    pub draw_calls: u32,
    /// What they drew.
    pub instances: u32,
}

/// Why there is no window: one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoWindow(pub String);

/// Whether there is a display at all, or why not.
pub fn display() -> Result<(), NoWindow> {
    islay_render::window::display().map_err(|Refused(reason)| NoWindow(reason))
}

/// Shows it until the window is closed. `up` is called when the window is there.
pub fn show(
    show: Show,
    host: Box<dyn Host>,
    up: impl FnOnce() + 'static,
) -> Result<Ended, NoWindow> {
    let settings = Settings { title: show.title.clone(), size: show.size };
    let ended = Rc::new(RefCell::new(Ended::default()));
    let player = Player::new(show, host, ended.clone());
    match islay_render::window::open(&settings, Box::new(player), up) {
        Ok(()) => Ok(ended.take()),
        Err(Refused(reason)) => Err(NoWindow(reason)),
    }
}
