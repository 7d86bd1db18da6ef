//! What the shapes of a scene are made of: meshes, materials and pictures.
//!
//! In: a scene's shapes, its library, its world. Out: [`Stock`], made once for a scene and read by
//! all who draw. Primitives that differ in size alone share a mesh of size 1 that is fitted, so that
//! they are drawn together. Words have no mesh here: they change while the scene runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use islay_assets::library::Library;
use islay_assets::model::{Image, Mesh, Model};
use islay_assets::primitive;
use islay_vm::frame::{Shape, ShapeId};
use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{IDENTITY, Vec3};
use islay_vm::program::{BaseSpec, WorldSpec};

use crate::light;

/// An index into [`Stock::meshes`].
pub type MeshId = u32;
/// An index into [`Stock::images`].
pub type ImageId = u32;

/// One mesh of a shape, and how it looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What is drawn.
    pub mesh: MeshId,
    /// From the mesh to the shape.
    pub fit: Affine,
    /// Linear colour and opacity, times those of the draw and of the picture.
    pub color: [f32; 4],
    /// The picture on it.
    pub image: Option<ImageId>,
    /// The picture is half seen through, not just cut out.
    pub glassy: bool,
}

/// Triangles with their extent.
#[derive(Debug)]
pub struct Stuff {
    source: Source<Mesh>,
    /// Smallest and largest corner.
    pub bounds: [Vec3; 2],
    /// Its triangles enclose a space, so that their inner sides are seen from inside alone.
    pub closed: bool,
}

/// A picture, and whether something is seen through it.
#[derive(Debug)]
struct Sheet {
    source: Source<Image>,
    glassy: bool,
    dense: bool,
}

/// Own, or a part of a model that is shared with the library.
#[derive(Debug)]
enum Source<T> {
    Own(Arc<T>),
    Model(Arc<Model>, usize),
}

/// Everything that the shapes of a scene need.
#[derive(Debug)]
pub struct Stock {
    world: WorldSpec,
    plane: MeshId,
    meshes: Vec<Stuff>,
    images: Vec<Sheet>,
    /// By shape.
    pieces: Vec<Vec<Piece>>,
}

impl Stock {
    /// The stock of a scene.
    pub fn new(shapes: &[Shape], library: &Library, world: &WorldSpec) -> Self {
        let mut maker = Maker::new(library);
        let plane = maker.unit(&BaseSpec::Plane(1.0, 1.0));
        let pieces = shapes.iter().map(|shape| maker.pieces(shape)).collect();
        Self { world: world.clone(), plane, meshes: maker.meshes, images: maker.images, pieces }
    }

    /// The world that the shapes stand in.
    pub fn world(&self) -> &WorldSpec {
        &self.world
    }

    /// The plane of size 1 that floor and walls are made of.
    pub fn plane(&self) -> MeshId {
        self.plane
    }

    /// All meshes, by number.
    pub fn meshes(&self) -> impl ExactSizeIterator<Item = &Mesh> {
        self.meshes.iter().map(Stuff::mesh)
    }

    /// A mesh with its extent.
    pub fn stuff(&self, id: MeshId) -> Option<&Stuff> {
        self.meshes.get(id as usize)
    }

    /// All pictures, by number.
    pub fn images(&self) -> impl ExactSizeIterator<Item = &Image> {
        self.images.iter().map(Sheet::image)
    }

    /// A picture.
    pub fn image(&self, id: ImageId) -> Option<&Image> {
        self.images.get(id as usize).map(Sheet::image)
    }

    /// Whether nothing is ever seen through a picture.
    pub fn is_dense(&self, id: ImageId) -> bool {
        self.images.get(id as usize).is_some_and(|sheet| sheet.dense)
    }

    /// What a shape is made of; nothing for words.
    pub fn pieces(&self, shape: ShapeId) -> &[Piece] {
        self.pieces.get(shape as usize).map_or(&[], Vec::as_slice)
    }
}

impl Stuff {
    fn new(source: Source<Mesh>, closed: bool) -> Self {
        let mut stuff = Self { source, bounds: [[0.0; 3]; 2], closed };
        stuff.bounds = stuff.mesh().bounds();
        stuff
    }

    /// The triangles.
    pub fn mesh(&self) -> &Mesh {
        static NONE: Mesh = Mesh {
            positions: Vec::new(),
            normals: Vec::new(),
            uvs: Vec::new(),
            triangles: Vec::new(),
        };
        match &self.source {
            Source::Own(mesh) => mesh,
            Source::Model(model, i) => model.pieces.get(*i).map_or(&NONE, |piece| &piece.mesh),
        }
    }
}

impl Sheet {
    fn new(source: Source<Image>) -> Self {
        let mut sheet = Self { source, glassy: false, dense: false };
        let opacities = || sheet.image().rgba.chunks_exact(4).filter_map(|p| p.get(3).copied());
        let seen = opacities().filter(|a| *a >= 16).count();
        let half = opacities().filter(|a| (16..240).contains(a)).count();
        let dense = opacities().all(|a| a == 255);
        (sheet.glassy, sheet.dense) = (half * 8 > seen, dense);
        sheet
    }

    fn image(&self) -> &Image {
        static NONE: Image = Image { width: 0, height: 0, rgba: Vec::new() };
        match &self.source {
            Source::Own(image) => image,
            Source::Model(model, i) => model.images.get(*i).unwrap_or(&NONE),
        }
    }
}

/// A stock in the making.
struct Maker<'a> {
    library: &'a Library,
    meshes: Vec<Stuff>,
    images: Vec<Sheet>,
    /// Meshes of size 1 by kind and ratio.
    units: BTreeMap<(u8, u32), MeshId>,
    textures: BTreeMap<Arc<str>, Option<ImageId>>,
    models: BTreeMap<Arc<str>, Vec<Piece>>,
}

impl<'a> Maker<'a> {
    fn new(library: &'a Library) -> Self {
        Self {
            library,
            meshes: Vec::new(),
            images: Vec::new(),
            units: BTreeMap::new(),
            textures: BTreeMap::new(),
            models: BTreeMap::new(),
        }
    }

    fn pieces(&mut self, shape: &Shape) -> Vec<Piece> {
        let mut pieces = match (&shape.base, &shape.file) {
            (BaseSpec::Text(..), _) => Vec::new(),
            (BaseSpec::Model(_), Some(file)) => self.model(file),
            (base, _) => vec![self.primitive(base)],
        };
        if let Some(image) = shape.texture.as_ref().and_then(|name| self.texture(name)) {
            for piece in &mut pieces {
                (piece.image, piece.glassy) = (Some(image), self.is_glassy(image));
            }
        }
        pieces
    }

    fn primitive(&mut self, base: &BaseSpec) -> Piece {
        let (unit, size) = fitted(base);
        let mesh = self.unit(&unit);
        let fit = affine::trs([0.0; 3], IDENTITY, size);
        Piece { mesh, fit, color: [1.0; 4], image: None, glassy: false }
    }

    fn unit(&mut self, base: &BaseSpec) -> MeshId {
        let key = match *base {
            BaseSpec::Plane(..) => (1, 0),
            BaseSpec::Ball(_) => (2, 0),
            BaseSpec::Cylinder(..) => (3, 0),
            BaseSpec::Cone(..) => (4, 0),
            BaseSpec::Capsule(radius, _) => (5, radius.to_bits()),
            BaseSpec::Box(_) | BaseSpec::Text(..) | BaseSpec::Model(_) => (0, 0),
        };
        if let Some(id) = self.units.get(&key) {
            return *id;
        }
        let mesh = primitive::mesh(base).unwrap_or_default();
        let closed = !matches!(base, BaseSpec::Plane(..));
        let id = self.keep(Stuff::new(Source::Own(mesh.into()), closed));
        self.units.insert(key, id);
        id
    }

    fn keep(&mut self, stuff: Stuff) -> MeshId {
        self.meshes.push(stuff);
        (self.meshes.len() - 1) as MeshId
    }

    /// The pieces of a model file; a cube where the library has none of that name.
    fn model(&mut self, file: &Arc<str>) -> Vec<Piece> {
        if let Some(known) = self.models.get(file) {
            return known.clone();
        }
        let pieces = match self.library.model(file) {
            Some(model) => self.model_pieces(model),
            None => vec![self.primitive(&BaseSpec::Box([1.0; 3]))],
        };
        self.models.insert(file.clone(), pieces.clone());
        pieces
    }

    fn model_pieces(&mut self, model: &Arc<Model>) -> Vec<Piece> {
        let first = self.images.len();
        for i in 0..model.images.len() {
            self.keep_image(Source::Model(model.clone(), i));
        }
        let used = model.pieces.iter().enumerate().filter(|(_, p)| !p.mesh.triangles.is_empty());
        let pieces = used.map(|(i, piece)| {
            let mesh = self.keep(Stuff::new(Source::Model(model.clone(), i), false));
            let material = piece.material.and_then(|m| model.materials.get(m as usize));
            let image =
                material.and_then(|m| m.image).filter(|i| (*i as usize) < model.images.len());
            let image = image.map(|i| first as ImageId + i);
            let glassy = image.is_some_and(|i| self.is_glassy(i));
            let color = light::linear(material.map_or(u32::MAX, |m| m.color));
            Piece { mesh, fit: affine::IDENTITY, color, image, glassy }
        });
        pieces.collect()
    }

    fn texture(&mut self, name: &Arc<str>) -> Option<ImageId> {
        if let Some(known) = self.textures.get(name) {
            return *known;
        }
        let image = self.library.image(name);
        let id = image.map(|image| self.keep_image(Source::Own(image.clone())));
        self.textures.insert(name.clone(), id);
        id
    }

    fn keep_image(&mut self, source: Source<Image>) -> ImageId {
        self.images.push(Sheet::new(source));
        (self.images.len() - 1) as ImageId
    }

    fn is_glassy(&self, image: ImageId) -> bool {
        self.images.get(image as usize).is_some_and(|sheet| sheet.glassy)
    }
}

/// The base of size 1 that a primitive is a stretched one of, and how far it is stretched.
fn fitted(base: &BaseSpec) -> (BaseSpec, Vec3) {
    match *base {
        BaseSpec::Ball(radius) => (BaseSpec::Ball(0.5), [radius * 2.0; 3]),
        BaseSpec::Cylinder(radius, height) => {
            (BaseSpec::Cylinder(0.5, 1.0), [radius * 2.0, height, radius * 2.0])
        }
        BaseSpec::Cone(radius, height) => {
            (BaseSpec::Cone(0.5, 1.0), [radius * 2.0, height, radius * 2.0])
        }
        BaseSpec::Capsule(radius, height) => {
            let ratio = radius / height;
            let ratio = if ratio.is_finite() { ratio.clamp(0.0, 0.5) } else { 0.5 };
            (BaseSpec::Capsule(ratio, 1.0), [height; 3])
        }
        BaseSpec::Plane(width, depth) => (BaseSpec::Plane(1.0, 1.0), [width, 1.0, depth]),
        BaseSpec::Box(size) => (BaseSpec::Box([1.0; 3]), size),
        BaseSpec::Text(..) | BaseSpec::Model(_) => (BaseSpec::Box([1.0; 3]), [1.0; 3]),
    }
}
