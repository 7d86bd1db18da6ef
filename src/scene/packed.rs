//! Scenes as one file that is played without the text.
//!
//! In: a scene, or bytes of whatever origin. Out: the other. How the bytes are laid out, and what of
//! them is checked, is the business of `islay_assets::compiled`.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use islay_assets::compiled::Compiled;
use islay_assets::library::Library;

use super::{Inner, Scene, hooks};
use crate::{Diagnostics, Error, Files};

impl Scene {
    /// As bytes that [`Scene::from_compiled`] takes: the program, its scripts, models and pictures.
    /// Tests, texts and what it takes to look into ticks stay behind.
    pub fn to_compiled(&self) -> Vec<u8> {
        self.packed(self.library()).to_bytes()
    }

    /// From the bytes of [`Scene::to_compiled`]. Whatever they say, it is refused or it runs; the
    /// scene that it makes runs, tick by tick, as the one that they were made of.
    ///
    /// # Errors
    ///
    /// [`Error::Compiled`] with the reason in words.
    pub fn from_compiled(bytes: &[u8]) -> Result<Scene, Error> {
        let scene = Self::unpacked(bytes, None);
        scene.map_err(|why| Error::Compiled(format!("this is no compiled scene: {why}")))
    }

    /// Whether it was compiled elsewhere, so that there is no text of it.
    pub fn is_compiled(&self) -> bool {
        self.inner.written.is_none()
    }

    /// Whether bytes begin like a compiled scene.
    pub(crate) fn is_packed(bytes: &[u8]) -> bool {
        Compiled::is_one(bytes)
    }

    /// As bytes, without what is seen of it.
    pub(crate) fn to_unseen(&self) -> Vec<u8> {
        self.packed(&Library::default()).to_bytes()
    }

    fn packed(&self, library: &Library) -> Compiled {
        let Inner { name, program, scripts, .. } = &*self.inner;
        let file = Path::new(name).file_name().map(|file| file.to_string_lossy().into_owned());
        Compiled {
            name: file.unwrap_or_else(|| name.clone()),
            program: program.clone(),
            scripts: scripts.clone(),
            library: library.clone(),
        }
    }

    /// A scene of bytes, which lie in a file of that name or are just given.
    pub(crate) fn unpacked(bytes: &[u8], file: Option<(&str, &Files)>) -> Result<Scene, String> {
        let Compiled { name, program, scripts, library } =
            Compiled::from_bytes(bytes).map_err(|e| e.to_string())?;
        let inner = Inner {
            name: file.map_or(name, |(name, files)| files.shown(name).to_string()),
            program,
            written: None,
            diagnostics: Diagnostics::default(),
            library,
            hooks: hooks(&scripts)?,
            scripts,
            files: Vec::new(),
            structure: OnceLock::new(),
            limits: file.map(|(_, files)| *files.limits()).unwrap_or_default(),
            place: file.map(|(_, files)| files.clone()),
        };
        Ok(Scene { inner: Arc::new(inner) })
    }
}
