//! Skins in the pose of the file, bones and clips.

use super::*;

const IDENTITY: [f32; 16] =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

fn moved(x: f32, y: f32, z: f32) -> [f32; 16] {
    let mut matrix = IDENTITY;
    matrix[12..15].copy_from_slice(&[x, y, z]);
    matrix
}

/// The triangle, whose corners hang on joints 0, 1, and half on each. Joint 1 (node 2) stands at
/// y = 3 below joint 0 (node 1); it was bound at y = 1. The node of the mesh stands far away.
fn skinned() -> Making {
    let mut making = Making::default();
    let positions = making.floats("VEC3", &TRIANGLE);
    let joints = making.shorts("VEC4", &[0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]);
    let half = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0];
    let weights = making.floats("VEC4", &half);
    let inverse = [IDENTITY, moved(0.0, -1.0, 0.0)].concat();
    let inverse = making.floats("MAT4", &inverse);
    making.put("meshes", format!(
        r#"{{"primitives":[{{"attributes":{{"POSITION":{positions},"JOINTS_0":{joints},"WEIGHTS_0":{weights}}}}}]}}"#
    ));
    making.put("nodes", r#"{"mesh":0,"skin":0,"translation":[100,100,100]}"#);
    making.put("nodes", r#"{"name":"hip","children":[2],"translation":[0,1,0]}"#);
    making.put("nodes", r#"{"name":"knee","translation":[0,2,0]}"#);
    making.put("skins", format!(r#"{{"joints":[1,2],"inverseBindMatrices":{inverse}}}"#));
    making.put("scenes", r#"{"nodes":[0,1]}"#);
    making
}

#[test]
fn joints_pull_vertices_and_the_mesh_node_does_not() {
    // by hand: joint 0 lifts by 1, joint 1 by 3 − 1 = 2, half of each by 1.5
    let found = corners(&skinned().load().model);
    assert_eq!(found, [[[0.0, 1.0, 0.0], [0.0, 2.5, 0.0], [-1.0, 2.0, 0.0]]]);
}

#[test]
fn without_inverse_matrices_joints_are_taken_as_they_stand() {
    let mut making = skinned();
    making.lists.insert("skins", vec![r#"{"joints":[1,2]}"#.to_owned()]);
    assert_eq!(corners(&making.load().model)[0][2], [-1.0, 3.0, 0.0]);
}

#[test]
fn bones_are_joints_and_nodes_that_clips_move() {
    let mut making = skinned();
    assert_eq!(making.load().model.bones, ["hip", "knee"]);
    let times = making.floats("SCALAR", &[0.0, 0.5, 2.25]);
    let moves = making.floats("VEC3", &[0.0; 9]);
    making.put("nodes", "{}");
    let channel = |path: &str, node: usize| {
        format!(r#"{{"sampler":0,"target":{{"node":{node},"path":"{path}"}}}}"#)
    };
    let channels = [channel("translation", 3), channel("weights", 0)].join(",");
    let sampler = format!(r#"{{"input":{times},"output":{moves}}}"#);
    making.put(
        "animations",
        format!(r#"{{"name":"Walk","channels":[{channels}],"samplers":[{sampler}]}}"#),
    );
    making.put(
        "animations",
        format!(r#"{{"channels":[{}],"samplers":[{sampler}]}}"#, channel("scale", 1)),
    );
    let loaded = making.load();
    assert_eq!(loaded.model.bones, ["hip", "knee", "node3"]);
    let clips: Vec<_> = loaded.facts.clips.iter().map(|c| (&*c.name, c.duration)).collect();
    assert_eq!(clips, [("Walk", 2.25), ("clip2", 2.25)]);
    assert_eq!(loaded.facts.bones, 3);
}

#[test]
fn times_that_go_back_are_refused() {
    let mut making = triangle();
    let times = making.floats("SCALAR", &[0.0, 1.0, 0.5]);
    let sampler = format!(r#"{{"input":{times},"output":{times}}}"#);
    making.put("animations", format!(r#"{{"channels":[],"samplers":[{sampler}]}}"#));
    let error = read(&making.text()).unwrap_err();
    assert_eq!(error.element.as_deref(), Some("accessors[1]"), "{error}");
}

#[test]
fn joints_that_are_none_are_refused() {
    let cases = [
        (r#""joints":[1,2]"#, r#""joints":[1,7]"#, "skins[0].joints[1]"),
        (r#""joints":[1,2]"#, r#""joints":[1]"#, "meshes[0].primitives[0].attributes.JOINTS_0"),
        (r#""joints":[1,2]"#, r#""joints":[1,2,1]"#, "skins[0].inverseBindMatrices"),
        (r#""skin":0"#, r#""skin":3"#, "nodes[0].skin"),
        (r#""type":"MAT4""#, r#""type":"MAT3""#, "accessors[3]"),
    ];
    for (from, to, place) in cases {
        let error = read(&skinned().text().replace(from, to)).unwrap_err();
        assert_eq!(error.element.as_deref(), Some(place), "{to}: {error}");
    }
}

#[test]
fn more_bones_than_the_limit_are_refused() {
    let joints = |n: usize| {
        let mut making = skinned();
        let joints = vec!["1"; n].join(",");
        making.lists.insert("skins", vec![format!(r#"{{"joints":[{joints}]}}"#)]);
        read(&making.text())
    };
    assert!(joints(512).is_ok());
    assert_eq!(joints(513).unwrap_err().element.as_deref(), Some("skins[0].joints"));
}

#[test]
fn a_skin_without_joints_in_the_mesh_is_drawn_stiff_with_a_warning() {
    let mut making = triangle();
    making.lists.insert("nodes", vec![r#"{"mesh":0,"skin":0,"translation":[1,0,0]}"#.to_owned()]);
    making.put("skins", r#"{"joints":[0]}"#);
    let loaded = making.load();
    assert_eq!(loaded.facts.bounds[1][0], -1.0);
    assert_eq!(loaded.warnings.len(), 1, "{:?}", loaded.warnings);
}
