//! Oriented boxes in the world: whether two touch and along which axis, which boundaries one touches.
//!
//! In: a box in its character's frame and the character's world pose. Out: a [`WorldBox`], normals,
//! sides, boundaries, corrections. Plain numbers computed in a fixed order, so the same bits
//! everywhere. It keeps no state and knows no instances; a box that is not finite is no box.

use super::{Quat, Vec3, add, dot, mul3, quat_conj, quat_mul, rotate, scaled, sub};
use crate::program::{BoundarySet, Obb, Side, WorldKind, WorldSpec};

/// Boxes and boundaries with a gap up to this touch.
pub const SKIN: f32 = 1e-3;
/// A later face axis is taken as the normal only if its overlap is smaller by this.
const FACE_BIAS: f32 = 1e-5;
/// An axis across two edges is taken only if its overlap is smaller by this.
const EDGE_BIAS: f32 = 1e-3;
/// Edges whose directions have a smaller squared sine count as parallel and give no axis.
const PARALLEL: f32 = 1e-6;

/// A box in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorldBox {
    /// Its centre.
    pub center: Vec3,
    /// Half its size along its own axes.
    pub half: Vec3,
    /// Its own axes, unit vectors.
    pub axes: [Vec3; 3],
    /// Half the size of the upright box around it: how far corners reach along the world's axes.
    pub extent: Vec3,
}

impl WorldBox {
    /// The least coordinates of its corners.
    pub fn least(&self) -> Vec3 {
        sub(self.center, self.extent)
    }

    /// The greatest coordinates of its corners.
    pub fn greatest(&self) -> Vec3 {
        add(self.center, self.extent)
    }
}

/// The unit vectors that a rotation turns X, Y, Z into; exact for no rotation.
pub fn quat_axes(q: Quat) -> [Vec3; 3] {
    let [x, y, z, w] = q;
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The box of a character that has this world pose; `None` where a number is not finite.
///
/// The centre is position + rotation · (scale ∘ centre). The axes are those of rotation · own
/// rotation: a box is never sheared. Each half size grows as its edge does in the character's
/// frame: by the length of scale ∘ (the edge's direction there), so by |scale| of an axis where the
/// box lies along the frame's axes, and by the factor itself where all three are the same.
pub fn world_box(obb: &Obb, position: Vec3, rotation: Quat, scale: Vec3) -> Option<WorldBox> {
    let center = add(position, rotate(rotation, mul3(scale, obb.center)));
    let own = quat_axes(obb.rotation);
    let stretch = own.map(|axis| {
        let edge = mul3(scale, axis);
        dot(edge, edge).sqrt()
    });
    let half = mul3(obb.half, stretch);
    let axes = quat_axes(quat_mul(rotation, obb.rotation));
    let extent = [0, 1, 2].map(|k| {
        half[0] * axes[0][k].abs() + half[1] * axes[1][k].abs() + half[2] * axes[2][k].abs()
    });
    let finite = center.iter().chain(&half).chain(&extent).all(|v| v.is_finite());
    finite.then_some(WorldBox { center, half, axes, extent })
}

/// Whether the upright boxes around two boxes have a gap of at most `skin` along each axis.
pub fn near(ca: Vec3, ea: Vec3, cb: Vec3, eb: Vec3, skin: f32) -> bool {
    let gap = |k: usize| (cb[k] - ca[k]).abs() - (ea[k] + eb[k]);
    gap(0) <= skin && gap(1) <= skin && gap(2) <= skin
}

/// The normal (a unit vector of the world that points from a to b) if no axis parts them by more
/// than `skin`.
///
/// Tried are the world's axes, which can only part them, then those of a, those of b, and the nine
/// across an edge of each, a's X with b's X, Y, Z first; edges that are parallel give none. The
/// normal is the axis of least overlap: the first, unless a later one is less by 1e-5, or by 1e-3
/// across edges. Which of the two is a matters where overlaps are alike: the world takes the owner
/// with the lower number as a.
pub fn touch(a: &WorldBox, b: &WorldBox, skin: f32) -> Option<Vec3> {
    if !near(a.center, a.extent, b.center, b.extent, skin) {
        return None;
    }
    let axis = Facing::new(&Sides::of(a), &Sides::of(b)).axis(skin);
    (axis != PARTED).then(|| normal(a, b, axis))
}

/// No axis: something parts the boxes.
pub const PARTED: u32 = u32::MAX;

/// What the test of two boxes needs of one.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// Its centre.
    pub center: Vec3,
    /// Half its size.
    pub half: Vec3,
    /// Its axes.
    pub axes: [Vec3; 3],
}

impl Sides {
    /// Those of a box.
    #[inline(always)]
    pub fn of(shape: &WorldBox) -> Self {
        Self { center: shape.center, half: shape.half, axes: shape.axes }
    }
}

/// Two boxes as they lie to each other; without a branch, so that a loop over pairs can take
/// several at once.
#[derive(Clone, Copy, Debug)]
pub struct Facing {
    half_a: Vec3,
    half_b: Vec3,
    /// b's axes (columns) along a's axes (rows), and without signs.
    r: [Vec3; 3],
    abs: [Vec3; 3],
    /// From a's centre to b's along the axes of each.
    ta: Vec3,
    tb: Vec3,
}

/// The least overlap so far, and whether some axis parts the boxes.
#[derive(Clone, Copy, Debug)]
struct Least {
    overlap: f32,
    axis: u32,
    parted: u32,
}

impl Least {
    #[inline(always)]
    fn take(&mut self, overlap: f32, axis: u32, bias: f32, skin: f32) {
        self.parted |= u32::from(overlap < -skin);
        let less = overlap < self.overlap - bias;
        self.overlap = if less { overlap } else { self.overlap };
        self.axis = if less { axis } else { self.axis };
    }
}

impl Facing {
    /// How b lies to a.
    #[inline(always)]
    pub fn new(a: &Sides, b: &Sides) -> Self {
        let t = sub(b.center, a.center);
        let r = a.axes.map(|axis| b.axes.map(|other| dot(axis, other)));
        Self {
            half_a: a.half,
            half_b: b.half,
            r,
            abs: r.map(|row| row.map(f32::abs)),
            ta: a.axes.map(|axis| dot(t, axis)),
            tb: b.axes.map(|axis| dot(t, axis)),
        }
    }

    /// The axis of least overlap, numbered in the order in which they are tried, or [`PARTED`].
    #[inline(always)]
    pub fn axis(&self, skin: f32) -> u32 {
        let mut least = Least { overlap: f32::INFINITY, axis: 0, parted: 0 };
        self.take_faces(&mut least, skin);
        self.take_edges::<0>(&mut least, skin);
        self.take_edges::<1>(&mut least, skin);
        self.take_edges::<2>(&mut least, skin);
        if least.parted == 0 { least.axis } else { PARTED }
    }

    #[inline(always)]
    fn take_faces(&self, least: &mut Least, skin: f32) {
        let of_a = |i: usize| self.half_a[i] + dot(self.half_b, self.abs[i]) - self.ta[i].abs();
        let across = |j: usize| dot(self.half_a, [self.abs[0][j], self.abs[1][j], self.abs[2][j]]);
        let of_b = |j: usize| self.half_b[j] + across(j) - self.tb[j].abs();
        least.take(of_a(0), 0, FACE_BIAS, skin);
        least.take(of_a(1), 1, FACE_BIAS, skin);
        least.take(of_a(2), 2, FACE_BIAS, skin);
        least.take(of_b(0), 3, FACE_BIAS, skin);
        least.take(of_b(1), 4, FACE_BIAS, skin);
        least.take(of_b(2), 5, FACE_BIAS, skin);
    }

    #[inline(always)]
    fn take_edges<const I: usize>(&self, least: &mut Least, skin: f32) {
        let axis = 6 + 3 * I as u32;
        least.take(self.edge_overlap::<I, 0>(), axis, EDGE_BIAS, skin);
        least.take(self.edge_overlap::<I, 1>(), axis + 1, EDGE_BIAS, skin);
        least.take(self.edge_overlap::<I, 2>(), axis + 2, EDGE_BIAS, skin);
    }

    /// The overlap across a's edge I and b's edge J; infinite where these are parallel.
    #[inline(always)]
    fn edge_overlap<const I: usize, const J: usize>(&self) -> f32 {
        let (i1, i2, j1, j2) = ((I + 1) % 3, (I + 2) % 3, (J + 1) % 3, (J + 2) % 3);
        let (u, v) = (-self.r[i2][J], self.r[i1][J]);
        let square = u * u + v * v;
        let along = u * self.ta[i1] + v * self.ta[i2];
        let reach_a = self.half_a[i1] * self.abs[i2][J] + self.half_a[i2] * self.abs[i1][J];
        let reach_b = self.half_b[j1] * self.abs[I][j2] + self.half_b[j2] * self.abs[I][j1];
        let overlap = (reach_a + reach_b - along.abs()) / square.sqrt();
        if square < PARALLEL { f32::INFINITY } else { overlap }
    }
}

/// The direction of an axis of two boxes, numbered as tried, from a toward b.
pub fn normal(a: &WorldBox, b: &WorldBox, axis: u32) -> Vec3 {
    let t = sub(b.center, a.center);
    let axis = axis as usize;
    let direction = match axis {
        0..3 => a.axes[axis],
        3..6 => b.axes[axis - 3],
        _ => {
            let (i, j) = ((axis - 6) / 3, (axis - 6) % 3);
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            let (u, v) = (-dot(a.axes[i2], b.axes[j]), dot(a.axes[i1], b.axes[j]));
            let across = add(scaled(a.axes[i1], u), scaled(a.axes[i2], v));
            scaled(across, 1.0 / (u * u + v * v).sqrt())
        }
    };
    if dot(t, direction) < 0.0 { scaled(direction, -1.0) } else { direction }
}

/// On which side of something with this world rotation the normal points: the greatest component
/// in its own frame, Y before Z before X where they are alike.
pub fn side_of(normal: Vec3, rotation: Quat) -> Side {
    let [x, y, z] = rotate(quat_conj(rotation), normal);
    if x.abs() > y.abs() && x.abs() > z.abs() {
        if x < 0.0 { Side::Left } else { Side::Right }
    } else if z.abs() > y.abs() {
        if z < 0.0 { Side::Behind } else { Side::Front }
    } else if y < 0.0 {
        Side::Below
    } else {
        Side::Above
    }
}

/// Where the world ends along each axis: least and greatest, infinite where it does not end.
pub fn world_ends(world: &WorldSpec) -> (Vec3, Vec3) {
    const FAR: f32 = f32::INFINITY;
    let [w, h, d] = world.size;
    match world.kind {
        WorldKind::Space => ([-FAR; 3], [FAR; 3]),
        WorldKind::Ground => ([-FAR, 0.0, -FAR], [FAR; 3]),
        WorldKind::Room => ([-w * 0.5, 0.0, -d * 0.5], [w * 0.5, h, d * 0.5]),
    }
}

/// The boundaries that have a corner of the box on or beyond them, or within the skin of it.
pub fn boundaries(shape: &WorldBox, world: &WorldSpec) -> BoundarySet {
    boundaries_between(shape, world_ends(world))
}

/// [`boundaries`] with the world's ends at hand.
pub fn boundaries_between(shape: &WorldBox, (low, high): (Vec3, Vec3)) -> BoundarySet {
    let (least, greatest) = (shape.least(), shape.greatest());
    let mut set = 0;
    for k in 0..3 {
        set |= u8::from(least[k] <= low[k] + SKIN) << (2 * k);
        set |= u8::from(greatest[k] >= high[k] - SKIN) << (2 * k + 1);
    }
    BoundarySet(set)
}

/// The direction in which a boundary lies; of several the one with the lowest bit.
pub fn boundary_normal(boundary: BoundarySet) -> Vec3 {
    let bit = boundary.0.trailing_zeros() as usize;
    let mut normal = [0.0; 3];
    if let Some(n) = normal.get_mut(bit / 2) {
        *n = if bit.is_multiple_of(2) { -1.0 } else { 1.0 };
    }
    normal
}

/// The least shift, axis by axis, after which none of the boxes passes a boundary.
///
/// Where together they are wider than the world, the least one after which they reach both ends or
/// beyond. No boxes: none.
pub fn solid_correction(boxes: impl Iterator<Item = WorldBox>, world: &WorldSpec) -> Vec3 {
    let (low, high) = world_ends(world);
    let (mut least, mut greatest) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for shape in boxes {
        let (l, g) = (shape.least(), shape.greatest());
        for k in 0..3 {
            least[k] = least[k].min(l[k]);
            greatest[k] = greatest[k].max(g[k]);
        }
    }
    if least[0] > greatest[0] {
        return [0.0; 3];
    }
    [0, 1, 2].map(|k| {
        let (up, down) = (low[k] - least[k], high[k] - greatest[k]);
        0.0f32.max(up.min(down)).min(up.max(down)) + 0.0
    })
}

#[cfg(test)]
mod tests;
