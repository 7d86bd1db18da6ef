//! `islay info`.

use super::{Folder, card, json};

/// Two boxes that move.
const BOXES: &[u8] = include_bytes!("../../assets/tests/corpus/gltf/box_animated.gltf");
const SPARSE: &[u8] = include_bytes!("../../assets/tests/corpus/gltf/box_sparse.glb");

#[test]
fn the_facts_of_a_model_are_one_object() {
    let folder = Folder::new("info-model");
    folder.write("boxes.gltf", BOXES);
    let (code, out, err) = folder.run("info boxes.gltf --format json");
    assert_eq!((code, err.as_str(), out.lines().count()), (0, "", 1));
    let facts = &json(&out)[0];
    let keys: Vec<&str> = facts.as_object().unwrap().keys().map(String::as_str).collect();
    let wanted = [
        "file",
        "kind",
        "version",
        "up_axis",
        "unit",
        "meshes",
        "vertices",
        "triangles",
        "bones",
        "clips",
        "materials",
        "bounds",
        "file_bounds",
        "warnings",
    ];
    assert!(wanted.iter().all(|k| keys.contains(k)) && keys.len() == wanted.len(), "{keys:?}");
    assert_eq!((&facts["file"], &facts["kind"]), (&"boxes.gltf".into(), &"gltf".into()));
    assert_eq!((&facts["version"], &facts["up_axis"]), (&"2.0".into(), &"Y_UP".into()));
    assert_eq!((&facts["triangles"], &facts["meshes"]), (&254.into(), &2.into()));
    assert_eq!(facts["clips"][0]["duration"].as_f64().map(|d| d as f32), Some(3.70833));
    assert_eq!(facts["bounds"]["min"], serde_json::json!([-0.5, -0.5, -0.5]));
    assert_eq!(facts["warnings"], serde_json::json!([]));
}

#[test]
fn the_facts_of_a_model_can_be_read() {
    let folder = Folder::new("info-human");
    folder.write("odd.glb", SPARSE);
    let (code, out, _) = folder.run("info odd.glb");
    assert!(code == 0 && out.starts_with("odd.glb: glTF 2.0\n"), "{out}");
    for line in ["  triangles  12", "  size       1 1 1", "  warnings   morph targets"] {
        assert!(out.lines().any(|l| l.starts_with(line)), "{line}: {out}");
    }
}

#[test]
fn a_model_that_is_broken_is_1_with_its_place_and_one_that_is_not_there_is_2() {
    let folder = Folder::new("info-broken");
    let text = String::from_utf8(BOXES.to_vec()).unwrap();
    folder.write("far.gltf", text.replacen("\"mesh\": 0", "\"mesh\": 77", 1));
    let (code, out, err) = folder.run("info far.gltf");
    assert!(code == 1 && out.is_empty() && err.contains("there is no meshes[77]"), "{out}{err}");
    assert!(err.contains("error[broken-file]") && err.contains("far.gltf:"), "{err}");
    let (code, out, _) = folder.run("info far.gltf --format json");
    let found = &json(&out)[0];
    assert_eq!(
        (code, &found["code"], &found["file"]),
        (1, &"broken-file".into(), &"far.gltf".into())
    );
    assert!(
        found["line"].as_u64().unwrap() > 1 && found["column"].as_u64().unwrap() > 1,
        "{found}"
    );
    folder.write("cut.glb", &SPARSE[..100]);
    let (code, _, err) = folder.run("info cut.glb");
    assert!(code == 1 && err.contains("`cut.glb`: in the head: "), "{err}");
    assert_eq!(folder.run("info missing.glb").0, 2);
    assert_eq!(folder.run("info").0, 2);
}

#[test]
fn a_model_reads_nothing_above_its_folder() {
    let folder = Folder::new("info-above");
    let buffer = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":1,"uri":"PATH"}]}"#;
    folder.write("secret.bin", "x");
    for path in ["../secret.bin", "%2e%2e/secret.bin", "a/../../secret.bin"] {
        folder.write("inner/a.gltf", buffer.replace("PATH", path));
        let (code, _, err) = folder.run("info inner/a.gltf");
        assert!(code == 1 && err.contains("it leaves the scene's folder"), "{path}: {err}");
    }
    folder.write("a.gltf", buffer.replace("PATH", "./x/../secret.bin"));
    assert_eq!(folder.run("info a.gltf").0, 0);
}

#[test]
fn names_of_files_cannot_command_the_terminal() {
    let folder = Folder::new("info-names");
    let names = r#"{"asset":{"version":"2.0"},"nodes":[{}],"animations":[
        {"name":"\u001b[31mred\u202e","channels":[],"samplers":[]}]}"#;
    folder.write("names.gltf", names);
    let (code, out, _) = folder.run("info names.gltf");
    assert!(
        code == 0 && out.contains("\\u{1b}[31mred\\u{202e}") && !out.contains('\u{1b}'),
        "{out}"
    );
}

#[test]
fn the_facts_of_a_scene_are_counted() {
    let folder = card("info-scene");
    folder.write("boxes.gltf", BOXES);
    folder.write("lib.islay", "character Box { shape \"boxes.gltf\" }\n");
    let scene = r#"use "lib.islay"
world { kind room  size 10 4 10  tick 0.05s }
atom Stone = ball 1
character Arm { shape box 1 1 1 }
character Hero(pace = 1) {
  shape Stone
  part left: Arm  part right: Arm
  diagram Walk {
    on message(go) do move x 1
    state Still  on key(Left) -> Go
    state Go     on key(Left) -> Go  else -> Still
  }
}
group main { Hero  Hero(2) as Other  Box }
group more { Box }
host { action honk(n)  input steer }
test "lives" { expect Hero.x == 0 }
"#;
    folder.write("scene.islay", scene);
    let (code, out, err) = folder.run("info scene.islay --format json");
    assert_eq!(code, 0, "{out}{err}");
    let facts = &json(&out)[0];
    let wanted = serde_json::json!({
        "kind": "islay", "characters": 3, "atoms": 1, "diagrams": 1, "states": 2, "edges": 4,
        "parts": 2, "groups": 2, "messages": 1, "tests": 1, "instances": 7
    });
    for (key, value) in wanted.as_object().unwrap() {
        assert_eq!(&facts[key], value, "{key}: {out}");
    }
    assert_eq!(facts["files"], serde_json::json!(["boxes.gltf", "lib.islay"]));
    assert_eq!(facts["world"]["kind"], "room");
    assert_eq!(facts["host"]["calls"], serde_json::json!(["action honk(n)"]));
    assert_eq!(facts["host"]["inputs"], serde_json::json!(["steer"]));
    let (code, out, _) = folder.run("info scene.islay");
    assert!(code == 0 && out.contains("  instances   7 at the start"), "{out}");
    assert!(out.contains("  host        input steer\n              action honk(n)\n"), "{out}");
    let (code, out, err) = folder.run("check scene.islay");
    assert!(code == 0 && !out.contains("honk") && !err.contains("honk"), "{out}{err}");
    folder.write("wrong.islay", "character {\n");
    assert_eq!(folder.run("info wrong.islay").0, 1);
}

/// Two characters of one atom, in a body of two members.
const DOCUMENT: &str = r#"<islay3d ver="1.1">
  <objectlist><data name="arm" path="arm.dae"/></objectlist>
  <characterlist>
    <character name="Arm" parts="arm"><statediagram name="Swing">
      <statelist><state name="Rest" action="stay"/><state name="Go" action="move" front="1"/></statelist>
      <translist><trans guard="default" from="Rest" to="Go"/></translist>
    </statediagram></character>
    <character name="Robot" parts="body"/>
  </characterlist>
  <complex name="body">
    <member character="Arm" x="1" y="0" z="0"/><member character="Arm" x="-1" y="0" z="0"/>
  </complex>
  <grouplist><group name="main"><fork character="Robot" x="0" y="0" z="0"/></group></grouplist>
  <option><interval value="50"/></option>
</islay3d>"#;

#[test]
fn the_facts_of_a_document_are_counted() {
    let folder = Folder::new("info-document");
    folder.write("robot.3di", DOCUMENT);
    let (code, out, err) = folder.run("info robot.3di --format json");
    assert_eq!((code, out.lines().count()), (0, 1), "{out}{err}");
    let facts = &json(&out)[0];
    let wanted = serde_json::json!({
        "file": "robot.3di", "kind": "3di", "atoms": 1, "characters": 2, "complexes": 1, "members": 2,
        "diagrams": 1, "states": 2, "transitions": 1, "groups": 1, "forks": 1, "files": ["arm.dae"],
        "interval": 50.0
    });
    for (key, value) in wanted.as_object().unwrap() {
        assert_eq!(&facts[key], value, "{key}: {out}");
    }
    let (code, out, _) = folder.run("info robot.3di");
    assert!(code == 0 && out.starts_with("robot.3di: Islay 3D document\n"), "{out}");
    assert!(out.contains("  complexes    1 of 2 members\n"), "{out}");
    folder.write("broken.3di", &DOCUMENT[..300]);
    let (code, _, err) = folder.run("info broken.3di");
    assert!(code == 1 && err.contains("broken.3di:"), "{err}");
    assert_eq!(folder.run("info missing.3di").0, 2);
}
