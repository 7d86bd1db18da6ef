//! Colours of vertices, as a picture of all colours in which each triangle has its spot.
//!
//! In: linear colours. Out: the picture, and where a colour is in it. Meshes have no colours of
//! their own, and most files that colour vertices give all of a triangle the same one; where they
//! differ the triangle has their mean. A colour keeps 5, 6 and 5 bits of red, green and blue.

use super::material::srgb;
use crate::model::Image;

/// Pixels on a side: two to the sixteen in all.
const SIDE: u16 = 256;

/// The picture of all colours.
pub(super) fn picture() -> Image {
    let pixel = |n: u16| {
        let [r, g, b] = [n >> 11, n >> 5 & 63, n & 31].map(u32::from);
        [(r * 255 + 15) / 31, (g * 255 + 31) / 63, (b * 255 + 15) / 31, 255].map(|c| c as u8)
    };
    let (width, height) = (u32::from(SIDE), u32::from(SIDE));
    Image { width, height, rgba: (0..=u16::MAX).flat_map(pixel).collect() }
}

/// The middle of a colour's pixel.
pub(super) fn place([r, g, b]: [f32; 3]) -> [f32; 2] {
    let [r, g, b, _] = srgb([r, g, b, 1.0], 1.0).to_be_bytes().map(u32::from);
    let [r, g, b] = [(r, 31), (g, 63), (b, 31)].map(|(c, most)| (c * most + 127) / 255);
    let n = r << 11 | g << 5 | b;
    let side = u32::from(SIDE);
    [n % side, n / side].map(|at| (at as f32 + 0.5) / side as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_colour_is_found_where_it_is_placed() {
        let image = picture();
        for (linear, wanted) in [
            ([1.0, 1.0, 1.0], [255, 255, 255]),
            ([0.0, 0.0, 0.0], [0, 0, 0]),
            ([1.0, 0.0, 0.0], [255, 0, 0]),
            ([0.0, 0.214_041, 2.0], [0, 128, 255]),
        ] {
            let [x, y] = place(linear).map(|at| (at * 256.0) as usize);
            let found = &image.rgba[(y * 256 + x) * 4..][..3];
            let near = |(a, b): (&u8, &i32)| (i32::from(*a) - b).abs() <= 4;
            assert!(found.iter().zip(&wanted).all(near), "{linear:?}: {found:?}");
        }
    }
}
