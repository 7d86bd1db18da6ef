//! What somebody can be: the characters and atoms behind a name.
//!
//! In: the written program. Out: sets of items, so that what stands behind a dot can be checked
//! against all of them. A name of a character means just that; a part, a spawn's name and a
//! numbered one mean an instance, which may have become something else. It reports nothing.

use std::collections::BTreeSet;

use super::forks;
use super::program::{Cast, Decl, ItemId, Program};
use crate::syntax::ast::{self, ItemKind};

/// The characters and atoms that somebody can be; `None`: any.
pub(super) type Cands = Option<BTreeSet<ItemId>>;

/// The union, where either may be anything.
pub(super) fn either(a: Cands, b: Cands) -> Cands {
    a.zip(b).map(|(a, b)| a.union(&b).copied().collect())
}

/// Per item what an instance of it can be later.
pub(super) fn later(program: &Program<'_>) -> Vec<Cands> {
    let everyone = by_tests(program);
    let ids = (0..program.items.len()).map(ItemId);
    let next: Vec<Cands> = ids.map(|id| either(becomes(program, id), everyone.clone())).collect();
    (0..next.len()).map(|i| reachable(ItemId(i), &next)).collect()
}

/// What the diagrams of a character make of it.
fn becomes(program: &Program<'_>, id: ItemId) -> Cands {
    let mut all = BTreeSet::new();
    for d in &program.face(id).diagrams {
        for path in forks::becomes(d.ast) {
            let params = d.ast.params.iter().map(|p| &p.name);
            let own = program.face(id).params.iter().map(|p| p.name);
            let first = path.names.first()?;
            if own.chain(params).any(|n| n.text == first.text) {
                return None;
            }
            all.extend(program.cast_path(d.file, path).and_then(class));
        }
    }
    Some(all)
}

/// What tests make of whomever.
fn by_tests(program: &Program<'_>) -> Cands {
    let mut all = BTreeSet::new();
    for item in program.loaded.trees.first().into_iter().flat_map(|t| &t.items) {
        if let ItemKind::Test(test) = &item.kind {
            let paths = forks::test_becomes(test);
            all.extend(paths.into_iter().filter_map(|p| class(program.cast_path(0, p)?)));
        }
    }
    Some(all)
}

fn class(cast: Cast) -> Option<ItemId> {
    match cast {
        Cast::Character(id) | Cast::Atom(id) => Some(id),
        _ => None,
    }
}

fn reachable(from: ItemId, next: &[Cands]) -> Cands {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        for to in next.get(id.0)?.as_ref()? {
            if seen.insert(*to) {
                open.push(*to);
            }
        }
    }
    Some(seen)
}

impl Program<'_> {
    /// What instances of these can be later.
    pub fn in_time(&self, cands: Cands) -> Cands {
        let mut all = BTreeSet::new();
        for id in cands? {
            all.extend(self.later.get(id.0)?.as_ref()?);
        }
        Some(all)
    }

    /// What may stand behind a name of the cast; `numbered`: behind one with a number.
    pub fn named(&self, cast: Cast, numbered: bool) -> Cands {
        let classes = self.classes(cast);
        let by_class = matches!(cast, Cast::Character(_) | Cast::Atom(_)) && !numbered;
        if by_class { classes } else { self.in_time(classes) }
    }

    /// Characters and atoms that a name makes.
    pub fn classes(&self, cast: Cast) -> Cands {
        match cast {
            Cast::Character(id) | Cast::Atom(id) => Some(BTreeSet::from([id])),
            Cast::Group(id) => {
                let Decl::Group(group) = self.item(id).decl else { return None };
                let mut all = BTreeSet::new();
                self.group_classes(self.item(id).file, &group.spawns, &mut all);
                Some(all)
            }
            Cast::Alias(id) => {
                let alias = self.alias(id);
                let mut all = BTreeSet::new();
                for (path, inside) in &alias.whats {
                    match self.cast_path(alias.file, path) {
                        Some(Cast::Character(id) | Cast::Atom(id))
                            if !self.is_param(*inside, path) =>
                        {
                            all.insert(id);
                        }
                        _ => return None,
                    }
                }
                Some(all)
            }
        }
    }

    fn is_param(&self, inside: Option<ItemId>, path: &ast::Path) -> bool {
        let (Some(id), Some(name)) = (inside, path.names.first()) else { return false };
        self.face(id).params.iter().any(|p| p.name.text == name.text)
    }

    fn group_classes(&self, file: usize, spawns: &[ast::Spawn], all: &mut BTreeSet<ItemId>) {
        for spawn in spawns {
            match spawn {
                ast::Spawn::One(one) => {
                    if let Some(Cast::Character(id) | Cast::Atom(id)) =
                        self.cast_path(file, &one.what)
                    {
                        all.insert(id);
                    }
                }
                ast::Spawn::Repeat { spawns, .. } => self.group_classes(file, spawns, all),
            }
        }
    }
}
