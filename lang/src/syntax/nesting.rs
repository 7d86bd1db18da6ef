//! How deep a text nests, measured on tokens before anything recurses over it.
//!
//! In: tokens. Out: one error where a limit is passed. Two things are bounded: how deep the parser
//! descends (brackets, prefix operators, `if`), and how high a tree grows (operators of one
//! expression pile up to the left). It reports no unbalanced brackets.

use super::token::{Kind, Lexed, Token};
use super::word::Word;
use crate::diagnostic::{Code, Diagnostic};

/// Brackets, prefix operators and `if` inside each other: the parser's stack bears no more.
pub const NESTING_LIMIT: usize = 128;

/// Operators of one expression, with those of the brackets in it: the tree's height.
pub const HEIGHT_LIMIT: usize = 256;

/// What is open between two brackets.
#[derive(Default)]
struct Level {
    /// Prefix operators before the operand that is to come.
    prefixes: usize,
    /// `if`s of the expression at hand.
    ifs: usize,
    /// Operators of the expression at hand.
    operators: usize,
    /// The highest operand of it.
    operand: usize,
}

impl Level {
    fn depth(&self) -> usize {
        1 + self.prefixes + self.ifs
    }

    fn height(&self) -> usize {
        self.operators + self.ifs + self.operand
    }
}

/// The first place that nests too deep: deeper than `most`, or than the parser bears.
pub fn check(lexed: &Lexed<'_>, most: usize) -> Option<Diagnostic> {
    let most = most.min(NESTING_LIMIT);
    let mut levels = vec![Level::default()];
    let mut depth = 1;
    let mut last = Kind::Comma;
    for &token in &lexed.tokens {
        let level = levels.last_mut()?;
        depth -= level.depth();
        step(level, token.kind, last);
        depth += level.depth();
        match token.kind {
            kind if opens(kind) => {
                levels.push(Level::default());
                depth += 1;
            }
            kind if closes(kind) && levels.len() > 1 => {
                let inner = levels.pop()?;
                depth -= inner.depth();
                let outer = levels.last_mut()?;
                outer.operand = outer.operand.max(inner.height() + 1);
            }
            _ => {}
        }
        last = token.kind;
        if depth > most.saturating_add(1) {
            return Some(too_deep(lexed, token, "nests deeper", most));
        }
        if levels.last()?.height() > HEIGHT_LIMIT {
            return Some(too_deep(lexed, token, "has more operators", HEIGHT_LIMIT));
        }
    }
    None
}

fn too_deep(lexed: &Lexed<'_>, token: Token, what: &str, limit: usize) -> Diagnostic {
    let message = format!("the text {what} than the limit of {limit}");
    Diagnostic::new(Code::NestingTooDeep, lexed.span(token), message)
        .label("too much here")
        .help("give parts of it names of their own")
}

fn opens(kind: Kind) -> bool {
    kind.opens_paren() || matches!(kind, Kind::BraceOpen | Kind::HoleOpen)
}

fn closes(kind: Kind) -> bool {
    matches!(kind, Kind::ParenClose | Kind::BraceClose | Kind::HoleClose)
}

/// Counts a token into the level it stands in.
fn step(level: &mut Level, kind: Kind, last: Kind) {
    match kind {
        Kind::Minus if last.ends_operand() => level.operators += 1,
        Kind::Minus | Kind::Word(Word::Not) => level.prefixes += 1,
        Kind::Word(Word::If) => level.ifs += 1,
        Kind::Word(Word::Then | Word::Else) => {}
        Kind::Word(Word::And | Word::Or | Word::Is) | Kind::PerSecond => level.operators += 1,
        Kind::Plus | Kind::Star | Kind::Slash | Kind::Percent => level.operators += 1,
        Kind::Eq | Kind::Ne | Kind::Lt | Kind::Le | Kind::Gt | Kind::Ge => level.operators += 1,
        Kind::Dot | Kind::Instance | Kind::GluedParen => {}
        _ if kind.begins_operand() && !last.ends_operand() => level.prefixes = 0,
        // Anything else, and an operand next to an operand, ends the expression.
        _ if !closes(kind) => *level = Level::default(),
        _ => {}
    }
}
