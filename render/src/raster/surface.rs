//! What samples of a triangle look like.
//!
//! In: a place on the canvas, interpolated normals and texture coordinates. Out: linear colours.
//! Light is that of [`crate::light`].

use islay_assets::model::Image;
use islay_vm::math::Vec3;

use super::fill::Surface;
use crate::camera::View;
use crate::light::{self, Light, Linear};

/// One colour all over.
pub struct Plain(pub [f32; 4]);

impl Surface<0> for Plain {
    #[inline]
    fn plain(&self) -> Option<[f32; 4]> {
        Some(self.0)
    }

    fn color(&self, _: f32, _: f32, _: f32, _: &[f32; 0]) -> [f32; 4] {
        self.0
    }
}

/// A curved surface of one colour, in light.
pub struct Curved {
    /// Linear, and opacity.
    pub color: [f32; 4],
    /// What falls on it.
    pub light: Light,
}

impl Surface<3> for Curved {
    #[inline]
    fn color(&self, _: f32, _: f32, _: f32, normal: &Vec3) -> [f32; 4] {
        let [r, g, b, a] = self.color;
        let [r, g, b] = self.light.lit([r, g, b], light::unit(*normal));
        [r, g, b, a]
    }
}

/// A surface with a picture on it; normal and texture coordinate are interpolated.
pub struct Pictured<'a> {
    /// Times the picture.
    pub color: [f32; 4],
    /// What falls on it, if any does.
    pub light: Option<Light>,
    /// The picture.
    pub image: &'a Image,
}

impl Surface<5> for Pictured<'_> {
    #[inline]
    fn color(&self, _: f32, _: f32, _: f32, &[x, y, z, u, v]: &[f32; 5]) -> [f32; 4] {
        let texel = texel(self.image, u, v);
        let [r, g, b, a] = std::array::from_fn(|i| texel[i] * self.color[i]);
        match &self.light {
            Some(light) => {
                let [r, g, b] = light.lit([r, g, b], light::unit([x, y, z]));
                [r, g, b, a]
            }
            None => [r, g, b, a],
        }
    }
}

/// The floor of a ground, or the shadow on it: far away it is as the background.
pub struct Fading {
    color: Linear,
    background: Linear,
    fade: [f32; 2],
    /// From samples to the picture at distance 1.
    scale: [f32; 2],
    middle: [f32; 2],
}

impl Fading {
    /// One of this colour, lit or in the shadow.
    pub fn new(
        color: Linear,
        background: Linear,
        fade: [f32; 2],
        view: &View,
        canvas: [usize; 2],
    ) -> Self {
        let middle = canvas.map(|n| n as f32 / 2.0);
        let wide = view.half_height * view.aspect;
        let scale = [wide / middle[0], view.half_height / middle[1]];
        Self { color, background, fade, scale, middle }
    }
}

impl Surface<0> for &Fading {
    #[inline]
    fn color(&self, x: f32, y: f32, share: f32, _: &[f32; 0]) -> [f32; 4] {
        let [across, up] =
            [(x - self.middle[0]) * self.scale[0], (y - self.middle[1]) * self.scale[1]];
        let distance = (1.0 + across * across + up * up).sqrt() / share;
        let gone = light::faded(distance, self.fade);
        let mix = |i: usize| self.color[i] + (self.background[i] - self.color[i]) * gone;
        [mix(0), mix(1), mix(2), 1.0]
    }
}

/// A picture's linear colour and opacity at a texture coordinate: between four pixels, repeated
/// without end.
#[inline]
pub fn texel(image: &Image, u: f32, v: f32) -> [f32; 4] {
    let (x, right, across) = spread(u, image.width);
    let (y, below, down) = spread(v, image.height);
    let pixel = |x: usize, y: usize| -> [f32; 4] {
        let at = (y * image.width as usize + x) * 4;
        match image.rgba.get(at..at + 4) {
            Some(&[r, g, b, a]) => [r, g, b, a].map(f32::from),
            _ => [255.0; 4],
        }
    };
    let (a, b, c, d) = (pixel(x, y), pixel(right, y), pixel(x, below), pixel(right, below));
    let mix = |i: usize| {
        let (upper, lower) = (a[i] + (b[i] - a[i]) * across, c[i] + (d[i] - c[i]) * across);
        upper + (lower - upper) * down
    };
    [light::channel(mix(0)), light::channel(mix(1)), light::channel(mix(2)), mix(3) * (1.0 / 255.0)]
}

/// The two pixels beside a coordinate, and how far it is from the first to the second.
#[inline]
fn spread(coordinate: f32, n: u32) -> (usize, usize, f32) {
    let n = n as usize;
    // without calls of `floor`, which are slow where the processor has none
    let turn = coordinate - coordinate as i32 as f32;
    let turn = if turn < 0.0 { turn + 1.0 } else { turn };
    let at = if (0.0..=1.0).contains(&turn) { turn * n as f32 - 0.5 } else { 0.0 };
    let low = if at < 0.0 { -1.0 } else { at as i32 as f32 };
    let last = n.saturating_sub(1);
    let first = if low < 0.0 { last } else { (low as usize).min(last) };
    let second = if first + 1 < n { first + 1 } else { 0 };
    (first, second, at - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checker() -> Image {
        let rgba = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 0]];
        Image { width: 2, height: 2, rgba: rgba.concat() }
    }

    #[test]
    fn the_middle_of_a_pixel_has_its_colour_and_pictures_repeat() {
        for (u, v) in [(0.25, 0.25), (1.25, -0.75), (-7.75, 3.25)] {
            assert_eq!(texel(&checker(), u, v), [1.0, 0.0, 0.0, 1.0], "{u} {v}");
        }
        assert_eq!(texel(&checker(), 0.75, 0.25), [0.0, 1.0, 0.0, 1.0]);
        assert_eq!(texel(&checker(), 0.25, 0.75), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn between_pixels_is_between_them_across_the_seam_too() {
        let half = light::channel(127.5);
        let [r, g, ..] = texel(&checker(), 0.5, 0.25);
        assert!((r - half).abs() < 1e-6 && (g - half).abs() < 1e-6);
        let [r, g, ..] = texel(&checker(), 1.0, 0.25);
        assert!((r - half).abs() < 1e-6 && (g - half).abs() < 1e-6);
    }

    #[test]
    fn strange_pictures_and_coordinates_are_white_at_worst() {
        let none = Image::default();
        for c in [f32::NAN, f32::INFINITY, 1e30, -1e30, 0.0, -1e-9] {
            assert_eq!(texel(&none, c, c), [1.0; 4]);
            assert!(texel(&checker(), c, 0.3).iter().all(|v| (0.0..=1.0).contains(v)), "{c}");
        }
    }
}
