//! What must hold whatever the bytes are: bodies of the fuzz targets, and of the tests that run the
//! committed files through them.
//!
//! In: bytes of whatever origin. Out: nothing, or a panic that says which promise was broken. How
//! much time and memory a body takes is watched by whoever calls it.

mod check;
pub mod compiled;
mod format;
mod hook;
mod judge;
mod model;
mod packed;
mod picture;
mod play;
mod recording;
mod run;
mod snapshot;
mod source;
mod text;
mod threedi;

pub use check::check;
pub use format::format;
pub use hook::hook;
pub use model::{dae, gltf};
pub use packed::compiled;
pub use picture::picture;
pub use recording::recording;
pub use run::run;
pub use snapshot::snapshot;
pub use text::text;
pub use threedi::threedi;

/// A body.
pub type Body = fn(&[u8]);

/// All bodies by the names of their targets.
pub const TARGETS: [(&str, Body); 12] = [
    ("text", text),
    ("format", format),
    ("check", check),
    ("run", run),
    ("snapshot", snapshot),
    ("recording", recording),
    ("threedi", threedi),
    ("dae", dae),
    ("gltf", gltf),
    ("picture", picture),
    ("hook", hook),
    ("compiled", compiled),
];
