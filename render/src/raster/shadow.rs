//! Shadows on the floor.
//!
//! In: what is solid, the world's shadow. Out: dark samples on the floor, of one colour however many
//! shadows meet there. What lies below the floor casts none, nor does one fall beside the floor.

use islay_vm::math::Vec3;
use islay_vm::math::affine::{self, Affine};

use super::Raster;
use super::clip::{Plane, inside};
use super::lens::{Lens, Sight, corner};
use super::painter::{Paint, Thing};
use crate::batch::Shadow;

/// What is so little below the floor stands on it.
const SUNK: f32 = -1e-4;
/// Above the floor.
const ABOVE: [Plane; 1] = [[0.0, 1.0, 0.0, 0.0]];

impl Raster {
    /// Paints the shadow of a thing.
    pub(super) fn paint_shadow(
        &mut self,
        lens: &Lens,
        thing: &Thing,
        shadow: &Shadow,
        paint: &impl Paint,
    ) {
        let fallen = affine::mul(&shadow.map, &thing.map);
        let reach = sides(shadow.reach);
        let (above, on) =
            (height(&thing.map, thing.bounds), coverage(&fallen, thing.bounds, &reach));
        if above[1] <= 0.0 || on == Sight::None {
            return;
        }
        if above[0] >= SUNK && on == Sight::Whole {
            return self.paint_thing(lens, &Thing { map: fallen, ..*thing }, paint);
        }
        let to_eye = lens.before(&affine::IDENTITY);
        let stages = [(thing.map, &ABOVE[..]), (shadow.map, &reach[..]), (to_eye, lens.guards())];
        if lens.sight(&lens.before(&fallen), thing.bounds) != Sight::None || above[0] < SUNK {
            self.paint_cut(lens, thing.mesh, &stages, paint);
        }
    }
}

/// The sides of a floor; none where it has no end.
fn sides([x, z]: [f32; 2]) -> [Plane; 4] {
    if !(x.is_finite() && z.is_finite()) {
        return [[0.0, 0.0, 0.0, 1.0]; 4];
    }
    [[1.0, 0.0, 0.0, x], [-1.0, 0.0, 0.0, x], [0.0, 0.0, 1.0, z], [0.0, 0.0, -1.0, z]]
}

/// The lowest and the highest of a box.
fn height(map: &Affine, bounds: [Vec3; 2]) -> [f32; 2] {
    let heights = (0..8).map(|i| affine::point(map, corner(bounds, i))[1]);
    heights.fold([f32::INFINITY, f32::NEG_INFINITY], |[lo, hi], y| [lo.min(y), hi.max(y)])
}

/// What of a box lies on the floor.
fn coverage(fallen: &Affine, bounds: [Vec3; 2], reach: &[Plane]) -> Sight {
    let corners: [Vec3; 8] = std::array::from_fn(|i| affine::point(fallen, corner(bounds, i)));
    let beside = |plane: &Plane| corners.iter().all(|p| inside(plane, *p) < 0.0);
    let on = |plane: &Plane| corners.iter().all(|p| inside(plane, *p) >= 0.0);
    if reach.iter().any(beside) {
        Sight::None
    } else if reach.iter().all(on) {
        Sight::Whole
    } else {
        Sight::Cut
    }
}
