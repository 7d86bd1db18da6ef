//! A compiled scene: immutable, shared by all stages that run it.
//!
//! In: a file or a text. Out: a [`Scene`], or the reasons why there is none. It runs nothing. A scene
//! of a compiled file is as good as another to whoever plays it, and has no texts.

mod packed;
mod written;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use islay_assets::library::Library;
use islay_assets::read::ModelError;
use islay_lang::source::{SourceFile, Text};
use islay_vm::hook::Hooks;
use islay_vm::key::Key;
use islay_vm::op::Op;
use islay_vm::program::{Program, Wants, WorldSpec};

use crate::files::{Gate, Kept};
use crate::front::{self, Entry};
use crate::{Diagnostics, Error, Files, Limits, files, traps};
use written::Written;

/// A compiled scene: what is written, ready to run.
///
/// It never changes; clones share it, on any thread. It says what it uses ([`Scene::uses_key`],
/// [`Scene::wants`], [`Scene::files`]), how its world looks ([`Scene::world`], [`Scene::library`]), and what is
/// doubtful in its text ([`Scene::diagnostics`]). A [`crate::Stage`] runs it.
#[derive(Clone)]
pub struct Scene {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    program: Arc<Program>,
    /// What it was made of; nothing where it was compiled elsewhere.
    written: Option<Written>,
    diagnostics: Diagnostics,
    library: Library,
    hooks: Option<Arc<dyn Hooks>>,
    /// Its scripts, by their names in the root.
    scripts: BTreeMap<String, Text>,
    /// All files that were asked for, as they are shown.
    files: Vec<String>,
    /// The hash of the program's structure, once somebody asked.
    structure: OnceLock<u64>,
    /// Where its files lie.
    place: Option<Files>,
    /// What it was loaded with.
    limits: Limits,
}

impl Scene {
    /// Loads the scene in the file `name` of the folder, with all files that it uses. It may be a text or
    /// a compiled scene, whatever it is called.
    ///
    /// # Errors
    ///
    /// [`Error::File`] where that file cannot be had; [`Error::Scene`] where something is wrong in the
    /// text, or in a file that it uses: all findings at once, with places.
    pub fn load(name: &str, files: &Files) -> Result<Scene, Error> {
        let gate = files.gate()?;
        let refuse = |reason| Error::File { path: files.shown(name).to_string(), reason };
        let (name, bytes) = gate.first(name).map_err(refuse)?;
        Self::of_bytes(&name, bytes, &gate, files)
    }

    /// Compiles a scene from its text. `name` stands for it in diagnostics; it may use the
    /// standard library and no files.
    ///
    /// # Errors
    ///
    /// [`Error::Scene`] where something is wrong in the text.
    pub fn from_text(name: &str, text: &str) -> Result<Scene, Error> {
        let main = SourceFile { name: name.into(), text: text.into() };
        Self::build(main, None, &Gate::closed(Limits::default()), None)
    }

    /// The scene in bytes that lie, or might lie, in a file of that name: a compiled one, or a text.
    pub(crate) fn of_bytes(
        name: &str,
        bytes: Vec<u8>,
        gate: &Gate,
        files: &Files,
    ) -> Result<Scene, Error> {
        let refuse = |reason| Error::File { path: files.shown(name).to_string(), reason };
        if Self::is_packed(&bytes) {
            return Self::unpacked(&bytes, Some((name, files))).map_err(refuse);
        }
        let text = files::decoded(bytes).map_err(|(message, bytes)| {
            let fault = ModelError { message, element: None, at: Some(files::good(&bytes)) };
            // its line is shown with a sign in the place of what is no character
            let lossy = String::from_utf8_lossy(&bytes);
            Error::Scene(Diagnostics::of_model(&files.shown(name), lossy.as_bytes(), &fault))
        })?;
        let main = SourceFile { name: name.into(), text: text.into() };
        Self::build(main, None, gate, Some(files))
    }

    /// Compiles a scene from its text, which may use files as if it were `name` in the folder.
    ///
    /// # Errors
    ///
    /// [`Error::Scene`] where something is wrong in the text or in a file that it uses;
    /// [`Error::File`] where the folder cannot be had.
    pub fn from_text_in(name: &str, text: &str, files: &Files) -> Result<Scene, Error> {
        let main = SourceFile { name: name.into(), text: text.into() };
        Self::build(main, None, &files.gate()?, Some(files))
    }

    /// Compiles a scene from its text, or takes one that is compiled, whichever these bytes are.
    /// Either is shown as `name` in the folder.
    ///
    /// # Errors
    ///
    /// As [`Scene::load`].
    pub fn from_bytes_in(name: &str, bytes: Vec<u8>, files: &Files) -> Result<Scene, Error> {
        Self::of_bytes(name, bytes, &files.gate()?, files)
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
                let shown = seen.iter().map(|name| self::shown(place, name)).collect();
                let written = Written::new(model, built.trees, kept, gate);
                let inner = Inner {
                    name,
                    program,
                    written: Some(written),
                    diagnostics,
                    library: gate.library(),
                    hooks: hooks(&gate.scripts()).ok().flatten(),
                    scripts: gate.scripts(),
                    files: shown,
                    structure: OnceLock::new(),
                    place: place.cloned(),
                    limits: *gate.limits(),
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

    /// The limits that it was loaded with.
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// How a file of the root is shown.
    pub(crate) fn shown(&self, name: &str) -> String {
        shown(self.inner.place.as_ref(), name)
    }

    /// Whether its texts are files, and were not just given.
    pub(crate) fn has_files(&self) -> bool {
        self.inner.place.is_some()
    }

    /// Whether another runs in the same way: it differs in comments, layout and tests at most, and
    /// its scripts are the same letter by letter.
    pub(crate) fn runs_like(&self, other: &Scene) -> bool {
        let structure = |scene: &Scene| {
            let Inner { structure, program, .. } = &*scene.inner;
            *structure.get_or_init(|| program.structure())
        };
        Arc::ptr_eq(&self.inner, &other.inner)
            || structure(self) == structure(other)
                && self.inner.scripts.values().eq(other.inner.scripts.values())
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

    /// Its world: boundaries, their colours, the background, the light. Whoever draws the scene draws
    /// these as well.
    pub fn world(&self) -> &WorldSpec {
        &self.inner.program.world
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

    /// All files besides the first that it names, as they are shown; a compiled one needs none.
    pub fn files(&self) -> &[String] {
        &self.inner.files
    }

    /// What it has with the program that runs it, as its `host` items say: what a host should offer
    /// ([`crate::Host`]), may send and set, and will hear.
    pub fn wants(&self) -> &Wants {
        &self.inner.program.wants
    }

    /// Names of its scripts.
    pub(crate) fn scripts(&self) -> impl Iterator<Item = &str> {
        self.inner.scripts.keys().map(String::as_str)
    }

    /// What runs its scripts.
    pub(crate) fn hooks(&self) -> Option<Arc<dyn Hooks>> {
        self.inner.hooks.clone()
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.inner.program
    }
}

/// How a file of the root is shown.
fn shown(place: Option<&Files>, name: &str) -> String {
    place.map_or_else(|| name.to_owned(), |files| files.shown(name).to_string())
}

/// What runs scripts; the front end has refused those of a text that do not compile.
#[cfg(feature = "hooks")]
fn hooks(scripts: &BTreeMap<String, Text>) -> Result<Option<Arc<dyn Hooks>>, String> {
    islay_hooks::Scripts::of(scripts)
}

#[cfg(not(feature = "hooks"))]
fn hooks(scripts: &BTreeMap<String, Text>) -> Result<Option<Arc<dyn Hooks>>, String> {
    match scripts.is_empty() {
        true => Ok(None),
        false => Err("it has scripts, and this program runs none".to_owned()),
    }
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scene").field("name", &self.inner.name).finish_non_exhaustive()
    }
}
