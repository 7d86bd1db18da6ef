//! Where everything stands.

pub use crate::flat::Area;

/// The way of an arrow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// From its beginning to its head.
    pub points: Vec<[f32; 2]>,
    /// Where what is written on it stands; without size where nothing is.
    pub label: Area,
}

/// The places of a graph's nodes and arrows, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Of the whole picture, its title included.
    pub size: [f32; 2],
    /// Each node's.
    pub nodes: Vec<Area>,
    /// Each arrow's.
    pub arrows: Vec<Line>,
}

/// Height of a line of text.
pub const LINE: f32 = 16.0;
/// Height of its letters.
pub const TEXT: f32 = 13.0;
/// From the edge of a box to what is in it.
pub const PAD: f32 = 10.0;

/// How wide a text is drawn.
pub fn width(text: &str) -> f32 {
    crate::font::size(text, TEXT)[0]
}

/// How much room lines need.
pub fn room<'t>(lines: impl IntoIterator<Item = &'t str>) -> [f32; 2] {
    lines.into_iter().fold([0.0, 0.0], |[w, h]: [f32; 2], line| [w.max(width(line)), h + LINE])
}
