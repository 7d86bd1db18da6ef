//! The graph of a diagram.

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A state; it holds other nodes where they name it as their parent.
    State,
    /// Where arrows begin that hold in every state of a scope.
    Any,
    /// The point at which a scope is entered.
    Initial,
    /// Back to where one was: its label says which kind of memory.
    Memory,
    /// A draw by weight.
    Choice,
}

/// A state, or a point that arrows begin or end at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// How programs name it: a state's path below its diagram.
    pub id: String,
    /// What is written in it.
    pub label: String,
    /// What is done in it, a line each.
    pub lines: Vec<String>,
    /// The node that it lies in.
    pub parent: Option<usize>,
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What is written on it, a line each.
    pub lines: Vec<String>,
}

/// States and arrows of one diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// Its name.
    pub title: String,
    /// What holds in the whole diagram and leads nowhere, a line each.
    pub lines: Vec<String>,
    /// An outer one stands before those in it.
    pub nodes: Vec<Node>,
    /// In the order in which they are tried.
    pub arrows: Vec<Arrow>,
}

/// What is lit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The active nodes.
    pub active: Vec<usize>,
    /// Arrows that were taken just now, each with how bright it still is, from 0 to 1.
    pub taken: Vec<(usize, f32)>,
    /// What is written beside the innermost active node: its time.
    pub note: Option<String>,
}

impl Graph {
    /// Whether other nodes lie in it.
    pub fn is_scope(&self, node: usize) -> bool {
        self.nodes.iter().any(|n| n.parent == Some(node))
    }

    /// Whether the first lies in the second, however deep.
    pub fn lies_in(&self, node: usize, scope: usize) -> bool {
        let mut at = self.nodes.get(node).and_then(|n| n.parent);
        while let Some(parent) = at {
            if parent == scope {
                return true;
            }
            at = self.nodes.get(parent).and_then(|n| n.parent);
        }
        false
    }

    /// The first state in a scope, down to one that holds no other.
    pub(super) fn first_leaf(&self, mut node: usize) -> usize {
        let inner = |scope| {
            self.nodes.iter().position(|n| n.parent == Some(scope) && n.kind == Kind::State)
        };
        while let Some(first) = inner(node) {
            node = first;
        }
        node
    }
}
