//! What is seen of a stage: the draw list of a moment and the camera that goes along.
//!
//! In: a world. Out: a [`Frame`]. It draws nothing; the camera's subject is chosen once, at the
//! start, and kept while it lives.

use islay_vm::frame::Camera;
use islay_vm::math::{Quat, Vec3, dot};

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
    pub fn camera(&mut self, world: &World, share: f32) -> Camera {
        let program = world.program().clone();
        let Some(spec) = &program.world.camera else {
            let around = *self.around.get_or_insert_with(|| world.extent());
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
