//! Pictures as text: each character shows two pixels, one above the other, in true colours.
//!
//! In: a picture, and the one that the terminal shows. Out: text with escape sequences (cursor and
//! colours, as all terminals of today know them). It knows no terminal and reads no keys.

use std::fmt::Write;

use crate::pixels::Pixels;

/// The upper half of a character's place.
const HALF: char = '▀';

/// The size of a picture for a terminal of so many columns and rows.
pub fn size(columns: u16, rows: u16) -> [u32; 2] {
    [u32::from(columns.max(1)), u32::from(rows.max(1)) * 2]
}

/// Text that turns what the terminal shows (from its top left) into the picture; all of it where
/// that is not known or of another size.
pub fn half_blocks(picture: &Pixels, shown: Option<&Pixels>) -> String {
    let same_size = |s: &&Pixels| (s.width, s.height) == (picture.width, picture.height);
    let shown = shown.filter(same_size);
    let mut text = String::new();
    let mut pen = Pen::default();
    for row in 0..picture.height.div_ceil(2) {
        for column in 0..picture.width {
            let cell = cell(picture, column, row);
            if shown.is_some_and(|s| self::cell(s, column, row) == cell) {
                continue;
            }
            pen.put(&mut text, (column, row), cell);
        }
    }
    if !text.is_empty() {
        text.push_str("\x1b[0m");
    }
    text
}

/// The colours of the upper and the lower pixel.
fn cell(picture: &Pixels, column: u32, row: u32) -> [[u8; 3]; 2] {
    let pixel = |y: u32| {
        let at = (y as usize * picture.width as usize + column as usize) * 4;
        let color = picture.rgba.get(at..at + 3).and_then(|c| c.try_into().ok());
        color.filter(|_| y < picture.height).unwrap_or_default()
    };
    [pixel(row * 2), pixel(row * 2 + 1)]
}

/// Where the cursor is and what it writes with.
#[derive(Default)]
struct Pen {
    at: Option<(u32, u32)>,
    colors: [Option<[u8; 3]>; 2],
}

impl Pen {
    fn put(&mut self, text: &mut String, (column, row): (u32, u32), cell: [[u8; 3]; 2]) {
        if self.at != Some((column, row)) {
            // writing to a text cannot fail
            let _ = write!(text, "\x1b[{};{}H", row + 1, column + 1);
        }
        for (at, kind) in [(0, 38), (1, 48)] {
            let color = cell[at];
            if self.colors[at] != Some(color) {
                let [r, g, b] = color;
                let _ = write!(text, "\x1b[{kind};2;{r};{g};{b}m");
                self.colors[at] = Some(color);
            }
        }
        text.push(HALF);
        // at the end of a line terminals differ in where the cursor is
        self.at = Some((column + 1, row));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, colors: &[[u8; 3]]) -> Pixels {
        let rgba = colors.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
        Pixels { width, height, rgba }
    }

    const RED: [u8; 3] = [255, 0, 0];
    const BLUE: [u8; 3] = [0, 0, 255];

    #[test]
    fn a_character_shows_two_pixels() {
        let text = half_blocks(&picture(1, 2, &[RED, BLUE]), None);
        assert_eq!(text, "\x1b[1;1H\x1b[38;2;255;0;0m\x1b[48;2;0;0;255m▀\x1b[0m");
    }

    #[test]
    fn like_neighbours_need_no_colours() {
        let text = half_blocks(&picture(3, 2, &[RED; 6]), None);
        assert_eq!(text.matches("38;2").count(), 1);
        assert_eq!(text.matches(HALF).count(), 3);
    }

    #[test]
    fn only_what_has_changed_is_written() {
        let before = picture(2, 4, &[RED; 8]);
        let mut after = before.clone();
        assert_eq!(half_blocks(&after, Some(&before)), "");
        after.rgba[7 * 4..7 * 4 + 3].copy_from_slice(&BLUE);
        let text = half_blocks(&after, Some(&before));
        assert_eq!(text, "\x1b[2;2H\x1b[38;2;255;0;0m\x1b[48;2;0;0;255m▀\x1b[0m");
    }

    #[test]
    fn another_size_is_written_whole() {
        let before = picture(2, 2, &[RED; 4]);
        assert_eq!(half_blocks(&picture(3, 2, &[RED; 6]), Some(&before)).matches(HALF).count(), 3);
        assert_eq!(size(80, 24), [80, 48]);
        assert_eq!(size(0, 0), [1, 2]);
    }

    #[test]
    fn an_odd_row_ends_in_black() {
        let text = half_blocks(&picture(1, 1, &[RED]), None);
        assert!(text.contains("48;2;0;0;0m"), "{text:?}");
    }
}
