//! What is seen of a scene, from the draw list of a moment to a picture.

// where it is seen from
pub mod camera;

// what it is made of
pub mod font;
pub mod stock;

// what is drawn, in order
pub mod batch;
pub mod light;

// pictures without a window
pub mod pick;
pub mod raster;

// flat drawings, and state diagrams
pub mod flat;

#[cfg(feature = "diagram")]
pub mod diagram;

// pictures, in memory and as files and text
pub mod pixels;

#[cfg(feature = "capture")]
pub mod capture;

pub mod terminal;

#[cfg(feature = "window")]
pub mod window;
