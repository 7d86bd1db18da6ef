//! What moves: skins in bind pose, morphs, bones, clips.

use crate::{dae, error, geometries, load, scene, source, triangle, triangles};

/// A controller `c` of a skin of `g` with joints `A B`.
fn skin(shape: &str) -> String {
    format!(
        "<library_controllers><controller id=\"c\"><skin source=\"#g\">{shape}\
         <source id=\"j\"><Name_array id=\"ja\" count=\"2\">A B</Name_array><technique_common>\
         <accessor source=\"#ja\" count=\"2\"><param name=\"JOINT\" type=\"name\"/></accessor></technique_common></source>\
         {}<joints><input semantic=\"JOINT\" source=\"#j\"/></joints>\
         <vertex_weights count=\"3\"><input semantic=\"JOINT\" source=\"#j\" offset=\"0\"/>\
         <input semantic=\"WEIGHT\" source=\"#w\" offset=\"1\"/><vcount>1 1 1</vcount><v>0 0 1 0 -1 0</v>\
         </vertex_weights></skin></controller></library_controllers>",
        source("w", 1, "1")
    )
}

const BONES: &str = "<node id=\"arm\"><node id=\"a\" sid=\"A\" name=\"Upper\" type=\"JOINT\">\
                     <node id=\"b\" sid=\"B\" name=\"Lower\" type=\"JOINT\"/></node></node>";

fn skinned(shape: &str, nodes: &str, transforms: &str) -> String {
    let instance =
        "<instance_controller url=\"#c\"><skeleton>#arm</skeleton></instance_controller>";
    let nodes = scene(&format!("{nodes}<node>{transforms}{instance}</node>"));
    let geometry = geometries(&triangle("g", "0 0 0 1 0 0 0 1 0"));
    dae("", &format!("{geometry}{}{nodes}", skin(shape)))
}

#[test]
fn skins_show_where_they_were_bound() {
    let shape = "<bind_shape_matrix>2 0 0 5 0 2 0 0 0 0 2 0 0 0 0 1</bind_shape_matrix>";
    let loaded = load(skinned(shape, BONES, "<translate>0 0 100</translate>"));
    assert_eq!(loaded.facts.bounds, [[-7.0, 0.0, 0.0], [-5.0, 2.0, 0.0]]);
    assert_eq!(loaded.facts.triangles, 1);
    let loaded = load(skinned("", BONES, "<translate>0 0 100</translate>"));
    assert_eq!(loaded.facts.bounds, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let short = skinned("<bind_shape_matrix>1 2 3</bind_shape_matrix>", BONES, "");
    assert!(error(short).contains("in <bind_shape_matrix>: it holds 3 numbers instead of 16"));
}

#[test]
fn joints_are_bones() {
    let loaded = load(skinned("", BONES, ""));
    assert_eq!(loaded.model.bones, ["Upper", "Lower"]);
    assert_eq!(loaded.facts.bones, 2);
    assert_eq!(loaded.warnings, Vec::<String>::new());
    // the one in the skeleton, if several nodes have the sid
    let before = format!("<node sid=\"A\" name=\"Other\"/>{BONES}");
    assert_eq!(load(skinned("", &before, "")).model.bones, ["Upper", "Lower"]);
    // those whose nodes are not there
    let loaded = load(skinned("", "<node id=\"arm\"/>", ""));
    assert_eq!(loaded.model.bones, ["A", "B"]);
    assert!(loaded.warnings[0].contains("no node is the joint `A`"), "{:?}", loaded.warnings);
    let ids = skinned("", BONES, "").replace("Name_array", "IDREF_array").replace(">A B<", ">b a<");
    assert_eq!(load(ids).model.bones, ["Lower", "Upper"]);
}

#[test]
fn bones_of_one_name_are_told_apart() {
    let same = BONES.replace("Upper", "Bone").replace("Lower", "Bone");
    assert_eq!(load(skinned("", &same, "")).model.bones, ["Bone", "b"]);
}

#[test]
fn skins_that_lead_nowhere_are_refused() {
    let text = skinned("", BONES, "");
    assert!(
        error(text.replace("skin source=\"#g\"", "skin source=\"#x\""))
            .contains("in <skin>: no <geometry> or <controller>")
    );
    assert!(
        error(text.replace("<joints>", "<morp>").replace("</joints>", "</morp>"))
            .contains("no `<joints>`")
    );
    assert!(
        error(text.replace("<joints><input semantic=\"JOINT\"", "<joints><input semantic=\"X\""))
            .contains("which joints")
    );
    assert!(error(text.replace("url=\"#c\"", "url=\"#x\"")).contains("no <controller>"));
    assert!(error(text.replace("#arm", "#x")).contains("in <skeleton>: no <node>"));
    let ring = text.replace("skin source=\"#g\"", "skin source=\"#c\"");
    assert!(error(ring).contains("in <controller> `c`: more than 8 controllers"));
}

#[test]
fn a_file_without_geometries_is_a_skeleton() {
    let text = dae(
        "",
        &format!(
            "{}{}",
            skin(""),
            scene(&format!(
                "{BONES}<node><instance_controller url=\"#c\"/><instance_geometry url=\"#g\"/></node>"
            ))
        ),
    );
    let loaded = load(text);
    assert_eq!((loaded.facts.triangles, loaded.facts.bones), (0, 2));
    assert!(loaded.warnings[0].contains("holds no geometries"));
}

#[test]
fn morphs_show_their_base_with_a_warning() {
    let morph = "<library_controllers><controller id=\"c\"><morph source=\"#g\"/></controller></library_controllers>";
    let nodes = scene("<node><translate>1 0 0</translate><instance_controller url=\"#c\"/></node>");
    let text =
        dae("", &format!("{}{morph}{nodes}", geometries(&triangle("g", "0 0 0 1 0 0 0 1 0"))));
    let loaded = load(&text);
    assert_eq!(triangles(&loaded).len(), 1);
    assert_eq!(loaded.facts.bounds[0][0], -2.0);
    assert!(loaded.warnings[0].contains("morphs are not played"));
}

/// An animation of a target with keys at some times.
fn animation(id: &str, target: &str, times: &str) -> String {
    format!(
        "<animation id=\"{id}\">{}{}<sampler id=\"{id}-s\"><input semantic=\"INPUT\" source=\"#{id}-t\"/>\
         <input semantic=\"OUTPUT\" source=\"#{id}-o\"/></sampler>\
         <channel source=\"#{id}-s\" target=\"{target}\"/></animation>",
        source(&format!("{id}-t"), 1, times),
        source(&format!("{id}-o"), 1, times)
    )
}

fn animated(inside: &str) -> String {
    let nodes = "<node id=\"a\" name=\"Door\"><rotate sid=\"r\">0 1 0 0</rotate><translate sid=\"t\">0 0 0</translate>\
                 <node id=\"b\" sid=\"inner\"><matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix></node></node>";
    dae("", &format!("{inside}{}", scene(nodes)))
}

fn all(inside: &str) -> String {
    animated(&format!("<library_animations>{inside}</library_animations>"))
}

#[test]
fn one_clip_plays_all_animations() {
    let two = format!(
        "{}<animation>{}</animation>",
        animation("x", "a/r.ANGLE", "0 0.5 2"),
        animation("y", "b/m", "1 3.5")
    );
    let loaded = load(all(&two));
    assert_eq!(loaded.facts.clips.len(), 1);
    assert_eq!((&*loaded.facts.clips[0].name, loaded.facts.clips[0].duration), ("animation", 3.5));
    assert_eq!(loaded.model.bones, ["Door", "b"]);
    assert_eq!(loaded.model.clips, loaded.facts.clips);
    assert_eq!(load(animated("")).facts.clips, []);
}

#[test]
fn channels_name_nodes_in_several_ways() {
    for target in ["b/m", "b/m(3)(0)", "b/m(1)", "a/inner/m"] {
        assert_eq!(load(all(&animation("x", target, "0 1"))).model.bones, ["b"], "{target}");
    }
    for target in ["a/t.X", "a/r.ANGLE", "a/r", " a/t "] {
        assert_eq!(load(all(&animation("x", target, "0 1"))).model.bones, ["Door"], "{target}");
    }
    for target in ["c/t.X", "a/x.X", "a", "s/t", "/", ""] {
        let loaded = load(all(&animation("x", target, "0 1")));
        assert_eq!(loaded.facts.bones, 0, "{target}");
        assert!(loaded.warnings[0].contains("moves no node"), "{target}: {:?}", loaded.warnings);
    }
}

#[test]
fn clips_of_the_library_have_names_and_ends() {
    let animations = format!(
        "<library_animations>{}{}</library_animations>",
        animation("x", "a/r.ANGLE", "0 1"),
        animation("y", "b/m", "0 3")
    );
    let clip = |attributes: &str, of: &str| {
        format!("<animation_clip {attributes}><instance_animation url=\"#{of}\"/></animation_clip>")
    };
    let clips = [
        clip("id=\"c1\" name=\"open\" start=\"0.5\" end=\"2\"", "x"),
        clip("id=\"close\"", "y"),
        clip("", "x"),
        clip("name=\"open\" start=\"0.25\"", "x"),
    ];
    let text = |clips: &str| {
        animated(&format!("{animations}<library_animation_clips>{clips}</library_animation_clips>"))
    };
    let facts = load(text(&clips.concat())).facts;
    let found: Vec<(&str, f32)> = facts.clips.iter().map(|c| (&*c.name, c.duration)).collect();
    assert_eq!(found, [("open", 1.5), ("close", 3.0), ("clip 3", 1.0), ("open 2", 0.75)]);
    assert_eq!(facts.bones, 2);
    assert!(error(text(&clip("", "z"))).contains("in <instance_animation>: no <animation>"));
    assert!(error(text(&clip("end=\"x\"", "x"))).contains("its `end` is `x`, which is no number"));
}

#[test]
fn animations_that_lead_nowhere_are_refused() {
    let text = all(&animation("x", "a/r.ANGLE", "0 1"));
    assert!(
        error(text.replace("channel source=\"#x-s\"", "channel source=\"#q\""))
            .contains("in <channel>: no <sampler>")
    );
    assert!(
        error(
            text.replace("semantic=\"INPUT\" source=\"#x-t\"", "semantic=\"INPUT\" source=\"#q\"")
        )
        .contains("no <source>")
    );
    assert!(
        error(text.replace("semantic=\"INPUT\"", "semantic=\"IN\"")).contains("when its keys are")
    );
    assert!(error(text.replace(" target=\"a/r.ANGLE\"", "")).contains("no `target`"));
    assert!(
        error(all(&animation("x", "a/r.ANGLE", "0 INF")))
            .contains("the time of a key is not finite")
    );
}
