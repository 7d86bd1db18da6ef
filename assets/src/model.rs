//! Triangles as renderers want them.
//!
//! In: nothing, these are the data. Out: [`Mesh`]. It holds no material and no skin, and says
//! nothing about where it is.

use islay_vm::math::{Vec3, cross, dot, sub};

/// Triangles in Islay's axes (X right, Y up, Z forward) and units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// A position for each vertex.
    pub positions: Vec<Vec3>,
    /// A unit normal for each vertex, pointing outward.
    pub normals: Vec<Vec3>,
    /// A texture coordinate for each vertex, 0 0 at the top left of the picture.
    pub uvs: Vec<[f32; 2]>,
    /// Three vertices for each triangle; (b − a) × (c − a) points outward.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds a vertex and tells its number.
    pub(crate) fn vertex(&mut self, position: Vec3, normal: Vec3, uv: [f32; 2]) -> u32 {
        self.positions.push(position);
        self.normals.push(normal);
        self.uvs.push(uv);
        (self.positions.len() - 1) as u32
    }

    /// Adds a triangle, unless it has no area.
    pub(crate) fn triangle(&mut self, corners: [u32; 3]) {
        let Some([a, b, c]) = self.corners(corners) else { return };
        let area = cross(sub(b, a), sub(c, a));
        if dot(area, area) > 0.0 {
            self.triangles.push(corners);
        }
    }

    /// Where the corners of a triangle are; `None` where it names no vertex.
    pub fn corners(&self, triangle: [u32; 3]) -> Option<[Vec3; 3]> {
        let at = |i: u32| self.positions.get(i as usize).copied();
        Some([at(triangle[0])?, at(triangle[1])?, at(triangle[2])?])
    }

    /// Smallest and largest corner; zeros where there is no vertex.
    pub fn bounds(&self) -> [Vec3; 2] {
        let mut points = self.positions.iter().copied();
        let Some(first) = points.next() else { return [[0.0; 3]; 2] };
        points.fold([first, first], |[lo, hi], p| {
            [std::array::from_fn(|i| lo[i].min(p[i])), std::array::from_fn(|i| hi[i].max(p[i]))]
        })
    }

    /// The volume inside, positive where the triangles face outward.
    pub fn volume(&self) -> f32 {
        let corners = self.triangles.iter().filter_map(|t| self.corners(*t));
        corners.map(|[a, b, c]| dot(a, cross(b, c)) / 6.0).sum()
    }
}

/// A picture to be laid on a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Red, green, blue (sRGB) and opacity of each pixel, from the top left, row by row.
    pub rgba: Vec<u8>,
}

/// How a surface looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Its name in the file.
    pub name: String,
    /// 0xRRGGBBAA, sRGB; times the picture where there is one.
    pub color: u32,
    /// An index into [`Model::images`].
    pub image: Option<u32>,
}

/// Triangles of one material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// In the model's own frame: transforms of nodes are worked in, skins stand in bind pose.
    pub mesh: Mesh,
    /// An index into [`Model::materials`]; `None` is white.
    pub material: Option<u32>,
}

/// What a model file shows, in Islay's axes and in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Its triangles.
    pub pieces: Vec<Piece>,
    /// How they look.
    pub materials: Vec<Material>,
    /// The pictures on them.
    pub images: Vec<Image>,
    /// Names of its bones: joints of skins and nodes that clips move.
    pub bones: Vec<String>,
    /// Its clips.
    pub clips: Vec<ClipFacts>,
}

impl Model {
    /// Bytes in memory, about: what its triangles and pictures take.
    pub fn size(&self) -> usize {
        let mesh = |mesh: &Mesh| {
            size_of_val(&*mesh.positions)
                + size_of_val(&*mesh.normals)
                + size_of_val(&*mesh.uvs)
                + size_of_val(&*mesh.triangles)
        };
        let pieces: usize = self.pieces.iter().map(|piece| mesh(&piece.mesh)).sum();
        pieces + self.images.iter().map(|image| image.rgba.len()).sum::<usize>()
    }
}

/// What is known of a clip before clips can be played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipFacts {
    /// Its name.
    pub name: String,
    /// In seconds.
    pub duration: f32,
}

impl Model {
    /// Smallest and largest corner; zeros where there is no vertex.
    pub fn bounds(&self) -> [Vec3; 2] {
        let full = self.pieces.iter().filter(|p| !p.mesh.positions.is_empty());
        let boxes = full.map(|p| p.mesh.bounds());
        let both = |[a, b]: [Vec3; 2], [c, d]: [Vec3; 2]| {
            [std::array::from_fn(|i| a[i].min(c[i])), std::array::from_fn(|i| b[i].max(d[i]))]
        };
        boxes.reduce(both).unwrap_or([[0.0; 3]; 2])
    }
}
