//! F10: all keys.
//!
//! In: a room. Out: a panel in its middle, from the one table of keys.

use islay_render::flat::Area;
use islay_render::window::{Overlay, text_width};

use super::keys::{KEYS, POINTER, Row};

/// Height of a line; where there is less room it is less.
const LINE: f32 = 22.0;
const GROUND: u32 = 0x1018_20f0;
const TEXT: u32 = 0xf4f4_f4ff;
const KEY: u32 = 0xffe0_8aff;
const FAINT: u32 = 0xa8b4_c0ff;
/// What the scene asks for goes to it.
const NOTE: &str = "other keys, and those that the scene asks for, go to the scene";

/// Draws it.
pub fn lay(overlay: &mut Overlay, room: &Area) {
    let rows = || KEYS.iter().chain(&POINTER);
    let keys = |line: f32| rows().map(|row| text_width(row.key, line)).fold(0.0, f32::max);
    let texts = |line: f32| rows().map(|row| text_width(row.does, line)).fold(0.0, f32::max);
    let wide = |line: f32| (keys(line) + line + texts(line)).max(text_width(NOTE, line));
    let count = (KEYS.len() + POINTER.len() + 3) as f32;
    // a text is as wide as its lines are high, times something
    let across = (room.width - 2.0 * LINE) / wide(1.0);
    let line = LINE.min(room.height / (count + 1.0)).min(across).max(4.0);
    let size = [wide(line) + 2.0 * line, (count + 1.0) * line];
    let at = [room.x + (room.width - size[0]) / 2.0, room.y + (room.height - size[1]) / 2.0];
    overlay.panel(at, size, GROUND);
    let (x, mut y) = (at[0] + line, at[1] + line / 2.0);
    let right = x + keys(line) + line;
    overlay.text([x, y], line, TEXT, "Keys and pointer");
    y += line * 1.5;
    let mut put = |rows: &[Row]| {
        for row in rows {
            overlay.text([x, y], line, KEY, row.key);
            overlay.text([right, y], line, TEXT, row.does);
            y += line;
        }
        y += line / 4.0;
    };
    put(&KEYS);
    put(&POINTER);
    overlay.text([x, y], line, FAINT, NOTE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use islay_render::pixels::Pixels;

    /// Whether anything of a colour is within so many pixels of the edge.
    fn inked(pixels: &Pixels, edge: u32) -> [usize; 2] {
        let (mut inside, mut outside) = (0, 0);
        for (i, p) in pixels.rgba.chunks_exact(4).enumerate() {
            let (x, y) = (i as u32 % pixels.width, i as u32 / pixels.width);
            let near =
                x < edge || y < edge || x + edge >= pixels.width || y + edge >= pixels.height;
            if p[0] > 200 {
                if near { outside += 1 } else { inside += 1 }
            }
        }
        [inside, outside]
    }

    #[test]
    fn all_of_it_is_seen_in_small_windows_and_large_ones() {
        for (size, scale) in
            [([640, 480], 1.0), ([320, 240], 1.0), ([1280, 960], 2.0), ([400, 900], 1.0)]
        {
            let [width, height]: [u32; 2] = size;
            let mut overlay = Overlay::default();
            let units = [width, height].map(|n| n as f32 / scale);
            lay(&mut overlay, &Area { x: 0.0, y: 0.0, width: units[0], height: units[1] });
            let said: Vec<&str> = overlay.texts().collect();
            for row in KEYS.iter().chain(&POINTER) {
                assert!(said.contains(&row.key) && said.contains(&row.does), "{row:?}");
            }
            let mut pixels = Pixels { width, height, rgba: vec![0; (width * height * 4) as usize] };
            overlay.paint_over(&mut pixels, scale);
            let [inside, outside] = inked(&pixels, 2);
            assert!(inside > 500 && outside == 0, "{size:?}: {inside}, {outside}");
        }
    }
}
