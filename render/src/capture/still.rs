//! PNG.
//!
//! In: one picture. Out: bytes. Opacity is written only where a picture is not opaque.

use std::io::{self, Write};

use crate::pixels::Pixels;

/// Writes a picture as PNG.
pub fn still(out: impl Write, picture: &Pixels) -> io::Result<()> {
    super::misfit(picture, picture.width, picture.height)?;
    let opaque = picture.rgba.iter().skip(3).step_by(4).all(|a| *a == 255);
    let mut encoder = png::Encoder::new(out, picture.width, picture.height);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header()?;
    match opaque {
        true => writer.write_image_data(&without_opacity(&picture.rgba))?,
        false => writer.write_image_data(&picture.rgba)?,
    }
    Ok(writer.finish()?)
}

/// Red, green and blue of each pixel.
pub(super) fn without_opacity(rgba: &[u8]) -> Vec<u8> {
    rgba.as_chunks::<4>().0.iter().flat_map(|p| [p[0], p[1], p[2]]).collect()
}

/// Width and height of a PNG, if it is one.
pub fn still_size(png: &[u8]) -> Option<(u32, u32)> {
    let reader = png::Decoder::new(io::Cursor::new(png)).read_info().ok()?;
    Some((reader.info().width, reader.info().height))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// All frames of a PNG as they are shown, with their delays in seconds.
    pub fn shown(bytes: &[u8]) -> Vec<(Pixels, f64)> {
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let (width, height) = (reader.info().width, reader.info().height);
        let frames = reader.info().animation_control().map_or(1, |a| a.num_frames);
        let mut canvas = vec![0; (width * height * 4) as usize];
        let mut out = Vec::new();
        for _ in 0..frames {
            let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut buffer).unwrap();
            let control = reader.info().frame_control().copied();
            let (x0, y0) = control.map_or((0, 0), |c| (c.x_offset, c.y_offset));
            let each = info.color_type.samples();
            for y in 0..info.height {
                for x in 0..info.width {
                    let from = (y * info.width + x) as usize * each;
                    let to = ((y + y0) * width + x + x0) as usize * 4;
                    canvas[to + 3] = 255;
                    canvas[to..to + each].copy_from_slice(&buffer[from..from + each]);
                }
            }
            let delay = control.map_or(0.0, |c| f64::from(c.delay_num) / f64::from(c.delay_den));
            out.push((Pixels { width, height, rgba: canvas.clone() }, delay));
        }
        out
    }

    #[test]
    fn a_picture_reads_back() {
        for opacity in [255, 100] {
            let rgba = (0..2 * 3 * 4).map(|i| if i % 4 == 3 { opacity } else { i as u8 * 9 });
            let picture = Pixels { width: 2, height: 3, rgba: rgba.collect() };
            let mut bytes = Vec::new();
            still(&mut bytes, &picture).unwrap();
            assert_eq!(shown(&bytes)[0].0, picture);
            assert_eq!(still_size(&bytes), Some((2, 3)));
        }
    }

    #[test]
    fn a_picture_with_too_few_bytes_is_refused() {
        let picture = Pixels { width: 2, height: 3, rgba: vec![0; 7] };
        assert!(still(Vec::new(), &picture).is_err());
        assert_eq!(still_size(b"GIF89a"), None);
    }
}
