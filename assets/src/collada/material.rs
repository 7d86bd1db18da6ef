//! Materials: colour, picture, opacity.
//!
//! In: a `<material>`. Out: a [`Material`] of the [`Palette`], made once, its picture read through
//! [`Beside`]. Light is Islay's own, so of phong, lambert, blinn and constant there stay the diffuse
//! part (of constant the emission) and the transparency. A picture that is not there is a warning.

use std::collections::HashMap;

use super::geometry::Workshop;
use super::node::Node;
use super::place::shown;
use super::uri;
use super::words::{Key, Tag};
use crate::model::{Image, Material};
use crate::read::{Beside, ModelError};
use crate::texture;

/// Red, green, blue, opacity.
type Rgba = [f64; 4];

const WHITE: Rgba = [1.0; 4];

/// The materials that are in use, and their pictures.
pub(super) struct Palette<'b> {
    beside: &'b dyn Beside,
    pub(super) materials: Vec<Material>,
    pub(super) images: Vec<Image>,
    /// By element.
    known: HashMap<u32, Bound>,
    /// By path.
    pictures: HashMap<String, Option<u32>>,
    /// Pixels that the pictures to come may have.
    left: u64,
}

/// A material of the palette.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) index: u32,
    /// What the picture's coordinates go by.
    texcoord: Option<String>,
}

/// What an instance says of its materials.
pub(super) struct Binding<'d> {
    pub(super) symbol: &'d str,
    pub(super) material: u32,
    /// The set of texture coordinates that its picture wants.
    pub(super) set: Option<u32>,
}

/// What a part of an effect is made of.
enum Paint<'d> {
    Color(Rgba),
    Picture(Node<'d>),
}

impl<'b> Palette<'b> {
    /// Empty.
    pub(super) fn new(beside: &'b dyn Beside) -> Self {
        let (known, pictures) = (HashMap::new(), HashMap::new());
        let (materials, images, left) = (Vec::new(), Vec::new(), texture::MOST_PIXELS);
        Self { beside, materials, images, known, pictures, left }
    }

    /// The materials of an instance.
    pub(super) fn bindings<'d>(
        &mut self,
        instance: Node<'d>,
        shop: &mut Workshop,
    ) -> Result<Vec<Binding<'d>>, ModelError> {
        let bind = instance.child(Tag::BindMaterial).and_then(|b| b.child(Tag::TechniqueCommon));
        let mut bindings = Vec::new();
        for one in bind.into_iter().flat_map(|b| b.all(Tag::InstanceMaterial)) {
            let symbol = one.needed_raw(Key::Symbol)?;
            let material = one.follow(Key::Target, &[Tag::Material])?;
            let bound = self.material(material, shop)?;
            let set = set(one, bound.texcoord.as_deref())?;
            bindings.push(Binding { symbol, material: bound.index, set });
        }
        Ok(bindings)
    }

    /// A material, made if nobody asked for it before.
    fn material(&mut self, node: Node<'_>, shop: &mut Workshop) -> Result<Bound, ModelError> {
        if let Some(known) = self.known.get(&node.id) {
            return Ok(known.clone());
        }
        let effect = node.needed(Tag::InstanceEffect)?.follow(Key::Url, &[Tag::Effect])?;
        let (color, picture) = self.look(effect, shop)?;
        let index = self.materials.len() as u32;
        let image = picture.and_then(|p| self.picture(effect, p, shop));
        let name = node.name().into_owned();
        self.materials.push(Material { name, color: packed(color), image });
        let texcoord = picture.and_then(|p| p.raw(Key::Texcoord)).map(str::to_owned);
        let bound = Bound { index, texcoord };
        self.known.insert(node.id, bound.clone());
        Ok(bound)
    }

    /// The colour of an effect, and the texture on it.
    fn look<'d>(
        &self,
        effect: Node<'d>,
        shop: &mut Workshop,
    ) -> Result<(Rgba, Option<Node<'d>>), ModelError> {
        let technique = effect.child(Tag::ProfileCommon).and_then(|p| p.child(Tag::Technique));
        let shader = technique.and_then(|t| {
            let kinds = [Tag::Phong, Tag::Lambert, Tag::Blinn, Tag::Constant];
            t.children().find(|c| c.tag().is_some_and(|t| kinds.contains(&t)))
        });
        let Some(shader) = shader else {
            shop.warn(effect, "an effect without phong, lambert, blinn or constant is white");
            return Ok((WHITE, None));
        };
        let order = match shader.tag() {
            Some(Tag::Constant) => [Tag::Emission, Tag::Diffuse],
            _ => [Tag::Diffuse, Tag::Emission],
        };
        let mut found = None;
        for tag in order {
            if found.is_none()
                && let Some(part) = shader.child(tag)
            {
                found = paint(effect, part)?;
            }
        }
        let (color, picture) = match found {
            Some(Paint::Color(color)) => (color, None),
            Some(Paint::Picture(texture)) => (WHITE, Some(texture)),
            None => (WHITE, None),
        };
        let opacity = opacity(effect, shader, shop)?;
        Ok(([color[0], color[1], color[2], opacity], picture))
    }

    /// The picture of a texture.
    fn picture(&mut self, effect: Node<'_>, texture: Node<'_>, shop: &mut Workshop) -> Option<u32> {
        let Some(from) = image(effect, texture) else {
            let name = shown(texture.raw(Key::Texture).unwrap_or_default());
            shop.warn(texture, &format!("no picture belongs to the texture `{name}`"));
            return None;
        };
        let path = uri::path(from.text());
        if path.is_empty() {
            shop.warn(from, "a picture without a file is not shown");
            return None;
        }
        if let Some(known) = self.pictures.get(&path) {
            return *known;
        }
        let edge = self.beside.caps().edge;
        let read = self.beside.bytes(&path);
        let read = read.and_then(|bytes| texture::within(&bytes, self.left, edge));
        let index = match read {
            Ok(image) => {
                self.left = self.left.saturating_sub(image.rgba.len() as u64 / 4);
                self.images.push(image);
                Some(self.images.len() as u32 - 1)
            }
            Err(reason) => {
                let path = shown(&path);
                shop.warn(from, &format!("the picture `{path}` is not shown: {reason}"));
                None
            }
        };
        self.pictures.insert(path, index);
        index
    }
}

/// The set of texture coordinates that go by a name.
fn set(instance: Node<'_>, texcoord: Option<&str>) -> Result<Option<u32>, ModelError> {
    let of_name = |b: &Node<'_>| b.raw(Key::Semantic) == texcoord && texcoord.is_some();
    match instance.all(Tag::BindVertexInput).find(of_name) {
        Some(bind) => Ok(Some(bind.count(Key::InputSet)?.unwrap_or(0))),
        None => Ok(None),
    }
}

/// What a part of an effect says.
fn paint<'d>(effect: Node<'d>, part: Node<'d>) -> Result<Option<Paint<'d>>, ModelError> {
    for child in part.children() {
        match child.tag() {
            Some(Tag::Color) => return color(child).map(|c| Some(Paint::Color(c))),
            Some(Tag::Texture) => return Ok(Some(Paint::Picture(child))),
            Some(Tag::Param) => {
                let sid = child.raw(Key::Ref).unwrap_or_default();
                let value = new_param(effect, sid).and_then(|p| {
                    p.children().find(|c| matches!(c.tag(), Some(Tag::Float3 | Tag::Float4)))
                });
                if let Some(value) = value {
                    return color(value).map(|c| Some(Paint::Color(c)));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

fn color(node: Node<'_>) -> Result<Rgba, ModelError> {
    let numbers = node.floats();
    if let Some(i) = numbers.iter().position(|n| !n.is_finite()) {
        return Err(node.fault_at_number(i, "this number is not finite"));
    }
    match numbers {
        [r, g, b] => Ok([*r, *g, *b, 1.0].map(f64::from)),
        [r, g, b, a] => Ok([*r, *g, *b, *a].map(f64::from)),
        _ => Err(node.fault(format!("it holds {} numbers instead of 3 or 4", numbers.len()))),
    }
}

/// How much of what is behind is hidden, from 0 to 1.
fn opacity(effect: Node<'_>, shader: Node<'_>, shop: &mut Workshop) -> Result<f64, ModelError> {
    let factor = match shader.child(Tag::Transparency).and_then(|t| t.child(Tag::Float)) {
        Some(float) => float.exactly::<1>()?[0],
        None => 1.0,
    };
    let transparent = shader.child(Tag::Transparent);
    let mode = transparent.and_then(|t| t.raw(Key::Opaque));
    let painted = match transparent {
        Some(part) => paint(effect, part)?,
        None => None,
    };
    let [r, g, b, a] = match painted {
        Some(Paint::Color(color)) => color,
        // the picture's own opacity is that of the diffuse part
        Some(Paint::Picture(_)) | None => WHITE,
    };
    let light = 0.212_671 * r + 0.715_160 * g + 0.072_169 * b;
    let opaque = match (mode, painted.is_some()) {
        (Some("RGB_ZERO"), true) => 1.0 - light * factor,
        (Some("RGB_ONE"), true) => light * factor,
        (Some("A_ZERO"), true) => 1.0 - a * factor,
        _ => a * factor,
    };
    if opaque <= 0.0 && mode.is_none() {
        // many tools write 0 where they mean that nothing shines through
        shop.warn(shader, "a material that is not to be seen at all is shown opaque");
        return Ok(1.0);
    }
    Ok(opaque.clamp(0.0, 1.0))
}

/// A parameter that an effect declares.
fn new_param<'d>(effect: Node<'d>, sid: &str) -> Option<Node<'d>> {
    let mut params = effect.below().filter(|n| n.tag() == Some(Tag::Newparam));
    params.find(|p| p.raw(Key::Sid) == Some(sid))
}

/// Where a texture's picture is said: sampler, surface, image.
fn image<'d>(effect: Node<'d>, texture: Node<'d>) -> Option<Node<'d>> {
    let name = texture.raw(Key::Texture)?;
    let sampler = new_param(effect, name).and_then(|p| p.child(Tag::Sampler2d));
    let Some(sampler) = sampler else {
        // some tools name the image itself
        return picture_source(name_of_image(texture, name)?);
    };
    if let Some(instance) = sampler.child(Tag::InstanceImage) {
        return picture_source(instance.follow(Key::Url, &[Tag::Image]).ok()?);
    }
    let surface = new_param(effect, sampler.child(Tag::Source)?.text());
    let surface = surface.and_then(|p| p.child(Tag::Surface))?;
    let id = surface.child(Tag::InitFrom)?.text();
    picture_source(name_of_image(texture, id)?)
}

fn name_of_image<'d>(near: Node<'d>, id: &str) -> Option<Node<'d>> {
    near.document.bearers(id).find(|n| n.tag() == Some(Tag::Image))
}

/// The element whose text is a picture's address.
fn picture_source(image: Node<'_>) -> Option<Node<'_>> {
    let from = image.child(Tag::InitFrom)?;
    Some(from.child(Tag::Ref).unwrap_or(from))
}

fn packed(color: Rgba) -> u32 {
    let byte = |c: f64| (c.clamp(0.0, 1.0) * 255.0).round() as u32;
    color.into_iter().fold(0, |packed, c| packed << 8 | byte(c))
}
