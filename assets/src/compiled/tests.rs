//! Compiled scenes to bytes and back, and bytes that lie.

use super::*;
use islay_vm::program::WorldSpec;

use crate::model::{ClipFacts, Image, Material, Mesh, Model, Piece};

/// Of nobody, but of some time.
fn program() -> Program {
    let world = WorldSpec { tick: 0.1, ..WorldSpec::default() };
    Program { world, ..Program::default() }
}

fn picture(side: u32) -> Image {
    Image { width: side, height: side, rgba: vec![7; (4 * side * side) as usize] }
}

fn model() -> Model {
    let mesh = Mesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 3],
        uvs: vec![[0.0, 0.5]; 3],
        triangles: vec![[0, 1, 2]],
    };
    Model {
        pieces: vec![Piece { mesh, material: Some(0) }, Piece::default()],
        materials: vec![Material { name: "skin".into(), color: 0x1020_30ff, image: Some(0) }],
        images: vec![picture(2)],
        bones: vec!["hip".into(), "knee".into()],
        clips: vec![ClipFacts { name: "walk".into(), duration: 1.5 }],
    }
}

fn compiled(model: Model, image: Image) -> Compiled {
    let mut library = Library::default();
    library.add_model("a.glb", Arc::new(model));
    library.add_image("b.png", Arc::new(image));
    let scripts = BTreeMap::from([("c.rhai".to_owned(), Arc::from("fn f(me) {}"))]);
    Compiled { name: "d.islay".into(), program: Arc::new(program()), scripts, library }
}

fn refused(model: Model, image: Image) -> String {
    let bytes = compiled(model, image).to_bytes();
    Compiled::from_bytes(&bytes).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn everything_comes_back() {
    let whole = compiled(model(), picture(3));
    let bytes = whole.to_bytes();
    assert!(Compiled::is_one(&bytes));
    let back = Compiled::from_bytes(&bytes).unwrap();
    assert_eq!((&back.name, &back.scripts), (&whole.name, &whole.scripts));
    assert_eq!(**back.library.model("a.glb").unwrap(), model());
    assert_eq!(**back.library.image("b.png").unwrap(), picture(3));
    assert_eq!(back.to_bytes(), bytes);
}

#[test]
fn every_flipped_byte_and_every_cut_is_refused() {
    let bytes = compiled(model(), picture(1)).to_bytes();
    for at in 0..bytes.len() {
        let mut other = bytes.clone();
        other[at] ^= 0x20;
        assert!(Compiled::from_bytes(&other).is_err(), "byte {at}");
        assert!(Compiled::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
    }
}

/// The checksum is right, so that what is behind it must stand for itself.
#[test]
fn a_body_that_lies_is_refused_or_is_another_scene() {
    let bytes = compiled(model(), picture(1)).to_bytes();
    let body = HEADER.open(&bytes).unwrap();
    for at in 0..body.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut other = body.to_vec();
            other[at] = value;
            if let Ok(read) = Compiled::from_bytes(&HEADER.close(&other)) {
                assert!(Compiled::from_bytes(&read.to_bytes()).is_ok(), "byte {at}");
            }
        }
        assert!(Compiled::from_bytes(&HEADER.close(&body[..at])).is_err(), "{at} bytes");
    }
    let more = [body, &[0]].concat();
    let said = Compiled::from_bytes(&HEADER.close(&more)).unwrap_err().to_string();
    assert_eq!(said, "something follows it");
}

#[test]
fn parts_of_a_model_must_fit_each_other() {
    let with = |change: fn(&mut Model)| {
        let mut model = model();
        change(&mut model);
        refused(model, picture(1))
    };
    let said = with(|m| m.pieces[0].mesh.triangles[0][1] = 3);
    assert_eq!(said, "the model `a.glb`: a triangle names a vertex that is not there");
    assert!(with(|m| m.pieces[0].material = Some(1)).contains("not in its list"));
    assert!(with(|m| m.materials[0].image = Some(1)).contains("not in its list"));
    assert!(with(|m| m.pieces[0].mesh.positions[2][1] = f32::NAN).contains("not finite"));
    assert!(with(|m| m.clips[0].duration = -1.0).contains("less than no time"));
    assert!(with(|m| m.images[0].rgba.truncate(5)).contains("not all its pixels"));
    assert!(with(|m| m.images[0].width = 1 << 20).contains("1048576x2 pixels"));
    with(|m| m.pieces[0].mesh.normals.truncate(2));
}

#[test]
fn a_count_beyond_the_bytes_takes_no_memory() {
    let mut out = Writer::default();
    out.count(0);
    out.text("x");
    out.bytes(&program().to_bytes());
    out.count(u32::MAX as usize);
    let said = Compiled::from_bytes(&HEADER.close(&out.0)).unwrap_err().to_string();
    assert_eq!(said, "it has more of something than it has bytes");
}

#[test]
fn a_script_that_is_too_long_is_refused() {
    let mut whole = compiled(model(), picture(1));
    for (bytes, good) in [(LARGEST_SCRIPT, true), (LARGEST_SCRIPT + 1, false)] {
        whole.scripts.insert("c.rhai".into(), " ".repeat(bytes).into());
        assert_eq!(Compiled::from_bytes(&whole.to_bytes()).is_ok(), good, "{bytes} bytes");
    }
}

#[test]
fn it_says_what_is_not_understood() {
    let mut bytes = compiled(model(), picture(1)).to_bytes();
    bytes[8] += 1;
    let said = Compiled::from_bytes(&bytes).unwrap_err().to_string();
    assert_eq!(said, "it was written by another version of islay: build it again");
    let mut out = Writer::default();
    out.count(6);
    let said = Compiled::from_bytes(&HEADER.close(&out.0)).unwrap_err().to_string();
    assert_eq!(said, "it needs what this version of islay has not");
}
