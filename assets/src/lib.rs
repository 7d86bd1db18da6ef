//! What characters look like: meshes of primitives.
//!
//! Model files are not read yet; what is here is what the language can say without them.

pub mod model;

pub mod primitive;
