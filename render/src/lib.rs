//! What is seen of a scene: where the camera stands and what it sees where, and pictures.

pub mod camera;

pub mod pixels;
