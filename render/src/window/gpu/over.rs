//! What lies over the picture, on the card.
//!
//! In: an overlay. Out: its pieces, loaded and drawn. Drawings that stay are loaded once and given
//! back when no picture shows them; what was made for one picture goes with it.

use miniquad::{Pipeline, RenderingBackend, UniformsSource};

use super::shaders::Page;
use super::stuff::{self, Loaded};
use crate::flat::Clip;
use crate::window::overlay::{Drawing, Overlay, Piece, Triangles};

/// The overlay that was drawn last.
#[derive(Default)]
pub struct Over {
    overlay: Overlay,
    scale: f32,
    parts: Vec<Part>,
    kept: Vec<(Drawing, Loaded)>,
}

/// A piece on the card.
struct Part {
    loaded: Loaded,
    /// It is no drawing that stays.
    own: bool,
    at: [f32; 2],
    scale: f32,
    clip: Option<Clip>,
}

impl Over {
    /// Loads what is new in this overlay, and gives back what is no longer in it.
    pub fn follow(&mut self, ctx: &mut dyn RenderingBackend, overlay: &Overlay, scale: f32) {
        if self.overlay == *overlay && self.scale == scale {
            return;
        }
        let old = std::mem::take(&mut self.parts).into_iter().filter(|part| part.own);
        old.for_each(|part| stuff::delete(ctx, part.loaded));
        let (mut parts, mut kept) = (Vec::new(), Vec::new());
        for piece in overlay.pieces(scale) {
            match piece {
                Piece::Own { triangles, clip } => {
                    let loaded = load(ctx, &triangles);
                    let part = |loaded| Part { loaded, own: true, at: [0.0; 2], scale: 1.0, clip };
                    parts.extend(loaded.map(part));
                }
                Piece::Kept { drawing, at, scale, clip } => {
                    let loaded = self.take(ctx, &mut kept, drawing);
                    let part = |loaded| Part { loaded, own: false, at, scale, clip };
                    parts.extend(loaded.map(part));
                }
            }
        }
        let gone = std::mem::replace(&mut self.kept, kept);
        gone.into_iter().for_each(|(_, loaded)| stuff::delete(ctx, loaded));
        self.parts = parts;
        self.overlay.clone_from(overlay);
        self.scale = scale;
    }

    /// A drawing that stays: from this picture, from the last one, or new.
    fn take(
        &mut self,
        ctx: &mut dyn RenderingBackend,
        kept: &mut Vec<(Drawing, Loaded)>,
        drawing: Drawing,
    ) -> Option<Loaded> {
        if let Some((_, loaded)) = kept.iter().find(|(known, _)| *known == drawing) {
            return Some(*loaded);
        }
        let known = self.kept.iter().position(|(known, _)| *known == drawing);
        let loaded = match known {
            Some(at) => self.kept.swap_remove(at).1,
            None => load(ctx, &Triangles::of(drawing.sketch()))?,
        };
        kept.push((drawing, loaded));
        Some(loaded)
    }

    /// Draws it; tells how many calls that took.
    pub fn draw(
        &self,
        ctx: &mut dyn RenderingBackend,
        with: Pipeline,
        [width, height]: [u32; 2],
    ) -> u32 {
        if self.parts.is_empty() {
            return 0;
        }
        ctx.apply_pipeline(&with);
        for part in &self.parts {
            let [left, top, right, bottom] =
                part.clip.map_or([0, 0, width as i32, height as i32], |clip| {
                    clip.map(|v| v.min(1 << 20) as i32)
                });
            // the card counts rows from below
            let from_below = height as i32 - bottom;
            ctx.apply_scissor_rect(left, from_below, (right - left).max(0), (bottom - top).max(0));
            let Loaded { vertices, indices, count } = part.loaded;
            ctx.apply_bindings_from_slice(&[vertices], indices, &[]);
            let size = [width as f32, height as f32, 0.0, 0.0];
            let place = [part.at[0], part.at[1], part.scale, 0.0];
            ctx.apply_uniforms(UniformsSource::table(&Page { size, place }));
            ctx.draw(0, count, 1);
        }
        ctx.apply_scissor_rect(0, 0, width as i32, height as i32);
        self.parts.len() as u32
    }
}

fn load(ctx: &mut dyn RenderingBackend, triangles: &Triangles) -> Option<Loaded> {
    let any = !triangles.indices.is_empty();
    any.then(|| stuff::buffers(ctx, &triangles.corners, &triangles.indices))
}
