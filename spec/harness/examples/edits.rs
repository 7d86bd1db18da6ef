//! Random edits of every example while it runs, more than tests have time for.
//!
//! In: how many for each (1,000), a seed (1), and a part of the paths. Out: for each example how many
//! there were of which kind and how long they took; the first broken promise ends it.
//! `cargo run --release -p islay-spec --example edits -- 1000`

use std::process::ExitCode;
use std::time::Instant;

use islay_spec::edit::{Tally, chain};
use islay_spec::tree;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, n: u64| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(n);
    let (n, seed) = (number(0, 1000) as usize, number(1, 1));
    let part = words.get(2).map_or("", String::as_str);
    let mut broken = 0;
    for (path, _) in tree::files("examples", ".islay").unwrap_or_default() {
        if !path.contains(part) {
            continue;
        }
        let start = Instant::now();
        match chain(&path, n, seed) {
            Ok(tally) => tell(&path, &tally, start.elapsed().as_secs_f64()),
            Err(fault) => {
                broken += 1;
                println!("{fault}");
            }
        }
    }
    if broken > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn tell(path: &str, tally: &Tally, seconds: f64) {
    let Tally { edits, invalid, nothing, renamed, spared, returns, compiling, taking } = tally;
    println!(
        "{path}: {edits} edits ({invalid} broken, {nothing} of layout, {renamed} names, {returns} \
         returns), {spared} compared; {:.0} edits/s, compiling {:.0} ms, taking {:.0} ms",
        *edits as f64 / seconds,
        compiling.as_secs_f64() * 1e3,
        taking.as_secs_f64() * 1e3
    );
}
