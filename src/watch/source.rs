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
    /// Whether cubes stand for models of the scene that was loaded last.
    cubes: bool,
}

impl Source {
    /// The scene in a file that the user named; its folder, or `root`, is what it may read.
    pub fn new(path: impl Into<PathBuf>, root: Option<PathBuf>) -> Self {
        Self { path: path.into(), root, watch: None, cubes: false }
    }

    /// The scene as it is now; a cube stands for a model that cannot be had, with a warning. From
    /// then on, with `watch`, there is news of it.
    pub fn open(&mut self, watch: bool) -> Result<Scene, Error> {
        self.load(true, watch)
    }

    /// The scene as it is now, with all its models. From then on, with `watch`, there is news of it.
    pub fn open_whole(&mut self, watch: bool) -> Result<Scene, Error> {
        self.load(false, watch)
    }

    /// Reads it anew, whether its files have changed or not.
    pub fn again(&mut self) -> Result<Scene, Error> {
        self.load(self.cubes, false)
    }

    /// The scene once more, if its files have changed. Where a model cannot be had any more the
    /// scene that is there stays; one that had cubes may have them again.
    pub fn news(&mut self) -> Option<Result<Scene, Error>> {
        let changed = self.watch.as_ref()?.changed();
        changed.then(|| self.load(self.cubes, true))
    }

    fn load(&mut self, cubes: bool, watch: bool) -> Result<Scene, Error> {
        let (path, root) = (&self.path, self.root.as_deref());
        let mut opened = Opened::new(path, root);
        let broken = matches!(opened.scene, Err(Error::Scene(_)));
        if broken && cubes {
            opened = Opened::with_placeholders(path, root);
        }
        let Opened { scene, files } = opened;
        if scene.is_ok() {
            self.cubes = broken;
        }
        match &self.watch {
            Some(watch) => watch.follow(files),
            None if watch => self.watch = Some(Watch::new(files)),
            None => {}
        }
        scene
    }

    /// Whether there may be news.
    pub fn watches(&self) -> bool {
        self.watch.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Waits for news.
    fn news(source: &mut Source) -> Result<Scene, Error> {
        let started = Instant::now();
        loop {
            if let Some(scene) = source.news() {
                return scene;
            }
            assert!(started.elapsed() < Duration::from_secs(30), "there is no news");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn a_scene_that_opened_with_cubes_keeps_them_and_one_without_gets_none() {
        let folder = std::env::temp_dir().join(format!("islay-source-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        let scene = "character A { shape \"a.gltf\" }\ngroup main { A }\n";
        write("scene.islay", scene);
        let mut source = Source::new(folder.join("scene.islay"), None);
        assert_eq!(source.open(true).unwrap().diagnostics().of_code("model-problem").len(), 1);
        write("scene.islay", &format!("{scene}group more {{ A }}\n"));
        assert_eq!(news(&mut source).unwrap().diagnostics().of_code("model-problem").len(), 1);
        write("a.gltf", r#"{"asset":{"version":"2.0"}}"#);
        assert!(news(&mut source).unwrap().diagnostics().of_code("model-problem").is_empty());
        write("a.gltf", "no model");
        assert!(news(&mut source).is_err());
        let _ = std::fs::remove_dir_all(&folder);
    }
}
