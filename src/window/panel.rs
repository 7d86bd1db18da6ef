//! What lies over the scene: state, notices, times, errors.
//!
//! In: lines. Out: panels and texts of an overlay, broken to the width of the window. It knows no
//! window and no scene.

use islay_render::window::{Overlay, text_width};

/// Height of a line of text, capitals being three fifths of it.
const LINE: f32 = 22.0;
/// Between text and the edge of its panel, and between panels and the window.
const SPACE: f32 = 8.0;

const TEXT: u32 = 0xf4f4_f4ff;
const FAINT: u32 = 0xc0c8_d0ff;
const DARK: u32 = 0x1018_20c8;
const RED: u32 = 0x5010_18e0;

/// A place for panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Top left.
    TopLeft,
    /// Top right.
    TopRight,
    /// Bottom left.
    BottomLeft,
}

/// Puts panels over a window of this size, in units.
pub struct Panels<'a> {
    overlay: &'a mut Overlay,
    size: [f32; 2],
    /// How much of the left side is taken, from the top.
    taken: f32,
}

impl<'a> Panels<'a> {
    /// Over a window of so many units.
    pub fn new(overlay: &'a mut Overlay, size: [f32; 2]) -> Self {
        overlay.clear();
        Self { overlay, size, taken: 0.0 }
    }

    /// A panel of lines in a corner.
    pub fn lines(&mut self, corner: Corner, lines: &[String]) {
        let lines = self.fitted(lines);
        self.put(corner, &lines, DARK);
    }

    /// What is wrong with the scene.
    pub fn trouble(&mut self, lines: &[String]) {
        let lines = self.fitted(lines);
        self.put(Corner::TopLeft, &lines, RED);
    }

    fn fitted(&self, lines: &[String]) -> Vec<String> {
        let width = (self.size[0] - 4.0 * SPACE).max(4.0 * LINE);
        lines.iter().flat_map(|line| broken(line, width)).collect()
    }

    fn put(&mut self, corner: Corner, lines: &[String], color: u32) {
        if lines.is_empty() {
            return;
        }
        let wide = lines.iter().map(|line| text_width(line, LINE)).fold(0.0, f32::max);
        let size = [wide + 2.0 * SPACE, lines.len() as f32 * LINE + SPACE];
        let [width, height] = self.size;
        let at = match corner {
            Corner::TopLeft => [SPACE, SPACE + self.taken],
            Corner::TopRight => [width - SPACE - size[0], SPACE],
            Corner::BottomLeft => [SPACE, height - SPACE - size[1]],
        };
        if corner == Corner::TopLeft {
            self.taken += size[1] + SPACE;
        }
        self.overlay.panel(at, size, color);
        for (i, line) in lines.iter().enumerate() {
            let color = if i == 0 { TEXT } else { FAINT };
            let y = at[1] + SPACE / 2.0 + i as f32 * LINE;
            self.overlay.text([at[0] + SPACE, y], LINE, color, line);
        }
    }
}

/// A line in pieces that are no wider than this, at spaces where there are some.
fn broken(line: &str, width: f32) -> Vec<String> {
    let mut indent: String = line.chars().take_while(|c| *c == ' ').collect();
    indent.push_str("  ");
    let (mut out, mut now) = (Vec::new(), String::new());
    for word in line.split_inclusive(' ') {
        for part in pieces(word, width - text_width(&indent, LINE)) {
            if text_width(&now, LINE) + text_width(part.trim_end(), LINE) > width && !now.is_empty()
            {
                out.push(std::mem::replace(&mut now, indent.clone()));
            }
            now.push_str(part);
        }
    }
    out.push(now);
    out
}

/// A word in pieces that fit.
fn pieces(word: &str, width: f32) -> Vec<&str> {
    let (mut out, mut rest) = (Vec::new(), word);
    while text_width(rest.trim_end(), LINE) > width {
        let fits = |at: &usize| text_width(rest.get(..*at).unwrap_or_default(), LINE) <= width;
        let ends = rest.char_indices().map(|(at, _)| at).skip(1);
        let Some(at) = ends.take_while(fits).last() else { break };
        let (piece, more) = rest.split_at(at);
        out.push(piece);
        rest = more;
    }
    out.push(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_and_nothing_is_lost() {
        for line in ["    some words that are long enough to be broken", &"x".repeat(200), "", "é"]
        {
            let lines = broken(line, 120.0);
            assert!(lines.iter().all(|l| text_width(l.trim_end(), LINE) <= 121.0), "{lines:?}");
            let all: String = lines.concat().chars().filter(|c| *c != ' ').collect();
            assert_eq!(all, line.chars().filter(|c| *c != ' ').collect::<String>());
        }
    }
}
