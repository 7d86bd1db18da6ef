//! The canonical layout of a text: the engine of `islay fmt`.
//!
//! In: a text without errors. Out: the same tokens and comments, with line breaks, indentation and
//! spaces as the tree says. It adds, drops and changes no token and no comment, and laying out its
//! own output changes nothing. A text with errors is not touched: they come back instead.
//!
//! Two spaces for each level. A block stays on one line where it was written on one and fits; a
//! state stands on one line where it fits and neither an edge nor its first action was written on a
//! line of its own, otherwise its edges go on lines of their own. Like lines below each other are
//! aligned. Up to one blank line is kept.

mod align;
mod plan;
mod spacing;
mod writer;

use super::parser::parse_marked;
use crate::diagnostic::Diagnostic;
use crate::source::TextLimits;
use plan::{Block, Node};
use spacing::Spacing;
use writer::Writer;

/// The longest line that is aimed at, in characters.
pub const WIDTH: usize = 100;

/// Lays out a text, or says what is wrong with it.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    format_within(text, &TextLimits::default())
}

/// Lays out a text that is within these limits, or says what is wrong with it.
pub fn format_within(text: &str, limits: &TextLimits) -> Result<String, Vec<Diagnostic>> {
    let mut laid_out = once(text, limits)?;
    // A comment that changes its neighbours may ask for another round; more than two are not known.
    for _ in 0..4 {
        let again = once(&laid_out, limits)?;
        if again == laid_out {
            break;
        }
        laid_out = again;
    }
    Ok(laid_out)
}

fn once(text: &str, limits: &TextLimits) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse_marked(text, limits)?;
    let nodes = plan::nodes(&parsed);
    let mut layout = Layout {
        writer: Writer::new(&parsed.lexed),
        spacing: Spacing::new(&parsed, plan::parts(&nodes)),
    };
    layout.nodes(&nodes, 0);
    Ok(layout.writer.finish())
}

struct Layout<'p> {
    writer: Writer<'p>,
    spacing: Spacing<'p>,
}

impl Layout<'_> {
    /// Nodes below each other.
    fn nodes(&mut self, nodes: &[Node], indent: usize) {
        align::align(&mut self.spacing, nodes, indent);
        nodes.iter().for_each(|node| self.node(node, indent));
    }

    fn node(&mut self, node: &Node, indent: usize) {
        match node {
            Node::Line { from, to, .. } => self.line(*from, *to, indent),
            Node::Lines { from, to } => self.as_written(*from, *to, indent),
            Node::Block { from, block } => self.block(*from, block, indent),
            Node::State { from, to, list, edges, spread, block } => {
                let list = list.as_ref();
                let state = State { from: *from, to: *to, list, edges, edges_spread: *spread };
                match block {
                    Some(block) => self.state_with_block(&state, block, indent),
                    None => self.state(&state, indent),
                }
            }
        }
    }

    fn fits(&self, from: usize, to: usize, indent: usize) -> bool {
        self.spacing.fits(from, to, indent)
    }

    fn block(&mut self, from: usize, block: &Block, indent: usize) {
        if block.on_one_line && self.fits(from, block.close + 1, indent) {
            return self.line(from, block.close + 1, indent);
        }
        self.line(from, block.open + 1, indent);
        self.inside(block, indent);
    }

    /// The parts of a block and its closing brace.
    fn inside(&mut self, block: &Block, indent: usize) {
        self.nodes(&block.nodes, indent + 2);
        self.line(block.close, block.close + 1, indent);
    }

    fn state(&mut self, state: &State<'_>, indent: usize) {
        if !state.spread() && self.fits(state.from, state.to, indent) {
            return self.line(state.from, state.to, indent);
        }
        self.header(state, state.edges.first().map_or(state.to, |first| *first), indent);
        self.edges(state, indent);
    }

    fn state_with_block(&mut self, state: &State<'_>, block: &Block, indent: usize) {
        if block.on_one_line && self.fits(state.from, block.close + 1, indent) {
            return self.line(state.from, block.close + 1, indent);
        }
        let head = block.open + 1;
        match state.edges.first() {
            _ if !state.spread() && self.fits(state.from, head, indent) => {
                self.line(state.from, head, indent);
            }
            None => self.header(state, head, indent),
            Some(&first) => {
                self.header(state, first, indent);
                self.edges(state, indent);
                self.line(block.open, head, indent + 2);
                return self.inside(block, indent + 2);
            }
        }
        self.inside(block, indent);
    }

    /// `state NAME < actions >`; a list that does not fit has a line for each action.
    fn header(&mut self, state: &State<'_>, to: usize, indent: usize) {
        let fits = self.fits(state.from, to, indent);
        let Some(list) = state.list.filter(|list| list.spread || !fits) else {
            return self.line(state.from, to, indent);
        };
        self.line(state.from, list.open + 1, indent);
        let ends = list.actions.iter().skip(1).copied().chain([list.close]);
        for (&from, to) in list.actions.iter().zip(ends) {
            self.line(from, to, indent + 2);
        }
        self.line(list.close, to, indent);
    }

    fn edges(&mut self, state: &State<'_>, indent: usize) {
        let ends = state.edges.iter().skip(1).copied().chain([state.to]);
        for (&from, to) in state.edges.iter().zip(ends) {
            self.line(from, to, indent + 2);
        }
    }

    /// Tokens on one line, which is broken where it is too long.
    fn line(&mut self, from: usize, to: usize, indent: usize) {
        let breaks = if self.fits(from, to, indent) {
            Vec::new()
        } else {
            self.spacing.breaks(from, to, indent)
        };
        for at in from..to {
            if at == from {
                self.writer.line(at, indent);
            } else if breaks.contains(&at) {
                self.writer.line(at, indent + 4);
            } else {
                self.writer.space(at, self.spacing.before(at), indent + 4);
            }
        }
    }

    /// What the tree does not know yet: lines as they were, indented by their brackets.
    fn as_written(&mut self, from: usize, to: usize, indent: usize) {
        let mut depth = 0usize;
        for at in from..to {
            let token = self.spacing.token(at);
            depth = depth.saturating_sub(usize::from(plan::closes(token.kind)));
            if at == from || token.starts_line {
                self.writer.line(at, indent + 2 * depth);
            } else {
                self.writer.space(at, self.spacing.before(at), indent + 2 * depth);
            }
            depth += usize::from(plan::opens(token.kind));
        }
    }
}

/// A state without its inner states.
struct State<'n> {
    from: usize,
    to: usize,
    list: Option<&'n plan::List>,
    edges: &'n [usize],
    edges_spread: bool,
}

impl State<'_> {
    /// Its edges or its actions were written on lines of their own, and stay there.
    fn spread(&self) -> bool {
        self.edges_spread || self.list.is_some_and(|list| list.spread)
    }
}
