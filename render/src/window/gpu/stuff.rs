//! Meshes and pictures on the graphics card.
//!
//! In: a stock, and words as they come. Out: buffers and textures, each loaded once. Those of
//! another stock are given back; words that were not seen for a while are.

use std::collections::HashMap;
use std::sync::Arc;

use islay_assets::model::{Image, Mesh};
use miniquad::{
    BufferId, BufferSource, BufferType, BufferUsage, FilterMode, RenderingBackend, TextureAccess,
    TextureId, TextureParams, TextureSource, TextureWrap,
};

use crate::batch::{Batches, MeshKey};
use crate::stock::Stock;

/// Words that were not seen for so many pictures are given back.
const PATIENCE: u64 = 240;

/// A mesh on the card.
#[derive(Clone, Copy, Debug)]
pub struct Loaded {
    /// Eight numbers to a vertex.
    pub vertices: BufferId,
    /// Three to a triangle.
    pub indices: BufferId,
    /// How many indices.
    pub count: i32,
}

/// All that was loaded.
pub struct Stuff {
    stock: Option<Arc<Stock>>,
    meshes: Vec<Option<Loaded>>,
    images: Vec<Option<TextureId>>,
    /// By serial, with the picture that used it last.
    words: HashMap<u64, (Loaded, u64)>,
    white: TextureId,
    now: u64,
}

impl Stuff {
    /// Nothing yet.
    pub fn new(ctx: &mut dyn RenderingBackend) -> Self {
        let white = ctx.new_texture_from_rgba8(1, 1, &[255; 4]);
        let (meshes, images, words) = (Vec::new(), Vec::new(), HashMap::new());
        Self { stock: None, meshes, images, words, white, now: 0 }
    }

    /// A picture of this stock is drawn next.
    pub fn begin(&mut self, ctx: &mut dyn RenderingBackend, stock: &Arc<Stock>) {
        self.now += 1;
        if !self.stock.as_ref().is_some_and(|known| Arc::ptr_eq(known, stock)) {
            self.forget(ctx);
            self.meshes = vec![None; stock.meshes().len()];
            self.images = vec![None; stock.images().len()];
            self.stock = Some(stock.clone());
        }
        let now = self.now;
        let mut gone = Vec::new();
        self.words.retain(|_, (loaded, used)| {
            let keep = *used + PATIENCE > now;
            if !keep {
                gone.push(*loaded);
            }
            keep
        });
        gone.into_iter().for_each(|loaded| delete(ctx, loaded));
    }

    fn forget(&mut self, ctx: &mut dyn RenderingBackend) {
        let words = self.words.drain().map(|(_, (loaded, _))| loaded);
        let meshes = self.meshes.drain(..).flatten().chain(words);
        meshes.for_each(|loaded| delete(ctx, loaded));
        self.images.drain(..).flatten().for_each(|id| ctx.delete_texture(id));
    }

    /// The mesh of a batch; `None` where there are no triangles.
    pub fn mesh(
        &mut self,
        ctx: &mut dyn RenderingBackend,
        batches: &Batches,
        key: MeshKey,
    ) -> Option<Loaded> {
        match key {
            MeshKey::Stock(id) => {
                let slot = self.meshes.get_mut(id as usize)?;
                if slot.is_none() {
                    *slot = load(ctx, self.stock.as_ref()?.stuff(id)?.mesh());
                }
                *slot
            }
            MeshKey::Word(i) => {
                let word = batches.words().get(i as usize)?;
                if let Some((loaded, used)) = self.words.get_mut(&word.serial) {
                    *used = self.now;
                    return Some(*loaded);
                }
                let loaded = load(ctx, &word.mesh)?;
                self.words.insert(word.serial, (loaded, self.now));
                Some(loaded)
            }
        }
    }

    /// A picture; white where there is none.
    pub fn image(&mut self, ctx: &mut dyn RenderingBackend, id: Option<u32>) -> TextureId {
        let found = id.and_then(|id| {
            let slot = self.images.get_mut(id as usize)?;
            if slot.is_none() {
                *slot = upload(ctx, self.stock.as_ref()?.image(id)?);
            }
            *slot
        });
        found.unwrap_or(self.white)
    }

    /// One white pixel.
    pub fn white(&self) -> TextureId {
        self.white
    }
}

/// Gives a mesh back.
pub fn delete(ctx: &mut dyn RenderingBackend, loaded: Loaded) {
    ctx.delete_buffer(loaded.vertices);
    ctx.delete_buffer(loaded.indices);
}

/// A mesh, onto the card.
pub fn load(ctx: &mut dyn RenderingBackend, mesh: &Mesh) -> Option<Loaded> {
    let parts = mesh.positions.iter().zip(&mesh.normals).zip(&mesh.uvs);
    let vertices = parts.map(|((p, n), uv)| [p[0], p[1], p[2], n[0], n[1], n[2], uv[0], uv[1]]);
    let vertices: Vec<[f32; 8]> = vertices.collect();
    let whole = |t: &&[u32; 3]| t.iter().all(|i| (*i as usize) < vertices.len());
    let indices: Vec<u32> = mesh.triangles.iter().filter(whole).flatten().copied().collect();
    (!indices.is_empty()).then(|| buffers(ctx, &vertices, &indices))
}

/// Vertices and indices, onto the card.
pub fn buffers<T>(ctx: &mut dyn RenderingBackend, vertices: &[T], indices: &[u32]) -> Loaded {
    let mut make = |kind, data| ctx.new_buffer(kind, BufferUsage::Immutable, data);
    Loaded {
        vertices: make(BufferType::VertexBuffer, BufferSource::slice(vertices)),
        indices: make(BufferType::IndexBuffer, BufferSource::slice(indices)),
        count: indices.len() as i32,
    }
}

fn upload(ctx: &mut dyn RenderingBackend, image: &Image) -> Option<TextureId> {
    let bytes = image.width as usize * image.height as usize * 4;
    let whole = bytes > 0 && image.rgba.len() == bytes;
    let params = TextureParams {
        width: image.width,
        height: image.height,
        wrap: TextureWrap::Repeat,
        min_filter: FilterMode::Linear,
        mag_filter: FilterMode::Linear,
        ..TextureParams::default()
    };
    let source = TextureSource::Bytes(&image.rgba);
    whole.then(|| ctx.new_texture(TextureAccess::Static, source, params))
}
