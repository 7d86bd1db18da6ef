//! Meshes become triangles on the canvas.
//!
//! In: a mesh with its place, a lens, and what its triangles look like. Out: filled samples. Meshes
//! that lie whole before the eye go a short way, the others are cut triangle by triangle.

use islay_assets::model::{Image, Mesh};
use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{Vec3, scaled};

use super::Raster;
use super::canvas::Canvas;
use super::clip::{Corner, Extra, Plane, Polygon};
use super::fill::{self, Rule, Surface};
use super::lens::{Lens, Sight, Spot};
use super::surface::{Curved, Pictured, Plain};
use crate::light::{self, Light};

/// A mesh in its place.
#[derive(Clone, Copy)]
pub struct Thing<'a> {
    /// Its triangles.
    pub mesh: &'a Mesh,
    /// Smallest and largest corner.
    pub bounds: [Vec3; 2],
    /// To the world.
    pub map: Affine,
    /// Only one side of its triangles needs to be drawn, for it hides the other.
    pub one_sided: bool,
}

/// A map, and what is cut off behind it.
pub type Stage<'a> = (Affine, &'a [Plane]);

/// What triangles look like.
pub trait Paint {
    /// Fills one. `outward` tells whether (b − a) × (c − a) points to the eye; `extra` gives normals
    /// and texture coordinates of the mesh.
    fn fill(
        &self,
        canvas: &mut Canvas,
        spots: &[Spot; 3],
        outward: bool,
        extra: impl FnOnce() -> [Extra; 3],
    );
}

/// A surface that needs nothing of the mesh.
pub struct Bare<S, R>(pub S, pub R);

impl<S: Surface<0>, R: Rule> Paint for Bare<S, R> {
    fn fill(
        &self,
        canvas: &mut Canvas,
        spots: &[Spot; 3],
        _: bool,
        _: impl FnOnce() -> [Extra; 3],
    ) {
        fill::fill(canvas, &self.1, spots, &[[]; 3], &self.0);
    }
}

/// The surface of a thing.
pub struct Look<'a, R> {
    /// Linear, and opacity.
    pub color: [f32; 4],
    /// What falls on it, if any does.
    pub light: Option<Light>,
    /// On it.
    pub image: Option<&'a Image>,
    /// What its map does to normals.
    pub normals: [Vec3; 3],
    /// How it meets what is there.
    pub rule: R,
}

impl<R: Rule> Look<'_, R> {
    /// A normal in the world, turned toward the eye.
    #[inline]
    fn normal(&self, extra: &Extra, outward: bool) -> Vec3 {
        let [x, y, z] = &self.normals;
        let n: Vec3 = std::array::from_fn(|i| x[i] * extra[0] + y[i] * extra[1] + z[i] * extra[2]);
        light::unit(if outward { n } else { scaled(n, -1.0) })
    }
}

impl<R: Rule> Paint for Look<'_, R> {
    #[inline]
    fn fill(
        &self,
        canvas: &mut Canvas,
        spots: &[Spot; 3],
        outward: bool,
        extra: impl FnOnce() -> [Extra; 3],
    ) {
        let (color, rule) = (self.color, &self.rule);
        if let Some(image) = self.image {
            let attributes = extra().map(|e| {
                let [x, y, z] = self.normal(&e, outward);
                [x, y, z, e[3], e[4]]
            });
            let surface = Pictured { color, light: self.light, image };
            return fill::fill(canvas, rule, spots, &attributes, &surface);
        }
        let Some(light) = self.light else {
            return fill::fill(canvas, rule, spots, &[[]; 3], &Plain(color));
        };
        let extra = extra();
        let [a, b, c] = extra.each_ref().map(|e| &e[..3]);
        if a == b && b == c {
            let [r, g, b, opacity] = color;
            let [r, g, b] = light.lit([r, g, b], self.normal(&extra[0], outward));
            return fill::fill(canvas, rule, spots, &[[]; 3], &Plain([r, g, b, opacity]));
        }
        let normals = extra.map(|e| self.normal(&e, outward));
        fill::fill(canvas, rule, spots, &normals, &Curved { color, light });
    }
}

impl Raster {
    /// Paints a thing, if it is seen.
    pub(super) fn paint_thing(&mut self, lens: &Lens, thing: &Thing, paint: &impl Paint) {
        let to_eye = lens.before(&thing.map);
        match lens.sight(&to_eye, thing.bounds) {
            Sight::None => {}
            Sight::Whole => self.paint_whole(lens, thing, &to_eye, paint),
            Sight::Cut => self.paint_cut(lens, thing.mesh, &[(to_eye, lens.guards())], paint),
        }
    }

    /// Paints a mesh that needs no cutting.
    fn paint_whole(&mut self, lens: &Lens, thing: &Thing, to_eye: &Affine, paint: &impl Paint) {
        let (mesh, canvas) = (thing.mesh, &mut self.canvas);
        let outer = !light::mirrors(&thing.map);
        self.spots.clear();
        self.spots.extend(mesh.positions.iter().map(|p| lens.spot(affine::point(to_eye, *p))));
        for triangle in &mesh.triangles {
            let Some(spots) = corners(&self.spots, triangle) else { continue };
            let outward = fill::area(&spots) > 0.0;
            if thing.one_sided && outward != outer || !fill::touches(&spots, canvas) {
                continue;
            }
            paint.fill(canvas, &spots, outward, || triangle.map(|i| extra(mesh, i)));
        }
    }

    /// Paints what is left of a mesh after all stages; the last leads to before the eye.
    pub(super) fn paint_cut(
        &mut self,
        lens: &Lens,
        mesh: &Mesh,
        stages: &[Stage],
        paint: &impl Paint,
    ) {
        for triangle in &mesh.triangles {
            let Some(points) = mesh.corners(*triangle) else { continue };
            let corner = |i: usize| Corner { at: points[i], extra: extra(mesh, triangle[i]) };
            let mut polygon = Polygon::new([corner(0), corner(1), corner(2)]);
            for (map, planes) in stages {
                polygon.map(|p| affine::point(map, p));
                planes.iter().for_each(|plane| polygon.cut(plane));
            }
            for fan in polygon.fan() {
                let spots = fan.map(|corner| lens.spot(corner.at));
                if fill::touches(&spots, &self.canvas) {
                    let outward = fill::area(&spots) > 0.0;
                    paint.fill(&mut self.canvas, &spots, outward, || fan.map(|c| c.extra));
                }
            }
        }
    }
}

#[inline]
fn corners(spots: &[Spot], [a, b, c]: &[u32; 3]) -> Option<[Spot; 3]> {
    let at = |i: u32| spots.get(i as usize).copied();
    Some([at(*a)?, at(*b)?, at(*c)?])
}

/// Normal and texture coordinate of a vertex.
#[inline]
fn extra(mesh: &Mesh, vertex: u32) -> Extra {
    let i = vertex as usize;
    let [x, y, z] = mesh.normals.get(i).copied().unwrap_or_default();
    let [u, v] = mesh.uvs.get(i).copied().unwrap_or_default();
    [x, y, z, u, v]
}
