//! Models and pictures as bytes.
//!
//! In: a library, or bytes. Out: the other. Each part is whole in itself: triangles name vertices
//! that are there, materials and pictures are in their lists, a picture has all its pixels.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::read::{Reader, within};
use super::write::Writer;
use crate::library::Library;
use crate::model::{ClipFacts, Image, Material, Mesh, Model, Piece};
use crate::texture::LARGEST_SIDE;

/// Everything in it, by name.
pub(super) fn write(library: &Library, out: &mut Writer) {
    out.count(library.models().count());
    for (name, model) in library.models() {
        out.text(name);
        write_model(model, out);
    }
    out.count(library.images().count());
    for (name, image) in library.images() {
        out.text(name);
        write_image(image, out);
    }
}

/// All models and pictures, each under a name of its own.
pub(super) fn read(from: &mut Reader<'_>) -> Result<Library, String> {
    let mut library = Library::default();
    for (name, model) in named(from, "the model", read_model)? {
        library.add_model(&name, Arc::new(model));
    }
    for (name, image) in named(from, "the picture", read_image)? {
        library.add_image(&name, Arc::new(image));
    }
    Ok(library)
}

fn named<T>(
    from: &mut Reader<'_>,
    part: &str,
    one: fn(&mut Reader<'_>) -> Result<T, String>,
) -> Result<BTreeMap<String, T>, String> {
    let mut found = BTreeMap::new();
    for _ in 0..from.count(8)? {
        let name = from.text()?;
        let read = one(from).map_err(|why| within(part, &name, &why))?;
        if found.insert(name.clone(), read).is_some() {
            return Err(within(part, &name, "it is there twice"));
        }
    }
    Ok(found)
}

fn list<T>(
    from: &mut Reader<'_>,
    each: usize,
    mut one: impl FnMut(&mut Reader<'_>) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    (0..from.count(each)?).map(|_| one(from)).collect()
}

/// What is named stands before what names it.
fn write_model(model: &Model, out: &mut Writer) {
    out.count(model.images.len());
    model.images.iter().for_each(|image| write_image(image, out));
    out.count(model.materials.len());
    for material in &model.materials {
        out.text(&material.name);
        out.count(material.color as usize);
        out.choice(material.image);
    }
    out.count(model.pieces.len());
    for piece in &model.pieces {
        out.choice(piece.material);
        write_mesh(&piece.mesh, out);
    }
    out.count(model.bones.len());
    model.bones.iter().for_each(|bone| out.text(bone));
    out.count(model.clips.len());
    for clip in &model.clips {
        out.text(&clip.name);
        out.float(clip.duration);
    }
}

fn read_model(from: &mut Reader<'_>) -> Result<Model, String> {
    let images = list(from, 12, read_image)?;
    let materials = list(from, 12, |from| {
        let (name, color) = (from.text()?, from.number()?);
        Ok(Material { name, color, image: from.choice(images.len())? })
    })?;
    let pieces = list(from, 12, |from| {
        let material = from.choice(materials.len())?;
        Ok(Piece { mesh: read_mesh(from)?, material })
    })?;
    let bones = list(from, 4, |from| from.text())?;
    let clips = list(from, 8, |from| {
        let (name, duration) = (from.text()?, from.float()?);
        match duration >= 0.0 {
            true => Ok(ClipFacts { name, duration }),
            false => Err("a clip takes less than no time".to_owned()),
        }
    })?;
    Ok(Model { pieces, materials, images, bones, clips })
}

fn write_mesh(mesh: &Mesh, out: &mut Writer) {
    out.count(mesh.positions.len());
    out.floats(&mesh.positions);
    out.floats(&mesh.normals);
    out.floats(&mesh.uvs);
    out.count(mesh.triangles.len());
    mesh.triangles.as_flattened().iter().for_each(|corner| out.count(*corner as usize));
}

fn read_mesh(from: &mut Reader<'_>) -> Result<Mesh, String> {
    let n = from.count(4 * (3 + 3 + 2))?;
    let (positions, normals, uvs) = (from.floats(n)?, from.floats(n)?, from.floats(n)?);
    let triangles = list(from, 12, |from| Ok([from.number()?, from.number()?, from.number()?]))?;
    match triangles.as_flattened().iter().all(|corner| (*corner as usize) < n) {
        true => Ok(Mesh { positions, normals, uvs, triangles }),
        false => Err("a triangle names a vertex that is not there".to_owned()),
    }
}

fn write_image(image: &Image, out: &mut Writer) {
    out.count(image.width as usize);
    out.count(image.height as usize);
    out.bytes(&image.rgba);
}

fn read_image(from: &mut Reader<'_>) -> Result<Image, String> {
    let (width, height) = (from.number()?, from.number()?);
    let side = 1..=LARGEST_SIDE;
    if !side.contains(&u64::from(width)) || !side.contains(&u64::from(height)) {
        return Err(format!("a picture of {width}x{height} pixels"));
    }
    let rgba = from.bytes()?;
    match rgba.len() as u64 == 4 * u64::from(width) * u64::from(height) {
        true => Ok(Image { width, height, rgba: rgba.to_vec() }),
        false => Err("a picture has not all its pixels".to_owned()),
    }
}
