//! What is seen of a played scene at a moment: batches, boxes, and whom a place shows.
//!
//! In: frames and bounds of a stage, the user's turn of the camera. Out: what a window draws. It
//! keeps the scene's stock and all buffers.

use std::sync::Arc;

use islay_render::batch::{Batches, Instance};
use islay_render::camera::{Orbit, View};
use islay_render::light;
use islay_render::pick;
use islay_render::stock::Stock;
use islay_vm::program::WorldSpec;

use crate::{Bounds, Frame, Scene, Stage};

const APART: u32 = 0x40e0_60ff;
const TOUCHING: u32 = 0xff50_40ff;
const SELECTED: u32 = 0xffe0_40ff;

/// What is drawn.
pub struct Seen {
    /// What the batches refer to.
    pub stock: Arc<Stock>,
    /// All that is drawn.
    pub batches: Batches,
    /// Boxes as lines.
    pub boxes: Vec<Instance>,
    /// How the user turned the camera.
    pub orbit: Orbit,
}

impl Seen {
    /// Nothing but a background.
    pub fn nothing() -> Self {
        let world = WorldSpec { background: 0x2830_38ff, ..WorldSpec::default() };
        let stock = Arc::new(Stock::new(&[], &Default::default(), &world));
        let (batches, boxes, orbit) = (Batches::default(), Vec::new(), Orbit::default());
        let mut seen = Self { stock, batches, boxes, orbit };
        seen.batches.background = [0.02, 0.03, 0.04];
        seen
    }

    /// A scene begins.
    pub fn begin(&mut self, scene: &Scene, frame: &Frame) {
        let world = &scene.program().world;
        self.stock = Arc::new(Stock::new(frame.shapes(), scene.library(), world));
    }

    /// This is to be drawn.
    pub fn fill(&mut self, frame: &Frame, aspect: f32) {
        let view = self.orbit.apply(&View::of(frame, aspect));
        self.batches.fill(frame, &self.stock, view);
    }

    /// Whom a place on the picture shows: x and y from −1 to 1.
    pub fn whom(&self, [x, y]: [f32; 2]) -> Option<u32> {
        pick::pick(&self.batches, &self.stock, x, y)
    }

    /// Where somebody is on the screen, with all that is part of them: from −1 to 1, as X goes right
    /// and Y up. `None` where they are not seen.
    pub fn area(&self, stage: &Stage, bounds: &[Bounds], id: u32) -> Option<[[f32; 2]; 2]> {
        let world = stage.world();
        let belongs = |mut of: u32| {
            while of != 0 && of != id {
                of = world.parent(of);
            }
            of == id
        };
        let corners = bounds.iter().filter(|b| belongs(b.id)).flat_map(corners);
        let place = world.place(id).map(|(place, _)| place);
        let mut all: Option<[[f32; 2]; 2]> = None;
        let mut seen: Vec<[f32; 3]> = corners.collect();
        if seen.is_empty() {
            seen.extend(place);
        }
        for [x, y, _] in seen.into_iter().filter_map(|p| self.batches.view.project(p)) {
            let [[left, low], [right, high]] = all.unwrap_or([[x, y], [x, y]]);
            all = Some([[left.min(x), low.min(y)], [right.max(x), high.max(y)]]);
        }
        let apart = |[low, high]: &[[f32; 2]; 2]| (0..2).any(|i| low[i] > 1.0 || high[i] < -1.0);
        all.filter(|area| !apart(area))
    }

    /// These boxes are drawn: all, or that of who is selected alone.
    pub fn outline(&mut self, bounds: &[Bounds], all: bool, selected: Option<u32>) {
        self.boxes.clear();
        let shown = bounds.iter().filter(|b| all || selected == Some(b.id));
        self.boxes.extend(shown.map(|b| {
            let color = match (selected == Some(b.id), b.touches) {
                (true, _) => SELECTED,
                (false, true) => TOUCHING,
                (false, false) => APART,
            };
            outline(b, color)
        }));
    }
}

/// The corners of a box.
fn corners(b: &Bounds) -> [[f32; 3]; 8] {
    std::array::from_fn(|i| {
        std::array::from_fn(|axis| {
            let side = |k: usize| if i >> k & 1 == 0 { -b.half[k] } else { b.half[k] };
            b.center[axis] + (0..3).map(|k| b.axes[k][axis] * side(k)).sum::<f32>()
        })
    })
}

/// A box of size 1 that is stretched to these bounds.
fn outline(bounds: &Bounds, color: u32) -> Instance {
    let mut map = [0.0; 12];
    for axis in 0..3 {
        for i in 0..3 {
            map[axis * 3 + i] = bounds.axes[axis][i] * bounds.half[axis] * 2.0;
        }
    }
    map[9..].copy_from_slice(&bounds.center);
    Instance { map, color: light::linear(color) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn boxes_are_outlined_where_things_are() {
        let text = "character A { shape box 2 4 6 }\ngroup main { A at 1 2 3 }";
        let scene = Scene::from_text("a", text).unwrap();
        let stage = Stage::new(&scene, Config::default());
        let mut seen = Seen::nothing();
        seen.outline(&stage.bounds(), true, None);
        let map = seen.boxes[0].map;
        assert_eq!([map[0], map[4], map[8]], [2.0, 4.0, 6.0]);
        seen.outline(&stage.bounds(), false, None);
        assert!(seen.boxes.is_empty());
    }
}
