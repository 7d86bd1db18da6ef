//! Every block of the README and of every Markdown file below `spec/` and `docs/` does what the
//! file says.
//!
//! `SPEC=06-signals cargo test -p islay-spec` runs the files whose names contain that;
//! `UPDATE_EXPECT=1` rewrites `trace` and `report` fences.

use std::env;
use std::fs;

use islay_spec::case::{self, Outcome};
use islay_spec::tree;

#[test]
fn the_specification_holds() {
    let wanted = env::var("SPEC").unwrap_or_default();
    let mut files = tree::files("spec", ".md").unwrap();
    files.extend(tree::files("docs", ".md").unwrap());
    let readme = std::fs::read_to_string(tree::root().join("README.md")).unwrap();
    files.push(("README.md".to_owned(), readme));
    let files: Vec<_> = files.iter().filter(|(path, _)| path.contains(&wanted)).collect();
    assert!(!files.is_empty(), "no file of spec/ has `{wanted}` in its name");
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let half = files.len().div_ceil(2);
        let run = |files: &[&(String, String)]| files.iter().map(|f| one(f)).collect::<Vec<_>>();
        let threads: Vec<_> =
            files.chunks(half).map(|part| scope.spawn(move || run(part))).collect();
        threads.into_iter().flat_map(|t| t.join().unwrap()).collect()
    });
    let failures: Vec<String> = outcomes.into_iter().flat_map(|o| o.failures).collect();
    assert!(
        failures.is_empty(),
        "{} of the specification:\n\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn one((path, text): &(String, String)) -> Outcome {
    let outcome = case::run(path, text);
    if env::var_os("UPDATE_EXPECT").is_some() && outcome.updated != *text {
        fs::write(tree::root().join(path), &outcome.updated).unwrap();
    }
    outcome
}
