//! An overlay as triangles in pixels.

use super::{Drawing, Item, Overlay, Place};
use crate::flat::{Clip, Fill, Sketch};
use crate::font::{self, Align};
use crate::light;

/// A corner of a triangle: place, linear colour with opacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Corner {
    pub at: [f32; 2],
    pub color: [f32; 4],
}

/// Triangles over the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    pub corners: Vec<Corner>,
    pub indices: Vec<u32>,
}

/// What is drawn at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Triangles in pixels, made for this picture.
    Own { triangles: Triangles, clip: Option<Clip> },
    /// A drawing that stays: its origin in pixels, and the pixels of its unit.
    Kept { drawing: Drawing, at: [f32; 2], scale: f32, clip: Option<Clip> },
}

impl Overlay {
    /// In drawing order; a unit is `scale` pixels.
    pub fn pieces(&self, scale: f32) -> Vec<Piece> {
        let mut runs = Runs::default();
        for item in &self.items {
            match item {
                Item::Panel { at, size, color } => {
                    runs.cut(None).panel(*at, *size, *color, scale);
                }
                Item::Text { at, height, color, text } => {
                    runs.cut(None).text(*at, *height, *color, text, scale);
                }
                Item::Sketch { place, sketch } => {
                    let at = place.at.map(|v| v * scale);
                    let into = runs.cut(place.pixels(scale));
                    into.fills(&sketch.fills, at, place.scale * scale);
                }
                Item::Drawing { place, drawing } => runs.put(Piece::Kept {
                    drawing: drawing.clone(),
                    at: place.at.map(|v| v * scale),
                    scale: place.scale * scale,
                    clip: place.pixels(scale),
                }),
            }
        }
        runs.end();
        runs.pieces
    }
}

/// Pieces, and the triangles that are still added to.
#[derive(Default)]
struct Runs {
    pieces: Vec<Piece>,
    open: Triangles,
    clip: Option<Clip>,
}

impl Runs {
    /// The triangles that are drawn next, cut in this way.
    fn cut(&mut self, clip: Option<Clip>) -> &mut Triangles {
        if self.clip != clip {
            self.end();
            self.clip = clip;
        }
        &mut self.open
    }

    fn put(&mut self, piece: Piece) {
        self.end();
        self.pieces.push(piece);
    }

    fn end(&mut self) {
        let triangles = std::mem::take(&mut self.open);
        if !triangles.indices.is_empty() {
            self.pieces.push(Piece::Own { triangles, clip: self.clip });
        }
    }
}

impl Place {
    /// Its clip in pixels.
    pub(super) fn pixels(&self, scale: f32) -> Option<Clip> {
        let area = self.clip?;
        let pixel = |v: f32| (v * scale).round().max(0.0) as usize;
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        Some([pixel(area.x), pixel(area.y), pixel(right), pixel(bottom)])
    }
}

impl Triangles {
    /// Those of a sketch, in its own units.
    pub fn of(sketch: &Sketch) -> Self {
        let mut out = Self::default();
        out.fills(&sketch.fills, [0.0, 0.0], 1.0);
        out
    }

    fn fills(&mut self, fills: &[Fill], at: [f32; 2], scale: f32) {
        for fill in fills {
            let (color, first) = (light::linear(fill.color), self.corners.len() as u32);
            let place = |p: &[f32; 2]| [at[0] + p[0] * scale, at[1] + p[1] * scale];
            let corners = fill.triangles.iter().flatten();
            self.corners.extend(corners.map(|p| Corner { at: place(p), color }));
            self.indices.extend(first..self.corners.len() as u32);
        }
    }

    fn panel(&mut self, [x, y]: [f32; 2], [w, h]: [f32; 2], color: u32, scale: f32) {
        let color = light::linear(color);
        let first = self.corners.len() as u32;
        let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
        self.corners.extend(corners.map(|at| Corner { at: at.map(|v| v * scale), color }));
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
    }

    fn text(&mut self, [x, y]: [f32; 2], height: f32, color: u32, text: &str, scale: f32) {
        let (color, first) = (light::linear(color), self.corners.len() as u32);
        let mesh = font::aligned(text, height, Align::Left);
        let [width, rise] = font::size(text, height);
        // the mesh is centred, and its Y goes up
        let place =
            |p: &[f32; 3]| [(x + width / 2.0 + p[0]) * scale, (y + rise / 2.0 - p[1]) * scale];
        self.corners.extend(mesh.positions.iter().map(|p| Corner { at: place(p), color }));
        self.indices.extend(mesh.triangles.iter().flatten().map(|i| first + i));
    }
}
