//! Diagrams into a room.
//!
//! In: their sizes and the room. Out: a scale and a place for each, in rows. They are made smaller
//! down to what can be read; then only a part of them is seen, and which one is said here too.

use islay_render::flat::Area;

/// Smaller nobody can read them.
pub const LEAST: f32 = 0.72;
/// Larger than they are laid out they need not be.
const MOST: f32 = 1.0;
/// What is lit is so far from the edge of what is seen.
const MARGIN: f32 = 14.0;

/// Where diagrams stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrangement {
    /// Pixels, or what the room is measured in, to a unit of the diagrams.
    pub scale: f32,
    /// Of all of them.
    pub size: [f32; 2],
    /// What is seen of each.
    pub cells: Vec<Area>,
    /// How much of them is seen, from 0 to 1.
    pub share: f32,
}

impl Arrangement {
    /// How good it is: large, and all of it seen.
    pub fn worth(&self) -> f32 {
        self.scale * self.share
    }
}

/// The best way to show diagrams of these sizes in a room.
pub fn arrange(sizes: &[[f32; 2]], room: [f32; 2]) -> Arrangement {
    let room = room.map(|v| v.max(1.0));
    let ways = (1..=sizes.len().max(1)).map(|columns| rows(sizes, columns, room));
    let best = ways.reduce(|best, way| if way.worth() > best.worth() { way } else { best });
    best.unwrap_or_else(|| rows(sizes, 1, room))
}

/// So many in a row.
fn rows(sizes: &[[f32; 2]], columns: usize, room: [f32; 2]) -> Arrangement {
    let widths = |row: &[[f32; 2]]| row.iter().map(|s| s[0]).sum::<f32>();
    let heights = |row: &[[f32; 2]]| row.iter().map(|s| s[1]).fold(0.0, f32::max);
    let width = sizes.chunks(columns).map(widths).fold(1.0, f32::max);
    let height = sizes.chunks(columns).map(heights).sum::<f32>().max(1.0);
    let scale = (room[0] / width).min(room[1] / height).clamp(LEAST, MOST);
    let wanted: Vec<f32> = sizes.chunks(columns).map(|row| heights(row) * scale).collect();
    let (mut cells, mut y) = (Vec::with_capacity(sizes.len()), 0.0);
    let mut right = 0.0f32;
    for (row, height) in sizes.chunks(columns).zip(shared(&wanted, room[1])) {
        let wanted: Vec<f32> = row.iter().map(|s| s[0] * scale).collect();
        let mut x = 0.0;
        for (size, width) in row.iter().zip(shared(&wanted, room[0])) {
            cells.push(Area { x, y, width, height: height.min(size[1] * scale) });
            x += width;
        }
        right = right.max(x);
        y += height;
    }
    let seen = cells.iter().map(|c| c.width * c.height).sum::<f32>();
    let all = sizes.iter().map(|s| s[0] * s[1]).sum::<f32>() * scale * scale;
    Arrangement { scale, size: [right, y], cells, share: (seen / all.max(1.0)).min(1.0) }
}

/// Lengths that together take no more than there is: the longest ones are cut, all to the same.
fn shared(wanted: &[f32], room: f32) -> Vec<f32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let (mut left, mut out) = (room, wanted.to_vec());
    for (done, i) in order.iter().enumerate() {
        let even = left / (wanted.len() - done) as f32;
        out[*i] = wanted[*i].min(even);
        left -= out[*i];
    }
    out
}

/// Moves what is seen of a diagram, no farther than it must, so that what is lit is seen.
pub fn scroll(at: &mut [f32; 2], seen: [f32; 2], size: [f32; 2], lit: Option<&Area>) {
    for axis in 0..2 {
        if let Some(lit) = lit {
            let (from, length) = if axis == 0 { (lit.x, lit.width) } else { (lit.y, lit.height) };
            // of what is larger than what is seen, its beginning
            let least = from + length + MARGIN - seen[axis];
            at[axis] = at[axis].max(least).min(from - MARGIN);
        }
        // a hair of a difference is none
        let most = if size[axis] - seen[axis] < 0.5 { 0.0 } else { size[axis] - seen[axis] };
        at[axis] = at[axis].clamp(0.0, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_shown_whole_and_as_it_is() {
        let way = arrange(&[[200.0, 100.0], [100.0, 100.0]], [310.0, 110.0]);
        assert_eq!((way.scale, way.share, way.size), (1.0, 1.0, [300.0, 100.0]));
        let way = arrange(&[[200.0, 100.0], [100.0, 100.0]], [220.0, 400.0]);
        assert_eq!((way.scale, way.size), (1.0, [200.0, 200.0]));
        assert_eq!(way.cells[1].y, 100.0);
    }

    #[test]
    fn what_is_too_large_is_made_smaller_and_then_cut() {
        let way = arrange(&[[400.0, 100.0]], [320.0, 300.0]);
        assert!((way.scale - 0.8).abs() < 1e-6 && way.share == 1.0);
        let way = arrange(&[[4000.0, 100.0], [50.0, 50.0]], [320.0, 300.0]);
        assert_eq!(way.scale, LEAST);
        assert!(way.cells[0].width <= 320.0 && way.share < 0.5);
        assert_eq!(way.cells[1].width, 50.0 * LEAST);
    }

    #[test]
    fn what_is_lit_is_seen_and_nothing_moves_without_need() {
        let (size, seen) = ([1000.0, 400.0], [300.0, 400.0]);
        let mut at = [0.0, 0.0];
        let lit = |x: f32| Area { x, y: 50.0, width: 80.0, height: 40.0 };
        scroll(&mut at, seen, size, Some(&lit(100.0)));
        assert_eq!(at, [0.0, 0.0]);
        scroll(&mut at, seen, size, Some(&lit(600.0)));
        assert_eq!(at, [600.0 + 80.0 + MARGIN - 300.0, 0.0]);
        let before = at;
        scroll(&mut at, seen, size, Some(&lit(550.0)));
        assert_eq!(at, before);
        scroll(&mut at, seen, size, None);
        assert_eq!(at, before);
        scroll(&mut at, [2000.0, 2000.0], size, None);
        assert_eq!(at, [0.0, 0.0]);
    }
}
