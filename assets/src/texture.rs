//! Pictures from files: PNG and JPEG, told apart by their content and not by their name.
//!
//! In: bytes. Out: an [`Image`] of 8 bits a channel with opacity, or a reason in one line. It
//! refuses other formats by name, pictures that are too large, and sizes that the bytes cannot
//! hold (so that a small file never makes a large allocation).

#[cfg(feature = "pictures")]
mod from_jpeg;
#[cfg(feature = "pictures")]
mod from_png;

use crate::model::Image;

/// Widest and highest of a compiled scene's pictures: the most that their limit can be set to.
#[cfg(feature = "compiled")]
pub(crate) const LARGEST_SIDE: u64 = 16_384;

/// Most pixels of all pictures of a model together: they fill 256 MiB.
#[cfg(any(feature = "collada", feature = "gltf"))]
pub(crate) const MOST_PIXELS: u64 = 64 << 20;

/// The formats that are known by their first bytes, and whether they can be read.
const FORMATS: [(&[u8], &str); 9] = [
    (b"GIF8", "a GIF"),
    (b"BM", "a BMP"),
    (b"DDS ", "a DDS"),
    (b"\xabKTX", "a KTX"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"#?RADIANCE", "a Radiance"),
    (b"v/1\x01", "an OpenEXR"),
    (b"8BPS", "a Photoshop"),
];

/// How large a picture may be.
#[cfg(feature = "pictures")]
#[derive(Clone, Copy)]
struct Most {
    /// In all.
    pixels: u64,
    /// Along an edge.
    edge: u32,
}

/// Reads a picture of at most so many pixels in all and along an edge.
pub(crate) fn within(bytes: &[u8], pixels: u64, edge: u32) -> Result<Image, String> {
    #[cfg(feature = "pictures")]
    let most = Most { pixels, edge };
    #[cfg(not(feature = "pictures"))]
    let _ = (pixels, edge);
    if bytes.is_empty() {
        return Err("it is empty".to_owned());
    }
    #[cfg(feature = "pictures")]
    if bytes.starts_with(b"\x89PNG") {
        return from_png::read(bytes, most);
    } else if bytes.starts_with(&[0xff, 0xd8]) {
        return from_jpeg::read(bytes, most);
    }
    let webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    let known = FORMATS.iter().find(|(head, _)| bytes.starts_with(head)).map(|(_, name)| *name);
    Err(match if webp { Some("a WebP") } else { known } {
        Some(name) => format!("it is {name} picture: only PNG and JPEG can be read"),
        None => "it is neither PNG nor JPEG".to_owned(),
    })
}

/// Checks the size that a picture says it has: against the limits, against the pixels that may be
/// read, and against those that the bytes can hold.
#[cfg(feature = "pictures")]
fn size([width, height]: [u64; 2], most: Most, hold: u64) -> Result<usize, String> {
    if width == 0 || height == 0 {
        return Err("it has no pixels".to_owned());
    }
    let pixels = width.saturating_mul(height);
    let edge = most.edge;
    if width.max(height) > edge.into() {
        return Err(format!("it is {width}x{height} pixels large: at most {edge} on a side"));
    }
    if pixels > most.pixels {
        return Err("it is one picture too many: they take too much memory together".to_owned());
    }
    if pixels > hold {
        return Err(format!("it is too short for the {width}x{height} pixels it says it has"));
    }
    Ok(pixels as usize)
}

/// What a decoder says, as one of our reasons: one line that begins small and has no stop.
#[cfg(feature = "pictures")]
fn reason(said: &impl std::fmt::Display) -> String {
    let said = said.to_string();
    let line = said.lines().next().unwrap_or_default().trim().trim_end_matches('.');
    let small: String = line.chars().filter(|c| !c.is_control()).take(120).collect();
    format!("it cannot be decoded: {small}")
}

#[cfg(test)]
mod tests;
