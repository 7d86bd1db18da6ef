//! JPEG: baseline and progressive. The one module that knows zune-jpeg.
//!
//! In: bytes. Out: an opaque [`Image`]. Colour profiles and the camera's orientation are not
//! applied; a picture that ends before its end mark is refused, as half of it would be grey.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Most, reason, size};
use crate::model::Image;

/// A block of 8x8 takes at least one bit of the first scan; eight times that, to be kind to
/// pictures whose brightness is the coarser channel.
const MOST_PIXELS_PER_BYTE: u64 = 64 * 8 * 8;
/// More scans than encoders write, fewer than keep a machine busy.
const MOST_SCANS: usize = 64;

/// Reads a JPEG that is not too large.
pub(super) fn read(bytes: &[u8], most: Most) -> Result<Image, String> {
    if !bytes.windows(2).any(|pair| pair == [0xff, 0xd9]) {
        return Err("it is cut short".to_owned());
    }
    let mut decoder = decoder(bytes, ColorSpace::RGBA);
    decoder.decode_headers().map_err(|e| reason(&e))?;
    let head = decoder.info().ok_or("it has no head")?;
    let hold = (bytes.len() as u64).saturating_mul(MOST_PIXELS_PER_BYTE);
    let pixels = size([head.width, head.height].map(u64::from), most, hold)?;
    let rgba = match head.components {
        // the decoder mixes up four inks and four channels
        4 => opaque(&pixels_of(self::decoder(bytes, ColorSpace::RGB), pixels * 3)?),
        _ => pixels_of(decoder, pixels * 4)?,
    };
    Ok(Image { width: u32::from(head.width), height: u32::from(head.height), rgba })
}

fn decoder(bytes: &[u8], color: ColorSpace) -> JpegDecoder<ZCursor<&[u8]>> {
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_max_scans(MOST_SCANS)
        .jpeg_set_out_colorspace(color);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options)
}

/// What it decodes, which must be so many bytes.
fn pixels_of(mut decoder: JpegDecoder<ZCursor<&[u8]>>, length: usize) -> Result<Vec<u8>, String> {
    decoder.decode_headers().map_err(|e| reason(&e))?;
    if decoder.output_buffer_size() != Some(length) {
        return Err("its colours cannot be made out".to_owned());
    }
    let mut out = vec![0; length];
    decoder.decode_into(&mut out).map_err(|e| reason(&e))?;
    Ok(out)
}

fn opaque(rgb: &[u8]) -> Vec<u8> {
    rgb.as_chunks::<3>().0.iter().flat_map(|&[r, g, b]| [r, g, b, u8::MAX]).collect()
}
