//! Affine maps: what a pose does to points, bit-equal everywhere.
//!
//! In: positions, unit quaternions, scales. Out: maps as twelve numbers, column by column (the
//! images of X, Y, Z, then of the origin). Columns of tables are filled by the same functions,
//! lane by lane. It does not divide but in [`inverse`], and that refuses what has no inverse.

use super::{Quat, Vec3};

/// The images of the axes X, Y, Z and of the origin.
pub type Affine = [f32; 12];

/// What changes nothing.
pub const IDENTITY: Affine = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// First scaled, then rotated, then moved.
#[inline(always)]
pub fn trs(t: Vec3, q: Quat, s: Vec3) -> Affine {
    let [x, y, z, w] = q;
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    [
        (1.0 - (yy + zz)) * s[0],
        (xy + wz) * s[0],
        (xz - wy) * s[0],
        (xy - wz) * s[1],
        (1.0 - (xx + zz)) * s[1],
        (yz + wx) * s[1],
        (xz + wy) * s[2],
        (yz - wx) * s[2],
        (1.0 - (xx + yy)) * s[2],
        t[0],
        t[1],
        t[2],
    ]
}

/// A direction's image.
#[inline(always)]
pub fn vector(m: &Affine, v: Vec3) -> Vec3 {
    [
        m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
        m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
        m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
    ]
}

/// A point's image.
#[inline(always)]
pub fn point(m: &Affine, v: Vec3) -> Vec3 {
    super::add(vector(m, v), [m[9], m[10], m[11]])
}

/// First b, then a.
#[inline(always)]
pub fn mul(a: &Affine, b: &Affine) -> Affine {
    let x = vector(a, [b[0], b[1], b[2]]);
    let y = vector(a, [b[3], b[4], b[5]]);
    let z = vector(a, [b[6], b[7], b[8]]);
    let t = point(a, [b[9], b[10], b[11]]);
    [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2], t[0], t[1], t[2]]
}

/// The map back, by cofactors; `None` where the axes lie in a plane.
pub fn inverse(m: &Affine) -> Option<Affine> {
    let (x, y, z) = ([m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]);
    let (yz, zx, xy) = (super::cross(y, z), super::cross(z, x), super::cross(x, y));
    let d = 1.0 / super::dot(x, yz);
    if !d.is_finite() {
        return None;
    }
    let (r0, r1, r2) = (super::scaled(yz, d), super::scaled(zx, d), super::scaled(xy, d));
    let mut inv = [r0[0], r1[0], r2[0], r0[1], r1[1], r2[1], r0[2], r1[2], r2[2], 0.0, 0.0, 0.0];
    let t = vector(&inv, [m[9], m[10], m[11]]);
    inv[9] = -t[0];
    inv[10] = -t[1];
    inv[11] = -t[2];
    Some(inv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{euler_quat, rotate};

    #[test]
    fn a_pose_scales_then_turns_then_moves() {
        let q = euler_quat([10.0, 20.0, 30.0]);
        let m = trs([1.0, 2.0, 3.0], q, [2.0, 3.0, 4.0]);
        let want = crate::math::add(rotate(q, [2.0, -3.0, 2.0]), [1.0, 2.0, 3.0]);
        let got = point(&m, [1.0, -1.0, 0.5]);
        assert!((0..3).all(|i| (want[i] - got[i]).abs() < 1e-5), "{got:?} is not {want:?}");
    }

    #[test]
    fn the_inverse_leads_back() {
        let m = trs([1.0, 2.0, 3.0], euler_quat([10.0, 20.0, 30.0]), [2.0, 3.0, 4.0]);
        let id = mul(&inverse(&m).unwrap(), &m);
        assert!((0..12).all(|i| (id[i] - IDENTITY[i]).abs() < 1e-5), "{id:?}");
        assert_eq!(inverse(&trs([0.0; 3], crate::math::IDENTITY, [1.0, 0.0, 1.0])), None);
    }
}
