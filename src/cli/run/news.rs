//! News of the files of a scene that is played.
//!
//! In: the scene's path. Out: the scene, and a newer one whenever its files have changed and it is
//! whole; what is wrong with it when it is not (the old one plays on).

use std::path::{Path, PathBuf};

use islay::files::Opened;
use islay::watch::Watch;
use islay::{Error, Scene};

use crate::cli::console::{Console, Root};

/// What becomes of a scene's files.
pub struct News {
    watch: Option<Watch>,
    path: PathBuf,
    root: Option<PathBuf>,
    problem: Option<String>,
}

impl News {
    /// No news ever.
    pub fn none() -> Self {
        Self { watch: None, path: PathBuf::new(), root: None, problem: None }
    }

    /// A scene, and news of its files if they shall be watched; none of one that comes from stdin.
    pub fn open(
        path: &str,
        root: &Root,
        watched: bool,
        console: &mut Console,
    ) -> Result<(Scene, Self), Error> {
        let mut news = Self {
            watch: None,
            path: path.into(),
            root: root.path().map(Path::to_owned),
            problem: None,
        };
        if !watched || path == "-" {
            return Ok((console.scene(path, root)?, news));
        }
        let opened = news.load();
        news.watch = Some(Watch::new(opened.files));
        Ok((opened.scene?, news))
    }

    fn load(&self) -> Opened {
        Opened::new(&self.path, self.root.as_deref())
    }

    /// Whether there may be news.
    pub fn watches(&self) -> bool {
        self.watch.is_some()
    }

    /// The scene after its files have changed.
    pub fn scene(&mut self) -> Option<Scene> {
        let watch = self.watch.as_ref().filter(|watch| watch.changed())?;
        let opened = self.load();
        watch.follow(opened.files);
        let scene = opened.scene.map_err(|error| said(&error));
        self.problem = scene.as_ref().err().cloned();
        scene.ok()
    }

    /// Why there is no newer scene although its files have changed; told once.
    pub fn problem(&mut self) -> Option<String> {
        self.problem.take()
    }
}

/// In one line.
fn said(error: &Error) -> String {
    let Error::Scene(found) = error else { return error.to_string() };
    let text = found.to_text(false);
    let first = text.lines().find(|l| !l.trim().is_empty()).unwrap_or_default();
    format!("{first} (the old scene plays on; `islay check` shows where)")
}
