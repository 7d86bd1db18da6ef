//! What a host needs that draws by itself.
//!
//! In: a [`Frame`](crate::Frame). Out: what its parts are made of: triangles, pictures, and the
//! camera as numbers. It draws nothing.
//!
//! A frame is a list of [`Draw`](crate::Draw)s: each says which shape is seen, where, in what colour.
//! What a shape is made of stands in [`Shape::base`](crate::Shape::base), as numbers or as the name
//! of a model; [`pieces`] makes triangles of both. They are the same as long as the scene is, so
//! a host uploads them once and draws them as often as they are named.
//!
//! ```
//! use islay::draw::{View, pieces};
//! use islay::{Config, Scene, Stage};
//!
//! let scene = Scene::from_text("ball", "
//!     character Ball { shape ball 0.5 color red }
//!     group main { Ball at 0 1 4 }
//! ")?;
//! let mut stage = Stage::new(&scene, Config::default());
//! let frame = stage.frame(1.0);
//!
//! let camera = View::of(&frame, 16.0 / 9.0).matrix(1000.0); // for a vertex shader
//! for draw in frame.draws() {
//!     let shape = &frame.shapes()[draw.shape as usize];
//!     for piece in pieces(shape, scene.library()) {
//!         assert!(!piece.mesh.triangles.is_empty());
//!         assert_eq!(draw.color, 0xff0000ff);
//!         assert_eq!(draw.world[12..15], [0.0, 1.0, 4.0]);
//!     }
//! }
//! # let _ = camera;
//! # Ok::<(), islay::Error>(())
//! ```
//!
//! # Axes, units, colours
//!
//! X is to the right, Y up, Z forward, so the axes are left-handed; lengths are metres. Matrices stand column
//! by column: the last four numbers are where the origin goes. Colours are `0xRRGGBBAA` in sRGB, the
//! colour of a draw times that of the material times that of the picture. Triangles face outward
//! where (b − a) × (c − a) points.

use std::sync::Arc;

pub use islay_assets::library::Library;
pub use islay_assets::model::{ClipFacts, Image, Material, Mesh, Model, Piece};
pub use islay_vm::frame::ShapeId;
pub use islay_vm::program::{BaseSpec, CameraSpec, WorldKind, WorldSpec};
pub use islay_vm::view::{NEAR, View};

use crate::Shape;

/// The triangles of a shape: one piece for a primitive, those of the file for a model, none for a
/// text, whose words are in [`Draw::text`](crate::Draw::text) and whose font is the host's.
pub fn pieces(shape: &Shape, library: &Library) -> Vec<Piece> {
    match (&shape.base, &shape.file) {
        (BaseSpec::Model(_), file) => {
            let model = file.as_deref().and_then(|file| library.model(file));
            model.map(|model| model.pieces.clone()).unwrap_or_default()
        }
        (base, _) => {
            let mesh = islay_assets::primitive::mesh(base);
            mesh.map(|mesh| Piece { mesh, material: None }).into_iter().collect()
        }
    }
}

/// The picture on a shape, where the scene lays one on it (`texture "wood.png"`). The pictures of a
/// model's own materials are in [`Model::images`].
pub fn texture<'l>(shape: &Shape, library: &'l Library) -> Option<&'l Arc<Image>> {
    library.image(shape.texture.as_deref()?)
}
