//! The camera: from places in the world to places on the picture, and back.
//!
//! In: the world's camera setting, the pose of whom it belongs to, the size of the picture. Out: a
//! [`View`] that projects points and casts rays. It draws nothing and follows nobody by itself.

use crate::frame::{Camera, Frame};
use crate::math::{
    self, Quat, Vec3, add, axis_quat, dot, euler_quat, length, quat_conj, quat_euler, quat_mul,
    rotate, scaled, sub,
};
use crate::program::CameraSpec;

/// How high a camera sees, in degrees, where none is set.
const FOV: f32 = 50.0;
/// How far away what is looked at is taken to be where nothing is.
const FAR: f32 = 10.0;
/// What lies nearer is not seen.
pub const NEAR: f32 = 0.05;

/// A camera at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where it stands.
    pub eye: Vec3,
    /// How it is turned; it looks along its own Z.
    pub rotation: Quat,
    /// Half the picture's height at distance 1.
    pub half_height: f32,
    /// The picture's width by its height.
    pub aspect: f32,
    /// How far away what it looks at is.
    pub distance: f32,
}

impl View {
    /// The camera of a world. `subject` is the place and rotation of whom it belongs to, if
    /// anybody; only its heading turns the camera.
    pub fn new(spec: &CameraSpec, subject: Option<(Vec3, Quat)>, aspect: f32) -> Self {
        let (place, turn) = subject.unwrap_or(([0.0; 3], math::IDENTITY));
        let heading = axis_quat(1, quat_euler(turn)[1]);
        let into_world = |p: Vec3| add(place, rotate(heading, p));
        let eye = into_world(spec.at);
        let looking = spec.look.map_or(heading, |at| look(sub(into_world(at), eye)));
        let rotation = quat_mul(looking, euler_quat(spec.turn));
        let whom = spec.look.map(into_world).or(subject.map(|(place, _)| place));
        let distance = whom.map_or(FAR, |at| length(sub(at, eye))).max(NEAR);
        Self { eye, rotation, half_height: half_height(spec.fov), aspect, distance }
    }

    /// The camera of a frame.
    pub fn of(frame: &Frame, aspect: f32) -> Self {
        match frame.camera() {
            Camera::Placed { spec, subject } => Self::new(spec, *subject, aspect),
            Camera::Around(bounds) => Self::around(*bounds, FOV, aspect),
        }
    }

    /// A camera that shows a box whole, from a little above and from behind.
    pub fn around(bounds: [Vec3; 2], fov: f32, aspect: f32) -> Self {
        let middle = scaled(add(bounds[0], bounds[1]), 0.5);
        let radius = (length(sub(bounds[1], bounds[0])) * 0.5).max(0.5);
        let half_height = half_height(fov);
        let narrow = half_height * aspect.min(1.0);
        let distance = radius * (1.0 + narrow * narrow).sqrt() / narrow;
        let rotation = axis_quat(0, 20.0);
        let eye = sub(middle, scaled(rotate(rotation, [0.0, 0.0, 1.0]), distance));
        Self { eye, rotation, half_height, aspect, distance }
    }

    /// Where a point is on the picture: x and y from −1 to 1 (right, up), and its distance along
    /// the camera's Z. `None` where it is too near or behind.
    pub fn project(&self, point: Vec3) -> Option<[f32; 3]> {
        let p = rotate(quat_conj(self.rotation), sub(point, self.eye));
        let scale = p[2] * self.half_height;
        (p[2] >= NEAR).then(|| [p[0] / (scale * self.aspect), p[1] / scale, p[2]])
    }

    /// From the world to the picture as graphics cards of OpenGL want it, 16 numbers column by
    /// column: X, Y and depth from −1 to 1 after division by W, which is the distance along the
    /// camera's Z. What is farther away than `far` is cut off, and what is nearer than [`NEAR`].
    pub fn matrix(&self, far: f32) -> [f32; 16] {
        let axis = |of: Vec3, by: f32| scaled(rotate(self.rotation, of), 1.0 / by);
        let right = axis([1.0, 0.0, 0.0], self.half_height * self.aspect);
        let up = axis([0.0, 1.0, 0.0], self.half_height);
        let ahead = axis([0.0, 0.0, 1.0], 1.0);
        let (depth, offset) = ((far + NEAR) / (far - NEAR), 2.0 * far * NEAR / (far - NEAR));
        let rows = [
            (right, -dot(right, self.eye)),
            (up, -dot(up, self.eye)),
            (scaled(ahead, depth), -dot(ahead, self.eye) * depth - offset),
            (ahead, -dot(ahead, self.eye)),
        ];
        std::array::from_fn(|i| {
            let (linear, moved) = rows[i % 4];
            if i < 12 { linear[i / 4] } else { moved }
        })
    }

    /// The unit direction from the eye through a place on the picture.
    pub fn ray(&self, x: f32, y: f32) -> Vec3 {
        let v = [x * self.half_height * self.aspect, y * self.half_height, 1.0];
        rotate(self.rotation, scaled(v, 1.0 / length(v)))
    }
}

fn half_height(fov: f32) -> f32 {
    math::sin_deg(fov / 2.0) / math::cos_deg(fov / 2.0)
}

/// The rotation that looks along a direction with its top up; none for no direction.
fn look(direction: Vec3) -> Quat {
    let level = (direction[0] * direction[0] + direction[2] * direction[2]).sqrt();
    if dot(direction, direction) == 0.0 {
        return math::IDENTITY;
    }
    let heading = if level == 0.0 { 0.0 } else { math::atan2_deg(direction[0], direction[2]) };
    euler_quat([-math::atan2_deg(direction[1], level), heading, 0.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(at: Vec3, look: Option<Vec3>) -> CameraSpec {
        CameraSpec { of: None, at, look, turn: [0.0; 3], fov: 90.0 }
    }

    fn near(a: Vec3, b: Vec3) {
        assert!(length(sub(a, b)) < 1e-4, "{a:?} is not {b:?}");
    }

    #[test]
    fn what_is_looked_at_is_in_the_middle() {
        for (at, target) in
            [([0.0, 4.0, -9.0], [0.0, 1.0, 0.0]), ([3.0, 2.0, 1.0], [-2.0, -1.0, 5.0])]
        {
            let view = View::new(&spec(at, Some(target)), None, 1.5);
            let [x, y, depth] = view.project(target).unwrap();
            near([x, y, depth], [0.0, 0.0, length(sub(target, at))]);
        }
    }

    #[test]
    fn right_is_right_and_up_is_up() {
        let view = View::new(&spec([0.0, 0.0, -2.0], None), None, 2.0);
        near(view.project([2.0, 1.0, 0.0]).unwrap(), [0.5, 0.5, 2.0]);
        assert_eq!(view.project([0.0, 0.0, -3.0]), None);
    }

    #[test]
    fn a_camera_of_somebody_goes_along_with_place_and_heading_alone() {
        let turned = euler_quat([30.0, 90.0, 10.0]);
        let view = View::new(
            &spec([0.0, 0.0, -9.0], Some([0.0; 3])),
            Some(([1.0, 0.0, 0.0], turned)),
            1.0,
        );
        near(view.eye, [-8.0, 0.0, 0.0]);
        near(rotate(view.rotation, [0.0, 0.0, 1.0]), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_ray_meets_what_was_projected() {
        let view = View::new(&spec([1.0, 4.0, -9.0], Some([0.0, 1.0, 0.0])), None, 1.3);
        let point = [0.7, 0.4, 2.0];
        let [x, y, _] = view.project(point).unwrap();
        let away = sub(point, view.eye);
        near(view.ray(x, y), scaled(away, 1.0 / length(away)));
    }

    #[test]
    fn the_matrix_puts_points_where_they_are_projected() {
        let view = View::new(&spec([1.0, 4.0, -9.0], Some([0.0, 1.0, 0.0])), None, 1.3);
        let matrix = view.matrix(100.0);
        let point = [0.7, 0.4, 2.0, 1.0];
        let row = |row: usize| (0..4).map(|i| matrix[i * 4 + row] * point[i]).sum::<f32>();
        let [x, y, far] = view.project([0.7, 0.4, 2.0]).unwrap();
        near([row(0) / row(3), row(1) / row(3), row(3)], [x, y, far]);
        assert!((-1.0..1.0).contains(&(row(2) / row(3))));
        let edge = |distance: f32| {
            let at = add(view.eye, scaled(rotate(view.rotation, [0.0, 0.0, 1.0]), distance));
            let row = |row: usize| {
                (0..3).map(|i| matrix[i * 4 + row] * at[i]).sum::<f32>() + matrix[12 + row]
            };
            row(2) / row(3)
        };
        assert!((edge(100.0) - 1.0).abs() < 1e-3 && (edge(NEAR) + 1.0).abs() < 1e-2);
    }

    #[test]
    fn everything_is_shown_where_no_camera_is_set() {
        let bounds = [[-4.0, 0.0, -3.0], [9.0, 2.0, 5.0]];
        for aspect in [0.5, 1.0, 2.0] {
            let view = View::around(bounds, 50.0, aspect);
            for i in 0..8 {
                let corner = std::array::from_fn(|axis| bounds[(i >> axis) & 1][axis]);
                let [x, y, _] = view.project(corner).unwrap();
                assert!(x.abs() <= 1.0 && y.abs() <= 1.0, "{corner:?} is at {x} {y}");
            }
        }
    }
}
