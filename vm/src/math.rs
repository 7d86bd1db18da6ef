//! Bit-equal maths on plain arrays: the same bits on every platform and for every lane width.
//!
//! In: f32 numbers. Out: f32 numbers, computed in a fixed order without fused operations. Kernels
//! that work on columns compute in the same order; vectors and products are glam's scalar ones. Angles are degrees; rotations are unit
//! quaternions x, y, z, w; X right, Y up, Z forward.

pub mod affine;
pub mod obb;
pub mod sight;

/// A vector.
pub type Vec3 = [f32; 3];
/// A quaternion x, y, z, w.
pub type Quat = [f32; 4];

/// No rotation.
pub const IDENTITY: Quat = [0.0, 0.0, 0.0, 1.0];

const DEG: f32 = std::f32::consts::PI / 180.0;

/// An angle brought into [−180, 180]; one that is there already stays, bit for bit.
fn half_turn(a: f32) -> f32 {
    a - 360.0 * (a / 360.0 + 0.5).floor()
}

/// Sine of degrees, exact at multiples of 90.
pub fn sin_deg(a: f32) -> f32 {
    let r = half_turn(a);
    if r == 0.0 || r.abs() == 180.0 {
        0.0
    } else if r.abs() == 90.0 {
        r.signum()
    } else {
        libm::sinf(r * DEG)
    }
}

/// Cosine of degrees, exact at multiples of 90.
pub fn cos_deg(a: f32) -> f32 {
    let r = half_turn(a).abs();
    if r == 90.0 {
        0.0
    } else if r == 180.0 {
        -1.0
    } else {
        libm::cosf(r * DEG)
    }
}

/// Degrees in (−180, 180] of the direction (y, x).
pub fn atan2_deg(y: f32, x: f32) -> f32 {
    let a = libm::atan2f(y + 0.0, x + 0.0) / DEG;
    if a <= -180.0 { 180.0 } else { a + 0.0 }
}

/// An angle brought into (−180, 180].
pub fn wrap_deg(a: f32) -> f32 {
    let r = a - 360.0 * (a / 360.0).floor();
    (if r > 180.0 { r - 360.0 } else { r }) + 0.0
}

/// a to the power b; not finite where that is no number.
pub fn pow(a: f32, b: f32) -> f32 {
    libm::powf(a, b)
}

/// a + b
#[inline]
pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    (glam::Vec3::from(a) + glam::Vec3::from(b)).into()
}

/// a − b
#[inline]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    (glam::Vec3::from(a) - glam::Vec3::from(b)).into()
}

/// a · s
#[inline]
pub fn scaled(a: Vec3, s: f32) -> Vec3 {
    (glam::Vec3::from(a) * s).into()
}

/// Component by component.
#[inline]
pub fn mul3(a: Vec3, b: Vec3) -> Vec3 {
    (glam::Vec3::from(a) * glam::Vec3::from(b)).into()
}

/// The scalar product.
#[inline]
pub fn dot(a: Vec3, b: Vec3) -> f32 {
    glam::Vec3::from(a).dot(b.into())
}

/// The vector product.
#[inline]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    glam::Vec3::from(a).cross(b.into()).into()
}

/// The length.
#[inline]
pub fn length(a: Vec3) -> f32 {
    dot(a, a).sqrt()
}

/// a · b: first b, then a.
#[inline]
pub fn quat_mul(a: Quat, b: Quat) -> Quat {
    (glam::Quat::from_array(a) * glam::Quat::from_array(b)).into()
}

/// The inverse of a unit quaternion.
#[inline]
pub fn quat_conj(q: Quat) -> Quat {
    glam::Quat::from_array(q).conjugate().into()
}

/// To unit length; no rotation where that cannot be.
pub fn quat_normalized(q: Quat) -> Quat {
    let l2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if !(l2 > 1e-30 && l2 < f32::INFINITY) {
        return IDENTITY;
    }
    let s = 1.0 / l2.sqrt();
    [q[0] * s, q[1] * s, q[2] * s, q[3] * s]
}

/// The vector turned by the quaternion.
#[inline(always)]
pub fn rotate(q: Quat, v: Vec3) -> Vec3 {
    let u = [q[0], q[1], q[2]];
    let t = scaled(cross(u, v), 2.0);
    add(add(v, scaled(t, q[3])), cross(u, t))
}

/// The rotation about X, Y or Z (0, 1, 2) by degrees.
pub fn axis_quat(axis: usize, degrees: f32) -> Quat {
    let half = degrees * 0.5;
    let mut q = [0.0, 0.0, 0.0, cos_deg(half)];
    q[axis] = sin_deg(half);
    q
}

/// q_Y · q_X · q_Z of degrees about X, Y, Z; a single axis gives exactly [`axis_quat`].
pub fn euler_quat(v: Vec3) -> Quat {
    let mut q = IDENTITY;
    for axis in [1, 0, 2] {
        if v[axis] != 0.0 {
            q = if q == IDENTITY {
                axis_quat(axis, v[axis])
            } else {
                quat_mul(q, axis_quat(axis, v[axis]))
            };
        }
    }
    q
}

/// Pitch, heading, roll (degrees about X, Y, Z) with q = q_Y · q_X · q_Z.
pub fn quat_euler(q: Quat) -> Vec3 {
    let [x, y, z, w] = q;
    let forward = [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)];
    let level = (forward[0] * forward[0] + forward[2] * forward[2]).sqrt();
    let pitch = atan2_deg(-forward[1], level);
    if level < 1e-3 {
        // straight up or down: all the turn is heading
        return [pitch, atan2_deg(2.0 * (w * y - x * z), 1.0 - 2.0 * (y * y + z * z)), 0.0];
    }
    let heading = atan2_deg(forward[0], forward[2]);
    let roll = atan2_deg(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z));
    [pitch, heading, roll]
}

/// From a to b by the share t, the shorter way, at an even pace.
pub fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    if t >= 1.0 {
        return b;
    }
    let d = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    if !d.is_finite() {
        return [f32::NAN; 4];
    }
    let (d, sign) = if d < 0.0 { (-d, -1.0) } else { (d, 1.0) };
    let (wa, wb) = if d > 0.9995 {
        (1.0 - t, t)
    } else {
        let theta = libm::atan2f((1.0 - d * d).max(0.0).sqrt(), d);
        let s = 1.0 / libm::sinf(theta);
        (libm::sinf((1.0 - t) * theta) * s, libm::sinf(t * theta) * s)
    };
    let wb = wb * sign;
    quat_normalized([
        a[0] * wa + b[0] * wb,
        a[1] * wa + b[1] * wb,
        a[2] * wa + b[2] * wb,
        a[3] * wa + b[3] * wb,
    ])
}

/// A colour 0xRRGGBBAA moved to another by the share `step`, channel by channel in 8 bits.
pub fn mix_colour(from: u32, to: u32, step: f32) -> u32 {
    (0..4).fold(0, |out, i| {
        let (a, b) = ((from >> (8 * i)) & 0xff, (to >> (8 * i)) & 0xff);
        let c = a as f32 + crate::native::round((b as f32 - a as f32) * step);
        out | (c.clamp(0.0, 255.0) as u32) << (8 * i)
    })
}

/// A number moved to another by the share `step`: all the way where that is 1 or more.
#[inline(always)]
pub fn approach(from: f32, to: f32, step: f32) -> f32 {
    if step >= 1.0 { to } else { from + (to - from) * step }
}

/// Seconds as the nearest whole number of ticks (half up), at least 1.
pub fn to_ticks(seconds: f32, tick: f32) -> u32 {
    let n = (seconds / tick + 0.5).floor();
    if n >= 1.0 { if n < 4e9 { n as u32 } else { 4_000_000_000 } } else { 1 }
}

/// Paced progress f of k of n ticks.
pub fn paced(k: u32, n: u32, ease: crate::op::Ease) -> f32 {
    use crate::op::Ease;
    let p = k as f32 / n as f32;
    match ease {
        Ease::Linear => p,
        Ease::InOut => p * p * (3.0 - 2.0 * p),
        Ease::In => p * p,
        Ease::Out => p * (2.0 - p),
    }
}

/// The step of tick k (1 … n) of a timed action: Δf, or with `rest` Δf ÷ (1 − f), 1 in the last.
pub fn timed_step(k: u32, n: u32, ease: crate::op::Ease, rest: bool) -> f32 {
    let f0 = paced(k - 1, n, ease);
    let f1 = if k == n { 1.0 } else { paced(k, n, ease) };
    match (rest, k == n) {
        (true, true) => 1.0,
        (true, false) => (f1 - f0) / (1.0 - f0),
        (false, _) => f1 - f0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: &[f32], b: &[f32]) {
        assert!(a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-4), "{a:?} is not {b:?}");
    }

    #[test]
    fn signs_of_rotation_are_those_of_the_language() {
        near(&rotate(axis_quat(1, 90.0), [0.0, 0.0, 1.0]), &[1.0, 0.0, 0.0]); // turns right
        near(&rotate(axis_quat(0, 90.0), [0.0, 0.0, 1.0]), &[0.0, -1.0, 0.0]); // front down
        near(&rotate(axis_quat(2, 90.0), [0.0, 1.0, 0.0]), &[-1.0, 0.0, 0.0]); // top to the left
    }

    #[test]
    fn angles_are_read_back() {
        for v in [[10.0, 20.0, 30.0], [-80.0, 170.0, -10.0], [0.0, -45.0, 0.0], [5.0, 180.0, 0.0]] {
            near(&quat_euler(euler_quat(v)), &v);
        }
        near(&quat_euler(euler_quat([90.0, 30.0, 0.0])), &[90.0, 30.0, 0.0]);
        near(&quat_euler(euler_quat([-90.0, 30.0, 0.0])), &[-90.0, 30.0, 0.0]);
    }

    #[test]
    fn a_timed_action_adds_up_to_the_whole() {
        use crate::op::Ease;
        for ease in [Ease::Linear, Ease::InOut, Ease::In, Ease::Out] {
            let sum: f32 = (1..=7).map(|k| timed_step(k, 7, ease, false)).sum();
            near(&[sum], &[1.0]);
        }
    }

    #[test]
    fn times_round_half_up_and_are_at_least_a_tick() {
        let tick = 1.0 / 30.0;
        assert_eq!([0.0, 0.01, 0.05, 1.0, 2.0 * tick].map(|s| to_ticks(s, tick)), [1, 1, 2, 30, 2]);
    }
}
