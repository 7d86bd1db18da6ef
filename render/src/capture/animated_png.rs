//! APNG: all colours, and only what has changed from picture to picture.
//!
//! In: pictures, and before the first how many there will be (it stands in the file's head). Out:
//! bytes. It repeats for ever.

use std::io::{self, Write};

use super::change::Rectangle;
use super::still::without_opacity;
use super::{Film, Rate, misfit};
use crate::pixels::Pixels;

/// A film as APNG.
pub struct AnimatedPng<W: Write> {
    writer: png::Writer<W>,
    rate: Rate,
    size: (u32, u32),
    before: Option<Pixels>,
    n: u64,
}

impl<W: Write> AnimatedPng<W> {
    /// A film of so many pictures of this size.
    pub fn new(out: W, (width, height): (u32, u32), rate: Rate, pictures: u32) -> io::Result<Self> {
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_animated(pictures.max(1), 0)?;
        encoder.validate_sequence(true);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let writer = encoder.write_header()?;
        Ok(Self { writer, rate, size: (width, height), before: None, n: 0 })
    }

    /// How long picture `n` is shown, as a fraction of a second.
    fn delay(&self) -> (u16, u16) {
        let (num, den) = self.rate.fraction();
        if let (1, Ok(per_second)) = (den, u16::try_from(num)) {
            return (1, per_second);
        }
        let thousandths = self.rate.start(self.n + 1, 1000) - self.rate.start(self.n, 1000);
        (u16::try_from(thousandths).unwrap_or(u16::MAX), 1000)
    }
}

impl<W: Write> Film for AnimatedPng<W> {
    fn add(&mut self, picture: &Pixels) -> io::Result<()> {
        let (width, height) = self.size;
        misfit(picture, width, height)?;
        let pixels = picture.rgba.as_chunks::<4>().0;
        let part = match &self.before {
            None => Rectangle::whole(width, height),
            Some(before) => {
                let before = before.rgba.as_chunks::<4>().0;
                Rectangle::around(width, height, |i| before.get(i) != pixels.get(i))
            }
        };
        let (num, den) = self.delay();
        self.writer.set_frame_delay(num, den)?;
        self.writer.set_blend_op(png::BlendOp::Source)?;
        if self.before.is_some() {
            self.writer.reset_frame_position()?;
            self.writer.set_frame_dimension(part.width, part.height)?;
            self.writer.set_frame_position(part.x, part.y)?;
        }
        let cut: Vec<u8> =
            part.pixels(width).filter_map(|i| pixels.get(i)).flatten().copied().collect();
        self.writer.write_image_data(&without_opacity(&cut))?;
        self.before = Some(picture.clone());
        self.n += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(self.writer.finish()?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::still::tests::shown;
    use super::*;

    fn picture(lit: usize) -> Pixels {
        let rgba = (0..12).flat_map(|i| [if i == lit { 200 } else { 10 }, 20, 30, 255]);
        Pixels { width: 4, height: 3, rgba: rgba.collect() }
    }

    #[test]
    fn every_picture_reads_back_with_its_time() {
        let mut bytes = Vec::new();
        let pictures = [picture(0), picture(7), picture(7), picture(11)];
        let film = AnimatedPng::new(&mut bytes, (4, 3), Rate::new(30.0), 4).unwrap();
        let mut film = Box::new(film);
        pictures.iter().for_each(|p| film.add(p).unwrap());
        film.finish().unwrap();
        let shown = shown(&bytes);
        assert_eq!(shown.len(), 4);
        for ((pixels, delay), wanted) in shown.iter().zip(&pictures) {
            assert_eq!(pixels, wanted);
            assert!((delay - 1.0 / 30.0).abs() < 1e-9);
        }
    }

    #[test]
    fn odd_rates_keep_the_time() {
        let mut bytes = Vec::new();
        let film = AnimatedPng::new(&mut bytes, (4, 3), Rate::new(7.5), 3).unwrap();
        let mut film = Box::new(film);
        (0..3).for_each(|n| film.add(&picture(n)).unwrap());
        film.finish().unwrap();
        let total: f64 = shown(&bytes).iter().map(|(_, delay)| delay).sum();
        assert!((total - 0.4).abs() < 1e-9, "{total}");
    }

    #[test]
    fn a_film_that_lacks_a_picture_is_refused() {
        let film = AnimatedPng::new(Vec::new(), (4, 3), Rate::new(10.0), 2).unwrap();
        let mut film = Box::new(film);
        film.add(&picture(1)).unwrap();
        assert!(film.add(&Pixels::default()).is_err());
        assert!(film.finish().is_err());
    }
}
