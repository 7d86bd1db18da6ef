//! What a scene has that was made of texts: the model, trees, texts and facts of its files.
//!
//! In: what the front end built. Out: the same for tools that tell of the text. Of a compiled file
//! there is nothing of this, and each tool says so.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use islay_lang::diagnostic as lang;
use islay_lang::hir::model::Model;
use islay_lang::source::{SourceFile, Span, Text};
use islay_lang::syntax::ast;
use islay_vm::program::Program;

use super::{Inner, Scene};
use crate::diagnostic::Place;
use crate::files::{Gate, Kept, Known};
use crate::front::{self, Entry};
use crate::{Diagnostics, Error};

/// What a scene was made of.
pub(super) struct Written {
    model: Model,
    trees: Vec<ast::File>,
    /// The program so that ticks can be looked into, made when somebody wants to.
    probed: OnceLock<Arc<Program>>,
    /// The up axes of models' files.
    axes: BTreeMap<String, &'static str>,
    /// All files that were asked for, by their names in the root.
    seen: Vec<String>,
    kept: Kept,
    /// Whether cubes and white pictures stand for those that cannot be had.
    placeholders: bool,
}

impl Written {
    pub fn new(model: Model, trees: Vec<ast::File>, kept: Kept, gate: &Gate) -> Self {
        let (axes, seen, placeholders) = (gate.axes(), gate.seen(), gate.has_placeholders());
        Self { model, trees, probed: OnceLock::new(), axes, seen, kept, placeholders }
    }
}

impl Scene {
    /// An error that says so where the scene is compiled, so that there is no text of it.
    pub fn need_text(&self) -> Result<(), Error> {
        self.written().map(|_| ())
    }

    /// What it was made of, or the one error that there is nothing of it.
    fn written(&self) -> Result<&Written, Error> {
        self.inner.written.as_ref().ok_or_else(|| {
            let name = self.name();
            Error::Compiled(format!(
                "`{name}` is compiled and has no text: open the scene that it was built from"
            ))
        })
    }

    /// The scene of texts that were kept.
    pub(crate) fn from_kept(kept: &Kept) -> Result<Scene, Error> {
        Self::build(kept.first(), None, &kept.gate(), None)
    }

    /// The same scene with something that is typed beside it, whose steps are those of its last
    /// test. It runs, and is not to be looked at: models are known by their facts alone.
    pub(crate) fn with_entry(&self, entry: &Entry<'_>) -> Result<Scene, Error> {
        let kept = self.kept()?;
        Self::build(kept.first(), Some(entry), &kept.gate(), None)
    }

    /// Its texts, by their names in the root; the standard library is left out.
    pub(crate) fn own_texts(&self) -> Result<BTreeMap<String, Text>, Error> {
        let texts = self.kept()?.texts.iter();
        let own = texts.filter(|(name, _)| {
            !name.starts_with("std.") && !self.inner.scripts.contains_key(*name)
        });
        Ok(own.map(|(name, text)| (name.clone(), text.clone())).collect())
    }

    /// The name of its first text in the root.
    pub(crate) fn first_text(&self) -> Result<&str, Error> {
        Ok(&self.kept()?.main)
    }

    /// The same scene with these texts in the place of its own. Models and pictures stay as they
    /// were read; files that it names now and did not name before are read.
    pub(crate) fn with_texts(&self, texts: &BTreeMap<String, Text>) -> Result<Scene, Error> {
        let Written { kept, axes, seen, placeholders, .. } = self.written()?;
        let Inner { library, place, .. } = &*self.inner;
        let text = texts.get(&*kept.main).cloned().unwrap_or_else(|| "".into());
        let main = SourceFile { name: kept.main.clone(), text };
        let gate = match place {
            Some(files) => files.gate()?,
            None => Gate::closed(kept.limits),
        };
        let gate = gate.over(texts, &Known { kept, library, axes, seen });
        let gate = if *placeholders { gate.with_placeholders() } else { gate };
        Self::build(main, None, &gate, place.as_ref())
    }

    /// Its texts and facts.
    pub(crate) fn kept(&self) -> Result<&Kept, Error> {
        Ok(&self.written()?.kept)
    }

    /// The program with probes: it runs the same and tells more.
    pub(crate) fn probed(&self) -> Result<&Arc<Program>, Error> {
        let Written { probed, model, .. } = self.written()?;
        Ok(probed.get_or_init(|| Arc::new(front::probed(model, self.program()))))
    }

    pub(crate) fn model(&self) -> Result<&Model, Error> {
        Ok(&self.written()?.model)
    }

    /// The trees of its texts; none where it has no texts.
    pub(crate) fn trees(&self) -> &[ast::File] {
        self.inner.written.as_ref().map_or(&[], |written| &written.trees)
    }

    pub(crate) fn axes(&self) -> Result<&BTreeMap<String, &'static str>, Error> {
        Ok(&self.written()?.axes)
    }

    /// Whether a place lies in the standard library.
    pub(crate) fn is_std(&self, span: Span) -> bool {
        self.place(span).file.starts_with("std.")
    }

    /// What is written there.
    pub(crate) fn text(&self, span: Span) -> &str {
        self.inner.diagnostics.text(span)
    }

    /// Findings in its files.
    pub(crate) fn found(&self, found: &[lang::Diagnostic]) -> Diagnostics {
        self.inner.diagnostics.of_same_texts(found)
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        self.inner.diagnostics.place(span)
    }
}
