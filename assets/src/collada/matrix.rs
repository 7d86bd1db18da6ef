//! Affine transforms in double precision, as nodes write them.
//!
//! In: the numbers of a node's transform elements. Out: an [`Affine`], and points and normals
//! through it. Sine and cosine are the VM's own, so that bounds are the same bits everywhere.

use islay_vm::math::{Vec3, cos_deg, sin_deg};

/// Three rows of four: what a column vector with a 1 below is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine(pub(super) [[f64; 4]; 3]);

impl Affine {
    /// Nothing moves.
    pub(super) const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// From sixteen numbers row by row, without the last row.
    pub(super) fn from_rows(n: [f64; 16]) -> Self {
        Self(std::array::from_fn(|r| std::array::from_fn(|c| n[r * 4 + c])))
    }

    /// A shift.
    pub(super) fn shift(by: [f64; 3]) -> Self {
        let mut shifted = Self::IDENTITY;
        for (row, d) in shifted.0.iter_mut().zip(by) {
            row[3] = d;
        }
        shifted
    }

    /// A factor for each axis.
    pub(super) fn stretch(by: [f64; 3]) -> Self {
        let row = |r: usize| std::array::from_fn(|c| if r == c { by[r] } else { 0.0 });
        Self(std::array::from_fn(row))
    }

    /// A turn about an axis by degrees, to the left; `None` for an axis without a direction.
    pub(super) fn turn(axis: [f64; 3], degrees: f64) -> Option<Self> {
        let [x, y, z] = unit(axis)?;
        let (s, c) = (f64::from(sin_deg(degrees as f32)), f64::from(cos_deg(degrees as f32)));
        let t = 1.0 - c;
        Some(Self([
            [t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0.0],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0.0],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0.0],
        ]))
    }

    /// At an eye, with −Z to a target and Y toward up; `None` where these tell no direction.
    pub(super) fn look(eye: [f64; 3], target: [f64; 3], up: [f64; 3]) -> Option<Self> {
        let back = unit(std::array::from_fn(|i| eye[i] - target[i]))?;
        let right = unit(cross(unit(up)?, back))?;
        let up = cross(back, right);
        Some(Self(std::array::from_fn(|i| [right[i], up[i], back[i], eye[i]])))
    }

    /// First the other, then this.
    pub(super) fn after(&self, first: &Self) -> Self {
        let (a, b) = (&self.0, &first.0);
        let entry = |r: usize, c: usize| {
            let own = if c == 3 { a[r][3] } else { 0.0 };
            a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c] + own
        };
        Self(std::array::from_fn(|r| std::array::from_fn(|c| entry(r, c))))
    }

    /// All its numbers are.
    pub(super) fn is_finite(&self) -> bool {
        self.0.iter().flatten().all(|n| n.is_finite())
    }

    /// Where a point comes to.
    pub(super) fn point(&self, p: Vec3) -> Vec3 {
        let [x, y, z] = p.map(f64::from);
        self.0.map(|r| (r[0] * x + r[1] * y + r[2] * z + r[3]) as f32)
    }

    /// What normals go through (not of unit length), and whether it turns right hands to left ones.
    pub(super) fn normals(&self) -> (Self, bool) {
        let column = |c: usize| [self.0[0][c], self.0[1][c], self.0[2][c]];
        let [a, b, c] = [column(0), column(1), column(2)];
        let cofactors = [cross(b, c), cross(c, a), cross(a, b)];
        let mirrors = dot(a, cofactors[0]) < 0.0;
        let sign = if mirrors { -1.0 } else { 1.0 };
        let row = |r: usize| [cofactors[0][r], cofactors[1][r], cofactors[2][r], 0.0];
        (Self(std::array::from_fn(|r| row(r).map(|n| n * sign))), mirrors)
    }

    /// A direction through it, brought to unit length in between; `None` where nothing is left.
    pub(super) fn direction(&self, v: Vec3) -> Option<Vec3> {
        let v = v.map(f64::from);
        unit(self.0.map(|r| dot([r[0], r[1], r[2]], v))).map(|u| u.map(|n| n as f32))
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    // by the largest first, so that squares of tiny and huge numbers do not vanish or overflow
    let largest = v.iter().fold(0.0_f64, |m, n| m.max(n.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let v = v.map(|n| n / largest);
    let length = dot(v, v).sqrt();
    Some(v.map(|n| n / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_to_the_left() {
        let turn = Affine::turn([0.0, 0.0, 2.0], 90.0).unwrap();
        assert_eq!(turn.point([1.0, 0.0, 5.0]), [0.0, 1.0, 5.0]);
        let turn = Affine::turn([1.0, 0.0, 0.0], 90.0).unwrap();
        assert_eq!(turn.point([0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]);
        let turn = Affine::turn([0.0, 1.0, 0.0], 90.0).unwrap();
        assert_eq!(turn.point([0.0, 0.0, 1.0]), [1.0, 0.0, 0.0]);
        assert_eq!(Affine::turn([0.0; 3], 90.0), None);
    }

    #[test]
    fn who_looks_sees_along_minus_z() {
        let look = Affine::look([1.0, 2.0, 3.0], [1.0, 2.0, -7.0], [0.0, 9.0, 0.0]).unwrap();
        assert_eq!(look.point([0.5, 0.0, -1.0]), [1.5, 2.0, 2.0]);
        let look = Affine::look([0.0; 3], [5.0, 0.0, 0.0], [0.0, 1.0, 0.0]).unwrap();
        assert_eq!(look.point([0.0, 0.0, -1.0]), [1.0, 0.0, 0.0]);
        assert_eq!(look.point([1.0, 0.0, 0.0]), [0.0, 0.0, 1.0]);
        assert_eq!(Affine::look([0.0; 3], [0.0, 3.0, 0.0], [0.0, 1.0, 0.0]), None);
        assert_eq!(Affine::look([1.0; 3], [1.0; 3], [0.0, 1.0, 0.0]), None);
    }

    #[test]
    fn normals_stay_upright_under_scale_and_mirrors() {
        let (normals, mirrors) = Affine::stretch([-2.0, 1.0, 1.0]).normals();
        assert!(mirrors);
        assert_eq!(normals.direction([1.0, 0.0, 0.0]), Some([-1.0, 0.0, 0.0]));
        assert_eq!(normals.direction([0.0, 1.0, 0.0]), Some([0.0, 1.0, 0.0]));
        let (normals, mirrors) = Affine::stretch([1.0, 0.0, 1.0]).normals();
        assert!(!mirrors);
        assert_eq!(normals.direction([1.0, 0.0, 0.0]), None);
    }

    #[test]
    fn products_apply_the_right_one_first() {
        let both = Affine::shift([1.0, 0.0, 0.0]).after(&Affine::stretch([2.0; 3]));
        assert_eq!(both.point([1.0, 1.0, 1.0]), [3.0, 2.0, 2.0]);
    }
}
