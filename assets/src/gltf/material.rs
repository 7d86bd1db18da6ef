//! Materials: base colours and the pictures on them.
//!
//! In: a document's materials, textures and images. Out: [`Material`]s in sRGB, their pictures, and
//! which texture coordinates they lie at. Only the base colour is drawn: no metal, no bumps, no
//! glow. Opacity follows the material's mode: pictures of opaque materials are made opaque, those
//! of masks have holes. A picture that cannot be had is a warning, and the colour stays plain.

use std::collections::BTreeMap;

use gltf::json::material::AlphaMode;
use gltf::json::texture::Info;
use gltf::json::validation::Checked;
use gltf::json::{Root, material};
use islay_vm::math;

use super::buffers::{Buffers, fetched};
use super::{document, fault, paint, uri};
use crate::model::{Image, Material};
use crate::read::{Beside, ModelError};
use crate::texture;

/// How a model looks.
pub(super) struct Looks<'d> {
    root: &'d Root,
    buffers: &'d Buffers<'d>,
    beside: &'d dyn Beside,
    /// One for each material of the document.
    pub materials: Vec<Material>,
    /// Made when a material is first used.
    uses: Vec<Option<Use>>,
    pub images: Vec<Image>,
    /// Images that were asked for: which, with what opacity, and the picture there is of it.
    asked: Vec<(usize, Opacity, Option<u32>)>,
    left: u64,
    /// The material of painted surfaces for each material, by its number.
    painted: BTreeMap<Option<usize>, u32>,
    /// The picture of all colours, once something is painted.
    palette: Option<u32>,
}

/// Where a material's picture lies on a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Use {
    /// The number of the texture coordinates; `None` where there is no picture.
    pub set: Option<u32>,
    /// What is done to them: the images of U, V and of the origin.
    pub map: [f32; 6],
}

impl Use {
    /// Where a place on the surface is in the picture.
    pub fn place(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let [a, b, c, d, x, y] = self.map;
        [a * u + c * v + x, b * u + d * v + y]
    }
}

/// What the opacity of a picture means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opacity {
    Ignored,
    Kept,
    /// From here on opaque, below not there.
    Mask(u16),
}

impl Opacity {
    fn of(self, alpha: u8) -> u8 {
        match self {
            Self::Kept => alpha,
            Self::Ignored => u8::MAX,
            Self::Mask(least) => {
                if u16::from(alpha) >= least {
                    u8::MAX
                } else {
                    0
                }
            }
        }
    }
}

impl<'d> Looks<'d> {
    /// The colours of all materials; pictures are read when a material is used.
    pub fn new(
        root: &'d Root,
        buffers: &'d Buffers<'d>,
        beside: &'d dyn Beside,
    ) -> Result<Self, ModelError> {
        let mut materials = Vec::new();
        for (i, material) in root.materials.iter().enumerate() {
            let (factor, _) = base(material);
            if factor.iter().any(|n| !n.is_finite()) {
                let path = format!("materials[{i}].pbrMetallicRoughness.baseColorFactor");
                return Err(fault(path, "it has numbers that are not finite"));
            }
            let name = material.name.clone().unwrap_or_else(|| format!("material{i}"));
            let alpha = match opacity(material, factor[3]) {
                Opacity::Kept => factor[3],
                // where there is no picture the mask is asked of the factor alone
                opacity => f32::from(opacity.of(u8::MAX)) / 255.0,
            };
            materials.push(Material { name, color: srgb(factor, alpha), image: None });
        }
        let uses = vec![None; materials.len()];
        let (images, asked, left) = (Vec::new(), Vec::new(), texture::MOST_PIXELS);
        let (painted, palette) = (BTreeMap::new(), None);
        Ok(Self { root, buffers, beside, materials, uses, images, asked, left, painted, palette })
    }

    /// How a material is used that `path` names.
    pub fn used(
        &mut self,
        index: usize,
        path: &str,
        warnings: &mut Vec<String>,
    ) -> Result<Use, ModelError> {
        if let Some(Some(known)) = self.uses.get(index) {
            return Ok(*known);
        }
        let Some(material) = self.root.materials.get(index) else {
            return Err(fault(path, format!("there is no materials[{index}]")));
        };
        glow(material, index, warnings);
        let (factor, info) = base(material);
        let mut using = Use { set: None, map: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0] };
        if let Some(info) = info {
            let path = format!("materials[{index}]");
            let image = self.picture(info, opacity(material, factor[3]), &path, warnings)?;
            (using.set, using.map) = (image.map(|_| set(info)), map(info, &path)?);
            if let Some(material) = self.materials.get_mut(index) {
                material.image = image;
            }
        }
        if let Some(known) = self.uses.get_mut(index) {
            *known = Some(using);
        }
        Ok(using)
    }

    /// The material like this one for surfaces whose vertices have colours.
    pub fn painted(&mut self, material: Option<usize>) -> u32 {
        if let Some(known) = self.painted.get(&material) {
            return *known;
        }
        let palette = *self.palette.get_or_insert_with(|| {
            self.images.push(paint::picture());
            (self.images.len() - 1) as u32
        });
        let plain = material.and_then(|m| self.materials.get(m)).cloned();
        let white = Material { name: "painted".to_owned(), color: u32::MAX, image: None };
        self.materials.push(Material { image: Some(palette), ..plain.unwrap_or(white) });
        let made = (self.materials.len() - 1) as u32;
        self.painted.insert(material, made);
        made
    }

    /// The picture of a texture; `None` with a warning where there is none.
    fn picture(
        &mut self,
        info: &Info,
        opacity: Opacity,
        path: &str,
        warnings: &mut Vec<String>,
    ) -> Result<Option<u32>, ModelError> {
        let index = info.index.value();
        let Some(texture) = self.root.textures.get(index) else {
            return Err(fault(path, format!("there is no textures[{index}]")));
        };
        let source = texture.source.value();
        if source == u32::MAX as usize {
            let kinds = "its picture is of a kind that is not read";
            warnings.push(format!("textures[{index}] is left out: {kinds}"));
            return Ok(None);
        }
        if source >= self.root.images.len() {
            return Err(fault(
                format!("textures[{index}]"),
                format!("there is no images[{source}]"),
            ));
        }
        if let Some((.., known)) = self.asked.iter().find(|a| (a.0, a.1) == (source, opacity)) {
            return Ok(*known);
        }
        let found = match self.image(source) {
            Ok(mut image) => {
                self.left = self.left.saturating_sub(image.rgba.len() as u64 / 4);
                let pixels = image.rgba.as_chunks_mut::<4>().0;
                pixels.iter_mut().for_each(|[.., alpha]| *alpha = opacity.of(*alpha));
                self.images.push(image);
                Some((self.images.len() - 1) as u32)
            }
            Err(reason) => {
                warnings.push(format!("a texture is left out: {reason}"));
                None
            }
        };
        self.asked.push((source, opacity, found));
        Ok(found)
    }

    fn image(&self, index: usize) -> Result<Image, String> {
        let Some(image) = self.root.images.get(index) else {
            return Err(format!("there is no images[{index}]"));
        };
        let named = match (&image.uri, &image.name) {
            (Some(text), _) if !text.starts_with("data:") => uri::shown(text),
            (_, Some(name)) => format!("images[{index}] `{}`", document::line(name)),
            _ => format!("images[{index}]"),
        };
        let edge = self.beside.caps().edge;
        let read = |bytes: &[u8]| texture::within(bytes, self.left, edge);
        let decoded = match (image.buffer_view, &image.uri) {
            (Some(view), _) => {
                let view = self.buffers.view(view.value(), || format!("images[{index}]"));
                let bytes = view.map_err(|e| e.to_string())?.bytes;
                read(bytes)
            }
            (None, Some(text)) => fetched(text, self.beside).and_then(|bytes| read(&bytes)),
            (None, None) => Err("it has neither `uri` nor `bufferView`".to_owned()),
        };
        decoded.map_err(|reason| match reason.starts_with(&named) {
            true => reason,
            false => format!("{named}: {reason}"),
        })
    }
}

/// The factor and the texture of the base colour.
fn base(material: &material::Material) -> ([f32; 4], Option<&Info>) {
    let extensions = material.extensions.as_ref();
    match extensions.and_then(|e| e.pbr_specular_glossiness.as_ref()) {
        Some(old) => (old.diffuse_factor.0, old.diffuse_texture.as_ref()),
        None => {
            let pbr = &material.pbr_metallic_roughness;
            (pbr.base_color_factor.0, pbr.base_color_texture.as_ref())
        }
    }
}

/// Warns where a material glows or takes no light.
fn glow(material: &material::Material, index: usize, warnings: &mut Vec<String>) {
    let glows =
        material.emissive_texture.is_some() || material.emissive_factor.0.iter().any(|n| *n > 0.0);
    if glows {
        warnings.push(format!("materials[{index}] glows, which is not drawn"));
    }
    if material.extensions.as_ref().is_some_and(|e| e.unlit.is_some()) {
        warnings.push(format!(
            "materials[{index}] takes no light (KHR_materials_unlit), it is drawn with light"
        ));
    }
}

fn opacity(material: &material::Material, factor: f32) -> Opacity {
    match material.alpha_mode {
        Checked::Valid(AlphaMode::Blend) => Opacity::Kept,
        Checked::Valid(AlphaMode::Mask) => {
            let cutoff = material.alpha_cutoff.unwrap_or_default().0;
            // the least alpha that the factor leaves at the cutoff; 256 is none
            let least = (0..256u16).find(|a| f32::from(*a) / 255.0 * factor >= cutoff);
            Opacity::Mask(least.unwrap_or(256))
        }
        _ => Opacity::Ignored,
    }
}

/// The number of the texture coordinates.
fn set(info: &Info) -> u32 {
    let moved = info.extensions.as_ref().and_then(|e| e.texture_transform.as_ref());
    moved.and_then(|t| t.tex_coord).unwrap_or(info.tex_coord)
}

/// What KHR_texture_transform does to texture coordinates: scaled, turned, moved.
fn map(info: &Info, path: &str) -> Result<[f32; 6], ModelError> {
    let moved = info.extensions.as_ref().and_then(|e| e.texture_transform.as_ref());
    let Some(moved) = moved else { return Ok([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]) };
    let ([x, y], [w, h]) = (moved.offset.0, moved.scale.0);
    let angle = moved.rotation.0.to_degrees();
    let (sin, cos) = (math::sin_deg(angle), math::cos_deg(angle));
    let map = [cos * w, -sin * w, sin * h, cos * h, x, y];
    match map.iter().all(|n| n.is_finite()) {
        true => Ok(map),
        false => Err(fault(path, "its KHR_texture_transform has numbers that are not finite")),
    }
}

/// 0xRRGGBBAA of linear colours.
pub(super) fn srgb([r, g, b, _]: [f32; 4], alpha: f32) -> u32 {
    let share = |linear: f32| {
        let c = linear.clamp(0.0, 1.0);
        if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * math::pow(c, 1.0 / 2.4) - 0.055 }
    };
    let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u32;
    byte(share(r)) << 24 | byte(share(g)) << 16 | byte(share(b)) << 8 | byte(alpha)
}
