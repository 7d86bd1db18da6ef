//! Islay: an embeddable language for interactive 3D animation.
//!
//! A scene is a cast of **characters**; what they do is a set of **state-transition diagrams**, written
//! as text. A host program makes a [`Scene`] of the text, lets it run tick by tick, and draws what there
//! is to draw with a renderer of its own:
//!
//! ```standalone_crate
//! # std::env::set_current_dir("examples/hero").unwrap();
//! # use islay::{Config, Files, Input, Key, Scene, Stage};
//! # struct Engine;
//! # impl Engine { fn draw(&self, _: islay::draw::ShapeId, _: [f32; 16]) {} }
//! # let engine = Engine;
//! let scene = Scene::load("hero.islay", &Files::new("."))?;         // Err carries diagnostics as data
//! let mut stage = Stage::new(&scene, Config::default());
//! stage.tick(&Input::new().hold(Key::Left));
//! for draw in stage.frame(1.0).draws() { engine.draw(draw.shape, draw.world); }
//! # Ok::<(), islay::Error>(())
//! ```
//!
//! # Eight words
//!
//! | | |
//! | --- | --- |
//! | [`Scene`] | a compiled text: immutable, shared by clones |
//! | [`Stage`] | a scene that runs |
//! | [`Config`] | how it runs: seed, limits, host, threads |
//! | [`Input`] | what happens outside before a tick: keys, clicks, messages, numbers |
//! | [`Frame`] | what there is to draw at one moment: shapes, matrices, colours, a camera |
//! | [`Diagnostic`] | something that is wrong with a text, with place and code |
//! | [`Error`] | why a call did not do what it was asked |
//! | [`Host`] | words that the program gives its scenes: actions, signals, functions |
//!
//! [`Key`], [`Files`], [`Limits`], [`Event`] and [`ReloadReport`] say what they are. The [`guide`] adds one
//! idea at a time; [`draw`] has what it takes to draw.
//!
//! # What a host can rely on
//!
//! * **Same bits.** The same scene, seed and inputs give the same ticks, to the bit, in debug and release, on
//!   every platform, for any number of threads, before and after a snapshot. [`Stage::hash`] tells.
//! * **Nothing behind its back.** No clock is read (but for [`Config::watchdog`](field@Config::watchdog), where
//!   one is set), nothing is printed, no global state is kept, no thread
//!   is started unless [`Config::threads`] asks for one. Files are read while a scene is loaded and at
//!   no other time, through [`Files`] alone.
//! * **Errors are values.** What is wrong in a text is an [`Error::Scene`] with [`Diagnostics`]. What
//!   goes wrong while a scene runs (a limit, a division by zero that is used, an action that fails) is a *trap*:
//!   an [`EventKind::Trap`] with the place in the text; the scene goes on. Texts, models, snapshots and
//!   compiled scenes may come from anybody: they are refused with a reason, or they run within
//!   [`Limits`].
//! * **Threads.** A [`Scene`] is `Send` and `Sync`, a [`Stage`] is `Send`: share the one, move the other.
//!
//! # Units
//!
//! X is to the right, Y up, Z forward. Lengths are metres or whatever the scene means by 1, angles are degrees,
//! times are seconds (a tick is [`Scene::tick_seconds`]), colours are `0xRRGGBBAA`.
//!
//! # Features
//!
//! `default-features = false` leaves the language and the machine; each feature adds to it.
//!
//! | feature | brings | costs about |
//! | --- | --- | --- |
//! | none | the language, the machine, the standard library, diagnostics as text | 39 crates, 30 s |
//! | `hooks` | scripts in [rhai](https://rhai.rs) that scenes call | 20 crates |
//! | `files` | scenes in folders: `Files::new`; without it a host hands over texts or bytes | 14 crates |
//! | `threads` | one stage on several threads: [`Config::threads`] | 6 crates |
//! | `models` | model files (COLLADA, glTF) and pictures (PNG, JPEG) on shapes | 29 crates |
//! | `import` | `import`, `export`: Islay 3D documents; with `models` | no more than `models` |
//! | `tools` | `session`: traces, tests, recordings, conversations; diagnostics as JSON | 3 crates |
//! | `pictures` | `picture`: a rasteriser, PNG, GIF, APNG, state diagrams as pictures | 19 crates |
//! | `watch` | `watch`: tells of files that change; with `files` | 23 crates with `files` |
//! | `window` | `window`: plays in a window; with `models`, `pictures`, `tools`, `watch` | 57 crates |
//! | `cli` | the program `islay`; with all but `window` | 108 crates |
//!
//! `default` is `cli` and `window`. Seconds are those of a first debug build on two processors. A build
//! without `hooks` or `models` refuses a scene that needs them, with a diagnostic at the place that
//! does.
// what only tools ask of scenes stays in place: one attribute, instead of one at each of these
#![cfg_attr(not(all(feature = "tools", feature = "import")), allow(dead_code, unused_imports))]

mod scene;

mod stage;

mod host;

mod snapshot;

mod frame;

pub mod draw;

mod input;

mod value;

pub mod files;

pub mod diagnostic;

mod report;

#[cfg(feature = "import")]
pub mod import;

#[cfg(feature = "import")]
pub mod export;

mod error;

#[cfg(feature = "tools")]
pub mod session;

#[cfg(feature = "watch")]
pub mod watch;

#[cfg(feature = "window")]
pub mod window;

mod traps;

mod front;

mod machine;

mod path;

#[cfg(feature = "pictures")]
pub mod picture;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Place, Severity};
pub use error::Error;
pub use files::Files;
pub use host::Host;
pub use input::Input;
pub use islay_vm::event::{EmitValue, Event, EventKind};
pub use islay_vm::frame::{Camera, Draw, Frame, Shape};
pub use islay_vm::hook::Me;
pub use islay_vm::key::Key;
pub use islay_vm::program::{Button, CallKind, WantedCall, Wants};
pub use machine::{LIMITS, Limit, Limits};
pub use scene::Scene;
pub use snapshot::Snapshot;
pub use stage::{Bounds, Config, Instance, ReloadReport, Stage};
pub use value::Value;

#[doc = include_str!("../docs/embedding.md")]
pub mod guide {}

/// The README's example in Rust runs too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
