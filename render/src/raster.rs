//! Batches become a picture, on the CPU.
//!
//! In: [`Batches`], the scene's stock, the size of the picture. Out: [`Pixels`], the same bits
//! everywhere. It keeps its buffers from picture to picture. Whatever stands where, it neither
//! panics nor hangs: triangles are cut before the eye, and what is no number is not drawn.

mod canvas;
mod clip;
mod fill;
mod lens;
mod painter;
mod shadow;
mod surface;

use crate::batch::{Batch, Batches, MeshKey, Pass, Shadow};
use crate::light;
use crate::pixels::Pixels;
use crate::stock::Stock;
use canvas::Canvas;
use fill::{Clear, Pinned, Rule, Solid, Surface};
use lens::{Lens, Spot};
use painter::{Bare, Look, Thing};
pub(crate) use surface::texel;
use surface::{Fading, Plain};

/// The widest and highest picture.
pub const LARGEST: u32 = 8192;

/// How many samples a pixel is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Samples {
    /// Its middle.
    #[default]
    One,
    /// Two by two: edges are smooth.
    Four,
}

impl Samples {
    /// Samples side by side.
    fn side(self) -> usize {
        match self {
            Self::One => 1,
            Self::Four => 2,
        }
    }
}

/// The rasteriser: buffers that are used again.
#[derive(Debug, Default)]
pub struct Raster {
    canvas: Canvas,
    spots: Vec<Spot>,
}

/// What is painted, and how it is looked at.
struct Scenery<'a> {
    batches: &'a Batches,
    stock: &'a Stock,
    lens: Lens,
}

impl Raster {
    /// Paints a picture of this size (at most [`LARGEST`]) over `out`.
    pub fn paint(
        &mut self,
        batches: &Batches,
        stock: &Stock,
        size: [u32; 2],
        samples: Samples,
        out: &mut Pixels,
    ) {
        let side = samples.side();
        let [width, height] = size.map(|n| n.min(LARGEST) as usize * side);
        self.canvas.clear(width, height, batches.background);
        if width > 0 && height > 0 {
            let lens = Lens::new(&batches.view, width, height);
            self.paint_world(&Scenery { batches, stock, lens });
            let lens = Lens::flat(batches.view.aspect, width, height);
            self.canvas.clear_depth();
            self.paint_pass(&Scenery { batches, stock, lens }, Pass::Screen, Pinned);
        }
        self.canvas.resolve(side, out);
    }

    fn paint_world(&mut self, scenery: &Scenery) {
        let Batches { fade, shadow, background, view, light, .. } = scenery.batches;
        let canvas = [self.canvas.width, self.canvas.height];
        let fading = |color| fade.map(|fade| Fading::new(color, *background, fade, view, canvas));
        let [r, g, b, _] = light::linear(scenery.stock.world().floor);
        match fading(light.lit([r, g, b], [0.0, 1.0, 0.0])) {
            Some(fading) => self.paint_floor(scenery, &fading),
            None => self.paint_pass(scenery, Pass::Floor, Solid),
        }
        self.paint_pass(scenery, Pass::Wall, Solid);
        if let Some(shadow) = shadow {
            match fading(shadow.color) {
                Some(fading) => self.paint_shadows(scenery, shadow, &fading),
                None => self.paint_shadows(scenery, shadow, plain(shadow.color)),
            }
        }
        self.paint_pass(scenery, Pass::Solid, Solid);
        self.paint_pass(scenery, Pass::Clear, Clear);
    }

    fn paint_pass(&mut self, scenery: &Scenery, pass: Pass, rule: impl Rule + Copy) {
        let Scenery { batches, stock, lens } = scenery;
        for batch in batches.of(pass) {
            let image = batch.kind.image.and_then(|id| stock.image(id));
            let light = batch.lit.then_some(batches.light);
            for (thing, color) in scenery.things(batch) {
                let normals = light::normals(&thing.map);
                self.paint_thing(lens, &thing, &Look { color, light, image, normals, rule });
            }
        }
    }

    fn paint_floor(&mut self, scenery: &Scenery, fading: &Fading) {
        for batch in scenery.batches.of(Pass::Floor) {
            for (thing, _) in scenery.things(batch) {
                self.paint_thing(&scenery.lens, &thing, &Bare(fading, Solid));
            }
        }
    }

    fn paint_shadows(&mut self, scenery: &Scenery, shadow: &Shadow, surface: impl Surface<0>) {
        let paint = Bare(surface, Solid);
        for batch in scenery.batches.of(Pass::Solid) {
            for (thing, _) in scenery.things(batch) {
                self.paint_shadow(&scenery.lens, &thing, shadow, &paint);
            }
        }
    }
}

fn plain([r, g, b]: light::Linear) -> Plain {
    Plain([r, g, b, 1.0])
}

impl<'a> Scenery<'a> {
    /// The things of a batch, with their colours.
    fn things(&self, batch: &'a Batch) -> impl Iterator<Item = (Thing<'a>, [f32; 4])> + use<'a> {
        let found = self.batches.mesh(self.stock, batch.kind.mesh);
        let closed = match batch.kind.mesh {
            MeshKey::Stock(id) => self.stock.stuff(id).is_some_and(|stuff| stuff.closed),
            MeshKey::Word(_) => false,
        };
        let dense = batch.kind.image.is_none_or(|id| self.stock.is_dense(id));
        // where something is seen through, both sides are seen
        let one_sided = closed && dense && batch.pass == Pass::Solid;
        let instances = self.batches.instances.get(batch.instances.clone()).unwrap_or_default();
        found.into_iter().flat_map(move |(mesh, bounds)| {
            let thing = move |map| Thing { mesh, bounds, map, one_sided };
            instances.iter().map(move |instance| (thing(instance.map), instance.color))
        })
    }
}
