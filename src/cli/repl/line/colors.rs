//! How things look on a terminal that has colours.

use islay::session::paint::{Paint, paint};

const RESET: &str = "\x1b[0m";
const FAINT: &str = "\x1b[2m";
const PROMPT: &str = "\x1b[1;34m";

/// The prompt.
pub fn prompt(text: &str) -> String {
    format!("{PROMPT}{text}{RESET}")
}

/// Something that is only proposed.
pub fn faint(text: &str) -> String {
    format!("{FAINT}{text}{RESET}")
}

/// A text that is being typed.
pub fn entry(text: &str, known: impl Fn(&str) -> bool) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len() * 2), 0);
    for (range, paint) in paint(text, known) {
        let (Some(before), Some(piece)) = (text.get(at..range.start), text.get(range.clone()))
        else {
            continue;
        };
        out.push_str(before);
        out.push_str(code(paint));
        out.push_str(piece);
        out.push_str(RESET);
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// The sixteen colours that every theme has made readable.
fn code(paint: Paint) -> &'static str {
    match paint {
        Paint::Keyword => "\x1b[34m",
        Paint::Number => "\x1b[36m",
        Paint::Text => "\x1b[32m",
        Paint::Comment => "\x1b[2m",
        Paint::Key => "\x1b[33m",
        Paint::Known => "\x1b[1m",
        Paint::Command => "\x1b[35m",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_add_nothing_else() {
        let text = "state Ä < rotate y 5 >\n  on key(Left) -> `b c` // é";
        let mut plain = entry(text, |name| name == "Ä");
        assert!(plain.contains("\x1b[1mÄ"));
        for code in ["34", "36", "32", "2", "33", "1", "35", "0"] {
            plain = plain.replace(&format!("\x1b[{code}m"), "");
        }
        assert_eq!(plain, text);
    }
}
