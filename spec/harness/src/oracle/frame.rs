//! World frames: where something is when all it is part of is counted.
//!
//! In: poses in the parents' frames. Out: [`World`]s. A world matrix is the parent's times the own
//! translation · rotation · scale; its columns may shear where a turned thing is part of a
//! stretched one, so rotation and scale are carried along as products of their own.

use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{IDENTITY, Quat, Vec3, mul3, quat_mul, quat_normalized};

use super::cast::{Cast, Id, Pose};

/// Where something is in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    /// Everything.
    pub matrix: Affine,
    /// The product of all rotations.
    pub rotation: Quat,
    /// The product of all scales, axis by axis.
    pub scale: Vec3,
}

impl World {
    /// The world itself.
    pub const ORIGIN: World =
        World { matrix: affine::IDENTITY, rotation: IDENTITY, scale: [1.0; 3] };

    /// Of something top-level.
    pub fn of(pose: Pose) -> World {
        let Pose { position, rotation, scale } = pose;
        World { matrix: affine::trs(position, rotation, scale), rotation, scale }
    }

    /// Of something that stands so in it.
    pub fn inside(&self, pose: Pose) -> World {
        let own = World::of(pose);
        World {
            matrix: affine::mul(&self.matrix, &own.matrix),
            rotation: quat_mul(self.rotation, own.rotation),
            scale: mul3(self.scale, own.scale),
        }
    }

    /// Where the origin is.
    pub fn position(&self) -> Vec3 {
        [self.matrix[9], self.matrix[10], self.matrix[11]]
    }

    /// As the pose of something top-level; its rotation is a unit quaternion again.
    pub fn pose(&self) -> Pose {
        let rotation = quat_normalized(self.rotation);
        Pose { position: self.position(), rotation, scale: self.scale }
    }

    /// A point of the world as seen in this frame; not finite where the frame is flat.
    pub fn point_back(&self, p: Vec3) -> Vec3 {
        affine::inverse(&self.matrix).map_or([f32::NAN; 3], |back| affine::point(&back, p))
    }

    /// A direction of the world as seen in this frame; not finite where the frame is flat.
    pub fn vector_back(&self, v: Vec3) -> Vec3 {
        affine::inverse(&self.matrix).map_or([f32::NAN; 3], |back| affine::vector(&back, v))
    }

    /// Sixteen numbers, column by column.
    pub fn columns(&self) -> [f32; 16] {
        let mut columns = [0.0; 16];
        for (i, v) in self.matrix.iter().enumerate() {
            columns[i / 3 * 4 + i % 3] = *v;
        }
        columns[15] = 1.0;
        columns
    }
}

impl Cast<'_> {
    /// Where it is now, up its parents.
    pub fn world(&self, id: Id) -> World {
        let here = &self[id];
        match here.parent {
            Some(parent) => self.world(parent).inside(here.pose),
            None => World::of(here.pose),
        }
    }
}
