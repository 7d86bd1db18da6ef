//! What is seen of a stage: the draw list of a moment and the camera that goes along.
//!
//! In: a world. Out: a [`Frame`]. It draws nothing; the camera's subject is chosen once, at the
//! start, and kept while it lives.

use islay_vm::frame::{Camera, Draw};
use islay_vm::math::{Quat, Vec3, dot};
use islay_vm::program::BaseSpec;

use crate::machine::World;

/// Where the scene is seen from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lens {
    /// The serial number of whom the camera belongs to.
    subject: Option<u32>,
    /// Where that was last seen; it stays there when it is gone.
    last: Option<(Vec3, Quat)>,
    /// The box around everything at the start.
    around: Option<[Vec3; 2]>,
}

impl Lens {
    /// The world goes on with another program. Whom the camera belongs to stays the same one, unless
    /// the camera was given to another.
    pub fn adopt(&mut self, renumbered: &[(u32, u32)], same_camera: bool) {
        if !same_camera {
            (self.subject, self.last) = (None, None);
        }
        if let Some(subject) = &mut self.subject {
            let now = renumbered.iter().find(|(old, _)| old == subject);
            *subject = now.map_or(*subject, |(_, new)| *new);
        }
    }

    /// The camera of a world between the last tick but one (0) and the last (1).
    pub fn camera(&mut self, world: &mut World, share: f32) -> Camera {
        let program = world.program().clone();
        let Some(spec) = &program.world.camera else {
            let around = *self.around.get_or_insert_with(|| around(world));
            return Camera::Around(around);
        };
        if let (Some(of), None) = (spec.of, self.subject) {
            self.subject = world.named(of).min_by(|a, b| distance(world, *a, *b));
        }
        if let Some(place) = self.subject.and_then(|id| world.place_between(id, share)) {
            self.last = Some(place);
        }
        Camera::Placed { spec: spec.clone(), subject: self.last }
    }
}

/// Which of two is nearer to the origin.
fn distance(world: &World, a: u32, b: u32) -> std::cmp::Ordering {
    let far = |id| world.place(id).map_or(f32::INFINITY, |(p, _)| dot(p, p));
    far(a).total_cmp(&far(b))
}

/// About how wide a sign of a text is, by the height of its line: Latin, and what is square. The
/// camera is the same whichever font a host has, so this asks none.
const SIGN_WIDTHS: [f32; 2] = [0.6, 0.85];
/// The first sign that is square.
const FIRST_SQUARE: char = '\u{2e80}';

/// The box around everything that is there: the boxes that contacts see, and what is drawn without
/// having one.
fn around(world: &mut World) -> [Vec3; 2] {
    let [mut low, mut high] = world.extent();
    let frame = world.frame(Camera::Around([low, high]), 1.0);
    for draw in frame.draws().iter().filter(|draw| draw.screen.is_none()) {
        let base = frame.shapes().get(draw.shape as usize).map(|shape| &shape.base);
        let Some(half) = base.and_then(|base| half_size(base, draw)) else { continue };
        let reach = |row: usize| -> f32 {
            (0..3).map(|column| (draw.world[column * 4 + row] * half[column]).abs()).sum()
        };
        for axis in 0..3 {
            let (middle, reach) = (draw.world[12 + axis], reach(axis));
            // what has no end cannot be shown whole
            if (middle.abs() + reach).is_finite() {
                low[axis] = low[axis].min(middle - reach);
                high[axis] = high[axis].max(middle + reach);
            }
        }
    }
    [low, high]
}

/// Half the size of a shape in its own frame. A model has the box that contacts see.
fn half_size(base: &BaseSpec, draw: &Draw) -> Option<Vec3> {
    Some(match base {
        BaseSpec::Box(size) => size.map(|side| side / 2.0),
        BaseSpec::Ball(radius) => [*radius; 3],
        BaseSpec::Cylinder(radius, height)
        | BaseSpec::Cone(radius, height)
        | BaseSpec::Capsule(radius, height) => [*radius, height / 2.0, *radius],
        BaseSpec::Plane(width, depth) => [width / 2.0, 0.0, depth / 2.0],
        BaseSpec::Text(_, height) => {
            let text = draw.text.as_deref().unwrap_or_default();
            let longest = text.lines().map(line_width).fold(0.0, f32::max);
            [longest, text.lines().count() as f32, 0.0].map(|n| n * height / 2.0)
        }
        BaseSpec::Model(_) => return None,
    })
}

/// About how wide a line is, by its height.
fn line_width(line: &str) -> f32 {
    line.chars().map(|sign| SIGN_WIDTHS[usize::from(sign >= FIRST_SQUARE)]).sum()
}
