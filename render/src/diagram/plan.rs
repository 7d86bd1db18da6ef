//! Where everything stands.

/// A rectangle; x goes right, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Left.
    pub x: f32,
    /// Top.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Area {
    /// Whether a point lies in it.
    pub fn holds(&self, [x, y]: [f32; 2]) -> bool {
        x >= self.x && x <= self.x + self.width && y >= self.y && y <= self.y + self.height
    }

    /// Whether they share more than an edge.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Its middle.
    pub fn middle(&self) -> [f32; 2] {
        [self.x + self.width / 2.0, self.y + self.height / 2.0]
    }
}

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
