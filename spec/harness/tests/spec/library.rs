//! The standard library: every module checks, passes its tests, is laid out, and has a page.

use islay::Scene;
use islay::session::{layout, testing};
use islay_spec::tree;

fn scene(name: &str, text: &str) -> Scene {
    match Scene::from_text(name, text) {
        Ok(scene) => scene,
        Err(islay::Error::Scene(found)) => panic!("std.{name}:\n{}", found.to_text(false)),
        Err(error) => panic!("std.{name}: {error}"),
    }
}

#[test]
fn every_module_checks_without_warnings() {
    for module in islay_stdlib::modules() {
        let scene = scene(module.name, module.text);
        assert!(scene.diagnostics().is_empty(), "{}", scene.diagnostics().to_text(false));
    }
}

#[test]
fn every_module_has_tests_that_pass() {
    for module in islay_stdlib::modules() {
        let scene = scene(module.name, module.text);
        assert!(testing::names(&scene).count() > 0, "std.{} has no test", module.name);
        for run in testing::run(&scene, "") {
            let failed = run.failure.map(|f| f.to_text(&scene, &run.name, false));
            assert!(failed.is_none(), "std.{}:\n{}", module.name, failed.unwrap());
        }
    }
}

#[test]
fn every_module_is_laid_out() {
    for module in islay_stdlib::modules() {
        let laid_out = layout::format(module.name, module.text).unwrap();
        assert!(laid_out == module.text, "`islay fmt` changes std.{}", module.name);
    }
}

#[test]
fn every_module_can_be_used_beside_all_others() {
    let uses = islay_stdlib::modules().iter().map(|m| format!("use std.{}\n", m.name));
    let text = uses.collect::<String>() + "group main { }\n";
    assert!(scene("all", &text).diagnostics().is_empty());
}

#[test]
fn every_module_has_a_page_that_names_what_is_in_it() {
    let pages = tree::files("spec/std", ".md").unwrap();
    assert_eq!(pages.len(), islay_stdlib::modules().len());
    for module in islay_stdlib::modules() {
        let path = format!("spec/std/{}.md", module.name);
        let (_, page) = pages.iter().find(|(p, _)| *p == path).unwrap();
        let items = module.text.lines().filter_map(|line| line.strip_suffix(" {"));
        for item in items.filter(|i| i.starts_with("diagram ") || i.starts_with("character ")) {
            assert!(page.contains(&format!("`{item}`")), "{path} does not have `{item}`");
        }
    }
}
