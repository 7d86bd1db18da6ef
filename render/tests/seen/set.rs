//! A scene on paper: shapes put in places, a world, a camera. Out: pictures and their pixels.

use std::sync::Arc;

use islay_assets::library::Library;
use islay_assets::model::Image;
use islay_render::batch::Batches;
use islay_render::camera::View;
use islay_render::pixels::Pixels;
use islay_render::raster::{Raster, Samples};
use islay_render::stock::Stock;
use islay_vm::frame::{Camera, Draw, Frame, Shape};
use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{IDENTITY, Quat, Vec3};
use islay_vm::program::{BaseSpec, CameraSpec, WorldKind, WorldSpec};

pub const RED: u32 = 0xff0000ff;
pub const GREEN: u32 = 0x00ff00ff;
pub const BLUE: u32 = 0x0000ffff;
pub const WHITE: u32 = 0xffffffff;

/// Width and height of pictures here.
pub const SIZE: [u32; 2] = [96, 64];

pub struct Set {
    pub world: WorldSpec,
    pub camera: CameraSpec,
    pub library: Library,
    pub shapes: Vec<Shape>,
    pub draws: Vec<Draw>,
}

impl Set {
    /// Empty, with the camera at the origin, looking forward; 53 degrees high.
    pub fn new() -> Self {
        let world = WorldSpec {
            kind: WorldKind::Space,
            size: [20.0, 10.0, 20.0],
            background: 0x202040ff,
            floor: 0x808080ff,
            wall: 0x4060a0ff,
            roof: 0xa06040ff,
            light: [0.4, 1.0, -0.6],
            light_color: WHITE,
            ..WorldSpec::default()
        };
        let fov = 2.0 * islay_vm::math::atan2_deg(0.5, 1.0);
        let camera = CameraSpec { of: None, at: [0.0; 3], look: None, turn: [0.0; 3], fov };
        let library = Library::default();
        Self { world, camera, library, shapes: Vec::new(), draws: Vec::new() }
    }

    pub fn kind(mut self, kind: WorldKind) -> Self {
        self.world.kind = kind;
        self
    }

    pub fn seen_from(mut self, at: Vec3, look: Vec3) -> Self {
        (self.camera.at, self.camera.look) = (at, Some(look));
        self
    }

    /// Adds a shape at a place; the first one has the serial number 1.
    pub fn put(&mut self, base: BaseSpec, at: Vec3, color: u32) -> &mut Draw {
        self.place(base, affine::trs(at, IDENTITY, [1.0; 3]), color)
    }

    pub fn turned(&mut self, base: BaseSpec, at: Vec3, q: Quat, color: u32) -> &mut Draw {
        self.place(base, affine::trs(at, q, [1.0; 3]), color)
    }

    pub fn place(&mut self, base: BaseSpec, map: Affine, color: u32) -> &mut Draw {
        let shape = Shape { base, file: None, texture: None };
        self.draw(shape, map, color)
    }

    pub fn draw(&mut self, shape: Shape, map: Affine, color: u32) -> &mut Draw {
        let known = self.shapes.iter().position(|s| *s == shape);
        let shape = known.unwrap_or_else(|| {
            self.shapes.push(shape);
            self.shapes.len() - 1
        });
        self.draws.push(Draw {
            id: self.draws.len() as u32 + 1,
            shape: shape as u32,
            world: columns(&map),
            color,
            text: None,
            screen: None,
        });
        let last = self.draws.len() - 1;
        &mut self.draws[last]
    }

    pub fn text(&mut self, text: &str, height: f32, at: Vec3) -> &mut Draw {
        let draw = self.put(BaseSpec::Text(0, height), at, WHITE);
        draw.text = Some(text.into());
        draw
    }

    /// A shape with a picture on it.
    pub fn pictured(&mut self, base: BaseSpec, at: Vec3, name: &str, image: Image) -> &mut Draw {
        self.library.add_image(name, Arc::new(image));
        let shape = Shape { base, file: None, texture: Some(name.into()) };
        self.draw(shape, affine::trs(at, IDENTITY, [1.0; 3]), WHITE)
    }

    pub fn frame(&self) -> Frame {
        let camera = Camera::Placed { spec: self.camera.clone(), subject: None };
        Frame::new(self.shapes.clone().into(), self.draws.clone(), camera)
    }

    pub fn stock(&self) -> Stock {
        Stock::new(&self.shapes, &self.library, &self.world)
    }

    pub fn batches(&self, stock: &Stock) -> Batches {
        let frame = self.frame();
        let mut batches = Batches::default();
        batches.fill(&frame, stock, View::of(&frame, SIZE[0] as f32 / SIZE[1] as f32));
        batches
    }

    pub fn paint(&self) -> Picture {
        self.paint_at(SIZE, Samples::One)
    }

    pub fn paint_at(&self, size: [u32; 2], samples: Samples) -> Picture {
        let stock = self.stock();
        paint(&self.batches(&stock), &stock, size, samples)
    }
}

pub fn paint(batches: &Batches, stock: &Stock, size: [u32; 2], samples: Samples) -> Picture {
    let mut out = Pixels::default();
    Raster::default().paint(batches, stock, size, samples, &mut out);
    assert_eq!(out.rgba.len(), (out.width * out.height * 4) as usize);
    Picture(out)
}

/// A map as frames have it.
pub fn columns(m: &Affine) -> [f32; 16] {
    let [a, b, c, d, e, f, g, h, i, x, y, z] = *m;
    [a, b, c, 0.0, d, e, f, 0.0, g, h, i, 0.0, x, y, z, 1.0]
}

#[derive(PartialEq, Debug)]
pub struct Picture(pub Pixels);

impl Picture {
    pub fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let at = ((y * self.0.width + x) * 4) as usize;
        [self.0.rgba[at], self.0.rgba[at + 1], self.0.rgba[at + 2]]
    }

    /// By the share of the picture's width and height, from the top left.
    pub fn share(&self, x: f32, y: f32) -> [u8; 3] {
        self.at((x * self.0.width as f32) as u32, (y * self.0.height as f32) as u32)
    }

    pub fn middle(&self) -> [u8; 3] {
        self.share(0.5, 0.5)
    }

    pub fn count(&self, what: impl Fn([u8; 3]) -> bool) -> usize {
        self.0.rgba.chunks(4).filter(|p| what([p[0], p[1], p[2]])).count()
    }

    /// Left, top, right and bottom (one beyond) of the pixels that are so.
    pub fn extent(&self, what: impl Fn([u8; 3]) -> bool) -> [u32; 4] {
        let all = (0..self.0.height).flat_map(|y| (0..self.0.width).map(move |x| (x, y)));
        all.filter(|(x, y)| what(self.at(*x, *y))).fold([u32::MAX, u32::MAX, 0, 0], |e, (x, y)| {
            [e[0].min(x), e[1].min(y), e[2].max(x + 1), e[3].max(y + 1)]
        })
    }
}
