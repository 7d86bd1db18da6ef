//! Scenes that use models and pictures.

use islay::{Files, Scene, Severity};

use super::Folder;

const SPARSE: &[u8] = include_bytes!("../../assets/tests/corpus/gltf/box_sparse.glb");
const PICTURE: &[u8] = include_bytes!("../../assets/tests/pictures/interlaced.png");

const SCENE: &str = r#"character Hero {
  shape "models/box.glb" texture "wood.png" color red turn 0 45 0
}
group main { Hero }
"#;

#[test]
fn what_a_model_leaves_out_is_a_warning_of_check() {
    let folder = Folder::new("models-check");
    folder.write("scene.islay", SCENE);
    folder.write("models/box.glb", SPARSE);
    folder.write("wood.png", PICTURE);
    let (code, out, err) = folder.run("check scene.islay");
    assert!(code == 0 && out.contains("1 warning"), "{out}{err}");
    assert!(err.contains("warning[model-problem]") && err.contains("scene.islay:2:9"), "{err}");
    assert_eq!(folder.run("check --deny warnings scene.islay").0, 1);
}

#[test]
fn a_scene_knows_its_models_pictures_and_files() {
    let files: [(&str, &[u8]); 3] =
        [("scene.islay", SCENE.as_bytes()), ("models/box.glb", SPARSE), ("wood.png", PICTURE)];
    let scene = Scene::load("scene.islay", &Files::from_bytes(files)).unwrap();
    assert!(scene.library().model("models/box.glb").is_some());
    assert_eq!(scene.library().image("wood.png").unwrap().width, 13);
    assert_eq!(scene.files(), ["models/box.glb", "scene.islay", "wood.png"]);
}

#[test]
fn placeholders_stand_for_what_cannot_be_had() {
    let folder = Folder::new("models-placeholders");
    folder.write("scene.islay", SCENE);
    folder.write("models/box.glb", "no model");
    let path = folder.0.join("scene.islay");
    let (code, _, err) = folder.run("check scene.islay");
    assert!(code == 1 && err.contains("error[broken-file]"), "{err}");
    assert!(err.contains("error[file-not-found]"), "{err}");
    let scene = Scene::open_with_placeholders(&path, None).unwrap();
    let found = scene.diagnostics();
    assert_eq!((found.len(), found.count(Severity::Warning)), (2, 2));
    assert!(found.iter().all(|d| d.code == "model-problem"), "{found:?}");
    let cube = scene.library().model("models/box.glb").unwrap();
    assert_eq!(cube.bounds(), [[-0.5; 3], [0.5; 3]]);
    assert_eq!(scene.library().image("wood.png").unwrap().rgba, [255; 4]);
}
