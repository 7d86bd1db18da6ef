//! What the font has, that it is sound, and where a text stands.

use super::{Align, BOTTOM, LIMIT, TOP, aligned, covered, glyph, mesh, missing, size, table};
use super::{ascii, compose, hiragana, katakana, latin, signs};

/// The code points that the font promises.
fn promised() -> impl Iterator<Item = char> {
    let ranges = ['!'..='~', '¡'..='ſ', 'ぁ'..='ゖ', 'ァ'..='ヺ', '！'..='～'];
    ranges.into_iter().flatten().chain("–—‘’“”…•€←→↑↓×÷ー。、「」・々〜ゝゞヽヾ゛゜−".chars())
}

#[test]
fn every_promised_sign_has_strokes() {
    let bare = |c: &char| table::glyph(*c).triangles.is_empty() || !table::has(*c);
    let none: String = promised().filter(bare).collect();
    assert_eq!(none, "");
    for blank in [' ', '\u{a0}', '\u{3000}', '\t'] {
        assert!(covered(blank) && table::glyph(blank).triangles.is_empty());
    }
}

#[test]
fn every_line_of_the_tables_is_read() {
    let tables = [ascii::GLYPHS, latin::GLYPHS, latin::MARKS, signs::GLYPHS].into_iter().chain([
        hiragana::GLYPHS,
        hiragana::MARKS,
        katakana::GLYPHS,
    ]);
    for line in tables.flat_map(str::lines) {
        assert!(glyph::line(line).is_some(), "{line}");
    }
}

#[test]
fn every_row_of_composed_signs_has_its_parts() {
    let square: std::collections::BTreeMap<_, _> =
        [hiragana::GLYPHS, hiragana::MARKS, katakana::GLYPHS]
            .into_iter()
            .flat_map(glyph::read)
            .collect();
    let flat: std::collections::BTreeMap<_, _> =
        [ascii::GLYPHS, latin::GLYPHS, latin::MARKS, signs::GLYPHS]
            .into_iter()
            .flat_map(glyph::read)
            .collect();
    let last = |rows: &str| {
        rows.lines()
            .filter_map(|r| r.split(' ').next_back())
            .map(|w| w.chars().count())
            .sum::<usize>()
    };
    assert_eq!(compose::accented(&flat).len(), last(latin::ACCENTED));
    assert_eq!(compose::voiced(&square).len(), last(hiragana::VOICED));
    assert_eq!(compose::small(&square).len(), last(hiragana::SMALL));
    assert_eq!(compose::alike(&flat).len(), last(signs::ALIKE));
    for row in latin::ACCENTED.lines().chain(hiragana::VOICED.lines()) {
        let counts: Vec<usize> = row.split(' ').map(|w| w.chars().count()).collect();
        assert_eq!(counts, [1, counts[2], counts[2]], "{row}");
    }
}

#[test]
fn signs_are_wide_and_stay_in_their_cell() {
    let mut outside = Vec::new();
    for (sign, sketch) in table::sketches() {
        let glyph = table::glyph(sign);
        assert!(glyph.advance > 0.0 || sign == '\r', "{sign:?}");
        assert_eq!(glyph.advance, sketch.advance);
        let inside =
            |[x, y]: &[f32; 2]| (0.0..=glyph.advance).contains(x) && (BOTTOM..=TOP).contains(y);
        outside.extend(glyph.points.iter().find(|p| !inside(p)).map(|p| (sign, *p)));
    }
    assert_eq!(outside, []);
}

#[test]
fn no_two_signs_look_the_same() {
    let alike: Vec<char> = signs::ALIKE.chars().skip(1).collect();
    let wide = '！'..='～';
    let own = table::sketches();
    let own: Vec<_> = own
        .iter()
        .filter(|(c, s)| !s.strokes.is_empty() && !alike.contains(c) && !wide.contains(c))
        .collect();
    for (i, (a, of_a)) in own.iter().enumerate() {
        for (b, of_b) in &own[..i] {
            assert_ne!(of_a.strokes, of_b.strokes, "{a} {b}");
        }
    }
}

#[test]
fn a_mesh_faces_the_viewer_and_is_finite() {
    let all: String = promised().collect();
    let mesh = mesh(&all, 0.7);
    assert_eq!(mesh.positions.len(), mesh.normals.len());
    assert_eq!(mesh.positions.len(), mesh.uvs.len());
    assert!(mesh.positions.iter().flatten().all(|x| x.is_finite()));
    assert!(mesh.uvs.iter().flatten().all(|x| (0.0..=1.0).contains(x)));
    for t in &mesh.triangles {
        let [a, b, c] = mesh.corners(*t).unwrap();
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert!(area < 0.0, "a triangle of {t:?} faces away");
    }
}

#[test]
fn the_mesh_fills_the_size_of_the_text() {
    for text in ["Hg", "ÅÇ 12", "ぬめ\nねれわ", "one\n\nthree lines", "|\u{3000}|"] {
        let ([width, height], [lo, hi]) = (size(text, 2.0), mesh(text, 2.0).bounds());
        let bearing = 2.0 * 2.5 / (TOP - BOTTOM);
        assert!(lo[0] >= -width / 2.0 && hi[0] <= width / 2.0, "{text}");
        assert!(lo[0] <= -width / 2.0 + bearing && hi[0] >= width / 2.0 - bearing, "{text}");
        assert!(lo[1] >= -height / 2.0 && hi[1] <= height / 2.0, "{text}");
    }
    assert_eq!(size("a\nb\nc", 2.0)[1], 6.0);
    assert_eq!(size("あ", 24.0), [20.0, 24.0]);
    assert!(size("iii", 1.0)[0] < size("mmm", 1.0)[0] / 2.0);
}

#[test]
fn lines_stand_as_they_are_told() {
    let left = |align| {
        let of = |text: &str| aligned(text, 1.0, align);
        let short = of("MMMM\nM").positions.len() - of("M").positions.len();
        of("MMMM\nM").positions[short..].iter().map(|p| p[0]).fold(f32::MAX, f32::min)
    };
    let [l, c, r] = [Align::Left, Align::Center, Align::Right].map(left);
    assert!(l < c && c < r);
    assert!((c - (l + r) / 2.0).abs() < 1e-5);
}

#[test]
fn what_the_font_has_not_is_a_box_and_is_told() {
    assert_eq!(missing("漢字 and 字 ☃\n"), ['漢', '字', '☃']);
    assert_eq!(missing("Hello, かな!\r\n\t"), []);
    assert_eq!(mesh("漢", 1.0), mesh("\u{10ffff}", 1.0));
    assert!(!mesh("\u{0}", 1.0).triangles.is_empty());
}

#[test]
fn a_strange_height_draws_nothing_and_takes_no_room() {
    for height in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX] {
        assert_eq!(mesh("text", height).triangles.len(), 0);
        assert_eq!(size("text", height), [0.0, 0.0]);
    }
    assert!(mesh("text", 1e9).positions.iter().flatten().all(|x| x.is_finite()));
    assert_eq!(mesh("", 1.0).triangles.len(), 0);
}

#[test]
fn a_long_text_is_cut() {
    let long = "あ".repeat(3 * LIMIT);
    assert_eq!(mesh(&long, 1.0), mesh(&long[..3 * LIMIT], 1.0));
    assert_eq!(size(&long, 24.0)[0], 20.0 * LIMIT as f32);
}
