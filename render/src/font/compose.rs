//! Signs made of other signs: accented letters, voiced and small kana, wide ASCII.
//!
//! In: the sketches of what they are made of, and the rows that say of what. Out: their sketches.
//! A row that names a sign without a sketch gives nothing; a test sees that there is none.

use std::collections::BTreeMap;

use super::glyph::{Point, Sketch};
use super::{hiragana, latin, signs};

type Sketches = BTreeMap<char, Sketch>;

/// The side of the square a kana stands in, and where its top is above the baseline.
const SQUARE: f32 = 20.0;
const SQUARE_TOP: f32 = 17.0;
/// The least room beside an accent that is wider than its letter.
const MARGIN: f32 = 1.4;

/// Where accents begin; those of capitals are flatter, to stay in the line.
const ABOVE_SMALL: f32 = 12.2;
const ABOVE_CAPITAL: f32 = 16.1;

/// Letters with their marks.
pub fn accented(from: &Sketches) -> Vec<(char, Sketch)> {
    marked(from, latin::ACCENTED, accent)
}

/// The mark over the middle of the letter, higher above what is tall.
fn accent(base: char, letter: &Sketch, mark: &Sketch) -> Sketch {
    let [left, right] = mark.extent();
    let advance = letter.advance.max(right - left + 2.0 * MARGIN);
    let (shift, over) = ((advance - letter.advance) / 2.0, (advance - mark.advance) / 2.0);
    let raised = |y: f32| match y {
        y if y > 10.0 && (base.is_uppercase() || "bdfhklt".contains(base)) => {
            ABOVE_CAPITAL + (y - ABOVE_SMALL) * 0.8
        }
        y => y,
    };
    let letter = letter.map(advance, |[x, y]| [x + shift, y]);
    letter.with(&mark.map(advance, |[x, y]| [x + over, raised(y)]))
}

/// Kana with their marks, in the square.
pub fn voiced(from: &Sketches) -> Vec<(char, Sketch)> {
    let squeezed = |_, kana: &Sketch, mark: &Sketch| {
        kana.map(kana.advance, |[x, y]| [x * 0.88, 1.6 + y * 0.91]).with(mark)
    };
    marked(from, hiragana::VOICED, squeezed)
}

/// What the rows `mark bases results` give.
fn marked(
    from: &Sketches,
    rows: &str,
    put: impl Fn(char, &Sketch, &Sketch) -> Sketch,
) -> Vec<(char, Sketch)> {
    let mut out = Vec::new();
    for row in rows.lines() {
        let mut words = row.split(' ');
        let mark = words.next().and_then(|w| w.chars().next()).and_then(|c| from.get(&c));
        let (Some(mark), Some(bases), Some(results)) = (mark, words.next(), words.next()) else {
            continue;
        };
        for (base, result) in bases.chars().zip(results.chars()) {
            out.extend(from.get(&base).map(|sketch| (result, put(base, sketch, mark))));
        }
    }
    out
}

/// Small kana, in the square.
pub fn small(from: &Sketches) -> Vec<(char, Sketch)> {
    let shrunk = |[x, y]: Point| [8.5 + (x - 10.0) * 0.72, 18.0 - (18.0 - y) * 0.72];
    let rows = hiragana::SMALL.lines().filter_map(|row| row.split_once(' '));
    let pairs = rows.flat_map(|(bases, results)| bases.chars().zip(results.chars()));
    pairs.filter_map(|(base, result)| Some((result, from.get(&base)?.map(17.0, shrunk)))).collect()
}

/// From the square of kana, Y down, to the grid of letters.
pub fn on_baseline(kana: &Sketch) -> Sketch {
    kana.map(kana.advance, |[x, y]| [x, SQUARE_TOP - y])
}

/// Signs that look like another.
pub fn alike(from: &Sketches) -> Vec<(char, Sketch)> {
    let rows = signs::ALIKE.lines().filter_map(|row| row.split_once(' '));
    let pairs = rows.flat_map(|(base, others)| {
        others.chars().filter_map(move |o| Some((o, from.get(&base.chars().next()?)?.clone())))
    });
    pairs.collect()
}

/// ASCII in cells of kana.
pub fn full_width(from: &Sketches) -> Vec<(char, Sketch)> {
    let wide = |c: char| char::from_u32(u32::from(c) + 0xfee0);
    let centred = |s: &Sketch| {
        let shift = (SQUARE - s.advance) / 2.0;
        s.map(SQUARE, |[x, y]| [x + shift, y])
    };
    ('!'..='~').filter_map(|c| Some((wide(c)?, centred(from.get(&c)?)))).collect()
}
