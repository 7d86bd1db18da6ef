//! The lean set: what a host gets that takes `islay` without its default features.
//!
//! In: what `cargo tree` tells of it, without network. It fails when there are more crates than the
//! budget, or one that belongs to a feature which was not asked for.

use std::collections::BTreeSet;
use std::process::Command;

use islay_spec::tree;

/// The most crates that it may have, Islay's own among them.
const BUDGET: usize = 40;

/// Crates, each with the feature of `islay` that alone may bring it.
const OF_FEATURES: &[(&str, &str)] = &[
    ("miniquad", "window"),
    ("rustyline", "cli"),
    ("clap", "cli"),
    ("notify", "watch"),
    ("cap-std", "files"),
    ("rhai", "hooks"),
    ("gltf", "models"),
    ("png", "models"),
    ("zune-jpeg", "models"),
    ("quick-xml", "models"),
    ("serde_json", "tools"),
];

/// Names and versions of all crates that are built into a host, with these features.
fn crates(features: &str) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.current_dir(tree::root());
    command.args(["tree", "--offline", "--package", "islay", "--no-default-features"]);
    command.args(["--edges", "normal", "--prefix", "none", "--features", features]);
    let out = command.output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let lines = String::from_utf8(out.stdout).unwrap();
    let name = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    lines.lines().filter(|line| !line.is_empty()).map(name).collect()
}

fn has(crates: &BTreeSet<String>, name: &str) -> bool {
    crates.iter().any(|known| known.split(' ').next() == Some(name))
}

#[test]
fn the_lean_set_is_small() {
    let lean = crates("");
    let listed = lean.iter().cloned().collect::<Vec<_>>().join("\n");
    assert!(lean.len() <= BUDGET, "{} crates, and {BUDGET} are allowed:\n{listed}", lean.len());
    for (name, feature) in OF_FEATURES {
        assert!(!has(&lean, name), "`{name}` is there without the feature `{feature}`");
    }
}

#[test]
fn features_bring_what_the_documentation_says() {
    for (name, feature) in OF_FEATURES {
        assert!(has(&crates(feature), name), "`{name}` does not come with `{feature}`");
    }
}
