//! Flat drawings as pixels.

use super::{Fill, Sketch};
use crate::pixels::Pixels;

/// Samples of a pixel along each axis.
const FINE: usize = 4;
/// Pictures of more pixels are made smaller.
const LARGEST: f32 = 40e6;

/// Columns and rows of pixels outside of which nothing is painted: left, top, right, bottom.
pub type Clip = [usize; 4];

/// The sketch on white, `scale` pixels to its unit (fewer where that would be too many).
pub fn paint(sketch: &Sketch, scale: f32) -> Pixels {
    let [w, h] = sketch.size.map(|v| if v.is_finite() { v.clamp(1.0, 1e5) } else { 1.0 });
    let scale = scale.clamp(0.01, 16.0).min((LARGEST / (w * h)).sqrt());
    let (width, height) = ((w * scale).ceil().max(1.0) as u32, (h * scale).ceil().max(1.0) as u32);
    let mut pixels = Pixels { width, height, rgba: vec![255; (width * height * 4) as usize] };
    over(&mut pixels, &sketch.fills, [0.0, 0.0], scale, [0, 0, width as usize, height as usize]);
    pixels
}

/// Paints over a picture: the origin of the fills is at a pixel, their unit is `scale` pixels.
/// Triangles of a fill that meet do not add up.
pub fn over(pixels: &mut Pixels, fills: &[Fill], at: [f32; 2], scale: f32, clip: Clip) {
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let [left, top, right, bottom] = clip;
    let clip = [left, top, right.min(width), bottom.min(height)];
    let mut canvas = Canvas { width, clip, cover: vec![0; width * height] };
    for fill in fills {
        canvas.fill(fill, at, scale, &mut pixels.rgba);
    }
}

struct Canvas {
    width: usize,
    clip: Clip,
    /// A bit for each sample of a pixel; empty before and after a fill.
    cover: Vec<u16>,
}

impl Canvas {
    fn fill(&mut self, fill: &Fill, at: [f32; 2], scale: f32, rgba: &mut [u8]) {
        let fine = FINE as f32;
        let (mut top, mut bottom) = (self.clip[3], self.clip[1]);
        for corners in &fill.triangles {
            let place = |[x, y]: [f32; 2]| [(at[0] + x * scale) * fine, (at[1] + y * scale) * fine];
            let rows = self.cover(&corners.map(place));
            if !rows.is_empty() {
                (top, bottom) = (top.min(rows.start / FINE), bottom.max(rows.end.div_ceil(FINE)));
            }
        }
        let rows = top * self.width..(bottom * self.width).max(top * self.width);
        let [r, g, b, a] = fill.color.to_be_bytes();
        let pixels = rgba.chunks_exact_mut(4).skip(rows.start);
        for (cover, pixel) in self.cover[rows].iter_mut().zip(pixels).filter(|(c, _)| **c != 0) {
            let share = cover.count_ones() as f32 / (FINE * FINE) as f32 * f32::from(a) / 255.0;
            for (old, new) in pixel.iter_mut().zip([r, g, b]) {
                let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * share;
                *old = mixed.round() as u8;
            }
            *cover = 0;
        }
    }

    /// Marks the samples in a triangle; tells their rows.
    fn cover(&mut self, corners: &[[f32; 2]; 3]) -> std::ops::Range<usize> {
        if !corners.iter().flatten().all(|v| v.is_finite()) {
            return 0..0;
        }
        let span = |axis: usize, least: usize, most: usize| {
            let low = corners.iter().map(|p| p[axis]).fold(f32::INFINITY, f32::min);
            let high = corners.iter().map(|p| p[axis]).fold(f32::NEG_INFINITY, f32::max);
            let (least, most) = (least * FINE, most * FINE);
            (low.max(0.0) as usize).clamp(least, most)
                ..(high.max(0.0).ceil() as usize).clamp(least, most)
        };
        let [left, top, right, bottom] = self.clip;
        let (columns, rows) = (span(0, left, right.max(left)), span(1, top, bottom.max(top)));
        let [a, b, c] = *corners;
        for y in rows.clone() {
            for x in columns.clone() {
                let p = [x as f32 + 0.5, y as f32 + 0.5];
                let sides = [side(a, b, p), side(b, c, p), side(c, a, p)];
                if sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0) {
                    let bit = (y % FINE) * FINE + x % FINE;
                    self.cover[(y / FINE) * self.width + x / FINE] |= 1 << bit;
                }
            }
        }
        if columns.is_empty() { 0..0 } else { rows }
    }
}

/// On which side of the line from a to b a point lies.
fn side(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> f32 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

#[cfg(test)]
mod tests {
    use super::super::Area;
    use super::*;

    #[test]
    fn nothing_is_painted_outside_of_the_clip() {
        let mut sketch = Sketch::new([10.0, 10.0]);
        sketch.rounded(&Area { x: -5.0, y: -5.0, width: 50.0, height: 50.0 }, 0.0, 0xff00_00ff);
        let mut pixels = Pixels { width: 10, height: 8, rgba: vec![0; 320] };
        over(&mut pixels, &sketch.fills, [0.0; 2], 1.0, [2, 3, 6, 99]);
        let red = |(i, p): (usize, &[u8])| (p[0] == 255).then_some((i % 10, i / 10));
        let found: Vec<_> = pixels.rgba.chunks_exact(4).enumerate().filter_map(red).collect();
        assert_eq!(found.len(), 4 * 5);
        assert!(found.iter().all(|(x, y)| (2..6).contains(x) && *y >= 3), "{found:?}");
    }
}
