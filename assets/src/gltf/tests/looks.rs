//! Colours, pictures, opacity, and what is told of what is not drawn.

use super::*;
use crate::model::Material;

/// A picture of two pixels: red, half clear, and green.
fn picture() -> Vec<u8> {
    include_bytes!("../../../tests/pictures/two.png").to_vec()
}

/// The triangle with texture coordinates and a material.
fn dressed(material: &str) -> Making {
    let mut making = Making::default();
    let positions = making.floats("VEC3", &TRIANGLE);
    let uvs = making.floats("VEC2", &[0.0, 0.0, 1.0, 0.0, 0.25, 0.75]);
    making.shown(&format!(
        r#"{{"attributes":{{"POSITION":{positions},"TEXCOORD_0":{uvs}}},"material":0}}"#
    ));
    making.put("materials", material);
    making
}

/// The same with a picture in the buffer.
fn textured(more: &str) -> Making {
    let mut making = dressed(&format!(
        r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}{more}}}"#
    ));
    let view = making.view(&picture(), "");
    making.put("textures", r#"{"source":0}"#);
    making.put("images", format!(r#"{{"bufferView":{view},"mimeType":"image/png"}}"#));
    making
}

fn material(loaded: &Loaded) -> &Material {
    &loaded.model.materials[0]
}

#[test]
fn factors_are_linear_and_colours_are_not() {
    let pbr = r#"{"name":"skin","pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0,0.25]}}"#;
    let loaded = dressed(pbr).load();
    assert_eq!(
        material(&loaded),
        &Material { name: "skin".to_owned(), color: 0xffbc_00ff, image: None }
    );
    let old =
        r#"{"extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0,1,0,1]}}}"#;
    assert_eq!(material(&dressed(old).load()).color, 0x00ff_00ff);
    assert_eq!(material(&dressed("{}").load()).color, 0xffff_ffff);
}

#[test]
fn pictures_come_from_views_data_and_files() {
    let inside = textured("").load();
    assert_eq!((inside.model.images.len(), material(&inside).image), (1, Some(0)));
    assert_eq!(mesh(&inside.model).uvs, [[0.0, 0.0], [0.25, 0.75], [1.0, 0.0]]);
    let mut making = textured("");
    let data = STANDARD.encode(picture());
    making.lists.insert("images", vec![format!(r#"{{"uri":"data:image/png;base64,{data}"}}"#)]);
    assert_eq!(making.load().model.images, inside.model.images);
    making.lists.insert("images", vec![r#"{"uri":"tex/a.png"}"#.to_owned()]);
    let folder = Folder([("tex/a.png", picture())].into());
    let beside = crate::gltf::read(making.text().as_bytes(), Kind::Gltf, &folder).unwrap();
    assert_eq!(beside.model.images, inside.model.images);
    assert!(beside.warnings.is_empty());
}

#[test]
fn a_picture_that_cannot_be_had_is_a_warning() {
    let cases = [
        (r#"{"uri":"missing.png"}"#, "`missing.png` cannot be read: there is no such file"),
        (r#"{"uri":"http://x.org/a.png"}"#, "`http:` addresses are not fetched"),
        (r#"{"uri":"/etc/a.png"}"#, "absolute paths are not read"),
        (r#"{"uri":"data:image/png;base64,AAAA"}"#, "images[0]: it is neither PNG nor JPEG"),
        (r#"{"bufferView":0,"name":"coat"}"#, "images[0] `coat`: it is neither PNG nor JPEG"),
        (r#"{"bufferView":77}"#, "images[0]"),
        ("{}", "it has neither `uri` nor `bufferView`"),
    ];
    for (image, reason) in cases {
        let mut making = textured("");
        making.lists.insert("images", vec![image.to_owned()]);
        let loaded = making.load();
        assert_eq!(material(&loaded).image, None);
        assert_eq!(loaded.warnings.len(), 1);
        assert!(loaded.warnings[0].contains(reason), "{image}: {:?}", loaded.warnings);
    }
    let mut making = textured("");
    making.lists.insert(
        "textures",
        vec![r#"{"extensions":{"KHR_texture_basisu":{"source":0}}}"#.to_owned()],
    );
    assert_eq!(making.load().warnings.len(), 1);
}

#[test]
fn opacity_follows_the_mode() {
    let alpha = |more: &str| {
        let loaded = textured(more).load();
        let image = &loaded.model.images[0].rgba;
        (material(&loaded).color & 0xff, image[3], image[7])
    };
    assert_eq!(alpha(""), (255, 255, 255));
    assert_eq!(alpha(r#","alphaMode":"BLEND""#), (255, 128, 255));
    assert_eq!(alpha(r#","alphaMode":"MASK""#), (255, 255, 255));
    assert_eq!(alpha(r#","alphaMode":"MASK","alphaCutoff":0.6"#), (255, 0, 255));
    let plain = |mode: &str| {
        let pbr = r#""pbrMetallicRoughness":{"baseColorFactor":[1,1,1,0.25]}"#;
        material(&dressed(&format!(r#"{{{pbr},"alphaMode":"{mode}"}}"#)).load()).color & 0xff
    };
    assert_eq!((plain("BLEND"), plain("OPAQUE"), plain("MASK")), (64, 255, 0));
}

#[test]
fn one_picture_of_two_modes_is_two() {
    let mut making = textured("");
    making.put(
        "materials",
        r#"{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}},"alphaMode":"BLEND"}"#,
    );
    making.put("materials", r#"{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}"#);
    for material in [1, 2] {
        making.shown(&format!(
            r#"{{"attributes":{{"POSITION":0,"TEXCOORD_0":1}},"material":{material}}}"#
        ));
    }
    let model = making.load().model;
    let used: Vec<_> = model.materials.iter().map(|m| m.image).collect();
    assert_eq!((model.images.len(), used), (2, vec![Some(0), Some(1), Some(0)]));
}

#[test]
fn pictures_that_nothing_shows_are_not_asked_for() {
    let mut making = textured("");
    making.put("materials", r#"{"pbrMetallicRoughness":{"baseColorTexture":{"index":1}}}"#);
    making.put("textures", r#"{"source":1}"#);
    making.put("images", r#"{"uri":"missing.png"}"#);
    let loaded = making.load();
    assert_eq!((loaded.facts.materials, loaded.warnings.len()), (2, 0));
}

#[test]
fn texture_coordinates_are_scaled_turned_and_moved() {
    let moved =
        r#""KHR_texture_transform":{"offset":[0.5,0.25],"rotation":1.5707963,"scale":[2,4]}"#;
    let info = format!(r#"{{"index":0,"extensions":{{{moved}}}}}"#);
    let mut making = textured("");
    making.lists.insert(
        "materials",
        vec![format!(r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{info}}}}}"#)],
    );
    // by hand: (1, 0) scaled is (2, 0), turned (0, -2), moved (0.5, -1.75)
    let [u, v] = mesh(&making.load().model).uvs[2];
    assert!((u - 0.5).abs() < 1e-5 && (v + 1.75).abs() < 1e-5, "{u} {v}");
}

#[test]
fn what_is_not_drawn_is_told_once() {
    let glow = dressed(r#"{"emissiveFactor":[1,0,0]}"#).load();
    assert_eq!(glow.warnings, ["materials[0] glows, which is not drawn"]);
    let unlit = dressed(r#"{"extensions":{"KHR_materials_unlit":{}}}"#).load();
    assert!(unlit.warnings[0].contains("KHR_materials_unlit"), "{:?}", unlit.warnings);
    let mut making = triangle();
    let colors = making.floats("VEC3", &[1.0; 9]);
    let primitive = format!(
        r#"{{"attributes":{{"POSITION":0,"COLOR_0":{colors}}},"targets":[{{"POSITION":0}}]}}"#
    );
    making.shown(&primitive);
    making.shown(&primitive);
    making.extra = r#","extensionsUsed":["EXT_fancy"]"#.to_owned();
    assert_eq!(making.load().warnings.len(), 2, "{:?}", making.load().warnings);
    let mut making = textured("");
    let colors = making.floats("VEC4", &[1.0; 12]);
    let with = format!(r#""TEXCOORD_0":1,"COLOR_0":{colors}"#);
    let text = making.text().replace(r#""TEXCOORD_0":1"#, &with);
    assert!(load(&text).warnings[0].contains("where there is a texture"));
    let mut making = textured("");
    making.lists.insert(
        "meshes",
        vec![r#"{"primitives":[{"attributes":{"POSITION":0},"material":0}]}"#.to_owned()],
    );
    assert!(making.load().warnings[0].contains("no texture coordinates"));
}

/// Where in the picture of all colours the triangles' corners are: the colours there.
fn painted(colors: &[f32], kind: &str, more: &str) -> (Loaded, Vec<[u8; 3]>) {
    let mut making = triangle();
    let colors = making.floats(kind, colors);
    making.lists.clear();
    making.shown(&format!(r#"{{"attributes":{{"POSITION":0,"COLOR_0":{colors}}}{more}}}"#));
    making.put("materials", r#"{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}}"#);
    let loaded = making.load();
    let image = &loaded.model.images[0];
    let at = |uv: &[f32; 2]| (uv[1] * 256.0) as usize * 256 + (uv[0] * 256.0) as usize;
    let pixel = |uv| std::array::from_fn(|c| image.rgba[at(uv) * 4 + c]);
    let found = mesh(&loaded.model).uvs.iter().map(pixel).collect();
    (loaded, found)
}

#[test]
fn colours_of_vertices_are_spots_in_a_picture() {
    let green = [0.0, 1.0, 0.0].repeat(3);
    let (loaded, found) = painted(&green, "VEC3", "");
    assert_eq!(found, [[0, 255, 0]; 3]);
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_eq!(loaded.facts.materials, 1, "those of the file");
    let (loaded, found) = painted(&[0.0, 0.0, 1.0, 0.5].repeat(3), "VEC4", r#","material":0"#);
    assert_eq!(found, [[0, 0, 255]; 3]);
    let material = &loaded.model.materials[loaded.model.pieces[0].material.unwrap() as usize];
    assert_eq!((material.color, material.image), (0xff00_00ff, Some(0)));
    let mixed = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let (_, found) = painted(&mixed, "VEC3", "");
    assert_eq!(found, [[156, 158, 156]; 3], "a third of each, in sRGB");
}

#[test]
fn materials_and_textures_that_are_none_are_refused() {
    let text = textured("").text();
    let cases = [
        (r#""material":0"#, r#""material":4"#, "meshes[0].primitives[0].material"),
        (r#""index":0"#, r#""index":4"#, "materials[0]"),
        (r#""source":0"#, r#""source":4"#, "textures[0]"),
        (
            r#""index":0}"#,
            r#""index":0},"baseColorFactor":[1e99,0,0,1]"#,
            "materials[0].pbrMetallicRoughness.baseColorFactor",
        ),
    ];
    for (from, to, place) in cases {
        assert!(text.contains(from), "{from}");
        let error = read(&text.replace(from, to)).unwrap_err();
        let found = error.element.as_deref().unwrap_or_default();
        // a number may be out of range for its reader, or for us
        assert!(found.starts_with(place), "{to}: {error}");
    }
}
