//! Scenes: transforms of every kind, axes, units, instances of nodes.

use crate::{dae, distance, error, geometries, load, node, scene, triangle, triangles};

/// The corners of the triangle that all these scenes show.
const CORNERS: &str = "1 2 3  4 5 7  -6 8 10";
const POINTS: [[f32; 3]; 3] = [[1.0, 2.0, 3.0], [4.0, 5.0, 7.0], [-6.0, 8.0, 10.0]];

fn shown(asset: &str, nodes: &str) -> String {
    dae(asset, &format!("{}{}", geometries(&triangle("g", CORNERS)), scene(nodes)))
}

/// Where the corners are in Islay's axes, in the file's order.
fn corners(text: &str) -> Vec<[f32; 3]> {
    let loaded = load(text);
    assert_eq!(loaded.facts.triangles, triangles(&loaded).len());
    // what faced left in the file turns right now, from the same corner on
    let in_file_order = |t: [[f32; 3]; 3]| [t[0], t[2], t[1]];
    triangles(&loaded).into_iter().flat_map(in_file_order).collect()
}

/// Checks that a transform carries the corners where a formula says; the file is Y_UP in metres.
fn carries(transforms: &str, formula: impl Fn([f32; 3]) -> [f32; 3]) {
    let islay = |p: [f32; 3]| [-p[0], p[1], p[2]];
    let wanted = POINTS.map(|p| islay(formula(p)));
    let found = corners(&shown("", &node(transforms)));
    assert!(distance(&found, &wanted) < 1e-5, "{transforms}: {found:?}, not {wanted:?}");
}

#[test]
fn every_transform_carries_points_as_the_standard_says() {
    carries("", |p| p);
    carries("<translate>10 20 30</translate>", |[x, y, z]| [x + 10.0, y + 20.0, z + 30.0]);
    carries("<scale>2 3 4</scale>", |[x, y, z]| [x * 2.0, y * 3.0, z * 4.0]);
    carries("<rotate>0 0 1 90</rotate>", |[x, y, z]| [-y, x, z]);
    carries("<rotate>1 0 0 90</rotate>", |[x, y, z]| [x, -z, y]);
    carries("<rotate>0 5 0 90</rotate>", |[x, y, z]| [z, y, -x]);
    carries("<rotate>1 1 1 120</rotate>", |[x, y, z]| [z, x, y]);
    carries("<matrix>0 -1 0 5  1 0 0 6  0 0 1 7  0 0 0 1</matrix>", |[x, y, z]| {
        [5.0 - y, 6.0 + x, 7.0 + z]
    });
    // an eye at 1 0 0 that looks along +X: its −Z goes there, its X to the back
    carries("<lookat>1 0 0  9 0 0  0 1 0</lookat>", |[x, y, z]| [1.0 - z, y, x]);
}

#[test]
fn transforms_apply_from_the_last_to_the_first() {
    carries("<translate>1 0 0</translate><scale>2 2 2</scale>", |p| {
        [p[0] * 2.0 + 1.0, p[1] * 2.0, p[2] * 2.0]
    });
    carries("<scale>2 2 2</scale><translate>1 0 0</translate>", |p| {
        [p[0] * 2.0 + 2.0, p[1] * 2.0, p[2] * 2.0]
    });
    carries("<rotate>0 0 1 90</rotate><translate>1 0 0</translate>", |[x, y, z]| [-y, x + 1.0, z]);
}

#[test]
fn nodes_stand_in_nodes() {
    let inner = node("<translate>1 0 0</translate>");
    let found = corners(&shown("", &format!("<node><scale>2 2 2</scale>{inner}</node>")));
    let wanted = POINTS.map(|[x, y, z]| [-(x + 1.0) * 2.0, y * 2.0, z * 2.0]);
    assert!(distance(&found, &wanted) < 1e-5);
}

#[test]
fn axes_and_units_become_islays() {
    let first = |asset: &str| corners(&shown(asset, &node("")))[0];
    assert_eq!(first("<up_axis>Y_UP</up_axis>"), [-1.0, 2.0, 3.0]);
    assert_eq!(first("<up_axis>Z_UP</up_axis>"), [-1.0, 3.0, -2.0]);
    assert_eq!(first("<up_axis> X_UP </up_axis>"), [2.0, 1.0, 3.0]);
    assert_eq!(first("<unit meter=\"0.5\" name=\"half\"/>"), [-0.5, 1.0, 1.5]);
    assert_eq!(first("<unit name=\"m\"/>"), [-1.0, 2.0, 3.0]);
    // translations are in the file's units and axes, too
    let moved = node("<translate>10 20 30</translate>");
    let text = shown("<unit meter=\"0.01\"/><up_axis>Z_UP</up_axis>", &moved);
    assert!(distance(&corners(&text)[..1], &[[-0.11, 0.33, -0.22]]) < 1e-6);
}

#[test]
fn facts_say_what_the_file_says() {
    let asset = "<unit meter=\"0.01\"/><up_axis>Z_UP</up_axis>";
    let facts = load(shown(asset, &format!("{}{}", node(""), node("")))).facts;
    assert_eq!((facts.kind, &*facts.version, facts.up_axis), ("dae", "1.4.1", "Z_UP"));
    assert_eq!((facts.unit, facts.meshes, facts.vertices, facts.triangles), (0.01, 1, 3, 2));
    assert_eq!(facts.bounds, [[-0.04, 0.03, -0.08], [0.06, 0.1, -0.02]]);
    assert_eq!(facts.file_bounds, [[-0.06, 0.03, -0.08], [0.04, 0.1, -0.02]]);
}

#[test]
fn mirrors_do_not_turn_faces_inside_out() {
    let tetrahedron = "0 0 0  1 0 0  0 1 0  0 0 1";
    let input = "<input semantic=\"VERTEX\" source=\"#g-v\" offset=\"0\"/>";
    let faces = format!("<triangles count=\"4\">{input}<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>");
    let geometry = geometries(&crate::geometry("g", tetrahedron, &faces));
    for transforms in
        ["", "<scale>-1 1 1</scale>", "<scale>-2 -1 -3</scale>", "<rotate>1 2 3 50</rotate>"]
    {
        for axis in ["X_UP", "Y_UP", "Z_UP"] {
            let asset = format!("<up_axis>{axis}</up_axis>");
            let loaded = load(dae(&asset, &format!("{geometry}{}", scene(&node(transforms)))));
            let mesh = &loaded.model.pieces[0].mesh;
            assert!(mesh.volume() > 0.1, "{transforms} {axis}: {}", mesh.volume());
            for t in &mesh.triangles {
                let [a, b, c] = mesh.corners(*t).unwrap();
                let [u, v] =
                    [0, 1].map(|k| std::array::from_fn::<f32, 3, _>(|i| [b, c][k][i] - a[i]));
                let face = [
                    u[1] * v[2] - u[2] * v[1],
                    u[2] * v[0] - u[0] * v[2],
                    u[0] * v[1] - u[1] * v[0],
                ];
                for i in t {
                    let n = mesh.normals[*i as usize];
                    let along: f32 = (0..3).map(|i| n[i] * face[i]).sum();
                    assert!(along > 0.0, "{transforms} {axis}");
                }
            }
        }
    }
}

#[test]
fn nodes_of_libraries_are_instanced() {
    let library = "<library_nodes><node id=\"a\"><instance_geometry url=\"#g\"/></node>\
                   <node id=\"b\"><instance_node url=\"#a\"/><instance_node url=\"#a\"/></node></library_nodes>";
    let nodes = "<node><translate>0 0 1</translate><instance_node url=\"#b\"/></node>\
                 <node><instance_node url=\"#b\"/></node>";
    let text = shown("", nodes).replace("<library_visual", &format!("{library}<library_visual"));
    let loaded = load(text);
    assert_eq!(loaded.facts.triangles, 4);
    assert_eq!(loaded.facts.vertices, 3);
    assert_eq!(loaded.facts.bounds[1][2], 11.0);
}

#[test]
fn the_first_scene_is_shown_where_none_is_named() {
    let text = shown("", &node(""));
    let unnamed = text.replace("<scene><instance_visual_scene url=\"#s\"/></scene>", "");
    assert_eq!(load(unnamed).facts.triangles, 1);
    let none = dae("", &geometries(&triangle("g", CORNERS)));
    let loaded = load(none);
    assert_eq!((loaded.facts.triangles, loaded.facts.meshes, loaded.facts.vertices), (0, 1, 3));
    assert_eq!(loaded.facts.bounds, [[0.0; 3]; 2]);
    assert_eq!(loaded.warnings.len(), 1);
}

#[test]
fn what_cannot_stand_is_refused() {
    let refused = |transforms: &str| error(shown("", &node(transforms)));
    assert!(refused("<skew>30 0 1 0 1 0 0</skew>").contains("in <skew>: skews cannot be shown"));
    assert!(refused("<translate>1 2</translate>").contains("2 numbers instead of 3"));
    assert!(refused("<translate>1 2 NaN</translate>").contains("this number is not finite"));
    assert!(refused("<scale>1 2 x</scale>").contains("`x` is no number"));
    assert!(refused("<matrix>1</matrix>").contains("1 numbers instead of 16"));
    assert!(refused("<lookat>1 1 1 1 1 1 0 1 0</lookat>").contains("looks nowhere"));
    assert!(refused("<scale>1e38 1 1</scale><scale>1e38 1 1</scale>").contains("too large"));
    assert!(load(shown("", &node("<rotate>0 0 0 9</rotate>"))).warnings[0].contains("0 0 0"));
    let wrong = |asset: &str| error(shown(asset, &node("")));
    assert!(wrong("<up_axis>W_UP</up_axis>").contains("`W_UP` is none of X_UP, Y_UP, Z_UP"));
    assert!(wrong("<unit meter=\"0\"/>").contains("not above 0"));
    assert!(wrong("<unit meter=\"NaN\"/>").contains("no number"));
    assert!(wrong("<unit meter=\"-1\"/>").contains("not above 0"));
}

#[test]
fn rings_of_nodes_are_refused_and_masses_of_them_end() {
    let ring = "<node id=\"a\"><instance_node url=\"#b\"/></node>\
                <node id=\"b\"><node><instance_node url=\"#a\"/></node></node>";
    assert!(error(shown("", ring)).contains("in <instance_node>: node `a` holds itself"));
    let own = "<node id=\"a\"><instance_node url=\"#a\"/></node>";
    assert!(error(shown("", own)).contains("holds itself"));
    // 2³⁰ nodes in thirty lines
    let mut all = String::from("<node id=\"n0\"/>");
    for i in 1..=30 {
        let below = format!("<instance_node url=\"#n{}\"/>", i - 1);
        all += &format!("<node id=\"n{i}\">{below}{below}</node>");
    }
    assert!(error(shown("", &all)).contains("more than 200000 nodes"));
    // a chain that is not deep in the file, but in the scene
    let mut all = String::from("<node id=\"n0\"/>");
    for i in 1..=400 {
        all += &format!("<node id=\"n{i}\"><instance_node url=\"#n{}\"/></node>", i - 1);
    }
    assert!(error(shown("", &all)).contains("deeper than 256"));
}

#[test]
fn references_lead_to_what_they_say_or_are_refused() {
    let with =
        |url: &str| error(shown("", &format!("<node><instance_geometry url=\"{url}\"/></node>")));
    assert!(with("#h").contains("no <geometry> has the id `h`"));
    assert!(with("#s").contains("`s` is a <visual_scene>, not a <geometry>"));
    assert!(with("other.dae#g").contains("`other.dae#g` is in another file, which is not read"));
    assert!(with("http://a.b/c.dae").contains("in another file"));
    assert!(error(shown("", "<node><instance_geometry/></node>")).contains("it has no `url`"));
    let odd = shown("", "<node><instance_geometry url=\"#a%20b\"/></node>");
    let odd = odd.replace("<geometry id=\"g\"", "<geometry id=\"a b\"");
    assert_eq!(load(odd).facts.triangles, 1);
    // a node and a geometry of one name are no trouble: what is asked for is clear
    let same = shown("", "<node id=\"g\"><instance_geometry url=\"#g\"/></node>");
    assert_eq!(load(same).facts.triangles, 1);
}
