//! A program that can be looked into runs like the one that cannot: random programs and inputs,
//! compared by hashes and events; and what is found in it agrees with what it does.

use std::sync::Arc;

use islay_lang::compile::compile_probed;
use islay_lang::hir::condition::Condition;
use islay_lang::hir::model::{Edge, Model};
use islay_spec::agree::build;
use islay_spec::generate::{Dice, Program, inputs};
use islay_vm::event::EventKind;
use islay_vm::limits::Config;
use islay_vm::probe::{Asked, Findings};
use islay_vm::world::World;

const SEEDS: std::ops::Range<u64> = 0..250;
const TICKS: usize = 40;
/// More instances than this and a run is not worth its time.
const CROWD: usize = 100;

#[test]
fn it_runs_the_same_and_tells_what_its_conditions_were() {
    let (mut n_asked, mut n_taken) = (0, 0);
    for seed in SEEDS {
        let (model, plain) = build(&Program::new(seed).text()).unwrap();
        let probed = compile_probed(&model, &plain);
        assert_eq!(plain.structure(), probed.structure(), "seed {seed}");
        let config = || Config { observe: true, ..Config::default() };
        let mut one = World::new(Arc::new(plain), config());
        let mut other = World::new(Arc::new(probed), config());
        let mut dice = Dice::new(seed ^ 5);
        for (tick, input) in inputs(seed, TICKS).iter().enumerate() {
            let living: Vec<u32> = one.instances().collect();
            if living.is_empty() || living.len() > CROWD {
                break;
            }
            let id = living[dice.below(living.len())];
            let def = usize::from(one.def_of(id).unwrap());
            let n_diagrams = model.characters[def].diagrams.len();
            let diagram = dice.below(n_diagrams.max(1));
            other.watch(Some((id, diagram as u16)));
            one.tick(input);
            other.tick(input);
            assert_eq!(one.events(), other.events(), "seed {seed} tick {tick}");
            assert_eq!(one.hash(), other.hash(), "seed {seed} tick {tick}");
            let found = other.found();
            let at = format!("seed {seed} tick {tick} def {def} diagram {diagram}");
            check(&model, def, diagram, &found, &at);
            n_asked += found.asked.len();
            n_taken += found.taken.len();
            for event in other.events().iter().filter(|e| e.id == id) {
                if let EventKind::Transition { diagram: name, edge, .. } = &event.kind
                    && *name == *model.characters[def].diagrams[diagram].name
                {
                    assert!(found.taken.contains(edge), "{at}");
                }
            }
            // a snapshot of one goes on in the other
            if tick == TICKS / 2 {
                other.restore(&one.snapshot()).unwrap();
            }
        }
    }
    assert!(n_asked > 5_000 && n_taken > 500, "{n_asked} asked, {n_taken} taken");
}

/// The parts make the whole, and what is taken held.
fn check(model: &Model, def: usize, diagram: usize, found: &Findings, at: &str) {
    let Some(diagram) = model.characters[def].diagrams.get(diagram) else {
        return assert!(found.asked.is_empty());
    };
    let edges: Vec<&Edge> =
        diagram.edges.iter().chain(diagram.states.iter().flat_map(|s| &s.edges)).collect();
    for Asked { edge, values } in &found.asked {
        let expr = &edges[usize::from(*edge)].cond;
        let condition = Condition::of(expr);
        assert_eq!(values.len(), condition.values(expr).count(), "{at} edge {edge}");
        let mut leaves = leaves(&condition, values);
        if let (Some(made), Some(whole)) = (holds(&condition, &mut leaves), values[0]) {
            assert_eq!(made, whole != 0, "{at} edge {edge}: {values:?}");
        }
    }
    for taken in &found.taken {
        let asked = found.asked.iter().find(|a| a.edge == *taken);
        assert_ne!(asked.expect(at).values[0], Some(0), "{at} edge {taken}");
    }
    let arrows = found.taken.iter().filter(|n| edges[usize::from(**n)].arrow.is_some());
    assert!(arrows.count() <= 1, "{at}");
}

/// The answers of the leaves, the last one first.
fn leaves(condition: &Condition<'_>, values: &[Option<u32>]) -> Vec<Option<bool>> {
    let mut at = 1;
    let mut all = Vec::new();
    for leaf in condition.leaves() {
        all.push(values[at].map(|bits| bits != 0));
        at += 1 + leaf.details.len();
    }
    all.reverse();
    all
}

fn holds(condition: &Condition<'_>, leaves: &mut Vec<Option<bool>>) -> Option<bool> {
    match condition {
        Condition::Leaf(_) => leaves.pop().unwrap(),
        Condition::Not(inner) => holds(inner, leaves).map(|v| !v),
        Condition::All(parts) => {
            let all: Vec<_> = parts.iter().map(|p| holds(p, leaves)).collect();
            let known: Option<Vec<bool>> = all.into_iter().collect();
            Some(known?.into_iter().all(|v| v))
        }
        Condition::Any(parts) => {
            let all: Vec<_> = parts.iter().map(|p| holds(p, leaves)).collect();
            let known: Option<Vec<bool>> = all.into_iter().collect();
            Some(known?.into_iter().any(|v| v))
        }
    }
}
