//! Whom an edit may touch, by what stands in the text.
//!
//! In: a text before and after. Out: whether somebody of a path is spared: nothing that it is made
//! of, that it stands in or that these mention is written otherwise. It is careful: who is said
//! to be touched may be as before.

use std::collections::{BTreeMap, BTreeSet};

use islay_lang::source::{FileId, Span};
use islay_lang::syntax::ast::{ItemKind, Spawn};
use islay_lang::syntax::parse;

use super::pieces::bytes;
use super::words::{is_letter, mentions};

/// Whom an edit may touch.
#[derive(Debug, Default)]
pub struct Affected {
    /// Everybody: the world or what is used changed.
    all: bool,
    /// Items by name, and all that mention them.
    names: BTreeSet<String>,
    /// Names of top-level instances whose lines changed.
    labels: BTreeSet<String>,
}

/// What stands in a text.
#[derive(Default)]
struct Content {
    /// `use` and `world`.
    setting: Vec<String>,
    items: BTreeMap<String, String>,
    /// Lines of `main` by the name of what they make, with the heads of what repeats them.
    lines: BTreeMap<String, Vec<String>>,
}

impl Affected {
    /// By an edit.
    pub fn between(old: &str, new: &str) -> Self {
        let (old, new) = (Content::of(old), Content::of(new));
        let mut names: BTreeSet<String> = BTreeSet::new();
        for name in old.items.keys().chain(new.items.keys()) {
            if old.items.get(name) != new.items.get(name) {
                names.insert(name.clone());
            }
        }
        let all = || old.items.iter().chain(&new.items);
        loop {
            let more: Vec<String> = all()
                .filter(|(name, _)| !names.contains(*name))
                .filter(|(_, text)| names.iter().any(|n| mentions(text, n)))
                .map(|(name, _)| name.clone())
                .collect();
            if more.is_empty() {
                break;
            }
            names.extend(more);
        }
        let labels = old.lines.keys().chain(new.lines.keys());
        let differs = |label: &&String| {
            let (a, b) = (old.lines.get(*label), new.lines.get(*label));
            let lines = || a.into_iter().chain(b).flatten();
            a != b || lines().any(|line| names.iter().any(|n| mentions(line, n)))
        };
        let labels = labels.filter(differs).cloned().collect();
        Affected { all: old.setting != new.setting, names, labels }
    }

    /// Whether somebody is as before; `class` tells what lives at a path.
    pub fn spares<'c>(&self, path: &str, class: impl Fn(&str) -> Option<&'c str>) -> bool {
        if self.all {
            return false;
        }
        let label = path.split(['.', '#']).next().unwrap_or(path);
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        let known = |end: usize| {
            let class = path.get(..end).and_then(&class);
            class.is_some_and(|class| {
                let name = class.split(|c| !is_letter(c)).next().unwrap_or(class);
                !self.names.contains(name)
            })
        };
        !self.labels.contains(label) && ends.into_iter().all(known)
    }
}

impl Content {
    fn of(text: &str) -> Self {
        let mut content = Content::default();
        let slice = |span: Span| text.get(bytes(span)).unwrap_or_default().to_owned();
        for item in parse(text, FileId::default()).0.items {
            let (words, span) = (slice(item.span.0), item.span.0);
            let name = match &item.kind {
                ItemKind::Use(_) | ItemKind::World(_) => {
                    content.setting.push(words);
                    continue;
                }
                ItemKind::Group(group) if &*group.name.text == "main" => {
                    content.main(text, &group.spawns, "");
                    continue;
                }
                ItemKind::Character(it) => &it.name,
                ItemKind::Diagram(it) => &it.name,
                ItemKind::Group(it) => &it.name,
                ItemKind::Atom(it) => &it.name,
                ItemKind::Const { name, .. } => name,
                _ => continue,
            };
            // an atom may be called as a character is
            content.items.entry(name.text.to_string()).or_default().push_str(&slice(span));
        }
        content
    }

    fn main(&mut self, text: &str, spawns: &[Spawn], head: &str) {
        for spawn in spawns {
            match spawn {
                Spawn::One(one) => {
                    let what = one.alias.as_ref().or_else(|| one.what.names.last());
                    let label = what.map(|name| name.text.to_string()).unwrap_or_default();
                    let line = text.get(bytes(one.span.0)).unwrap_or_default();
                    self.lines.entry(label).or_default().push(format!("{head}{line}"));
                }
                Spawn::Repeat { spawns, span, .. } => {
                    let all = text.get(bytes(span.0)).unwrap_or_default();
                    let head = format!("{head}{}{{", all.split('{').next().unwrap_or_default());
                    self.main(text, spawns, &head);
                }
            }
        }
    }
}
