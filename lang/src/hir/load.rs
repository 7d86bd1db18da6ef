//! The files of a program: the one that was named and those it uses.
//!
//! In: the first file and [`Sources`]. Out: all texts and trees, who uses whom, and the names
//! whose declarations could not be read, so that nobody complains of them. It resolves nothing
//! but `use`; a file that uses itself is an error and is not followed.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::hook;
use super::report::Report;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, ScriptFacts, SourceFile, Sources, Span, Text};
use crate::syntax::ast::{self, ItemKind, Piece, UseWhat};
use crate::syntax::parse_within;

/// More files than any scene has; a chain of `use` cannot grow without end.
const MAX_FILES: usize = 256;

/// The program's files; the first is the one that was named.
#[derive(Default)]
pub(super) struct Loaded {
    pub files: Vec<SourceFile>,
    pub trees: Vec<ast::File>,
    /// Per file, what it uses.
    pub uses: Vec<Vec<Used>>,
    /// Per file, names that are declared in text which no tree shows.
    pub lost: Vec<BTreeSet<String>>,
    /// Per file, whether its text has errors.
    pub broken: Vec<bool>,
    /// Scripts of hooks, each once.
    pub scripts: Vec<ScriptFacts>,
    /// Per file, the scripts that it names; `None`: one that cannot be had.
    pub hooks: Vec<Vec<Option<usize>>>,
}

impl Loaded {
    /// The scripts that a file sees: its own and those of the files that it uses.
    pub fn scripts_of(&self, file: usize) -> Vec<&ScriptFacts> {
        let mut own: Vec<usize> = self.seen_hooks(file).into_iter().flatten().collect();
        own.sort_unstable();
        own.dedup();
        own.into_iter().filter_map(|at| self.scripts.get(at)).collect()
    }

    /// Whether one of the scripts that a file sees cannot be had.
    pub fn lacks_scripts(&self, file: usize) -> bool {
        self.seen_hooks(file).contains(&None)
    }

    fn seen_hooks(&self, file: usize) -> Vec<Option<usize>> {
        let (mut seen, mut open, mut found) = (BTreeSet::new(), vec![file], Vec::new());
        while let Some(file) = open.pop() {
            if seen.insert(file) {
                found.extend(self.hooks.get(file).into_iter().flatten());
                open.extend(self.uses.get(file).into_iter().flatten().map(|used| used.file));
            }
        }
        found
    }
}

/// A `use` that was followed.
pub(super) struct Used {
    pub file: usize,
    pub alias: Option<Text>,
    pub span: Span,
}

/// Reads everything; an entry becomes the last test of the first file.
pub(super) fn load(
    main: SourceFile,
    entry: Option<&Entry<'_>>,
    sources: &dyn Sources,
    report: &mut Report,
) -> Loaded {
    let mut loader = Loader {
        sources,
        report,
        out: Loaded::default(),
        by_name: BTreeMap::new(),
        open: Vec::new(),
    };
    loader.file(main);
    if let Some(entry) = entry {
        loader.entry(entry);
    }
    loader.out
}

struct Loader<'s> {
    sources: &'s dyn Sources,
    report: &'s mut Report,
    out: Loaded,
    by_name: BTreeMap<Text, usize>,
    /// The files that are being read, each with the `use` in it that is being followed.
    open: Vec<(usize, Span)>,
}

impl Loader<'_> {
    fn file(&mut self, source: SourceFile) -> usize {
        let index = self.out.files.len();
        let limits = self.sources.limits();
        let (tree, found) = parse_within(&source.text, FileId(index as u16), &limits);
        let broken = found.iter().any(Diagnostic::is_error);
        let places: Vec<Span> = found.iter().filter(|d| loses(d)).map(|d| d.span).collect();
        let misread = found.iter().filter_map(|d| name_behind(&source.text, d)).collect::<Vec<_>>();
        found.into_iter().for_each(|d| self.report.push(d));
        for place in places {
            if !self.report.is_muted(place) {
                self.report.mute(line_of(&source.text, place));
            }
        }
        self.by_name.insert(source.name.clone(), index);
        let mut lost = lost_names(&source.text, &tree, broken);
        lost.extend(misread);
        self.out.lost.push(lost);
        self.out.broken.push(broken);
        self.out.files.push(source);
        let hooks = self.scripts(index, &tree);
        self.out.hooks.push(hooks);
        let wanted: Vec<(ast::Use, Span)> = tree.items.iter().filter_map(wanted_use).collect();
        self.out.trees.push(tree);
        self.out.uses.push(Vec::new());
        for (used, span) in wanted {
            self.open.push((index, span));
            self.follow(index, &used, span);
            self.open.pop();
        }
        index
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        let index = self.out.files.len();
        let (test, found) = entry.parse(FileId(index as u16));
        self.out.broken.push(found.iter().any(Diagnostic::is_error));
        found.into_iter().for_each(|d| self.report.push(d));
        if let Some(first) = self.out.trees.first_mut() {
            first.items.push(test);
        }
        self.out.files.push(entry.source());
        self.out.trees.push(ast::File::default());
        self.out.uses.push(Vec::new());
        self.out.lost.push(BTreeSet::new());
        self.out.hooks.push(Vec::new());
    }

    /// The scripts that a file names.
    fn scripts(&mut self, from: usize, tree: &ast::File) -> Vec<Option<usize>> {
        let named = tree.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Hooks(path) => Some(path),
            _ => None,
        });
        named.map(|path| self.script(from, path)).collect()
    }

    fn script(&mut self, from: usize, path: &ast::Str) -> Option<usize> {
        let span = path.span.0;
        let Some(name) = plain(path) else {
            let message = "a file name has no `{…}`";
            self.report.push(Diagnostic::new(Code::NotConstant, span, message));
            return None;
        };
        let from = self.out.files.get(from)?.name.clone();
        let facts = match self.sources.script(&from, &name) {
            Ok(facts) => facts,
            Err(refusal) => {
                self.report.push(hook::refused(span, refusal).label(format!("named by `{from}`")));
                return None;
            }
        };
        let known = self.out.scripts.iter().position(|s| s.name == facts.name);
        Some(known.unwrap_or_else(|| {
            self.out.scripts.push(facts);
            self.out.scripts.len() - 1
        }))
    }

    fn follow(&mut self, from: usize, used: &ast::Use, span: Span) {
        let Some(source) = self.source(from, used) else { return };
        let file = match self.by_name.get(&source.name).copied() {
            Some(file) if self.closes_ring(file, &source.name, span) => return,
            Some(file) => file,
            None if self.out.files.len() >= MAX_FILES => {
                let message = format!("a program has at most {MAX_FILES} files");
                self.report.push(Diagnostic::new(Code::TooMany, span, message));
                return;
            }
            None => self.file(source),
        };
        let alias = used.alias.as_ref().map(|n| n.text.clone());
        if let Some(list) = self.out.uses.get_mut(from) {
            list.push(Used { file, alias, span });
        }
    }

    /// Reports a file that is used while it is being read.
    fn closes_ring(&mut self, file: usize, name: &str, span: Span) -> bool {
        let Some(&(_, there)) = self.open.iter().find(|(f, _)| *f == file) else { return false };
        let message = format!("the file `{name}` uses itself");
        let mut d = Diagnostic::new(Code::Recursion, span, message).label("leads back to it");
        if there != span {
            d = d.also(there, "it uses this file here");
        }
        self.report.push(d.help("put what both need into a third file"));
        true
    }

    fn source(&mut self, from: usize, used: &ast::Use) -> Option<SourceFile> {
        let from = self.out.files.get(from)?.name.clone();
        let (place, found) = match &used.what {
            UseWhat::File(path) => {
                let Some(text) = plain(path) else {
                    let d =
                        Diagnostic::new(Code::NotConstant, path.span.0, "a file name has no `{…}`");
                    self.report.push(d);
                    return None;
                };
                (path.span.0, self.sources.text(&from, &text))
            }
            UseWhat::Path(path) => (path.span.0, self.module(path)),
        };
        found
            .map_err(|e| {
                let d = Diagnostic::new(Code::FileNotFound, place, e);
                self.report.push(d.label(format!("used by `{from}`")).help(USE_HELP));
            })
            .ok()
    }

    fn module(&self, path: &ast::Path) -> Result<SourceFile, String> {
        let names: Vec<&str> = path.names.iter().map(|n| &*n.text).collect();
        match names.split_first() {
            Some((&"std", rest)) if !rest.is_empty() => {
                let module = rest.join(".");
                self.sources.std(&module).ok_or(format!("there is no module `std.{module}`"))
            }
            _ => Err(format!("there is no module `{}`", names.join("."))),
        }
    }
}

const USE_HELP: &str = "a file is written in quotes, relative to the one that uses it: \
                        `use \"lib/door.islay\"`; a module of the standard library without: `use std.walk`";

fn wanted_use(item: &ast::Item) -> Option<(ast::Use, Span)> {
    match &item.kind {
        ItemKind::Use(used) => Some((used.clone(), item.span.0)),
        _ => None,
    }
}

/// The text of a string without `{expr}`.
pub(super) fn plain(s: &ast::Str) -> Option<String> {
    s.pieces
        .iter()
        .map(|p| match p {
            Piece::Text(text) => Some(&**text),
            Piece::Expr(_) => None,
        })
        .collect()
}

/// Whether the tree lacks what stands at the place of the error.
fn loses(d: &Diagnostic) -> bool {
    d.is_error() && d.code != Code::Misplaced
}

/// The whole line that a place begins on.
fn line_of(text: &str, span: Span) -> Span {
    let bytes = text.as_bytes();
    let at = (span.start as usize).min(bytes.len());
    let (before, behind) = bytes.split_at(at);
    let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let end = behind.iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| at + i + 1);
    Span::new(span.file, start as u32, end as u32)
}

/// Words that stand before the name they declare.
const DECLARING: &[&str] = &[
    "const",
    "atom",
    "character",
    "diagram",
    "state",
    "group",
    "flow",
    "pair",
    "part",
    "var",
    "as",
    "message",
    "input",
    "emit",
];

/// Names declared where the tree shows nothing: in items of later versions, and, in a file with
/// errors, anywhere.
fn lost_names(text: &str, tree: &ast::File, broken: bool) -> BTreeSet<String> {
    if broken {
        return declared(text);
    }
    let later = tree.items.iter().filter(|i| matches!(i.kind, ItemKind::Later(_)));
    let texts = later.filter_map(|i| text.get(i.span.0.start as usize..i.span.0.end as usize));
    texts.flat_map(declared).collect()
}

/// The name that a misspelled word was meant to declare: `charakter Hero`.
fn name_behind(text: &str, d: &Diagnostic) -> Option<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let misread = text.get(d.span.start as usize..d.span.end as usize)?;
    let behind = text.get(d.span.end as usize..)?.trim_start_matches([' ', '\t']);
    let name = behind.split(|c| !is_word(c)).next().filter(|name| !name.is_empty())?;
    (d.code == Code::Syntax && misread.chars().all(is_word)).then(|| name.to_owned())
}

fn declared(text: &str) -> BTreeSet<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = text.split(|c| !is_word(c)).filter(|w| !w.is_empty()).collect();
    let pairs = words.iter().zip(words.iter().skip(1));
    pairs.filter(|(a, _)| DECLARING.contains(a)).map(|(_, b)| (*b).to_owned()).collect()
}
