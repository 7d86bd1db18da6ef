//! Meshes: primitives of every kind, inputs, normals, texture coordinates.

use crate::{dae, error, geometries, geometry, load, node, scene, shown, source, triangles};

const V: &str = "<input semantic=\"VERTEX\" source=\"#g-v\" offset=\"0\"/>";
/// A square and a tip above it.
const FIVE: &str = "0 0 0  1 0 0  1 1 0  0 1 0  0.5 0.5 1";

/// The triangles as numbers of positions, turned as in the file.
fn numbers(text: &str, positions: &str) -> Vec<[usize; 3]> {
    let numbers: Vec<f32> = positions.split_whitespace().map(|n| n.parse().unwrap()).collect();
    let places: Vec<&[f32]> = numbers.chunks(3).collect();
    let number = |p: [f32; 3]| places.iter().position(|q| *q == [0.0 - p[0], p[1], p[2]]).unwrap();
    triangles(&load(text)).into_iter().map(|[a, c, b]| [a, b, c].map(number)).collect()
}

fn five(primitives: &str) -> Vec<[usize; 3]> {
    numbers(&shown(FIVE, primitives), FIVE)
}

fn refused(primitives: &str) -> String {
    error(shown(FIVE, primitives))
}

#[test]
fn primitives_of_every_kind_become_triangles() {
    let of = |kind: &str, lists: &str| five(&format!("<{kind} count=\"1\">{V}{lists}</{kind}>"));
    assert_eq!(of("triangles", "<p>0 1 2 0 2 3</p>"), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(of("polylist", "<vcount>4 3</vcount><p>0 1 2 3 0 1 4</p>"), {
        [[0, 1, 2], [0, 2, 3], [0, 1, 4]]
    });
    assert_eq!(of("polygons", "<p>0 1 2 3</p><p>0 1 4</p>"), [[0, 1, 2], [0, 2, 3], [0, 1, 4]]);
    assert_eq!(of("trifans", "<p>4 0 1 2 3</p><p>0 1 2</p>"), {
        [[4, 0, 1], [4, 1, 2], [4, 2, 3], [0, 1, 2]]
    });
    assert_eq!(of("tristrips", "<p>0 1 3 2 4</p><p>0 1 2</p>"), {
        [[0, 1, 3], [3, 1, 2], [3, 2, 4], [0, 1, 2]]
    });
    for kind in ["lines", "linestrips"] {
        assert!(of(kind, "<p>0 1 2 3</p>").is_empty());
    }
    for kind in ["triangles", "polygons", "trifans", "tristrips", "polylist"] {
        assert!(of(kind, "").is_empty());
    }
    assert!(of("trifans", "<p>0 1</p>").is_empty());
}

#[test]
fn concave_polygons_are_covered_once() {
    let arrow = "0 0 0  4 -2 0  1 0 0  4 2 0";
    let text = shown(arrow, &format!("<polygons count=\"1\">{V}<p>0 1 2 3</p></polygons>"));
    let loaded = load(&text);
    let area = |t: &[[f32; 3]; 3]| {
        let [a, b, c] = t;
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let areas: Vec<f32> = triangles(&loaded).iter().map(area).collect();
    // outward is toward −Z no less than before, so seen from the front they turn right
    assert!(areas.len() == 2 && areas.iter().sum::<f32>().abs() == 4.0, "{areas:?}");
    assert!(areas.iter().all(|a| a.signum() == areas[0].signum()), "{areas:?}");
}

#[test]
fn polygons_of_too_few_corners_are_left_out_with_a_warning() {
    let text =
        shown(FIVE, &format!("<polylist>{V}<vcount>2 3 1</vcount><p>0 1 0 1 2 3</p></polylist>"));
    let loaded = load(text);
    assert_eq!((loaded.facts.triangles, loaded.warnings.len()), (1, 1));
}

#[test]
fn lists_that_do_not_come_out_even_are_refused() {
    let tri = |p: &str| refused(&format!("<triangles>{V}<p>{p}</p></triangles>"));
    assert!(tri("0 1").contains("in <p>: its last triangle has 2 corners"));
    assert!(tri("0 1 5").contains("`5` is none of the 5 positions"));
    assert!(tri("0 1 -1").contains("`-1` is none of the 5 positions"));
    assert!(tri("0 1 x").contains("`x` is no whole number"));
    assert!(tri("0 1 1.5").contains("`1.5` is no whole number"));
    assert!(tri("0 1 99999999999").contains("is no whole number"));
    let list = |v: &str, p: &str| {
        refused(&format!("<polylist>{V}<vcount>{v}</vcount><p>{p}</p></polylist>"))
    };
    assert!(list("3 3", "0 1 2").contains("`<p>` ends before polygon 2 of `<vcount>`"));
    assert!(list("3", "0 1 2 3").contains("speaks of 3 corners, but `<p>` holds 4"));
    assert!(list("-3", "0 1 2").contains("negative count"));
    assert!(list("2147483647", "0 1 2").contains("ends before"));
    assert!(refused(&format!("<polylist>{V}<vcount>3</vcount></polylist>")).contains("no `<p>`"));
    assert!(refused(&format!("<polylist>{V}<p>0 1 2</p></polylist>")).contains("no `<vcount>`"));
    let holes = format!("<polygons>{V}<ph><p>0 1 2 3</p><h>0 1 2</h></ph></polygons>");
    assert!(refused(&holes).contains("in <ph>: polygons with holes cannot be shown"));
}

#[test]
fn the_place_of_a_wrong_number_is_its_own() {
    let text = shown(FIVE, &format!("<triangles>{V}\n<p>0 1 2\n 3 4 7</p></triangles>"));
    let line = text
        .lines()
        .position(|l| l == " 3 4 7</p></triangles></mesh></geometry></library_geometries>");
    let message = error(&text);
    assert!(message.starts_with(&format!("line {}, column 6: ", line.unwrap() + 1)), "{message}");
}

#[test]
fn inputs_are_needed_and_checked() {
    let with = |inputs: &str| refused(&format!("<triangles>{inputs}<p>0 1 2</p></triangles>"));
    assert!(with("").contains("no input says where its corners are"));
    assert!(with("<input semantic=\"VERTEX\" source=\"#g-v\"/>").contains("it has no `offset`"));
    assert!(
        with("<input semantic=\"VERTEX\" source=\"#x\" offset=\"0\"/>").contains("no <vertices>")
    );
    assert!(
        with("<input semantic=\"VERTEX\" source=\"#g-p\" offset=\"0\"/>").contains("is a <source>")
    );
    assert!(with("<input source=\"#g-v\" offset=\"0\"/>").contains("it has no `semantic`"));
    assert!(
        with("<input semantic=\"VERTEX\" source=\"#g-v\" offset=\"4000000000\"/>")
            .contains("not below 64")
    );
    assert!(
        with("<input semantic=\"VERTEX\" source=\"#g-v\" offset=\"-1\"/>").contains("no count")
    );
    let two = format!("{V}<input semantic=\"NORMAL\" source=\"#g-p\" offset=\"1\"/>");
    assert!(with(&two).contains("it holds 3 numbers, but each corner has 2"));
}

/// A square with normals and two sets of texture coordinates.
fn dressed(inputs: &str, p: &str) -> String {
    let sources = [
        source("n", 3, "0 0 1 0 0 2"),
        source("t0", 2, "0 0 1 0 1 1 0 1"),
        source("t1", 2, "0.25 0.75"),
    ];
    let primitive = format!("<polylist>{V}{inputs}<vcount>4</vcount><p>{p}</p></polylist>");
    let text = shown(FIVE, &primitive);
    text.replace("<vertices", &format!("{}<vertices", sources.concat()))
}

#[test]
fn corners_of_several_numbers_become_vertices() {
    let inputs = "<input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/>\
                  <input semantic=\"TEXCOORD\" source=\"#t1\" offset=\"3\" set=\"1\"/>\
                  <input semantic=\"TEXCOORD\" source=\"#t0\" offset=\"2\" set=\"0\"/>";
    let text = dressed(inputs, "0 0 0 0  1 0 1 0  2 0 2 0  3 1 3 0");
    let mesh = &load(text).model.pieces[0].mesh;
    assert_eq!(mesh.positions.len(), 4);
    assert_eq!(mesh.normals, [[0.0, 0.0, 1.0]; 4]);
    // files count from the bottom of a picture
    assert_eq!(mesh.uvs, [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
    // numbers may be shared
    let shared = "<input semantic=\"NORMAL\" source=\"#g-p\" offset=\"0\"/>";
    assert_eq!(load(dressed(shared, "0 1 2 3")).model.pieces[0].mesh.positions.len(), 4);
}

#[test]
fn corners_that_differ_are_not_shared() {
    let inputs = "<input semantic=\"TEXCOORD\" source=\"#t0\" offset=\"1\"/>";
    let primitive = format!("<triangles>{V}{inputs}<p>0 0 1 1 2 2  0 3 2 2 3 3</p></triangles>");
    let text = shown(FIVE, &primitive)
        .replace("<vertices", &format!("{}<vertices", source("t0", 2, "0 0 1 0 1 1 0 1")));
    let mesh = &load(text).model.pieces[0].mesh;
    assert_eq!((mesh.positions.len(), mesh.triangles.len()), (5, 2));
}

#[test]
fn what_stands_in_vertices_counts_for_every_corner() {
    let text = shown(FIVE, &format!("<triangles>{V}<p>0 1 2</p></triangles>"))
        .replace("</vertices>", "<input semantic=\"NORMAL\" source=\"#g-p\"/></vertices>");
    let mesh = &load(text).model.pieces[0].mesh;
    assert_eq!(mesh.normals[1], [-1.0, 0.0, 0.0]);
    // a normal that says nothing is that of the face
    assert_eq!(mesh.normals[0], [0.0, 0.0, 1.0]);
}

#[test]
fn normals_that_are_missing_are_flat_at_edges_and_smooth_on_bends() {
    let corner = "0 0 0  0 1 0  1 0 0  0 0 1";
    let two = |p: &str| load(shown(corner, &format!("<triangles>{V}<p>{p}</p></triangles>")));
    // two faces at 90° share two positions and no vertex
    assert_eq!(two("0 2 1 0 1 3").model.pieces[0].mesh.positions.len(), 6);
    let bend = "0 0 0  0 1 0  1 0 0.1  -1 0 0.1";
    let loaded = load(shown(bend, &format!("<triangles>{V}<p>0 2 1 3 0 1</p></triangles>")));
    let mesh = &loaded.model.pieces[0].mesh;
    assert_eq!(mesh.positions.len(), 4);
    assert!(mesh.normals[0][0].abs() < 1e-6 && mesh.normals[0][2] > 0.99, "{:?}", mesh.normals);
    // without area there is no direction, and no harm
    let loaded = load(shown(bend, &format!("<triangles>{V}<p>0 0 0</p></triangles>")));
    assert_eq!(loaded.model.pieces[0].mesh.normals, [[0.0, 1.0, 0.0]]);
}

#[test]
fn not_a_number_is_refused_where_it_is_used() {
    let positions = "0 0 0  1 0 0  0 1 0  NaN 0 0  0 0 -INF";
    let show = |p: &str| shown(positions, &format!("<triangles>{V}<p>{p}</p></triangles>"));
    assert_eq!(load(show("0 1 2")).facts.triangles, 1);
    let message = error(show("0 1 3"));
    assert!(
        message.contains("in <float_array> `g-p-array`: a position is not finite"),
        "{message}"
    );
    let column = show("").lines().nth(1).unwrap().find("NaN").unwrap() + 1;
    assert!(message.starts_with(&format!("line 2, column {column}: ")), "{message}");
    assert!(error(show("0 1 4")).contains("not finite"));
    let quad = format!("<polygons>{V}<p>0 1 2 3</p></polygons>");
    assert!(error(shown(positions, &quad)).contains("not finite"));
    let huge = "3e38 0 0  1 0 0  0 1 0";
    let huge = geometries(&crate::triangle("g", huge));
    let text = dae("<unit meter=\"10\"/>", &format!("{huge}{}", scene(&node(""))));
    assert!(error(text).contains("in <instance_geometry>: its positions are too large"));
}

#[test]
fn texture_coordinates_that_are_none_are_a_warning() {
    let inputs = "<input semantic=\"TEXCOORD\" source=\"#t0\" offset=\"1\"/>";
    let text = dressed(inputs, "0 0 1 1 2 2 3 3").replace("0 0 1 0 1 1 0 1", "NaN 0 1 0 1 1 0 1");
    let loaded = load(text);
    assert_eq!(loaded.model.pieces[0].mesh.uvs[0], [0.0, 0.0]);
    assert!(loaded.warnings[0].contains("texture coordinates"), "{:?}", loaded.warnings);
}

#[test]
fn sources_read_what_their_accessor_says() {
    let with = |accessor: &str, numbers: &str| {
        let n = numbers.split_whitespace().count();
        let text = shown("0 0 0 1 0 0 0 1 0", &format!("<triangles>{V}<p>0 1 2</p></triangles>"));
        let from = text.find("<float_array").unwrap();
        let to = text.find("</technique_common>").unwrap();
        let array = format!("<float_array id=\"a\" count=\"{n}\">{numbers}</float_array>");
        format!("{}{array}<technique_common>{accessor}{}", &text[..from], &text[to..])
    };
    let xyz = "<param name=\"X\"/><param name=\"Y\"/><param name=\"Z\"/>";
    let square = |a: &str| format!("<accessor source=\"#a\" {a}>{xyz}</accessor>");
    let gap = with(&square("count=\"3\" stride=\"4\""), "0 0 0 9 1 0 0 9 0 1 0 9");
    assert_eq!(load(gap).facts.bounds, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let ahead = with(&square("count=\"3\" stride=\"3\" offset=\"2\""), "9 9 0 0 0 1 0 0 0 1 0");
    assert_eq!(load(ahead).facts.bounds, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let unnamed = "<accessor source=\"#a\" count=\"3\" stride=\"5\"><param/><param name=\"X\"/><param/>\
                   <param name=\"Y\"/><param name=\"Z\"/></accessor>";
    let unnamed = with(unnamed, "9 0 9 0 0  9 1 9 0 0  9 0 9 1 0");
    assert_eq!(load(unnamed).facts.bounds, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let bare = with("<accessor source=\"#a\" count=\"3\" stride=\"3\"/>", "0 0 0 1 0 0 0 1 0");
    assert_eq!(load(bare).facts.triangles, 1);
    let nine = "0 0 0 1 0 0 0 1 0";
    assert!(error(with(&square("count=\"3\""), nine)).contains("but its `stride` is 1"));
    assert!(
        error(with(&square("count=\"4\" stride=\"3\""), nine))
            .contains("reads 12 numbers, but its array holds 9")
    );
    assert!(error(with(&square("count=\"2\" stride=\"3\""), nine)).contains("reads 6 of the 9"));
    assert!(
        error(with(&square("count=\"4294967295\" stride=\"4294967295\""), nine))
            .contains("but its array holds 9")
    );
    assert!(error(with(&square("stride=\"3\""), nine)).contains("no `count`"));
    assert!(error(with("", nine)).contains("no `<accessor>`"));
    let two = "<accessor source=\"#a\" count=\"4\" stride=\"2\"><param name=\"X\"/><param name=\"Y\"/></accessor>";
    assert!(error(with(two, "0 0 1 0 1 1 0 1")).contains("hold 2 numbers instead of 3"));
    let other =
        with(&square("count=\"3\" stride=\"3\""), nine).replace("source=\"#a\"", "source=\"#b\"");
    assert!(error(other).contains("no <float_array> has the id `b`"));
}

#[test]
fn meshes_that_are_not_shown_are_checked_and_counted() {
    let hidden = geometry(
        "h",
        FIVE,
        "<triangles><input semantic=\"VERTEX\" source=\"#h-v\" offset=\"0\"/><p>0 1 9</p></triangles>",
    );
    let text = shown(FIVE, &format!("<triangles>{V}<p>0 1 2</p></triangles>"));
    let broken = text.replace("<library_geometries>", &format!("<library_geometries>{hidden}"));
    assert!(error(&broken).contains("`9` is none of the 5 positions"));
    let facts = load(broken.replace("0 1 9", "0 1 4")).facts;
    assert_eq!((facts.meshes, facts.vertices, facts.triangles), (2, 10, 1));
    let spline = text.replace(
        "<library_geometries>",
        "<library_geometries><geometry id=\"q\"><spline/></geometry>",
    );
    assert_eq!(load(spline).facts.meshes, 1);
}

#[test]
fn small_meshes_of_a_material_are_one_piece() {
    let primitives =
        format!("<triangles>{V}<p>0 1 2</p></triangles><triangles>{V}<p>0 1 4</p></triangles>");
    assert_eq!(load(shown(FIVE, &primitives)).model.pieces.len(), 1);
}

#[test]
fn large_meshes_stay_pieces_and_stand_where_each_instance_says() {
    let n = 20_000;
    let places: String = (0..n).map(|i| format!("{i} {} 0 ", i % 2)).collect();
    let strip: String = (0..n).map(|i| format!("{i} ")).collect();
    let mesh = geometry("g", &places, &format!("<tristrips>{V}<p>{strip}</p></tristrips>"));
    let away = node("<translate>0 10 0</translate>");
    let text = dae("", &format!("{}{}", geometries(&mesh), scene(&format!("{away}{}", node("")))));
    let loaded = load(text);
    assert_eq!((loaded.model.pieces.len(), loaded.facts.triangles), (2, 2 * (n - 2)));
    let bounds: Vec<_> = loaded.model.pieces.iter().map(|p| p.mesh.bounds()).collect();
    assert_eq!(bounds.iter().map(|b| b[0][1]).collect::<Vec<_>>(), [10.0, 0.0]);
    assert_eq!(bounds[0][0][0], 1.0 - n as f32);
}
