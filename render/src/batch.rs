//! A frame, sorted into what can be drawn together.
//!
//! In: a frame, the scene's stock, a view. Out: [`Batches`]: instances in drawing order, cut into
//! runs of one mesh and one picture. It is pure, keeps its buffers from frame to frame and draws
//! nothing; what is not finite, or not seen at all, is left out.
//!
//! Who draws goes through the passes in the order of [`Pass`]:
//!
//! | pass | light | depth | culling |
//! | --- | --- | --- | --- |
//! | `Floor` | yes; fades into the background where [`Batches::fade`] says so | tested, written | none |
//! | `Wall` | yes | tested, written | none |
//! | shadows of `Solid` on the floor, see [`Shadow`] | plain colour, fades like the floor | tested, written | none |
//! | `Solid` | yes, unless it is text | tested, written; a picture's pixel below half opacity is left out | none |
//! | `Clear` | yes, unless it is text | tested | none |
//! | `Screen` | no | of its own, cleared before; equal depth is drawn over; written | none |

mod texts;
mod world;

use std::ops::Range;

use islay_assets::model::Mesh;
use islay_vm::frame::{Draw, Frame};
use islay_vm::input::InstanceId;
use islay_vm::math::affine::{self, Affine};
use islay_vm::math::{Vec3, dot, rotate, sub};
use islay_vm::program::BaseSpec;

use crate::camera::View;
use crate::light::{self, Light, Linear};
use crate::stock::{ImageId, MeshId, Piece, Stock};
use texts::Texts;
pub use texts::Word;
pub use world::Shadow;

/// Larger numbers than this are not drawn.
const LARGEST: f32 = 1e12;

/// When something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    /// The world's floor.
    Floor,
    /// Its walls and roof.
    Wall,
    /// What hides what is behind it, mesh by mesh.
    Solid,
    /// What is seen through, the farthest first.
    Clear,
    /// What is pinned to the picture, the farthest first.
    Screen,
}

/// Triangles of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeshKey {
    /// Of the stock.
    Stock(MeshId),
    /// An index into [`Batches::words`].
    Word(u32),
}

/// What of a batch its instances share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The triangles.
    pub mesh: MeshKey,
    /// The picture on them.
    pub image: Option<ImageId>,
}

/// A run of instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// When it is drawn.
    pub pass: Pass,
    /// What is drawn.
    pub kind: Kind,
    /// Light falls on it.
    pub lit: bool,
    /// Its part of [`Batches::instances`].
    pub instances: Range<usize>,
}

/// One of what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Instance {
    /// From the mesh to the world, or for [`Pass::Screen`] to the picture: the middle is 0 0, X
    /// right, Y up, ten units to its height.
    pub map: Affine,
    /// Linear colour, and opacity; times those of the picture.
    pub color: [f32; 4],
}

/// What there is to draw, in drawing order.
#[derive(Debug)]
pub struct Batches {
    /// Where it is seen from.
    pub view: View,
    /// The background.
    pub background: Linear,
    /// The light on it.
    pub light: Light,
    /// The shadow of what is solid, if there is any.
    pub shadow: Option<Shadow>,
    /// The floor fades into the background between these distances from the eye.
    pub fade: Option<[f32; 2]>,
    /// The runs, in drawing order.
    pub batches: Vec<Batch>,
    /// All instances, batch by batch.
    pub instances: Vec<Instance>,
    /// Whom each of them belongs to; 0 for the world.
    pub owners: Vec<InstanceId>,
    texts: Texts,
    staged: Vec<Staged>,
    order: Vec<(u64, u32)>,
}

/// An instance with its place in the order.
#[derive(Debug)]
struct Staged {
    pass: Pass,
    kind: Kind,
    owner: InstanceId,
    instance: Instance,
}

impl Default for Batches {
    fn default() -> Self {
        Self {
            view: View::around([[-0.5; 3], [0.5; 3]], 50.0, 1.0),
            background: [0.0; 3],
            light: Light { toward: [0.0; 3], color: [1.0; 3] },
            shadow: None,
            fade: None,
            batches: Vec::new(),
            instances: Vec::new(),
            owners: Vec::new(),
            texts: Texts::default(),
            staged: Vec::new(),
            order: Vec::new(),
        }
    }
}

impl Batches {
    /// What is drawn of this frame, instead of what was there.
    pub fn fill(&mut self, frame: &Frame, stock: &Stock, view: View) {
        self.staged.clear();
        self.order.clear();
        self.texts.begin();
        self.view = view;
        self.stage_world(stock);
        for draw in frame.draws() {
            self.stage_draw(frame, stock, draw);
        }
        self.gather();
    }

    /// The batches of a pass.
    pub fn of(&self, pass: Pass) -> impl Iterator<Item = &Batch> {
        self.batches.iter().filter(move |batch| batch.pass == pass)
    }

    /// The meshes of the words in this frame.
    pub fn words(&self) -> &[Word] {
        self.texts.words()
    }

    /// The triangles of a batch and their extent.
    pub fn mesh<'a>(&'a self, stock: &'a Stock, key: MeshKey) -> Option<(&'a Mesh, [Vec3; 2])> {
        match key {
            MeshKey::Stock(id) => stock.stuff(id).map(|stuff| (stuff.mesh(), stuff.bounds)),
            MeshKey::Word(i) => self.words().get(i as usize).map(|word| (&*word.mesh, word.bounds)),
        }
    }

    fn stage_draw(&mut self, frame: &Frame, stock: &Stock, draw: &Draw) {
        let Some(world) = finite(&draw.world) else { return };
        let color = light::linear(draw.color);
        let shape = frame.shapes().get(draw.shape as usize);
        if let (Some(text), Some(BaseSpec::Text(_, height))) =
            (&draw.text, shape.map(|shape| &shape.base))
        {
            let side = draw.screen.map_or(0, |[_, horizontal]| horizontal);
            let (word, extent) = self.texts.word(text, *height, side);
            let kind = Kind { mesh: MeshKey::Word(word), image: None };
            self.stage(draw, kind, Instance { map: world, color }, extent, false);
            return;
        }
        for piece in stock.pieces(draw.shape) {
            let &Piece { mesh, ref fit, image, glassy, .. } = piece;
            let Some(stuff) = stock.stuff(mesh) else { continue };
            let kind = Kind { mesh: MeshKey::Stock(mesh), image };
            let color = std::array::from_fn(|i| color[i] * piece.color[i]);
            let instance = Instance { map: affine::mul(&world, fit), color };
            self.stage(draw, kind, instance, stuff.bounds, glassy);
        }
    }

    fn stage(
        &mut self,
        draw: &Draw,
        kind: Kind,
        mut instance: Instance,
        extent: [Vec3; 2],
        glassy: bool,
    ) {
        let opacity = instance.color[3];
        if opacity <= 0.0 || !instance.map.iter().all(|v| v.abs() <= LARGEST) {
            return;
        }
        let (pass, rank) = if let Some(anchor) = draw.screen {
            let shift = world::pinned(anchor, &instance.map, extent, self.view.aspect);
            instance.map[9] += shift[0];
            instance.map[10] += shift[1];
            (Pass::Screen, !ascending(instance.map[11]))
        } else if opacity < 1.0 || glassy {
            (Pass::Clear, !ascending(self.depth(&instance.map, extent)))
        } else {
            (Pass::Solid, 0)
        };
        self.push(Staged { pass, kind, owner: draw.id, instance }, rank);
    }

    fn push(&mut self, staged: Staged, rank: u32) {
        let rank = match staged.pass {
            Pass::Clear | Pass::Screen => u64::from(rank),
            Pass::Floor | Pass::Wall | Pass::Solid => staged.kind.rank(),
        };
        self.order.push(((staged.pass as u64) << 60 | rank, self.staged.len() as u32));
        self.staged.push(staged);
    }

    /// How far the middle of something is before the eye.
    fn depth(&self, map: &Affine, [lo, hi]: [Vec3; 2]) -> f32 {
        let middle = affine::point(map, std::array::from_fn(|i| (lo[i] + hi[i]) / 2.0));
        dot(sub(middle, self.view.eye), rotate(self.view.rotation, [0.0, 0.0, 1.0]))
    }

    /// Sorts what is staged and cuts it into batches.
    fn gather(&mut self) {
        self.order.sort_unstable();
        self.batches.clear();
        self.instances.clear();
        self.owners.clear();
        for (_, index) in &self.order {
            let Some(staged) = self.staged.get(*index as usize) else { continue };
            let Staged { pass, kind, owner, instance } = *staged;
            let at = self.instances.len();
            match self.batches.last_mut() {
                Some(batch) if batch.pass == pass && batch.kind == kind => {
                    batch.instances.end = at + 1;
                }
                _ => self.batches.push(Batch {
                    pass,
                    kind,
                    lit: pass != Pass::Screen && matches!(kind.mesh, MeshKey::Stock(_)),
                    instances: at..at + 1,
                }),
            }
            self.instances.push(instance);
            self.owners.push(owner);
        }
    }
}

impl Kind {
    /// Puts equal kinds side by side; fits below the pass.
    fn rank(self) -> u64 {
        let mesh = match self.mesh {
            MeshKey::Stock(id) => u64::from(id),
            MeshKey::Word(i) => 1 << 29 | u64::from(i),
        };
        mesh << 30 | self.image.map_or(0, |image| u64::from(image) + 1)
    }
}

/// A number whose order is that of the (finite) floats.
fn ascending(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// The map of a draw, where all its numbers are ones to draw with.
fn finite(world: &[f32; 16]) -> Option<Affine> {
    let map = std::array::from_fn(|i| world[i / 3 * 4 + i % 3]);
    map.iter().all(|v: &f32| v.abs() <= LARGEST).then_some(map)
}
