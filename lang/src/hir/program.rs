//! The written program: items of all files and what their names mean in each file.
//!
//! In: trees and who uses whom. Out: a [`Program`] that answers what a name stands for, with
//! diagnostics for names declared twice. It looks into no body; [`super::face`] does.
//!
//! A file sees its own items and all that the files it uses see; `as D` puts `D.` before those.
//! An item's name in traces is the one under which the first file sees it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{self, Cands};
use super::declared::{self, Role};
use super::face::{DiagramFace, Face};
use super::forks;
use super::kinds::Ty;
use super::load::Loaded;
use super::report::Report;
use crate::source::{Span, Text};
use crate::syntax::ast::{self, ItemKind, Name};

/// An item of some file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ItemId(pub usize);

/// An `as` name of spawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct AliasId(pub usize);

/// What is declared.
#[derive(Clone, Copy)]
pub(super) enum Decl<'a> {
    Const(&'a ast::Expr),
    Atom(&'a ast::Atom),
    Character(&'a ast::Character),
    Diagram(&'a ast::Diagram),
    Group(&'a ast::Group),
}

/// A named item.
pub(super) struct Item<'a> {
    pub name: &'a Name,
    pub decl: Decl<'a>,
    pub file: usize,
    /// Its name in traces and messages.
    pub canon: Text,
}

/// An `as` name: one or several spawns bear it.
pub(super) struct Alias<'a> {
    pub file: usize,
    pub canon: Text,
    /// What is spawned under it, each with the character it is written in, if any.
    pub whats: Vec<(&'a ast::Path, Option<ItemId>)>,
}

/// What a name of the cast stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cast {
    Character(ItemId),
    Group(ItemId),
    Atom(ItemId),
    Alias(AliasId),
}

/// Joins the names of a path in the keys of a scope: no name holds a control character.
const DOT: &str = "\u{1f}";

/// The names that a file sees.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub consts: BTreeMap<String, ItemId>,
    /// Characters and groups.
    pub cast: BTreeMap<String, ItemId>,
    pub atoms: BTreeMap<String, ItemId>,
    pub diagrams: BTreeMap<String, ItemId>,
    pub aliases: BTreeMap<String, AliasId>,
    /// Prefixes of `use … as`.
    pub prefixes: BTreeSet<String>,
    /// Names whose declarations could not be read.
    pub lost: BTreeSet<String>,
}

/// All that is written.
pub(super) struct Program<'a> {
    pub loaded: &'a Loaded,
    pub items: Vec<Item<'a>>,
    pub aliases: Vec<Alias<'a>>,
    pub scopes: Vec<Scope>,
    /// What others see of characters and atoms (empty for the rest).
    pub faces: Vec<Face<'a>>,
    /// Top-level diagrams with their states.
    pub diagrams: BTreeMap<ItemId, DiagramFace<'a>>,
    /// Per item what an instance of it can be after a `become`, itself included; `None`: anything.
    pub later: Vec<Cands>,
    /// How deep the search for a kind is.
    pub(super) depth: Cell<usize>,
    pub(super) types: RefCell<BTreeMap<(ItemId, Text), Option<Ty>>>,
}

impl<'a> Program<'a> {
    /// Collects the items of all files.
    pub fn new(loaded: &'a Loaded, report: &mut Report) -> Self {
        let mut program = Program {
            loaded,
            items: Vec::new(),
            aliases: Vec::new(),
            scopes: vec![Scope::default(); loaded.trees.len()],
            faces: Vec::new(),
            diagrams: BTreeMap::new(),
            later: Vec::new(),
            depth: Cell::new(0),
            types: RefCell::default(),
        };
        // a used file has a greater index than the first one that uses it, and no file uses
        // itself, but the first finder of two may come later: follow the uses
        let mut done = vec![false; loaded.trees.len()];
        for file in 0..loaded.trees.len() {
            program.fill(file, &mut done, report);
        }
        program.name_items();
        program.diagrams = DiagramFace::top_level(&program);
        program.faces = Face::all(&program);
        program.later = candidates::later(&program);
        program
    }

    fn fill(&mut self, file: usize, done: &mut [bool], report: &mut Report) {
        match done.get_mut(file) {
            Some(d) if !*d => *d = true,
            _ => return,
        }
        let (Some(uses), Some(tree)) = (self.loaded.uses.get(file), self.loaded.trees.get(file))
        else {
            return;
        };
        for used in uses {
            self.fill(used.file, done, report);
        }
        let mut scope = Scope {
            lost: self.loaded.lost.get(file).cloned().unwrap_or_default(),
            ..Scope::default()
        };
        for item in &tree.items {
            self.declare(file, &item.kind, &mut scope, report);
        }
        self.declare_aliases(file, tree, &mut scope, report);
        for used in uses {
            let there = self.scopes.get(used.file).cloned().unwrap_or_default();
            self.import(&mut scope, &there, used.alias.as_deref(), used.span, report);
        }
        if let Some(slot) = self.scopes.get_mut(file) {
            *slot = scope;
        }
    }

    fn declare(&mut self, file: usize, kind: &'a ItemKind, scope: &mut Scope, report: &mut Report) {
        let (name, decl) = match kind {
            ItemKind::Const { name, value } => (name, Decl::Const(value)),
            ItemKind::Atom(a) => (&a.name, Decl::Atom(a)),
            ItemKind::Character(c) => (&c.name, Decl::Character(c)),
            ItemKind::Diagram(d) => (&d.name, Decl::Diagram(d)),
            ItemKind::Group(g) if file == 0 || &*g.name.text != "main" => (&g.name, Decl::Group(g)),
            _ => return,
        };
        declared::check(name, Role::of(decl), report);
        let id = ItemId(self.items.len());
        let key = name.text.to_string();
        let map = match decl {
            Decl::Const(_) => &mut scope.consts,
            Decl::Atom(_) => &mut scope.atoms,
            Decl::Character(_) | Decl::Group(_) => &mut scope.cast,
            Decl::Diagram(_) => &mut scope.diagrams,
        };
        match map.get(&key).and_then(|old| self.items.get(old.0)) {
            Some(old) => report.push(declared::twice(name, old.name)),
            None => {
                map.insert(key, id);
            }
        }
        self.items.push(Item { name, decl, file, canon: name.text.clone() });
    }

    fn declare_aliases(
        &mut self,
        file: usize,
        tree: &'a ast::File,
        scope: &mut Scope,
        report: &mut Report,
    ) {
        for (name, what, inside) in forks::aliases(tree, file == 0) {
            let key = name.text.to_string();
            let inside = inside.and_then(|c| scope.cast.get(&*c.text).copied());
            if let Some(id) = scope.aliases.get(&key) {
                if let Some(alias) = self.aliases.get_mut(id.0) {
                    alias.whats.push((what, inside));
                }
                continue;
            }
            declared::check(name, Role::Cast, report);
            if let Some(old) = scope.cast.get(&key).and_then(|id| self.items.get(id.0)) {
                report.push(declared::twice(name, old.name));
                continue;
            }
            scope.aliases.insert(key, AliasId(self.aliases.len()));
            let canon = name.text.clone();
            self.aliases.push(Alias { file, canon, whats: vec![(what, inside)] });
        }
    }

    fn import(
        &mut self,
        scope: &mut Scope,
        from: &Scope,
        alias: Option<&str>,
        span: Span,
        report: &mut Report,
    ) {
        let key = |name: &str| match alias {
            Some(alias) => format!("{alias}{DOT}{name}"),
            None => name.to_owned(),
        };
        if let Some(alias) = alias {
            scope.prefixes.insert(alias.to_owned());
        }
        scope.prefixes.extend(from.prefixes.iter().map(|p| key(p)));
        scope.lost.extend(from.lost.iter().map(|p| key(p)));
        let pairs = [
            (&mut scope.consts, &from.consts),
            (&mut scope.cast, &from.cast),
            (&mut scope.atoms, &from.atoms),
            (&mut scope.diagrams, &from.diagrams),
        ];
        for (own, theirs) in pairs {
            for (name, id) in theirs {
                let old = *own.entry(key(name)).or_insert(*id);
                if let (true, Some(old), Some(new)) =
                    (old != *id, self.items.get(old.0), self.items.get(id.0))
                {
                    report.push(declared::imported_twice(new.name, old.name, span));
                }
            }
        }
        for (name, id) in &from.aliases {
            scope.aliases.entry(key(name)).or_insert(*id);
        }
    }

    /// Gives each item the shortest name under which the first file sees it.
    fn name_items(&mut self) {
        let Some(scope) = self.scopes.first().cloned() else { return };
        let shorter = |a: &str, b: &str| a.matches(DOT).count() < b.matches(DOT).count();
        let mut best: BTreeMap<ItemId, String> = BTreeMap::new();
        for map in [&scope.consts, &scope.cast, &scope.atoms, &scope.diagrams] {
            for (key, id) in map {
                let entry = best.entry(*id).or_insert_with(|| key.clone());
                if shorter(key, entry) {
                    entry.clone_from(key);
                }
            }
        }
        for (id, key) in best {
            if let Some(item) = self.items.get_mut(id.0) {
                item.canon = key.replace(DOT, ".").into();
            }
        }
        for (key, id) in &scope.aliases {
            if let Some(alias) = self.aliases.get_mut(id.0) {
                alias.canon = key.replace(DOT, ".").into();
            }
        }
    }

    /// The item.
    pub fn item(&self, id: ItemId) -> &Item<'a> {
        #[allow(clippy::indexing_slicing, reason = "ids are made with the items")]
        &self.items[id.0]
    }

    /// What others see of a character or an atom.
    pub fn face(&self, id: ItemId) -> &Face<'a> {
        #[allow(clippy::indexing_slicing, reason = "ids are made with the faces")]
        &self.faces[id.0]
    }

    /// The alias.
    pub fn alias(&self, id: AliasId) -> &Alias<'a> {
        #[allow(clippy::indexing_slicing, reason = "ids are made with the aliases")]
        &self.aliases[id.0]
    }

    /// What the file sees.
    pub fn scope(&self, file: usize) -> &Scope {
        static EMPTY: Scope = Scope {
            consts: BTreeMap::new(),
            cast: BTreeMap::new(),
            atoms: BTreeMap::new(),
            diagrams: BTreeMap::new(),
            aliases: BTreeMap::new(),
            prefixes: BTreeSet::new(),
            lost: BTreeSet::new(),
        };
        self.scopes.get(file).unwrap_or(&EMPTY)
    }

    /// The key of the first global name in a dotted one and how many words it takes: prefixes of
    /// `use … as` belong to the name behind them.
    pub fn key(&self, file: usize, names: &[&str]) -> (String, usize) {
        let scope = self.scope(file);
        let mut key = names.first().map_or_else(String::new, |n| (*n).to_owned());
        let mut n = 1;
        while scope.prefixes.contains(&key) && n < names.len() {
            if let Some(next) = names.get(n) {
                key = format!("{key}{DOT}{next}");
            }
            n += 1;
        }
        (key, n)
    }

    /// The member of the cast under that key: a spawn's name first, an atom last.
    pub fn cast(&self, file: usize, key: &str) -> Option<Cast> {
        let scope = self.scope(file);
        if let Some(id) = scope.aliases.get(key) {
            return Some(Cast::Alias(*id));
        }
        if let Some(id) = scope.cast.get(key) {
            return Some(match self.item(*id).decl {
                Decl::Group(_) => Cast::Group(*id),
                _ => Cast::Character(*id),
            });
        }
        scope.atoms.get(key).map(|id| Cast::Atom(*id))
    }

    /// The member of the cast that a whole path names.
    pub fn cast_path(&self, file: usize, path: &ast::Path) -> Option<Cast> {
        self.cast(file, &self.whole(file, path)?)
    }

    /// The key of a path that is one global name.
    pub fn whole(&self, file: usize, path: &ast::Path) -> Option<String> {
        let names: Vec<&str> = path.names.iter().map(|n| &*n.text).collect();
        let (key, n) = self.key(file, &names);
        (n == names.len()).then_some(key)
    }

    /// Whether the name is declared in text that could not be read.
    pub fn is_lost(&self, file: usize, key: &str) -> bool {
        let lost = &self.scope(file).lost;
        lost.contains(key) || key.rsplit(DOT).next().is_some_and(|last| lost.contains(last))
    }

    /// Names for a suggestion, as one writes them.
    pub fn shown<T>(map: &BTreeMap<String, T>) -> impl Iterator<Item = String> + '_ {
        map.keys().map(|k| k.replace(DOT, "."))
    }

    /// Names of characters, groups, atoms and spawns.
    pub fn cast_names(&self, file: usize) -> Vec<String> {
        let s = self.scope(file);
        Self::shown(&s.cast).chain(Self::shown(&s.atoms)).chain(Self::shown(&s.aliases)).collect()
    }
}
