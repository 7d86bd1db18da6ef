//! How something stands to something else: distance, bearing, and whether a narrowed name takes it.
//!
//! In: world positions, the looker's world rotation. Out: units and degrees. Plain numbers in a
//! fixed order; it knows no instances.

use super::{Quat, Vec3, atan2_deg, dot, quat_conj, rotate, sub};

/// What `distance` gives where there is nothing.
pub const FAR: f32 = 1e9;

/// The square of the distance; the nearest is the one with the least, then the oldest. What is
/// nowhere is farthest away.
pub fn distance_squared(from: Vec3, to: Vec3) -> f32 {
    let d = sub(to, from);
    let square = dot(d, d);
    if square.is_nan() { f32::INFINITY } else { square }
}

/// The distance between two origins.
pub fn distance(from: Vec3, to: Vec3) -> f32 {
    distance_squared(from, to).sqrt()
}

/// Degrees in (−180, 180] from own forward, right positive, in the plane of own X and Z; straight
/// above and below: 0.
pub fn bearing(from: Vec3, rotation: Quat, to: Vec3) -> f32 {
    let [x, _, z] = rotate(quat_conj(rotation), sub(to, from));
    atan2_deg(x, z)
}

/// Whether something at `to` is at most `within` units and at most ± `ahead` degrees away.
pub fn takes(
    from: Vec3,
    rotation: Quat,
    within: Option<f32>,
    ahead: Option<f32>,
    to: Vec3,
) -> bool {
    within.is_none_or(|w| distance(from, to) <= w)
        && ahead.is_none_or(|a| bearing(from, rotation, to).abs() <= a)
}

#[cfg(test)]
mod tests {
    use super::super::axis_quat;
    use super::*;

    #[test]
    fn bearing_is_right_positive_and_in_the_own_plane() {
        let ahead = [0.0, 0.0, 1.0];
        assert_eq!(bearing([0.0; 3], axis_quat(1, 0.0), [2.0, 5.0, 0.0]), 90.0);
        assert_eq!(bearing([0.0; 3], axis_quat(1, 90.0), ahead), -90.0);
        assert_eq!(bearing([0.0; 3], axis_quat(1, 0.0), [0.0, 3.0, 0.0]), 0.0);
    }

    #[test]
    fn narrowing_keeps_what_lies_exactly_at_its_limits() {
        let q = axis_quat(1, 0.0);
        assert!(takes([0.0; 3], q, Some(5.0), Some(90.0), [5.0, 0.0, 0.0]));
        assert!(!takes([0.0; 3], q, Some(4.9), None, [5.0, 0.0, 0.0]));
        assert!(!takes([0.0; 3], q, None, Some(89.0), [5.0, 0.0, 0.0]));
    }
}
