//! A sketch as a picture.

use super::sketch::{Fill, Sketch};
use crate::pixels::Pixels;

/// Samples of a pixel along each axis.
const FINE: usize = 4;
/// Pictures of more pixels are made smaller.
const LARGEST: f32 = 40e6;

/// The sketch on white, `scale` pixels to its unit (fewer where that would be too many).
pub fn paint(sketch: &Sketch, scale: f32) -> Pixels {
    let [w, h] = sketch.size.map(|v| if v.is_finite() { v.clamp(1.0, 1e5) } else { 1.0 });
    let scale = scale.clamp(0.01, 16.0).min((LARGEST / (w * h)).sqrt());
    let (width, height) =
        ((w * scale).ceil().max(1.0) as usize, (h * scale).ceil().max(1.0) as usize);
    let mut canvas = Canvas { width, height, scale, rgb: vec![255; width * height * 3] };
    let mut cover = vec![0u16; width * height];
    for fill in &sketch.fills {
        canvas.fill(fill, &mut cover);
    }
    let rgba = canvas.rgb.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
    Pixels { width: width as u32, height: height as u32, rgba }
}

struct Canvas {
    width: usize,
    height: usize,
    scale: f32,
    rgb: Vec<u8>,
}

impl Canvas {
    /// Paints a fill; `cover` is empty before and after. Triangles that meet do not add up.
    fn fill(&mut self, fill: &Fill, cover: &mut [u16]) {
        let fine = self.scale * FINE as f32;
        let (mut top, mut bottom) = (self.height, 0);
        for corners in &fill.triangles {
            let rows = self.cover(&corners.map(|p| p.map(|v| v * fine)), cover);
            (top, bottom) = (top.min(rows.start / FINE), bottom.max(rows.end.div_ceil(FINE)));
        }
        let rows = top * self.width..(bottom * self.width).max(top * self.width);
        let [r, g, b, a] = fill.color.to_be_bytes();
        let pixels = self.rgb.chunks_exact_mut(3).skip(rows.start);
        for (cover, pixel) in cover[rows].iter_mut().zip(pixels).filter(|(c, _)| **c != 0) {
            let share = cover.count_ones() as f32 / (FINE * FINE) as f32 * f32::from(a) / 255.0;
            for (old, new) in pixel.iter_mut().zip([r, g, b]) {
                let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * share;
                *old = mixed.round() as u8;
            }
            *cover = 0;
        }
    }

    /// Marks the samples in a triangle, a bit for each sample of a pixel; tells their rows.
    fn cover(&self, corners: &[[f32; 2]; 3], cover: &mut [u16]) -> std::ops::Range<usize> {
        if !corners.iter().flatten().all(|v| v.is_finite()) {
            return 0..0;
        }
        let span = |axis: usize, most: usize| {
            let low = corners.iter().map(|p| p[axis]).fold(f32::INFINITY, f32::min);
            let high = corners.iter().map(|p| p[axis]).fold(f32::NEG_INFINITY, f32::max);
            (low.max(0.0) as usize).min(most)..(high.max(0.0).ceil() as usize).min(most)
        };
        let (columns, rows) = (span(0, self.width * FINE), span(1, self.height * FINE));
        let [a, b, c] = *corners;
        for y in rows.clone() {
            for x in columns.clone() {
                let p = [x as f32 + 0.5, y as f32 + 0.5];
                let sides = [side(a, b, p), side(b, c, p), side(c, a, p)];
                if sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0) {
                    let bit = (y % FINE) * FINE + x % FINE;
                    cover[(y / FINE) * self.width + x / FINE] |= 1 << bit;
                }
            }
        }
        rows
    }
}

/// On which side of the line from a to b a point lies.
fn side(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> f32 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}
