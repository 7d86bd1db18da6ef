//! Files that a host gives out by name: archives, packages, downloads that are there already.
//!
//! In: a [`Loader`] of the host. Out: a place like any other; names have passed the gate before they
//! reach the loader, and what it gives is measured behind it. What it refuses is told to the author
//! in its words.

use std::fmt::Debug;
use std::path::Path;

use islay_lang::source::Text;

use super::{Files, Place, Texts, slashed, small_enough};
use crate::Error;

/// Gives out files by name.
///
/// A name is relative, with `/` between its parts, and has no `.`, no `..`, no drive, no scheme and
/// no control characters in it: `models/door.glb`. The same name means the same file.
pub trait Loader: Debug + Send + Sync {
    /// The bytes of a file, or why it cannot be had, in one line.
    fn load(&self, name: &str) -> Result<Vec<u8>, String>;
}

impl Files {
    /// Files that a host gives out.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use islay::files::Loader;
    /// use islay::{Files, Limits, Scene};
    ///
    /// /// What is in a package, by name.
    /// #[derive(Debug)]
    /// struct Package(BTreeMap<String, Vec<u8>>);
    ///
    /// impl Loader for Package {
    ///     fn load(&self, name: &str) -> Result<Vec<u8>, String> {
    ///         self.0.get(name).cloned().ok_or_else(|| "the package has no such file".to_owned())
    ///     }
    /// }
    ///
    /// let package = || {
    ///     let main = b"use \"./lib/../lib/door.islay\"\ngroup main { Door }\n".to_vec();
    ///     let door = b"character Door { shape box 1 2 0.1 }\n".to_vec();
    ///     let files = [("main.islay".to_owned(), main), ("lib/door.islay".to_owned(), door)];
    ///     Package(BTreeMap::from(files))
    /// };
    /// let scene = Scene::load("main.islay", &Files::from_loader(package()))?;
    /// assert!(!scene.diagnostics().has_errors());
    ///
    /// // what is too large is refused, whoever gives it out
    /// let few = Limits { source: 30, ..Limits::default() };
    /// assert!(Scene::load("main.islay", &Files::from_loader(package()).with_limits(few)).is_err());
    /// # Ok::<(), islay::Error>(())
    /// ```
    pub fn from_loader(loader: impl Loader + 'static) -> Self {
        Self::at(Loaded(std::sync::Arc::new(loader)))
    }
}

/// What a loader gives out.
#[derive(Clone, Debug)]
struct Loaded(std::sync::Arc<dyn Loader>);

impl Place for Loaded {
    fn shown(&self, name: &str) -> Text {
        name.into()
    }

    fn open(&self) -> Result<Box<dyn Texts>, Error> {
        Ok(Box::new(self.clone()))
    }
}

impl Texts for Loaded {
    fn bytes(&self, name: &Path, at_most: u64) -> Result<(String, Vec<u8>), String> {
        let name = slashed(name);
        let found = self.0.load(&name)?;
        small_enough(found.len() as u64, at_most)?;
        Ok((name, found))
    }
}
