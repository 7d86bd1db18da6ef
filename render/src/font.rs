//! Text as triangles: a stroke font of our own.
//!
//! In: a text and the height of its lines. Out: a [`Mesh`] in the XY plane, centred at the origin,
//! readable by who stands at −Z and looks forward, so its normals point to −Z; and how much room
//! the text takes. A line is as high as its box: from below the descenders of `g` to above the
//! accents of `É`; capitals take three fifths of it. It shapes nothing (each char is a sign of its
//! own), knows no files and no other font: what it has not is drawn as a box. Strokes that cross lie
//! one over the other, so a text that lets light through is denser there.

mod ascii;
mod compose;
mod glyph;
mod hiragana;
mod katakana;
mod latin;
mod pen;
mod signs;
mod table;

use std::collections::BTreeSet;

use islay_assets::model::Mesh;

/// A text is cut after so many chars.
pub const LIMIT: usize = 4096;

/// The box of a line on the grid of the signs: from below the baseline to above it.
const BOTTOM: f32 = -5.0;
const TOP: f32 = 19.0;
/// Above this a line has no height, as it has none below zero.
const HIGHEST: f32 = 1e9;

/// Where shorter lines of a text stand under longer ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// All begin at the left end.
    Left,
    /// Each in the middle.
    #[default]
    Center,
    /// All end at the right end.
    Right,
}

/// The triangles of a text whose lines are so high, each line in the middle.
pub fn mesh(text: &str, height: f32) -> Mesh {
    aligned(text, height, Align::Center)
}

/// The triangles of a text whose lines are so high; the whole is centred at the origin.
pub fn aligned(text: &str, height: f32, align: Align) -> Mesh {
    let mut mesh = Mesh::default();
    let Some(unit) = unit(height) else { return mesh };
    let [width, rise] = extent(text);
    for (row, line) in lines(text).enumerate() {
        let room = width - advance(line);
        let indent = match align {
            Align::Left => 0.0,
            Align::Center => room / 2.0,
            Align::Right => room,
        };
        let baseline = rise / 2.0 - TOP - row as f32 * (TOP - BOTTOM);
        let mut pen = [indent - width / 2.0, baseline];
        for sign in line.chars() {
            let glyph = table::glyph(sign);
            set(&mut mesh, glyph, pen, unit);
            pen[0] += glyph.advance;
        }
    }
    lay(&mut mesh, [width * unit, rise * unit]);
    mesh
}

/// Width and height of the text: of its longest line, and of the boxes of all.
pub fn size(text: &str, height: f32) -> [f32; 2] {
    let unit = unit(height).unwrap_or(0.0);
    extent(text).map(|n| n * unit)
}

/// The chars that are drawn as boxes, each once.
pub fn missing(text: &str) -> Vec<char> {
    let mut seen = BTreeSet::new();
    text.chars().filter(|c| !covered(*c) && seen.insert(*c)).collect()
}

/// Whether the font has the sign; a new line is no sign, but is no box either.
pub fn covered(sign: char) -> bool {
    sign == '\n' || table::has(sign)
}

/// How long a grid unit is; `None` where the height is none.
fn unit(height: f32) -> Option<f32> {
    (height > 0.0 && height <= HIGHEST).then(|| height / (TOP - BOTTOM))
}

/// The lines of what is drawn of a text.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let end = text.char_indices().nth(LIMIT).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().split('\n')
}

fn advance(line: &str) -> f32 {
    line.chars().map(|c| table::glyph(c).advance).sum()
}

/// Width and height in grid units.
fn extent(text: &str) -> [f32; 2] {
    let width = lines(text).map(advance).fold(0.0, f32::max);
    [width, lines(text).count() as f32 * (TOP - BOTTOM)]
}

/// Adds a sign whose left end of the baseline is at `pen`.
fn set(mesh: &mut Mesh, glyph: &pen::Glyph, pen: [f32; 2], unit: f32) {
    let first = mesh.positions.len() as u32;
    let place = |p: &[f32; 2]| [(pen[0] + p[0]) * unit, (pen[1] + p[1]) * unit, 0.0];
    mesh.positions.extend(glyph.points.iter().map(place));
    mesh.triangles.extend(glyph.triangles.iter().map(|t| t.map(|i| i + first)));
}

/// Normals, and texture coordinates: a picture would lie over the whole text.
fn lay(mesh: &mut Mesh, [width, height]: [f32; 2]) {
    mesh.normals = vec![[0.0, 0.0, -1.0]; mesh.positions.len()];
    let uv = |p: &[f32; 3]| [0.5 + p[0] / width.max(1e-9), 0.5 - p[1] / height.max(1e-9)];
    mesh.uvs = mesh.positions.iter().map(uv).collect();
}

#[cfg(test)]
mod tests;
