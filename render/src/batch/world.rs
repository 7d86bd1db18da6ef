//! What the world itself looks like: floor, walls, roof, shadow; and places on the picture.
//!
//! In: a world and the eye. Out: planes that are seen from inside alone. Things that stand in the
//! world are not here.

use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{Vec3, cross, dot, sub};
use islay_vm::program::WorldKind;

use super::{Batches, Instance, Kind, MeshKey, Pass, Staged};
use crate::light::{self, Light, Linear};
use crate::stock::Stock;

/// How high above the floor shadows lie.
const LIFT: f32 = 0.002;
/// The floor of a ground begins to fade here, seen from near.
const FADE: [f32; 2] = [60.0, 120.0];
/// An eye as high as this sees the ground farther out.
const HIGH: f32 = 15.0;
/// From the edge of the picture to what is pinned there.
const MARGIN: f32 = 0.3;

/// How what is solid darkens the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// From the world onto the floor; what lies below the floor casts none.
    pub map: Affine,
    /// The floor's colour in the shadow.
    pub color: Linear,
    /// Half width and half depth of the floor; there is no shadow outside.
    pub reach: [f32; 2],
}

impl Batches {
    /// Light, background, floor, walls and shadow of the world.
    pub(super) fn stage_world(&mut self, stock: &Stock) {
        let world = stock.world();
        let [r, g, b, _] = light::linear(world.background);
        self.background = [r, g, b];
        self.light = Light::of(world);
        (self.fade, self.shadow) = (None, None);
        match world.kind {
            WorldKind::Space => {}
            WorldKind::Ground => self.stage_ground(stock),
            WorldKind::Room => self.stage_room(stock),
        }
    }

    fn stage_ground(&mut self, stock: &Stock) {
        let [x, y, z] = self.view.eye;
        let wide = (y / HIGH).max(1.0);
        let fade = FADE.map(|d| d * wide);
        let reach = fade[1] * 1.1;
        self.fade = Some(fade);
        self.stage_floor(stock, [x, 0.0, z], [reach; 2]);
        if let Some(shadow) = &mut self.shadow {
            shadow.reach = [f32::INFINITY; 2];
        }
    }

    fn stage_room(&mut self, stock: &Stock) {
        let world = stock.world();
        let [w, h, d] = world.size.map(|s| s / 2.0);
        self.stage_floor(stock, [0.0; 3], [w, d]);
        let (x, y, z) = ([w, 0.0, 0.0], [0.0, h, 0.0], [0.0, 0.0, d]);
        let back = |v: Vec3| v.map(|c| -c);
        let up = |v: Vec3| [v[0], v[1] + h, v[2]];
        for (middle, a, b) in
            [(up(back(x)), y, z), (up(x), z, y), (up(back(z)), x, y), (up(z), y, x)]
        {
            self.stage_plane(stock, Pass::Wall, world.wall, middle, [a, b]);
        }
        self.stage_plane(stock, Pass::Wall, world.roof, [0.0, h * 2.0, 0.0], [x, z]);
    }

    fn stage_floor(&mut self, stock: &Stock, middle: Vec3, reach: [f32; 2]) {
        let floor = stock.world().floor;
        let sides = [[0.0, 0.0, reach[1]], [reach[0], 0.0, 0.0]];
        if self.stage_plane(stock, Pass::Floor, floor, middle, sides) {
            let [r, g, b, _] = light::linear(floor);
            let color = self.light.shaded([r, g, b]);
            self.shadow = self.light.shadow(LIFT).map(|map| Shadow { map, color, reach });
        }
    }

    /// A plane around a middle, with two half sides; seen only from where their vector product
    /// `a × b` points to. Tells whether it is seen.
    fn stage_plane(
        &mut self,
        stock: &Stock,
        pass: Pass,
        color: u32,
        middle: Vec3,
        [a, b]: [Vec3; 2],
    ) -> bool {
        let inside = light::unit(cross(a, b));
        let there = color & 0xff > 0;
        let seen = there && dot(sub(self.view.eye, middle), inside) > 0.0;
        if seen {
            // the plane of size 1 faces up, and up is Z × X
            let [x, z] = [b, a].map(|v| v.map(|c| c * 2.0));
            let map = [
                x[0], x[1], x[2], inside[0], inside[1], inside[2], z[0], z[1], z[2], middle[0],
                middle[1], middle[2],
            ];
            let [r, g, b, _] = light::linear(color);
            let kind = Kind { mesh: MeshKey::Stock(stock.plane()), image: None };
            let instance = Instance { map, color: [r, g, b, 1.0] };
            self.push(Staged { pass, kind, owner: 0, instance }, 0);
        }
        seen
    }
}

/// How far a thing is to be moved so that it lies at its anchor, inside the picture.
pub(super) fn pinned(anchor: [i8; 2], map: &Affine, extent: [Vec3; 2], aspect: f32) -> [f32; 2] {
    let [lo, hi] = spread(map, extent);
    let side = |anchor: i8, half: f32, lo: f32, hi: f32| match anchor {
        ..=-1 => MARGIN - half - lo,
        0 => -(lo + hi) / 2.0,
        1.. => half - MARGIN - hi,
    };
    let [vertical, horizontal] = anchor;
    [side(horizontal, 5.0 * aspect, lo[0], hi[0]), side(vertical, 5.0, lo[1], hi[1])]
}

/// Smallest and largest corner of an extent, turned and stretched and not moved.
fn spread(map: &Affine, [lo, hi]: [Vec3; 2]) -> [Vec3; 2] {
    let corner = |i: usize| {
        let p = std::array::from_fn(|axis| if i >> axis & 1 == 0 { lo[axis] } else { hi[axis] });
        affine::vector(map, p)
    };
    let both = |[lo, hi]: [Vec3; 2], p: Vec3| {
        [std::array::from_fn(|i| lo[i].min(p[i])), std::array::from_fn(|i| hi[i].max(p[i]))]
    };
    (1..8).map(corner).fold([corner(0); 2], both)
}
