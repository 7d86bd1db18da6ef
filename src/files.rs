//! The file gate: what a scene may read.
//!
//! In: folders or texts, and the paths that a scene names. Out: texts, models and pictures under
//! the names they go by. It refuses absolute paths, paths that leave the root (links included), backslashes,
//! what is no ordinary file, what is no UTF-8 and what is too large. A path given by the user is
//! trusted; its folder is the root.

#[cfg(feature = "files")]
mod folder;

#[cfg(feature = "files")]
pub use folder::{Opened, Reach, Used};
#[cfg(feature = "files")]
pub(crate) use models::open as open_model;

mod before;

mod kept;

mod loader;

pub use loader::Loader;

mod models;

mod scripts;

pub(crate) use kept::Kept;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use islay_lang::source::{
    AtomFacts, Refusal, ScriptFacts, SourceFile, Sources, Text, TextLimits, TextureFacts,
};

use islay_assets::library::Library;
use islay_assets::read::Caps;

use crate::{Error, Limits, Scene};

/// Largest text that is read at all, unless its limit is set higher; what a source text may hold is
/// checked by the lexer.
const LARGEST: u64 = 16 << 20;
/// Largest compiled scene.
const LARGEST_COMPILED: u64 = islay_assets::compiled::LARGEST + 64;
/// Largest recording.
const LARGEST_RECORDING: u64 = 1 << 30;

/// Where a scene's files lie: a folder, or texts that the host has.
#[derive(Clone, Debug)]
pub struct Files {
    place: Arc<dyn Place>,
    limits: Limits,
}

/// A place where files lie.
trait Place: Debug + Send + Sync {
    /// How a file is shown to the user.
    fn shown(&self, name: &str) -> Text;

    /// Makes it ready for reading.
    fn open(&self) -> Result<Box<dyn Texts>, Error>;
}

/// A place that is ready for reading. Names lie inside of it and have no `.` or `..`.
trait Texts {
    /// The bytes of a file, at most so many, and the one name that it goes by.
    fn bytes(&self, name: &Path, at_most: u64) -> Result<(String, Vec<u8>), String>;
}

impl Files {
    /// Files that are only texts, by names such as `lib/door.islay`.
    ///
    /// ```
    /// use islay::{Files, Scene};
    ///
    /// let files = Files::from_texts([("a.islay", "use \"b.islay\""), ("b.islay", "group main { }")]);
    /// assert!(Scene::load("a.islay", &files).is_ok());
    /// assert!(Scene::load("c.islay", &files).is_err());
    /// ```
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self::from_bytes(texts.into_iter().map(|(name, text)| (name, text.as_bytes())))
    }

    /// Files that the host has, models and pictures too, by names such as `models/door.glb`.
    pub fn from_bytes<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let files = files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes.into()));
        Self::at(Memory(Arc::new(files.collect())))
    }

    fn at(place: impl Place + 'static) -> Self {
        Self { place: Arc::new(place), limits: Limits::default() }
    }

    /// The same files, of which each may have as much as these limits say.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// What each may have.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How a file is shown to the user.
    pub(crate) fn shown(&self, name: &str) -> Text {
        self.place.shown(name)
    }

    /// The gate of one scene.
    pub(crate) fn gate(&self) -> Result<Gate, Error> {
        Ok(Gate::new(self.place.open()?, self.limits))
    }
}

/// Files by name.
#[derive(Clone, Debug)]
struct Memory(Arc<BTreeMap<String, Arc<[u8]>>>);

impl Place for Memory {
    fn shown(&self, name: &str) -> Text {
        name.into()
    }

    fn open(&self) -> Result<Box<dyn Texts>, Error> {
        Ok(Box::new(self.clone()))
    }
}

impl Texts for Memory {
    fn bytes(&self, name: &Path, at_most: u64) -> Result<(String, Vec<u8>), String> {
        let name = slashed(name);
        let found = self.0.get(&name).ok_or("there is no such file")?;
        small_enough(found.len() as u64, at_most)?;
        Ok((name, found.to_vec()))
    }
}

/// No files at all.
struct Nothing;

impl Texts for Nothing {
    fn bytes(&self, _: &Path, _: u64) -> Result<(String, Vec<u8>), String> {
        Err("this scene was given as text, so it has no files".to_owned())
    }
}

/// The text of a file that the user named.
pub fn trusted(path: &Path) -> Result<String, Error> {
    trusted_within(path, &Limits::default())
}

/// The same of a text that may be as long as these limits say.
pub fn trusted_within(path: &Path, limits: &Limits) -> Result<String, Error> {
    let most = LARGEST.max(limits.source.into());
    utf8(trusted_bytes(path, most)?).map_err(|reason| Error::file(path, reason))
}

/// The bytes of a file that the user named, at most so many.
pub(crate) fn trusted_bytes(path: &Path, at_most: u64) -> Result<Vec<u8>, Error> {
    bytes(open(path)?, at_most).map_err(|reason| Error::file(path, reason))
}

/// The file that the user named, to be read as a stream.
pub fn open(path: &Path) -> Result<std::fs::File, Error> {
    let ordinary = |facts: std::io::Result<std::fs::Metadata>| {
        let facts = facts.map_err(|e| Error::file(path, reason(&e)))?;
        match facts.is_file() {
            true => Ok(()),
            false if facts.is_dir() => Err(Error::file(path, "it is a folder")),
            false => Err(Error::file(path, "it is no ordinary file")),
        }
    };
    // asked before it is opened: a pipe would wait for somebody who writes
    ordinary(std::fs::metadata(path))?;
    let file = std::fs::File::open(path).map_err(|e| Error::file(path, reason(&e)))?;
    // and once more, should it have become another
    ordinary(file.metadata())?;
    Ok(file)
}

/// The text of a recording that the user named; these may be long.
pub fn recording(path: &Path) -> Result<String, Error> {
    utf8(trusted_bytes(path, LARGEST_RECORDING)?).map_err(|reason| Error::file(path, reason))
}

/// The text that comes from a stream.
pub fn read(stream: impl Read) -> Result<String, String> {
    read_within(stream, &Limits::default())
}

/// The same of a text that may be as long as these limits say.
pub fn read_within(stream: impl Read, limits: &Limits) -> Result<String, String> {
    utf8(bytes(stream, LARGEST.max(limits.source.into()))?)
}

/// The scene that comes from a stream, a text or a compiled one, for [`Scene::from_bytes_in`].
pub fn read_scene(mut stream: impl Read, limits: &Limits) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut more = |bytes: &mut Vec<u8>, at_most: u64| {
        let left = (at_most + 1).saturating_sub(bytes.len() as u64);
        stream.by_ref().take(left).read_to_end(bytes).map_err(|e| reason(&e))?;
        small_enough(bytes.len() as u64, at_most)
    };
    let text = more(&mut bytes, LARGEST.max(limits.source.into()));
    match Scene::is_packed(&bytes) {
        true => more(&mut bytes, LARGEST_COMPILED)?,
        false => text?,
    }
    Ok(bytes)
}

/// A number that tells other bytes apart.
fn print(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// All bytes of a stream, at most so many.
fn bytes(stream: impl Read, at_most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    stream.take(at_most + 1).read_to_end(&mut bytes).map_err(|e| reason(&e))?;
    small_enough(bytes.len() as u64, at_most)?;
    Ok(bytes)
}

fn small_enough(size: u64, at_most: u64) -> Result<(), String> {
    let most = match at_most {
        bytes if bytes % (1 << 20) == 0 => format!("{} MiB", bytes >> 20),
        bytes if bytes % (1 << 10) == 0 => format!("{} KiB", bytes >> 10),
        bytes => format!("{bytes} bytes"),
    };
    if size > at_most { Err(format!("it is larger than {most}")) } else { Ok(()) }
}

/// What the front end checks of these limits.
pub(crate) fn of_texts(limits: &Limits) -> TextLimits {
    TextLimits {
        source: limits.source as usize,
        nesting: limits.nesting as usize,
        xml_depth: limits.xml_depth as usize,
        xml_attributes: limits.xml_attributes as usize,
    }
}

/// What readers of models check of these limits.
fn of_models(limits: &Limits) -> Caps {
    Caps {
        bytes: limits.model as usize,
        bones: limits.bones as usize,
        edge: limits.texture,
        xml_depth: limits.xml_depth as usize,
        xml_attributes: limits.xml_attributes as usize,
    }
}

/// Where one scene's files come from. It keeps what was read of them.
pub(crate) struct Gate {
    place: Box<dyn Texts>,
    limits: Limits,
    /// Whether a cube and a white picture stand for those that cannot be had.
    placeholders: bool,
    /// What stands for those that can be had no more.
    before: Option<before::Before>,
    /// All files that were asked for, with the prints of what was read of them.
    seen: RefCell<BTreeMap<String, Option<u64>>>,
    assets: RefCell<models::Shelf>,
    /// Scripts that were read.
    scripts: RefCell<BTreeMap<String, Text>>,
    /// Modules of the standard library in place of ours.
    std: Option<BTreeMap<String, Text>>,
    /// Texts in the place of those that lie there.
    over: BTreeMap<String, Text>,
}

/// What was read for a scene before.
pub(crate) struct Known<'s> {
    pub kept: &'s Kept,
    pub library: &'s Library,
    pub axes: &'s BTreeMap<String, &'static str>,
    pub seen: &'s [String],
}

impl Gate {
    fn new(place: Box<dyn Texts>, limits: Limits) -> Self {
        let (seen, assets, scripts) = Default::default();
        let (placeholders, before, std, over) = (false, None, None, BTreeMap::new());
        Self { place, limits, placeholders, before, seen, assets, scripts, std, over }
    }

    /// What each file may have.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The same with texts in the place of those that lie there, and with what was read before.
    pub(crate) fn over(self, texts: &BTreeMap<String, Text>, read: &Known<'_>) -> Self {
        let assets = RefCell::new(models::Shelf::known(read));
        let seen = read.seen.iter().map(|name| (name.clone(), None)).collect();
        Self { over: texts.clone(), assets, seen: RefCell::new(seen), ..self }
    }

    /// Whether something stands for what cannot be had.
    pub(crate) fn has_placeholders(&self) -> bool {
        self.placeholders
    }

    /// The same, where a cube stands for a model that cannot be had, and white for a picture.
    pub(crate) fn with_placeholders(self) -> Self {
        Self { placeholders: true, ..self }
    }

    /// The same, where a model or picture that can be had no more is as an earlier scene had it.
    #[cfg(feature = "files")]
    pub(crate) fn after(self, scene: &crate::Scene) -> Self {
        Self { before: Some(before::Before::of(scene)), ..self }
    }

    /// The gate of a scene that may only use the standard library.
    pub(crate) fn closed(limits: Limits) -> Self {
        Self::new(Box::new(Nothing), limits)
    }

    /// The text of the file of this name in the root.
    pub(crate) fn read(&self, name: &str) -> Result<SourceFile, String> {
        let (name, bytes) = self.bytes(name, LARGEST.max(self.limits.source.into()))?;
        Ok(SourceFile { name: name.into(), text: utf8(bytes)?.into() })
    }

    /// The bytes of a file that may be a text or a compiled scene.
    pub(crate) fn first(&self, name: &str) -> Result<(String, Vec<u8>), String> {
        let (name, bytes) = self.bytes(name, LARGEST_COMPILED)?;
        if !Scene::is_packed(&bytes) {
            small_enough(bytes.len() as u64, LARGEST.max(self.limits.source.into()))?;
        }
        Ok((name, bytes))
    }

    fn bytes(&self, name: &str, at_most: u64) -> Result<(String, Vec<u8>), String> {
        let name = inside(Path::new(name))?;
        if let Some(text) = self.over.get(&slashed(&name)) {
            self.seen.borrow_mut().insert(slashed(&name), Some(print(text.as_bytes())));
            return Ok((slashed(&name), text.as_bytes().to_vec()));
        }
        let found = self.place.bytes(&name, at_most);
        // what cannot be had now may be there later, so it is a file of the scene too
        let print = found.as_ref().ok().map(|(_, bytes)| print(bytes));
        self.seen.borrow_mut().insert(slashed(&name), print);
        let (name, bytes) = found?;
        // by a link that was not followed before
        let bytes = self.over.get(&name).map_or(bytes, |text| text.as_bytes().to_vec());
        self.seen.borrow_mut().insert(name.clone(), print);
        Ok((name, bytes))
    }

    /// All files that were asked for, with the prints of what was read of them.
    #[cfg(feature = "files")]
    pub(crate) fn prints(&self) -> Vec<(String, Option<u64>)> {
        self.seen.borrow().iter().map(|(name, print)| (name.clone(), *print)).collect()
    }

    /// Names of all files that were asked for.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.borrow().keys().cloned().collect()
    }
}

impl Sources for Gate {
    fn text(&self, from: &str, path: &str) -> Result<SourceFile, String> {
        self.read(&beside(from, path)?)
    }

    fn limits(&self) -> TextLimits {
        of_texts(&self.limits)
    }

    fn std(&self, module: &str) -> Option<SourceFile> {
        let Some(kept) = &self.std else { return crate::front::std_module(module) };
        let text = kept.get(module)?.clone();
        Some(SourceFile { name: format!("std.{module}").into(), text })
    }

    fn atom(&self, from: &str, path: &str) -> Result<AtomFacts, Refusal> {
        let found = beside(from, path).map_err(Refusal::Missing);
        let found = found.and_then(|name| {
            self.model(&name).or_else(|refusal| self.model_before(&name, refusal))
        });
        found.or_else(|refusal| self.cube(path, refusal))
    }

    fn script(&self, from: &str, path: &str) -> Result<ScriptFacts, Refusal> {
        let name = beside(from, path).map_err(Refusal::Missing)?;
        self.hooks(&name)
    }

    fn texture(&self, from: &str, path: &str) -> Result<TextureFacts, Refusal> {
        let found = beside(from, path).map_err(Refusal::Missing);
        let found = found.and_then(|name| {
            let found = self.image(&name).map(|name| TextureFacts { name, warnings: Vec::new() });
            found.or_else(|refusal| self.image_before(&name, refusal))
        });
        found.or_else(|refusal| self.white(path, refusal))
    }
}

/// The text of bytes that came from outside, without a byte order mark.
pub(crate) fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    decoded(bytes).map_err(|(reason, _)| reason)
}

/// The same; bytes that are no text are given back with the reason.
pub(crate) fn decoded(bytes: Vec<u8>) -> Result<String, (String, Vec<u8>)> {
    let refuse = |reason: &str, bytes| Err((reason.to_owned(), bytes));
    if Scene::is_packed(&bytes) {
        return refuse("it is a compiled scene, and no text", bytes);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return refuse("it is UTF-16, save it as UTF-8", bytes);
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let (line, _) = good(e.as_bytes());
        let reason = format!("it is not UTF-8: line {line} has a byte that begins no character");
        (reason, e.into_bytes())
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The line and the column, from 1, up to which bytes are text.
pub(crate) fn good(bytes: &[u8]) -> (u32, u32) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => bytes
            .get(..error.valid_up_to())
            .and_then(|good| std::str::from_utf8(good).ok())
            .unwrap_or_default(),
    };
    let line = text.matches('\n').count() + 1;
    let column = text.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    (small(line), small(column))
}

/// The name in the root of what `from` calls `path`.
fn beside(from: &str, path: &str) -> Result<String, String> {
    if path.contains('\\') {
        return Err("paths are written with `/`".to_owned());
    }
    let first = path.split('/').next().unwrap_or_default();
    if path.starts_with('/') || first.find(':') == Some(1) {
        return Err("a scene names files relative to its own, not by absolute paths".to_owned());
    }
    if first.contains(':') {
        return Err("nothing is fetched: a scene names files relative to its own".to_owned());
    }
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    inside(&folder.join(path)).map(|p| slashed(&p))
}

/// The path without `.` and `..`, if it stays inside.
fn inside(path: &Path) -> Result<PathBuf, String> {
    use std::path::Component::{CurDir, Normal, ParentDir};
    let mut out = PathBuf::new();
    if path.to_str().is_none_or(|path| path.chars().any(char::is_control)) {
        return Err("its name has control characters".to_owned());
    }
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
pub(crate) fn reason(error: &std::io::Error) -> String {
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
        let out =
            ["../c.islay", "x/../../c.islay", "/etc/passwd", "//server/share/x", "C:/x", "c:x"];
        let others = ["http://host/x", "file:x", "file:///etc/passwd", "data:,x"];
        let none = ["a\\b", "\\\\server\\x", "", ".", "a\0b", "a\nb", "a\u{1b}[2J", "a\u{85}"];
        for path in out.iter().chain(&others).chain(&none) {
            assert!(beside("b.islay", path).is_err(), "{path:?}");
        }
        assert_eq!(beside("b.islay", "x/a:b.png").unwrap(), "x/a:b.png");
    }

    #[test]
    fn a_text_says_why_it_is_none() {
        assert!(utf8(b"a\n\xff".to_vec()).unwrap_err().contains("line 2"));
        assert!(utf8(b"\xff\xfea\0".to_vec()).unwrap_err().contains("UTF-16"));
        assert_eq!(utf8("\u{feff}a".into()).unwrap(), "a");
        assert_eq!(good("a\nä\n".as_bytes()), (3, 1));
        assert_eq!(good(b"a\nbc\xff\n"), (2, 3));
    }
}
