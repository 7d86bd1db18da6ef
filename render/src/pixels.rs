//! A picture in memory: what the rasteriser makes, and what files and terminals show.

/// A picture, from the top left, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pixels {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Red, green, blue (sRGB) and opacity of each pixel: four bytes each.
    pub rgba: Vec<u8>,
}
