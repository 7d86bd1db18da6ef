//! Batch execution is what a naive interpreter of the model does: on random programs and inputs the
//! column machine and the oracle agree, tick by tick and bit by bit.
//!
//! `SEEDS=FROM..TO` runs other programs than those that always run.

use std::ops::Range;
use std::sync::Mutex;

use islay_spec::agree::{agree, build, shrink};
use islay_spec::generate::{Program, inputs};
use islay_spec::oracle::{ALL, Coverage};

/// Programs of each of the two tests, which run side by side.
const HALF: u64 = 1100;
const TICKS: usize = 100;
/// In both tests together everything runs at least so often.
const OFTEN: u64 = 100;

#[test]
fn machine_and_oracle_agree_on_random_programs() {
    run_half(seeds(0..HALF));
}

#[test]
fn machine_and_oracle_agree_on_other_random_programs() {
    run_half(seeds(HALF..2 * HALF));
}

/// What ran in the halves that are through.
static RAN: Mutex<(usize, Option<Coverage>)> = Mutex::new((0, None));

fn seeds(usual: Range<u64>) -> Range<u64> {
    let Ok(asked) = std::env::var("SEEDS") else { return usual };
    let (from, to) = asked.split_once("..").expect("SEEDS=FROM..TO");
    let (from, to) = (from.parse().expect("a number"), to.parse().expect("a number"));
    let half = (to - from) / 2;
    if usual.start == 0 { from..from + half } else { from + half..to }
}

fn run_half(seeds: Range<u64>) {
    let mut coverage = Coverage::default();
    for seed in seeds {
        run(seed, &mut coverage);
    }
    let mut ran = RAN.lock().expect("the other half did not fail");
    let all = ran.1.get_or_insert_default();
    all.add(&coverage);
    let all = all.clone();
    ran.0 += 1;
    if ran.0 == 2 {
        let seldom = ALL.iter().map(|name| (name, all.count(name))).filter(|(_, n)| *n < OFTEN);
        let seldom: Vec<String> = seldom.map(|(name, n)| format!("{name}: {n} times")).collect();
        assert!(seldom.is_empty(), "ran too seldom:\n{}", seldom.join("\n"));
    }
}

fn run(seed: u64, coverage: &mut Coverage) {
    let program = Program::new(seed);
    let (model, compiled) = match build(&program.text()) {
        Ok(built) => built,
        Err(error) => panic!("seed {seed} does not check: {error}\n{}", program.text()),
    };
    let inputs = inputs(seed, TICKS);
    let Err(difference) = agree(&model, compiled, &inputs, coverage) else { return };
    let small = shrink(&program.tree, &inputs, *difference);
    let events = small.inputs.iter().enumerate().filter(|(_, i)| !i.events.is_empty());
    let events: Vec<String> =
        events.map(|(tick, i)| format!("tick {}: {:?}", tick + 1, i.events)).collect();
    panic!("seed {seed}, {}\n\n{}\n{}", small.difference, small.text, events.join("\n"));
}
