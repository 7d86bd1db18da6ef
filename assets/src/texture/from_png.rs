//! PNG: every colour type, depth and interlacing. One of the modules that know png.
//!
//! In: bytes. Out: an [`Image`]. Of an animation only the first picture is read; gamma and colour
//! profiles are not applied.

use std::io::{Cursor, ErrorKind};

use png::{ColorType, Decoder, DecodingError, Limits, Transformations};

use super::{Most, reason, size};
use crate::model::Image;

/// Deflate makes at most so many bytes of one; pixels take at least an eighth of a byte.
const MOST_PIXELS_PER_BYTE: u64 = 1032 * 8;
/// What the decoder may keep besides the pixels.
const BESIDE: Limits = Limits { bytes: 16 << 20 };

/// Reads a PNG that is not too large.
pub(super) fn read(bytes: &[u8], most: Most) -> Result<Image, String> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), BESIDE);
    decoder.set_transformations(
        Transformations::EXPAND | Transformations::ALPHA | Transformations::STRIP_16,
    );
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let head = decoder.read_header_info().map_err(|e| why(&e))?;
    let (width, height) = (head.width, head.height);
    let hold = (bytes.len() as u64).saturating_mul(MOST_PIXELS_PER_BYTE);
    let pixels = size([width, height].map(u64::from), most, hold)?;
    let mut reader = decoder.read_info().map_err(|e| why(&e))?;
    let (color, _) = reader.output_color_type();
    let mut raw = vec![0; pixels * color.samples()];
    reader.next_frame(&mut raw).map_err(|e| why(&e))?;
    Ok(Image { width, height, rgba: rgba(raw, color)? })
}

/// Four channels of what the decoder gave.
fn rgba(raw: Vec<u8>, color: ColorType) -> Result<Vec<u8>, String> {
    match color {
        ColorType::Rgba => Ok(raw),
        ColorType::GrayscaleAlpha => {
            let (pairs, _) = raw.as_chunks::<2>();
            Ok(pairs.iter().flat_map(|&[grey, alpha]| [grey, grey, grey, alpha]).collect())
        }
        _ => Err("its colours cannot be made out".to_owned()),
    }
}

fn why(error: &DecodingError) -> String {
    match error {
        DecodingError::IoError(e) if e.kind() == ErrorKind::UnexpectedEof => {
            "it is cut short".to_owned()
        }
        DecodingError::LimitsExceeded => "it asks for too much memory".to_owned(),
        other => reason(other),
    }
}
