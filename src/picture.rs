//! Pictures of a scene without a window.
//!
//! In: frames of a stage. Out: [`Pixels`]. It opens no file.

pub use islay_render::pixels::Pixels;
