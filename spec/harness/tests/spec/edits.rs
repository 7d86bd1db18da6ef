//! Random edits of every example while it runs: none stops it, a broken one changes nothing, and who
//! is not touched goes on as before. `examples/edits.rs` does as many of other seeds.

use islay_spec::edit::chain;
use islay_spec::tree;

/// So many for each example.
const EDITS: usize = 1000;

#[test]
fn no_edit_stops_an_example_or_touches_whom_it_does_not_mean() {
    let examples = tree::files("examples", ".islay").unwrap();
    let faults: Vec<String> = std::thread::scope(|scope| {
        let run = |(path, _): &(String, String)| {
            let path = path.clone();
            scope.spawn(move || {
                let tally = chain(&path, EDITS, 1)?;
                let share = tally.invalid * 100 / tally.edits;
                let mixed = (20..80).contains(&share) && tally.nothing > 5 && tally.spared > 0;
                if mixed { Ok(()) } else { Err(format!("{path}: {tally:?}")) }
            })
        };
        let runs: Vec<_> = examples.iter().map(run).collect();
        runs.into_iter().filter_map(|run| run.join().unwrap().err()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
