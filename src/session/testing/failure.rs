//! Why a test failed.
//!
//! In: what a step expected and found. Out: a [`Failure`], shown with its place.

use crate::report::Finding;
use crate::{Place, Scene, Severity};

/// Why a test failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// One line.
    pub message: String,
    /// What stood on the left of a comparison, with its value.
    pub left: Option<String>,
    /// What stood on the right.
    pub right: Option<String>,
    /// After which tick.
    pub tick: u64,
    /// The step.
    pub place: Place,
}

impl Failure {
    /// As text, with the line it points at.
    pub fn to_text(&self, scene: &Scene, test: &str, color: bool) -> String {
        let sides = [&self.left, &self.right];
        let sides: Vec<&str> = sides.into_iter().flatten().map(String::as_str).collect();
        let label = match sides.is_empty() {
            true => format!("in tick {}", self.tick),
            false => format!("{}, in tick {}", sides.join(", "), self.tick),
        };
        let finding = Finding {
            title: "test failed".to_owned(),
            severity: Severity::Error,
            message: &format!("\"{test}\": {}", self.message),
            place: &self.place,
            label: &label,
            help: None,
            labels: &[],
        };
        scene.diagnostics().finding(&finding, color)
    }
}
