//! Pictures of a scene without a window.
//!
//! In: frames of a stage. Out: [`Pixels`], the same bits everywhere, or whom a place on the picture
//! shows; files and text made of pictures. It opens no file.

use std::sync::Arc;

use islay_render::batch::Batches;
use islay_render::camera::View;
use islay_render::pick;
use islay_render::raster::Raster;
use islay_render::stock::Stock;

pub use islay_render::camera::Orbit;
pub use islay_render::capture::{
    AnimatedGif, AnimatedPng, FASTEST_GIF, Film, Rate, Y4m, still, still_size,
};
pub use islay_render::pixels::Pixels;
pub use islay_render::raster::{LARGEST, Samples};
pub use islay_render::terminal::{half_blocks, size as terminal_size};

use crate::{Frame, Scene, Shape};

/// Paints frames of a scene; meshes and buffers are kept from picture to picture.
pub struct Painter {
    scene: Scene,
    /// What was made for these shapes.
    stock: Option<(Arc<[Shape]>, Stock)>,
    batches: Batches,
    raster: Raster,
    orbit: Orbit,
}

impl Painter {
    /// A painter of a scene.
    pub fn new(scene: &Scene) -> Self {
        let (batches, raster) = (Batches::default(), Raster::default());
        Self { scene: scene.clone(), stock: None, batches, raster, orbit: Orbit::default() }
    }

    /// The camera of all further pictures goes round what it looks at.
    pub fn orbit(&mut self, orbit: Orbit) {
        self.orbit = orbit;
    }

    /// A picture of a frame of the scene, at most [`LARGEST`] wide and high.
    pub fn paint(&mut self, frame: &Frame, size: [u32; 2], samples: Samples) -> Pixels {
        let mut out = Pixels::default();
        self.paint_over(frame, size, samples, &mut out);
        out
    }

    /// The same, in a picture that is there already.
    pub fn paint_over(
        &mut self,
        frame: &Frame,
        size: [u32; 2],
        samples: Samples,
        out: &mut Pixels,
    ) {
        self.fill(frame, aspect(size));
        if let Some((_, stock)) = &self.stock {
            self.raster.paint(&self.batches, stock, size, samples, out);
        }
    }

    /// The serial number of whom a place on the picture shows: x and y from −1 to 1, right and up.
    pub fn pick(&mut self, frame: &Frame, size: [u32; 2], x: f32, y: f32) -> Option<u32> {
        self.fill(frame, aspect(size));
        let (_, stock) = self.stock.as_ref()?;
        pick::pick(&self.batches, stock, x, y)
    }

    fn fill(&mut self, frame: &Frame, aspect: f32) {
        let shapes = frame.shapes();
        if !self.stock.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, shapes)) {
            let world = &self.scene.program().world;
            let stock = Stock::new(shapes, self.scene.library(), world);
            self.stock = Some((shapes.clone(), stock));
        }
        let view = self.orbit.apply(&View::of(frame, aspect));
        if let Some((_, stock)) = &self.stock {
            self.batches.fill(frame, stock, view);
        }
    }
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").field("scene", &self.scene).finish_non_exhaustive()
    }
}

/// Width by height; 1 where there is no picture.
fn aspect([width, height]: [u32; 2]) -> f32 {
    if width == 0 || height == 0 { 1.0 } else { width as f32 / height as f32 }
}
