//! A panel beside a character.
//!
//! In: what is free of the window, where the character is, how the panel fits into a room. Out: its
//! place. It does not cover the character while there is room elsewhere, it is inside of what is
//! free, and it stays where it is for as long as that is so: what moves cannot be read.

use islay_render::flat::Area;

use super::Room;
use super::arrange::{Arrangement, LEAST};

/// Between the character and the panel.
const GAP: f32 = 18.0;
/// Nearer to the character the panel is moved.
const NEAR: f32 = 4.0;
/// Farther from it, in widths of what is free, it is moved too.
const FAR: f32 = 0.4;
/// More of the width or the height than this it does not take, if it need not.
const MOST: f32 = 0.62;
/// So much less than the best side another one may be worth and still be kept.
const STEADY: f32 = 0.8;

/// Where the panel was put last.
#[derive(Clone, Debug, Default)]
pub struct Spot {
    last: Option<(Area, Area, Arrangement)>,
    side: Option<usize>,
}

impl Spot {
    /// Its place, and how it is filled. `fit` says how it fits into a room; `pad` is what it needs
    /// around that.
    pub fn find(
        &mut self,
        room: &Room,
        fit: impl Fn([f32; 2]) -> Arrangement,
        pad: f32,
    ) -> Option<(Area, Arrangement)> {
        if let Some((free, area, how)) = &self.last
            && *free == room.free
            && room.whom.is_none_or(|whom| stays(area, &whom, &room.free))
        {
            return Some((*area, how.clone()));
        }
        let (area, how) = self.choose(room, fit, pad)?;
        self.last = Some((room.free, area, how.clone()));
        Some((area, how))
    }

    fn choose(
        &mut self,
        room: &Room,
        fit: impl Fn([f32; 2]) -> Arrangement,
        pad: f32,
    ) -> Option<(Area, Arrangement)> {
        let free = room.free;
        if free.width < 40.0 || free.height < 40.0 {
            return None;
        }
        let whom =
            room.whom.unwrap_or(Area { x: free.x + free.width, y: free.y, ..Area::default() });
        let sides: Vec<(Area, Arrangement, f32)> = sides(&free, &whom)
            .into_iter()
            .map(|side| {
                let side = bounded(side, &free);
                let how = fit([side.width, side.height]);
                // what is smaller than can be read is worth nothing by itself
                let enough = side.width.min(side.height) > 60.0;
                let worth = if enough { how.worth() } else { 0.0 };
                (side, how, worth)
            })
            .collect();
        let best = (0..sides.len()).max_by(|a, b| sides[*a].2.total_cmp(&sides[*b].2))?;
        let kept = self.side.filter(|side| sides[*side].2 >= STEADY * sides[best].2);
        let side = kept.unwrap_or(best);
        if sides[side].2 < LEAST * 0.25 {
            // there is no room beside it: it is covered, for the diagrams are what was asked for
            let how = fit([free.width * MOST, free.height]);
            self.side = None;
            return Some((placed(&free, &whom, &how, pad), how));
        }
        self.side = Some(side);
        let (area, how, _) = sides.into_iter().nth(side)?;
        Some((placed(&area, &whom, &how, pad), how))
    }
}

/// Whether a panel may stay where it is.
fn stays(area: &Area, whom: &Area, free: &Area) -> bool {
    let near = Area {
        x: whom.x - NEAR,
        y: whom.y - NEAR,
        width: whom.width + 2.0 * NEAR,
        height: whom.height + 2.0 * NEAR,
    };
    let across = (whom.x - area.x - area.width).max(area.x - whom.x - whom.width);
    !near.overlaps(area) && across < FAR * free.width
}

/// What is free right of, left of, below and above a character.
fn sides(free: &Area, whom: &Area) -> [Area; 4] {
    let (right, bottom) = (free.x + free.width, free.y + free.height);
    let after = (whom.x + whom.width + GAP).clamp(free.x, right);
    let before = (whom.x - GAP).clamp(free.x, right);
    let below = (whom.y + whom.height + GAP).clamp(free.y, bottom);
    let above = (whom.y - GAP).clamp(free.y, bottom);
    [
        Area { x: after, width: right - after, ..*free },
        Area { width: before - free.x, ..*free },
        Area { y: below, height: bottom - below, ..*free },
        Area { height: above - free.y, ..*free },
    ]
}

/// Not all of the window: the scene is to be seen too. What is cut off is what is farther away.
fn bounded(side: Area, free: &Area) -> Area {
    let width = side.width.min(free.width * MOST);
    let x = if side.x > free.x { side.x } else { side.x + side.width - width };
    Area { x, width, ..side }
}

/// In this area, as near to the character as can be.
fn placed(area: &Area, whom: &Area, how: &Arrangement, pad: f32) -> Area {
    let [width, height] = how.size.map(|v| v + 2.0 * pad);
    let [x, y] = whom.middle();
    let within = |middle: f32, size: f32, from: f32, room: f32| {
        (middle - size / 2.0).min(from + room - size).max(from)
    };
    Area {
        x: within(x, width, area.x, area.width),
        y: within(y, height, area.y, area.height),
        width,
        height,
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrange::arrange;
    use super::*;

    const FREE: Area = Area { x: 8.0, y: 8.0, width: 624.0, height: 464.0 };

    fn area(x: f32, y: f32) -> Area {
        Area { x, y, width: 60.0, height: 120.0 }
    }

    fn inside(area: &Area) -> bool {
        let [a, _, c, _] = area.corners();
        FREE.holds([a[0] + 0.01, a[1] + 0.01]) && FREE.holds([c[0] - 0.01, c[1] - 0.01])
    }

    #[test]
    fn it_is_inside_and_beside_wherever_the_character_is() {
        for sizes in
            [vec![[150.0, 200.0]], vec![[300.0, 300.0], [200.0, 400.0]], vec![[90.0, 900.0]]]
        {
            for x in (-40..660).step_by(70) {
                for y in (-60..500).step_by(80) {
                    let whom = area(x as f32, y as f32);
                    let room = Room { free: FREE, whom: Some(whom) };
                    let mut spot = Spot::default();
                    let fit = |room: [f32; 2]| arrange(&sizes, room.map(|v| v - 12.0));
                    let (found, _) = spot.find(&room, fit, 6.0).unwrap();
                    assert!(inside(&found), "{found:?} leaves the window at {x} {y}");
                    assert!(!found.overlaps(&whom), "{found:?} covers {x} {y}");
                }
            }
        }
    }

    #[test]
    fn it_stays_until_the_character_comes() {
        let fit = |room: [f32; 2]| arrange(&[[150.0, 200.0]], room);
        let mut spot = Spot::default();
        let at = |x: f32| Room { free: FREE, whom: Some(area(x, 200.0)) };
        let (first, _) = spot.find(&at(100.0), fit, 6.0).unwrap();
        assert_eq!(spot.find(&at(105.0), fit, 6.0).unwrap().0, first);
        assert_eq!(spot.find(&at(60.0), fit, 6.0).unwrap().0, first);
        let moved = spot.find(&at(160.0), fit, 6.0).unwrap().0;
        assert!(moved != first && !moved.overlaps(&area(160.0, 200.0)));
    }

    #[test]
    fn a_character_that_fills_the_window_is_covered() {
        let fit = |room: [f32; 2]| arrange(&[[150.0, 200.0]], room);
        let room =
            Room { free: FREE, whom: Some(Area { x: 0.0, y: 0.0, width: 640.0, height: 480.0 }) };
        let (found, how) = Spot::default().find(&room, fit, 6.0).unwrap();
        assert!(inside(&found) && how.share == 1.0);
    }
}
