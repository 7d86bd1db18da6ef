//! The file gate: what a scene may read.
//!
//! In: a root folder and the paths that a scene names. Out: texts under the names they go by. It
//! refuses absolute paths, paths that leave the root (links included), backslashes, folders,
//! what is no UTF-8 and what is too large. A path given by the user is trusted; its folder is
//! the root. The only module that knows cap-std.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use islay_lang::source::{AtomFacts, SourceFile, Sources, Text};

use crate::Error;

/// Largest file that is read at all; what a source text may hold is checked by the lexer.
const LARGEST: u64 = 16 << 20;

/// Where a scene's files lie: a folder, or texts that the host has.
#[derive(Clone, Debug)]
pub struct Files {
    place: Lies,
}

#[derive(Clone, Debug)]
enum Lies {
    Folder(PathBuf),
    Memory(Arc<BTreeMap<String, Text>>),
}

impl Files {
    /// The folder `root`; nothing is opened yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { place: Lies::Folder(root.into()) }
    }

    /// Files that are only texts, by names such as `lib/door.islay`.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into()));
        Self { place: Lies::Memory(Arc::new(texts.collect())) }
    }

    /// The folder that a scene may read, and its own name in it: that of `path`, or `root`.
    pub(crate) fn of(path: &Path, root: Option<&Path>) -> Result<(Self, String), Error> {
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

    /// How a file of this folder is shown to the user.
    pub(crate) fn shown(&self, name: &str) -> Text {
        match &self.place {
            Lies::Folder(root) => root.join(name).to_string_lossy().into(),
            Lies::Memory(_) => name.into(),
        }
    }

    /// The gate of one scene.
    pub(crate) fn gate(&self) -> Result<Gate, Error> {
        let root = match &self.place {
            Lies::Memory(texts) => return Ok(Gate::Memory(texts.clone())),
            Lies::Folder(root) if root.as_os_str().is_empty() => Path::new("."),
            Lies::Folder(root) => root,
        };
        let opened = Dir::open_ambient_dir(root, ambient_authority());
        opened.map(Gate::Folder).map_err(|e| Error::file(root, reason(&e)))
    }
}

/// The text of a file that the user named.
pub fn trusted(path: &Path) -> Result<String, Error> {
    let refuse = |reason: String| Error::file(path, reason);
    let file = std::fs::File::open(path).map_err(|e| refuse(reason(&e)))?;
    if file.metadata().is_ok_and(|facts| facts.is_dir()) {
        return Err(refuse("it is a folder".to_owned()));
    }
    read(file).map_err(refuse)
}

/// The text that comes from a stream.
pub fn read(stream: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    stream.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|e| reason(&e))?;
    utf8(bytes)
}

/// Where one scene's texts come from.
pub(crate) enum Gate {
    /// From nowhere: only the standard library can be used.
    Closed,
    /// Below a folder.
    Folder(Dir),
    /// From texts by name.
    Memory(Arc<BTreeMap<String, Text>>),
}

impl Gate {
    /// The text of the file of this name in the root.
    pub(crate) fn read(&self, name: &str) -> Result<SourceFile, String> {
        let name = inside(Path::new(name))?;
        match self {
            Gate::Closed => Err("this scene was given as text, so it has no files".to_owned()),
            Gate::Folder(folder) => in_folder(folder, &name),
            Gate::Memory(texts) => {
                let name = slashed(&name);
                let text = texts.get(&name).ok_or("there is no such file")?;
                Ok(SourceFile { name: name.into(), text: text.clone() })
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        match self {
            Gate::Closed => false,
            Gate::Folder(folder) => folder.is_file(name),
            Gate::Memory(texts) => texts.contains_key(name),
        }
    }
}

fn in_folder(folder: &Dir, name: &Path) -> Result<SourceFile, String> {
    let at = folder.canonicalize(name).map_err(|e| reason(&e))?;
    let file = folder.open(&at).map_err(|e| reason(&e))?;
    if file.metadata().map_err(|e| reason(&e))?.is_dir() {
        return Err("it is a folder".to_owned());
    }
    Ok(SourceFile { name: slashed(&at).into(), text: read(file)?.into() })
}

impl Sources for Gate {
    fn text(&self, from: &str, path: &str) -> Result<SourceFile, String> {
        self.read(&beside(from, path)?)
    }

    fn std(&self, module: &str) -> Option<SourceFile> {
        crate::front::std_module(module)
    }

    fn atom(&self, from: &str, path: &str) -> Result<Option<AtomFacts>, String> {
        let there = self.has(&beside(from, path)?);
        if there { Ok(None) } else { Err("there is no such file".to_owned()) }
    }
}

/// The text of bytes that came from outside, without a byte order mark.
fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err("it is UTF-16, save it as UTF-8".to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        let line = e.as_bytes().iter().take(good).filter(|b| **b == b'\n').count() + 1;
        format!("it is not UTF-8: line {line} has a byte that begins no character")
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The name in the root of what `from` calls `path`.
fn beside(from: &str, path: &str) -> Result<String, String> {
    if path.contains('\\') {
        return Err("paths are written with `/`".to_owned());
    }
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.starts_with('/') || drive {
        return Err("a scene names files relative to its own, not by absolute paths".to_owned());
    }
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    inside(&folder.join(path)).map(|p| slashed(&p))
}

/// The path without `.` and `..`, if it stays inside.
fn inside(path: &Path) -> Result<PathBuf, String> {
    use std::path::Component::{CurDir, Normal, ParentDir};
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Normal(name) => out.push(name),
            CurDir => {}
            ParentDir if out.pop() => {}
            _ => return Err("it leaves the scene's folder".to_owned()),
        }
    }
    if out.as_os_str().is_empty() {
        return Err("it names no file".to_owned());
    }
    Ok(out)
}

/// As text with `/` between the names.
fn slashed(path: &Path) -> String {
    let names = path.components().map(|c| c.as_os_str().to_string_lossy().into_owned());
    names.collect::<Vec<_>>().join("/")
}

/// What the system says, in our words where we know better.
fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    match error.kind() {
        NotFound => "there is no such file".to_owned(),
        IsADirectory => "it is a folder".to_owned(),
        // cap-std's words for a path or link that leads out of the folder
        PermissionDenied if error.raw_os_error().is_none() => {
            "it leaves the scene's folder".to_owned()
        }
        PermissionDenied => "it may not be read".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_found_beside_the_file_that_names_it() {
        assert_eq!(beside("a/b.islay", "../c.islay").unwrap(), "c.islay");
        assert_eq!(beside("b.islay", "./x/./c.islay").unwrap(), "x/c.islay");
    }

    #[test]
    fn what_leaves_the_folder_is_refused() {
        for path in ["../c.islay", "x/../../c.islay", "/etc/passwd", "C:/x", "a\\b", "", "."] {
            assert!(beside("b.islay", path).is_err(), "{path}");
        }
    }

    #[test]
    fn a_text_says_why_it_is_none() {
        assert!(utf8(b"a\n\xff".to_vec()).unwrap_err().contains("line 2"));
        assert!(utf8(b"\xff\xfea\0".to_vec()).unwrap_err().contains("UTF-16"));
        assert_eq!(utf8("\u{feff}a".into()).unwrap(), "a");
    }
}
