//! Materials: every shader, transparency in every mode, pictures and their absence.

use islay_assets::model::Material;
use islay_assets::read::{self, Beside, Loaded};

use crate::{dae, error, geometries, geometry, load, scene, source};

/// A scene of one triangle whose material is an effect of a shader; `before` stands ahead of it.
fn painted(before: &str, shader: &str) -> String {
    let primitive = "<triangles material=\"M\"><input semantic=\"VERTEX\" source=\"#g-v\" offset=\"0\"/>\
                     <input semantic=\"TEXCOORD\" source=\"#t0\" offset=\"0\" set=\"0\"/>\
                     <input semantic=\"TEXCOORD\" source=\"#t1\" offset=\"0\" set=\"1\"/><p>0 1 2</p></triangles>";
    let geometry = geometry("g", "0 0 0 1 0 0 0 1 0", primitive);
    let uvs = format!("{}{}", source("t0", 2, "0 0 1 0 0 1"), source("t1", 2, "0.5 0.5 1 0 0 1"));
    let geometry = geometry.replace("<vertices", &format!("{uvs}<vertices"));
    let bind = "<bind_material><technique_common><instance_material symbol=\"M\" target=\"#m\">\
                <bind_vertex_input semantic=\"CH\" input_semantic=\"TEXCOORD\" input_set=\"1\"/>\
                </instance_material></technique_common></bind_material>";
    let node = format!("<node><instance_geometry url=\"#g\">{bind}</instance_geometry></node>");
    dae(
        "",
        &format!(
            "<library_materials><material id=\"m\" name=\"Red &amp; shiny\"><instance_effect url=\"#e\"/></material></library_materials>\
         <library_effects><effect id=\"e\"><profile_COMMON>{before}<technique sid=\"x\">{shader}</technique>\
         </profile_COMMON></effect></library_effects>{}{}",
            geometries(&geometry),
            scene(&node)
        ),
    )
}

fn material(text: &str) -> Material {
    let loaded = load(text);
    assert_eq!(loaded.model.pieces[0].material, Some(0));
    loaded.model.materials[0].clone()
}

fn color(shader: &str) -> u32 {
    material(&painted("", shader)).color
}

#[test]
fn shaders_of_every_kind_have_a_colour() {
    let red = "<color>1 0.5 0 1</color>";
    for kind in ["phong", "lambert", "blinn"] {
        assert_eq!(color(&format!("<{kind}><diffuse>{red}</diffuse></{kind}>")), 0xFF80_00FF);
    }
    assert_eq!(color(&format!("<constant><emission>{red}</emission></constant>")), 0xFF80_00FF);
    assert_eq!(color("<phong><diffuse><color>9 -1 0.2</color></diffuse></phong>"), 0xFF00_33FF);
    assert_eq!(color(&format!("<lambert><emission>{red}</emission></lambert>")), 0xFF80_00FF);
    assert_eq!(color("<lambert/>"), 0xFFFF_FFFF);
    let text = painted("", &format!("<phong><diffuse>{red}</diffuse></phong>"));
    assert_eq!(material(&text).name, "Red & shiny");
    assert_eq!(load(text).facts.materials, 1);
}

#[test]
fn colours_may_be_parameters() {
    let before = "<newparam sid=\"c\"><float4>0 0 1 1</float4></newparam>";
    let shader = "<phong><diffuse><param ref=\"c\"/></diffuse></phong>";
    assert_eq!(material(&painted(before, shader)).color, 0x0000_FFFF);
}

#[test]
fn transparency_counts_in_every_mode() {
    let alpha = |opaque: &str, color: &str, factor: &str| {
        let transparent = format!("<transparent {opaque}><color>{color}</color></transparent>");
        let factor = format!("<transparency><float>{factor}</float></transparency>");
        self::color(&format!("<phong>{transparent}{factor}</phong>")) & 0xFF
    };
    assert_eq!(alpha("opaque=\"A_ONE\"", "1 1 1 0.5", "0.5"), 64);
    assert_eq!(alpha("", "0 0 0 1", "0.2"), 51);
    assert_eq!(alpha("opaque=\"A_ZERO\"", "1 1 1 0.2", "1"), 204);
    assert_eq!(alpha("opaque=\"RGB_ZERO\"", "0 0 0 1", "1"), 255);
    assert_eq!(alpha("opaque=\"RGB_ZERO\"", "1 1 1 1", "1"), 0);
    assert_eq!(alpha("opaque=\"RGB_ZERO\"", "1 1 1 1", "0.2"), 204);
    assert_eq!(alpha("opaque=\"RGB_ONE\"", "0.2 0.2 0.2 1", "1"), 51);
    assert_eq!(color("<phong><transparency><float>0.2</float></transparency></phong>") & 0xFF, 51);
    // so many tools mean by nothing that nothing shines through
    let none = painted("", "<phong><transparency><float>0</float></transparency></phong>");
    assert_eq!(material(&none).color & 0xFF, 255);
    assert!(load(none).warnings[0].contains("shown opaque"));
}

#[test]
fn what_is_no_colour_is_refused() {
    let bad = |color: &str| {
        error(painted("", &format!("<phong><diffuse><color>{color}</color></diffuse></phong>")))
    };
    assert!(bad("1 0").contains("in <color>: it holds 2 numbers instead of 3 or 4"));
    assert!(bad("1 NaN 0").contains("not finite"));
    assert!(bad("red").contains("`red` is no number"));
    let text = painted("", "<phong/>");
    assert!(error(text.replace("target=\"#m\"", "target=\"#x\"")).contains("no <material>"));
    assert!(error(text.replace("url=\"#e\"", "url=\"#x\"")).contains("no <effect>"));
    assert!(error(text.replace("target=\"#m\"", "")).contains("no `target`"));
    let glsl = text.replace("profile_COMMON", "profile_GLSL");
    assert!(load(glsl).warnings[0].contains("is white"));
}

#[test]
fn what_is_not_bound_is_white_with_a_warning() {
    let text = painted("", "<phong/>").replace("symbol=\"M\"", "symbol=\"N\"");
    let loaded = load(text);
    assert_eq!(loaded.model.pieces[0].material, None);
    assert!(loaded.warnings[0].contains("no material is bound to `M`"), "{:?}", loaded.warnings);
}

/// A picture for one name.
struct One(&'static str, Vec<u8>);

impl Beside for One {
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        if path == self.0 { Ok(self.1.clone()) } else { Err(format!("there is no `{path}`")) }
    }
}

/// A picture of one red pixel.
fn red_pixel() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&[255, 0, 0]).unwrap();
    bytes
}

const TEXTURED: &str =
    "<phong><diffuse><texture texture=\"sampler\" texcoord=\"CH\"/></diffuse></phong>";
const PARAMS: &str = "<newparam sid=\"surface\"><surface type=\"2D\"><init_from>image</init_from></surface></newparam>\
                      <newparam sid=\"sampler\"><sampler2D><source>surface</source></sampler2D></newparam>";

fn with_image(text: &str, from: &str) -> String {
    let images = format!("<library_images><image id=\"image\">{from}</image></library_images>");
    text.replace("<library_materials>", &format!("{images}<library_materials>"))
}

fn load_red(text: &str) -> Loaded {
    read::read("a.dae", text.as_bytes(), &One("a dir/red.png", red_pixel())).unwrap()
}

#[test]
fn pictures_are_found_by_sampler_surface_and_image() {
    let new = "<newparam sid=\"sampler\"><sampler2D><instance_image url=\"#image\"/></sampler2D></newparam>";
    let direct = TEXTURED.replace("\"sampler\"", "\"image\"");
    let ways = [
        with_image(&painted(PARAMS, TEXTURED), "<init_from>./a%20dir/red.png</init_from>"),
        with_image(&painted(new, TEXTURED), "<init_from><ref>a dir\\red.png</ref></init_from>"),
        with_image(&painted("", &direct), "<init_from>a dir/red.png</init_from>"),
    ];
    for text in ways {
        let loaded = load_red(&text);
        assert_eq!(loaded.warnings, Vec::<String>::new());
        assert_eq!(loaded.model.images[0].rgba, [255, 0, 0, 255]);
        let material = &loaded.model.materials[0];
        assert_eq!((material.image, material.color), (Some(0), 0xFFFF_FFFF));
        // the set that the material's channel is bound to
        assert_eq!(loaded.model.pieces[0].mesh.uvs[0], [0.5, 0.5]);
    }
}

#[test]
fn the_first_set_counts_where_none_is_bound() {
    let text = with_image(&painted(PARAMS, TEXTURED), "<init_from>a dir/red.png</init_from>");
    let loaded = load_red(&text.replace("semantic=\"CH\"", "semantic=\"OTHER\""));
    assert_eq!(loaded.model.pieces[0].mesh.uvs[0], [0.0, 1.0]);
}

#[test]
fn a_picture_is_read_once() {
    let text = with_image(&painted(PARAMS, TEXTURED), "<init_from>a dir/red.png</init_from>");
    let second = "<material id=\"m2\"><instance_effect url=\"#e\"/></material></library_materials>";
    let text = text.replace("</library_materials>", second);
    let text = text.replace(
        "</technique_common></bind",
        "<instance_material symbol=\"N\" target=\"#m2\"/></technique_common></bind",
    );
    let loaded = load_red(&text);
    assert_eq!((loaded.model.images.len(), loaded.model.materials.len()), (1, 2));
    assert_eq!(loaded.model.materials[1].image, Some(0));
}

#[test]
fn a_picture_that_is_not_there_is_a_warning() {
    let gone = |text: &str| {
        let loaded = load(text);
        assert_eq!(loaded.model.materials[0].image, None);
        assert_eq!(loaded.warnings.len(), 1, "{:?}", loaded.warnings);
        loaded.warnings[0].clone()
    };
    let text = with_image(&painted(PARAMS, TEXTURED), "<init_from>red.png</init_from>");
    assert!(gone(&text).contains("the picture `red.png` is not shown: there is no `red.png`"));
    assert!(
        gone(&painted(PARAMS, TEXTURED)).contains("no picture belongs to the texture `sampler`")
    );
    assert!(gone(&painted("", TEXTURED)).contains("no picture belongs to"));
    let empty = with_image(&painted(PARAMS, TEXTURED), "<init_from/>");
    assert!(gone(&empty).contains("without a file"));
    let text = with_image(&painted(PARAMS, TEXTURED), "<init_from>a dir/red.png</init_from>");
    let broken = read::read("a.dae", text.as_bytes(), &One("a dir/red.png", b"GIF89a".to_vec()));
    assert!(broken.unwrap().warnings[0].contains("is not shown"));
}
