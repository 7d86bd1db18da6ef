//! Batches onto the graphics card.
//!
//! In: a [`Picture`]. Out: the window's picture, and what it took. Passes, light and fading are
//! those of `batch`, so that window and rasteriser show the same; colours are linear until the last
//! step. It keeps meshes, pictures and buffers from frame to frame.

mod over;
mod shaders;
mod stream;
mod stuff;
mod target;

use std::time::Instant;

use islay_vm::math::{rotate, scaled};
use miniquad::{
    BufferId, BufferType, PassAction, Pipeline, RenderPass, RenderingBackend, TextureId,
    UniformsSource,
};

use super::overlay::Overlay;
use super::{Drawn, Picture};
use crate::batch::{Batch, Batches, Instance, Pass, Shadow};
use crate::pixels::Pixels;
use over::Over;
use shaders::{Pipelines, Uniforms};
use stream::Stream;
use stuff::{Loaded, Stuff};
use target::Target;

/// The corners of a box of size 1 are joined by these.
const EDGES: [u32; 24] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/// So deep under the floor its depth lies.
const SUNK: f32 = 0.001;

/// The graphics card.
pub struct Gpu {
    ctx: Box<dyn RenderingBackend>,
    pipelines: Pipelines,
    target: Target,
    stuff: Stuff,
    instances: Stream,
    /// The buffer of each batch in this picture.
    buffers: Vec<BufferId>,
    cube: Loaded,
    page: Loaded,
    over: Over,
    drawn: Drawn,
}

impl Gpu {
    /// Ready to draw, or what is missing.
    pub fn new(mut ctx: Box<dyn RenderingBackend>, size: [u32; 2]) -> Result<Self, String> {
        let features = ctx.info().features;
        if !features.instancing || !features.resolve_attachments {
            let version = ctx.info().gl_version_string;
            return Err(format!("OpenGL 3 is needed, and there is `{version}`"));
        }
        let pipelines = Pipelines::new(&mut *ctx)?;
        let (target, stuff) = (Target::new(&mut *ctx, size), Stuff::new(&mut *ctx));
        let corner = |i: usize| {
            let side = |axis: usize| if i >> axis & 1 == 0 { -0.5 } else { 0.5 };
            [side(0), side(1), side(2), 0.0, 0.0, 0.0, 0.0, 0.0_f32]
        };
        let corners: Vec<[f32; 8]> = (0..8).map(corner).collect();
        let cube = stuff::buffers(&mut *ctx, &corners, &EDGES);
        let sheet = [[-1.0_f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let page = stuff::buffers(&mut *ctx, &sheet, &[0, 1, 2, 0, 2, 3]);
        let instances = Stream::new(BufferType::VertexBuffer);
        let (over, buffers, drawn) = (Over::default(), Vec::new(), Drawn::default());
        Ok(Self { ctx, pipelines, target, stuff, instances, buffers, cube, page, over, drawn })
    }

    /// Draws the picture, with or without what lies over it; it is shown by [`Gpu::show`].
    pub fn draw(&mut self, picture: &Picture<'_>, size: [u32; 2], scale: f32, overlay: bool) {
        let start = Instant::now();
        self.drawn = Drawn::default();
        self.resize(size);
        let ctx = &mut *self.ctx;
        self.stuff.begin(ctx, picture.stock);
        self.instances.begin();
        self.upload(picture.batches);
        let uploaded = start.elapsed();
        let uniforms = uniforms(picture.batches, self.target.size);
        if picture.batches.of(Pass::Clear).next().is_some() {
            self.probe(picture.batches, uniforms);
        }
        let [r, g, b] = picture.batches.background;
        self.begin(Some(self.target.scene), [r, g, b]);
        self.draw_floor(picture.batches, uniforms);
        self.draw_pass(picture.batches, Pass::Wall, self.pipelines.solid, uniforms);
        self.draw_pass(picture.batches, Pass::Solid, self.pipelines.solid, uniforms);
        let hidden = hidden_by_depths(uniforms);
        self.draw_pass(picture.batches, Pass::Clear, self.pipelines.clear, hidden);
        self.draw_boxes(picture.boxes, uniforms);
        self.ctx.clear(None, Some(1.0), None);
        self.draw_pass(picture.batches, Pass::Screen, self.pipelines.screen, uniforms);
        if overlay {
            self.draw_overlay(picture.overlay, scale);
        }
        self.ctx.end_render_pass();
        self.drawn.upload = uploaded;
        self.drawn.draw = start.elapsed().saturating_sub(uploaded);
    }

    /// Whether what was drawn last has this size.
    pub fn fits(&self, size: [u32; 2]) -> bool {
        self.target.size == size.map(|n| n.max(1))
    }

    /// Shows what was drawn, and tells what it took.
    pub fn show(&mut self) -> Drawn {
        let start = Instant::now();
        self.write(None);
        self.ctx.commit_frame();
        self.drawn.draw += start.elapsed();
        self.drawn
    }

    /// What was drawn, in memory.
    pub fn read(&mut self) -> Pixels {
        self.write(Some(self.target.page));
        self.target.read(&mut *self.ctx)
    }

    fn resize(&mut self, size: [u32; 2]) {
        let size = size.map(|n| n.max(1));
        if self.target.size != size {
            let fresh = Target::new(&mut *self.ctx, size);
            std::mem::replace(&mut self.target, fresh).delete(&mut *self.ctx);
        }
    }

    /// The instances of all batches, onto the card.
    fn upload(&mut self, batches: &Batches) {
        self.buffers.clear();
        for batch in &batches.batches {
            let of = batches.instances.get(batch.instances.clone()).unwrap_or_default();
            self.buffers.push(self.instances.put(&mut *self.ctx, of));
        }
    }

    fn begin(&mut self, pass: Option<RenderPass>, [r, g, b]: [f32; 3]) {
        // clearing obeys what the last pipeline said about writing colours
        self.ctx.apply_pipeline(&self.pipelines.floor);
        self.ctx.begin_pass(pass, PassAction::clear_color(r, g, b, 1.0));
    }

    /// The depths of all that hides, for what is seen through.
    fn probe(&mut self, batches: &Batches, uniforms: Uniforms) {
        self.begin(Some(self.target.probe), [0.0; 3]);
        self.draw_pass(batches, Pass::Floor, self.pipelines.floor_depth, sunk(uniforms));
        for pass in [Pass::Wall, Pass::Solid] {
            self.draw_pass(batches, pass, self.pipelines.floor_depth, uniforms);
        }
        self.ctx.end_render_pass();
    }

    /// The floor and the shadows on it lie in one plane, so depth cannot tell them apart: they are
    /// painted one over the other, and the floor's depth comes last.
    fn draw_floor(&mut self, batches: &Batches, uniforms: Uniforms) {
        let [near, far] = batches.fade.unwrap_or_default();
        let fade = [near, far, f32::from(u8::from(batches.fade.is_some())), 0.0];
        let fading = Uniforms { fade, ..uniforms };
        self.draw_pass(batches, Pass::Floor, self.pipelines.floor, fading);
        if let Some(shadow) = &batches.shadow {
            let shaded = shaded(shadow, fading);
            self.draw_pass(batches, Pass::Solid, self.pipelines.floor, shaded);
        }
        self.draw_pass(batches, Pass::Floor, self.pipelines.floor_depth, sunk(uniforms));
    }

    fn draw_pass(&mut self, batches: &Batches, pass: Pass, with: Pipeline, uniforms: Uniforms) {
        let mut ready = false;
        for (at, batch) in batches.batches.iter().enumerate() {
            if batch.pass != pass {
                continue;
            }
            if !ready {
                self.ctx.apply_pipeline(&with);
                ready = true;
            }
            self.draw_batch(batches, batch, at, uniforms);
        }
    }

    fn draw_batch(&mut self, batches: &Batches, batch: &Batch, at: usize, uniforms: Uniforms) {
        let ctx = &mut *self.ctx;
        let mesh = self.stuff.mesh(ctx, batches, batch.kind.mesh);
        let (Some(mesh), Some(instances)) = (mesh, self.buffers.get(at)) else { return };
        let image = self.stuff.image(ctx, batch.kind.image);
        let depths = match uniforms.size[2] > 0.5 {
            true => self.target.depths,
            false => self.stuff.white(),
        };
        ctx.apply_bindings_from_slice(&[mesh.vertices, *instances], mesh.indices, &[image, depths]);
        let flag = |on: bool| if on { 1.0 } else { 0.0 };
        let least = match batch.pass {
            Pass::Clear | Pass::Screen => 1e-6,
            _ => 0.5,
        };
        let (pinned, pictured) = (batch.pass == Pass::Screen, batch.kind.image.is_some());
        let mode = [flag(batch.lit), flag(pinned), flag(pictured), least];
        let uniforms = match pinned {
            true => flat(uniforms, batches.view.aspect, mode),
            false => Uniforms { mode, ..uniforms },
        };
        ctx.apply_uniforms(UniformsSource::table(&uniforms));
        let n = batch.instances.len();
        ctx.draw(0, mesh.count, n as i32);
        self.drawn.calls += 1;
        self.drawn.instances += n as u32;
    }

    fn draw_boxes(&mut self, boxes: &[Instance], uniforms: Uniforms) {
        if boxes.is_empty() {
            return;
        }
        let ctx = &mut *self.ctx;
        let instances = self.instances.put(ctx, boxes);
        let white = self.stuff.white();
        ctx.apply_pipeline(&self.pipelines.lines);
        let cube = self.cube;
        ctx.apply_bindings_from_slice(&[cube.vertices, instances], cube.indices, &[white, white]);
        ctx.apply_uniforms(UniformsSource::table(&Uniforms { mode: [0.0; 4], ..uniforms }));
        ctx.draw(0, cube.count, boxes.len() as i32);
        self.drawn.calls += 1;
        self.drawn.instances += boxes.len() as u32;
    }

    fn draw_overlay(&mut self, overlay: &Overlay, scale: f32) {
        let ctx = &mut *self.ctx;
        self.over.follow(ctx, overlay, scale);
        self.drawn.calls += self.over.draw(ctx, self.pipelines.overlay, self.target.size);
    }

    /// Linear colours to written ones, into the window or to be read.
    fn write(&mut self, pass: Option<RenderPass>) {
        let linear: TextureId = self.target.linear;
        let ctx = &mut *self.ctx;
        ctx.begin_pass(pass, PassAction::clear_color(0.0, 0.0, 0.0, 1.0));
        ctx.apply_pipeline(&self.pipelines.page);
        ctx.apply_bindings_from_slice(&[self.page.vertices], self.page.indices, &[linear]);
        ctx.draw(0, self.page.count, 1);
        ctx.end_render_pass();
        self.drawn.calls += 1;
    }
}

/// What holds for the whole picture.
fn uniforms(batches: &Batches, [width, height]: [u32; 2]) -> Uniforms {
    let (view, light) = (&batches.view, &batches.light);
    let four = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
    let axis = |v, length: f32| four(scaled(rotate(view.rotation, v), length));
    Uniforms {
        eye: four(view.eye),
        right: axis([1.0, 0.0, 0.0], 1.0 / (view.half_height * view.aspect)),
        up: axis([0.0, 1.0, 0.0], 1.0 / view.half_height),
        forward: axis([0.0, 0.0, 1.0], 1.0),
        light: four(light.toward),
        light_color: four(light.color),
        background: four(batches.background),
        size: [width as f32, height as f32, 0.0, 0.0],
        ..Uniforms::default()
    }
}

/// Of what is pinned to the picture: ten units are its height.
fn flat(uniforms: Uniforms, aspect: f32, mode: [f32; 4]) -> Uniforms {
    Uniforms { right: [0.2 / aspect, 0.0, 0.0, 0.0], up: [0.0, 0.2, 0.0, 0.0], mode, ..uniforms }
}

fn hidden_by_depths(uniforms: Uniforms) -> Uniforms {
    let [width, height, ..] = uniforms.size;
    Uniforms { size: [width, height, 1.0, 0.0], ..uniforms }
}

/// Seen from a hair higher, so that what lies in the floor's plane is seen over it.
fn sunk(uniforms: Uniforms) -> Uniforms {
    let [x, y, z, w] = uniforms.eye;
    Uniforms { eye: [x, y + SUNK, z, w], ..uniforms }
}

fn shaded(shadow: &Shadow, uniforms: Uniforms) -> Uniforms {
    let m = &shadow.map;
    let column = |i: usize, w: f32| [m[i], m[i + 1], m[i + 2], w];
    let [r, g, b] = shadow.color;
    // the card need not know infinity
    let [x, z] = shadow.reach.map(|r| r.min(1e30));
    Uniforms {
        shadow: [column(0, 0.0), column(3, 0.0), column(6, 0.0), column(9, 1.0)],
        shadow_color: [r, g, b, 1.0],
        reach: [x, z, 0.0, 0.0],
        ..uniforms
    }
}
