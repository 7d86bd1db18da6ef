//! The bracket pass: finds unclosed and stray brackets before the parser runs, and mends them.
//!
//! In: tokens as they were written. Out: tokens whose brackets match, and an error for each one that
//! did not. Where the writing is balanced nothing is touched; only otherwise the indentation and
//! the words that cannot stand inside a bracket say which bracket is the wrong one.

use super::token::{Kind, Lexed, Token};
use super::word::Word;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Mends the brackets of a text in place.
pub fn mend(lexed: &mut Lexed<'_>) {
    let Some(surplus) = surplus(&lexed.tokens) else { return };
    let mut mender =
        Mender { lexed, open: Vec::new(), out: Vec::new(), faults: Vec::new(), surplus };
    mender.run();
    let Mender { out, faults, .. } = mender;
    let docs = moved_docs(&lexed.docs, &lexed.tokens, &out);
    lexed.docs = docs;
    lexed.tokens = out;
    lexed.diagnostics.extend(faults);
}

/// How many more braces are closed than opened; nothing where all brackets match.
fn surplus(tokens: &[Token]) -> Option<isize> {
    let mut open = Vec::new();
    let mut surplus = 0;
    let mut wrong = false;
    for token in tokens {
        match token.kind {
            Kind::BraceOpen => surplus -= 1,
            Kind::BraceClose => surplus += 1,
            _ => {}
        }
        if let Some(closer) = closer_of(token.kind) {
            open.push(closer);
        } else if is_closer(token.kind) {
            wrong |= open.pop() != Some(token.kind);
        }
    }
    (wrong || !open.is_empty()).then_some(surplus)
}

fn closer_of(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::GluedParen | Kind::ParenOpen => Some(Kind::ParenClose),
        Kind::BraceOpen => Some(Kind::BraceClose),
        Kind::HoleOpen => Some(Kind::HoleClose),
        _ => None,
    }
}

fn is_closer(kind: Kind) -> bool {
    matches!(kind, Kind::ParenClose | Kind::BraceClose | Kind::HoleClose)
}

/// Doc comments stand with their tokens, whose numbers have changed.
fn moved_docs<T: Clone>(docs: &[(u32, T)], old: &[Token], new: &[Token]) -> Vec<(u32, T)> {
    let mut from = 0;
    let mut moved = Vec::new();
    for (number, doc) in docs {
        let Some(token) = old.get(*number as usize) else { continue };
        let rest = new.get(from..).unwrap_or_default();
        let Some(step) = rest.iter().position(|t| t.start >= token.start && t.end > t.start) else {
            continue;
        };
        from += step;
        moved.push((from as u32, doc.clone()));
    }
    moved
}

/// An open bracket: its token, what closes it, and how deep its line is indented.
struct Open {
    token: Token,
    closer: Kind,
    indent: usize,
}

struct Mender<'l, 's> {
    lexed: &'l Lexed<'s>,
    open: Vec<Open>,
    out: Vec<Token>,
    faults: Vec<Diagnostic>,
    surplus: isize,
}

impl Mender<'_, '_> {
    fn run(&mut self) {
        let lexed = self.lexed;
        for (at, &token) in lexed.tokens.iter().enumerate() {
            self.close_before(at, token);
            if let Some(closer) = closer_of(token.kind) {
                self.open.push(Open { token, closer, indent: lexed.indent(token.start) });
                self.out.push(token);
            } else if is_closer(token.kind) {
                self.close(token);
            } else {
                self.out.push(token);
            }
        }
        self.close_down_to(0, lexed.end());
    }

    /// Closes what cannot be open where this token stands.
    fn close_before(&mut self, at: usize, token: Token) {
        if self.open.is_empty() {
            return;
        }
        let next = self.lexed.token(at + 1).kind;
        let item = token.starts_line && begins_item(token.kind, next);
        if item || ends_parens(token.kind) {
            let keep = self.open.iter().rposition(|open| open.closer != Kind::ParenClose);
            self.close_down_to(keep.map_or(0, |last| last + 1), token);
        }
        if item && self.surplus < 0 {
            let column = self.lexed.column(token.start);
            let outer = self.open.iter().position(|open| open.indent >= column);
            self.close_down_to(outer.unwrap_or(self.open.len()), token);
        }
    }

    /// Closes all brackets but the outermost `keep`, before `token`.
    fn close_down_to(&mut self, keep: usize, token: Token) {
        while self.open.len() > keep {
            let Some(open) = self.open.pop() else { return };
            self.unclosed(&open, token);
            let (start, end) = (token.start, token.start);
            let glued = false;
            self.out.push(Token {
                kind: open.closer,
                glued,
                starts_line: false,
                start,
                end,
                data: 0,
            });
        }
    }

    /// Its partner may well stand in a string that does not end, which has an error already.
    fn swallowed(&self, open: &Open) -> bool {
        let from = self.lexed.span(open.token);
        let strings = self.lexed.diagnostics.iter().filter(|d| d.code == Code::UnclosedString);
        let mut behind = strings.map(|d| d.span.start).filter(|start| *start > from.start);
        behind.any(|start| {
            let between = Span::new(from.file, from.start, start);
            !self.lexed.written_at(between).contains('\n')
        })
    }

    fn unclosed(&mut self, open: &Open, before: Token) {
        if self.swallowed(open) {
            return;
        }
        let written = self.lexed.written(open.token);
        let closer = match open.closer {
            Kind::ParenClose => ")",
            _ => "}",
        };
        let span = self.lexed.span(open.token);
        let mut before = self.lexed.span(before);
        before.end = before.end.max(before.start);
        let fault = Diagnostic::new(
            Code::UnclosedBracket,
            span,
            format!("the `{written}` is never closed"),
        );
        let fault = fault.label("opened here").help(format!("write `{closer}`"));
        self.faults.push(fault.also(before, format!("a `{closer}` is missing before this")));
    }

    fn close(&mut self, token: Token) {
        if token.kind != Kind::ParenClose {
            let inner = self.open.iter().rposition(|open| open.closer != Kind::ParenClose);
            self.close_down_to(inner.map_or(0, |last| last + 1), token);
        }
        if token.kind == Kind::BraceClose && token.starts_line {
            let column = self.lexed.column(token.start);
            if self.surplus < 0 {
                self.close_deeper_lines(column, token);
            } else if self.surplus > 0 && self.open.last().is_some_and(|open| open.indent < column)
            {
                self.surplus -= 1;
                return self.stray(token);
            }
        }
        match self.open.last() {
            Some(open) if open.closer == token.kind => {
                self.open.pop();
                self.out.push(token);
            }
            _ => {
                self.surplus -= isize::from(token.kind == Kind::BraceClose);
                self.stray(token);
            }
        }
    }

    /// A `}` first in its line closes the brace whose line is indented like it, where there is one.
    fn close_deeper_lines(&mut self, column: usize, token: Token) {
        let partner = self.open.iter().rposition(|open| open.indent == column);
        if let Some(partner) = partner {
            self.surplus += (self.open.len() - partner - 1) as isize;
            self.close_down_to(partner + 1, token);
        }
    }

    fn stray(&mut self, token: Token) {
        let span = self.lexed.span(token);
        if let Some(last) = self.faults.last_mut() {
            let between = self.lexed.written_at(Span::new(span.file, last.span.end, span.start));
            if last.code == Code::StrayBracket && between.trim().is_empty() {
                last.span.end = span.end;
                return;
            }
        }
        let written = self.lexed.written(token);
        let fault =
            Diagnostic::new(Code::StrayBracket, span, format!("the `{written}` closes nothing"));
        self.faults.push(fault.label("nothing is open here").help("take it out"));
    }
}

/// Whether no round bracket can be open where this stands.
fn ends_parens(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Word(Word::State | Word::On | Word::After | Word::Do)
            | Kind::Arrow
            | Kind::BraceOpen
            | Kind::BraceClose
    )
}

/// Whether two tokens look like the beginning of an item.
pub fn begins_item(first: Kind, second: Kind) -> bool {
    let Kind::Word(word) = first else { return false };
    match word {
        Word::World | Word::Host => second == Kind::BraceOpen,
        Word::Test | Word::Hooks => second == Kind::Quote,
        Word::Use => second == Kind::Quote || second.is_name(),
        Word::Const | Word::Atom | Word::Character | Word::Diagram => second.is_name(),
        Word::Group | Word::Pair | Word::Flow => second.is_name(),
        _ => false,
    }
}
