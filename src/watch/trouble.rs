//! What is wrong with a scene whose files changed, in lines to be shown over the one that plays on.
//!
//! In: why there is no newer scene. Out: the first few errors with their places and what to write.

use crate::report::escape;
use crate::{Diagnostic, Error, Severity};

/// So many errors are shown.
const MOST: usize = 6;

/// What is wrong, in lines.
pub fn lines(error: &Error, plays_on: bool) -> Vec<String> {
    let rest =
        if plays_on { "the scene plays on as it was" } else { "waiting for it to be mended" };
    let Error::Scene(diagnostics) = error else {
        return vec![escape(&error.to_string()), rest.to_owned()];
    };
    let errors: Vec<&Diagnostic> =
        diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    let count = match errors.len() {
        1 => "1 error".to_owned(),
        n => format!("{n} errors"),
    };
    let mut lines = vec![format!("{count}, {rest}")];
    for Diagnostic { place, message, help, .. } in errors.iter().take(MOST) {
        let line = format!("{}:{}:{}: {message}", place.file, place.line, place.column);
        lines.push(escape(&line));
        lines.extend(help.iter().map(|help| format!("    {}", escape(help))));
    }
    if errors.len() > MOST {
        lines.push(format!("and {} more", errors.len() - MOST));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scene;

    #[test]
    fn errors_are_told_with_their_places_and_the_first_few_alone() {
        let text = "character A { shape box 1 1 1 shape }\n".repeat(9) + "group main { B }";
        let error = Scene::from_text("a.islay", &text).unwrap_err();
        let lines = lines(&error, true);
        assert!(lines[0].contains("errors, the scene plays on"), "{lines:?}");
        assert!(lines[1].starts_with("a.islay:1:"), "{lines:?}");
        assert!(lines.last().is_some_and(|l| l.starts_with("and ")), "{lines:?}");
    }
}
