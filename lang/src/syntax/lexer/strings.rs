//! Strings: literal pieces, escapes, and holes with an expression in them.
//!
//! In: the place of the opening quote or of a closed hole. Out: the tokens of the string up to its
//! end or the next hole; what stands in a hole is taken apart like any other text. A string that
//! does not end on its line is reported and ended there.

use super::{Kind, Lexer};
use crate::diagnostic::Code;

/// Where a stretch of literal text ends.
enum Stop {
    Quote,
    Hole,
    Line,
}

impl Lexer<'_> {
    pub(super) fn quote(&mut self, start: usize) {
        if self.hole.is_some() {
            let message = "the `{` in the string is not closed";
            self.report(Code::BadString, self.string_start, start + 1, message);
            self.hole = None;
            self.push(Kind::HoleClose, start, start, 0);
            return self.push(Kind::Unquote, start, start + 1, 0);
        }
        self.string_start = start;
        self.push(Kind::Quote, start, start + 1, 0);
        self.string_goes_on(start + 1);
    }

    /// Literal text from here on.
    pub(super) fn string_goes_on(&mut self, from: usize) {
        let mut literal = String::new();
        let (end, stop) = self.literal(from, &mut literal);
        if end > from {
            let number = self.intern(&literal);
            self.push(Kind::Piece, from, end, number);
        }
        match stop {
            Stop::Quote => {
                self.push(Kind::Unquote, end, end + 1, 0);
                self.go_on_at(end + 1);
            }
            Stop::Hole => {
                self.hole = Some(0);
                self.push(Kind::HoleOpen, end, end + 1, 0);
                self.go_on_at(end + 1);
            }
            Stop::Line => {
                self.go_on_at(end);
                self.unclosed_string(end);
            }
        }
    }

    /// Reads literal text into `literal`; says where it ends and why.
    fn literal(&mut self, from: usize, literal: &mut String) -> (usize, Stop) {
        let mut chars = self.rest(from).char_indices();
        while let Some((at, found)) = chars.next() {
            match found {
                '"' => return (from + at, Stop::Quote),
                '{' => return (from + at, Stop::Hole),
                '\n' => return (from + at, Stop::Line),
                '\\' => match chars.clone().next() {
                    Some((_, escaped @ ('"' | '\\' | '{' | 'n'))) => {
                        literal.push(if escaped == 'n' { '\n' } else { escaped });
                        chars.next();
                    }
                    _ => {
                        self.bad_escape(from + at);
                        literal.push('\\');
                    }
                },
                _ => literal.push(found),
            }
        }
        (self.out.text.len(), Stop::Line)
    }

    fn bad_escape(&mut self, at: usize) {
        let message = "the backslash begins no escape".to_string();
        let help = r#"the escapes are `\"`, `\\`, `\n` and `\{`"#.to_string();
        self.report_help(Code::BadString, (at, at + 1), message, help);
    }

    fn unclosed_string(&mut self, end: usize) {
        let message = "the string does not end on its line";
        self.report(Code::UnclosedString, self.string_start, end, message);
        self.push(Kind::Unquote, end, end, 0);
    }

    /// A hole does not cross a line break: reported, and the string ended before it.
    pub(super) fn leave_hole_at_line_break(&mut self, next: usize) {
        if self.hole.is_none() {
            return;
        }
        let from = self.out.tokens.last().map_or(0, |token| token.end as usize);
        let gap = self.out.text.get(from..next).unwrap_or_default();
        if let Some(line_end) = gap.find('\n') {
            self.unclosed_hole(from + line_end);
        }
    }

    pub(super) fn unclosed_hole(&mut self, end: usize) {
        self.hole = None;
        self.push(Kind::HoleClose, end, end, 0);
        self.unclosed_string(end);
    }
}
