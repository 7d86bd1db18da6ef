//! What characters look like: meshes of primitives, models and pictures from files.

pub mod model;

pub mod primitive;

// model files
pub mod read;

#[cfg(feature = "collada")]
mod collada;

mod gltf;

mod texture;

// all of a scene
pub mod library;

#[cfg(feature = "compiled")]
pub mod compiled;
