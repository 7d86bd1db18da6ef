//! Folders of files. The only module that knows cap-std.
//!
//! In: a folder, and names in it. Out: bytes. A link that leads out of the folder is refused.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use islay_lang::source::Text;

use super::{Files, Gate, LARGEST_COMPILED, Place, Texts, bytes, print, reason, slashed};
use crate::{Error, Limits, Scene};

impl Files {
    /// The folder `root`; nothing is opened yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self::at(Folder(root.into()))
    }

    /// The folder that a scene may read, and its own name in it: that of `path`, or the root.
    fn of(path: &Path, reach: &Reach) -> Result<(Self, String), Error> {
        let (files, name) = Self::around(path, reach.root.as_deref())?;
        Ok((files.with_limits(reach.limits), name))
    }

    fn around(path: &Path, root: Option<&Path>) -> Result<(Self, String), Error> {
        let Some(root) = root else {
            let name = file_name(path)?;
            return Ok((Self::new(path.parent().unwrap_or(Path::new(""))), name.to_owned()));
        };
        let absolute = |p: &Path| p.canonicalize().map_err(|e| Error::file(p, reason(&e)));
        let (path_at, root_at) = (absolute(path)?, absolute(root)?);
        let inside = path_at.strip_prefix(&root_at);
        let outside =
            |_| Error::file(path, format_args!("it lies outside of `{}`", root.display()));
        Ok((Self::new(root), slashed(inside.map_err(outside)?)))
    }
}

/// What a scene that is opened may read: a folder, and how much of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The folder; nothing: that of the scene.
    pub root: Option<PathBuf>,
    /// What its texts, models and pictures may have.
    pub limits: Limits,
}

impl From<Option<&Path>> for Reach {
    fn from(root: Option<&Path>) -> Self {
        Self { root: root.map(Path::to_owned), ..Self::default() }
    }
}

/// The bytes of a scene that the user named.
fn first(path: &Path, limits: &Limits) -> Result<Vec<u8>, Error> {
    super::read_scene(super::open(path)?, limits).map_err(|reason| Error::file(path, reason))
}

/// The name of a file that the user named.
pub(super) fn file_name(path: &Path) -> Result<&str, Error> {
    let refuse = |reason: &str| Error::file(path, reason);
    // `.`, `..` and `/` are folders that have no name of their own
    let name = path.file_name().ok_or_else(|| match path.is_dir() {
        true => refuse("it is a folder"),
        false => refuse("this is no file name"),
    })?;
    name.to_str().ok_or_else(|| refuse("its name is not UTF-8"))
}

impl Scene {
    /// Loads the scene in a file that the user named. Its folder, or another root, is what it may
    /// read; `path` itself is trusted.
    ///
    /// # Errors
    ///
    /// As [`Scene::load`].
    pub fn open(path: &Path, reach: impl Into<Reach>) -> Result<Scene, Error> {
        let reach = reach.into();
        let (files, name) = Files::of(path, &reach)?;
        Self::from_bytes_in(&name, first(path, &reach.limits)?, &files)
    }

    /// The same, where a cube stands for a model that is missing or broken, and white for a
    /// picture; each is a warning instead of an error.
    pub fn open_with_placeholders(path: &Path, reach: impl Into<Reach>) -> Result<Scene, Error> {
        Opened::with_placeholders(path, reach).scene
    }
}

/// What came of opening a scene, and what that hung on.
#[derive(Debug)]
pub struct Opened {
    /// The scene, or why there is none.
    pub scene: Result<Scene, Error>,
    /// All files that were asked for, also those that are not there.
    pub files: Vec<Used>,
}

/// A file that a scene asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// Where it is, or would be.
    pub path: PathBuf,
    /// Tells its content apart from others; `None`: it could not be read.
    pub print: Option<u64>,
}

impl Used {
    /// The file as it is now.
    pub fn now(path: PathBuf) -> Self {
        // asked before it is opened: a pipe would wait for somebody who writes
        let file = std::fs::metadata(&path).ok().filter(Metadata::is_file);
        let file = file.and_then(|_| File::open(&path).ok());
        let print = file.and_then(|file| bytes(file, LARGEST_COMPILED).ok()).map(|b| print(&b));
        Self { path, print }
    }
}

impl Opened {
    /// As [`Scene::open`], with all files that the outcome hangs on.
    pub fn new(path: &Path, reach: impl Into<Reach>) -> Self {
        Self::through(path, &reach.into(), |gate| gate)
    }

    /// The same, where a cube stands for a model that is missing or broken, and white for a
    /// picture; each is a warning instead of an error.
    pub fn with_placeholders(path: &Path, reach: impl Into<Reach>) -> Self {
        Self::through(path, &reach.into(), Gate::with_placeholders)
    }

    /// The same, where models and pictures that can be had no more are as in an earlier scene,
    /// with a warning; `cubes`: placeholders stand for others.
    pub fn after(path: &Path, reach: impl Into<Reach>, before: &Scene, cubes: bool) -> Self {
        Self::through(path, &reach.into(), |gate| match cubes {
            true => gate.with_placeholders().after(before),
            false => gate.after(before),
        })
    }

    fn through(path: &Path, reach: &Reach, choose: impl Fn(Gate) -> Gate) -> Self {
        let main = Used::now(path.to_owned());
        let (files, name) = match Files::of(path, reach) {
            Ok(found) => found,
            Err(error) => return Self { scene: Err(error), files: vec![main] },
        };
        let gate = match files.gate() {
            Ok(gate) => choose(gate),
            Err(error) => return Self { scene: Err(error), files: vec![main] },
        };
        let shown = |name: &str| files.shown(name).to_string();
        let scene = first(path, &reach.limits);
        let scene = scene.and_then(|bytes| Scene::of_bytes(&name, bytes, &gate, &files));
        let used = gate.prints().into_iter();
        let used = used.map(|(name, print)| Used { path: shown(&name).into(), print });
        Self { scene, files: std::iter::once(main).chain(used).collect() }
    }
}

#[derive(Debug)]
struct Folder(PathBuf);

impl Place for Folder {
    fn shown(&self, name: &str) -> Text {
        self.0.join(name).to_string_lossy().into()
    }

    fn open(&self) -> Result<Box<dyn Texts>, Error> {
        let here = self.0.as_os_str().is_empty();
        let root = if here { Path::new(".") } else { &self.0 };
        let opened = Dir::open_ambient_dir(root, ambient_authority());
        Ok(Box::new(Open(opened.map_err(|e| Error::file(root, reason(&e)))?)))
    }
}

struct Open(Dir);

impl Texts for Open {
    fn bytes(&self, name: &Path, at_most: u64) -> Result<(String, Vec<u8>), String> {
        let at = self.0.canonicalize(name).map_err(|e| escaped(&e))?;
        // asked before it is opened: a pipe would wait for somebody who writes
        let facts = self.0.metadata(&at).map_err(|e| escaped(&e))?;
        if !facts.is_file() {
            let what = if facts.is_dir() { "it is a folder" } else { "it is no ordinary file" };
            return Err(what.to_owned());
        }
        let file = self.0.open(&at).map_err(|e| escaped(&e))?;
        Ok((slashed(&at), bytes(file, at_most)?))
    }
}

/// cap-std refuses a link that leads out of the folder by an error that is not the system's.
fn escaped(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied if error.raw_os_error().is_none() => {
            "it leaves the scene's folder".to_owned()
        }
        _ => reason(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_called_one_whatever_its_name() {
        let told = |path: &str| file_name(Path::new(path)).unwrap_err().to_string();
        for folder in [".", "..", "/"] {
            assert!(told(folder).ends_with("it is a folder"), "{}", told(folder));
        }
        assert!(told("nowhere/..").ends_with("this is no file name"));
        assert_eq!(file_name(Path::new("a/b.islay")).unwrap(), "b.islay");
    }
}
