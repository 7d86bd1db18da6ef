//! Going round what a camera looks at, by hand.
//!
//! In: how far a pointer was drawn and a wheel was turned. Out: another [`View`]. It knows no
//! window, and keeps no view: the scene's own camera may move below it.

use islay_vm::math::{add, euler_quat, quat_euler, rotate, scaled};

use super::View;

/// A pointer drawn over the whole height of the picture turns by so many degrees.
const TURN: f32 = 180.0;
/// A step of the wheel brings nearer by this factor.
const STEP: f32 = 0.9;
/// Nearest and farthest, by the camera's own distance.
const ZOOM: [f32; 2] = [0.02, 50.0];
/// It never looks straight down or up, where left and right are lost.
const STEEPEST: f32 = 89.0;

/// How far the view is turned and drawn near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    /// Degrees to the right about the vertical.
    pub yaw: f32,
    /// Degrees down.
    pub pitch: f32,
    /// The distance by that of the scene's camera.
    pub zoom: f32,
}

impl Default for Orbit {
    fn default() -> Self {
        Self { yaw: 0.0, pitch: 0.0, zoom: 1.0 }
    }
}

impl Orbit {
    /// The pointer was drawn to the right and down, in heights of the picture: what is seen goes
    /// along with it. Numbers that are none do nothing.
    pub fn drag(&mut self, right: f32, down: f32) {
        if right.is_finite() && down.is_finite() {
            self.yaw = (self.yaw + right * TURN) % 360.0;
            self.pitch = (self.pitch + down * TURN).clamp(-180.0, 180.0);
        }
    }

    /// The wheel was turned away by so many steps: nearer.
    pub fn wheel(&mut self, steps: f32) {
        if steps.is_finite() {
            let by = islay_vm::math::pow(STEP, steps.clamp(-100.0, 100.0));
            self.zoom = (self.zoom * by).clamp(ZOOM[0], ZOOM[1]);
        }
    }

    /// Whether it leaves views as they are.
    pub fn is_still(&self) -> bool {
        *self == Self::default()
    }

    /// The view from where it was turned to.
    pub fn apply(&self, view: &View) -> View {
        if self.is_still() {
            return *view;
        }
        let forward = |rotation| rotate(rotation, [0.0, 0.0, view.distance]);
        let middle = add(view.eye, forward(view.rotation));
        let [pitch, heading, roll] = quat_euler(view.rotation);
        let steepest = pitch.abs().max(STEEPEST);
        let pitch = (pitch + self.pitch).clamp(-steepest, steepest);
        let rotation = euler_quat([pitch, heading + self.yaw, roll]);
        let eye = add(middle, scaled(forward(rotation), -self.zoom));
        View { eye, rotation, distance: view.distance * self.zoom, ..*view }
    }
}

#[cfg(test)]
mod tests {
    use islay_vm::math::{Vec3, length, sub};

    use super::*;

    fn view() -> View {
        View::around([[-1.0, 0.0, 2.0], [3.0, 2.0, 4.0]], 50.0, 1.5)
    }

    fn near(a: Vec3, b: Vec3) {
        assert!(length(sub(a, b)) < 1e-3, "{a:?} is not {b:?}");
    }

    #[test]
    fn what_is_looked_at_stays_in_the_middle() {
        let mut orbit = Orbit::default();
        orbit.drag(0.7, -0.3);
        orbit.wheel(4.0);
        let turned = orbit.apply(&view());
        let [x, y, depth] = turned.project([1.0, 1.0, 3.0]).unwrap();
        near([x, y, depth], [0.0, 0.0, view().distance * 0.6561]);
    }

    #[test]
    fn what_is_near_goes_along_with_the_pointer() {
        let front = [1.0, 1.0, 2.0];
        let [x, y, _] = view().project(front).unwrap();
        let mut orbit = Orbit::default();
        orbit.drag(0.05, 0.05);
        let [x2, y2, _] = orbit.apply(&view()).project(front).unwrap();
        assert!(x2 > x && y2 < y, "{x} {y} went to {x2} {y2}");
    }

    #[test]
    fn nothing_done_changes_nothing_and_nothing_goes_too_far() {
        assert_eq!(Orbit::default().apply(&view()), view());
        let mut orbit = Orbit::default();
        orbit.drag(f32::NAN, 1.0);
        orbit.wheel(f32::INFINITY);
        assert!(orbit.is_still());
        orbit.drag(0.0, 100.0);
        orbit.wheel(1e9);
        let far = orbit.apply(&view());
        assert!(rotate(far.rotation, [0.0, 0.0, 1.0])[1] < -0.99 && far.distance > 0.0);
    }
}
