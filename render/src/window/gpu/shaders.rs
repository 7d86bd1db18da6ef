//! The programs of the graphics card.
//!
//! In: the dialect it speaks. Out: pipelines. The light is that of `crate::light`, word for word.

use miniquad::{
    BlendFactor, BlendState, BlendValue, BufferLayout, Comparison, ContextInfo, Equation,
    FrontFaceOrder, Pipeline, PipelineParams, PrimitiveType, RenderingBackend, ShaderMeta,
    ShaderSource, UniformBlockLayout, UniformDesc, UniformType, VertexAttribute, VertexFormat,
    VertexStep,
};

use crate::camera::NEAR;
use crate::light::{DIRECT, GROUND, SKY};

/// What all instances of a draw call share. Four numbers each, as the card wants them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Uniforms {
    /// Where the eye is.
    pub eye: [f32; 4],
    /// The camera's X, so long that the picture's edge is at the distance.
    pub right: [f32; 4],
    /// Its Y likewise.
    pub up: [f32; 4],
    /// Its Z.
    pub forward: [f32; 4],
    /// The direction to the light.
    pub light: [f32; 4],
    /// Its colour.
    pub light_color: [f32; 4],
    /// The background.
    pub background: [f32; 4],
    /// Where fading begins and ends; 1 if it does at all.
    pub fade: [f32; 4],
    /// From the world to its shadow: images of X, Y, Z and of the origin; 1 in the last of the
    /// origin where a shadow is drawn.
    pub shadow: [[f32; 4]; 4],
    /// The colour in the shadow.
    pub shadow_color: [f32; 4],
    /// Half width and depth of the floor.
    pub reach: [f32; 4],
    /// 1 each: light falls on it; it is pinned to the picture; there is a picture on it. Last: what
    /// is less opaque than this is left out.
    pub mode: [f32; 4],
    /// Width and height in pixels; 1: it is hidden by what the depths say.
    pub size: [f32; 4],
}

/// What the final step is told.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Page {
    /// Width and height in pixels.
    pub size: [f32; 4],
    /// Of what is drawn: where its origin is in pixels, and the pixels of its unit.
    pub place: [f32; 4],
}

/// All ways to draw.
pub struct Pipelines {
    /// Floor and shadows, over what is there.
    pub floor: Pipeline,
    /// The floor's depth alone.
    pub floor_depth: Pipeline,
    /// What hides what is behind it.
    pub solid: Pipeline,
    /// What is seen through.
    pub clear: Pipeline,
    /// What is pinned to the picture.
    pub screen: Pipeline,
    /// Lines over everything.
    pub lines: Pipeline,
    /// Panels and texts.
    pub overlay: Pipeline,
    /// Linear colours to written ones.
    pub page: Pipeline,
}

const VERTEX: &str = "
in vec3 position;
in vec3 normal;
in vec2 uv;
in vec3 map_x;
in vec3 map_y;
in vec3 map_z;
in vec3 map_o;
in vec4 tint;
uniform vec4 eye;
uniform vec4 right;
uniform vec4 up;
uniform vec4 forward;
uniform vec4 shadow[4];
uniform vec4 mode;
out vec3 v_world;
out vec3 v_normal;
out vec2 v_uv;
out vec4 v_tint;
out float v_height;
void main() {
    vec3 world = map_x * position.x + map_y * position.y + map_z * position.z + map_o;
    v_height = world.y;
    if (shadow[3].w > 0.5) {
        world = shadow[0].xyz * world.x + shadow[1].xyz * world.y + shadow[2].xyz * world.z + shadow[3].xyz;
    }
    v_world = world;
    v_normal = cross(map_y, map_z) * normal.x + cross(map_z, map_x) * normal.y + cross(map_x, map_y) * normal.z;
    v_uv = uv;
    v_tint = tint;
    if (mode.y > 0.5) {
        gl_Position = vec4(world.x * right.x, world.y * up.y, world.z / 5000.0, 1.0);
    } else {
        vec3 p = world - eye.xyz;
        float distance = dot(p, forward.xyz);
        gl_Position = vec4(dot(p, right.xyz), dot(p, up.xyz), distance - 2.0 * NEAR, distance);
    }
}
";

const FRAGMENT: &str = "
in vec3 v_world;
in vec3 v_normal;
in vec2 v_uv;
in vec4 v_tint;
in float v_height;
uniform vec4 eye;
uniform vec4 light;
uniform vec4 light_color;
uniform vec4 background;
uniform vec4 fade;
uniform vec4 shadow[4];
uniform vec4 shadow_color;
uniform vec4 reach;
uniform vec4 mode;
uniform vec4 size;
uniform sampler2D image;
uniform sampler2D depths;
out vec4 color;
vec3 decoded(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), c));
}
void main() {
    vec4 c = v_tint;
    if (mode.z > 0.5) {
        vec4 texel = texture(image, v_uv);
        c *= vec4(decoded(texel.rgb), texel.a);
    }
    if (c.a < mode.w) discard;
    if (size.z > 0.5 && gl_FragCoord.z >= texture(depths, gl_FragCoord.xy / size.xy).r) discard;
    if (shadow[3].w > 0.5) {
        if (v_height < 0.0 || abs(v_world.x) > reach.x || abs(v_world.z) > reach.y) discard;
        c = vec4(shadow_color.rgb, 1.0);
    } else if (mode.x > 0.5) {
        float square = dot(v_normal, v_normal);
        vec3 n = square > 0.0 ? v_normal * inversesqrt(square) : vec3(0.0);
        if (!gl_FrontFacing) n = -n;
        float around = mix(GROUND, SKY, n.y * 0.5 + 0.5);
        c.rgb = min(c.rgb * (around + light_color.rgb * (DIRECT * max(0.0, dot(n, light.xyz)))), 1.0);
    }
    if (fade.z > 0.5) {
        float gone = smoothstep(fade.x, fade.y, length(v_world - eye.xyz));
        c.rgb = mix(c.rgb, background.rgb, gone);
    }
    color = c;
}
";

const OVERLAY_VERTEX: &str = "
in vec2 at;
in vec4 tint;
uniform vec4 size;
uniform vec4 place;
out vec4 v_tint;
void main() {
    v_tint = tint;
    vec2 p = place.xy + at * place.z;
    gl_Position = vec4(p.x / size.x * 2.0 - 1.0, 1.0 - p.y / size.y * 2.0, 0.0, 1.0);
}
";

const OVERLAY_FRAGMENT: &str = "
in vec4 v_tint;
out vec4 color;
void main() {
    color = v_tint;
}
";

const PAGE_VERTEX: &str = "
in vec2 at;
out vec2 v_uv;
void main() {
    v_uv = at * 0.5 + 0.5;
    gl_Position = vec4(at, 0.0, 1.0);
}
";

const PAGE_FRAGMENT: &str = "
in vec2 v_uv;
uniform sampler2D image;
out vec4 color;
void main() {
    vec3 c = clamp(texture(image, v_uv).rgb, 0.0, 1.0);
    vec3 encoded = mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), c));
    color = vec4(encoded, 1.0);
}
";

/// The names of a mesh's and an instance's numbers, and in which buffer they are.
const SURFACE: [VertexAttribute; 8] = [
    VertexAttribute::with_buffer("position", VertexFormat::Float3, 0),
    VertexAttribute::with_buffer("normal", VertexFormat::Float3, 0),
    VertexAttribute::with_buffer("uv", VertexFormat::Float2, 0),
    VertexAttribute::with_buffer("map_x", VertexFormat::Float3, 1),
    VertexAttribute::with_buffer("map_y", VertexFormat::Float3, 1),
    VertexAttribute::with_buffer("map_z", VertexFormat::Float3, 1),
    VertexAttribute::with_buffer("map_o", VertexFormat::Float3, 1),
    VertexAttribute::with_buffer("tint", VertexFormat::Float4, 1),
];

impl Pipelines {
    /// All of them, or what the card says against it.
    pub fn new(ctx: &mut dyn RenderingBackend) -> Result<Self, String> {
        let head = head(&ctx.info());
        let surface = Maker::surface(ctx, &head)?;
        let plain = PipelineParams {
            front_face_order: FrontFaceOrder::Clockwise,
            ..PipelineParams::default()
        };
        let hiding = PipelineParams { depth_write: true, depth_test: Comparison::Less, ..plain };
        let blending = PipelineParams { color_blend: Some(over()), ..plain };
        let hidden = (false, false, false, false);
        let lines = PipelineParams { primitive_type: PrimitiveType::Lines, ..blending };
        let later = Comparison::LessOrEqual;
        let screen = PipelineParams { depth_write: true, depth_test: later, ..blending };
        let mut make = |params| surface.pipeline(ctx, params);
        let (floor, solid, clear) = (make(plain), make(hiding), make(blending));
        let floor_depth = make(PipelineParams { color_write: hidden, ..hiding });
        let (screen, lines) = (make(screen), make(lines));
        let overlay = Maker::overlay(ctx, &head)?.pipeline(ctx, blending);
        let page = Maker::page(ctx, &head)?.pipeline(ctx, plain);
        Ok(Self { floor, floor_depth, solid, clear, screen, lines, overlay, page })
    }
}

/// Seen through: `color` over what is there.
fn over() -> BlendState {
    let opacity = BlendValue::SourceAlpha;
    let (source, under) = (BlendFactor::Value(opacity), BlendFactor::OneMinusValue(opacity));
    BlendState::new(Equation::Add, source, under)
}

/// A program with what it takes.
struct Maker {
    shader: miniquad::ShaderId,
    layout: Vec<BufferLayout>,
    attributes: Vec<VertexAttribute>,
}

impl Maker {
    fn new(
        ctx: &mut dyn RenderingBackend,
        [head, vertex, fragment]: [&str; 3],
        images: &[&str],
        uniforms: Vec<UniformDesc>,
        attributes: &[VertexAttribute],
    ) -> Result<Self, String> {
        let (vertex, fragment) = (format!("{head}{vertex}"), format!("{head}{fragment}"));
        let source = ShaderSource::Glsl { vertex: &vertex, fragment: &fragment };
        let images = images.iter().map(|name| (*name).to_owned()).collect();
        let meta = ShaderMeta { images, uniforms: UniformBlockLayout { uniforms } };
        let shader = ctx.new_shader(source, meta).map_err(|e| e.to_string())?;
        let instanced = attributes.iter().any(|a| a.buffer_index == 1);
        let steps = [VertexStep::PerVertex, VertexStep::PerInstance];
        let layout = steps.into_iter().take(1 + usize::from(instanced));
        let layout = layout.map(|step_func| BufferLayout { step_func, ..BufferLayout::default() });
        Ok(Self { shader, layout: layout.collect(), attributes: attributes.to_vec() })
    }

    fn surface(ctx: &mut dyn RenderingBackend, head: &str) -> Result<Self, String> {
        let one = |name: &str| UniformDesc::new(name, UniformType::Float4);
        let names = ["eye", "right", "up", "forward", "light", "light_color", "background", "fade"];
        let mut uniforms: Vec<UniformDesc> = names.into_iter().map(one).collect();
        uniforms.push(one("shadow").array(4));
        uniforms.extend(["shadow_color", "reach", "mode", "size"].map(one));
        Self::new(ctx, [head, VERTEX, FRAGMENT], &["image", "depths"], uniforms, &SURFACE)
    }

    fn overlay(ctx: &mut dyn RenderingBackend, head: &str) -> Result<Self, String> {
        let uniforms = ["size", "place"];
        let uniforms = uniforms.map(|name| UniformDesc::new(name, UniformType::Float4)).into();
        let attributes = [
            VertexAttribute::new("at", VertexFormat::Float2),
            VertexAttribute::new("tint", VertexFormat::Float4),
        ];
        Self::new(ctx, [head, OVERLAY_VERTEX, OVERLAY_FRAGMENT], &[], uniforms, &attributes)
    }

    fn page(ctx: &mut dyn RenderingBackend, head: &str) -> Result<Self, String> {
        let attributes = [VertexAttribute::new("at", VertexFormat::Float2)];
        Self::new(ctx, [head, PAGE_VERTEX, PAGE_FRAGMENT], &["image"], Vec::new(), &attributes)
    }

    fn pipeline(&self, ctx: &mut dyn RenderingBackend, params: PipelineParams) -> Pipeline {
        ctx.new_pipeline(&self.layout, &self.attributes, self.shader, params)
    }
}

/// What stands before every program: the dialect, and the numbers of camera and light.
fn head(info: &ContextInfo) -> String {
    let support = &info.glsl_support;
    let dialect = match () {
        () if support.v330 => "#version 330\n",
        () if support.v150 => "#version 150\n",
        () if support.v300es => "#version 300 es\nprecision highp float;\n",
        () => "#version 130\n",
    };
    format!(
        "{dialect}#define NEAR {NEAR:?}\n#define SKY {SKY:?}\n#define GROUND {GROUND:?}\n#define DIRECT {DIRECT:?}\n"
    )
}
