//! The window: a place on the screen that shows batches and tells what the user does.
//!
//! In: an [`App`] that is asked what is seen and told what happens. Out: pictures on the screen,
//! [`Pixels`] on request. It knows no scene, runs no tick and reads no file. The only module that
//! knows miniquad. There is one window in a process, once; it takes the main thread until it is
//! closed.

mod gpu;
mod handler;
mod input;
mod overlay;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use islay_vm::key::Key;
use islay_vm::program::Button;

use crate::batch::{Batches, Instance};
use crate::pixels::Pixels;
use crate::stock::Stock;
pub use handler::{display, open};
pub use overlay::{Drawing, Overlay, Place, text_width};

/// How the window is at first.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What stands over it. It stays as it is.
    pub title: String,
    /// Width and height in pixels.
    pub size: [u32; 2],
}

/// Something that the user did.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A key went down; repeats of a held key are told too.
    Press(Key),
    /// A key went up.
    Release(Key),
    /// A key went down that has no name.
    Other,
    /// The keyboard belongs to another window now.
    FocusLost,
    /// It belongs to this one again.
    FocusBack,
    /// The pointer is at these pixels from the top left.
    Moved([f32; 2]),
    /// The pointer is somewhere else.
    Left,
    /// A button of the pointer went down.
    ButtonDown(Button, [f32; 2]),
    /// A button of the pointer went up.
    ButtonUp(Button, [f32; 2]),
    /// The wheel was turned away from the user by so many steps.
    Wheel(f32),
    /// The window has another size or another scale.
    Resized,
    /// The user closes it. It stays for as long as pictures are wanted.
    Closing,
    /// Files were dropped on it.
    Dropped(Vec<PathBuf>),
}

/// What is seen now.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    /// What the batches refer to. Another one means that meshes and pictures are loaded anew.
    pub stock: &'a Arc<Stock>,
    /// What is drawn.
    pub batches: &'a Batches,
    /// Boxes of size 1, drawn as lines over everything that stands in the world.
    pub boxes: &'a [Instance],
    /// Texts and panels over it all.
    pub overlay: &'a Overlay,
}

/// What drawing a picture took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Handing data over.
    pub upload: Duration,
    /// Everything else until the commands were given.
    pub draw: Duration,
    /// Draw calls.
    pub calls: u32,
    /// Instances in them.
    pub instances: u32,
}

/// What a picture in memory shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    /// All that the window shows.
    Everything,
    /// The scene without what lies over it.
    Scene,
}

/// Who lives in a window.
pub trait App {
    /// The user did something.
    fn event(&mut self, event: Event, desk: &mut Desk);

    /// Time went by; a picture is drawn next.
    fn update(&mut self, desk: &mut Desk);

    /// What is seen now.
    fn picture(&mut self, desk: &Desk) -> Picture<'_>;

    /// It was drawn.
    fn drawn(&mut self, drawn: Drawn);

    /// The picture that was asked for.
    fn shot(&mut self, shot: Shot, pixels: Pixels, desk: &mut Desk);
}

/// What an app knows and wants of its window.
#[derive(Clone, Debug)]
pub struct Desk {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Pixels to a unit in which texts have the same size on all screens.
    pub scale: f32,
    /// Nothing moves: pictures may be few.
    pub idle: bool,
    /// The picture is as it was: it need not be drawn anew.
    pub same: bool,
    full_screen: bool,
    shots: Vec<Shot>,
    closing: bool,
}

impl Desk {
    /// Width by height.
    pub fn aspect(&self) -> f32 {
        self.size[0] as f32 / self.size[1].max(1) as f32
    }

    /// Where a pixel is on the picture: −1 to 1, right and up.
    pub fn place(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [w, h] = self.size.map(|n| n.max(1) as f32);
        [x / w * 2.0 - 1.0, 1.0 - y / h * 2.0]
    }

    /// A pixel in units.
    pub fn units(&self, at: [f32; 2]) -> [f32; 2] {
        at.map(|v| v / self.scale)
    }

    /// The window closes after this picture.
    pub fn close(&mut self) {
        self.closing = true;
    }

    /// Whether it covers the screen.
    pub fn is_full_screen(&self) -> bool {
        self.full_screen
    }

    /// Covers the screen, or no longer does.
    pub fn full_screen(&mut self, on: bool) {
        self.full_screen = on;
    }

    /// The next picture is handed over too.
    pub fn take(&mut self, shot: Shot) {
        self.shots.push(shot);
    }
}

/// Why there is no window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);
