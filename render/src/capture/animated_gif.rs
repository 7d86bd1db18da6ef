//! GIF: 255 colours at a time, and only what has changed from picture to picture.
//!
//! In: pictures. Out: bytes. A palette is kept as long as it suits, so that what stands still does
//! not flicker. Delays are hundredths of a second whose rounding does not add up; it repeats for
//! ever. Players show no more than fifty pictures a second, so a faster film leaves some out.

use std::io::{self, Write};

use super::change::Rectangle;
use super::palette::{Misfit, Palette};
use super::{Film, Rate, misfit};
use crate::pixels::Pixels;

/// Most pictures a second; what asks for more is shown far slower by players.
pub const FASTEST_GIF: f64 = 50.0;

/// The shortest delay, in hundredths of a second.
const SHORTEST: u64 = 2;

/// The place of "as before" in each palette.
const AS_BEFORE: u8 = 255;

/// A film as GIF.
pub struct AnimatedGif<W: Write> {
    /// What it writes to, until there is a palette to begin with.
    out: Option<W>,
    encoder: Option<gif::Encoder<W>>,
    size: (u16, u16),
    rate: Rate,
    palette: Option<(Palette, Misfit)>,
    /// What is seen so far.
    shown: Vec<[u8; 3]>,
    /// The picture whose end is not known yet, and when it begins.
    waiting: Option<(gif::Frame<'static>, u64)>,
    /// Whether the palette is that of the whole film.
    first_palette: bool,
    n: u64,
}

impl<W: Write> AnimatedGif<W> {
    /// A film of pictures of this size.
    pub fn new(out: W, (width, height): (u32, u32), rate: Rate) -> io::Result<Self> {
        let narrow = |n: u32| {
            u16::try_from(n).map_err(|_| io::Error::other("a GIF has at most 65535 pixels a side"))
        };
        Ok(Self {
            out: Some(out),
            encoder: None,
            size: (narrow(width)?, narrow(height)?),
            rate,
            palette: None,
            shown: Vec::new(),
            waiting: None,
            first_palette: true,
            n: 0,
        })
    }

    /// The places of all pixels in a palette that suits.
    fn places(&mut self, pixels: &[[u8; 4]]) -> Vec<u8> {
        if let Some((palette, best)) = &mut self.palette {
            let (places, misfit) = palette.places(pixels);
            if !misfit.calls_for_another(*best, pixels.len()) {
                return places;
            }
            self.first_palette = false;
        }
        let mut palette = Palette::of(pixels);
        let (places, best) = palette.places(pixels);
        self.palette = Some((palette, best));
        places
    }

    /// The colours of the palette now, filled up so that [`AS_BEFORE`] is a place in it.
    fn colors(&self) -> Vec<u8> {
        let colors = self.palette.iter().flat_map(|(palette, _)| palette.colors());
        let mut bytes: Vec<u8> = colors.flatten().copied().collect();
        bytes.resize(256 * 3, 0);
        bytes
    }

    /// The picture as a frame: what has changed of it.
    fn frame(&mut self, pixels: &[[u8; 4]]) -> gif::Frame<'static> {
        let places = self.places(pixels);
        let colors = self.palette.as_ref().map_or(&[][..], |(palette, _)| palette.colors());
        let color = |place: u8| colors.get(usize::from(place)).copied().unwrap_or_default();
        let (width, height) = (u32::from(self.size.0), u32::from(self.size.1));
        let same = |i: usize| {
            let now = places.get(i).map(|p| color(*p));
            now.is_some() && self.shown.get(i).copied() == now
        };
        let part = Rectangle::around(width, height, |i| !same(i));
        let place = |i| if same(i) { AS_BEFORE } else { places.get(i).copied().unwrap_or(0) };
        let buffer: Vec<u8> = part.pixels(width).map(place).collect();
        self.shown = places.iter().map(|p| color(*p)).collect();
        gif::Frame {
            left: part.x as u16,
            top: part.y as u16,
            width: part.width as u16,
            height: part.height as u16,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(AS_BEFORE),
            palette: (!self.first_palette).then(|| self.colors()),
            buffer: buffer.into(),
            ..gif::Frame::default()
        }
    }

    /// Writes the picture that waits, now that its end is known.
    fn release(&mut self, end: u64) -> io::Result<()> {
        let Some((mut frame, start)) = self.waiting.take() else { return Ok(()) };
        let delay = end.saturating_sub(start).max(SHORTEST);
        frame.delay = u16::try_from(delay).unwrap_or(u16::MAX);
        if let Some(out) = self.out.take() {
            let mut encoder =
                gif::Encoder::new(out, self.size.0, self.size.1, &self.colors()).map_err(failed)?;
            encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
            self.encoder = Some(encoder);
        }
        self.encoder.as_mut().map_or(Ok(()), |e| e.write_frame(&frame).map_err(failed))
    }
}

impl<W: Write> Film for AnimatedGif<W> {
    fn add(&mut self, picture: &Pixels) -> io::Result<()> {
        misfit(picture, self.size.0.into(), self.size.1.into())?;
        let start = self.rate.start(self.n, 100);
        self.n += 1;
        if self.waiting.as_ref().is_some_and(|(_, before)| start < before + SHORTEST) {
            return Ok(());
        }
        // the first picture's palette is needed before another can take its place
        self.release(start)?;
        let frame = self.frame(picture.rgba.as_chunks::<4>().0);
        self.waiting = Some((frame, start));
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.release(self.rate.start(self.n, 100))?;
        match self.encoder.take() {
            Some(encoder) => encoder.into_inner().map_err(failed)?.flush(),
            None => Err(io::Error::other("a film needs a picture")),
        }
    }
}

/// What the system says, where it was the system.
fn failed(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each picture as it is shown, with its delay in hundredths.
    fn shown(bytes: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(bytes).unwrap();
        assert_eq!(reader.repeat(), gif::Repeat::Infinite);
        let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
        let mut canvas = vec![[0; 3]; width * height];
        let mut out = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            for (i, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
                let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                let at = (y + usize::from(frame.top)) * width + x + usize::from(frame.left);
                if pixel[3] > 0 {
                    canvas[at] = [pixel[0], pixel[1], pixel[2]];
                }
            }
            out.push((canvas.clone(), frame.delay));
        }
        out
    }

    fn film(pictures: &[Pixels], fps: f64) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut bytes = Vec::new();
        let size = (pictures[0].width, pictures[0].height);
        let mut film = Box::new(AnimatedGif::new(&mut bytes, size, Rate::new(fps)).unwrap());
        pictures.iter().for_each(|p| film.add(p).unwrap());
        film.finish().unwrap();
        shown(&bytes)
    }

    /// A bright square on a gradient.
    fn picture(at: usize) -> Pixels {
        let pixel = |i: usize| {
            let (x, y) = (i % 40, i / 40);
            let lit = (at..at + 5).contains(&x) && (10..15).contains(&y);
            if lit { [250, 20, 30, 255] } else { [40, (x * 3) as u8, (y * 4) as u8, 255] }
        };
        Pixels { width: 40, height: 30, rgba: (0..1200).flat_map(pixel).collect() }
    }

    fn colors(picture: &Pixels) -> Vec<[u8; 3]> {
        picture.rgba.as_chunks::<4>().0.iter().map(|p| [p[0], p[1], p[2]]).collect()
    }

    #[test]
    fn delays_add_up_to_the_true_time() {
        for (fps, n) in [(30.0, 45), (24.0, 24), (15.0, 30), (7.0, 7)] {
            let pictures: Vec<Pixels> = (0..n).map(|i| picture(i % 30)).collect();
            let shown = film(&pictures, fps);
            assert_eq!(shown.len(), n);
            let total: u64 = shown.iter().map(|(_, delay)| u64::from(*delay)).sum();
            assert_eq!(total, (n as f64 * 100.0 / fps).round() as u64, "{fps}");
        }
    }

    #[test]
    fn a_fast_film_leaves_pictures_out_and_keeps_the_time() {
        let pictures: Vec<Pixels> = (0..120).map(|i| picture(i % 30)).collect();
        let shown = film(&pictures, 120.0);
        assert!(shown.len() <= 50 && shown.iter().all(|(_, delay)| *delay >= 2));
        assert_eq!(shown.iter().map(|(_, delay)| u32::from(*delay)).sum::<u32>(), 100);
    }

    #[test]
    fn every_picture_is_seen_nearly_as_it_was() {
        let pictures: Vec<Pixels> = (0..30).map(picture).collect();
        for ((seen, _), wanted) in film(&pictures, 25.0).iter().zip(&pictures) {
            for (a, b) in seen.iter().zip(colors(wanted)) {
                assert!((0..3).all(|i| a[i].abs_diff(b[i]) <= 24), "{a:?} is not {b:?}");
            }
        }
    }

    #[test]
    fn what_stands_still_does_not_flicker_and_stays_a_picture() {
        let mut pictures = vec![picture(3); 5];
        pictures.push(picture(4));
        let seen = film(&pictures, 10.0);
        assert_eq!(seen.len(), 6);
        assert!(seen[1..5].iter().all(|(pixels, delay)| *pixels == seen[0].0 && *delay == 10));
        let (x, y) = (30, 20);
        assert_eq!(seen[5].0[y * 40 + x], seen[0].0[y * 40 + x]);
    }

    #[test]
    fn a_change_of_all_colours_is_seen() {
        let mut other = picture(3);
        other.rgba.as_chunks_mut::<4>().0.iter_mut().for_each(|p| p.swap(0, 2));
        let seen = film(&[picture(3), other.clone(), picture(3)], 10.0);
        for (a, b) in seen[1].0.iter().zip(colors(&other)) {
            assert!((0..3).all(|i| a[i].abs_diff(b[i]) <= 24), "{a:?} is not {b:?}");
        }
    }

    #[test]
    fn a_film_without_pictures_is_none() {
        let film = AnimatedGif::new(Vec::new(), (4, 4), Rate::new(10.0)).unwrap();
        assert!(Box::new(film).finish().is_err());
    }
}
