//! Other formats to Islay's text.
//!
//! In: the bytes of a document, and a [`Models`] for what must be known of the files it names. Out:
//! an [`Imported`]: a text in canonical layout, or none where anything is wrong, and every
//! [`Finding`] with line and column. It opens no file itself, and nothing of a document is dropped
//! in silence.

mod finding;

mod survey;

pub(crate) mod threedi;

mod xml;

use std::io::Read;

pub use finding::{Finding, Mark, Stretch};
pub use survey::{Survey, Surveyed, survey, survey_within};

use crate::source::{Text, TextLimits};

/// Which axis of a model file points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpAxis {
    /// X.
    X,
    /// Y.
    Y,
    /// Z.
    Z,
}

/// What an import must know of the model files that a document names.
pub trait Models {
    /// The up axis that the file says it has; nothing where it says none. An `Err` is one line:
    /// why the file cannot be had.
    fn up_axis(&self, path: &str) -> Result<Option<UpAxis>, String>;

    /// How deep the document's elements may nest, and how many attributes they may have; the usual
    /// limits, if nothing is said.
    fn limits(&self) -> TextLimits {
        TextLimits::default()
    }

    /// How the written text names the file, and a warning where that leads nowhere.
    fn written(&self, path: &str) -> (String, Option<String>);
}

/// What the user may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Of two things of one name the later one gets a number.
    pub rename: bool,
    /// `key(K)` instead of `pressed(K)`.
    pub held_keys: bool,
    /// Places of drawn states are kept in comments.
    pub keep_layout: bool,
}

/// What became of a document.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The text, where nothing is wrong.
    pub text: Option<String>,
    /// Errors and warnings in the order of the document.
    pub findings: Vec<Finding>,
    /// The document's text as far as it was read, where it is not too long to be kept.
    pub document: Option<Text>,
}

/// Imports a document; its root element tells which format it is.
pub fn import(bytes: impl Read, models: &dyn Models, options: Options) -> Imported {
    let mut read = threedi::read(bytes, models.limits());
    let written = match &read.document {
        Some(document) => threedi::write(document, models, options, &mut read.findings),
        None => None,
    };
    let mut findings = read.findings;
    findings.sort_by_key(|found| found.at.offset);
    let wrong = findings.iter().any(Finding::is_error);
    let text = written.filter(|_| !wrong);
    Imported { text, findings, document: read.text }
}

#[cfg(test)]
mod tests;
