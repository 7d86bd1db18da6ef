//! `//~ error[code] text`: what a line of a scene is said to get.
//!
//! In: a scene's text and its diagnostics. Out: those that were not said, and those that were
//! said and are not there. `//~^` speaks of the line above, `//~^^` of the one above that.

use islay::{Diagnostic, Diagnostics, Severity};

/// A diagnostic as an annotation says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The line it speaks of, from 1.
    pub line: usize,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The code in brackets.
    pub code: String,
    /// What the message contains.
    pub text: String,
}

/// The annotations of a text.
pub fn annotations(text: &str) -> Vec<Annotation> {
    let lines = text.lines().enumerate();
    lines
        .flat_map(|(n, line)| line.split("//~").skip(1).filter_map(move |a| one(n + 1, a)))
        .collect()
}

fn one(line: usize, text: &str) -> Option<Annotation> {
    let rest = text.trim_start_matches('^');
    let line = line.saturating_sub(text.len() - rest.len());
    let (severity, rest) = rest.split_once('[')?;
    let (code, text) = rest.split_once(']')?;
    let own = |s: &str| s.trim().to_owned();
    Some(Annotation { line, severity: own(severity), code: own(code), text: own(text) })
}

/// One line for each difference between what is said and what is found in the file.
pub fn differences(said: &[Annotation], found: &Diagnostics, file: &str) -> Vec<String> {
    let mut left: Vec<&Annotation> = said.iter().collect();
    let mut out = Vec::new();
    for d in found {
        let meant = left.iter().position(|a| &*d.place.file == file && means(a, d));
        match meant {
            Some(at) => {
                left.swap_remove(at);
            }
            None => out.push(format!("line {}: not annotated: {}", d.place.line, text(d))),
        }
    }
    left.sort_by_key(|a| a.line);
    out.extend(left.iter().map(|a| {
        let Annotation { line, severity, code, text } = a;
        format!("line {line}: annotated and not found: {severity}[{code}] {text}")
    }));
    out
}

fn means(a: &Annotation, d: &Diagnostic) -> bool {
    let same = a.line == d.place.line && a.severity == word(d.severity) && a.code == d.code;
    let says = d.message.contains(&a.text) || d.help.as_ref().is_some_and(|h| h.contains(&a.text));
    same && says
}

fn text(d: &Diagnostic) -> String {
    let help = d.help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
    format!("{}[{}] {}{help}", word(d.severity), d.code, d.message)
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_speak_of_their_line_or_of_one_above() {
        let found = annotations("a //~ error[x] some text\n//~^ warning[y] //~ note[z]\n");
        let facts: Vec<_> =
            found.iter().map(|a| (a.line, &*a.severity, &*a.code, &*a.text)).collect();
        assert_eq!(
            facts,
            [(1, "error", "x", "some text"), (1, "warning", "y", ""), (2, "note", "z", "")]
        );
    }
}
