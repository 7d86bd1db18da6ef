//! Pictures and films in the forms of files.
//!
//! In: [`Pixels`], and how many of them a second shows. Out: bytes of PNG, GIF, APNG or y4m (what
//! encoders of films read). It opens no file, starts no program and knows no scene.

mod animated_gif;
mod animated_png;
mod change;
mod palette;
mod still;
mod y4m;

use std::io;

use crate::pixels::Pixels;

pub use animated_gif::{AnimatedGif, FASTEST_GIF};
pub use animated_png::AnimatedPng;
pub use still::{still, still_size};
pub use y4m::Y4m;

/// Something that pictures are added to, one after the other.
pub trait Film {
    /// Adds a picture. All have one size.
    fn add(&mut self, picture: &Pixels) -> io::Result<()>;

    /// Writes what is kept back. Without it the film is not whole.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// How many pictures a second shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate(f64);

impl Rate {
    /// So many a second; what is no sensible number becomes the nearest one that is.
    pub fn new(per_second: f64) -> Self {
        let sensible = if per_second.is_nan() { 1.0 } else { per_second.clamp(0.001, 1000.0) };
        let whole = sensible.round();
        // 1/30 s as a 32-bit float is not quite a thirtieth
        Self(if (sensible - whole).abs() < 1e-4 * sensible { whole } else { sensible })
    }

    /// Pictures a second.
    pub fn per_second(self) -> f64 {
        self.0
    }

    /// When picture `n` (from 0) begins, in so many parts of a second. Rounding does not add up.
    pub fn start(self, n: u64, parts: u32) -> u64 {
        (n as f64 * f64::from(parts) / self.0).round() as u64
    }

    /// Pictures a second as a fraction.
    pub fn fraction(self) -> (u32, u32) {
        let den = if self.0.fract() == 0.0 { 1 } else { 1000 };
        (((self.0 * f64::from(den)).round() as u32).max(1), den)
    }
}

/// A picture of another size, or whose bytes are not its size.
fn misfit(picture: &Pixels, width: u32, height: u32) -> io::Result<()> {
    let bytes = picture.width as usize * picture.height as usize * 4;
    if (picture.width, picture.height) == (width, height) && picture.rgba.len() == bytes {
        return Ok(());
    }
    let said = format!("a picture of {}x{} is no {width}x{height}", picture.width, picture.height);
    Err(io::Error::new(io::ErrorKind::InvalidInput, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_do_not_drift() {
        let rate = Rate::new(f64::from(1.0 / (1.0_f32 / 30.0)));
        assert_eq!(rate.per_second(), 30.0);
        let starts: Vec<u64> = (0..=6).map(|n| rate.start(n, 100)).collect();
        assert_eq!(starts, [0, 3, 7, 10, 13, 17, 20]);
        assert_eq!(rate.start(300, 100), 1000);
    }

    #[test]
    fn rates_are_fractions() {
        assert_eq!(Rate::new(25.0).fraction(), (25, 1));
        assert_eq!(Rate::new(12.5).fraction(), (12500, 1000));
        assert_eq!(Rate::new(f64::NAN).fraction(), (1, 1));
        assert_eq!(Rate::new(0.0).fraction(), (1, 1000));
    }
}
