//! y4m: pictures as encoders of films read them from a pipe.
//!
//! In: pictures. Out: bytes: luma and two chroma planes of full size (BT.709, 16 to 235).

use std::io::{self, Write};

use super::{Film, Rate, misfit};
use crate::pixels::Pixels;

/// A film as y4m.
pub struct Y4m<W: Write> {
    out: W,
    size: (u32, u32),
}

impl<W: Write> Y4m<W> {
    /// A film of pictures of this size.
    pub fn new(mut out: W, (width, height): (u32, u32), rate: Rate) -> io::Result<Self> {
        let (num, den) = rate.fraction();
        writeln!(
            out,
            "YUV4MPEG2 W{width} H{height} F{num}:{den} Ip A1:1 C444 XCOLORRANGE=LIMITED"
        )?;
        Ok(Self { out, size: (width, height) })
    }
}

impl<W: Write> Film for Y4m<W> {
    fn add(&mut self, picture: &Pixels) -> io::Result<()> {
        misfit(picture, self.size.0, self.size.1)?;
        let pixels = picture.rgba.as_chunks::<4>().0;
        let mut planes = vec![0; pixels.len() * 3];
        let (luma, chroma) = planes.split_at_mut(pixels.len());
        let (blue, red) = chroma.split_at_mut(pixels.len());
        for (((pixel, y), cb), cr) in pixels.iter().zip(luma).zip(blue).zip(red) {
            [*y, *cb, *cr] = ycc(*pixel);
        }
        self.out.write_all(b"FRAME\n")?;
        self.out.write_all(&planes)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

fn ycc([r, g, b, _]: [u8; 4]) -> [u8; 3] {
    let [r, g, b] = [r, g, b].map(|c| f32::from(c) / 255.0);
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let (cb, cr) = ((b - y) / 1.8556, (r - y) / 1.5748);
    [16.0 + 219.0 * y, 128.0 + 224.0 * cb, 128.0 + 224.0 * cr].map(|c| c.round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_has_a_head_and_three_planes_a_picture() {
        let mut bytes = Vec::new();
        let picture = Pixels { width: 2, height: 1, rgba: vec![255, 255, 255, 255, 0, 0, 0, 255] };
        let mut film = Box::new(Y4m::new(&mut bytes, (2, 1), Rate::new(30.0)).unwrap());
        film.add(&picture).unwrap();
        film.add(&picture).unwrap();
        film.finish().unwrap();
        let head = b"YUV4MPEG2 W2 H1 F30:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
        let frame = b"FRAME\n\xeb\x10\x80\x80\x80\x80";
        assert_eq!(bytes, [head.as_slice(), frame, frame].concat());
    }

    #[test]
    fn colours_are_those_of_bt_709() {
        assert_eq!(ycc([255, 0, 0, 255]), [63, 102, 240]);
        assert_eq!(ycc([0, 0, 255, 255]), [32, 240, 118]);
    }
}
