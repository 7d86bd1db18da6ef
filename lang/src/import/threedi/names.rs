//! What has which name, and what it is called in the text.
//!
//! In: a document. Out: [`Names`]. Two things of one name, and names that the language does not
//! let anything have, are errors; where the user asks for it the later one gets a number instead.

use std::collections::{BTreeMap, BTreeSet};

use super::attributes::shown;
use super::document::{Character, Document, Group, Guard, Named};
use crate::diagnostic::Code;
use crate::import::finding::{Finding, Stretch};
use crate::source::Text;
use crate::suggest;
use crate::syntax::{NAME_LIMIT, canonical, is_identifier};

/// Names that nothing can have.
const FORBIDDEN: [&str; 3] = ["x", "y", "z"];
/// After so many findings the rest of a list is not looked at.
const ENOUGH: usize = 2000;

/// A name in the text, and what is said of it where it is not the written one.
#[derive(Clone, Debug)]
pub(super) struct Called {
    /// The name.
    pub name: Text,
    /// A line of documentation.
    pub doc: Option<String>,
}

/// Indices by written name.
type Index = BTreeMap<Text, usize>;

/// The names of a document.
pub(super) struct Names {
    /// Of the atoms, in their order.
    pub atoms: Vec<Called>,
    /// Of the characters, in their order.
    pub characters: Vec<Called>,
    /// Of the groups, in their order.
    pub groups: Vec<Called>,
    /// The group that starts.
    pub main: Option<usize>,
    /// Of the diagrams and states of each character, in their order.
    pub own: Vec<Own>,
    /// Names of characters, groups and atoms in the text.
    all: BTreeSet<Text>,
    atom: Index,
    complex: Index,
    character: Index,
    group: Index,
}

/// What a `parts` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// An atom.
    Atom(usize),
    /// A composed body.
    Complex(usize),
}

impl Names {
    pub fn new(document: &Document, rename: bool, findings: &mut Vec<Finding>) -> Self {
        let mut bodies = Taken::default();
        let atoms = document.atoms.iter().map(|a| &a.name);
        let complexes = document.complexes.iter().map(|c| &c.name);
        bodies.written.extend(complexes.clone().map(|name| canonical(&name.text)));
        let (atoms, atom) = bodies.all(atoms, "data", rename, findings);
        let (_, complex) = bodies.all(complexes, "complex", rename, findings);
        let main = main(&document.groups);
        let mut cast = Taken::default();
        // a group that cannot be the start must not be called so
        let keeps_main = |group: &Group| group.shown || &*group.name.text != "main";
        let start = main.and_then(|at| document.groups.get(at));
        cast.used.insert("main".into(), start.map(|group| group.name.at));
        let characters = document.characters.iter().map(|c| &c.name);
        cast.written.extend(document.groups.iter().map(|g| canonical(&g.name.text)));
        let (characters, character) = cast.all(characters, "character", rename, findings);
        let mut groups = Vec::new();
        let mut group = Index::new();
        for (at, one) in document.groups.iter().enumerate() {
            let called = match main == Some(at) {
                true => Called { name: "main".into(), doc: None },
                false => cast.one(&one.name, "group", rename || !keeps_main(one), findings),
            };
            group.entry(canonical(&one.name.text)).or_insert(at);
            groups.push(called);
        }
        let all = characters.iter().chain(&groups).chain(&atoms);
        let all = all.map(|called| called.name.clone()).collect();
        let own = Vec::new();
        let mut names =
            Self { atoms, characters, groups, main, own, all, atom, complex, character, group };
        let own = document.characters.iter().map(|c| Own::new(c, &names, rename, findings));
        names.own = own.collect();
        names
    }

    /// What a character's `parts` names.
    pub fn body(&self, name: &Named, findings: &mut Vec<Finding>) -> Option<Body> {
        let key = canonical(&name.text);
        if let Some(at) = self.atom.get(&key) {
            return Some(Body::Atom(*at));
        }
        if let Some(at) = self.complex.get(&key) {
            return Some(Body::Complex(*at));
        }
        let known = self.atom.keys().chain(self.complex.keys());
        findings.push(unknown("data or complex", name, known));
        None
    }

    /// A character by its name.
    pub fn character(&self, name: &Named, findings: &mut Vec<Finding>) -> Option<usize> {
        let found = self.character_named(&name.text);
        if found.is_none() {
            findings.push(unknown("character", name, self.character.keys()));
        }
        found
    }

    /// A character by its name, if there is one.
    pub fn character_named(&self, name: &str) -> Option<usize> {
        self.character.get(&canonical(name)).copied()
    }

    /// A group by its name.
    pub fn group(&self, name: &Named, findings: &mut Vec<Finding>) -> Option<usize> {
        let found = self.group.get(&canonical(&name.text)).copied();
        if found.is_none() {
            findings.push(unknown("group", name, self.group.keys()));
        }
        found
    }

    /// The name of a character in the text.
    pub fn of_character(&self, at: usize) -> &str {
        self.characters.get(at).map_or("", |called| &called.name)
    }

    /// Whether a character, a group or an atom of the text is called so.
    pub fn has(&self, name: &str) -> bool {
        self.all.contains(name)
    }
}

/// The names inside of a character.
pub(super) struct Own {
    /// Of its diagrams, in their order.
    pub diagrams: Vec<Called>,
    /// Of the states of each diagram, in their order.
    pub states: Vec<Vec<Called>>,
    diagram: Index,
    /// Diagrams and states by the name of a state.
    state: BTreeMap<Text, Vec<(usize, usize)>>,
}

impl Own {
    fn new(one: &Character, names: &Names, rename: bool, findings: &mut Vec<Finding>) -> Self {
        let mut taken = Taken::default();
        // a diagram would hide a character of its name from `hit(…)`
        for transition in one.diagrams.iter().flat_map(|d| &d.transitions) {
            if let Guard::Character(name) = &transition.guard {
                let known = names.character_named(&name.text);
                known.into_iter().for_each(|at| taken.forbid(names.of_character(at)));
            }
        }
        let all = one.diagrams.iter().map(|d| &d.name);
        let (diagrams, diagram) = taken.all(all, "diagram", rename, findings);
        let mut states = Vec::new();
        let mut state: BTreeMap<Text, Vec<(usize, usize)>> = BTreeMap::new();
        for (number, d) in one.diagrams.iter().enumerate() {
            let all = d.states.iter().map(|s| &s.name);
            let mut taken = Taken { states: true, ..Taken::default() };
            let (called, index) = taken.all(all, "state", rename, findings);
            states.push(called);
            for (name, at) in index {
                state.entry(name).or_default().push((number, at));
            }
        }
        Self { diagrams, states, diagram, state }
    }

    /// The states that a start state names, with their diagrams: a name alone means the state in
    /// every diagram that has it.
    pub fn find(&self, text: &str) -> Vec<(usize, usize)> {
        if let Some(alone) = self.state.get(&canonical(text)) {
            return alone.clone();
        }
        let dots = text.match_indices('.').map(|(at, _)| at);
        let split = |at: usize| Some((text.get(..at)?, text.get(at + 1..)?));
        let both = |(diagram, state): (&str, &str)| {
            let wanted = *self.diagram.get(&canonical(diagram))?;
            let all = self.state.get(&canonical(state))?;
            all.iter().copied().find(|(diagram, _)| *diagram == wanted)
        };
        // names may begin or end with a space, so what is written goes first
        let trimmed = |(diagram, state): (&str, &str)| both((diagram.trim(), state.trim()));
        let found = dots.clone().filter_map(split).find_map(both);
        found.or_else(|| dots.filter_map(split).find_map(trimmed)).into_iter().collect()
    }

    /// How many commas the name of a diagram together with that of a state may have.
    pub fn commas(&self) -> usize {
        let most = |names: &mut dyn Iterator<Item = &Text>| {
            names.map(|name| name.matches(',').count()).max().unwrap_or_default()
        };
        most(&mut self.diagram.keys()) + most(&mut self.state.keys())
    }

    /// A state of one diagram by its name.
    pub fn state_of(&self, diagram: usize, name: &str) -> Option<usize> {
        let all = self.state.get(&canonical(name))?;
        all.iter().find(|(of, _)| *of == diagram).map(|(_, at)| *at)
    }

    /// All names of states.
    pub fn state_names(&self) -> impl Iterator<Item = &Text> {
        self.state.keys()
    }
}

/// The group that starts: one called `main`, else the first; never one that is not shown.
fn main(groups: &[Group]) -> Option<usize> {
    let shown = |group: &&Group| group.shown;
    let named = groups.iter().position(|g| g.shown && &*g.name.text == "main");
    named.or_else(|| groups.iter().position(|g| shown(&g)))
}

/// Says that nothing of this kind has the name.
pub(super) fn unknown<'a>(
    kind: &str,
    name: &Named,
    known: impl Iterator<Item = &'a Text>,
) -> Finding {
    let message = format!("there is no {kind} `{}`", shown(&name.text));
    let found = Finding::new(Code::UnknownName, name.at, message);
    found.maybe_help(suggest::help(&name.text, known.map(|name| &**name)))
}

/// The names of one name space.
#[derive(Default)]
pub(super) struct Taken {
    /// Names in the text, and where they come from.
    used: BTreeMap<Text, Option<Stretch>>,
    /// The number that a name gets next.
    next: BTreeMap<Text, u32>,
    /// Names that something has in the document, which no number makes.
    written: BTreeSet<Text>,
    /// They are names of states, which may be called as they like.
    states: bool,
}

impl Taken {
    /// A name that nothing else may have.
    pub fn forbid(&mut self, name: &str) {
        self.used.entry(name.into()).or_insert(None);
    }

    /// Whether something has the name.
    pub fn has(&self, name: &str) -> bool {
        self.used.contains_key(name)
    }

    /// Names all things of one kind; the first of a name is what the name means.
    pub fn all<'a>(
        &mut self,
        names: impl Iterator<Item = &'a Named> + Clone,
        kind: &str,
        rename: bool,
        findings: &mut Vec<Finding>,
    ) -> (Vec<Called>, Index) {
        self.written.extend(names.clone().map(|name| canonical(&name.text)));
        let mut index = Index::new();
        let mut called = Vec::new();
        for (at, name) in names.enumerate() {
            index.entry(canonical(&name.text)).or_insert(at);
            called.push(self.one(name, kind, rename, findings));
        }
        (called, index)
    }

    /// Names one thing.
    fn one(
        &mut self,
        name: &Named,
        kind: &str,
        rename: bool,
        findings: &mut Vec<Finding>,
    ) -> Called {
        let key = canonical(&name.text);
        let clash = match self.used.get(&key) {
            Some(first) => Some(Clash::Twice(*first)),
            None if !self.states && FORBIDDEN.contains(&&*key) => Some(Clash::Forbidden),
            None => None,
        };
        if key.len() > NAME_LIMIT && findings.len() < ENOUGH {
            let message = format!("the name has {} bytes, the limit is {NAME_LIMIT}", key.len());
            findings.push(Finding::new(Code::BadName, name.at, message));
        }
        let Some(clash) = clash else {
            self.used.insert(key.clone(), Some(name.at));
            return Called { name: key, doc: None };
        };
        if !rename {
            if findings.len() < ENOUGH {
                findings.push(clash.finding(kind, name));
            }
            return Called { name: key, doc: None };
        }
        let new = self.numbered(&key);
        self.used.insert(new.clone(), Some(name.at));
        let doc = format!("renamed: a {kind} that is called `{}` in the document", shown(&key));
        Called { name: new, doc: Some(doc) }
    }

    /// The name with the first number that makes it one of its own.
    pub fn numbered(&mut self, base: &str) -> Text {
        let apart = if is_identifier(base) { "" } else { " " };
        let next = self.next.entry(base.into()).or_insert(2);
        loop {
            let name = Text::from(format!("{base}{apart}{next}"));
            *next = next.saturating_add(1);
            if !self.used.contains_key(&name) && !self.written.contains(&name) {
                return name;
            }
        }
    }
}

enum Clash {
    Twice(Option<Stretch>),
    Forbidden,
}

impl Clash {
    fn finding(&self, kind: &str, name: &Named) -> Finding {
        let said = shown(&name.text);
        let help = "rename it there, or let `--rename` give it a number";
        match self {
            Clash::Twice(first) => {
                let message = format!("the name of the {kind} `{said}` is taken");
                let found = Finding::new(Code::DuplicateName, name.at, message).help(help);
                match first {
                    Some(first) => found.also(*first, "first here"),
                    None => found,
                }
            }
            Clash::Forbidden => {
                let message = format!("a {kind} cannot be called `{said}`");
                Finding::new(Code::ForbiddenName, name.at, message).help(help)
            }
        }
    }
}
