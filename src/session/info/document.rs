//! Facts of an Islay 3D document.
//!
//! In: a path that the user named. Out: [`DocumentInfo`], or what is wrong in it, with places. The
//! models that it names are not looked at.

use std::path::Path;

use islay_lang::import::{Survey, Surveyed, survey_within};
use serde::Serialize;

use super::{Rows, json_line, short};
use crate::{Diagnostics, Error, Limits, files};

/// What is in a document.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DocumentInfo {
    /// The file, as it was named.
    pub file: String,
    /// `3di`.
    pub kind: &'static str,
    /// Model files.
    pub atoms: usize,
    /// Characters.
    pub characters: usize,
    /// Composed bodies.
    pub complexes: usize,
    /// Members of all composed bodies.
    pub members: usize,
    /// Diagrams of all characters.
    pub diagrams: usize,
    /// States of all diagrams.
    pub states: usize,
    /// Transitions of all diagrams.
    pub transitions: usize,
    /// Groups.
    pub groups: usize,
    /// Forks of all groups.
    pub forks: usize,
    /// Paths of the model files, each once.
    pub files: Vec<String>,
    /// Milliseconds to a tick, where it says so.
    pub interval: Option<f32>,
    /// How many warnings there are.
    pub warnings: usize,
}

/// The facts of the Islay 3D document that the user named, and its warnings.
pub fn document(path: &Path, limits: &Limits) -> Result<(DocumentInfo, Diagnostics), Error> {
    let name = path.display().to_string();
    let Surveyed { survey, findings, document } =
        survey_within(files::open(path)?, files::of_texts(limits));
    let diagnostics = Diagnostics::of_document(&name, &findings, document);
    match survey {
        Some(survey) => Ok((DocumentInfo::new(name, survey, diagnostics.len()), diagnostics)),
        None => Err(Error::Scene(diagnostics)),
    }
}

impl DocumentInfo {
    fn new(file: String, survey: Survey, warnings: usize) -> Self {
        let Survey { atoms, characters, complexes, members, diagrams, states, .. } = survey;
        let Survey { transitions, groups, forks, files, interval, .. } = survey;
        Self {
            file,
            kind: "3di",
            atoms,
            characters,
            complexes,
            members,
            diagrams,
            states,
            transitions,
            groups,
            forks,
            files,
            interval,
            warnings,
        }
    }

    /// One line of JSON.
    pub fn to_json(&self) -> String {
        json_line(self)
    }

    /// Text for people.
    pub fn to_text(&self) -> String {
        let mut rows = Rows::new();
        if let Some(interval) = self.interval {
            rows.row("tick", format!("{} ms", short(interval)));
        }
        rows.row("atoms", self.atoms);
        rows.row("characters", self.characters);
        rows.row("complexes", format!("{} of {} members", self.complexes, self.members));
        rows.row("diagrams", self.diagrams);
        rows.row("states", self.states);
        rows.row("transitions", self.transitions);
        rows.row("groups", format!("{} of {} forks", self.groups, self.forks));
        rows.list("files", self.files.iter().cloned());
        rows.row("warnings", self.warnings);
        rows.text(&format!("{}: Islay 3D document", self.file))
    }
}
