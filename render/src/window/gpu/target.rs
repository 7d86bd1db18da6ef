//! What is drawn into: linear colours with smooth edges, depths, pictures to be read back.
//!
//! In: a size. Out: passes. What has another size is made anew.

use miniquad::{FilterMode, RenderPass, RenderingBackend, TextureFormat, TextureId, TextureParams};

use crate::pixels::Pixels;

/// How many samples a pixel has.
const SAMPLES: i32 = 4;

/// All that has the size of the window.
pub struct Target {
    /// In pixels.
    pub size: [u32; 2],
    /// Into linear colours.
    pub scene: RenderPass,
    /// What it leaves, one sample to a pixel.
    pub linear: TextureId,
    /// Into depths alone.
    pub probe: RenderPass,
    /// What it leaves.
    pub depths: TextureId,
    /// Into written colours that can be read.
    pub page: RenderPass,
    written: TextureId,
}

impl Target {
    /// Of this size.
    pub fn new(ctx: &mut dyn RenderingBackend, size: [u32; 2]) -> Self {
        let [width, height] = size.map(|n| n.max(1));
        let params = |format, sample_count| TextureParams {
            format,
            width,
            height,
            sample_count,
            min_filter: FilterMode::Nearest,
            mag_filter: FilterMode::Nearest,
            ..TextureParams::default()
        };
        let mut make = |format, samples| ctx.new_render_texture(params(format, samples));
        let samples = make(TextureFormat::RGBA16F, SAMPLES);
        let sample_depths = make(TextureFormat::Depth32, SAMPLES);
        let linear = make(TextureFormat::RGBA16F, 1);
        let (scratch, depths) = (make(TextureFormat::RGBA8, 1), make(TextureFormat::Depth32, 1));
        let written = make(TextureFormat::RGBA8, 1);
        let scene = ctx.new_render_pass_mrt(&[samples], Some(&[linear]), Some(sample_depths));
        let probe = ctx.new_render_pass(scratch, Some(depths));
        let page = ctx.new_render_pass(written, None);
        Self { size: [width, height], scene, linear, probe, depths, page, written }
    }

    /// Gives everything back.
    pub fn delete(self, ctx: &mut dyn RenderingBackend) {
        [self.scene, self.probe, self.page].into_iter().for_each(|p| ctx.delete_render_pass(p));
    }

    /// What was written.
    pub fn read(&self, ctx: &mut dyn RenderingBackend) -> Pixels {
        let [width, height] = self.size;
        let row = width as usize * 4;
        let mut bytes = vec![0; row * height as usize];
        ctx.texture_read_pixels(self.written, &mut bytes);
        // the card counts rows from the bottom
        let rgba = bytes.chunks_exact(row).rev().flatten().copied().collect();
        Pixels { width, height, rgba }
    }
}
