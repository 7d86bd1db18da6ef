//! Where the scene of a conversation comes from, and news of it.
//!
//! In: the file that the user named, and others that are loaded later. Out: scenes, and newer ones
//! when their files have changed. It plays nothing.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use islay::files::Reach;
use islay::watch::Source;
use islay::{Error, Scene};

/// The files; clones are the same.
#[derive(Clone)]
pub struct Sources(Arc<Mutex<Inner>>);

struct Inner {
    reach: Reach,
    watched: bool,
    /// What was opened last, and the name it was opened by.
    source: Option<(String, Source)>,
}

impl Sources {
    /// Nothing is open yet.
    pub fn new(reach: Reach, watched: bool) -> Self {
        Self(Arc::new(Mutex::new(Inner { reach, watched, source: None })))
    }

    /// The scene in this file, from which news come from now on; also if it has errors, for it may
    /// be mended.
    pub fn begin(&self, path: &str) -> Result<Scene, Error> {
        self.opened(path, |scene| matches!(scene, Ok(_) | Err(Error::Scene(_))))
    }

    /// The scene in this file, from which news come from now on, if there is one in it. One that is
    /// open is read again.
    pub fn open(&self, path: &str) -> Result<Scene, Error> {
        self.opened(path, Result::is_ok)
    }

    fn opened(
        &self,
        path: &str,
        taken: impl FnOnce(&Result<Scene, Error>) -> bool,
    ) -> Result<Scene, Error> {
        let mut inner = self.lock();
        let watched = inner.watched;
        if let Some((_, source)) = inner.source.as_mut().filter(|(open, _)| open == path) {
            return source.again();
        }
        let mut source = Source::new(path, inner.reach.clone());
        let scene = source.open_whole(watched);
        if taken(&scene) {
            inner.source = Some((path.to_owned(), source));
        }
        scene
    }

    /// What the files say now, if that is news.
    pub fn news(&self) -> Option<Result<Scene, Error>> {
        self.lock().source.as_mut().and_then(|(_, source)| source.news())
    }

    /// What this file says now is no news: we wrote it.
    pub fn written(&self, path: &Path) {
        if let Some((_, source)) = &mut self.lock().source {
            source.wrote(path);
        }
    }

    /// No news come from anywhere.
    pub fn forget(&self) {
        self.lock().source = None;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
