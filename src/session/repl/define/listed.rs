//! What the texts of a scene define.
//!
//! In: a scene. Out: the names in its texts, and the text of one of them. The standard library is
//! left out.

use islay_lang::source::Span;
use islay_lang::syntax::ast::{Character, Diagram, Item, ItemKind, MemberKind, State};

use super::key::Key;
use crate::Scene;

/// Whether the texts of a scene have a character, atom or top-level diagram of that name.
pub(in crate::session::repl) fn is_written(scene: &Scene, name: &str) -> bool {
    words(scene, name).next().is_some()
}

/// Whether the texts of a scene have a top-level diagram of that name, and no character.
pub(in crate::session::repl) fn is_diagram(scene: &Scene, name: &str) -> bool {
    is_written(scene, name) && words(scene, name).all(|word| word == "diagram")
}

/// What that name is in the texts of a scene.
fn words<'s>(scene: &'s Scene, name: &'s str) -> impl Iterator<Item = &'static str> + 's {
    let keys = items(scene).map(|item| Key::of_item(&item.kind));
    let words = keys.filter(move |key| key.name == name).map(|key| key.word);
    words.filter(|word| matches!(*word, "character" | "atom" | "diagram"))
}

fn items(scene: &Scene) -> impl Iterator<Item = &Item> {
    let items = scene.trees().iter().flat_map(|tree| &tree.items);
    items.filter(|item| !scene.is_std(item.span.0))
}

/// All items: `character Hero`.
pub(in crate::session::repl) fn names(scene: &Scene) -> Vec<String> {
    let told = |item: &Item| crate::report::escape(&Key::of_item(&item.kind).told()).to_string();
    items(scene).map(told).collect()
}

/// The text of an item, of a diagram or another member of a character, or of a state.
pub(in crate::session::repl) fn text_of(scene: &Scene, path: &str) -> Option<String> {
    let named = |item: &&Item| {
        let key = Key::of_item(&item.kind);
        key.name == path || key.told() == path
    };
    let found: Vec<Span> = items(scene).filter(named).map(|item| item.span.0).collect();
    let found = if found.is_empty() { inner(scene, path) } else { found };
    let texts: Vec<&str> = found.iter().map(|span| scene.text(*span)).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

fn inner(scene: &Scene, path: &str) -> Vec<Span> {
    let names: Vec<&str> = path.split('.').collect();
    let Some((first, rest)) = names.split_first() else { return Vec::new() };
    let of = |item: &Item| match &item.kind {
        ItemKind::Character(c) if *c.name.text == **first => in_character(c, rest),
        ItemKind::Diagram(d) if *d.name.text == **first => in_diagram(d, rest),
        _ => None,
    };
    items(scene).filter_map(of).collect()
}

fn in_character(character: &Character, names: &[&str]) -> Option<Span> {
    let (name, rest) = names.split_first()?;
    character.members.iter().find_map(|m| match &m.kind {
        MemberKind::Diagram(d) if *d.name.text == **name && !rest.is_empty() => in_diagram(d, rest),
        kind => (rest.is_empty() && Key::of_member(kind).name == *name).then_some(m.span.0),
    })
}

fn in_diagram(diagram: &Diagram, names: &[&str]) -> Option<Span> {
    let mut states: &[State] = &diagram.states;
    let mut found = None;
    for name in names {
        let state = states.iter().find(|s| *s.name.text == **name)?;
        (states, found) = (&state.states, Some(state.span.0));
    }
    found
}
