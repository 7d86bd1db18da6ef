//! A compiled scene: immutable, shared by all stages that run it.
//!
//! In: a file or a text. Out: a [`Scene`], or the reasons why there is none. It runs nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use islay_assets::library::Library;
use islay_lang::diagnostic as lang;
use islay_lang::hir::model::Model;
use islay_lang::source::{SourceFile, Span, Text};
use islay_lang::syntax::ast;
use islay_vm::hook::Hooks;
use islay_vm::key::Key;
use islay_vm::op::Op;
use islay_vm::program::{Program, Wants};

use crate::diagnostic::Place;
use crate::files::{Gate, Kept, Known};
use crate::front::{self, Entry};
use crate::{Diagnostics, Error, Files, traps};

/// A compiled scene. Clones share it.
#[derive(Clone)]
pub struct Scene {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    program: Arc<Program>,
    /// The same so that ticks can be looked into, made when somebody wants to.
    probed: OnceLock<Arc<Program>>,
    model: Model,
    diagnostics: Diagnostics,
    trees: Vec<ast::File>,
    library: Library,
    hooks: Option<Arc<dyn Hooks>>,
    /// Names of its scripts in the root.
    scripts: Vec<String>,
    /// The up axes of models' files.
    axes: BTreeMap<String, &'static str>,
    /// All files that were asked for, by their names in the root.
    seen: Vec<String>,
    /// The same as they are shown.
    files: Vec<String>,
    kept: Kept,
    /// The hash of the program's structure, once somebody asked.
    structure: OnceLock<u64>,
    /// Where its files lie.
    place: Option<Files>,
    /// Whether cubes and white pictures stand for those that cannot be had.
    placeholders: bool,
}

impl Scene {
    /// Loads the scene in the file `name` of the folder, with all files that it uses.
    pub fn load(name: &str, files: &Files) -> Result<Scene, Error> {
        let gate = files.gate()?;
        let main = gate.read(name);
        let main =
            main.map_err(|reason| Error::File { path: files.shown(name).to_string(), reason })?;
        Self::build(main, None, &gate, Some(files))
    }

    /// Compiles a scene from its text. `name` stands for it in diagnostics; it may use the
    /// standard library and no files.
    pub fn from_text(name: &str, text: &str) -> Result<Scene, Error> {
        let main = SourceFile { name: name.into(), text: text.into() };
        Self::build(main, None, &Gate::closed(), None)
    }

    /// Compiles a scene from its text, which may use files as if it were `name` in the folder.
    pub fn from_text_in(name: &str, text: &str, files: &Files) -> Result<Scene, Error> {
        let main = SourceFile { name: name.into(), text: text.into() };
        Self::build(main, None, &files.gate()?, Some(files))
    }

    pub(crate) fn build(
        main: SourceFile,
        entry: Option<&Entry<'_>>,
        gate: &Gate,
        place: Option<&Files>,
    ) -> Result<Scene, Error> {
        let name = shown(place, &main.name);
        let first = main.name.clone();
        let built = front::build_with(main, entry, gate);
        let ours = |f: &SourceFile| f.name.starts_with("std.") || entry.is_some();
        let named = |f: &SourceFile| match ours(f) {
            true => f.clone(),
            false => SourceFile { name: shown(place, &f.name).into(), text: f.text.clone() },
        };
        let files: Vec<SourceFile> = built.files.iter().map(named).collect();
        let diagnostics = Diagnostics::new(&built.diagnostics, &files);
        match (built.program, built.model) {
            (Some(mut program), Some(model)) => {
                traps::place(&mut program, &built.map.traps, &diagnostics);
                let program = Arc::new(program);
                let kept = Kept::new(first, &built.files, gate);
                let seen = gate.seen();
                let inner = Inner {
                    name,
                    program,
                    probed: OnceLock::new(),
                    model,
                    diagnostics,
                    trees: built.trees,
                    library: gate.library(),
                    hooks: hooks(gate),
                    scripts: gate.scripts().into_keys().collect(),
                    axes: gate.axes(),
                    files: seen.iter().map(|name| self::shown(place, name)).collect(),
                    seen,
                    kept,
                    structure: OnceLock::new(),
                    place: place.cloned(),
                    placeholders: gate.has_placeholders(),
                };
                Ok(Scene { inner: Arc::new(inner) })
            }
            _ => Err(Error::Scene(diagnostics)),
        }
    }

    /// Whether they share what they are, so that nothing has changed.
    #[cfg(feature = "window")]
    pub(crate) fn is(&self, other: &Scene) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// The scene of texts that were kept.
    pub(crate) fn from_kept(kept: &Kept) -> Result<Scene, Error> {
        Self::build(kept.first(), None, &kept.gate(), None)
    }

    /// The same scene with something that is typed beside it, whose steps are those of its last
    /// test. It runs, and is not to be looked at: models are known by their facts alone.
    pub(crate) fn with_entry(&self, entry: &Entry<'_>) -> Result<Scene, Error> {
        let kept = self.kept();
        Self::build(kept.first(), Some(entry), &kept.gate(), None)
    }

    /// Its texts, by their names in the root; the standard library is left out.
    pub(crate) fn own_texts(&self) -> BTreeMap<String, Text> {
        let texts = self.kept().texts.iter();
        let own = texts
            .filter(|(name, _)| !name.starts_with("std.") && !self.inner.scripts.contains(name));
        own.map(|(name, text)| (name.clone(), text.clone())).collect()
    }

    /// The name of its first text in the root.
    pub(crate) fn first_text(&self) -> &str {
        &self.kept().main
    }

    /// The same scene with these texts in the place of its own. Models and pictures stay as they
    /// were read; files that it names now and did not name before are read.
    pub(crate) fn with_texts(&self, texts: &BTreeMap<String, Text>) -> Result<Scene, Error> {
        let Inner { kept, place, .. } = &*self.inner;
        let text = texts.get(&*kept.main).cloned().unwrap_or_else(|| "".into());
        let main = SourceFile { name: kept.main.clone(), text };
        let gate = match place {
            Some(files) => files.gate()?,
            None => Gate::closed(),
        };
        let read =
            Known { kept, library: self.library(), axes: self.axes(), seen: &self.inner.seen };
        let gate = gate.over(texts, &read);
        let gate = if self.inner.placeholders { gate.with_placeholders() } else { gate };
        Self::build(main, None, &gate, place.as_ref())
    }

    /// How a file of the root is shown.
    pub(crate) fn shown(&self, name: &str) -> String {
        shown(self.inner.place.as_ref(), name)
    }

    /// Whether its texts are files, and were not just given.
    pub(crate) fn has_files(&self) -> bool {
        self.inner.place.is_some()
    }

    /// What it was made of.
    pub(crate) fn kept(&self) -> &Kept {
        &self.inner.kept
    }

    /// Whether another runs in the same way: it differs in comments, layout and tests at most, and
    /// its scripts are the same letter by letter.
    pub(crate) fn runs_like(&self, other: &Scene) -> bool {
        let structure = |scene: &Scene| {
            let Inner { structure, program, .. } = &*scene.inner;
            *structure.get_or_init(|| program.structure())
        };
        Arc::ptr_eq(&self.inner, &other.inner)
            || structure(self) == structure(other) && self.scripts().eq(other.scripts())
    }

    /// The texts of its scripts.
    fn scripts(&self) -> impl Iterator<Item = Option<&Text>> {
        let Inner { scripts, kept, .. } = &*self.inner;
        scripts.iter().map(|name| kept.texts.get(name))
    }

    /// The name of its first file, as it is shown.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// Its warnings and notes.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.inner.diagnostics
    }

    /// Whether it has no group `main`: something to be used by scenes, and nothing to run.
    pub fn is_library(&self) -> bool {
        self.inner.program.main.is_none()
    }

    /// The length of a tick in seconds.
    pub fn tick_seconds(&self) -> f32 {
        self.inner.program.world.tick
    }

    /// Whether its characters ask for this key.
    pub fn uses_key(&self, key: Key) -> bool {
        let same = |asked: Key| asked.physical().iter().any(|k| key.physical().contains(k));
        self.inner.program.code.iter().any(|op| match op {
            Op::Key { key, .. } | Op::Pressed { key, .. } | Op::Released { key, .. } => same(*key),
            _ => false,
        })
    }

    /// Whether its characters ask whom the pointer is over.
    pub fn uses_hover(&self) -> bool {
        self.inner.program.code.iter().any(|op| matches!(op, Op::Hover { .. }))
    }

    /// The models and pictures that its shapes name.
    pub fn library(&self) -> &Library {
        &self.inner.library
    }

    /// All files besides the first that it names, as they are shown.
    pub fn files(&self) -> &[String] {
        &self.inner.files
    }

    /// What it has with the program that runs it, as its `host` items say: what a host should offer
    /// ([`crate::Host`]), may send and set, and will hear.
    pub fn wants(&self) -> &Wants {
        &self.inner.program.wants
    }

    /// What runs its scripts.
    pub(crate) fn hooks(&self) -> Option<Arc<dyn Hooks>> {
        self.inner.hooks.clone()
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.inner.program
    }

    /// The program with probes: it runs the same and tells more.
    pub(crate) fn probed(&self) -> &Arc<Program> {
        let Inner { program, probed, model, .. } = &*self.inner;
        probed.get_or_init(|| Arc::new(front::probed(model, program)))
    }

    pub(crate) fn model(&self) -> &Model {
        &self.inner.model
    }

    /// Whether a place lies in the standard library.
    pub(crate) fn is_std(&self, span: Span) -> bool {
        self.place(span).file.starts_with("std.")
    }

    /// What is written there.
    pub(crate) fn text(&self, span: Span) -> &str {
        self.inner.diagnostics.text(span)
    }

    pub(crate) fn trees(&self) -> &[ast::File] {
        &self.inner.trees
    }

    pub(crate) fn axes(&self) -> &BTreeMap<String, &'static str> {
        &self.inner.axes
    }

    /// Findings in its files.
    pub(crate) fn found(&self, found: &[lang::Diagnostic]) -> Diagnostics {
        self.inner.diagnostics.of_same_texts(found)
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        self.inner.diagnostics.place(span)
    }
}

/// How a file of the root is shown.
fn shown(place: Option<&Files>, name: &str) -> String {
    place.map_or_else(|| name.to_owned(), |files| files.shown(name).to_string())
}

#[cfg(feature = "hooks")]
fn hooks(gate: &Gate) -> Option<Arc<dyn Hooks>> {
    // the front end has refused what does not compile
    islay_hooks::Scripts::of(&gate.scripts()).ok().flatten()
}

#[cfg(not(feature = "hooks"))]
fn hooks(_: &Gate) -> Option<Arc<dyn Hooks>> {
    None
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scene").field("name", &self.inner.name).finish_non_exhaustive()
    }
}
