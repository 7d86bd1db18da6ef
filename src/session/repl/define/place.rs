//! Where a definition goes in the texts of a scene.
//!
//! In: a definition and a text. Out: the stretch that it replaces, and what to write there. The
//! rest of the text stays as it is, comments too.

use std::ops::Range;

use islay_lang::source::{FileId, Span};
use islay_lang::syntax::ast::{
    Character, Diagram, Edge, EdgeHead, Item, ItemKind, Member, MemberKind, State,
};
use islay_lang::syntax::parse;

use super::key::Key;
use super::read::{Written, doc_start};

/// A change of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// What goes.
    pub range: Range<usize>,
    /// What is written before the definition, and behind it.
    pub around: [String; 2],
    /// Whether it takes the place of another.
    pub replaces: bool,
}

/// Where an item goes, if the text has one of that name.
pub(super) fn item(definition: &Written, text: &str) -> Option<Change> {
    let (file, _) = parse(text, FileId(0));
    let same = file.items.iter().find(|i| Key::of_item(&i.kind) == definition.key)?;
    let mut range = range(same.span.0);
    if definition.text.starts_with("///") && same.doc.is_some() {
        let line = text.get(..range.start)?.rfind('\n').map_or(0, |i| i + 1);
        range.start = docs_above(text, line);
    }
    Some(Change { range, around: Default::default(), replaces: true })
}

/// Where the `///` lines right above a line begin.
fn docs_above(text: &str, line: usize) -> usize {
    text.get(..line).map_or(line, doc_start)
}

/// Where a new item goes: a `use` behind the others, anything else at the end.
pub(super) fn new_item(definition: &Written, text: &str) -> Change {
    let (file, _) = parse(text, FileId(0));
    let last_use = file.items.iter().rfind(|i| matches!(i.kind, ItemKind::Use(_)));
    if let (Some(item), "use") = (last_use, definition.key.word) {
        return below(text, item.span.0.end as usize, item.span.0.start as usize);
    }
    let end = text.trim_end().len();
    let gap = if end == 0 { "" } else { "\n\n" };
    added(end..text.len(), [gap, "\n"])
}

/// Where a member goes, if the text has whom it belongs to; otherwise says what is missing.
pub(super) fn member(definition: &Written, text: &str) -> Option<Result<Change, String>> {
    let (file, _) = parse(text, FileId(0));
    let (first, rest) = definition.whose.split_first()?;
    let mut items = file.items.iter();
    items.find_map(|item| match &item.kind {
        ItemKind::Character(c) if *c.name.text == **first => {
            Some(in_character(definition, text, item, c, rest))
        }
        ItemKind::Diagram(d) if *d.name.text == **first => {
            Some(in_diagram(definition, text, item.span.0, d, rest))
        }
        _ => None,
    })
}

/// The top-level diagram that a character runs under a name.
pub(super) fn run_as(whose: &[String], text: &str) -> Option<String> {
    let (file, _) = parse(text, FileId(0));
    let [first, second, ..] = whose else { return None };
    let character = file.items.iter().find_map(|item| match &item.kind {
        ItemKind::Character(c) if *c.name.text == **first => Some(c),
        _ => None,
    })?;
    character.members.iter().find_map(|m| match &m.kind {
        MemberKind::Run { path, .. } => {
            let key = Key::of_member(&m.kind);
            (key.name == *second).then(|| path.names.last().map(|n| n.text.to_string()))?
        }
        _ => None,
    })
}

fn in_character(
    definition: &Written,
    text: &str,
    item: &Item,
    character: &Character,
    rest: &[String],
) -> Result<Change, String> {
    let Some((name, rest)) = rest.split_first() else {
        return Ok(among(definition, text, item.span.0, &character.members));
    };
    let diagram = character.members.iter().find_map(|m| match &m.kind {
        MemberKind::Diagram(d) if *d.name.text == **name => Some((d, m.span.0)),
        _ => None,
    });
    let missing = || format!("`{}` has no diagram `{name}`", character.name.text);
    let (diagram, span) = diagram.ok_or_else(missing)?;
    in_diagram(definition, text, span, diagram, rest)
}

/// A member among those of a character.
fn among(definition: &Written, text: &str, whole: Span, members: &[Member]) -> Change {
    let key = &definition.key;
    if let Some(same) = members.iter().find(|m| Key::of_member(&m.kind) == *key) {
        return instead(same.span.0);
    }
    let alike = members.iter().rfind(|m| Key::of_member(&m.kind).word == key.word);
    match alike.or(members.last()) {
        // variables stand before what uses them
        Some(first) if alike.is_none() && key.word == "var" => {
            let first = members.first().unwrap_or(first);
            above(text, first.span.0.start as usize)
        }
        Some(last) => below(text, last.span.0.end as usize, last.span.0.start as usize),
        None => inside(text, whole),
    }
}

fn in_diagram(
    definition: &Written,
    text: &str,
    span: Span,
    diagram: &Diagram,
    rest: &[String],
) -> Result<Change, String> {
    let Some((name, rest)) = rest.split_first() else {
        return Ok(match definition.key.word {
            "state" => a_state(definition, text, span, &diagram.states),
            _ => a_scope_edge(definition, text, span, diagram),
        });
    };
    let missing = || format!("`{}` has no state `{name}`", diagram.name.text);
    let mut state = diagram.states.iter().find(|s| *s.name.text == **name).ok_or_else(missing)?;
    for name in rest {
        let missing = || format!("`{}` has no state `{name}` in it", state.name.text);
        state = state.states.iter().find(|s| *s.name.text == **name).ok_or_else(missing)?;
    }
    Ok(match definition.key.word {
        "state" if state.states.is_empty() => {
            added(state.span.0.end as usize..state.span.0.end as usize, [" { ", " }"])
        }
        "state" => a_state(definition, text, state.span.0, &state.states),
        _ => a_state_edge(definition, text, state),
    })
}

/// A state among others: it may also stand deeper, where there is only one of its name.
fn a_state(definition: &Written, text: &str, whole: Span, states: &[State]) -> Change {
    let name = &*definition.key.name;
    if let Some(same) = states.iter().find(|s| *s.name.text == *name) {
        return instead(same.span.0);
    }
    let mut deeper = Vec::new();
    states.iter().for_each(|s| named(&s.states, name, &mut deeper));
    match (deeper.as_slice(), states.last()) {
        ([one], _) => instead(one.span.0),
        (_, Some(last)) => below(text, last.span.0.end as usize, last.span.0.start as usize),
        (_, None) => inside(text, whole),
    }
}

fn named<'s>(states: &'s [State], name: &str, found: &mut Vec<&'s State>) {
    found.extend(states.iter().filter(|s| *s.name.text == *name));
    states.iter().for_each(|s| named(&s.states, name, found));
}

/// An edge of a diagram stands before its states.
fn a_scope_edge(definition: &Written, text: &str, whole: Span, diagram: &Diagram) -> Change {
    if let Some(same) = same_edge(definition, text, &diagram.edges) {
        return instead(same.span.0);
    }
    match (diagram.edges.last(), diagram.states.first()) {
        (Some(last), _) => below(text, last.span.0.end as usize, last.span.0.start as usize),
        (None, Some(first)) => above(text, first.span.0.start as usize),
        (None, None) => inside(text, whole),
    }
}

/// An edge of a state stands behind the others, and before `else`.
fn a_state_edge(definition: &Written, text: &str, state: &State) -> Change {
    if let Some(same) = same_edge(definition, text, &state.edges) {
        return instead(same.span.0);
    }
    if let Some(last) = state.edges.iter().find(|e| matches!(e.head, EdgeHead::Else)) {
        let at = last.span.0.start as usize;
        return added(at..at, ["", "  "]);
    }
    let at = match (state.edges.last(), state.states.first()) {
        (Some(last), _) => last.span.0.end as usize,
        (None, Some(first)) => {
            let start = state.span.0.start as usize;
            let before = text.get(start..first.span.0.start as usize).unwrap_or_default();
            start + before.rfind('{').map_or(0, |brace| before[..brace].trim_end().len())
        }
        (None, None) => state.span.0.end as usize,
    };
    added(at..at, ["  ", ""])
}

fn same_edge<'e>(definition: &Written, text: &str, edges: &'e [Edge]) -> Option<&'e Edge> {
    let own = |e: &Edge| text.get(range(e.span.0)).unwrap_or_default().to_owned();
    edges.iter().find(|e| Key::of_edge(e, &own(e)) == definition.key)
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

fn instead(span: Span) -> Change {
    Change { range: range(span), around: Default::default(), replaces: true }
}

fn added(range: Range<usize>, around: [&str; 2]) -> Change {
    Change { range, around: around.map(str::to_owned), replaces: false }
}

/// On a line of its own below something that begins at `start` and ends at `end`.
fn below(text: &str, end: usize, start: usize) -> Change {
    let line = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    // behind the brace that it stands in, all of it may be one line
    if text.get(line..start).is_some_and(|before| before.contains('{')) {
        return added(end..end, ["  ", ""]);
    }
    let indent = indent(text, start);
    let rest = text.get(end..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let free = line.trim().is_empty() || line.trim_start().starts_with("//");
    match free {
        true => {
            let at = end + line.trim_end().len();
            added(at..at, [&format!("\n{indent}"), ""])
        }
        false => added(end..end, [&format!("\n{indent}"), &format!("\n{indent}")]),
    }
}

/// On a line of its own above something that begins at `start`, and above what documents it.
fn above(text: &str, start: usize) -> Change {
    let indent = indent(text, start);
    let line = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    match text.get(line..start).is_some_and(|before| before.trim().is_empty()) {
        true => {
            let at = docs_above(text, line);
            added(at..at, [&indent, "\n"])
        }
        false => added(start..start, ["", "  "]),
    }
}

/// Inside of empty braces, which end the whole.
fn inside(text: &str, whole: Span) -> Change {
    let end = (whole.end as usize).saturating_sub(1);
    let start = text.get(..end).map_or(0, |t| t.trim_end().len());
    let outer = indent(text, whole.start as usize);
    added(start..end, [&format!("\n{outer}  "), &format!("\n{outer}")])
}

/// The white space that begins the line of a place.
fn indent(text: &str, at: usize) -> String {
    let line = text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    let line = text.get(line..).unwrap_or_default();
    line.chars().take_while(|c| *c == ' ' || *c == '\t').collect()
}
