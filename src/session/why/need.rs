//! What would have made a condition hold.
//!
//! In: a condition as a tree over its parts, and whether each held. Out: the smallest sets of
//! parts that would have to be otherwise, in words. It does not know whether they can be.

use std::collections::BTreeSet;

use islay_lang::hir::condition::Condition;

use super::Part;

/// More ways than these are not followed: they are longer than those that are.
const WAYS: usize = 16;

/// A condition over numbered parts.
pub(super) enum Tree {
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Not(Box<Tree>),
    Part(usize),
}

/// Parts that would have to be otherwise, in words.
type Way = BTreeSet<(usize, String)>;

impl Tree {
    /// Numbers the parts in text order, from `next` on.
    pub fn of(condition: &Condition<'_>, next: &mut usize) -> Self {
        match condition {
            Condition::All(parts) => Self::All(parts.iter().map(|p| Self::of(p, next)).collect()),
            Condition::Any(parts) => Self::Any(parts.iter().map(|p| Self::of(p, next)).collect()),
            Condition::Not(inner) => Self::Not(Box::new(Self::of(inner, next))),
            Condition::Leaf(_) => {
                *next += 1;
                Self::Part(*next - 1)
            }
        }
    }
}

/// The smallest sets that would make it hold, each in text order.
pub(super) fn smallest(tree: &Tree, parts: &[Part]) -> Vec<Vec<String>> {
    let all = ways(tree, parts, true);
    let least = all.iter().map(BTreeSet::len).min().unwrap_or(0);
    let mut out: Vec<Vec<String>> = Vec::new();
    for way in all.into_iter().filter(|way| way.len() == least) {
        let words: Vec<String> = way.into_iter().map(|(_, word)| word).collect();
        if !out.contains(&words) {
            out.push(words);
        }
    }
    out
}

/// Ways in which it would be as wanted.
fn ways(tree: &Tree, parts: &[Part], want: bool) -> Vec<Way> {
    match tree {
        Tree::Not(inner) => ways(inner, parts, !want),
        Tree::Part(at) => part(parts, *at, want),
        Tree::All(list) if want => together(list, parts, want),
        Tree::Any(list) if !want => together(list, parts, want),
        Tree::All(list) | Tree::Any(list) => {
            let each = list.iter().flat_map(|tree| ways(tree, parts, want));
            shortest(each.collect())
        }
    }
}

/// All of the list must be as wanted.
fn together(list: &[Tree], parts: &[Part], want: bool) -> Vec<Way> {
    let mut all = vec![Way::new()];
    for tree in list {
        let own = ways(tree, parts, want);
        let both = |way: &Way| own.iter().map(|w| way | w).collect::<Vec<Way>>();
        all = shortest(all.iter().flat_map(both).collect());
    }
    all
}

fn shortest(mut all: Vec<Way>) -> Vec<Way> {
    all.sort_by_key(BTreeSet::len);
    all.truncate(WAYS);
    all
}

fn part(parts: &[Part], at: usize, want: bool) -> Vec<Way> {
    let Some(part) = parts.get(at) else { return Vec::new() };
    if part.holds == Some(want) {
        return vec![Way::new()];
    }
    // the same question is asked once
    let first = parts.iter().position(|p| p.text == part.text).unwrap_or(at);
    let [yes, no] = &part.wants;
    let word = if want { yes } else { no };
    word.iter().map(|word| Way::from([(first, word.clone())])).collect()
}
