//! Definitions as they are typed.
//!
//! In: an entry. Out: the definitions in it, with what they are called, or what is wrong. It knows
//! no scene: whether there is a place for them is found out later.

use islay_lang::diagnostic::{self as lang, Diagnostic};
use islay_lang::source::{FileId, Span};
use islay_lang::syntax::{ast, parse};

use super::key::Key;

/// A definition and where it stands in the entry.
#[derive(Clone, Debug)]
pub(in crate::session::repl) struct Written {
    /// Whose it is: `Hero`, `Turn`; nobody's for an item.
    pub whose: Vec<String>,
    pub key: Key,
    /// It alone.
    pub text: String,
    /// Its first byte in the entry.
    pub at: usize,
    /// White space before the line of the entry in which it begins.
    pub indent: usize,
}

/// What came of reading an entry in one way.
#[derive(Debug)]
pub(in crate::session::repl) struct Reading<T> {
    pub read: T,
    /// What is wrong, in places of the entry.
    pub found: Vec<Diagnostic>,
}

impl<T> Reading<T> {
    /// Whether it can be read so.
    pub fn fits(&self) -> bool {
        !self.found.iter().any(Diagnostic::is_error)
    }

    /// How far it can be read so.
    pub fn reach(&self) -> u32 {
        let errors = self.found.iter().filter(|d| d.is_error());
        errors.map(|d| d.span.start).min().unwrap_or(u32::MAX)
    }
}

/// Reads items.
pub(in crate::session::repl) fn read(entry: &str) -> Reading<Vec<Written>> {
    let (file, found) = parse(entry, FileId(0));
    let item = |item: &ast::Item| {
        let mut written = written(entry, &[], Key::of_item(&item.kind), item.span.0)?;
        if item.doc.is_some() {
            // the lines right above it, as far back as the item before it
            let before = entry.get(..written.at)?;
            let start = doc_start(before);
            written.text.insert_str(0, before.get(start..)?);
            written.at = start;
        }
        Some(written)
    };
    Reading { read: file.items.iter().filter_map(item).collect(), found }
}

/// Where the `///` lines begin that end a text.
pub(super) fn doc_start(before: &str) -> usize {
    let mut start = before.len();
    let mut end = before.trim_end_matches([' ', '\t']).len();
    while let Some(line) = before.get(..end).and_then(|t| t.strip_suffix('\n')) {
        let from = line.rfind('\n').map_or(0, |i| i + 1);
        match line.get(from..) {
            Some(text) if text.trim_start().starts_with("///") => (start, end) = (from, from),
            _ => break,
        }
    }
    start
}

fn written(entry: &str, whose: &[String], key: Key, span: Span) -> Option<Written> {
    let (start, end) = (span.start as usize, span.end as usize);
    let text = entry.get(start..end)?.to_owned();
    let line = entry.get(..start)?.rfind('\n').map_or(0, |i| i + 1);
    let line = entry.get(line..)?;
    let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
    Some(Written { whose: whose.to_vec(), key, text, at: start, indent })
}

/// The path before a `:` that begins an entry, and where what follows begins: `Hero.Turn: …`.
pub(in crate::session::repl) fn path_of(entry: &str) -> Option<(Vec<String>, usize)> {
    let (mut quoted, mut colon) = (false, None);
    for (at, c) in entry.char_indices() {
        match c {
            '`' => quoted = !quoted,
            _ if quoted => {}
            ':' => {
                colon = Some(at);
                break;
            }
            '.' | '#' | '_' => {}
            c if c.is_alphanumeric() => {}
            c if c.is_whitespace() => {
                let rest = entry.get(at..)?.trim_start();
                colon = rest.starts_with(':').then(|| entry.len() - rest.len());
                break;
            }
            _ => return None,
        }
    }
    let colon = colon?;
    let mut names = vec![entry.get(..colon)?.trim().to_owned()];
    while let Some((of, name)) = names.first().and_then(|path| crate::path::split(path)) {
        let of = of.to_owned();
        names.splice(..1, [of, name]);
    }
    let first = names.first_mut()?;
    *first = crate::path::unquoted(first);
    names.iter().all(|n| !n.is_empty()).then_some((names, colon + 1))
}

/// In what members are read, so that the parser knows where they stand.
const IN_CHARACTER: &str = "character C {";
const IN_DIAGRAM: &str = "diagram D {";
const IN_STATE: &str = "diagram D { state S";

/// Reads the members behind a path: those of a character, states and edges of a diagram, or edges of
/// a state. `depth` is how many names lead to where they stand from the character on.
pub(in crate::session::repl) fn member(
    entry: &str,
    behind: usize,
    whose: &[String],
    depth: usize,
) -> Reading<Vec<Written>> {
    let members = entry.get(behind..).unwrap_or_default();
    let edge = ["on", "after", "else"].iter().any(|word| first_word(members) == *word);
    let around = match depth {
        0 => IN_CHARACTER,
        1 => IN_DIAGRAM,
        _ if edge => IN_STATE,
        _ => IN_DIAGRAM,
    };
    let wrapped = format!("{around} {members}\n}}");
    let skip = around.len() + 1;
    let (file, found) = parse(&wrapped, FileId(0));
    let mut read = Vec::new();
    for item in &file.items {
        match &item.kind {
            ast::ItemKind::Character(c) => {
                let key = |m: &ast::Member| (Key::of_member(&m.kind), m.span.0);
                read.extend(c.members.iter().map(key));
            }
            ast::ItemKind::Diagram(d) if around == IN_STATE => {
                let edges = d.states.iter().take(1).flat_map(|s| &s.edges);
                read.extend(edges.map(|e| edge_key(e, &wrapped)));
            }
            ast::ItemKind::Diagram(d) => {
                read.extend(d.edges.iter().map(|e| edge_key(e, &wrapped)));
                read.extend(d.states.iter().map(|s| (Key::of_state(s), s.span.0)));
            }
            _ => {}
        }
    }
    let entered = |(key, span): (Key, Span)| {
        let start = (span.start as usize + behind).checked_sub(skip)?;
        let end = (span.end as usize + behind).checked_sub(skip)?;
        written(entry, whose, key, Span { start: start as u32, end: end as u32, ..span })
    };
    let read = read.into_iter().filter_map(entered).collect();
    let moved = |d: Diagnostic| shifted(d, skip, behind, entry.len());
    Reading { read, found: found.into_iter().map(moved).collect() }
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

fn edge_key(edge: &ast::Edge, text: &str) -> (Key, Span) {
    let span = edge.span.0;
    let own = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    (Key::of_edge(edge, own), span)
}

/// A finding whose places were counted in a text around the entry's.
fn shifted(mut d: Diagnostic, skip: usize, behind: usize, most: usize) -> Diagnostic {
    let shift = |at: u32| (at as usize + behind).saturating_sub(skip).min(most) as u32;
    let moved = |span: Span| Span { start: shift(span.start), end: shift(span.end), ..span };
    d.span = moved(d.span);
    let label = |l: lang::Label| lang::Label { span: moved(l.span), ..l };
    d.labels = d.labels.into_iter().map(label).collect();
    d
}
