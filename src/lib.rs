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

pub mod import;

pub mod export;

mod error;

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
pub use machine::Limits;
pub use scene::Scene;
pub use snapshot::Snapshot;
pub use stage::{Bounds, Config, Instance, ReloadReport, Stage};
pub use value::Value;

/// The README's example in Rust runs too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
