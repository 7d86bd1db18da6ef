//! What lies over the picture: panels and texts.
//!
//! In: rectangles and texts, in units of which the desk's scale makes pixels, from the top left.
//! Out: triangles in pixels with linear colours. It draws nothing and places nothing by itself.

use crate::font::{self, Align};
use crate::light;

/// Panels and texts, in drawing order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
enum Item {
    Panel { at: [f32; 2], size: [f32; 2], color: u32 },
    Text { at: [f32; 2], height: f32, color: u32, text: String },
}

/// A corner of a triangle: place in pixels, linear colour with opacity.
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

/// How wide a text is whose lines are so high.
pub fn text_width(text: &str, height: f32) -> f32 {
    font::size(text, height)[0]
}

impl Overlay {
    /// Takes all away.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// A rectangle of a colour 0xRRGGBBAA.
    pub fn panel(&mut self, at: [f32; 2], size: [f32; 2], color: u32) {
        self.items.push(Item::Panel { at, size, color });
    }

    /// A text whose first line begins at the top left.
    pub fn text(&mut self, at: [f32; 2], height: f32, color: u32, text: &str) {
        self.items.push(Item::Text { at, height, color, text: text.to_owned() });
    }

    /// As triangles; a unit is `scale` pixels.
    pub(super) fn triangles(&self, scale: f32) -> Triangles {
        let mut out = Triangles::default();
        for item in &self.items {
            match item {
                Item::Panel { at, size, color } => out.panel(*at, *size, *color, scale),
                Item::Text { at, height, color, text } => {
                    out.text(*at, *height, *color, text, scale);
                }
            }
        }
        out
    }
}

impl Triangles {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_lies_right_of_and_below_its_place_and_grows_with_the_scale() {
        let mut overlay = Overlay::default();
        overlay.text([10.0, 20.0], 24.0, 0xffff_ffff, "Ég\nx");
        for scale in [1.0, 2.5] {
            let out = overlay.triangles(scale);
            assert!(!out.corners.is_empty() && out.indices.len() % 3 == 0);
            let width = text_width("Ég", 24.0);
            for Corner { at: [x, y], .. } in out.corners {
                let (x, y) = (x / scale, y / scale);
                assert!((10.0..=10.0 + width).contains(&x) && (20.0..=68.0).contains(&y));
            }
        }
    }

    #[test]
    fn a_panel_is_two_triangles() {
        let mut overlay = Overlay::default();
        assert!(overlay.is_empty());
        overlay.panel([1.0, 2.0], [3.0, 4.0], 0x0000_0080);
        let out = overlay.triangles(2.0);
        assert_eq!((out.corners.len(), out.indices.len()), (4, 6));
        assert_eq!(out.corners[2].at, [8.0, 12.0]);
    }
}
