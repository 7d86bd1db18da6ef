//! From the first file to the model.
//!
//! In: a source text and [`Sources`]. Out: [`Resolved`]: the model if there is no error, all files
//! and trees, and the diagnostics. Nothing is run, and no warning of a whole program is given here:
//! [`super::check`] does that.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::build::Build;
use super::declared::{self, Role};
use super::entry::Entry;
use super::kinds::ParamTy;
use super::load::{self, Loaded};
use super::model::{CharacterId, Group, GroupId, Model, Test, VarId};
use super::program::{Decl, ItemId, Program};
use super::report::Report;
use super::scope::{Body, Bound, Fixed, Own, Stand};
use super::steps::Pending;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceFile, Sources, Span, Text};
use crate::syntax::ast::{self, ItemKind};

/// A resolved program.
#[derive(Debug)]
pub struct Resolved {
    /// What it means; `None` where there are errors.
    pub model: Option<Model>,
    /// All files: the first is the one that was given, [`crate::source::FileId`] counts them.
    pub files: Vec<SourceFile>,
    /// Their trees.
    pub trees: Vec<ast::File>,
    /// Findings of lexer, parser and resolver in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// The first file has no group `main`: it offers things to others and cannot run by itself.
    pub library: bool,
}

/// Resolves a program.
pub fn resolve(main: SourceFile, sources: &dyn Sources) -> Resolved {
    resolve_with(main, None, sources)
}

/// Resolves a program and something that is typed beside it, which stands behind its tests.
pub fn resolve_with(
    main: SourceFile,
    entry: Option<&Entry<'_>>,
    sources: &dyn Sources,
) -> Resolved {
    let mut report = Report::default();
    let loaded = load::load(main, entry, sources, &mut report);
    let program = Program::new(&loaded, &mut report);
    let mut build = Build::new(&program, sources, report);
    let model = build.everything(&loaded);
    let library = model.main.is_none();
    let Build { report, .. } = build;
    drop(program);
    let model = (!report.has_errors()).then_some(model);
    let Loaded { files, trees, .. } = loaded;
    let mut diagnostics = report.finish();
    // what the standard library does is no concern of who uses it
    diagnostics.retain(|d| d.is_error() || !d.span.is_std(&files));
    Resolved { model, files, trees, diagnostics, library }
}

impl<'a> Build<'a> {
    fn everything(&mut self, loaded: &'a Loaded) -> Model {
        let items: &'a [ast::Item] = loaded.trees.first().map_or(&[], |t| &t.items);
        let world = self.world(items);
        self.unsupported(loaded);
        self.constants();
        let groups = self.groups();
        self.drain();
        let mut pending = Vec::new();
        let mut tests = self.tests(items, &mut pending);
        self.drain();
        self.never_made(false);
        while self.pending(&mut tests, &mut pending) {
            self.drain();
        }
        let plain = self.plain();
        self.drain();
        let whole = self.characters.len();
        self.never_made(true);
        self.never_run();
        self.rings();
        self.characters.truncate(whole);
        Model {
            world,
            classes: std::mem::take(&mut self.classes),
            characters: std::mem::take(&mut self.characters).into_iter().flatten().collect(),
            main: self.main(&groups),
            groups,
            host: self.host(),
            plain,
            hooks: std::mem::take(&mut self.hooks),
            messages: std::mem::take(&mut self.messages),
            tests,
        }
    }

    /// Items of later versions.
    fn unsupported(&mut self, loaded: &Loaded) {
        for item in loaded.trees.iter().flat_map(|t| &t.items) {
            if let ItemKind::Later(word) = item.kind {
                self.later(item.span.0, &format!("`{word}`"));
            }
        }
    }

    fn ids(&self, wanted: impl Fn(&Decl<'a>) -> bool) -> Vec<ItemId> {
        let items = self.program.items.iter().enumerate();
        items.filter(|(_, i)| wanted(&i.decl)).map(|(i, _)| ItemId(i)).collect()
    }

    fn constants(&mut self) {
        for id in self.ids(|d| matches!(d, Decl::Const(_))) {
            let span = self.program.item(id).name.span;
            self.const_value(id, span);
        }
    }

    fn groups(&mut self) -> Vec<Group> {
        let ids = self.ids(|d| matches!(d, Decl::Group(_)));
        let mut groups = Vec::new();
        for id in ids {
            if let Decl::Group(group) = self.program.item(id).decl {
                groups.push(self.group_lines(id, group));
            }
        }
        groups
    }

    fn main(&self, groups: &[Group]) -> Option<GroupId> {
        let in_first = |g: &Group| g.span.file.0 == 0 && &*g.name == "main";
        groups.iter().position(in_first).map(|i| GroupId(i as u32))
    }

    fn tests(&mut self, items: &'a [ast::Item], pending: &mut Vec<Pending<'a>>) -> Vec<Test> {
        let mut tests: Vec<Test> = Vec::new();
        for item in items {
            if let ItemKind::Test(test) = &item.kind {
                let test = self.test(tests.len(), test, pending);
                if let Some(first) = tests.iter().find(|t| t.name == test.name) {
                    let message = format!("two tests are called \"{}\"", test.name);
                    let d = Diagnostic::new(Code::DuplicateName, test.span, message)
                        .label("the second")
                        .also(first.span, "the first")
                        .help("a report tells tests apart by their names");
                    self.report.push(d);
                }
                tests.push(test);
            }
        }
        tests
    }

    /// Resolves the characters that were asked for, and those that they ask for.
    fn drain(&mut self) {
        while let Some(job) = self.queue.pop_front() {
            self.character(&job);
        }
    }

    /// Characters that nothing makes are looked at all the same, with the defaults of their fixed
    /// parameters; `open`: those that lack some.
    fn never_made(&mut self, open: bool) {
        for item in self.unmade() {
            let fixed = self.all_defaults(item);
            if open || !fixed.contains(&Fixed::Unknown) {
                let span = self.program.item(item).name.span;
                self.specialise(item, fixed, span);
                self.drain();
            }
        }
    }

    /// Diagrams that nothing runs: their characters' names are not known.
    fn never_run(&mut self) {
        let program = self.program;
        let run: Vec<ItemId> =
            program.faces.iter().flat_map(|f| &f.diagrams).filter_map(|d| Some(d.run?.0)).collect();
        for (id, face) in &program.diagrams {
            self.parameters(*id, face.ast);
            if run.contains(id) {
                continue;
            }
            let mut vars = 0..;
            let mut names: BTreeMap<Text, Bound> = BTreeMap::new();
            for p in &face.ast.params {
                let bound = match program.param_ty(*id, p) {
                    ParamTy::Value(ty) => Bound::Var(VarId(vars.next().unwrap_or(0)), ty),
                    _ => Bound::Fixed(self.default_fixed(*id, p, &names)),
                };
                names.insert(p.name.text.clone(), bound);
            }
            let own = Rc::new(Own { item: None, names: BTreeMap::new(), lenient: true });
            let name = program.item(*id).canon.clone();
            let mut body = Body {
                run: Rc::new(names),
                ..Body::within(self, own, face.file, Stand::Code, String::new())
            };
            body.diagram(face, name.to_string());
            self.drain();
        }
    }

    /// The names of a top-level diagram's parameters.
    fn parameters(&mut self, id: ItemId, ast: &ast::Diagram) {
        for (i, p) in ast.params.iter().enumerate() {
            match ast.params.iter().take(i).find(|q| q.name.text == p.name.text) {
                Some(first) => self.report.push(declared::twice(&p.name, &first.name)),
                None => declared::check(&p.name, Role::Value, &mut self.report),
            }
            if self.program.param_ty(id, p) == ParamTy::Clip {
                self.later(p.name.span, "a parameter of kind clip");
            }
        }
    }

    /// Characters that are parts of themselves.
    fn rings(&mut self) {
        let mut state = vec![Visit::New; self.characters.len()];
        for i in 0..self.characters.len() {
            if state.get(i) == Some(&Visit::New) {
                self.ring(CharacterId(i as u32), &mut state);
            }
        }
    }

    /// Goes down the parts from one character, with its own stack: parts nest deep.
    fn ring(&mut self, from: CharacterId, state: &mut [Visit]) {
        let mut open: Vec<(CharacterId, usize)> = vec![(from, 0)];
        while let Some((id, next)) = open.pop() {
            mark(state, id, Visit::Open);
            let part = match self.characters.get(id.index()) {
                Some(Some(c)) => c.parts.get(next).map(|p| (p.character, p.span)),
                _ => None,
            };
            let Some((part, span)) = part else {
                mark(state, id, Visit::Done);
                continue;
            };
            open.push((id, next + 1));
            match state.get(part.index()) {
                Some(Visit::New) => open.push((part, 0)),
                Some(Visit::Open) => self.report_ring(part, span),
                _ => {}
            }
        }
    }

    fn report_ring(&mut self, whole: CharacterId, span: Span) {
        let Some(Some(c)) = self.characters.get(whole.index()) else { return };
        let message = format!("the character `{}` is a part of itself", c.name);
        let d = Diagnostic::new(Code::Recursion, span, message)
            .label("this part leads back to it")
            .also(c.span, "the character begins here")
            .help("what makes more of itself while it runs does so by `fork`");
        self.report.push(d);
    }
}

/// How far a character has been looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

fn mark(state: &mut [Visit], id: CharacterId, visit: Visit) {
    if let Some(slot) = state.get_mut(id.index()) {
        *slot = visit;
    }
}
