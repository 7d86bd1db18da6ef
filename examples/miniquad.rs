//! A game with a window and a renderer of its own, which plays a scene in it.
//!
//! In: a scene file, or the hero; `--frames N` ends it after so many pictures. Out: a window. Nothing of
//! Islay draws here: the loop, the clock, the shader and the buffers are the host's, in plain
//! miniquad. Texts are left out, since their font would be the host's as well.
//! `cargo run --example miniquad -- examples/pong/pong.islay`

use std::path::PathBuf;
use std::process::ExitCode;

use islay::draw::{View, pieces};
use islay::{Config, Draw, Frame, Input, Key, Scene, Stage};
use miniquad::{
    BufferLayout, BufferSource, BufferType, BufferUsage, Comparison, EventHandler, KeyCode,
    KeyMods, PassAction, Pipeline, PipelineParams, RenderingBackend, ShaderMeta, ShaderSource,
    UniformBlockLayout, UniformDesc, UniformType, UniformsSource, VertexAttribute, VertexFormat,
    conf::Conf, date, window,
};

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec3 normal;
uniform mat4 camera;
uniform mat4 world;
uniform vec4 color;
varying lowp vec4 shade;
void main() {
    gl_Position = camera * world * vec4(position, 1.0);
    vec3 n = normalize(mat3(world) * normal);
    float light = 0.55 + 0.45 * dot(n, normalize(vec3(-0.4, 0.8, -0.45)));
    shade = vec4(color.rgb * light, color.a);
}";

const FRAGMENT: &str = "#version 100
varying lowp vec4 shade;
void main() {
    gl_FragColor = shade;
}";

/// As in the shader.
#[repr(C)]
struct Uniforms {
    camera: [f32; 16],
    world: [f32; 16],
    color: [f32; 4],
}

/// Triangles on the graphics card.
struct Solid {
    vertices: miniquad::BufferId,
    indices: miniquad::BufferId,
    n_indices: i32,
    color: [f32; 4],
}

struct Game {
    ctx: Box<dyn RenderingBackend>,
    pipeline: Pipeline,
    stage: Stage,
    /// For each shape of the scene, what it is made of.
    solids: Vec<Vec<Solid>>,
    input: Input,
    /// When the last tick was.
    ticked: f64,
    frames_left: Option<u32>,
}

impl Game {
    fn new(scene: &Scene, frames_left: Option<u32>) -> Result<Self, String> {
        let mut ctx = window::new_rendering_backend();
        let pipeline = pipeline(&mut *ctx)?;
        let mut stage = Stage::new(scene, Config::default());
        let frame = stage.frame(1.0);
        let solids = frame.shapes().iter().map(|shape| {
            let pieces = pieces(shape, scene.library());
            let model = shape.file.as_deref().and_then(|file| scene.library().model(file));
            let color = |piece: &islay::draw::Piece| {
                let material = model?.materials.get(piece.material? as usize)?;
                Some(channels(material.color))
            };
            pieces.iter().map(|p| Solid::new(&mut *ctx, p, color(p).unwrap_or([1.0; 4]))).collect()
        });
        let solids = solids.collect();
        let (input, ticked) = (Input::new(), date::now());
        Ok(Self { ctx, pipeline, stage, solids, input, ticked, frames_left })
    }

    fn paint(&mut self, frame: &Frame) {
        let (width, height) = window::screen_size();
        let camera = View::of(frame, width / height.max(1.0)).matrix(1000.0);
        let [r, g, b, a] = channels(self.stage.scene().world().background);
        self.ctx.begin_default_pass(PassAction::clear_color(r, g, b, a));
        self.ctx.apply_pipeline(&self.pipeline);
        for draw in frame.draws().iter().filter(|draw| draw.screen.is_none()) {
            self.paint_one(&camera, draw);
        }
        self.ctx.end_render_pass();
        self.ctx.commit_frame();
    }

    fn paint_one(&mut self, camera: &[f32; 16], draw: &Draw) {
        let tint = channels(draw.color);
        for solid in self.solids.get(draw.shape as usize).into_iter().flatten() {
            let color = std::array::from_fn(|i| solid.color[i] * tint[i]);
            let uniforms = Uniforms { camera: *camera, world: draw.world, color };
            self.ctx.apply_bindings_from_slice(&[solid.vertices], solid.indices, &[]);
            self.ctx.apply_uniforms(UniformsSource::table(&uniforms));
            self.ctx.draw(0, solid.n_indices, 1);
        }
    }
}

impl EventHandler for Game {
    /// Ticks of the scene have a fixed length, whatever the screen does.
    fn update(&mut self) {
        let length = f64::from(self.stage.scene().tick_seconds());
        // who was away for long does not catch up
        self.ticked = self.ticked.max(date::now() - 0.25);
        while date::now() - self.ticked >= length {
            self.ticked += length;
            self.stage.tick(&std::mem::take(&mut self.input));
        }
    }

    fn draw(&mut self) {
        let length = f64::from(self.stage.scene().tick_seconds());
        let share = ((date::now() - self.ticked) / length).clamp(0.0, 1.0);
        let frame = self.stage.frame(share as f32);
        self.paint(&frame);
        self.frames_left = self.frames_left.map(|n| n.saturating_sub(1));
        if self.frames_left == Some(0) {
            window::order_quit();
        }
    }

    fn key_down_event(&mut self, code: KeyCode, _: KeyMods, repeat: bool) {
        match key(code) {
            Some(key) if !repeat => self.input = std::mem::take(&mut self.input).press(key),
            _ => {}
        }
    }

    fn key_up_event(&mut self, code: KeyCode, _: KeyMods) {
        if let Some(key) = key(code) {
            self.input = std::mem::take(&mut self.input).release(key);
        }
    }
}

impl Solid {
    fn new(ctx: &mut dyn RenderingBackend, piece: &islay::draw::Piece, color: [f32; 4]) -> Self {
        let mesh = &piece.mesh;
        let vertex = |(p, n): (&[f32; 3], &[f32; 3])| [p[0], p[1], p[2], n[0], n[1], n[2]];
        let vertices: Vec<_> = mesh.positions.iter().zip(&mesh.normals).map(vertex).collect();
        let indices = mesh.triangles.as_flattened();
        let mut buffer = |kind, source| ctx.new_buffer(kind, BufferUsage::Immutable, source);
        Self {
            vertices: buffer(BufferType::VertexBuffer, BufferSource::slice(&vertices)),
            indices: buffer(BufferType::IndexBuffer, BufferSource::slice(indices)),
            n_indices: indices.len() as i32,
            color,
        }
    }
}

fn pipeline(ctx: &mut dyn RenderingBackend) -> Result<Pipeline, String> {
    let uniform = UniformDesc::new;
    let uniforms = UniformBlockLayout {
        uniforms: vec![
            uniform("camera", UniformType::Mat4),
            uniform("world", UniformType::Mat4),
            uniform("color", UniformType::Float4),
        ],
    };
    let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
    let shader = ctx.new_shader(source, ShaderMeta { images: Vec::new(), uniforms });
    let shader = shader.map_err(|why| format!("the shader does not compile: {why}"))?;
    let attributes = [
        VertexAttribute::new("position", VertexFormat::Float3),
        VertexAttribute::new("normal", VertexFormat::Float3),
    ];
    let depth = PipelineParams {
        depth_write: true,
        depth_test: Comparison::Less,
        ..PipelineParams::default()
    };
    Ok(ctx.new_pipeline(&[BufferLayout::default()], &attributes, shader, depth))
}

/// Red, green, blue and opacity from 0 to 1.
fn channels(color: u32) -> [f32; 4] {
    color.to_be_bytes().map(|channel| f32::from(channel) / 255.0)
}

/// The keys that this game has.
fn key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Space => Key::Space,
        KeyCode::Enter => Key::Enter,
        _ => return None,
    })
}

/// The window library panics where there is no display.
fn has_display() -> bool {
    let there = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || there("DISPLAY")
}

fn main() -> ExitCode {
    let (mut file, mut frames) = (None, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--frames" => frames = args.next().and_then(|n| n.parse().ok()),
            _ => file = Some(PathBuf::from(arg)),
        }
    }
    let file = file.unwrap_or_else(|| {
        [env!("CARGO_MANIFEST_DIR"), "examples", "hero", "hero.islay"].iter().collect()
    });
    let scene = match Scene::open(&file, None) {
        Ok(scene) => scene,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if !has_display() {
        eprintln!("there is no display: set DISPLAY, or try `xvfb-run`");
        return ExitCode::FAILURE;
    }
    let conf = Conf { window_title: scene.name().to_owned(), ..Conf::default() };
    miniquad::start(conf, move || match Game::new(&scene, frames) {
        Ok(game) => Box::new(game),
        Err(why) => {
            eprintln!("{why}");
            std::process::exit(1)
        }
    });
    ExitCode::SUCCESS
}
