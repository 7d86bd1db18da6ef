//! What is seen of a scene: for now where the camera stands and what it sees where.
//!
//! Nothing is drawn yet.

pub mod camera;
