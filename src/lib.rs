//! Islay: an embeddable language for interactive 3D animation.
//!
//! A [`Scene`] is compiled from text; a [`Stage`] runs it, tick by tick, from [`Input`]s. Same
//! scene, seed and inputs: same bits. Nothing here prints, reads a clock or keeps global state.
//!
//! ```
//! use islay::{Config, Input, Key, Scene, Stage, Value};
//!
//! let scene = Scene::from_text("card", "
//!     character Card {
//!       shape box 1 1.5 0.1
//!       diagram Turn {
//!         state Still               on key(Left) -> Left
//!         state Left < rotate y -5 > on key(Left) -> Left  else -> Still
//!       }
//!     }
//!     group main { Card }
//! ")?;
//! let mut stage = Stage::new(&scene, Config::default());
//! for _ in 0..10 {
//!     stage.tick(&Input::new().hold(Key::Left));
//! }
//! assert_eq!(stage.state("Card.Turn").as_deref(), Some("Left"));
//! # Ok::<(), islay::Error>(())
//! ```
//!
//! # Features
//!
//! | feature | brings | costs about |
//! | --- | --- | --- |
//! | none | the language, the machine, the standard library, diagnostics as text | 39 crates, 30 s |
//! | `hooks` | scripts in [rhai](https://rhai.rs) that scenes call | 20 crates |
//! | `files` | scenes in folders: `Files::new`; without it a host hands over texts or bytes | 14 crates |
//! | `models` | model files (COLLADA, glTF) and pictures (PNG, JPEG) on shapes | 29 crates |
//! | `import` | `import`, `export`: Islay 3D documents; with `models` | no more than `models` |
//! | `tools` | `session`: traces, tests, recordings, conversations; diagnostics as JSON | 3 crates |
//! | `pictures` | `picture`: a rasteriser, PNG, GIF, APNG, state diagrams as pictures | 19 crates |
//! | `watch` | `watch`: tells of files that change; with `files` | 23 crates with `files` |
//! | `window` | `window`: plays in a window; with `models`, `pictures`, `tools`, `watch` | 57 crates |
//! | `cli` | the program `islay`; with all but `window` | 102 crates |
//!
//! `default` is `cli` and `window`. A build without `hooks` or `models` refuses a scene that needs
//! them, with a diagnostic at the place that does.
// what only tools ask of scenes stays in place: one attribute, instead of one at each of these
#![cfg_attr(not(all(feature = "tools", feature = "import")), allow(dead_code, unused_imports))]

mod scene;

mod stage;

mod host;

mod snapshot;

mod frame;

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

/// The README's example in Rust runs too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
