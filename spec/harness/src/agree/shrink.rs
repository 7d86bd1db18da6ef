//! A smaller program on which the two still disagree.
//!
//! In: a program and inputs. Out: the smallest text that leaving out pieces one by one leads to,
//! with what differs there.

use islay_vm::input::Input;

use super::{Difference, agree, build};
use crate::generate::Node;
use crate::oracle::Coverage;

/// A disagreement that is left.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The program.
    pub text: String,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// What differs.
    pub difference: Difference,
}

/// Leaves out pieces of the program and of the inputs as long as something differs.
pub fn shrink(tree: &Node, inputs: &[Input], difference: Difference) -> Smallest {
    let mut tree = tree.clone();
    let mut smallest = Smallest { text: tree.text(), inputs: inputs.to_vec(), difference };
    loop {
        smallest.inputs.truncate(smallest.difference.tick);
        let before = (tree.n_pieces(), n_events(&smallest.inputs));
        shrink_tree(&mut tree, &mut smallest);
        shrink_inputs(&mut smallest);
        if (tree.n_pieces(), n_events(&smallest.inputs)) == before {
            return smallest;
        }
    }
}

fn shrink_tree(tree: &mut Node, smallest: &mut Smallest) {
    let mut n = 0;
    while let Some(without) = tree.without(n) {
        match differs(&without.text(), &smallest.inputs) {
            Some(difference) => {
                *tree = without;
                smallest.text = tree.text();
                smallest.inputs.truncate(difference.tick);
                smallest.difference = difference;
            }
            None => n += 1,
        }
    }
}

fn shrink_inputs(smallest: &mut Smallest) {
    for tick in 0..smallest.inputs.len() {
        let mut n = 0;
        while smallest.inputs.get(tick).is_some_and(|i| n < i.events.len()) {
            let mut fewer = smallest.inputs.clone();
            fewer[tick].events.remove(n);
            match differs(&smallest.text, &fewer) {
                Some(difference) => {
                    fewer.truncate(difference.tick);
                    (smallest.inputs, smallest.difference) = (fewer, difference);
                }
                None => n += 1,
            }
        }
    }
}

fn n_events(inputs: &[Input]) -> usize {
    inputs.iter().map(|i| i.events.len()).sum()
}

fn differs(text: &str, inputs: &[Input]) -> Option<Difference> {
    let (model, program) = build(text).ok()?;
    agree(&model, program, inputs, &mut Coverage::default()).err().map(|d| *d)
}
