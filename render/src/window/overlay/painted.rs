//! An overlay as pixels: what a window would show, without one.

use super::{Item, Overlay, Place};
use crate::flat::{self, Area, Sketch};
use crate::font;
use crate::pixels::Pixels;

impl Overlay {
    /// Paints it over a picture; a unit is `scale` pixels.
    pub fn paint_over(&self, pixels: &mut Pixels, scale: f32) {
        for item in &self.items {
            match item {
                Item::Panel { at: [x, y], size: [width, height], color } => {
                    let mut sketch = Sketch::default();
                    let area = Area { x: *x, y: *y, width: *width, height: *height };
                    sketch.shape(&area.corners(), *color);
                    put(pixels, &sketch, &WHOLE, scale);
                }
                Item::Text { at: [x, y], height, color, text } => {
                    let mut sketch = Sketch::default();
                    for (row, line) in text.split('\n').enumerate() {
                        let at = [*x, y + row as f32 * font::size("x", *height)[1]];
                        sketch.text(line, at, [*height, *height], *color);
                    }
                    put(pixels, &sketch, &WHOLE, scale);
                }
                Item::Sketch { place, sketch } => put(pixels, sketch, place, scale),
                Item::Drawing { place, drawing } => put(pixels, drawing.sketch(), place, scale),
            }
        }
    }
}

const WHOLE: Place = Place { at: [0.0, 0.0], scale: 1.0, clip: None };

fn put(pixels: &mut Pixels, sketch: &Sketch, place: &Place, scale: f32) {
    let all = [0, 0, pixels.width as usize, pixels.height as usize];
    let clip = place.pixels(scale).unwrap_or(all);
    let at = place.at.map(|v| v * scale);
    flat::over(pixels, &sketch.fills, at, place.scale * scale, clip);
}
