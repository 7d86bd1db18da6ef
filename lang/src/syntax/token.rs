//! Tokens: the words of a text with their places and what stands glued to what.
//!
//! In: nothing. Out: the types that the lexer fills and the parser, the printer of tokens and the
//! layout read. A token holds no text of its own: names, numbers and pieces of strings are looked
//! up in the [`Lexed`] text it belongs to.

use super::ast::Unit;
use super::word::Word;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span, Text};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A plain word of the language; also a name, unless reserved.
    Word(Word),
    /// Any other plain identifier.
    Name,
    /// A name in backticks.
    Quoted,
    /// A number with the unit glued to it.
    Number(Option<Unit>),
    /// `#2` glued behind a name.
    Instance,
    /// `#rrggbb`.
    Colour,
    /// The quote that opens a string.
    Quote,
    /// Literal text in a string.
    Piece,
    /// `{` in a string.
    HoleOpen,
    /// `}` in a string.
    HoleClose,
    /// The quote that closes a string.
    Unquote,
    /// `/s` glued behind an operand.
    PerSecond,
    /// `(` glued behind a name.
    GluedParen,
    /// Any other `(`.
    ParenOpen,
    /// `)`
    ParenClose,
    /// `{`
    BraceOpen,
    /// `}`
    BraceClose,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `.`
    Dot,
    /// `..`
    DotDot,
    /// `->`
    Arrow,
    /// `=`
    Set,
    /// `+=`
    SetAdd,
    /// `-=`
    SetSub,
    /// `*=`
    SetMul,
    /// `/=`
    SetDiv,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `~`
    Tilde,
    /// Behind the last token.
    End,
}

impl Kind {
    /// Whether it can be a name where only a name may stand.
    pub fn is_name(self) -> bool {
        match self {
            Kind::Word(word) => !word.is_reserved(),
            Kind::Name | Kind::Quoted => true,
            _ => false,
        }
    }

    /// Whether an operand may begin with it.
    pub fn begins_operand(self) -> bool {
        self.is_name()
            || matches!(
                self,
                Kind::Number(_) | Kind::Colour | Kind::Quote | Kind::GluedParen | Kind::ParenOpen
            )
            || matches!(self, Kind::Word(Word::True | Word::False))
    }

    /// Whether an operand may end with it.
    pub fn ends_operand(self) -> bool {
        self.is_name()
            || matches!(
                self,
                Kind::Number(_) | Kind::Colour | Kind::Unquote | Kind::ParenClose | Kind::PerSecond
            )
            || matches!(self, Kind::Instance | Kind::Word(Word::True | Word::False))
    }

    /// Whether it opens a round bracket, glued or not.
    pub fn opens_paren(self) -> bool {
        matches!(self, Kind::GluedParen | Kind::ParenOpen)
    }
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Nothing stands between it and the token before.
    pub glued: bool,
    /// It is the first of its line.
    pub starts_line: bool,
    /// First byte.
    pub start: u32,
    /// First byte behind it.
    pub end: u32,
    /// Names and pieces: their number in [`Lexed::names`]; numbers: the bits of the `f32`;
    /// colours: the packed value; instance numbers: the number.
    pub data: u32,
}

/// A comment, kept for the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// First byte.
    pub start: u32,
    /// First byte behind it.
    pub end: u32,
    /// How many tokens stand before it.
    pub before: u32,
}

/// A text taken apart.
#[derive(Debug)]
pub struct Lexed<'s> {
    /// The text.
    pub text: &'s str,
    /// Its file.
    pub file: FileId,
    /// Where the text begins in its file; bytes of tokens and comments are counted in the text.
    pub base: u32,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Names and pieces of strings, each once; the words of the language stand first.
    pub names: Vec<Text>,
    /// All comments in order.
    pub comments: Vec<Comment>,
    /// `///` text before a token (by its number).
    pub docs: Vec<(u32, Text)>,
    /// What is wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl Lexed<'_> {
    /// The text between two bytes; empty where that is no stretch of characters.
    pub fn slice(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// A token as written.
    pub fn written(&self, token: Token) -> &str {
        self.slice(token.start, token.end)
    }

    /// The name or piece of a token.
    pub fn name(&self, token: Token) -> Text {
        self.names.get(token.data as usize).cloned().unwrap_or_default()
    }

    /// The place of a token.
    pub fn span(&self, token: Token) -> Span {
        self.stretch(token.start, token.end)
    }

    /// The place of a stretch of the text.
    pub fn stretch(&self, start: u32, end: u32) -> Span {
        Span::new(self.file, self.base + start, self.base + end)
    }

    /// What is written at a place.
    pub fn written_at(&self, span: Span) -> &str {
        self.slice(span.start.saturating_sub(self.base), span.end.saturating_sub(self.base))
    }

    /// The token of this number, or one of kind [`Kind::End`].
    pub fn token(&self, index: usize) -> Token {
        self.tokens.get(index).copied().unwrap_or_else(|| self.end())
    }

    /// A token behind the last one.
    pub fn end(&self) -> Token {
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        Token { kind: Kind::End, glued: false, starts_line: true, start: end, end, data: 0 }
    }

    /// How many characters stand before a byte in its line.
    pub fn column(&self, byte: u32) -> usize {
        let before = self.slice(0, byte);
        before.chars().rev().take_while(|&c| c != '\n').count()
    }

    /// How deep the line of a byte is indented.
    pub fn indent(&self, byte: u32) -> usize {
        let line_start = self.slice(0, byte).rfind('\n').map_or(0, |at| at + 1);
        let line = self.text.get(line_start..).unwrap_or_default();
        line.chars().take_while(|&c| c != '\n' && c.is_whitespace()).count()
    }

    /// The `///` text before the token of this number.
    pub fn doc(&self, index: usize) -> Option<Text> {
        let found = self.docs.binary_search_by_key(&(index as u32), |(token, _)| *token).ok()?;
        self.docs.get(found).map(|(_, text)| text.clone())
    }
}
