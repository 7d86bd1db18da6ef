//! What there is to draw at one moment: a list, and where it is seen from.
//!
//! In: nothing, these are the data; [`crate::world::World::frame`] makes them. Out: what renderers
//! and hosts read. It has no pictures, no meshes and no files: a [`Shape`] says by numbers and
//! names what is drawn, a renderer keeps what belongs to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::input::InstanceId;
use crate::math::affine::{self, Affine};
use crate::math::{Quat, Vec3};
use crate::program::{BaseSpec, CameraSpec, Program};

/// An index into [`Frame::shapes`].
pub type ShapeId = u32;

/// Something that can be drawn, as often as one likes, in any colour and place.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is made of; a text's height is here and its words are in [`Draw::text`].
    pub base: BaseSpec,
    /// The name of the model file, where it is one.
    pub file: Option<Arc<str>>,
    /// The name of the texture file.
    pub texture: Option<Arc<str>>,
}

/// One shape of one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Whom it belongs to: what a click on it means.
    pub id: InstanceId,
    /// What is drawn.
    pub shape: ShapeId,
    /// From the shape to the world, 16 numbers column by column; for what is pinned to the picture
    /// to the frame of its place there: X right, Y up, ten units to the picture's height.
    pub world: [f32; 16],
    /// 0xRRGGBBAA, times the colours of the model or texture.
    pub color: u32,
    /// What a text shape says.
    pub text: Option<Arc<str>>,
    /// Pinned to the picture instead of standing in the world: vertical, horizontal in −1, 0, 1
    /// (bottom left is −1 −1). It is drawn over everything and without light.
    pub screen: Option<[i8; 2]>,
}

/// Where a frame is seen from.
#[derive(Clone, Debug, PartialEq)]
pub enum Camera {
    /// As the scene says.
    Placed {
        /// Where it stands, in the frame of whom it belongs to.
        spec: CameraSpec,
        /// Place and rotation of whom it belongs to.
        subject: Option<(Vec3, Quat)>,
    },
    /// One that shows a box whole: smallest and largest corner.
    Around([Vec3; 2]),
}

/// What there is to draw, in order of creation.
#[derive(Clone, Debug)]
pub struct Frame {
    pub(crate) shapes: Arc<[Shape]>,
    pub(crate) draws: Vec<Draw>,
    pub(crate) camera: Camera,
}

impl Frame {
    /// A frame of these parts.
    pub fn new(shapes: Arc<[Shape]>, draws: Vec<Draw>, camera: Camera) -> Self {
        Self { shapes, draws, camera }
    }

    /// Everything that any frame of the program can draw.
    pub fn shapes(&self) -> &Arc<[Shape]> {
        &self.shapes
    }

    /// What is drawn, the oldest instance first.
    pub fn draws(&self) -> &[Draw] {
        &self.draws
    }

    /// Where it is seen from.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }
}

/// The shapes of a program, each once, and for every def its shape and how that stands in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looks {
    pub shapes: Arc<[Shape]>,
    pub of_def: Vec<Option<(ShapeId, Affine)>>,
}

impl Looks {
    /// Shapes that differ in colour and placement alone are one.
    pub fn new(program: &Program) -> Self {
        let name = |id: u32| Arc::from(crate::text::name(program, id));
        let mut shapes: Vec<Shape> = Vec::new();
        // shapes hold numbers, which cannot be sorted; as they are printed they can
        let mut known: BTreeMap<String, ShapeId> = BTreeMap::new();
        let of_def = program.defs.iter().map(|def| {
            let spec = def.shape.as_ref()?;
            let (base, file) = match &spec.base {
                BaseSpec::Text(_, height) => (BaseSpec::Text(0, *height), None),
                BaseSpec::Model(file) => (BaseSpec::Model(*file), Some(name(*file))),
                base => (base.clone(), None),
            };
            let shape = Shape { base, file, texture: spec.texture.map(name) };
            let at = *known.entry(format!("{shape:?}")).or_insert_with(|| {
                shapes.push(shape);
                shapes.len() as ShapeId - 1
            });
            Some((at, affine::trs(spec.at, spec.rotation, spec.scale)))
        });
        let of_def = of_def.collect();
        Self { shapes: shapes.into(), of_def }
    }
}
