//! The one formula of light, and colours between what is written and what is lit.
//!
//! In: colours 0xRRGGBBAA (sRGB), normals. Out: linear colours from 0 to 1. The window's shader says
//! the same:
//!
//! ```text
//! lit = albedo × (mix(GROUND, SKY, n.y / 2 + 1/2) + light × DIRECT × max(0, n · l)), at most 1
//! ```
//!
//! `n` is the unit normal turned toward the eye: [`normals`] of the instance's map, as they are where
//! (b − a) × (c − a) of the triangle in the world points to the eye, turned round where it points
//! away.

use std::sync::LazyLock;

use islay_vm::math::affine::Affine;
use islay_vm::math::{Vec3, cross, dot, pow, scaled};
use islay_vm::program::WorldSpec;

/// Light from all around on what faces up.
pub const SKY: f32 = 0.50;
/// Light from all around on what faces down.
pub const GROUND: f32 = 0.28;
/// How strong the light from its direction is.
pub const DIRECT: f32 = 0.75;
/// A light lower than this casts no shadow on the floor.
pub const LOWEST: f32 = 0.05;

/// A linear colour.
pub type Linear = [f32; 3];

/// Where the light comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// The unit direction to it; zeros where there is none.
    pub toward: Vec3,
    /// Its colour, linear.
    pub color: Linear,
}

impl Light {
    /// The light of a world.
    pub fn of(world: &WorldSpec) -> Self {
        let [r, g, b, _] = linear(world.light_color);
        Self { toward: unit(world.light), color: [r, g, b] }
    }

    /// The share of each colour that a surface with this unit normal gives back.
    #[inline]
    pub fn on(&self, normal: Vec3) -> Linear {
        let around = around(normal[1]);
        let direct = DIRECT * dot(normal, self.toward).max(0.0);
        self.color.map(|c| around + c * direct)
    }

    /// A surface's colour in this light.
    #[inline]
    pub fn lit(&self, albedo: Linear, normal: Vec3) -> Linear {
        let share = self.on(normal);
        std::array::from_fn(|i| (albedo[i] * share[i]).min(1.0))
    }

    /// The colour of what faces up and is in the shadow.
    pub fn shaded(&self, albedo: Linear) -> Linear {
        albedo.map(|c| (c * SKY).min(1.0))
    }

    /// From the world to its shadow on the plane at this height; `None` where there is none.
    pub fn shadow(&self, height: f32) -> Option<Affine> {
        let [x, y, z] = self.toward;
        let lean = [x / y, z / y];
        (y > LOWEST).then_some([
            1.0,
            0.0,
            0.0,
            -lean[0],
            0.0,
            -lean[1],
            0.0,
            0.0,
            1.0,
            lean[0] * height,
            height,
            lean[1] * height,
        ])
    }
}

/// Light from all around, by how much a surface faces up.
#[inline]
fn around(up: f32) -> f32 {
    GROUND + (SKY - GROUND) * (up * 0.5 + 0.5)
}

/// A vector of length 1 in this direction; zeros where there is none.
#[inline]
pub fn unit(v: Vec3) -> Vec3 {
    let square = dot(v, v);
    if square > 0.0 && square < f32::INFINITY { scaled(v, 1.0 / square.sqrt()) } else { [0.0; 3] }
}

/// What a map does to normals (which do not stay of length 1): cofactors, the images of X, Y, Z. A
/// map that mirrors turns the normals round, as it does with what seems to be the outward side of a
/// triangle; who turns them by that side is right either way.
pub fn normals(map: &Affine) -> [Vec3; 3] {
    let [x, y, z] = axes(map);
    [cross(y, z), cross(z, x), cross(x, y)]
}

/// Whether a map mirrors.
pub fn mirrors(map: &Affine) -> bool {
    let [x, y, z] = axes(map);
    dot(x, cross(y, z)) < 0.0
}

fn axes(map: &Affine) -> [Vec3; 3] {
    [0, 3, 6].map(|i| [map[i], map[i + 1], map[i + 2]])
}

/// How much of the floor is gone at a distance from the eye: nothing at the first of the two, all
/// at the second, softly between.
#[inline]
pub fn faded(distance: f32, [near, far]: [f32; 2]) -> f32 {
    let t = ((distance - near) / (far - near)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// One channel of a written colour, linear.
fn decoded(value: f32) -> f32 {
    if value <= 0.04045 { value / 12.92 } else { pow((value + 0.055) / 1.055, 2.4) }
}

fn encoded(value: f32) -> f32 {
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * pow(value, 1.0 / 2.4) - 0.055 }
}

/// How fine the table of encoded values is: fine enough for the darkest steps.
const STEPS: usize = 1 << 14;

static DECODED: LazyLock<Vec<f32>> =
    LazyLock::new(|| (0..=255).map(|i| decoded(i as f32 / 255.0)).collect());

static ENCODED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let value = |i: usize| encoded(i as f32 / STEPS as f32) * 255.0 + 0.5;
    (0..=STEPS).map(|i| value(i) as u8).collect()
});

/// A written colour, linear; opacity last.
pub fn linear(color: u32) -> [f32; 4] {
    let [r, g, b, a] = color.to_be_bytes();
    let channel = |v: u8| DECODED.get(usize::from(v)).copied().unwrap_or_default();
    [channel(r), channel(g), channel(b), f32::from(a) / 255.0]
}

/// One channel of a picture, 0 to 255 with fractions, linear.
#[inline]
pub fn channel(value: f32) -> f32 {
    let low = value as usize;
    let at = |i: usize| DECODED.get(i).copied().unwrap_or(1.0);
    at(low) + (at(low + 1) - at(low)) * (value - low as f32)
}

/// Linear values as they are written into pictures.
pub struct Encoder(&'static [u8]);

impl Encoder {
    /// The table, ready.
    pub fn new() -> Self {
        Self(&ENCODED)
    }

    /// One channel, 0 to 255.
    #[inline]
    pub fn byte(&self, value: f32) -> u8 {
        let at = value * STEPS as f32 + 0.5;
        self.0.get((at as usize).min(STEPS)).copied().unwrap_or_default()
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use islay_vm::math::affine;

    use super::*;

    #[test]
    fn what_is_written_comes_back() {
        let encoder = Encoder::new();
        for v in 0..=255u8 {
            let [r, g, b, a] = linear(u32::from_be_bytes([v, v, v, v]));
            assert_eq!([r, g, b].map(|c| encoder.byte(c)), [v; 3]);
            assert_eq!((a * 255.0).round() as u8, v);
            assert_eq!(encoder.byte(channel(f32::from(v))), v);
        }
        assert_eq!([f32::NAN, -1.0, 0.0, 1.0, 9.0].map(|c| encoder.byte(c)), [0, 0, 0, 255, 255]);
    }

    #[test]
    fn what_faces_the_light_is_brightest_and_what_turns_away_keeps_the_sky() {
        let light = Light { toward: [0.0, 1.0, 0.0], color: [1.0, 0.5, 0.0] };
        assert_eq!(light.lit([0.4; 3], [0.0, 1.0, 0.0]), [0.5, 0.35, 0.2].map(f32::from));
        assert_eq!(light.lit([0.5; 3], [0.0, -1.0, 0.0]), [0.14; 3]);
        assert_eq!(light.lit([1.0; 3], [0.0, 1.0, 0.0])[0], 1.0);
    }

    #[test]
    fn a_shadow_lies_on_its_plane_along_the_light() {
        let light = Light { toward: unit([1.0, 2.0, -2.0]), color: [1.0; 3] };
        let map = light.shadow(0.5).unwrap();
        let fallen = affine::point(&map, [3.0, 4.5, 1.0]);
        let want = [1.0, 0.5, 5.0];
        assert!((0..3).all(|i| (fallen[i] - want[i]).abs() < 1e-5), "{fallen:?}");
        assert_eq!(Light { toward: [1.0, 0.0, 0.0], color: [1.0; 3] }.shadow(0.0), None);
    }

    #[test]
    fn normals_stay_upright_on_what_is_squeezed() {
        // a slope of 45 degrees, squeezed to half its height
        let map = affine::trs([0.0; 3], islay_vm::math::IDENTITY, [1.0, 0.5, 1.0]);
        let [x, y, z] = normals(&map);
        let n = unit(std::array::from_fn(|i| x[i] + y[i] + 0.0 * z[i]));
        let along = [1.0, -0.5, 0.0];
        assert!(dot(n, along).abs() < 1e-6 && n[1] > n[0], "{n:?}");
    }
}
