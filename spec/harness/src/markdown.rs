//! Fenced blocks of a Markdown file.
//!
//! In: its text. Out: its blocks with their options and places, and the text again with some of
//! them rewritten. Only fences of three backticks at the start of a line count.

use std::ops::Range;

/// A fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first word behind the fence: `islay`, `trace`, `report`.
    pub kind: String,
    /// The other words: `ticks=4`, `fails`.
    pub options: Vec<Word>,
    /// What stands between the fences, the last line break included.
    pub body: String,
    /// The line of the body's first line, from 1.
    pub line: usize,
    /// Where the body stands.
    pub bytes: Range<usize>,
    /// The heading that it stands under, from 0 (none).
    pub section: usize,
}

/// A word behind a fence: a name, and a value where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// What stands before `=`.
    pub name: String,
    /// What stands behind it.
    pub value: String,
}

impl Block {
    /// The value of the option of this name, empty where it has none.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|w| w.name == name).map(|w| w.value.as_str())
    }
}

/// The blocks of a text.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut out = Vec::new();
    let mut open: Option<Block> = None;
    let (mut at, mut section) = (0, 0);
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        match (open.take(), line.strip_prefix("```")) {
            (Some(mut block), Some(rest)) if rest.trim().is_empty() => {
                block.bytes.end = start;
                out.push(block);
            }
            (Some(mut block), _) => {
                block.body.push_str(line);
                open = Some(block);
            }
            (None, Some(info)) => open = Some(opened(info, n + 2, at, section)),
            (None, None) => section += usize::from(line.starts_with('#')),
        }
    }
    out
}

fn opened(info: &str, line: usize, at: usize, section: usize) -> Block {
    let mut words = info.split_whitespace();
    let kind = words.next().unwrap_or_default().to_owned();
    let word = |w: &str| {
        let (name, value) = w.split_once('=').unwrap_or((w, ""));
        Word { name: name.to_owned(), value: value.to_owned() }
    };
    let options = words.map(word).collect();
    Block { kind, options, body: String::new(), line, bytes: at..at, section }
}

/// The text with other bodies in some blocks; the edits are in text order.
pub fn rewritten(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (bytes, body) in edits {
        out.push_str(text.get(at..bytes.start).unwrap_or_default());
        out.push_str(body);
        at = bytes.end;
    }
    out + text.get(at..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A\n```islay fails\nx\n```\n## B\n```trace ticks=4 hold=A@1..3\n```\n";

    #[test]
    fn blocks_have_options_lines_and_sections() {
        let found = blocks(TEXT);
        let facts = |b: &Block| (b.kind.clone(), b.body.clone(), b.line, b.section);
        assert_eq!(facts(&found[0]), ("islay".into(), "x\n".into(), 3, 1));
        assert_eq!(facts(&found[1]), ("trace".into(), String::new(), 7, 2));
        assert_eq!(found[0].option("fails"), Some(""));
        assert_eq!(found[1].option("hold"), Some("A@1..3"));
    }

    #[test]
    fn bodies_are_rewritten_in_place() {
        let found = blocks(TEXT);
        let edits = vec![(found[1].bytes.clone(), "y\n".to_owned())];
        assert_eq!(rewritten(TEXT, &edits), TEXT.replace("3\n```", "3\ny\n```"));
    }
}
