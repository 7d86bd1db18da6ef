//! Other formats to Islay's text.
//!
//! In: a document, and the [`Files`] among which the models lie that it names. Out: an
//! [`Imported`], or the errors, each with its line and column in the document. It writes no file.

use std::io::Read;

use islay_lang::import::{self as lang, Models, UpAxis};
use islay_lang::source::TextLimits;

use crate::files::{Gate, of_texts};
use crate::{Diagnostics, Error, Files};

/// What may be chosen.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Of two things of one name the later one gets a number.
    pub rename: bool,
    /// `key(K)` instead of `pressed(K)`.
    pub held_keys: bool,
    /// Places of drawn states are kept in comments.
    pub keep_layout: bool,
    /// The way from the folder of the text to that of the document, such as `../models`; empty
    /// where both lie in one folder.
    pub way: String,
    /// The files of the folder of the text, where models may lie that the document's folder does
    /// not hold.
    pub scene: Option<Files>,
}

/// What a document became.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The text in canonical layout.
    pub text: String,
    /// What a person should look at.
    pub diagnostics: Diagnostics,
}

/// Imports an Islay 3D document. `name` stands for it in diagnostics; models are looked for in
/// `files`, relative to the document.
///
/// ```
/// use islay::{Files, import};
///
/// let document = r#"<islay3d ver="1.1">
///   <characterlist><character name="Robot" parts="">
///     <statediagram name="Walk">
///       <statelist><state name="On" action="move" front="0.1"/></statelist>
///       <translist/>
///     </statediagram>
///   </character></characterlist>
///   <grouplist><group name="main"><fork character="Robot" x="0" y="2" z="0"/></group></grouplist>
/// </islay3d>"#;
/// let files = Files::from_texts([]);
/// let made = import::threedi("robot.3di", document.as_bytes(), &files, &Default::default())?;
/// assert!(made.text.contains("state On < move forward 0.1 >"));
/// assert!(made.text.contains("Robot at 0 0 2"));
/// # Ok::<(), islay::Error>(())
/// ```
pub fn threedi(
    name: &str,
    document: impl Read,
    files: &Files,
    options: &Options,
) -> Result<Imported, Error> {
    let gate = files.gate()?;
    let scene = options.scene.as_ref().map(Files::gate).transpose()?;
    let around = Around { gate: &gate, scene: scene.as_ref(), way: &options.way };
    let Options { rename, held_keys, keep_layout, .. } = *options;
    let chosen = lang::Options { rename, held_keys, keep_layout };
    let made = lang::import(document, &around, chosen);
    let diagnostics = Diagnostics::of_document(name, &made.findings, made.document);
    match made.text {
        Some(text) => Ok(Imported { text, diagnostics }),
        None => Err(Error::Scene(diagnostics)),
    }
}

/// The files around a document.
struct Around<'a> {
    gate: &'a Gate,
    scene: Option<&'a Gate>,
    way: &'a str,
}

impl Models for Around<'_> {
    fn up_axis(&self, path: &str) -> Result<Option<UpAxis>, String> {
        let beside = self.gate.up_axis(&slashes(path));
        let found = beside.or_else(|reason| {
            let scene = self.scene.ok_or(reason.clone())?;
            scene.up_axis(&self.written(path).0).map_err(|_| reason)
        });
        found.map(|axis| Some(up_axis(axis)))
    }

    fn limits(&self) -> TextLimits {
        of_texts(self.gate.limits())
    }

    fn written(&self, path: &str) -> (String, Option<String>) {
        let path = slashes(path);
        if path.starts_with('/') || path.as_bytes().get(1) == Some(&b':') {
            let warning = format!("a scene cannot name `{path}`, which is an absolute path");
            return (path, Some(warning));
        }
        let whole =
            if self.way.is_empty() { path } else { shortened(&format!("{}/{path}", self.way)) };
        let leaves = shortened(&whole).starts_with("..");
        let warning = leaves.then(|| format!("`{whole}` leaves the folder of the scene"));
        (whole, warning)
    }
}

/// An up axis by its name in COLLADA.
pub(crate) fn up_axis(name: &str) -> UpAxis {
    match name {
        "X_UP" => UpAxis::X,
        "Y_UP" => UpAxis::Y,
        _ => UpAxis::Z,
    }
}

/// Paths of other systems have backslashes.
fn slashes(path: &str) -> String {
    path.trim().replace('\\', "/")
}

/// The path without `.`, and without `..` behind a name.
fn shortened(path: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." if out.last().is_some_and(|last| *last != "..") => {
                out.pop();
            }
            name => out.push(name),
        }
    }
    out.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_written_file() {
        let gate = Gate::closed(Default::default());
        let written = |way, path| Around { gate: &gate, scene: None, way }.written(path);
        assert_eq!(written("", "a\\b.dae"), ("a/b.dae".to_owned(), None));
        assert_eq!(written("docs", "../b.dae"), ("b.dae".to_owned(), None));
        assert_eq!(written("docs/x", "b.dae"), ("docs/x/b.dae".to_owned(), None));
        assert!(written("..", "b.dae").1.unwrap().contains("`../b.dae` leaves"));
        assert!(written("", "C:\\b.dae").1.unwrap().contains("absolute"));
    }
}
