//! A scene in files, that is loaded again when they change.
//!
//! In: where it is. Out: the scene, or why there is none, each time its files are others. It keeps
//! no scene: who plays the old one goes on with it until a new one is whole.

use std::path::PathBuf;

use super::Watch;
use crate::files::Opened;
use crate::{Error, Scene};

/// Where a scene comes from.
pub struct Source {
    path: PathBuf,
    root: Option<PathBuf>,
    watch: Option<Watch>,
}

impl Source {
    /// The scene in a file that the user named; its folder, or `root`, is what it may read.
    pub fn new(path: impl Into<PathBuf>, root: Option<PathBuf>) -> Self {
        Self { path: path.into(), root, watch: None }
    }

    /// The scene as it is now. From then on, with `watch`, there is news of it.
    pub fn open(&mut self, watch: bool) -> Result<Scene, Error> {
        let Opened { scene, files } = Opened::new(&self.path, self.root.as_deref());
        match &self.watch {
            Some(watch) => watch.follow(files),
            None if watch => self.watch = Some(Watch::new(files)),
            None => {}
        }
        scene
    }

    /// The scene once more, if its files have changed.
    pub fn news(&mut self) -> Option<Result<Scene, Error>> {
        self.watch.as_ref()?.changed().then(|| self.open(true))
    }

    /// Whether there may be news.
    pub fn watches(&self) -> bool {
        self.watch.is_some()
    }
}
