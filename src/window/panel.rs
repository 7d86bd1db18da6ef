//! What lies over the scene: state, notices, times, errors.
//!
//! In: lines. Out: panels and texts of an overlay, broken to the width of the window. It knows no
//! window and no scene.

use islay_render::flat::Area;
use islay_render::window::{Overlay, text_width};

/// Height of a line of text, capitals being three fifths of it.
const LINE: f32 = 22.0;
/// The same where there is much to say.
const SMALL: f32 = 18.0;
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

/// Puts panels into a room.
pub struct Panels<'a> {
    overlay: &'a mut Overlay,
    room: Area,
    /// How much of the left side is taken, from the top.
    taken: f32,
}

impl<'a> Panels<'a> {
    /// Into this room.
    pub fn new(overlay: &'a mut Overlay, room: Area) -> Self {
        Self { overlay, room, taken: 0.0 }
    }

    /// A panel of lines in a corner.
    pub fn lines(&mut self, corner: Corner, lines: &[String]) {
        self.put(corner, lines, LINE, DARK);
    }

    /// What is wrong with the scene.
    pub fn trouble(&mut self, lines: &[String]) {
        self.put(Corner::TopLeft, lines, SMALL, RED);
    }

    fn put(&mut self, corner: Corner, lines: &[String], line: f32, color: u32) {
        if lines.is_empty() {
            return;
        }
        let room = &self.room;
        let width = (room.width - 4.0 * SPACE).max(4.0 * line);
        let pieces = lines.iter().flat_map(|text| broken(text, width, line)).collect();
        let height = room.height - 2.0 * SPACE - self.taken;
        let lines = cut(pieces, (height / line).max(2.0) as usize);
        let wide = lines.iter().map(|text| text_width(text, line)).fold(0.0, f32::max);
        let size = [wide + 2.0 * SPACE, lines.len() as f32 * line + SPACE];
        let (right, bottom) = (room.x + room.width, room.y + room.height);
        let at = match corner {
            Corner::TopLeft => [room.x + SPACE, room.y + SPACE + self.taken],
            Corner::TopRight => [right - SPACE - size[0], room.y + SPACE],
            Corner::BottomLeft => [room.x + SPACE, bottom - SPACE - size[1]],
        };
        if corner == Corner::TopLeft {
            self.taken += size[1] + SPACE;
        }
        self.overlay.panel(at, size, color);
        for (i, text) in lines.iter().enumerate() {
            let color = if i == 0 { TEXT } else { FAINT };
            let y = at[1] + SPACE / 2.0 + i as f32 * line;
            self.overlay.text([at[0] + SPACE, y], line, color, text);
        }
    }
}

/// No more lines than this; the last one says how many are left out.
fn cut(mut lines: Vec<String>, most: usize) -> Vec<String> {
    let over = lines.len().saturating_sub(most);
    if over > 0 {
        lines.truncate(most.saturating_sub(1));
        lines.push(format!("\u{2026} {} more lines", over + 1));
    }
    lines
}

/// A line in pieces that are no wider than this, at spaces where there are some.
fn broken(line: &str, width: f32, high: f32) -> Vec<String> {
    let mut indent: String = line.chars().take_while(|c| *c == ' ').collect();
    indent.push_str("  ");
    let (mut out, mut now) = (Vec::new(), String::new());
    for word in line.split_inclusive(' ') {
        for part in pieces(word, width - text_width(&indent, high), high) {
            let wide = text_width(&now, high) + text_width(part.trim_end(), high);
            if wide > width && !now.is_empty() {
                out.push(std::mem::replace(&mut now, indent.clone()));
            }
            now.push_str(part);
        }
    }
    out.push(now);
    out
}

/// A word in pieces that fit.
fn pieces(word: &str, width: f32, high: f32) -> Vec<&str> {
    let (mut out, mut rest) = (Vec::new(), word);
    while text_width(rest.trim_end(), high) > width {
        let fits = |at: &usize| text_width(rest.get(..*at).unwrap_or_default(), high) <= width;
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
            let lines = broken(line, 120.0, LINE);
            assert!(lines.iter().all(|l| text_width(l.trim_end(), LINE) <= 121.0), "{lines:?}");
            let all: String = lines.concat().chars().filter(|c| *c != ' ').collect();
            assert_eq!(all, line.chars().filter(|c| *c != ' ').collect::<String>());
        }
    }

    #[test]
    fn a_long_list_of_errors_stays_in_the_window() {
        for (width, height) in [(640.0, 480.0), (320.0, 240.0)] {
            let mut overlay = Overlay::default();
            let room = Area { x: 0.0, y: 0.0, width, height };
            let mut panels = Panels::new(&mut overlay, room);
            let lines = vec!["some error with a long message ".repeat(9); 20];
            panels.trouble(&lines);
            panels.lines(Corner::TopLeft, &["paused".to_owned()]);
            let said: Vec<&str> = overlay.texts().collect();
            assert!(said.iter().any(|l| l.ends_with("more lines")), "{said:?}");
            assert!(said.len() as f32 * SMALL <= height + 2.0 * LINE);
        }
    }
}
