//! What lies over the picture: panels, texts, drawings.
//!
//! In: rectangles, texts and drawings, in units of which the desk's scale makes pixels, from the
//! top left. Out: pieces in pixels with linear colours, in drawing order, or the pixels themselves.
//! It draws nothing on a screen and places nothing by itself.

mod painted;
mod triangles;

use std::sync::Arc;

use crate::flat::{Area, Sketch};
use crate::font;
pub(super) use triangles::{Piece, Triangles};

/// Panels, texts and drawings, in drawing order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
enum Item {
    Panel { at: [f32; 2], size: [f32; 2], color: u32 },
    Text { at: [f32; 2], height: f32, color: u32, text: String },
    Sketch { place: Place, sketch: Sketch },
    Drawing { place: Place, drawing: Drawing },
}

/// Where a drawing is put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its top left.
    pub at: [f32; 2],
    /// How large its unit is.
    pub scale: f32,
    /// What lies outside of this is not seen.
    pub clip: Option<Area>,
}

/// A drawing that is made once and shown in many pictures. Clones are the same one.
#[derive(Clone, Debug)]
pub struct Drawing(Arc<Sketch>);

impl Drawing {
    /// What was sketched, to be kept.
    pub fn new(sketch: Sketch) -> Self {
        Self(Arc::new(sketch))
    }

    /// What was sketched.
    pub fn sketch(&self) -> &Sketch {
        &self.0
    }
}

impl PartialEq for Drawing {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
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

    /// A drawing that is another in the next picture.
    pub fn sketch(&mut self, place: Place, sketch: Sketch) {
        self.items.push(Item::Sketch { place, sketch });
    }

    /// A drawing that stays.
    pub fn drawing(&mut self, place: Place, drawing: &Drawing) {
        self.items.push(Item::Drawing { place, drawing: drawing.clone() });
    }

    /// The texts, in drawing order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::triangles::Corner;
    use super::*;
    use crate::pixels::Pixels;

    fn all(overlay: &Overlay, scale: f32) -> Triangles {
        match overlay.pieces(scale).into_iter().next() {
            Some(Piece::Own { triangles, .. }) => triangles,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_text_lies_right_of_and_below_its_place_and_grows_with_the_scale() {
        let mut overlay = Overlay::default();
        overlay.text([10.0, 20.0], 24.0, 0xffff_ffff, "Ég\nx");
        for scale in [1.0, 2.5] {
            let out = all(&overlay, scale);
            assert!(!out.corners.is_empty() && out.indices.len().is_multiple_of(3));
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
        let out = all(&overlay, 2.0);
        assert_eq!((out.corners.len(), out.indices.len()), (4, 6));
        assert_eq!(out.corners[2].at, [8.0, 12.0]);
    }

    #[test]
    fn a_drawing_is_one_piece_between_what_lies_below_and_above_and_is_cut() {
        let mut sketch = Sketch::new([10.0, 10.0]);
        sketch.rounded(&Area { x: 0.0, y: 0.0, width: 10.0, height: 10.0 }, 0.0, 0xff00_00ff);
        let drawing = Drawing::new(sketch);
        let mut overlay = Overlay::default();
        overlay.panel([0.0, 0.0], [20.0, 20.0], 0x0000_ffff);
        let clip = Some(Area { x: 5.0, y: 5.0, width: 4.0, height: 4.0 });
        overlay.drawing(Place { at: [2.0, 2.0], scale: 1.5, clip }, &drawing);
        overlay.panel([6.0, 6.0], [1.0, 1.0], 0x00ff_00ff);
        let pieces = overlay.pieces(2.0);
        assert!(matches!(
            pieces.as_slice(),
            [
                Piece::Own { clip: None, .. },
                Piece::Kept { at: [4.0, 4.0], scale: 3.0, clip: Some([10, 10, 18, 18]), .. },
                Piece::Own { clip: None, .. }
            ]
        ));
        let mut pixels = Pixels { width: 40, height: 40, rgba: vec![255; 6400] };
        overlay.paint_over(&mut pixels, 2.0);
        let at = |x: usize, y: usize| [0, 1, 2].map(|i| pixels.rgba[(y * 40 + x) * 4 + i]);
        assert_eq!(at(9, 11), [0, 0, 255]);
        assert_eq!(at(11, 11), [255, 0, 0]);
        assert_eq!(at(13, 13), [0, 255, 0]);
        assert_eq!(at(18, 17), [0, 0, 255]);
    }
}
