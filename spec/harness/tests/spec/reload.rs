//! A world takes an equal program: nothing changes. It takes any other: it goes on.

use std::sync::Arc;

use islay::session::layout;
use islay_spec::agree::build;
use islay_spec::generate::{Dice, Program, inputs};
use islay_vm::limits::Config;
use islay_vm::program;
use islay_vm::world::World;

use super::snapshots::run;

const SEEDS: std::ops::Range<u64> = 0..200;
const TICKS: usize = 150;
fn compiled(text: &str) -> Option<Arc<program::Program>> {
    build(text).ok().map(|(_, program)| Arc::new(program))
}

#[test]
fn an_equal_program_changes_no_hash_and_no_event() {
    for seed in SEEDS {
        let text = Program::new(seed).text();
        let (one, other) = (compiled(&text).unwrap(), compiled(&text).unwrap());
        let inputs = inputs(seed, TICKS);
        let (first, rest) = inputs.split_at(Dice::new(seed ^ 5).below(TICKS - 100));
        let config = Config { observe: true, ..Config::default() };
        let mut world = World::new(one.clone(), config);
        run(&mut world, first);
        let (snapshot, hash) = (world.snapshot(), world.hash());
        let went = run(&mut world, rest);
        world.restore(&snapshot).unwrap();
        let report = world.adopt(other);
        let said = (report.moved.len(), report.reset.len(), report.spawned.len());
        assert_eq!(said, (0, 0, 0), "seed {seed}: {report:?}");
        assert!(report.removed.is_empty() && report.dropped == 0, "seed {seed}: {report:?}");
        assert_eq!(world.hash(), hash, "seed {seed} at {}", first.len());
        let goes = run(&mut world, rest);
        if let Some(tick) = went.iter().zip(&goes).position(|(a, b)| a != b) {
            let (a, b) = (&went[tick], &goes[tick]);
            panic!("seed {seed}, {} ticks on: {:?} {:?}\n{:?}\n{:?}", tick + 1, a.0, b.0, a.1, b.1);
        }
        assert_eq!(went.len(), goes.len());
    }
}

/// The text with the layout of `fmt`, and with comments between its lines.
fn laid_out(text: &str, dice: &mut Dice) -> [String; 2] {
    let formatted = layout::format("random", text).unwrap();
    let notes = ["\n", " // a note\n", "\n/* a note\n   on two lines */\n", "\n\n"];
    let commented = text.lines().map(|line| format!("{line}{}", dice.pick(&notes))).collect();
    [formatted, commented]
}

#[test]
fn comments_and_layout_change_no_hash_and_snapshots_go_across() {
    for seed in SEEDS {
        let text = Program::new(seed).text();
        let mut dice = Dice::new(seed ^ 8);
        let programs: Vec<_> =
            laid_out(&text, &mut dice).iter().map(|text| compiled(text).unwrap()).collect();
        let whole = compiled(&text).unwrap();
        let inputs = inputs(seed, 100);
        let (first, rest) = inputs.split_at(dice.below(60));
        let mut world = World::new(whole.clone(), Config::default());
        run(&mut world, first);
        let (snapshot, hash) = (world.snapshot(), world.hash());
        let went = run(&mut world, rest);
        for program in &programs {
            // a snapshot of the text before, put back under the edited one
            let mut other = World::new(program.clone(), Config::default());
            other.restore(&snapshot).unwrap();
            assert_eq!(other.hash(), hash, "seed {seed} at {}", first.len());
            // taken, and put back under the text before
            let mut taken = World::new(whole.clone(), Config::default());
            taken.restore(&snapshot).unwrap();
            taken.adopt(program.clone());
            assert_eq!(taken.hash(), hash, "seed {seed} at {}", first.len());
            let mut back = World::new(whole.clone(), Config::default());
            back.restore(&taken.snapshot()).unwrap();
            for mut world in [other, taken, back] {
                let hashes =
                    |ran: &[(u64, Vec<_>)]| ran.iter().map(|(h, _)| *h).collect::<Vec<_>>();
                assert_eq!(hashes(&went), hashes(&run(&mut world, rest)), "seed {seed}");
            }
        }
    }
}

#[test]
fn any_other_program_is_taken_without_a_panic_and_back() {
    let mut n_edits = 0;
    for seed in SEEDS {
        let tree = Program::new(seed).tree;
        let Some(whole) = compiled(&tree.text()) else { continue };
        let inputs = inputs(seed, 60);
        let mut dice = Dice::new(seed);
        let mut world = World::new(whole.clone(), Config { observe: true, ..Config::default() });
        run(&mut world, &inputs[..20]);
        for _ in 0..6 {
            let Some(smaller) = tree.without(dice.below(tree.n_pieces())) else { continue };
            let Some(edited) = compiled(&smaller.text()) else { continue };
            n_edits += 1;
            world.adopt(edited);
            check(&world);
            run(&mut world, &inputs[20..40]);
            world.adopt(whole.clone());
            check(&world);
            run(&mut world, &inputs[40..]);
        }
        // and something else altogether
        let stranger = compiled(&Program::new(seed + 1000).text()).unwrap();
        world.adopt(stranger);
        check(&world);
        run(&mut world, &inputs);
    }
    assert!(n_edits > 300, "{n_edits} edits");
}

/// A snapshot of it can be put back: everything is where it belongs.
fn check(world: &World) {
    let mut copy = World::new(world.program().clone(), *world.config());
    copy.restore(&world.snapshot()).unwrap();
    assert_eq!(copy.hash(), world.hash());
    assert!(world.instances().all(|id| world.view(id).is_some()));
}
