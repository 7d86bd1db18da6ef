//! Spaces between tokens, the width of stretches, and where a long line may be broken.
//!
//! In: a parsed file. Out: numbers. A space is never put where the language glues tokens, nor taken
//! away where that would glue them.

use super::WIDTH;
use crate::syntax::lexer::unit_of;
use crate::syntax::parser::{Minus, Parsed};
use crate::syntax::token::{Kind, Lexed, Token};
use crate::syntax::word::Word;

pub(super) struct Spacing<'p> {
    lexed: &'p Lexed<'p>,
    /// The tokens at which parts begin, in order.
    parts: Vec<usize>,
    /// Spaces before each token.
    before: Vec<usize>,
    /// Whether each token stands in a string, behind the opening quote.
    in_string: Vec<bool>,
    /// Column at which each token would end if all stood on one line.
    ends: Vec<usize>,
    /// How many comments that end a line stand before each token or an earlier one.
    line_ends: Vec<usize>,
}

impl<'p> Spacing<'p> {
    pub(super) fn new(parsed: &'p Parsed<'p>, parts: Vec<usize>) -> Self {
        let lexed = &parsed.lexed;
        let mut spacing = Self {
            lexed,
            parts,
            before: Vec::with_capacity(lexed.tokens.len()),
            in_string: Vec::with_capacity(lexed.tokens.len()),
            ends: Vec::with_capacity(lexed.tokens.len()),
            line_ends: Vec::with_capacity(lexed.tokens.len()),
        };
        let mut minuses = parsed.minuses.iter().copied().peekable();
        let mut comments = lexed.comments.iter().peekable();
        let (mut column, mut line_ends, mut last_minus, mut in_string) = (0, 0, None, false);
        for (at, &token) in lexed.tokens.iter().enumerate() {
            let minus = minuses.next_if(|(number, _)| *number == at).map(|(_, minus)| minus);
            let mut spaces = spacing.between(at, token, minus, last_minus);
            if in_string {
                // A string is written as it is, whatever stands in its holes.
                spaces = token.start as usize - lexed.token(at - 1).end as usize;
            }
            spacing.in_string.push(in_string);
            in_string = (in_string || token.kind == Kind::Quote) && token.kind != Kind::Unquote;
            column += spaces + width(lexed.written(token));
            while let Some(comment) = comments.next_if(|comment| comment.before as usize <= at) {
                let text = lexed.slice(comment.start, comment.end);
                line_ends += usize::from(ends_line(lexed, comment.start, text));
                column += if in_string { 0 } else { width(text) + 1 };
            }
            spacing.before.push(spaces);
            spacing.ends.push(column);
            spacing.line_ends.push(line_ends);
            last_minus = (token.kind == Kind::Minus).then_some(minus);
        }
        spacing
    }

    /// Spaces before a token.
    pub(super) fn before(&self, at: usize) -> usize {
        self.before.get(at).copied().unwrap_or(1)
    }

    /// Puts more spaces before a token; what a line is wide does not change by it.
    pub(super) fn widen(&mut self, at: usize, more: usize) {
        if let Some(spaces) = self.before.get_mut(at) {
            *spaces += more;
        }
    }

    /// Whether tokens fit on one line, with no comment between them that ends it.
    pub(super) fn fits(&self, from: usize, to: usize, indent: usize) -> bool {
        self.width(from, to).is_some_and(|width| indent + width <= WIDTH)
    }

    /// Whether no blank line and no comment of its own line stands before a token; `behind` is the
    /// first token behind the line before.
    pub(super) fn is_next_line(&self, behind: usize, at: usize) -> bool {
        let end = behind.checked_sub(1).map_or(0, |last| self.lexed.token(last).end);
        let between = self.lexed.slice(end, self.lexed.token(at).start);
        between.bytes().filter(|&byte| byte == b'\n').count() <= 1
    }

    pub(super) fn token(&self, at: usize) -> Token {
        self.lexed.token(at)
    }

    /// The width of a stretch on one line; nothing where a comment ends the line within.
    pub(super) fn width(&self, from: usize, to: usize) -> Option<usize> {
        let last = to.checked_sub(1)?;
        if self.line_ends.get(last)? > self.line_ends.get(from)? {
            return None;
        }
        Some(self.stretch(from, last))
    }

    /// The width from the start of one token to the end of another.
    fn stretch(&self, from: usize, last: usize) -> usize {
        let end = |at: usize| self.ends.get(at).copied().unwrap_or_default();
        let own = width(self.lexed.written(self.lexed.token(from)));
        end(last) - end(from) + own
    }

    /// Before which tokens a line is broken that does not fit: as late as possible.
    pub(super) fn breaks(&self, from: usize, to: usize, indent: usize) -> Vec<usize> {
        let mut breaks = Vec::new();
        let (mut start, mut left) = (from, indent);
        let mut candidate = None;
        for at in from + 1..to {
            if self.may_break(at) {
                candidate = Some(at);
            }
            let over = left + self.stretch(start, at) > WIDTH;
            if let Some(place) = candidate.filter(|_| over) {
                breaks.push(place);
                (start, left, candidate) = (place, indent + 4, None);
            }
        }
        breaks
    }

    fn may_break(&self, at: usize) -> bool {
        let here = self.lexed.token(at).kind;
        let before = self.lexed.token(at.saturating_sub(1)).kind;
        let word = matches!(here, Kind::Word(Word::And | Word::Or | Word::Do));
        let whole = !self.in_string.get(at).is_some_and(|inside| *inside);
        whole && (before == Kind::Comma || word || here == Kind::Arrow)
    }

    fn between(
        &self,
        at: usize,
        token: Token,
        minus: Option<Minus>,
        last_minus: Option<Option<Minus>>,
    ) -> usize {
        let Some(last) = at.checked_sub(1).map(|last| self.lexed.token(last)) else { return 0 };
        if glued_before(token.kind) || glued_behind(last.kind) {
            return 0;
        }
        match last_minus {
            Some(Some(Minus::Sign)) => return 0,
            Some(None) => return usize::from(!token.glued),
            _ => {}
        }
        if token.kind == Kind::Minus && minus.is_none() || self.in_fraction(at) {
            return usize::from(!token.glued && !self.in_fraction(at));
        }
        // Edges, states and other parts beside each other on one line stand further apart.
        let apart = last.kind != Kind::BraceOpen && self.parts.binary_search(&at).is_ok();
        if apart { 2 } else { 1 }
    }

    /// Whether a token stands in `1/30 s`, behind the first number.
    fn in_fraction(&self, at: usize) -> bool {
        let slash = match self.lexed.token(at).kind {
            Kind::Slash => at,
            Kind::Number(_) if at > 0 => at - 1,
            _ => return false,
        };
        let Some(first) = slash.checked_sub(1).map(|first| self.lexed.token(first).kind) else {
            return false;
        };
        let unit = match self.lexed.token(slash + 1).kind {
            Kind::Number(Some(_)) => true,
            Kind::Number(None) => {
                let word = self.lexed.token(slash + 2);
                matches!(word.kind, Kind::Word(_)) && unit_of(self.lexed.written(word)).is_some()
            }
            _ => false,
        };
        self.lexed.token(slash).kind == Kind::Slash && first == Kind::Number(None) && unit
    }
}

fn glued_before(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::GluedParen
            | Kind::Instance
            | Kind::PerSecond
            | Kind::Dot
            | Kind::DotDot
            | Kind::Comma
            | Kind::Colon
            | Kind::ParenClose
    )
}

fn glued_behind(kind: Kind) -> bool {
    kind.opens_paren() || matches!(kind, Kind::Dot | Kind::DotDot)
}

/// The width of a text in characters.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Whether a comment ends the line it stands on, or begins one.
pub(super) fn ends_line(lexed: &Lexed<'_>, start: u32, comment: &str) -> bool {
    comment.starts_with("//") || comment.contains('\n') || stands_alone(lexed, start, comment)
}

/// Whether nothing else stands on the line of a comment.
fn stands_alone(lexed: &Lexed<'_>, start: u32, comment: &str) -> bool {
    let end = start + comment.len() as u32;
    let before = lexed.slice(0, start);
    let line = before.rfind('\n').map_or(before, |at| before.get(at..).unwrap_or_default());
    let behind = lexed.text.get(end as usize..).unwrap_or_default();
    let rest = behind.lines().next().unwrap_or_default();
    line.trim().is_empty() && rest.trim().is_empty()
}
