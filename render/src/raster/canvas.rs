//! Where the rasteriser paints: a depth and a linear colour for each sample.
//!
//! In: spans of samples. Out: [`Pixels`], averaged in linear light and written as sRGB. It knows no
//! triangles.

use crate::light::{Encoder, Linear};
use crate::pixels::Pixels;

/// Samples, row by row from the top left.
#[derive(Debug, Default)]
pub struct Canvas {
    /// In samples.
    pub width: usize,
    /// In samples.
    pub height: usize,
    /// Larger is nearer; 0 is nothing.
    pub depth: Vec<f32>,
    /// What is seen there.
    pub color: Vec<Linear>,
}

impl Canvas {
    /// Makes it this large and empty.
    pub fn clear(&mut self, width: usize, height: usize, background: Linear) {
        (self.width, self.height) = (width, height);
        self.depth.clear();
        self.depth.resize(width * height, 0.0);
        self.color.clear();
        self.color.resize(width * height, background);
    }

    /// Forgets all depths.
    pub fn clear_depth(&mut self) {
        self.depth.fill(0.0);
    }

    /// Depths and colours of a row from one column to another; empty where there are none.
    pub fn span(&mut self, row: usize, from: usize, to: usize) -> (&mut [f32], &mut [Linear]) {
        let (a, b) = (row * self.width + from, row * self.width + to);
        match (self.depth.get_mut(a..b), self.color.get_mut(a..b)) {
            (Some(depth), Some(color)) => (depth, color),
            _ => (&mut [], &mut []),
        }
    }

    /// The picture, `side` by `side` samples to a pixel.
    pub fn resolve(&self, side: usize, out: &mut Pixels) {
        let encoder = Encoder::new();
        let (width, height) = (self.width / side, self.height / side);
        (out.width, out.height) = (width as u32, height as u32);
        out.rgba.clear();
        out.rgba.reserve(width * height * 4);
        let mut put = |[r, g, b]: Linear| {
            out.rgba.extend([encoder.byte(r), encoder.byte(g), encoder.byte(b), 255]);
        };
        if side == 1 {
            self.color.iter().for_each(|color| put(*color));
            return;
        }
        let share = 1.0 / (side * side) as f32;
        for rows in self.color.chunks_exact((self.width * side).max(1)) {
            for x in (0..width).map(|x| x * side) {
                let mut sum = [0.0; 3];
                for row in rows.chunks_exact(self.width) {
                    for color in row.iter().skip(x).take(side) {
                        sum = std::array::from_fn(|i| sum[i] + color[i]);
                    }
                }
                put(sum.map(|c| c * share));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_averaged_in_linear_light() {
        let mut canvas = Canvas::default();
        canvas.clear(4, 2, [0.0; 3]);
        canvas.span(0, 0, 2).1.fill([1.0; 3]);
        canvas.span(1, 2, 3).1.fill([1.0, 0.0, 0.0]);
        let mut out = Pixels::default();
        canvas.resolve(2, &mut out);
        assert_eq!((out.width, out.height), (2, 1));
        // half the light is 188 of 255 as it is written, a quarter 137
        assert_eq!(out.rgba, [188, 188, 188, 255, 137, 0, 0, 255]);
    }

    #[test]
    fn there_is_nothing_outside() {
        let mut canvas = Canvas::default();
        canvas.clear(3, 2, [0.0; 3]);
        assert!(canvas.span(1, 2, 4).0.is_empty());
        assert!(canvas.span(7, 0, 1).0.is_empty());
        let mut out = Pixels::default();
        canvas.clear(0, 0, [0.0; 3]);
        canvas.resolve(2, &mut out);
        assert!(out.rgba.is_empty());
    }
}
