//! What can go wrong at the doors of the library.
//!
//! In: reasons. Out: [`Error`], whose text stands alone. Findings in a scene are data
//! ([`Diagnostics`]), never only a text.

use std::fmt::Display;
use std::path::Path;

use crate::Diagnostics;

/// Why a call did not do what it was asked.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be had.
    #[error("cannot read `{path}`: {reason}")]
    File {
        /// Which, as it was given.
        path: String,
        /// Why.
        reason: String,
    },
    /// A scene has errors.
    #[error("{}", .0.summary())]
    Scene(Diagnostics),
    /// A line of an input file means nothing.
    #[error("{file}:{line}: {reason}")]
    Input {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// A path leads to nothing that lives, or to no variable.
    #[error("{0}")]
    NoSuchPath(String),
    /// What somebody does to a running scene cannot be done.
    #[error("{0}")]
    Act(String),
    /// Bytes are no compiled scene, or what is asked of one takes the text that it has not.
    #[error("{0}")]
    Compiled(String),
    /// A snapshot is damaged, or was taken of another scene.
    #[error("{0}")]
    Snapshot(String),
}

impl Error {
    /// A file that cannot be had.
    pub(crate) fn file(path: &Path, reason: impl Display) -> Self {
        Self::File { path: path.display().to_string(), reason: reason.to_string() }
    }
}
