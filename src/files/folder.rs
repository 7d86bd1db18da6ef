//! Folders of files. The only module that knows cap-std.
//!
//! In: a folder, and names in it. Out: bytes. A link that leads out of the folder is refused.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use islay_lang::source::Text;

use super::{Files, Place, Texts, bytes, reason, slashed, trusted};
use crate::{Error, Scene};

impl Files {
    /// The folder `root`; nothing is opened yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self(Arc::new(Folder(root.into())))
    }

    /// The folder that a scene may read, and its own name in it: that of `path`, or `root`.
    fn of(path: &Path, root: Option<&Path>) -> Result<(Self, String), Error> {
        let Some(root) = root else {
            let name = path.file_name().and_then(|n| n.to_str());
            let name = name.ok_or_else(|| Error::file(path, "this is no file name"))?;
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

impl Scene {
    /// Loads the scene in a file that the user named. Its folder, or `root`, is what it may read;
    /// `path` itself is trusted.
    pub fn open(path: &Path, root: Option<&Path>) -> Result<Scene, Error> {
        let (files, name) = Files::of(path, root)?;
        let text = trusted(path)?;
        Self::from_text_in(&name, &text, &files)
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
