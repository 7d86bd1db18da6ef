//! Hostile files: bombs, huge counts, deep nests, masses; refused at once, with a place.

use std::time::{Duration, Instant};

use crate::{dae, error, geometries, load, node, read, scene, shown, triangle};

const V: &str = "<input semantic=\"VERTEX\" source=\"#g-v\" offset=\"0\"/>";

fn plain() -> String {
    shown("0 0 0 1 0 0 0 1 0", &format!("<triangles>{V}<p>0 1 2</p></triangles>"))
}

#[test]
fn doctypes_and_entity_bombs_are_refused() {
    let bomb =
        "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;&x;&x;\"><!ENTITY z \"&y;&y;&y;&y;\">]>";
    let text = format!("<?xml version=\"1.0\"?>\n{bomb}\n{}", plain().replace("<p>", "<p>&z;"));
    assert_eq!(error(text), "line 2, column 1: DOCTYPE is refused");
    let outer = "<!DOCTYPE COLLADA SYSTEM \"file:///etc/passwd\">";
    assert!(error(format!("{outer}{}", plain())).contains("DOCTYPE is refused"));
}

#[test]
fn counts_that_are_not_true_allocate_nothing_and_are_refused() {
    for count in ["8", "10", "2000000000", "4294967295", "18446744073709551615", "-1", "x", ""] {
        let text = plain().replace("count=\"9\"", &format!("count=\"{count}\""));
        let message = error(text);
        assert!(message.contains("in <float_array> `g-p-array`: its `count` is"), "{message}");
    }
    assert!(error(plain().replace(" count=\"9\"", "")).contains("it has no `count`"));
    for count in ["4", "4294967295"] {
        let text =
            plain().replace("count=\"3\" stride=\"3\"", &format!("count=\"{count}\" stride=\"3\""));
        assert!(error(text).contains("but its array holds 9"));
    }
    let primitive = plain().replace("<triangles>", "<triangles count=\"4000000000\">");
    assert_eq!(load(primitive).facts.triangles, 1);
}

#[test]
fn nests_deeper_than_the_limit_are_refused() {
    let deep = |n: usize| {
        let nodes = format!("{}{}", "<node>".repeat(n), "</node>".repeat(n));
        plain().replace(&node(""), &format!("{}{nodes}", node("")))
    };
    // three elements around the nodes
    assert_eq!(load(deep(125)).facts.triangles, 1);
    assert!(error(deep(126)).contains("elements nest deeper than 128"));
    assert!(error(deep(100_000)).contains("elements nest deeper than 128"));
    let foreign = plain().replace(
        "<mesh>",
        &format!("<extra>{}{}</extra><mesh>", "<a>".repeat(200), "</a>".repeat(200)),
    );
    assert!(error(foreign).contains("deeper than 128"));
}

#[test]
fn elements_with_too_many_attributes_are_refused() {
    let with = |n: usize| {
        let attributes: String = (0..n).map(|i| format!(" a{i}=\"\"")).collect();
        plain().replace("<mesh>", &format!("<mesh{attributes}>"))
    };
    assert_eq!(load(with(64)).facts.triangles, 1);
    assert!(error(with(65)).contains("more than 64 attributes"));
}

#[test]
fn triangles_are_limited_however_they_multiply() {
    let strip: String = (0..20_000).map(|i| format!("{} ", i % 3)).collect();
    let one = geometries(&crate::geometry(
        "g",
        "0 0 0 1 0 0 0 1 0",
        &format!("<tristrips>{V}<p>{strip}</p></tristrips>"),
    ));
    let nodes = |n: usize| {
        dae("", &format!("{one}{}", scene(&node("").replace(" id=\"n\"", "").repeat(n))))
    };
    assert_eq!(load(nodes(10)).facts.triangles, 199_980);
    assert!(error(nodes(250)).contains(
        "in <instance_geometry>: with its instances the model has more than 4000000 triangles"
    ));
}

#[test]
fn ids_may_be_missing_or_twice() {
    let text = plain();
    assert!(
        error(text.replace("geometry id=\"g\"", "geometry"))
            .contains("no <geometry> has the id `g`")
    );
    assert!(error(text.replace("id=\"g-v\"", "")).contains("no <vertices> has the id `g-v`"));
    assert!(
        error(text.replace("float_array id=\"g-p-array\"", "float_array"))
            .contains("no <float_array>")
    );
    // the first one counts
    let second = triangle("g", "9 9 9 8 8 8 7 7 7");
    let twice = text.replace("</library_geometries>", &format!("{second}</library_geometries>"));
    let loaded = load(twice);
    assert_eq!((loaded.facts.meshes, loaded.facts.triangles), (2, 1));
    assert_eq!(loaded.facts.bounds, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert!(
        loaded.warnings.iter().any(|w| w.contains("`g` is the id of several")),
        "{:?}",
        loaded.warnings
    );
}

#[test]
fn names_are_shown_short() {
    let long = "x".repeat(100_000);
    let text = plain().replace("url=\"#g\"", &format!("url=\"#{long}\""));
    assert!(error(text).len() < 300);
}

#[test]
fn warnings_are_counted_when_there_are_too_many() {
    let nodes: String =
        (0..1000).map(|i| format!("<channel source=\"#s1\" target=\"n{i}/x\"/>")).collect();
    let sampler = "<sampler id=\"s1\"><input semantic=\"INPUT\" source=\"#t\"/></sampler>";
    let inside = format!(
        "<library_animations><animation>{}{sampler}{nodes}</animation></library_animations>",
        crate::source("t", 1, "0 1")
    );
    let loaded =
        load(plain().replace("<library_geometries>", &format!("{inside}<library_geometries>")));
    assert_eq!(loaded.warnings.len(), 51);
    assert_eq!(loaded.warnings[50], "and 950 more warnings");
}

/// Files that make careless readers slow; none takes a second.
#[test]
fn hostile_files_end_soon() {
    let comb: String = (0..8000)
        .map(|i| format!("{i} {} 0 ", if i % 2 == 0 { 0 } else { 1000 + i % 7 }))
        .collect();
    let ring: String = (0..8000).map(|i| format!("{i} ")).collect();
    let one_place: String =
        (0..3000).map(|i| format!("0 {i} 0 {} 0 {} ", (i + 1) % 3000, (i + 2) % 3000)).collect();
    let normals: String = (0..3000).map(|i| format!("{i} 1 0 ")).collect();
    let with_normals = shown("0 0 0", &format!("<triangles>{V}<input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><p>{one_place}</p></triangles>"))
        .replace("<vertices", &format!("{}<vertices", crate::source("n", 3, &normals)));
    let many_primitives = shown(
        &"0 0 0 ".repeat(8000),
        &format!("<triangles>{V}<p>0 1 2</p></triangles>").repeat(500),
    );
    let files = [
        shown(&comb, &format!("<polygons>{V}<p>{ring}</p></polygons>")),
        shown("0 0 0 1 0 0", &format!("<polygons>{V}<p>{}</p></polygons>", "0 1 ".repeat(16_000))),
        with_normals,
        many_primitives,
        plain().replace("<mesh>", &"<a/>".repeat(16_000)),
        "<".repeat(65_536),
        "<a ".repeat(20_000),
        "&".repeat(65_536),
        format!("<COLLADA version=\"1.4.1\">{}", "<p id='a'/>".repeat(6000)),
        format!("<COLLADA version=\"1.4.1\">{}", "<!-- -->".repeat(8000)),
    ];
    for text in files {
        let start = Instant::now();
        let outcome = read(&text).map(|l| l.facts.triangles).map_err(|e| e.to_string());
        let time = start.elapsed();
        assert!(time < Duration::from_secs(1), "{time:?} for {:.80}: {outcome:?}", text);
    }
}
