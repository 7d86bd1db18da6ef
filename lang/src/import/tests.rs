//! Imports, from the document's text to the scene's.

#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used, reason = "a test may stop")]

mod hostile;
mod names;
mod places;
mod rotations;

use super::{Imported, Models, Options, UpAxis, import};

/// Model files that are there: `z.dae`, `y.dae`, `x.dae`, by the axis that points up.
pub(super) struct Shelf;

impl Models for Shelf {
    fn up_axis(&self, path: &str) -> Result<Option<UpAxis>, String> {
        match path {
            "z.dae" => Ok(Some(UpAxis::Z)),
            "y.dae" => Ok(Some(UpAxis::Y)),
            "x.dae" => Ok(Some(UpAxis::X)),
            "none.dae" => Ok(None),
            _ => Err("there is no such file".to_owned()),
        }
    }

    fn written(&self, path: &str) -> (String, Option<String>) {
        (path.to_owned(), None)
    }
}

pub(super) fn imported(document: &str) -> Imported {
    import(document.as_bytes(), &Shelf, Options::default())
}

/// The text of a document that has nothing wrong.
pub(super) fn text(document: &str) -> String {
    let made = imported(document);
    made.text.unwrap_or_else(|| panic!("{document}\n{:#?}", made.findings))
}

/// What is found: code, line, column.
pub(super) fn found(document: &str) -> Vec<(&'static str, u32, u32)> {
    let made = imported(document);
    assert_eq!(made.text.is_none(), made.findings.iter().any(super::Finding::is_error));
    let of = |f: &super::Finding| (f.diagnostic.code.as_str(), f.at.line, f.at.column);
    made.findings.iter().map(of).collect()
}

/// A document with one character, whose one state does this.
pub(super) fn with_state(attributes: &str) -> String {
    with_diagram(&format!("<statelist><state name=\"S\" {attributes}/></statelist>"))
}

/// A document with one character with one diagram.
pub(super) fn with_diagram(diagram: &str) -> String {
    let diagram = format!("<statediagram name=\"D\">{diagram}</statediagram>");
    with_character("Hero", &format!("parts=\"\">{diagram}"))
}

/// A document with one character: its attributes, `>` and what is in it.
pub(super) fn with_character(name: &str, rest: &str) -> String {
    format!(
        "<islay3d ver=\"1.1\"><characterlist><character name=\"{name}\" {rest}</character>\
         </characterlist><grouplist><group name=\"main\"><fork character=\"{name}\" x=\"0\" \
         y=\"0\" z=\"0\"/></group></grouplist></islay3d>"
    )
}
