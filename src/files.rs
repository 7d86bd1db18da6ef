//! The file gate: what a scene may read.
//!
//! In: folders or texts, and the paths that a scene names. Out: texts under the names they go
//! by. It refuses absolute paths, paths that leave the root (links included), backslashes,
//! folders, what is no UTF-8 and what is too large. A path given by the user is trusted; its
//! folder is the root.

#[cfg(feature = "files")]
mod folder;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use islay_lang::source::{AtomFacts, SourceFile, Sources, Text};

use crate::Error;

/// Largest file that is read at all; what a source text may hold is checked by the lexer.
const LARGEST: u64 = 16 << 20;

/// Where a scene's files lie: a folder, or texts that the host has.
#[derive(Clone, Debug)]
pub struct Files(Arc<dyn Place>);

/// A place where files lie.
trait Place: Debug + Send + Sync {
    /// How a file is shown to the user.
    fn shown(&self, name: &str) -> Text;

    /// Makes it ready for reading.
    fn open(&self) -> Result<Box<dyn Texts>, Error>;
}

/// A place that is ready for reading. Names lie inside of it and have no `.` or `..`.
trait Texts {
    /// The text of a file, under the one name that it goes by.
    fn read(&self, name: &Path) -> Result<SourceFile, String>;
}

impl Files {
    /// Files that are only texts, by names such as `lib/door.islay`.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into()));
        Self(Arc::new(Memory(Arc::new(texts.collect()))))
    }

    /// How a file is shown to the user.
    pub(crate) fn shown(&self, name: &str) -> Text {
        self.0.shown(name)
    }

    /// The gate of one scene.
    pub(crate) fn gate(&self) -> Result<Gate, Error> {
        self.0.open().map(Gate)
    }
}

/// Texts by name.
#[derive(Clone, Debug)]
struct Memory(Arc<BTreeMap<String, Text>>);

impl Place for Memory {
    fn shown(&self, name: &str) -> Text {
        name.into()
    }

    fn open(&self) -> Result<Box<dyn Texts>, Error> {
        Ok(Box::new(self.clone()))
    }
}

impl Texts for Memory {
    fn read(&self, name: &Path) -> Result<SourceFile, String> {
        let name = slashed(name);
        match self.0.get(&name) {
            Some(text) => Ok(SourceFile { name: name.into(), text: text.clone() }),
            None => Err("there is no such file".to_owned()),
        }
    }
}

/// No files at all.
struct Nothing;

impl Texts for Nothing {
    fn read(&self, _name: &Path) -> Result<SourceFile, String> {
        Err("this scene was given as text, so it has no files".to_owned())
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
pub(crate) struct Gate(Box<dyn Texts>);

impl Gate {
    /// The gate of a scene that may only use the standard library.
    pub(crate) fn closed() -> Self {
        Self(Box::new(Nothing))
    }

    /// The text of the file of this name in the root.
    pub(crate) fn read(&self, name: &str) -> Result<SourceFile, String> {
        self.0.read(&inside(Path::new(name))?)
    }
}

impl Sources for Gate {
    fn text(&self, from: &str, path: &str) -> Result<SourceFile, String> {
        self.read(&beside(from, path)?)
    }

    fn std(&self, module: &str) -> Option<SourceFile> {
        crate::front::std_module(module)
    }

    fn atom(&self, from: &str, path: &str) -> Result<Option<AtomFacts>, String> {
        // models cannot be read yet, so whether it is there does not matter yet either
        beside(from, path).map(|_| None)
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
