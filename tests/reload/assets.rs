//! Models and pictures that break or go while a scene runs: they stay as they were, and stop nothing.

use std::fs;
use std::path::PathBuf;

use islay::watch::Source;
use islay::{Config, Scene, Stage};

use super::ticks;

const SCENE: &str = "
    character A { shape \"a.gltf\"  diagram D { state S < rotate y 1 > } }
    character B { shape \"b.gltf\" }
    group main { A  B }
";

/// A box of this width, without anything around it.
fn model(width: f32) -> String {
    let w = width / 2.0;
    let corners = [[-w, 0.0, 0.0], [w, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let bytes: Vec<u8> = corners.iter().flatten().flat_map(|v: &f32| v.to_le_bytes()).collect();
    let text = base64(&bytes);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
          "min":[{},0,0],"max":[{w},1,0]}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "buffers":[{{"byteLength":36,"uri":"data:application/octet-stream;base64,{text}"}}]}}"#,
        -w
    )
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let word = |three: &[u8]| {
        let n = three.iter().fold(0, |n, b| n << 8 | usize::from(*b));
        [18, 12, 6, 0].map(|shift| char::from(LETTERS[n >> shift & 63]))
    };
    bytes.chunks(3).flat_map(word).collect()
}

struct Desk {
    folder: PathBuf,
    source: Source,
}

impl Desk {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("islay-assets-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let desk = Self { source: Source::new(folder.join("scene.islay"), None), folder };
        desk.write("scene.islay", SCENE);
        desk.write("a.gltf", &model(2.0));
        desk.write("b.gltf", &model(4.0));
        desk
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).unwrap();
    }

    fn again(&mut self) -> Scene {
        self.source.again().unwrap()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Half the widths of all boxes.
fn widths(stage: &Stage) -> Vec<f32> {
    stage.bounds().iter().map(|b| b.half[0]).collect()
}

fn problems(scene: &Scene) -> Vec<String> {
    let found = scene.diagnostics().of_code("model-problem");
    found.iter().map(|d| d.message.clone()).collect()
}

#[test]
fn a_model_that_breaks_stays_as_it_was_and_stops_no_other_edit() {
    let mut desk = Desk::new("broken");
    let scene = desk.source.open(false).unwrap();
    assert_eq!(problems(&scene), [""; 0]);
    let mut stage = Stage::new(&scene, Config::default());
    ticks(&mut stage, 5);
    assert_eq!(widths(&stage), [1.0, 2.0]);
    // broken, and an edit of the text and of the other model at the same time
    desk.write("a.gltf", "half a mod");
    desk.write("b.gltf", &model(8.0));
    desk.write("scene.islay", &SCENE.replace("rotate y 1", "rotate y 10"));
    let scene = desk.again();
    let told = problems(&scene);
    assert!(told.len() == 1 && told[0].contains("`a.gltf` is shown as it was"), "{told:?}");
    let report = stage.reload(&scene);
    assert_eq!((report.kept, report.removed.len(), report.moved.len()), (2, 0, 0));
    assert_eq!(widths(&stage), [1.0, 4.0]);
    ticks(&mut stage, 1);
    assert!((stage.instance("A").unwrap().angles()[1] - 15.0).abs() < 1e-3);
    assert!(scene.library().model("a.gltf").is_some());
    // it is as it was however often the scene is edited, also when its file is gone
    fs::remove_file(desk.folder.join("a.gltf")).unwrap();
    let scene = desk.again();
    assert_eq!(problems(&scene).len(), 1);
    stage.reload(&scene);
    assert_eq!(widths(&stage), [1.0, 4.0]);
    desk.write("a.gltf", &model(6.0));
    let scene = desk.again();
    assert_eq!(problems(&scene), [""; 0]);
    stage.reload(&scene);
    assert_eq!(widths(&stage), [3.0, 4.0]);
}

#[test]
fn a_model_that_is_not_there_yet_is_a_cube_and_stops_nothing() {
    let mut desk = Desk::new("missing");
    let mut stage = Stage::new(&desk.source.open(false).unwrap(), Config::default());
    let more = "character C { shape \"c.gltf\" }\n    group main { A  B  C }";
    desk.write("scene.islay", &SCENE.replace("group main { A  B }", more));
    let scene = desk.again();
    let told = problems(&scene);
    assert!(told.len() == 1 && told[0].contains("a cube stands for `c.gltf`"), "{told:?}");
    stage.reload(&scene);
    assert_eq!(widths(&stage), [1.0, 2.0, 0.5]);
    desk.write("c.gltf", &model(10.0));
    stage.reload(&desk.again());
    assert_eq!(widths(&stage), [1.0, 2.0, 5.0]);
}

#[test]
fn a_text_that_is_broken_too_says_so_and_changes_nothing() {
    let mut desk = Desk::new("both");
    let stage = Stage::new(&desk.source.open(false).unwrap(), Config::default());
    let hash = stage.hash();
    desk.write("a.gltf", "");
    desk.write("scene.islay", "group main { A");
    assert!(desk.source.again().is_err());
    assert_eq!(stage.hash(), hash);
    // and what was is still known when the text is whole again
    desk.write("scene.islay", SCENE);
    assert_eq!(problems(&desk.again()).len(), 1);
}
