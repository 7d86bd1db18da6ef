//! Places in source texts: what a span is and which file it lies in.
//!
//! In: nothing. Out: [`Span`], [`FileId`] and [`Sources`], the trait through which the front end
//! asks for texts ([`Alone`] has none). It opens no file itself and knows no path rules: whoever implements
//! [`Sources`] decides what a name in a scene may reach.

use std::fmt;
use std::sync::Arc;

/// Shared, immutable text; names and file texts are cloned freely.
pub type Text = Arc<str>;

/// A source file of one program: 0 is the file that was named first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A stretch of one source file in bytes, half open.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file it lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// First byte behind it.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end` in `file`.
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The smallest span of this file that holds both (`other` must lie in the same file).
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether it lies in a module of the standard library.
    pub fn is_std(self, files: &[SourceFile]) -> bool {
        files.get(usize::from(self.file.0)).is_some_and(|f| f.name.starts_with("std."))
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// One source file: how it is called in messages, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name shown in diagnostics (a path relative to the scene's root, or `std.walk`).
    pub name: Text,
    /// The whole text.
    pub text: Text,
}

/// What the front end must know of a model file to check a scene that uses it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtomFacts {
    /// The one name that the file goes by from now on, whoever names it.
    pub name: String,
    /// Smallest and largest corner in Islay's axes and units.
    pub bounds: [[f32; 3]; 2],
    /// Names of the bones.
    pub bones: Vec<String>,
    /// Clips: name and duration in seconds.
    pub clips: Vec<(String, f32)>,
    /// What of the file will not be seen, one line each.
    pub warnings: Vec<String>,
}

/// What the front end must know of a texture file.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureFacts {
    /// The one name that the file goes by from now on, whoever names it.
    pub name: Text,
    /// What of the file will not be seen, one line each.
    pub warnings: Vec<String>,
}

/// What the front end must know of a script of hooks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptFacts {
    /// The one name that the file goes by from now on, whoever names it.
    pub name: String,
    /// Its functions that a scene may call: name and number of arguments behind `me`.
    pub functions: Vec<(String, usize)>,
}

/// Why a model or a texture cannot be had; one line, shown at the place that asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not there, or may not be read.
    Missing(String),
    /// It is there, and something in it is wrong.
    Broken(String),
}

/// How large texts may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    /// Bytes of a source text.
    pub source: usize,
    /// Brackets and blocks in each other; the parser's stack bears no more than the usual.
    pub nesting: usize,
    /// Elements of an XML document in each other.
    pub xml_depth: usize,
    /// Attributes of an XML element.
    pub xml_attributes: usize,
}

impl Default for TextLimits {
    fn default() -> Self {
        Self { source: 4 << 20, nesting: 128, xml_depth: 128, xml_attributes: 64 }
    }
}

/// Where the front end's texts and facts come from.
///
/// `from` is the name of the file that asks (as [`SourceFile::name`]), so that relative paths can
/// be resolved. An `Err` is one line, shown to the author at the place that asked.
pub trait Sources {
    /// The text behind `use "path"`, with the name under which it goes from now on. Two requests
    /// that mean the same file must return the same name.
    fn text(&self, from: &str, path: &str) -> Result<SourceFile, String>;

    /// The text of a module of the standard library: `use std.walk` asks for `walk`.
    fn std(&self, module: &str) -> Option<SourceFile>;

    /// The facts of a model file.
    fn atom(&self, from: &str, path: &str) -> Result<AtomFacts, Refusal>;

    /// The facts of a texture file, if it is a picture.
    fn texture(&self, from: &str, path: &str) -> Result<TextureFacts, Refusal>;

    /// How large the texts may be; the usual limits, if nothing is said.
    fn limits(&self) -> TextLimits {
        TextLimits::default()
    }

    /// The facts of a script of hooks. Who runs none refuses them, as here.
    fn script(&self, _from: &str, path: &str) -> Result<ScriptFacts, Refusal> {
        Err(Refusal::Missing(format!("`{path}`: hooks cannot be run here")))
    }
}

/// For a text that stands alone: there are no other files, no library and no models.
pub struct Alone;

impl Sources for Alone {
    fn text(&self, _: &str, path: &str) -> Result<SourceFile, String> {
        Err(format!("there is no `{path}`"))
    }

    fn std(&self, _: &str) -> Option<SourceFile> {
        None
    }

    fn atom(&self, _: &str, path: &str) -> Result<AtomFacts, Refusal> {
        Err(Refusal::Missing(format!("there is no `{path}`")))
    }

    fn texture(&self, _: &str, path: &str) -> Result<TextureFacts, Refusal> {
        Err(Refusal::Missing(format!("there is no `{path}`")))
    }
}
