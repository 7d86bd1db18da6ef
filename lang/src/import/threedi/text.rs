//! The tree as text.
//!
//! In: a [`Scene`]. Out: its text in canonical layout. Documentation lines that are remarks become
//! `//` comments. A text that does not read back to the tree is refused: it would be another scene.

use super::scene::{MARK, Scene};
use crate::diagnostic::Code;
use crate::import::finding::{Finding, Stretch};
use crate::source::FileId;
use crate::syntax::{format, parse, print};

/// A scene's text has at most so many bytes.
const TEXT_LIMIT: usize = 4 << 20;

/// The text; nothing where it would be none, which is said.
pub(super) fn text(scene: &Scene, findings: &mut Vec<Finding>) -> Option<String> {
    let refuse = |code, message: &str| Some(Finding::new(code, Stretch::default(), message));
    let printed = print(&scene.file);
    let whole = with_comments(&printed, &scene.head);
    let wrong = if whole.len() > TEXT_LIMIT {
        refuse(Code::SourceTooLarge, "the scene would have more than 4 MiB of text")
    } else {
        let (read, found) = parse(&printed, FileId(0));
        let same = read == scene.file && found.iter().all(|d| !d.is_error());
        if same {
            None
        } else {
            refuse(Code::NotSupportedYet, "the scene cannot be written as text")
        }
    };
    match (wrong, format(&whole)) {
        (None, Ok(text)) => Some(text),
        (wrong, _) => {
            let other = "the scene cannot be laid out as text";
            findings.extend(wrong.or_else(|| refuse(Code::NotSupportedYet, other)));
            None
        }
    }
}

fn with_comments(printed: &str, head: &[String]) -> String {
    let mut out = String::with_capacity(printed.len());
    for line in head {
        out.push_str("// import: ");
        out.push_str(line);
        out.push('\n');
    }
    if !head.is_empty() {
        out.push('\n');
    }
    let mut lines = printed.lines().peekable();
    let mut behind_atom = false;
    while let Some(line) = lines.next() {
        // atoms stand below each other
        let between = line.is_empty() && lines.peek().is_some_and(|l| l.starts_with("atom "));
        if between && behind_atom {
            continue;
        }
        behind_atom = line.starts_with("atom ");
        let body = line.trim_start();
        match body.strip_prefix("/// ").filter(|body| body.starts_with(MARK)) {
            Some(remark) => {
                out.push_str(line.get(..line.len() - body.len()).unwrap_or_default());
                out.push_str("// ");
                out.push_str(remark);
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}
