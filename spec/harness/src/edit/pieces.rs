//! What of a text may be taken out, put in twice or moved as a whole.
//!
//! In: a text that parses. Out: its items, members, states, edges, lines of groups, each with the
//! list that it stands in; and all names that are declared in it.

use std::ops::Range;

use islay_lang::source::{FileId, Span};
use islay_lang::syntax::ast::{Character, Diagram, ItemKind, MemberKind, Name, Spawn, State};
use islay_lang::syntax::parse;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An item of the file.
    Item,
    /// A member of a character.
    Member,
    /// A state.
    State,
    /// An edge.
    Edge,
    /// A line of a group.
    Line,
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What it is.
    pub sort: Sort,
    /// Where it stands.
    pub span: Range<usize>,
    /// Which list it stands in.
    pub list: usize,
    /// The state's name, or that of a state beside the edge.
    pub state: String,
}

/// What a declared name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It can be renamed with `was`.
    Was,
    /// It cannot.
    Other,
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// Where it is declared.
    pub span: Range<usize>,
    /// Whether `was` may stand behind it.
    pub role: Role,
    /// Where its `was NAME` ends, if it has one.
    pub was: Option<usize>,
}

/// All of a text.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// Outer ones before inner ones.
    pub pieces: Vec<Piece>,
    /// Names.
    pub declared: Vec<Declared>,
    lists: usize,
}

/// The bytes of a place.
pub fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

impl Pieces {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        let mut all = Self::default();
        let list = all.list();
        for item in parse(text, FileId::default()).0.items {
            all.add(Sort::Item, item.span.0, list, "");
            match &item.kind {
                ItemKind::Character(character) => all.character(character),
                ItemKind::Diagram(diagram) => all.diagram(diagram),
                ItemKind::Group(group) => {
                    all.declare(&group.name, Role::Other, None);
                    all.spawns(&group.spawns);
                }
                ItemKind::Atom(atom) => all.declare(&atom.name, Role::Other, None),
                ItemKind::Const { name, .. } => all.declare(name, Role::Other, None),
                _ => {}
            }
        }
        all
    }

    fn list(&mut self) -> usize {
        self.lists += 1;
        self.lists
    }

    fn add(&mut self, sort: Sort, span: Span, list: usize, state: &str) {
        self.pieces.push(Piece { sort, span: bytes(span), list, state: state.to_owned() });
    }

    fn declare(&mut self, name: &Name, role: Role, was: Option<&Name>) {
        let was = was.map(|was| was.span.end as usize);
        let (text, span) = (name.text.to_string(), bytes(name.span));
        self.declared.push(Declared { name: text, span, role, was });
    }

    fn character(&mut self, character: &Character) {
        self.declare(&character.name, Role::Was, character.was.as_ref());
        character.params.iter().for_each(|p| self.declare(&p.name, Role::Other, None));
        let list = self.list();
        for member in &character.members {
            self.add(Sort::Member, member.span.0, list, "");
            match &member.kind {
                MemberKind::Part(part) => self.declare(&part.name, Role::Other, None),
                MemberKind::Var { name, .. } => self.declare(name, Role::Other, None),
                MemberKind::Diagram(diagram) => self.diagram(diagram),
                MemberKind::Run { alias: Some(alias), .. } => {
                    self.declare(alias, Role::Other, None);
                }
                _ => {}
            }
        }
    }

    fn diagram(&mut self, diagram: &Diagram) {
        self.declare(&diagram.name, Role::Was, diagram.was.as_ref());
        diagram.params.iter().for_each(|p| self.declare(&p.name, Role::Other, None));
        let (list, first) = (self.list(), diagram.states.first());
        let beside = first.map_or("", |state| &state.name.text).to_owned();
        for edge in &diagram.edges {
            self.add(Sort::Edge, edge.span.0, list, &beside);
        }
        self.states(&diagram.states);
    }

    fn states(&mut self, states: &[State]) {
        let list = self.list();
        for state in states {
            self.declare(&state.name, Role::Was, state.was.as_ref());
            self.add(Sort::State, state.span.0, list, &state.name.text);
            let edges = self.list();
            for edge in &state.edges {
                self.add(Sort::Edge, edge.span.0, edges, &state.name.text);
            }
            self.states(&state.states);
        }
    }

    fn spawns(&mut self, spawns: &[Spawn]) {
        let list = self.list();
        for spawn in spawns {
            match spawn {
                Spawn::One(one) => self.add(Sort::Line, one.span.0, list, ""),
                Spawn::Repeat { spawns, span, .. } => {
                    self.add(Sort::Line, span.0, list, "");
                    self.spawns(spawns);
                }
            }
        }
    }
}
