//! What is seen of a scene: where the camera stands and what it sees where, text as triangles, and
//! pictures.

pub mod camera;
pub mod font;

pub mod pixels;
