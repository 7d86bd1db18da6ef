//! Every diagnostic has a page that shows it, and there is no other page.

use std::collections::BTreeSet;

use islay::session::explain;
use islay::{Error, Scene};
use islay_lang::hir::resolve;
use islay_lang::source::{AtomFacts, Refusal, SourceFile, Sources, TextureFacts};
use islay_spec::annotation::annotations;
use islay_spec::markdown::{Block, blocks};
use islay_spec::tree;

/// Codes whose examples are too large for a page; the tests below
/// make them.
const ELSEWHERE: [&str; 2] = ["source-too-large", "too-many"];

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages = tree::files("spec/diagnostics", ".md").unwrap();
    let name = |path: &str| {
        path.trim_start_matches("spec/diagnostics/").trim_end_matches(".md").to_owned()
    };
    let pages: BTreeSet<String> = pages.iter().map(|(path, _)| name(path)).collect();
    let codes: BTreeSet<String> = explain::codes().map(str::to_owned).collect();
    assert_eq!(pages, codes);
}

#[test]
fn every_page_shows_its_code() {
    for (path, text) in tree::files("spec/diagnostics", ".md").unwrap() {
        let code = path.trim_start_matches("spec/diagnostics/").trim_end_matches(".md");
        let blocks = blocks(&text);
        let report = |b: &Block| b.kind == "export" && b.body.contains(&format!("[{code}]"));
        let shown = blocks.iter().flat_map(|b| annotations(&b.body)).any(|a| a.code == code)
            || blocks.iter().any(report);
        assert!(shown || ELSEWHERE.contains(&code), "{path} has no example that gives its code");
    }
}

fn codes(text: &str) -> Vec<&'static str> {
    match Scene::from_text("large", text) {
        Err(Error::Scene(found)) => found.iter().map(|d| d.code).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_text_above_the_limit_is_refused() {
    assert_eq!(codes(&" ".repeat((4 << 20) + 1)), ["source-too-large"]);
    assert_eq!(codes(&" ".repeat(4 << 20)), [""; 0]);
}

#[test]
fn states_that_nest_too_deep_are_refused() {
    let states: String = (0..60).map(|n| format!("state S{n} {{\n")).collect();
    let text = format!(
        "character A {{ diagram D {{ {states} state Last {} }} }}\ngroup main {{ A }}\n",
        "}".repeat(60)
    );
    assert!(codes(&text).contains(&"too-many"), "{:?}", codes(&text));
}

/// A place with one model, of which something is left out.
struct OneModel;

impl Sources for OneModel {
    fn text(&self, _: &str, _: &str) -> Result<SourceFile, String> {
        Err("there are no texts".to_owned())
    }

    fn std(&self, _: &str) -> Option<SourceFile> {
        None
    }

    fn texture(&self, _: &str, _: &str) -> Result<TextureFacts, Refusal> {
        Err(Refusal::Missing("there are no pictures".to_owned()))
    }

    fn atom(&self, _: &str, path: &str) -> Result<AtomFacts, Refusal> {
        let warnings = vec!["the picture `wood.png` is not there".to_owned()];
        Ok(AtomFacts { name: path.to_owned(), warnings, ..AtomFacts::default() })
    }
}

#[test]
fn what_is_left_out_of_a_model_is_a_warning_where_it_is_named() {
    let text = "atom Door = \"door.glb\"\ngroup main { Door }\n";
    let main = SourceFile { name: "scene.islay".into(), text: text.into() };
    let found = resolve(main, &OneModel).diagnostics;
    let said: Vec<_> = found.iter().map(|d| (d.code.as_str(), d.is_error(), &*d.message)).collect();
    assert_eq!(said, [("model-problem", false, "the picture `wood.png` is not there")]);
}
