//! The lexer: text to tokens, in one pass.
//!
//! In: a text no larger than its limit. Out: [`Lexed`]: tokens, comments and what is wrong
//! with single words. It never stops: a wrong character is reported and left out, so that the
//! parser sees the rest. It knows no grammar but what decides where a word ends.

mod names;
mod strings;

use std::collections::HashMap;

use logos::Logos;

pub use names::{canonical, is_identifier};

use super::ast::Unit;
use super::token::{Comment, Kind, Lexed, Token};
use super::word::Word;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span, Text, TextLimits};

/// More findings than this help nobody.
pub const DIAGNOSTICS_LIMIT: usize = 1000;

/// The longest name in bytes; a longer one is a broken file.
pub(crate) const NAME_LIMIT: usize = 1024;

/// What the state machine tells apart; the rest is decided by hand.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip "[ \t\r\n\u{3000}\u{FEFF}\u{0C}]+")]
enum Raw {
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*")]
    Name,
    #[regex(r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")]
    Number,
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    #[token("/*")]
    BlockComment,
    #[token("`")]
    Backtick,
    #[token("\"")]
    Quote,
    #[token("#")]
    Hash,
    #[token("(")]
    ParenOpen,
    #[token(")")]
    ParenClose,
    #[token("{")]
    BraceOpen,
    #[token("}")]
    BraceClose,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token("->")]
    Arrow,
    #[token("=")]
    Set,
    #[token("+=")]
    SetAdd,
    #[token("-=")]
    SetSub,
    #[token("*=")]
    SetMul,
    #[token("/=")]
    SetDiv,
    #[token("==")]
    Eq,
    #[token("!=")]
    Ne,
    #[token("<")]
    Lt,
    #[token("<=")]
    Le,
    #[token(">")]
    Gt,
    #[token(">=")]
    Ge,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("~")]
    Tilde,
}

/// Takes a text of the usual size apart that begins at byte `base` of its file.
pub fn lex(text: &str, file: FileId, base: u32) -> Lexed<'_> {
    lex_within(text, file, base, TextLimits::default().source)
}

/// Takes a text apart that begins at byte `base` of its file. One of more than `most` bytes gives
/// no tokens and one error.
pub fn lex_within(text: &str, file: FileId, base: u32, most: usize) -> Lexed<'_> {
    let mut lexer = Lexer::new(text, file, base);
    // places are of 32 bits
    let most = most.min(u32::MAX as usize);
    if text.len() > most {
        let message = format!("the text has {} bytes, the limit is {most}", text.len());
        lexer.report(Code::SourceTooLarge, 0, 0, message);
    } else {
        lexer.run();
    }
    lexer.out
}

struct Lexer<'s> {
    raw: logos::Lexer<'s, Raw>,
    out: Lexed<'s>,
    numbers_of_names: HashMap<Text, u32>,
    /// End of the last token or comment.
    last_end: usize,
    /// Lines of `///` that wait for the next token.
    doc: Option<String>,
    /// Inside `{ }` of a string: how many braces are open in it.
    hole: Option<u32>,
    /// Where the string began whose hole is open.
    string_start: usize,
    /// End of the last stretch of bad characters, so that neighbours share an error.
    bad_end: usize,
}

impl<'s> Lexer<'s> {
    fn new(text: &'s str, file: FileId, base: u32) -> Self {
        let names: Vec<Text> = Word::ALL.iter().map(|word| Text::from(word.as_str())).collect();
        let numbers_of_names = (0..).zip(&names).map(|(n, name)| (name.clone(), n)).collect();
        let out = Lexed {
            text,
            file,
            base,
            tokens: Vec::new(),
            names,
            comments: Vec::new(),
            docs: Vec::new(),
            diagnostics: Vec::new(),
        };
        let raw = Raw::lexer(text);
        let (doc, hole) = (None, None);
        Self { raw, out, numbers_of_names, last_end: 0, doc, hole, string_start: 0, bad_end: 0 }
    }

    fn run(&mut self) {
        while let Some(raw) = self.raw.next() {
            let span = self.raw.span();
            self.leave_hole_at_line_break(span.start);
            match raw {
                Ok(raw) => self.take(raw, span.start, span.end),
                Err(()) => self.bad_character(span.start),
            }
        }
        if self.hole.is_some() {
            self.unclosed_hole(self.out.text.len());
        }
    }

    fn take(&mut self, raw: Raw, start: usize, end: usize) {
        match raw {
            Raw::LineComment => self.line_comment(start, end),
            Raw::BlockComment => self.block_comment(start),
            Raw::Name => self.plain_name(start, end),
            Raw::Backtick => self.quoted_name(start),
            Raw::Number => self.number(start, end),
            Raw::Hash => self.hash(start),
            Raw::Quote => self.quote(start),
            Raw::BraceClose => self.brace_close(start, end),
            Raw::Slash => self.slash(start, end),
            Raw::Dot => self.dot(start, end),
            Raw::ParenOpen => {
                let glued = start == self.last_end && self.behind_name();
                self.push(if glued { Kind::GluedParen } else { Kind::ParenOpen }, start, end, 0);
            }
            Raw::BraceOpen => {
                self.hole = self.hole.map(|depth| depth + 1);
                self.push(Kind::BraceOpen, start, end, 0);
            }
            _ => self.push(plain_kind(raw), start, end, 0),
        }
    }

    /// Adds a token; its layout facts come from what was added before.
    fn push(&mut self, kind: Kind, start: usize, end: usize, data: u32) {
        let gap = self.out.text.get(self.line_seen()..start).unwrap_or_default();
        let starts_line = self.out.tokens.is_empty() || gap.contains('\n');
        let glued = !self.out.tokens.is_empty() && start == self.last_end;
        if let Some(doc) = self.doc.take() {
            self.out.docs.push((self.out.tokens.len() as u32, doc.into()));
        }
        let (start, end) = (start as u32, end as u32);
        self.out.tokens.push(Token { kind, glued, starts_line, start, end, data });
        self.last_end = end as usize;
    }

    /// End of the last token, where the search for a line break begins.
    fn line_seen(&self) -> usize {
        self.out.tokens.last().map_or(0, |token| token.end as usize)
    }

    /// Whether the last token is a name or its instance number.
    fn behind_name(&self) -> bool {
        let last = self.out.tokens.last();
        last.is_some_and(|token| token.kind.is_name() || token.kind == Kind::Instance)
    }

    /// Goes on at `end`, which the state machine has not reached yet.
    fn go_on_at(&mut self, end: usize) {
        let here = self.raw.span().end;
        self.raw.bump(end.saturating_sub(here));
    }

    fn report(&mut self, code: Code, start: usize, end: usize, message: impl Into<String>) {
        // One more than is shown, so that the parser can say that there are more.
        if self.out.diagnostics.len() <= DIAGNOSTICS_LIMIT {
            let span = self.place(start, end);
            self.out.diagnostics.push(Diagnostic::new(code, span, message));
        }
    }

    fn report_help(&mut self, code: Code, at: (usize, usize), message: String, help: String) {
        let known = self.out.diagnostics.len();
        self.report(code, at.0, at.1, message);
        if let Some(new) = self.out.diagnostics.get_mut(known) {
            new.help = Some(help);
        }
    }

    fn place(&self, start: usize, end: usize) -> Span {
        self.out.stretch(start as u32, end as u32)
    }

    /// The text from a byte on.
    fn rest(&self, from: usize) -> &'s str {
        self.out.text.get(from..).unwrap_or_default()
    }

    fn line_comment(&mut self, start: usize, end: usize) {
        let written = self.out.text.get(start..end).unwrap_or_default().trim_end();
        if let Some(doc) = written.strip_prefix("///").filter(|doc| !doc.starts_with('/')) {
            let line = doc.strip_prefix(' ').unwrap_or(doc);
            match &mut self.doc {
                Some(lines) => {
                    lines.push('\n');
                    lines.push_str(line);
                }
                None => self.doc = Some(line.to_string()),
            }
        }
        self.comment(start, start + written.len());
    }

    fn block_comment(&mut self, start: usize) {
        let end = match comment_end(self.rest(start)) {
            Some(length) => start + length,
            None => {
                self.report(Code::UnclosedComment, start, start + 2, "the comment is never closed");
                self.out.text.len()
            }
        };
        self.go_on_at(end);
        self.comment(start, end);
    }

    fn comment(&mut self, start: usize, end: usize) {
        let before = self.out.tokens.len() as u32;
        self.out.comments.push(Comment { start: start as u32, end: end as u32, before });
        // Nothing is glued to what stands behind a comment.
        self.last_end = usize::MAX;
    }

    fn number(&mut self, start: usize, digits_end: usize) {
        let suffix: usize = names::leading_word(self.rest(digits_end));
        let end = digits_end + suffix;
        self.go_on_at(end);
        let word = self.out.text.get(digits_end..end).unwrap_or_default();
        let unit = match (suffix, unit_of(word)) {
            (0, _) => None,
            (_, Some(unit)) => Some(unit),
            (_, None) => {
                let message = format!("`{word}` is no unit");
                let help = "the units are `s`, `ms`, `ticks`, `deg` and `rad`".to_string();
                self.report_help(Code::BadNumber, (start, end), message, help);
                None
            }
        };
        let digits = self.out.text.get(start..digits_end).unwrap_or_default();
        let value = digits.parse::<f32>().unwrap_or(f32::INFINITY);
        if !value.is_finite() {
            let shown = if digits.len() > 40 { "number" } else { &format!("number `{digits}`") };
            let message = format!("the {shown} is too large");
            self.report(Code::BadNumber, start, end, message);
        }
        let value = if value.is_finite() { value } else { 0.0 };
        self.push(Kind::Number(unit), start, end, value.to_bits());
    }

    /// `/s` glued behind an operand, or a division.
    fn slash(&mut self, start: usize, end: usize) {
        let last = self.out.tokens.last();
        let behind = start == self.last_end && last.is_some_and(|last| last.kind.ends_operand());
        if behind && names::leading_word(self.rest(end)) == 1 && self.rest(end).starts_with('s') {
            self.go_on_at(end + 1);
            self.push(Kind::PerSecond, start, end + 1, 0);
        } else {
            self.push(Kind::Slash, start, end, 0);
        }
    }

    /// A dot between names; before a digit it is the start of a number that lacks one.
    fn dot(&mut self, start: usize, end: usize) {
        let digits = self.rest(end).bytes().take_while(u8::is_ascii_digit).count();
        let glued = start == self.last_end;
        let number = self.out.tokens.last().is_some_and(|last| last.kind == Kind::Number(None));
        if glued && number && digits == 0 {
            let message = "a number has a digit behind its point".to_string();
            let help = "write `.0`, or leave the point out".to_string();
            return self.report_help(Code::BadNumber, (start, end), message, help);
        }
        if digits == 0 || glued {
            return self.push(Kind::Dot, start, end, 0);
        }
        let help = format!("write `0.{}`", self.rest(end).get(..digits).unwrap_or_default());
        let message = "a number has a digit before its point".to_string();
        self.report_help(Code::BadNumber, (start, end + digits), message, help);
    }

    fn brace_close(&mut self, start: usize, end: usize) {
        match self.hole {
            Some(0) => {
                self.hole = None;
                self.push(Kind::HoleClose, start, end, 0);
                self.string_goes_on(end);
            }
            Some(depth) => {
                self.hole = Some(depth - 1);
                self.push(Kind::BraceClose, start, end, 0);
            }
            None => self.push(Kind::BraceClose, start, end, 0),
        }
    }

    /// A character that begins no word. Full-width forms are read as what they look like.
    fn bad_character(&mut self, start: usize) {
        let Some(found) = self.rest(start).chars().next() else { return };
        let end = start + found.len_utf8();
        self.go_on_at(end);
        if let Some((ascii, kind)) = look_alike(found) {
            let message = format!("`{found}` (U+{:04X}) is not part of the language", found as u32);
            self.report_help(Code::BadCharacter, (start, end), message, format!("write `{ascii}`"));
            if let Some(kind) = kind {
                self.push(kind, start, end, 0);
            }
            return;
        }
        let joins = self.bad_end == start && start > 0;
        self.bad_end = end;
        let help = other_tongue(found);
        let alike = |d: &&mut Diagnostic| d.code == Code::BadCharacter && d.help.as_deref() == help;
        if let Some(last) = self.out.diagnostics.last_mut().filter(|d| joins && alike(d)) {
            last.span.end = last.span.end.max(self.out.base + end as u32);
            return;
        }
        let message = format!("`{}` (U+{:04X}) begins no word", found.escape_debug(), found as u32);
        match help {
            Some(help) => {
                self.report_help(Code::BadCharacter, (start, end), message, help.to_owned());
            }
            None => self.report(Code::BadCharacter, start, end, message),
        }
    }

    /// The number of a name; equal names share one.
    fn intern(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers_of_names.get(name) {
            return number;
        }
        let number = self.out.names.len() as u32;
        let name = Text::from(name);
        self.out.names.push(name.clone());
        self.numbers_of_names.insert(name, number);
        number
    }
}

/// The length of a block comment at the start of a text; comments nest.
fn comment_end(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        let next = bytes.peek().map(|&(_, next)| next);
        match (byte, next) {
            (b'/', Some(b'*')) => depth += 1,
            (b'*', Some(b'/')) => depth -= 1,
            _ => continue,
        }
        bytes.next();
        if depth == 0 {
            return Some(at + 2);
        }
    }
    None
}

/// The unit of this spelling.
pub fn unit_of(word: &str) -> Option<Unit> {
    match word {
        "s" => Some(Unit::Seconds),
        "ms" => Some(Unit::Milliseconds),
        "tick" | "ticks" => Some(Unit::Ticks),
        "deg" => Some(Unit::Degrees),
        "rad" => Some(Unit::Radians),
        _ => None,
    }
}

/// What to write for a full-width or typographic character, and the token it is read as.
/// What is written here instead of a character that other languages have.
fn other_tongue(found: char) -> Option<&'static str> {
    Some(match found {
        ';' => "leave it out: nothing separates items, states and edges",
        '&' => "write `and`",
        '|' => "write `or`",
        '!' => "write `not`",
        '\'' => "strings stand in `\"`, names in backticks",
        _ => return None,
    })
}

fn look_alike(found: char) -> Option<(char, Option<Kind>)> {
    let ascii = match found {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(found as u32 - 0xFEE0)?,
        '、' | '﹐' => ',',
        '。' => '.',
        '「' | '」' | '『' | '』' | '“' | '”' | '„' => '"',
        '‘' | '’' => '`',
        '【' | '〔' => '(',
        '】' | '〕' => ')',
        '〈' | '《' => '<',
        '〉' | '》' => '>',
        '–' | '—' | '−' => '-',
        '×' => '*',
        '÷' => '/',
        '\u{A0}' | '\u{2003}' | '\u{2002}' | '\u{2009}' => ' ',
        _ => return None,
    };
    Some((ascii, ascii_kind(ascii)))
}

fn ascii_kind(ascii: char) -> Option<Kind> {
    Some(match ascii {
        '(' => Kind::ParenOpen,
        ')' => Kind::ParenClose,
        '{' => Kind::BraceOpen,
        '}' => Kind::BraceClose,
        ',' => Kind::Comma,
        ':' => Kind::Colon,
        '.' => Kind::Dot,
        '=' => Kind::Set,
        '<' => Kind::Lt,
        '>' => Kind::Gt,
        '+' => Kind::Plus,
        '-' => Kind::Minus,
        '*' => Kind::Star,
        '/' => Kind::Slash,
        '%' => Kind::Percent,
        '~' => Kind::Tilde,
        _ => return None,
    })
}

/// The kind of a word that is decided by its spelling alone.
fn plain_kind(raw: Raw) -> Kind {
    match raw {
        Raw::ParenClose => Kind::ParenClose,
        Raw::Comma => Kind::Comma,
        Raw::Colon => Kind::Colon,
        Raw::DotDot => Kind::DotDot,
        Raw::Arrow => Kind::Arrow,
        Raw::Set => Kind::Set,
        Raw::SetAdd => Kind::SetAdd,
        Raw::SetSub => Kind::SetSub,
        Raw::SetMul => Kind::SetMul,
        Raw::SetDiv => Kind::SetDiv,
        Raw::Eq => Kind::Eq,
        Raw::Ne => Kind::Ne,
        Raw::Lt => Kind::Lt,
        Raw::Le => Kind::Le,
        Raw::Gt => Kind::Gt,
        Raw::Ge => Kind::Ge,
        Raw::Plus => Kind::Plus,
        Raw::Minus => Kind::Minus,
        Raw::Star => Kind::Star,
        Raw::Percent => Kind::Percent,
        Raw::Tilde => Kind::Tilde,
        // The rest is taken apart before this is asked.
        _ => Kind::Dot,
    }
}
