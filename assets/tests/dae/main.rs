//! COLLADA files: small ones for every construct, real ones, broken ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop")]

mod corpus;
mod materials;
mod meshes;
mod motion;
mod mutations;
mod refusals;
mod scenes;
mod texts;

use std::path::PathBuf;

use islay_assets::read::{self, Beside, Loaded, ModelError};

/// The folder of a model.
struct Folder(PathBuf);

impl Beside for Folder {
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(path)).map_err(|e| e.to_string())
    }
}

/// No other files.
struct Nothing;

impl Beside for Nothing {
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        Err(format!("there is no `{path}`"))
    }
}

fn read(text: impl AsRef<[u8]>) -> Result<Loaded, ModelError> {
    read::read("a.dae", text.as_ref(), &Nothing)
}

fn load(text: impl AsRef<[u8]>) -> Loaded {
    read(text).unwrap_or_else(|e| panic!("{e}"))
}

/// The error, as it is shown.
fn error(text: impl AsRef<[u8]>) -> String {
    let error = read(text).expect_err("it loads");
    assert!(error.at.is_some(), "{error}");
    error.to_string()
}

/// A document: what its asset says, and what else is in it.
fn dae(asset: &str, inside: &str) -> String {
    let space = "http://www.collada.org/2005/11/COLLADASchema";
    format!(
        "<COLLADA xmlns=\"{space}\" version=\"1.4.1\"><asset>{asset}</asset>\n{inside}\n</COLLADA>"
    )
}

/// A source of numbers, so many in a row.
fn source(id: &str, stride: usize, numbers: &str) -> String {
    let n = numbers.split_whitespace().count();
    let params = "<param name=\"X\" type=\"float\"/>".repeat(stride);
    format!(
        "<source id=\"{id}\"><float_array id=\"{id}-array\" count=\"{n}\">{numbers}</float_array>\
         <technique_common><accessor source=\"#{id}-array\" count=\"{}\" stride=\"{stride}\">{params}\
         </accessor></technique_common></source>\n",
        n / stride
    )
}

/// A geometry of positions and primitives; these name the vertices `#ID-v`.
fn geometry(id: &str, positions: &str, primitives: &str) -> String {
    format!(
        "<geometry id=\"{id}\" name=\"{id}\"><mesh>{}<vertices id=\"{id}-v\">\
         <input semantic=\"POSITION\" source=\"#{id}-p\"/></vertices>\n{primitives}</mesh></geometry>",
        source(&format!("{id}-p"), 3, positions)
    )
}

/// A geometry of one triangle.
fn triangle(id: &str, positions: &str) -> String {
    let input = format!("<input semantic=\"VERTEX\" source=\"#{id}-v\" offset=\"0\"/>");
    geometry(id, positions, &format!("<triangles count=\"1\">{input}<p>0 1 2</p></triangles>"))
}

fn geometries(inside: &str) -> String {
    format!("<library_geometries>{inside}</library_geometries>\n")
}

/// A visual scene of nodes.
fn scene(nodes: &str) -> String {
    format!(
        "<library_visual_scenes><visual_scene id=\"s\">{nodes}</visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url=\"#s\"/></scene>"
    )
}

/// A node that shows the geometry `g` with transforms.
fn node(transforms: &str) -> String {
    format!("<node id=\"n\">{transforms}<instance_geometry url=\"#g\"/></node>")
}

/// A document that shows one geometry `g` of primitives on positions.
fn shown(positions: &str, primitives: &str) -> String {
    let geometry = geometries(&geometry("g", positions, primitives));
    dae("", &format!("{geometry}{}", scene(&node(""))))
}

/// Where the corners of each triangle are, in Islay's axes.
fn triangles(loaded: &Loaded) -> Vec<[[f32; 3]; 3]> {
    let of = |mesh: &islay_assets::model::Mesh| {
        mesh.triangles.iter().map(|t| mesh.corners(*t).unwrap()).collect::<Vec<_>>()
    };
    loaded.model.pieces.iter().flat_map(|p| of(&p.mesh)).collect()
}

/// The largest difference of two lists of points.
fn distance(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}
