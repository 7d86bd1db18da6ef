//! Any text is lexed and parsed; what was understood of it can be shown, printed and coloured.
//!
//! In: bytes. Out: a panic where a place lies outside of the text, where sorts overlap, or where a
//! text without faults is not the one that its tree prints.

use islay_lang::diagnostic::Diagnostic;
use islay_lang::source::FileId;
use islay_lang::syntax::{self, parse, parse_expr, parse_steps, print, sorts};

/// Lexes, parses, prints.
pub fn text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (file, found) = parse(&text, FileId(0));
    inside(&text, &found);
    let (_, of_tokens) = syntax::tokens(&text, FileId(0));
    inside(&text, &of_tokens);
    syntax::tree(&file);
    // what was understood of a text with faults may print as something else, but it prints
    let printed = print(&file);
    if found.iter().all(|d| !d.is_error()) {
        let (again, found) = parse(&printed, FileId(0));
        assert!(found.iter().all(|d| !d.is_error()), "the printed text has faults: {printed}");
        // a word of the language that names something gets the backticks that it can do without
        let bare = |file| syntax::tree(file).replace('`', "");
        assert!(bare(&again) == bare(&file), "the printed text is another: {printed}");
    }
    coloured(&text);
    let (_, found) = parse_expr(&text, FileId(0), 0);
    inside(&text, &found);
    let (_, found) = parse_steps(&text, FileId(0));
    inside(&text, &found);
}

/// Places are stretches of the text.
fn inside(text: &str, found: &[Diagnostic]) {
    for d in found {
        let (start, end) = (d.span.start as usize, d.span.end as usize);
        assert!(
            text.get(start..end).is_some(),
            "{} at {start}..{end}: {}",
            d.code.as_str(),
            d.message
        );
        assert!(!d.message.contains('\n'), "more than one line: {}", d.message);
    }
}

/// Sorts of words follow one another.
fn coloured(text: &str) {
    let mut before = 0;
    for (range, _) in sorts(text) {
        assert!(range.start >= before, "sorts overlap at {}", range.start);
        assert!(text.get(range.clone()).is_some(), "a sort at {range:?}");
        before = range.end;
    }
}
