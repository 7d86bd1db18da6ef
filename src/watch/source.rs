//! A scene in files, that is loaded again when they change.
//!
//! In: where it is. Out: the scene, or why there is none, each time its files are others. Who plays
//! the old one goes on with it until a new one is whole. A model that breaks stays as it was, so
//! that it stops nothing else.

use std::path::{Path, PathBuf};

use super::Watch;
use crate::files::{Opened, Reach, Used};
use crate::{Error, Scene};

/// Where a scene comes from.
pub struct Source {
    path: PathBuf,
    reach: Reach,
    watch: Option<Watch>,
    /// Whether cubes may stand for models that cannot be had.
    cubes: bool,
    /// The scene that was loaded last: its models stay where theirs break.
    last: Option<Scene>,
}

impl Source {
    /// The scene in a file that the user named; its folder, or another root, is what it may read.
    pub fn new(path: impl Into<PathBuf>, reach: impl Into<Reach>) -> Self {
        Self { path: path.into(), reach: reach.into(), watch: None, cubes: false, last: None }
    }

    /// The scene as it is now; a cube stands for a model that cannot be had, with a warning. From
    /// then on, with `watch`, there is news of it.
    pub fn open(&mut self, watch: bool) -> Result<Scene, Error> {
        self.cubes = true;
        self.load(watch)
    }

    /// The scene as it is now, with all its models. From then on, with `watch`, there is news of it.
    pub fn open_whole(&mut self, watch: bool) -> Result<Scene, Error> {
        self.cubes = false;
        self.load(watch)
    }

    /// Reads it anew, whether its files have changed or not.
    pub fn again(&mut self) -> Result<Scene, Error> {
        self.load(false)
    }

    /// Who plays the scene has written this file: that is no news, what became of others is.
    pub fn wrote(&mut self, written: &Path) {
        let Some(watch) = &self.watch else { return };
        let written = written.canonicalize().ok();
        let is_own = |file: &Used| written.is_some() && file.path.canonicalize().ok() == written;
        let files = Opened::new(&self.path, self.reach.clone()).files;
        let (own, others) = files.into_iter().partition(is_own);
        watch.wrote(own, others);
    }

    /// The scene once more, if its files have changed. A model that cannot be had any more is as it
    /// was, one that never could is a cube if it may be; both with a warning.
    pub fn news(&mut self) -> Option<Result<Scene, Error>> {
        let changed = self.watch.as_ref()?.changed();
        changed.then(|| self.load(true))
    }

    fn load(&mut self, watch: bool) -> Result<Scene, Error> {
        let (path, reach) = (&self.path, || self.reach.clone());
        let mut opened = Opened::new(path, reach());
        if matches!(opened.scene, Err(Error::Scene(_))) {
            opened = match &self.last {
                Some(last) => Opened::after(path, reach(), last, self.cubes),
                None if self.cubes => Opened::with_placeholders(path, reach()),
                None => opened,
            };
        }
        let Opened { scene, files } = opened;
        if let Ok(scene) = &scene {
            self.last = Some(scene.clone());
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
    use crate::{Config, Stage, Value};

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
    fn a_compiled_scene_is_watched_as_a_text_is() {
        let folder = std::env::temp_dir().join(format!("islay-built-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("scene.islayc");
        let write = |bytes: &[u8]| std::fs::write(&path, bytes).unwrap();
        let text = |n: u32| format!("character A {{ var n = {n} }}\ngroup main {{ A }}\n");
        let built = |n: u32| Scene::from_text("scene.islay", &text(n)).unwrap().to_compiled();
        write(&built(1));
        let mut source = Source::new(&path, None);
        let mut stage = Stage::new(&source.open(true).unwrap(), Config::default());
        let (two, three) = (built(2), text(3));
        for (n, bytes) in [(2.0, &*two), (3.0, three.as_bytes())] {
            write(bytes);
            stage.reload(&news(&mut source).unwrap());
            assert_eq!(stage.get("A.n"), Some(Value::Number(n)));
        }
        write(&two[..two.len() - 1]);
        let said = news(&mut source).unwrap_err().to_string();
        assert!(said.contains("its length is another than it says"), "{said}");
        write(&two);
        assert!(news(&mut source).unwrap().is_compiled());
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_cube_stands_for_what_never_was_and_the_old_model_for_what_broke() {
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
        let found = news(&mut source).unwrap();
        let warnings = found.diagnostics().of_code("model-problem");
        assert!(warnings.to_text(false).contains("is shown as it was"), "{warnings:?}");
        let _ = std::fs::remove_dir_all(&folder);
    }
}
