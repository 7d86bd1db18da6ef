//! What every finding of every front end promises.
//!
//! In: what was refused or remarked. Out: a panic where a finding has no code, no place, more than
//! one line, or cannot be shown.

use islay::{Diagnostics, Error, Severity};

/// Findings have codes and places, and can be shown, as text and as JSON.
pub fn findings(found: &Diagnostics) {
    for d in found.iter() {
        let (code, message) = (d.code, &d.message);
        assert!(!code.is_empty() && !message.is_empty(), "{code}: {message}");
        assert!(!message.contains('\n'), "more than one line: {message}");
        assert!(d.place.line >= 1 && d.place.column >= 1, "{code} has no place");
        let ends = (d.place.end_line, d.place.end_column);
        assert!(ends >= (d.place.line, d.place.column), "{code} ends before it begins");
    }
    shown(&found.to_text(false));
    found.to_text(true);
    found.to_json();
}

/// What is refused says why; a scene's findings have an error among them.
pub fn refused(error: &Error) {
    match error {
        Error::Scene(found) => {
            assert!(found.count(Severity::Error) > 0, "refused without an error");
            findings(found);
        }
        other => shown(&other.to_string()),
    }
}

/// Control characters do not reach a terminal.
fn shown(text: &str) {
    let control = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(!text.contains(control), "a control character is shown: {text:?}");
}

/// Ends the body: a promise was broken.
#[allow(clippy::panic)]
pub fn broken(what: &str) -> ! {
    panic!("{what}")
}
