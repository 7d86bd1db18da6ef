//! Random programs as source texts, and random inputs for them.
//!
//! In: a seed. Out: a [`Program`], well typed by construction, that uses every kind of edge,
//! signal, action and target of the language, and stays small: what is forked is counted first,
//! or vanishes by itself. The same seed gives the same text. It knows the grammar and nothing of
//! how programs run.

mod action;
mod character;
mod diagram;
mod dice;
mod effect;
mod group;
mod input;
mod plan;
mod signal;
mod tree;
mod value;
mod who;

pub use dice::Dice;
pub use input::inputs;
pub use tree::Node;

/// A random program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Items, members, states, edges and actions, each of which can be left out.
    pub tree: Node,
}

impl Program {
    /// The program of a seed.
    pub fn new(seed: u64) -> Self {
        Self::from_dice(&mut Dice::new(seed))
    }

    /// The program of choices.
    pub fn from_dice(dice: &mut Dice) -> Self {
        let plan = plan::Plan::new(dice);
        Program { tree: group::file(dice, &plan) }
    }

    /// Its source text.
    pub fn text(&self) -> String {
        self.tree.text()
    }
}
