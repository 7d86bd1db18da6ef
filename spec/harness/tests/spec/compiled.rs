//! Programs as bytes: they come back as they were, every compiled program passes its check, and no
//! bytes stop the machine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use islay_lang::compile::{compile, compile_probed};
use islay_lang::hir::model::Model;
use islay_lang::hir::resolve;
use islay_lang::source::{Alone, AtomFacts, Refusal, SourceFile, Sources, TextureFacts};
use islay_spec::agree::build;
use islay_spec::fuzz::compiled::{changed, run_after, try_bytes};
use islay_spec::generate::{Dice, Program, inputs};
use islay_spec::tree;
use islay_vm::input::Input;
use islay_vm::limits::Config;
use islay_vm::program;
use islay_vm::world::World;

const SEEDS: std::ops::Range<u64> = 0..1000;
const CHANGES: usize = 12_000;
/// A machine that is busy with something else may take longer than the second that is meant.
const LONG: Duration = Duration::from_secs(3);

/// The standard library, and no other files.
struct Library;

impl Sources for Library {
    fn text(&self, from: &str, path: &str) -> Result<SourceFile, String> {
        Alone.text(from, path)
    }

    fn std(&self, module: &str) -> Option<SourceFile> {
        let text = islay_stdlib::prelude(module)?;
        Some(SourceFile { name: format!("std.{module}").into(), text: text.into() })
    }

    fn atom(&self, from: &str, path: &str) -> Result<AtomFacts, Refusal> {
        Alone.atom(from, path)
    }

    fn texture(&self, from: &str, path: &str) -> Result<TextureFacts, Refusal> {
        Alone.texture(from, path)
    }
}

/// Scenes of this repository that need no other files.
fn scenes() -> Vec<(String, Model)> {
    let folders = ["examples", "spec/scenes"];
    let files = folders.into_iter().flat_map(|f| tree::files(f, ".islay").unwrap());
    let models = files.filter_map(|(path, text)| {
        let main = SourceFile { name: path.as_str().into(), text: text.into() };
        Some((path, resolve(main, &Library).model?))
    });
    models.collect()
}

fn random(seed: u64) -> (Model, program::Program) {
    build(&Program::new(seed).text()).unwrap()
}

#[test]
fn what_was_written_is_read_and_runs_the_same() {
    let scenes = scenes();
    assert!(scenes.len() >= 12, "{} scenes", scenes.len());
    for (path, model) in scenes {
        let program = compile(&model).program;
        let bytes = program.to_bytes();
        let read = match program::Program::from_bytes(&bytes) {
            Ok(read) => read,
            Err(error) => panic!("{path}: {error}"),
        };
        assert_eq!(read.structure(), program.structure(), "{path}");
        assert!(read.to_bytes() == bytes, "{path}");
        assert_eq!(hashes(program, &[]), hashes(read, &[]), "{path}");
    }
}

fn hashes(program: program::Program, inputs: &[Input]) -> Vec<u64> {
    let mut world = World::new(Arc::new(program), Config::default());
    let none = Input::new();
    let tick = |tick| {
        world.tick(inputs.get(tick).unwrap_or(&none));
        world.hash()
    };
    (0..200).map(tick).collect()
}

#[test]
fn every_compiled_program_passes() {
    for (path, model) in scenes() {
        let plain = compile(&model).program;
        assert_eq!(plain.check(), Ok(()), "{path}");
        assert_eq!(compile_probed(&model, &plain).check(), Ok(()), "{path}");
    }
    for seed in SEEDS {
        let (model, plain) = random(seed);
        assert_eq!(plain.check(), Ok(()), "seed {seed}");
        if seed % 4 == 0 {
            assert_eq!(compile_probed(&model, &plain).check(), Ok(()), "seed {seed}");
        }
    }
}

#[test]
fn random_programs_are_read_and_run_the_same() {
    for seed in SEEDS.step_by(20) {
        let (_, program) = random(seed);
        let read = program::Program::from_bytes(&program.to_bytes()).unwrap();
        let inputs = inputs(seed, 100);
        assert_eq!(hashes(program, &inputs), hashes(read, &inputs), "seed {seed}");
    }
}

#[test]
fn no_bytes_stop_the_machine() {
    let scenes = scenes().into_iter().map(|(_, model)| compile(&model).program.to_bytes());
    let corpus: Vec<Vec<u8>> =
        scenes.chain((0..60).map(|seed| random(seed).1.to_bytes())).collect();
    let mut dice = Dice::new(5);
    let (mut n_ran, mut reasons) = (0, std::collections::BTreeMap::new());
    for n in 0..CHANGES {
        let before = &corpus[n % corpus.len()];
        let bytes = changed(before, &mut dice);
        let start = Instant::now();
        match try_bytes(&bytes) {
            Ok(()) => n_ran += 1,
            Err(error) => {
                let what = error.to_string().replace(|c: char| c.is_ascii_digit(), "");
                let what = what.rsplit(": ").next().unwrap_or_default().to_owned();
                *reasons.entry(what).or_insert(0) += 1;
            }
        }
        if n % 4 == 0
            && let Ok(program) = program::Program::from_bytes(&bytes)
        {
            run_after(program::Program::from_bytes(before).unwrap(), program);
        }
        assert!(start.elapsed() < LONG, "change {n} takes {:?}", start.elapsed());
    }
    assert!(n_ran > CHANGES / 10, "{n_ran} of {CHANGES} ran");
    assert!(reasons.len() > 20, "{reasons:?}");
}
