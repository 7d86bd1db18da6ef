//! The signs that the checker knows are those of the renderer's font.

use islay_lang::hir::lettering;
use islay_render::font;

#[test]
fn the_checker_knows_the_signs_of_the_font() {
    let differs = |c: &char| lettering::covered(*c) != font::covered(*c);
    let strange: Vec<char> = ('\0'..=char::MAX).filter(differs).collect();
    assert_eq!(strange, []);
}
