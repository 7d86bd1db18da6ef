//! The entries of a script: lines that are put together until each is whole.
//!
//! In: a stream of text. Out: entries with the line they begin in, as soon as they are there. It
//! understands none of them.

use std::io::{self, BufRead};

use islay::session::repl;

/// No entry is longer.
const LONGEST: usize = 4 << 20;

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line it begins in, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

/// Whether an entry goes on in the next line. An empty line between two others is part of it; two
/// end one that is not whole, for its author has lost track of it.
pub fn is_open(text: &str) -> bool {
    let lost = text.rsplit('\n').take_while(|line| line.trim().is_empty()).count() > 1;
    !lost && repl::unfinished(text.trim_end())
}

fn is_command(line: &str) -> bool {
    line.strip_prefix(':').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Reads entries.
pub struct Entries<R> {
    lines: io::Lines<R>,
    /// A line that was read and belongs to the next entry.
    ahead: Option<String>,
    line: usize,
}

impl<R: BufRead> Entries<R> {
    /// The entries of a stream.
    pub fn new(stream: R) -> Self {
        Self { lines: stream.lines(), ahead: None, line: 0 }
    }
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = io::Result<Entry>;

    /// The next one; what is not whole at the end is one too.
    fn next(&mut self) -> Option<Self::Item> {
        let (mut text, mut first) = (String::new(), 0);
        loop {
            let read = self.ahead.take().map(Ok).or_else(|| self.lines.next());
            let line = match read {
                Some(Ok(line)) => line,
                Some(Err(error)) => return Some(Err(error)),
                None if text.is_empty() => return None,
                None => return Some(Ok(Entry { line: first, text })),
            };
            // a command is none of the language: what was not whole before it never is
            if !text.is_empty() && is_command(&line) {
                self.ahead = Some(line);
                return Some(Ok(Entry { line: first, text }));
            }
            self.line += 1;
            if text.is_empty() && line.trim().is_empty() {
                continue;
            }
            if text.is_empty() {
                first = self.line;
            } else {
                text.push('\n');
            }
            text.push_str(&line);
            if text.len() > LONGEST || !is_open(&text) {
                return Some(Ok(Entry { line: first, text }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<(usize, String)> {
        let entries = Entries::new(text.as_bytes());
        entries.map(|e| e.unwrap()).map(|e| (e.line, e.text)).collect()
    }

    #[test]
    fn a_command_ends_what_is_not_whole() {
        let found = entries("(1\n:where\n2\n");
        assert_eq!(found, [(1, "(1".into()), (2, ":where".into()), (3, "2".into())]);
    }

    #[test]
    fn lines_are_put_together_until_an_entry_is_whole() {
        let text = "\n:run 3\ncharacter A {\n\n  shape box 1 1 1\n}\n\n1 + 1";
        let wanted = [
            (2, ":run 3".to_owned()),
            (3, "character A {\n\n  shape box 1 1 1\n}".to_owned()),
            (8, "1 + 1".to_owned()),
        ];
        assert_eq!(entries(text), wanted);
    }

    #[test]
    fn what_never_ends_ends_with_the_script() {
        assert_eq!(entries("group main {\n  A\n"), [(1, "group main {\n  A".to_owned())]);
    }

    #[test]
    fn two_empty_lines_give_it_up() {
        let wanted = [(1, "group main {\n\n".to_owned()), (4, "1 + 1".to_owned())];
        assert_eq!(entries("group main {\n\n\n1 + 1\n"), wanted);
    }

    #[test]
    fn what_is_no_text_is_an_error() {
        assert!(Entries::new(&b"a\n\xff\n"[..]).any(|e| e.is_err()));
    }
}
