//! What stands on lines of its own: the tree, boiled down to token numbers.
//!
//! In: a parsed file. Out: [`Node`]s. It decides no line break; it says which stretches of tokens are
//! lines, blocks and states.

use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::parser::Parsed;
use crate::syntax::token::{Kind, Lexed};

/// A stretch of tokens; `to` is the first token behind it.
pub(super) enum Node {
    /// One line, and where it may be aligned with those like it.
    Line { from: usize, to: usize, kind: Like, column: Option<usize> },
    /// Lines as they were written: what the tree holds no parts of.
    Lines { from: usize, to: usize },
    /// A header and `{ }`.
    Block { from: usize, block: Block },
    /// A state.
    State {
        from: usize,
        /// The end of its last edge.
        to: usize,
        list: Option<List>,
        edges: Vec<usize>,
        /// One of its edges was written on a line of its own.
        spread: bool,
        block: Option<Block>,
    },
}

/// Lines that are aligned with each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Like {
    Const,
    Atom,
    Var,
    Part,
    Spawn,
    State,
    /// Not even with lines of its own kind.
    Nothing,
}

/// A line with a head and what stands behind it.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) kind: Like,
    pub(super) from: usize,
    pub(super) to: usize,
    /// The first token behind the head.
    pub(super) column: Option<usize>,
}

/// `{ }` and what stands in it.
pub(super) struct Block {
    pub(super) open: usize,
    pub(super) close: usize,
    pub(super) nodes: Vec<Node>,
    /// It was written without a line break.
    pub(super) on_one_line: bool,
}

/// `< >` with the first token of each action.
pub(super) struct List {
    pub(super) open: usize,
    pub(super) close: usize,
    pub(super) actions: Vec<usize>,
    /// Its first action was written on a line of its own.
    pub(super) spread: bool,
}

pub(super) fn opens(kind: Kind) -> bool {
    kind.opens_paren() || kind == Kind::BraceOpen
}

pub(super) fn closes(kind: Kind) -> bool {
    matches!(kind, Kind::ParenClose | Kind::BraceClose)
}

/// The nodes of a file.
pub(super) fn nodes(parsed: &Parsed<'_>) -> Vec<Node> {
    let plan = Plan { lexed: &parsed.lexed };
    parsed.file.items.iter().map(|item| plan.item(item)).collect()
}

/// The tokens at which parts begin that may stand beside others on one line.
pub(super) fn parts(nodes: &[Node]) -> Vec<usize> {
    let mut parts = Vec::new();
    nodes.iter().for_each(|node| node.parts(&mut parts));
    parts.sort_unstable();
    parts
}

impl Node {
    /// The node as a line that others may be aligned with.
    pub(super) fn row(&self) -> Option<Row> {
        match self {
            Node::Line { kind: Like::Nothing, .. } => None,
            &Node::Line { from, to, kind, column } => Some(Row { kind, from, to, column }),
            Node::State { from, to, list, edges, spread: false, block: None } => {
                let spread = list.as_ref().is_some_and(|list| list.spread);
                let column = edges.first().copied();
                (!spread).then_some(Row { kind: Like::State, from: *from, to: *to, column })
            }
            _ => None,
        }
    }

    fn parts(&self, parts: &mut Vec<usize>) {
        let (from, nodes) = match self {
            Node::Line { from, .. } | Node::Lines { from, .. } => (from, None),
            Node::Block { from, block } => (from, Some(&block.nodes)),
            Node::State { from, edges, block, .. } => {
                parts.extend(edges);
                (from, block.as_ref().map(|block| &block.nodes))
            }
        };
        parts.push(*from);
        nodes.into_iter().flatten().for_each(|node| node.parts(parts));
    }
}

struct Plan<'p> {
    lexed: &'p Lexed<'p>,
}

impl Plan<'_> {
    fn item(&self, item: &Item) -> Node {
        let span = item.span.0;
        match &item.kind {
            ItemKind::World(settings) => {
                let spans = settings.iter().map(|setting| setting.span.0);
                self.block(span, spans.map(|span| self.line(span)).collect())
            }
            ItemKind::Character(character) => {
                let members = character.members.iter();
                self.block(span, members.map(|member| self.member(member)).collect())
            }
            ItemKind::Diagram(diagram) => self.diagram(span, diagram),
            ItemKind::Group(group) => self.block(span, self.spawns(&group.spawns)),
            ItemKind::Test(test) => {
                let spans = test.steps.iter().map(|step| step.span.0);
                self.block(span, spans.map(|span| self.line(span)).collect())
            }
            ItemKind::Atom(Atom { clips: Some(_), .. }) | ItemKind::Later(_) => {
                let (from, to) = self.range(span);
                Node::Lines { from, to }
            }
            ItemKind::Const { .. } => self.aligned(span, Like::Const, self.sign(span, Kind::Set)),
            ItemKind::Atom(_) => self.aligned(span, Like::Atom, self.sign(span, Kind::Set)),
            ItemKind::Host(entries) => {
                let spans = entries.iter().map(|entry| entry.span.0);
                self.block(span, spans.map(|span| self.line(span)).collect())
            }
            ItemKind::Use(_) | ItemKind::Hooks(_) => self.line(span),
        }
    }

    fn member(&self, member: &Member) -> Node {
        let span = member.span.0;
        match &member.kind {
            MemberKind::Diagram(diagram) => self.diagram(span, diagram),
            MemberKind::Var { .. } => self.aligned(span, Like::Var, self.sign(span, Kind::Set)),
            MemberKind::Part(_) => {
                let colon = self.sign(span, Kind::Colon);
                self.aligned(span, Like::Part, colon.map(|colon| colon + 1))
            }
            _ => self.line(span),
        }
    }

    /// A line of a group; what stands behind the character and its arguments is aligned.
    fn spawn(&self, one: &SpawnOne) -> Node {
        let (from, to) = self.range(one.span.0);
        let behind = one.args.last().map_or(one.what.span.0.end, |arg| arg.span.0.end);
        let behind = self.lexed.tokens.partition_point(|token| token.start < behind);
        let bracket = |kind: Kind| kind.opens_paren() || kind == Kind::ParenClose;
        let column = (behind..to).find(|&at| !bracket(self.lexed.token(at).kind));
        Node::Line { from, to, kind: Like::Spawn, column }
    }

    fn diagram(&self, span: Span, diagram: &Diagram) -> Node {
        let edges = diagram.edges.iter().map(|edge| self.line(edge.span.0));
        let states = diagram.states.iter().map(|state| self.state(state));
        self.block(span, edges.chain(states).collect())
    }

    fn spawns(&self, spawns: &[Spawn]) -> Vec<Node> {
        let node = |spawn: &Spawn| match spawn {
            Spawn::One(one) => self.spawn(one),
            Spawn::Repeat { spawns, span, .. } => self.block(span.0, self.spawns(spawns)),
        };
        spawns.iter().map(node).collect()
    }

    fn state(&self, state: &State) -> Node {
        let (from, mut to) = self.range(state.span.0);
        let mut block = None;
        if self.lexed.token(to.saturating_sub(1)).kind == Kind::BraceClose {
            let (open, close) = self.braces(from, to);
            // A brace of an action, such as `blend`, closes before the list does.
            let inner = state.states.iter().map(|inner| self.state(inner)).collect();
            block = Some(self.braced(open, close, inner));
            to = open;
        }
        // An edge that was bound to its state from further on lies behind the span of it.
        let edges: Vec<usize> = state.edges.iter().map(|edge| self.token(edge.span.0)).collect();
        let last = state.edges.last().map_or(to, |edge| self.range(edge.span.0).1);
        let to = if block.is_none() { to.max(last) } else { to };
        let list = self.list(from, edges.first().copied().unwrap_or(to), &state.actions);
        let spread = edges.iter().any(|&edge| self.lexed.token(edge).starts_line);
        Node::State { from, to, list, edges, spread, block }
    }

    fn list(&self, from: usize, to: usize, actions: &[Action]) -> Option<List> {
        let open = (from..to).find(|&at| self.lexed.token(at).kind == Kind::Lt)?;
        let close = (from..to).rev().find(|&at| self.lexed.token(at).kind == Kind::Gt)?;
        let actions: Vec<usize> = actions.iter().map(|action| self.token(action.span.0)).collect();
        let spread = actions.first().is_some_and(|&first| self.lexed.token(first).starts_line);
        Some(List { open, close, actions, spread })
    }

    fn line(&self, span: Span) -> Node {
        let (from, to) = self.range(span);
        Node::Line { from, to, kind: Like::Nothing, column: None }
    }

    fn aligned(&self, span: Span, kind: Like, column: Option<usize>) -> Node {
        let (from, to) = self.range(span);
        Node::Line { from, to, kind, column }
    }

    /// The first token of this kind.
    fn sign(&self, span: Span, kind: Kind) -> Option<usize> {
        let (from, to) = self.range(span);
        (from..to).find(|&at| self.lexed.token(at).kind == kind)
    }

    fn block(&self, span: Span, nodes: Vec<Node>) -> Node {
        let (from, to) = self.range(span);
        let open = (from..to).find(|&at| self.lexed.token(at).kind == Kind::BraceOpen);
        Node::Block { from, block: self.braced(open.unwrap_or(from), to.saturating_sub(1), nodes) }
    }

    fn braced(&self, open: usize, close: usize, nodes: Vec<Node>) -> Block {
        let broken = (open + 1..=close).any(|at| self.lexed.token(at).starts_line);
        Block { open, close, nodes, on_one_line: !broken }
    }

    /// The last braces of a stretch, from behind.
    fn braces(&self, from: usize, to: usize) -> (usize, usize) {
        let close = to.saturating_sub(1);
        let mut depth = 0usize;
        for at in (from..to).rev() {
            match self.lexed.token(at).kind {
                Kind::BraceClose => depth += 1,
                Kind::BraceOpen if depth <= 1 => return (at, close),
                Kind::BraceOpen => depth -= 1,
                _ => {}
            }
        }
        (from, close)
    }

    fn range(&self, span: Span) -> (usize, usize) {
        let tokens = &self.lexed.tokens;
        let from = tokens.partition_point(|token| token.start < span.start);
        (from, tokens.partition_point(|token| token.start < span.end))
    }

    fn token(&self, span: Span) -> usize {
        self.range(span).0
    }
}
