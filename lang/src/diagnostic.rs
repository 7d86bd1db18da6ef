//! Diagnostics as data: what is wrong, where, and what to write instead.
//!
//! In: places and words from every stage of the front end. Out: [`Diagnostic`] values. Nothing is
//! rendered here: the facade turns them into text or JSON.

mod code;

pub use code::Code;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program does not run.
    Error,
    /// It runs, and probably not as meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// A second place that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What this place is.
    pub message: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its kebab-case code.
    pub code: Code,
    /// One line, lower case, present tense, no final stop; stands alone.
    pub message: String,
    /// The place.
    pub span: Span,
    /// What this place is; empty where the message says it all.
    pub label: String,
    /// What to write.
    pub help: Option<String>,
    /// Further places.
    pub labels: Vec<Label>,
}

impl Diagnostic {
    /// A finding with the severity that its code has.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: code.severity(),
            code,
            message: line(message.into()),
            span,
            label: String::new(),
            help: None,
            labels: Vec::new(),
        }
    }

    /// Says what the main place is.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = line(label.into());
        self
    }

    /// Says what to write.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(line(help.into()));
        self
    }

    /// Points at a second place.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: line(message.into()) });
        self
    }

    /// Whether the program cannot run because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Longer messages are cut.
const LONGEST: usize = 1000;

/// A message in one line that is not too long: names in it may be anything that stands in a file.
fn line(message: String) -> String {
    if message.len() <= LONGEST && !message.contains(['\n', '\r']) {
        return message;
    }
    let joined = message.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty());
    let joined = joined.collect::<Vec<_>>().join(" ");
    match joined.char_indices().nth(LONGEST) {
        Some((at, _)) => joined.get(..at).unwrap_or_default().to_owned() + "…",
        None => joined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_of_some_length() {
        let of = |message: &str| Diagnostic::new(Code::BadXml, Span::default(), message).message;
        assert_eq!(of("`</b\r\n  c>` ends no element"), "`</b c>` ends no element");
        let long = of(&"ä".repeat(4000));
        assert!(long.ends_with("ä…") && long.chars().count() == LONGEST + 1);
    }
}
