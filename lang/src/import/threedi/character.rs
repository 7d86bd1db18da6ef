//! Characters: bodies, diagrams, the states that something starts in.
//!
//! In: a character of the document. Out: an item of the tree. A composed body becomes parts of each
//! character that has it; a part takes its character's name with a small first letter, and a
//! number where that name means something else already.

use std::collections::BTreeMap;

use super::attributes::shown;
use super::diagram;
use super::document::{Character, Member, Named};
use super::names::{Body, Called, Own, Taken, unknown};
use super::node;
use super::scene::{Build, doc, pose, position};
use super::turn;
use crate::diagnostic::Code;
use crate::import::finding::Finding;
use crate::source::Text;
use crate::syntax::ast::{self, ItemKind, MemberKind, Path};
use crate::syntax::{Word, canonical};

/// Bodies are copied to all characters that have them; more parts than this are no scene.
const PART_LIMIT: usize = 400_000;

/// The item of a character.
pub(super) fn character(build: &mut Build<'_>, at: usize, one: &Character) -> ast::Item {
    let called = build.names.characters.get(at).cloned();
    let (name, renamed) = called.map_or(("".into(), None), |c: Called| (c.name, c.doc));
    let mut members = Vec::new();
    if !one.shown {
        members.push(node::member(None, MemberKind::Hidden));
    }
    if let Some(parts) = &one.parts {
        body(build, at, parts, &mut members);
    }
    let mut remarks = one.remarks.clone();
    for (number, one) in one.diagrams.iter().enumerate() {
        members.extend(diagram::diagram(build, at, number, one, &mut remarks));
    }
    let (params, was) = (Vec::new(), None);
    let character = ast::Character { name: node::declared(&name), params, was, members };
    node::item(doc(renamed.as_deref(), &remarks), ItemKind::Character(character))
}

/// The shape or the parts.
fn body(build: &mut Build<'_>, character: usize, parts: &Named, out: &mut Vec<ast::Member>) {
    match build.names.body(parts, build.findings) {
        Some(Body::Atom(at)) => {
            let name = build.names.atoms.get(at).map_or("", |called| &called.name);
            out.push(node::member(None, MemberKind::ShapeOf(node::path(name))));
        }
        Some(Body::Complex(at)) => {
            let Some(complex) = build.document.complexes.get(at) else { return };
            build.n_parts += complex.members.len();
            if build.n_parts > PART_LIMIT {
                let message = format!("the characters have more than {PART_LIMIT} parts");
                build.findings.push(Finding::new(Code::TooMany, parts.at, message));
                return;
            }
            let mut names = Taken::default();
            if let Some(own) = build.names.own.get(character) {
                own.diagrams.iter().for_each(|d| names.forbid(&d.name));
            }
            for member in &complex.members {
                let part = part(build, member, &mut names);
                out.extend(part.map(|part| node::member(None, part)));
            }
        }
        None => {}
    }
}

fn part(build: &mut Build<'_>, member: &Member, names: &mut Taken) -> Option<MemberKind> {
    let at = build.names.character(&member.character, build.findings)?;
    let own = build.document.characters.get(at)?.turn.matrix.unwrap_or(turn::IDENTITY);
    let pose = match member.turn.matrix {
        Some(matrix) => {
            let whole = turn::product(&matrix, &own);
            pose(&whole, member.turn.at, build.findings)
        }
        None => build.poses.get(at).copied()?,
    };
    let character = build.names.of_character(at).to_owned();
    let name = part_name(build, &character, names);
    let placement = node::placement(position(member.position), pose.turn, pose.scale);
    let start = build.start(at, member.start.as_ref());
    Some(node::part(&name, node::path(&character), placement, start))
}

/// A name for a part; it must not mean anything else in the character.
fn part_name(build: &Build<'_>, character: &str, names: &mut Taken) -> Text {
    let mut letters = character.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    let small = canonical(&first.chain(letters).collect::<String>());
    let strange =
        |name: &str| Word::of(name).is_some() || node::built_in(name) || build.names.has(name);
    let mut name = small.clone();
    while strange(&name) || names.has(&name) {
        name = names.numbered(&small);
    }
    names.forbid(&name);
    name
}

/// The states named by `@state`: names of states, or of a diagram and a state, with commas.
pub(super) fn start(build: &mut Build<'_>, character: usize, start: &Named) -> Vec<Path> {
    let Some(own) = build.names.own.get(character) else { return Vec::new() };
    let mut chosen: BTreeMap<usize, usize> = BTreeMap::new();
    for (piece, states) in pieces(own, &start.text) {
        if states.is_empty() {
            let name = Named { text: piece.trim().into(), at: start.at };
            let what = format!("state of `{}`", shown(build.names.of_character(character)));
            build.findings.push(unknown(&what, &name, own.state_names()));
        }
        for (diagram, state) in states {
            if chosen.insert(diagram, state).is_some_and(|other| other != state) {
                let message = "two start states of one diagram";
                build.findings.push(Finding::new(Code::Misplaced, start.at, message));
            }
        }
    }
    let name = |(diagram, state): (&usize, &usize)| {
        let state = own.states.get(*diagram)?.get(*state)?;
        Some(node::start_path(&own.diagrams.get(*diagram)?.name, &state.name))
    };
    chosen.iter().filter_map(name).collect()
}

/// What stands between the commas of a list, with the states that it means. A name may have commas
/// of its own, so the longest that means something goes first.
fn pieces<'t>(own: &Own, text: &'t str) -> Vec<(&'t str, Vec<(usize, usize)>)> {
    let most = own.commas();
    let mut out = Vec::new();
    let mut left = Some(text);
    while let Some(text) = left {
        let commas = text.match_indices(',').map(|(at, _)| at);
        let mut ends: Vec<usize> = commas.take(most + 1).collect();
        if ends.len() <= most {
            ends.push(text.len());
        }
        let known = ends.iter().rev().find_map(|end| {
            let piece = text.get(..*end)?;
            let as_it_is = own.find(piece);
            let states = if as_it_is.is_empty() { own.find(piece.trim()) } else { as_it_is };
            (!states.is_empty()).then_some((piece, states))
        });
        let first = ends.first().and_then(|end| text.get(..*end)).unwrap_or(text);
        let (piece, states) = known.unwrap_or((first, Vec::new()));
        left = text.get(piece.len() + 1..);
        out.push((piece, states));
    }
    out
}

/// Characters that are members of themselves, at whatever depth.
pub(super) fn rings(build: &mut Build<'_>) {
    let members = |at: usize| -> &[Member] {
        let parts = build.document.characters.get(at).and_then(|c| c.parts.as_ref());
        match parts.and_then(|parts| build.names.body(parts, &mut Vec::new())) {
            Some(Body::Complex(at)) => build.document.complexes.get(at).map_or(&[], |c| &c.members),
            _ => &[],
        }
    };
    let n = build.document.characters.len();
    let mut marks = vec![Visit::Unseen; n];
    let mut found = Vec::new();
    for root in 0..n {
        let mut open: Vec<(usize, std::slice::Iter<'_, Member>)> = Vec::new();
        let mut next = Some(root).filter(|at| marks.get(*at) == Some(&Visit::Unseen));
        loop {
            if let Some(at) = next.take() {
                set(&mut marks, at, Visit::Open);
                open.push((at, members(at).iter()));
            }
            let Some((at, ahead)) = open.last_mut() else { break };
            let Some(member) = ahead.next() else {
                set(&mut marks, *at, Visit::Done);
                open.pop();
                continue;
            };
            let Some(inner) = build.names.character_named(&member.character.text) else { continue };
            match marks.get(inner) {
                Some(Visit::Unseen) => next = Some(inner),
                Some(Visit::Open) => found.push(member.character.clone()),
                _ => {}
            }
        }
    }
    for name in found {
        let message = format!("`{}` is a member of itself", shown(&name.text));
        build.findings.push(Finding::new(Code::Recursion, name.at, message));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Unseen,
    Open,
    Done,
}

fn set(marks: &mut [Visit], at: usize, mark: Visit) {
    if let Some(slot) = marks.get_mut(at) {
        *slot = mark;
    }
}
