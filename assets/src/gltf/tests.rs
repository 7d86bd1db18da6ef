//! Tests of the glTF reader: documents made here, a construct each.
#![cfg(feature = "gltf")]

mod constructs;
mod hostile;
mod looks;
mod mutations;
mod skins;

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::model::{Mesh, Model};
use crate::read::{Beside, Kind, Loaded, ModelError};

/// Files that lie beside a document.
#[derive(Default)]
struct Folder(BTreeMap<&'static str, Vec<u8>>);

impl Beside for Folder {
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        self.0.get(path).cloned().ok_or_else(|| "there is no such file".to_owned())
    }
}

/// A document that is being made: numbers in one buffer, and the lists around them.
#[derive(Clone, Default)]
struct Making {
    bytes: Vec<u8>,
    views: Vec<String>,
    accessors: Vec<String>,
    lists: BTreeMap<&'static str, Vec<String>>,
    extra: String,
}

const FLOAT: u32 = 5126;
const BYTE: u32 = 5120;
const UBYTE: u32 = 5121;
const SHORT: u32 = 5122;
const USHORT: u32 = 5123;
const UINT: u32 = 5125;

impl Making {
    /// Puts bytes into the buffer; the number of their view.
    fn view(&mut self, bytes: &[u8], more: &str) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let length = bytes.len();
        let view = format!(r#"{{"buffer":0,"byteOffset":{start},"byteLength":{length}{more}}}"#);
        self.views.push(view);
        self.views.len() - 1
    }

    /// An accessor of a view; its number.
    fn accessor(
        &mut self,
        view: usize,
        component: u32,
        kind: &str,
        count: usize,
        more: &str,
    ) -> usize {
        self.accessors.push(format!(
            r#"{{"bufferView":{view},"componentType":{component},"type":"{kind}","count":{count}{more}}}"#
        ));
        self.accessors.len() - 1
    }

    fn floats(&mut self, kind: &str, values: &[f32]) -> usize {
        let view = self.view(&bytes(values), "");
        self.accessor(view, FLOAT, kind, values.len() / width(kind), "")
    }

    fn shorts(&mut self, kind: &str, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let view = self.view(&bytes, "");
        self.accessor(view, USHORT, kind, values.len() / width(kind), "")
    }

    /// Adds to one of the document's lists.
    fn put(&mut self, list: &'static str, json: impl Into<String>) -> usize {
        let list = self.lists.entry(list).or_default();
        list.push(json.into());
        list.len() - 1
    }

    /// Adds a mesh of one primitive, and a node in the scene that shows it.
    fn shown(&mut self, primitive: &str) {
        let mesh = self.put("meshes", format!(r#"{{"primitives":[{primitive}]}}"#));
        self.put("nodes", format!(r#"{{"mesh":{mesh}}}"#));
    }

    fn text(&self) -> String {
        let data = STANDARD.encode(&self.bytes);
        let uri = format!(r#","uri":"data:application/octet-stream;base64,{data}""#);
        self.document(if self.bytes.is_empty() { "" } else { &uri })
    }

    fn document(&self, uri: &str) -> String {
        let mut lists = self.lists.clone();
        if !self.bytes.is_empty() {
            let buffer = format!(r#"{{"byteLength":{}{uri}}}"#, self.bytes.len());
            lists.insert("buffers", vec![buffer]);
        }
        lists.entry("bufferViews").or_default().extend(self.views.clone());
        lists.entry("accessors").or_default().extend(self.accessors.clone());
        if !lists.contains_key("scenes") {
            let children = lists.get("nodes").map_or(0, Vec::len);
            let nodes: Vec<String> = (0..children).map(|n| n.to_string()).collect();
            lists.insert("scenes", vec![format!(r#"{{"nodes":[{}]}}"#, nodes.join(","))]);
        }
        let lists: Vec<String> = lists
            .iter()
            .filter(|(_, l)| !l.is_empty())
            .map(|(name, list)| format!("\"{name}\":[\n{}\n]", list.join(",\n")))
            .collect();
        let asset = r#""asset":{"version":"2.0"}"#;
        format!("{{{asset}{},\n{}}}\n", self.extra, lists.join(",\n"))
    }

    fn glb(&self) -> Vec<u8> {
        glb(self.document("").as_bytes(), Some(&self.bytes))
    }

    fn load(&self) -> Loaded {
        load(&self.text())
    }
}

fn width(kind: &str) -> usize {
    match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        _ => 16,
    }
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn chunk(kind: &[u8; 4], content: &[u8], pad: u8) -> Vec<u8> {
    let mut content = content.to_vec();
    content.resize(content.len().next_multiple_of(4), pad);
    let mut out = (content.len() as u32).to_le_bytes().to_vec();
    out.extend(kind);
    out.extend(content);
    out
}

fn glb(json: &[u8], binary: Option<&[u8]>) -> Vec<u8> {
    let mut chunks = chunk(b"JSON", json, b' ');
    if let Some(binary) = binary {
        chunks.extend(chunk(b"BIN\0", binary, 0));
    }
    let mut out = b"glTF\x02\0\0\0".to_vec();
    out.extend((chunks.len() as u32 + 12).to_le_bytes());
    out.extend(chunks);
    out
}

fn read(text: &str) -> Result<Loaded, ModelError> {
    super::read(text.as_bytes(), Kind::Gltf, &Folder::default())
}

fn load(text: &str) -> Loaded {
    read(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn mesh(model: &Model) -> &Mesh {
    &model.pieces[0].mesh
}

/// The corners of all triangles of a model, each with its least first.
fn corners(model: &Model) -> Vec<[[f32; 3]; 3]> {
    let meshes = model.pieces.iter().map(|p| &p.mesh);
    meshes.flat_map(|m| m.triangles.iter().map(|t| m.corners(*t).unwrap())).collect()
}

/// A triangle in the plane Z = 0 that faces +Z, as the format's front faces do.
const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// A document with that triangle.
fn triangle() -> Making {
    let mut making = Making::default();
    let positions = making.floats("VEC3", &TRIANGLE);
    making.shown(&format!(r#"{{"attributes":{{"POSITION":{positions}}}}}"#));
    making
}
