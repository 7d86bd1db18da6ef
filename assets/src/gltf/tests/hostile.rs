//! Files that are wrong, or made to do harm: each is an error with its place.

use super::*;

/// The place that the error of a document names.
fn place(text: &str) -> (String, Option<(u32, u32)>) {
    let error = read(text).unwrap_err();
    assert!(!error.message.contains('\n') && error.message.len() < 300, "{error}");
    (error.element.unwrap_or_default(), error.at)
}

fn nodes(nodes: &[&str], scene: &str) -> String {
    let mut making = triangle();
    making.lists.insert("nodes", nodes.iter().map(|n| (*n).to_owned()).collect());
    making.put("scenes", scene);
    making.text()
}

#[test]
fn rings_and_shared_children_are_refused() {
    let cases: [(&[&str], &str); 6] = [
        (&[r#"{"children":[0]}"#], "nodes[0].children"),
        (
            &[r#"{"children":[1]}"#, r#"{"children":[2]}"#, r#"{"children":[1]}"#],
            "nodes[2].children[0]",
        ),
        (&["{}", r#"{"children":[2]}"#, r#"{"children":[1]}"#], "nodes[1].children"),
        (&[r#"{"children":[2]}"#, r#"{"children":[2]}"#, "{}"], "nodes[1].children[0]"),
        (&[r#"{"children":[1,1]}"#, "{}"], "nodes[0].children[1]"),
        (&[r#"{"children":[9]}"#], "nodes[0].children[0]"),
    ];
    for (list, expected) in cases {
        let (found, at) = place(&nodes(list, r#"{"nodes":[0]}"#));
        assert_eq!(found, expected, "{list:?}");
        assert!(at.is_some_and(|(line, _)| line > 1), "{list:?}");
    }
}

#[test]
fn a_scene_shows_tops_of_trees_once() {
    let tree = [r#"{"children":[1]}"#, "{}"];
    for (scene, expected) in [
        (r#"{"nodes":[1]}"#, "scenes[0].nodes[0]"),
        (r#"{"nodes":[0,0]}"#, "scenes[0].nodes[1]"),
        (r#"{"nodes":[7]}"#, "scenes[0].nodes[0]"),
    ] {
        assert_eq!(place(&nodes(&tree, scene)).0, expected);
    }
    let text = triangle().text();
    let text = text.replace(r#""asset""#, r#""scene":5,"asset""#);
    assert_eq!(place(&text).0, "scene");
}

#[test]
fn a_hundred_thousand_nodes_in_a_row_are_no_harm() {
    let n = 100_000;
    let mut list: Vec<String> = (1..n).map(|i| format!(r#"{{"children":[{i}]}}"#)).collect();
    list.push(r#"{"mesh":0}"#.to_owned());
    let mut making = triangle();
    making.lists.insert("nodes", list);
    making.put("scenes", r#"{"nodes":[0]}"#);
    assert_eq!(making.load().facts.triangles, 1);
}

#[test]
fn transforms_that_are_none_are_refused() {
    let cases = [
        (r#""translation":[1e39,0,0]"#, "nodes[0].translation"),
        (r#""scale":[1,1,1e39]"#, "nodes[0].scale"),
        (r#""rotation":[0,0,0,0]"#, "nodes[0].rotation"),
        (r#""rotation":[1e30,0,0,0]"#, "nodes[0].rotation"),
        (r#""matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1e39]"#, "nodes[0].matrix"),
        (r#""matrix":[1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]"#, "nodes[0].matrix"),
        (r#""children":[1],"scale":[1e38,1,1]"#, "nodes[1]"),
    ];
    for (node, expected) in cases {
        let list = [format!(r#"{{{node}}}"#), r#"{"mesh":0,"scale":[1e38,1,1]}"#.to_owned()];
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        let found = place(&nodes(&list, r#"{"nodes":[0]}"#)).0;
        // a number may be out of range for its reader, or for us
        assert!(found.starts_with(expected), "{node}: {found}");
    }
    let far =
        nodes(&[r#"{"mesh":0,"translation":[3e38,0,0],"scale":[3e38,1,1]}"#], r#"{"nodes":[0]}"#);
    assert_eq!(place(&far).0, "meshes[0].primitives[0].attributes.POSITION");
}

#[test]
fn numbers_that_are_none_are_refused_where_they_are_used() {
    for (name, kind, n) in
        [("POSITION", "VEC3", 9), ("NORMAL", "VEC3", 9), ("TEXCOORD_0", "VEC2", 6)]
    {
        for wrong in [f32::NAN, f32::INFINITY] {
            let mut making = Making::default();
            let mut good = TRIANGLE.to_vec();
            good.resize(n, 0.0);
            good[n - 1] = wrong;
            let (bad, positions) = (making.floats(kind, &good), making.floats("VEC3", &TRIANGLE));
            let positions = if name == "POSITION" {
                String::new()
            } else {
                format!(r#""POSITION":{positions},"#)
            };
            making
                .shown(&format!(r#"{{"attributes":{{{positions}"{name}":{bad}}},"material":0}}"#));
            let texture = r#"{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}"#;
            making.put("materials", texture);
            making.put("textures", r#"{"source":0}"#);
            let view = making.view(include_bytes!("../../../tests/pictures/interlaced.png"), "");
            making.put("images", format!(r#"{{"bufferView":{view}}}"#));
            let (found, at) = place(&making.text());
            let name = name.trim_end_matches("_0");
            assert_eq!(found, format!("meshes[0].primitives[0].attributes.{name}"));
            assert!(at.is_some());
        }
    }
}

#[test]
fn accessors_that_reach_beyond_are_refused() {
    let good = r#"{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}"#;
    let cases = [
        (r#"{"bufferView":0,"componentType":5126,"type":"VEC3","count":4}"#, "accessors[0]"),
        (
            r#"{"bufferView":0,"componentType":5126,"type":"VEC3","count":4294967296}"#,
            "accessors[0]",
        ),
        (
            r#"{"bufferView":0,"componentType":5126,"type":"VEC3","count":18446744073709551615}"#,
            "accessors[0]",
        ),
        (
            r#"{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"byteOffset":4}"#,
            "accessors[0]",
        ),
        (
            r#"{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"byteOffset":18446744073709551615}"#,
            "accessors[0]",
        ),
        (
            r#"{"bufferView":9,"componentType":5126,"type":"VEC3","count":3}"#,
            "accessors[0].bufferView",
        ),
        (
            r#"{"bufferView":0,"componentType":5124,"type":"VEC3","count":3}"#,
            "accessors[0].componentType",
        ),
        (r#"{"bufferView":0,"componentType":5126,"type":"VEC7","count":3}"#, "accessors[0].type"),
        (r#"{"bufferView":0,"componentType":5126,"type":"VEC4","count":2}"#, "accessors[0]"),
        (r#"{"componentType":5126,"type":"VEC3","count":4294967295}"#, "accessors[0].count"),
    ];
    for (accessor, expected) in cases {
        let text = triangle().text();
        assert!(text.contains(good));
        let (found, at) = place(&text.replace(good, accessor));
        assert_eq!(found, expected, "{accessor}");
        assert!(at.is_some(), "{accessor}");
    }
}

#[test]
fn views_and_buffers_that_reach_beyond_are_refused() {
    let good = r#"{"buffer":0,"byteOffset":0,"byteLength":36}"#;
    let cases = [
        (r#"{"buffer":0,"byteLength":37}"#, "bufferViews[0]"),
        (r#"{"buffer":0,"byteOffset":18446744073709551615,"byteLength":36}"#, "bufferViews[0]"),
        (r#"{"buffer":0,"byteOffset":36,"byteLength":18446744073709551615}"#, "bufferViews[0]"),
        (r#"{"buffer":3,"byteLength":36}"#, "bufferViews[0].buffer"),
        (r#"{"buffer":0,"byteLength":36,"byteStride":0}"#, "bufferViews[0].byteStride"),
        (r#"{"buffer":0,"byteLength":36,"byteStride":4294967295}"#, "bufferViews[0].byteStride"),
        (r#"{"buffer":0,"byteLength":36,"byteStride":4}"#, "accessors[0]"),
        (r#"{"buffer":0,"byteLength":36,"byteStride":252}"#, "accessors[0]"),
    ];
    for (view, expected) in cases {
        let text = triangle().text();
        assert!(text.contains(good));
        assert_eq!(place(&text.replace(good, view)).0, expected, "{view}");
    }
    let text = triangle().text();
    for length in ["37", "4294967296", "18446744073709551615"] {
        let longer = text.replace(r#"{"byteLength":36"#, &format!(r#"{{"byteLength":{length}"#));
        assert_eq!(place(&longer).0, "buffers[0]", "{length}");
    }
    for uri in [
        "http://example.org/a.bin",
        "file:///etc/passwd",
        "/etc/passwd",
        "missing.bin",
        "C:\\\\a.bin",
        "",
    ] {
        let text = triangle().document(&format!(r#","uri":"{uri}""#));
        assert_eq!(place(&text).0, "buffers[0]", "{uri}");
    }
    assert_eq!(place(&triangle().document("")).0, "buffers[0]");
}

#[test]
fn indices_beyond_the_vertices_are_refused() {
    let mut making = triangle();
    let indices = making.shorts("SCALAR", &[0, 1, 65535]);
    let good = r#"{"attributes":{"POSITION":0}}"#;
    let with = |more: &str| {
        making.text().replace(good, &format!(r#"{{"attributes":{{"POSITION":0}}{more}}}"#))
    };
    assert_eq!(
        place(&with(&format!(r#","indices":{indices}"#))).0,
        "meshes[0].primitives[0].indices"
    );
    assert_eq!(place(&with(r#","indices":44"#)).0, "meshes[0].primitives[0].indices");
    assert_eq!(place(&with(r#","indices":0"#)).0, "accessors[0]");
    assert_eq!(place(&with(r#","mode":7"#)).0, "meshes[0].primitives[0].mode");
    let other = making.text().replace(r#""mesh":0"#, r#""mesh":5"#);
    assert_eq!(place(&other).0, "nodes[0].mesh");
    let missing = making.text().replace(r#""POSITION":0"#, r#""POSITION":5"#);
    assert_eq!(place(&missing).0, "meshes[0].primitives[0].attributes.POSITION");
    let uneven = making.text().replace(r#""POSITION":0"#, r#""POSITION":0,"NORMAL":1"#);
    assert_eq!(place(&uneven).0, "accessors[1]");
}

#[test]
fn a_small_file_makes_no_large_model() {
    let mut making = Making::default();
    making.accessors.push(r#"{"componentType":5126,"type":"VEC3","count":1000001}"#.to_owned());
    making.shown(r#"{"attributes":{"POSITION":0}}"#);
    let started = std::time::Instant::now();
    assert_eq!(place(&making.text()).0, "accessors[0].count");
    making.accessors[0] = r#"{"componentType":5126,"type":"VEC3","count":600000}"#.to_owned();
    (0..100).for_each(|_| making.shown(r#"{"attributes":{"POSITION":0}}"#));
    assert!(place(&making.text()).0.starts_with("meshes["));
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}

#[test]
fn extensions_that_are_needed_and_unknown_are_refused_by_name() {
    let mut making = triangle();
    making.extra = r#","extensionsUsed":["KHR_draco_mesh_compression"],"extensionsRequired":["KHR_draco_mesh_compression"]"#.to_owned();
    let error = read(&making.text()).unwrap_err();
    assert_eq!(error.element.as_deref(), Some("extensionsRequired[0]"));
    assert!(error.message.contains("`KHR_draco_mesh_compression`"), "{error}");
}

#[test]
fn versions_and_texts_that_are_none_say_what_they_are() {
    let cases = [
        (r#"{"asset":{"version":"1.0"}}"#, "it is glTF 1.0: only version 2.0 can be read"),
        (
            r#"{"accessors":{},"asset":{"version":"1.0"}}"#,
            "it is glTF 1.0: only version 2.0 can be read",
        ),
        (r#"{"asset":{"version":"2.1","minVersion":"2.1"}}"#, "it needs a reader of version 2.1"),
        (r#"{"nodes":[]}"#, "it has no `asset`"),
        ("<COLLADA/>", "it is no glTF document"),
        ("", "it is no glTF document"),
        (r#"{"asset":{"version":"2.0"}"#, "EOF while parsing an object"),
    ];
    for (text, said) in cases {
        let error = read(text).unwrap_err();
        assert!(error.message.contains(said), "{text}: {error}");
    }
    let deep = format!(r#"{{"asset":{{"version":"2.0"}},"extras":{}"#, "[".repeat(100_000));
    assert!(read(&deep).unwrap_err().at.is_some());
}

#[test]
fn what_json_says_wrong_has_line_column_and_path() {
    let text = "{\"asset\":{\"version\":\"2.0\"},\n \"nodes\": [ {},\n  {\"scale\":[1,2]} ]}";
    let error = read(text).unwrap_err();
    assert_eq!(error.at.map(|(line, _)| line), Some(3), "{error}");
    assert_eq!(error.element.as_deref(), Some("nodes[1].scale[1]"), "{error}");
    let glb = glb(text.as_bytes(), None);
    let error = crate::gltf::read(&glb, Kind::Glb, &Folder::default()).unwrap_err();
    assert_eq!((error.at, error.element.is_some()), (None, true));
}

#[test]
fn binary_files_with_wrong_lengths_are_refused() {
    let good = triangle().glb();
    let read = |bytes: &[u8]| crate::gltf::read(bytes, Kind::Glb, &Folder::default());
    let place = |bytes: &[u8]| read(bytes).unwrap_err().element.unwrap_or_default();
    for end in 0..good.len() {
        let error = read(&good[..end]).unwrap_err();
        assert!(error.element.is_some() && !error.message.is_empty(), "{end}");
    }
    let with = |at: usize, number: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        bytes
    };
    assert_eq!(place(&with(0, 7)), "the head");
    assert_eq!(place(&with(4, 1)), "the head");
    assert_eq!(place(&with(8, u32::MAX)), "the head");
    assert_eq!(place(&with(8, 5)), "the head");
    assert_eq!(place(&with(12, u32::MAX)), "chunk 1");
    assert_eq!(place(&with(12, good.len() as u32)), "chunk 1");
    assert_eq!(place(&with(16, 7)), "chunk 1");
    assert_eq!(place(b"{}"), "the head");
}
