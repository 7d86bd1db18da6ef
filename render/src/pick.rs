//! Whom a place on the picture shows.
//!
//! In: batches, the scene's stock, a place. Out: the serial number of who is seen there, as the
//! rasteriser paints it; nobody where floor, wall or background are seen. Of words their whole
//! rectangle counts.

use islay_assets::model::{Image, Mesh};
use islay_vm::input::InstanceId;
use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{Vec3, cross, dot, rotate, sub};

use crate::batch::{Batch, Batches, MeshKey, Pass};
use crate::camera::NEAR;
use crate::raster::texel;
use crate::stock::Stock;

/// From where and in which direction it is looked.
#[derive(Clone, Copy, Debug)]
struct Ray {
    from: Vec3,
    along: Vec3,
    /// What is nearer than this is not seen; in lengths of `along`.
    least: f32,
}

/// What a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hit {
    distance: f32,
    owner: InstanceId,
}

/// Whom the picture shows at x and y, from −1 to 1, right and up.
pub fn pick(batches: &Batches, stock: &Stock, x: f32, y: f32) -> Option<InstanceId> {
    let seeker = Seeker { batches, stock };
    let hit = seeker.pinned(x, y).or_else(|| seeker.in_world(x, y))?;
    (hit.owner != 0).then_some(hit.owner)
}

struct Seeker<'a> {
    batches: &'a Batches,
    stock: &'a Stock,
}

impl Seeker<'_> {
    fn pinned(&self, x: f32, y: f32) -> Option<Hit> {
        let from = [x * 5.0 * self.batches.view.aspect, y * 5.0, 0.0];
        let ray = Ray { from, along: [0.0, 0.0, 1.0], least: f32::NEG_INFINITY };
        let batches = self.batches.of(Pass::Screen);
        // what is drawn later is over what is as near
        self.nearest(batches, &ray, |hit, best| hit <= best)
    }

    fn in_world(&self, x: f32, y: f32) -> Option<Hit> {
        let view = &self.batches.view;
        let [right, up] = [x * view.half_height * view.aspect, y * view.half_height];
        let along = rotate(view.rotation, [right, up, 1.0]);
        let ray = Ray { from: view.eye, along, least: NEAR };
        let batches = self.batches.batches.iter().filter(|batch| batch.pass != Pass::Screen);
        self.nearest(batches, &ray, |hit, best| hit < best)
    }

    fn nearest<'b>(
        &self,
        batches: impl Iterator<Item = &'b Batch>,
        ray: &Ray,
        nearer: impl Fn(f32, f32) -> bool,
    ) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        for batch in batches {
            for i in batch.instances.clone() {
                let Some(distance) = self.distance(batch, i, ray) else { continue };
                if best.is_none_or(|best| nearer(distance, best.distance)) {
                    let owner = self.batches.owners.get(i).copied().unwrap_or_default();
                    best = Some(Hit { distance, owner });
                }
            }
        }
        best
    }

    /// Where the ray first meets an instance.
    fn distance(&self, batch: &Batch, i: usize, ray: &Ray) -> Option<f32> {
        let instance = self.batches.instances.get(i)?;
        let (mesh, bounds) = self.batches.mesh(self.stock, batch.kind.mesh)?;
        let map = &instance.map;
        if !passes_near(map, bounds, ray) {
            return None;
        }
        if let MeshKey::Word(_) = batch.kind.mesh {
            return rectangle(map, bounds, ray);
        }
        let image = batch.kind.image.and_then(|id| self.stock.image(id));
        let blends = batch.pass != Pass::Solid;
        let seen = |mesh: &Mesh, triangle: &[u32; 3], weights: Vec3| {
            image.is_none_or(|image| {
                let opacity = opacity(image, mesh, triangle, weights) * instance.color[3];
                if blends { opacity > 0.0 } else { opacity >= 0.5 }
            })
        };
        let hits = mesh.triangles.iter().filter_map(|triangle| {
            let corners = mesh.corners(*triangle)?.map(|p| affine::point(map, p));
            let (distance, weights) = meets(ray, corners)?;
            seen(mesh, triangle, weights).then_some(distance)
        });
        hits.reduce(f32::min)
    }
}

/// The picture's opacity where a triangle is met.
fn opacity(image: &Image, mesh: &Mesh, triangle: &[u32; 3], weights: Vec3) -> f32 {
    let mut uv = [0.0; 2];
    for (vertex, weight) in triangle.iter().zip(weights) {
        let [u, v] = mesh.uvs.get(*vertex as usize).copied().unwrap_or_default();
        uv = [uv[0] + u * weight, uv[1] + v * weight];
    }
    texel(image, uv[0], uv[1])[3]
}

/// Whether a ray passes the ball around a box.
fn passes_near(map: &Affine, [lo, hi]: [Vec3; 2], ray: &Ray) -> bool {
    let middle = affine::point(map, std::array::from_fn(|i| (lo[i] + hi[i]) / 2.0));
    let half: Vec3 = std::array::from_fn(|i| (hi[i] - lo[i]) / 2.0);
    let side = |axis: usize| {
        let [x, y, z] = [0, 1, 2].map(|i| map[axis * 3 + i] * half[axis]);
        (x * x + y * y + z * z).sqrt()
    };
    let radius = (side(0) + side(1) + side(2)) * 1.001;
    let to = sub(middle, ray.from);
    let across = cross(to, ray.along);
    dot(across, across) <= radius * radius * dot(ray.along, ray.along) * 1.001
}

/// Where a ray meets a triangle, and how near that is to each of its corners.
fn meets(ray: &Ray, [a, b, c]: [Vec3; 3]) -> Option<(f32, Vec3)> {
    let [a, b, c] = [a, b, c].map(|p| sub(p, ray.from));
    // the volumes between the ray and each side are reckoned from its corners alone, so that two
    // triangles with a common side leave no gap
    let side = |p: Vec3, q: Vec3| {
        if p < q { dot(ray.along, cross(p, q)) } else { -dot(ray.along, cross(q, p)) }
    };
    let weights = [side(b, c), side(c, a), side(a, b)];
    let same = weights.iter().all(|w| *w >= 0.0) || weights.iter().all(|w| *w <= 0.0);
    let sum = weights[0] + weights[1] + weights[2];
    if !same || sum == 0.0 || !sum.is_finite() {
        return None;
    }
    let weights = weights.map(|w| w / sum);
    let point: Vec3 =
        std::array::from_fn(|i| a[i] * weights[0] + b[i] * weights[1] + c[i] * weights[2]);
    let distance = dot(point, ray.along) / dot(ray.along, ray.along);
    (distance >= ray.least).then_some((distance, weights))
}

/// Where a ray meets the rectangle that words take.
fn rectangle(map: &Affine, [lo, hi]: [Vec3; 2], ray: &Ray) -> Option<f32> {
    let corner = |x: f32, y: f32| affine::point(map, [x, y, 0.0]);
    let [a, b] = [corner(lo[0], lo[1]), corner(hi[0], lo[1])];
    let [c, d] = [corner(hi[0], hi[1]), corner(lo[0], hi[1])];
    let hit = meets(ray, [a, b, c]).or_else(|| meets(ray, [a, c, d]))?;
    Some(hit.0)
}
