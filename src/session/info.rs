//! What can be told of a file without running it: facts of scenes, models and documents.
//!
//! In: a scene, or the path of a model file or a document. Out: facts, as one line of JSON with fixed names or as
//! text for people. Names of files are shown escaped.

mod compiled;
#[cfg(all(feature = "files", feature = "import"))]
mod document;
#[cfg(feature = "files")]
mod model;
mod scene;

pub use compiled::{CompiledInfo, compiled};
#[cfg(all(feature = "files", feature = "import"))]
pub use document::{DocumentInfo, document};
#[cfg(feature = "files")]
pub use model::{ModelInfo, model};
pub use scene::{HostSide, SceneInfo, scene};

use std::fmt::Display;

use serde::Serialize;

use super::trace::rounded;
use crate::report::escape;

/// Rows of a name and what it is, the latter in one column.
struct Rows(Vec<(&'static str, String)>);

impl Rows {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn row(&mut self, name: &'static str, what: impl Display) {
        self.0.push((name, what.to_string()));
    }

    /// Several things below each other under one name; nothing where there are none.
    fn list(&mut self, name: &'static str, what: impl IntoIterator<Item = String>) {
        let mut name = name;
        for what in what {
            self.row(name, what);
            name = "";
        }
    }

    /// The rows below a head line.
    fn text(&self, head: &str) -> String {
        let wide = self.0.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        let rows = self.0.iter().map(|(name, what)| format!("  {name:wide$}  {}\n", escape(what)));
        std::iter::once(format!("{}\n", escape(head))).chain(rows).collect()
    }
}

/// One line of JSON.
fn json_line(facts: &impl Serialize) -> String {
    serde_json::to_string(facts).unwrap_or_default() + "\n"
}

/// Numbers as they are written in scenes.
fn numbers(numbers: &[f32]) -> String {
    numbers.iter().map(|n| short(*n)).collect::<Vec<_>>().join(" ")
}

/// A number with at most four places behind the point.
fn short(number: f32) -> String {
    rounded(number, 4)
}
