//! Which sign looks how.
//!
//! In: a char. Out: its [`Glyph`], read once from the tables of strokes and kept; that of an empty
//! box for what no table has. It lays nothing out.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::glyph::{self, Sketch};
use super::pen::Glyph;
use super::{ascii, compose, hiragana, katakana, latin, signs};

/// Signs that leave nothing but room, or not even that.
const BLANKS: [(char, f32); 5] =
    [(' ', 7.0), ('\u{a0}', 7.0), ('\u{3000}', 20.0), ('\t', 28.0), ('\r', 0.0)];

/// What stands for a sign that is not in the font.
const BOX: &str = "□ 14 2,-1 2,14 12,14 12,-1 2,-1";

static FONT: LazyLock<BTreeMap<char, Glyph>> =
    LazyLock::new(|| sketches().iter().map(|(sign, s)| (*sign, Glyph::of(s))).collect());

static UNKNOWN: LazyLock<Glyph> = LazyLock::new(|| {
    let (_, sketch) = glyph::line(BOX).unwrap_or_default();
    Glyph::of(&sketch)
});

/// How a sign looks.
pub fn glyph(sign: char) -> &'static Glyph {
    FONT.get(&sign).unwrap_or(&UNKNOWN)
}

/// Whether the font has the sign.
pub fn has(sign: char) -> bool {
    FONT.contains_key(&sign)
}

/// The lines of every sign.
pub(super) fn sketches() -> BTreeMap<char, Sketch> {
    let latin = [ascii::GLYPHS, latin::GLYPHS, latin::MARKS, signs::GLYPHS];
    let mut all: BTreeMap<char, Sketch> = latin.into_iter().flat_map(glyph::read).collect();
    let accented = compose::accented(&all);
    all.extend(accented);
    let kana = [hiragana::GLYPHS, hiragana::MARKS, katakana::GLYPHS];
    let mut square: BTreeMap<char, Sketch> = kana.into_iter().flat_map(glyph::read).collect();
    let (voiced, small) = (compose::voiced(&square), compose::small(&square));
    square.extend(voiced.into_iter().chain(small));
    all.extend(square.iter().map(|(sign, s)| (*sign, compose::on_baseline(s))));
    let blank = |advance| Sketch { advance, strokes: Vec::new() };
    all.extend(BLANKS.map(|(sign, advance)| (sign, blank(advance))));
    let alike = compose::alike(&all).into_iter().chain(compose::full_width(&all));
    let alike = alike.collect::<Vec<_>>();
    all.extend(alike);
    all
}
