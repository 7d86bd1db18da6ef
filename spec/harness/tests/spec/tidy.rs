//! House rules: which crate may see which, one door per library, heads and sizes of files.

use islay_spec::tree;

/// What each package may depend on, besides what its tests use.
const EDGES: &[(&str, &[&str])] = &[
    ("vm", &["glam", "libm", "bytemuck", "postcard", "rayon", "serde"]),
    ("vm/hooks", &["islay-vm", "libm", "rhai"]),
    (
        "lang",
        &["islay-vm", "logos", "chumsky", "quick-xml", "unicode-ident", "unicode-normalization"],
    ),
    ("stdlib", &["islay-vm"]),
    ("assets", &["islay-vm", "base64", "fast-float2", "gltf", "png", "quick-xml", "zune-jpeg"]),
    ("render", &["islay-vm", "islay-assets", "dagre", "gif", "miniquad", "png"]),
    ("examples/player", &["islay-assets", "islay-hooks", "islay-vm"]),
    (
        ".",
        &[
            "islay-assets",
            "islay-hooks",
            "islay-lang",
            "islay-render",
            "islay-stdlib",
            "islay-vm",
            "ariadne",
            "clap",
            "clap_complete",
            "anstream",
            "crossterm",
            "indicatif",
            "notify",
            "rustyline",
            "signal-hook",
            "cap-std",
            "serde",
            "serde_json",
            "thiserror",
        ],
    ),
];

/// The only files that may name a library (beginnings of paths).
const DOORS: &[(&str, &[&str])] = &[
    ("logos", &["lang/src/syntax/token.rs", "lang/src/syntax/lexer"]),
    ("chumsky", &["lang/src/syntax/parser"]),
    ("unicode_ident", &["lang/src/syntax/"]),
    ("unicode_normalization", &["lang/src/syntax/"]),
    ("quick_xml", &["lang/src/import/", "assets/src/collada/"]),
    ("fast_float2", &["assets/src/collada/"]),
    ("gltf", &["assets/src/gltf"]),
    ("base64", &["assets/src/gltf/"]),
    ("png", &["assets/src/texture", "assets/src/gltf/tests/", "render/src/capture/"]),
    ("zune_jpeg", &["assets/src/texture"]),
    ("dagre", &["render/src/diagram/layout.rs"]),
    ("gif", &["render/src/capture/"]),
    ("miniquad", &["render/src/window"]),
    ("indicatif", &["src/cli/console.rs", "src/cli/progress.rs"]),
    ("crossterm", &["src/cli/run/terminal"]),
    ("notify", &["src/watch"]),
    ("rustyline", &["src/cli/repl/line"]),
    ("signal_hook", &["src/cli/interrupt.rs"]),
    ("glam", &["vm/src/"]),
    ("libm", &["vm/src/math", "vm/hooks/src/maths.rs"]),
    ("rhai", &["vm/hooks/src/"]),
    ("bytemuck", &["vm/src/"]),
    ("rayon", &["vm/src/threads.rs"]),
    ("ariadne", &["src/report.rs"]),
    ("clap", &["src/cli.rs", "src/cli/"]),
    ("clap_complete", &["src/cli/completions.rs"]),
    ("anstream", &["src/cli/console.rs"]),
    ("cap_std", &["src/files/folder.rs"]),
    ("postcard", &["vm/src/snapshot/bytes.rs", "vm/src/program/bytes.rs"]),
    (
        "serde",
        &[
            "vm/src/snapshot.rs",
            "vm/src/program",
            "vm/src/op.rs",
            "vm/src/key.rs",
            "vm/src/native.rs",
            "src/report/json.rs",
            "src/session/",
            "src/cli/",
        ],
    ),
    ("serde_json", &["src/report/json.rs", "src/session/", "src/cli/"]),
    ("thiserror", &["src/error.rs"]),
];

/// Folders of Rust sources that run outside of tests.
const SOURCES: [&str; 7] =
    ["src", "lang/src", "vm/src", "vm/hooks/src", "stdlib/src", "assets/src", "render/src"];

const FILE_LIMIT: usize = 600;
const FUNCTION_LIMIT: usize = 60;

fn rust_files() -> Vec<(String, String)> {
    let folders =
        SOURCES.iter().chain(&["spec/harness", "examples", "tests", "benches", "build.rs"]);
    folders.flat_map(|f| tree::files(f, ".rs").unwrap_or_default()).collect()
}

fn no(what: Vec<String>) {
    assert!(what.is_empty(), "\n{}", what.join("\n"));
}

#[test]
fn crates_depend_only_on_what_they_may() {
    for (package, allowed) in EDGES {
        let manifest =
            std::fs::read_to_string(tree::root().join(package).join("Cargo.toml")).unwrap();
        let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let section = section.split("\n[").next().unwrap_or_default();
        let lines = section.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#'));
        let names = lines.map(|l| l.split(['.', ' ', '=']).next().unwrap_or_default());
        let strange: Vec<&str> = names.filter(|n| !allowed.contains(n)).collect();
        assert!(strange.is_empty(), "{package}/Cargo.toml may not depend on {strange:?}");
    }
}

#[test]
fn each_library_has_one_door() {
    let mut found = Vec::new();
    for (path, text) in SOURCES.iter().flat_map(|f| tree::files(f, ".rs").unwrap()) {
        let code: Vec<&str> = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
        for (library, doors) in DOORS {
            let names = |line: &&str| names_crate(line, library);
            let inside = doors.iter().any(|d| path.starts_with(d));
            if !inside && code.iter().any(names) {
                found.push(format!("{path} names `{library}`, whose door is {}", doors.join(", ")));
            }
        }
    }
    no(found);
}

/// Whether the line says `library::` or `use library;`.
fn names_crate(line: &str, library: &str) -> bool {
    let begins = |at: usize| {
        let before = line.get(..at).and_then(|b| b.chars().next_back());
        let before = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':');
        before && line.get(at + library.len()..).is_some_and(|rest| rest.starts_with("::"))
    };
    line.match_indices(library).any(|(at, _)| begins(at))
}

#[test]
fn the_program_uses_the_public_library_only() {
    let files = tree::files("src/cli", ".rs").unwrap();
    let inner = |line: &str| line.contains("islay_vm") || line.contains("islay_lang");
    no(files.iter().filter(|(_, t)| t.lines().any(inner)).map(|(p, _)| p.clone()).collect());
}

#[test]
fn every_file_opens_by_saying_what_it_is() {
    let files = rust_files();
    no(files.iter().filter(|(_, t)| !t.starts_with("//! ")).map(|(p, _)| p.clone()).collect());
}

#[test]
fn no_file_is_called_mod_rs() {
    let files = rust_files();
    no(files.into_iter().map(|(p, _)| p).filter(|p| p.ends_with("/mod.rs")).collect());
}

#[test]
fn files_are_not_too_long() {
    let files = rust_files();
    let long = |text: &str| text.lines().count() > FILE_LIMIT && !excused(text);
    no(files.iter().filter(|(_, t)| long(t)).map(|(p, _)| p.clone()).collect());
}

/// Its head says `long because …`.
fn excused(text: &str) -> bool {
    text.lines()
        .take_while(|l| l.starts_with("//!"))
        .any(|l| l.to_lowercase().contains("long because"))
}

#[test]
fn functions_are_not_too_long() {
    let mut found = Vec::new();
    for (path, text) in rust_files() {
        for (line, length) in long_functions(&text) {
            found.push(format!("{path}:{line}: a function of {length} lines"));
        }
    }
    no(found);
}

/// Functions above the limit: the line they begin on, and how long they are. A function ends
/// where rustfmt puts its brace: under its first line.
fn long_functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let words = code.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        let words = words.trim_start_matches("pub(super) ").trim_start_matches("const ");
        if !words.starts_with("fn ") || code.ends_with('}') || code.ends_with(';') {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let length = lines[at..].iter().position(|l| **l == end).map_or(0, |n| n + 1);
        let head = lines[..at].iter().rev().map(|l| l.trim_start());
        let mut head = head.take_while(|l| l.starts_with("//") || l.starts_with("#["));
        let excused = head.any(|l| l.to_lowercase().contains("long because"));
        if length > FUNCTION_LIMIT && !excused {
            out.push((at + 1, length));
        }
    }
    out
}

#[test]
fn nothing_is_skipped_in_silence() {
    let marks = ["#[ignore", "todo!(", "unimplemented!("];
    let own = "spec/harness/tests/spec/tidy.rs";
    let files = rust_files().into_iter().filter(|(p, _)| p != own);
    let bad = |text: &str| marks.iter().any(|m| text.contains(m));
    no(files.filter(|(_, t)| bad(t)).map(|(p, _)| p).collect());
}

#[test]
fn lib_rs_is_a_table_of_contents() {
    for path in SOURCES.map(|s| format!("{s}/lib.rs")) {
        let text = std::fs::read_to_string(tree::root().join(&path)).unwrap();
        let logic =
            text.lines().find(|l| l.trim_start().trim_start_matches("pub ").starts_with("fn "));
        assert_eq!(logic, None, "{path}");
    }
}

#[test]
fn the_status_lists_nothing_that_is_missing() {
    let text = std::fs::read_to_string(tree::root().join("spec/STATUS.md")).unwrap();
    let items: Vec<&str> =
        text.lines().filter(|l| l.starts_with("- ") || l.starts_with("* ")).collect();
    assert!(items.is_empty(), "{items:?}");
}

#[test]
fn long_functions_are_found() {
    let body = "        x();\n".repeat(70);
    let text = format!(
        "impl A {{\n    pub(super) fn long(\n        a: B,\n    ) {{\n{body}    }}\n\n    fn short() {{\n    }}\n}}\n"
    );
    assert_eq!(long_functions(&text), [(2, 74)]);
}
