//! The one error type of the grammar, and how it becomes a [`Diagnostic`].
//!
//! In: what a rule wanted and where it stood, or a finding that a rule words itself. Out:
//! diagnostics, at most one for each construct. It is small because every alternative that does not
//! fit makes one: what was wanted is a set of bits.

use chumsky::error::{Error, LabelError};
use chumsky::span::SimpleSpan;
use chumsky::util::MaybeRef;

use super::{In, hint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::lexer::DIAGNOSTICS_LIMIT;
use crate::syntax::token::{Kind, Lexed, Token};

macro_rules! wants {
    ($($name:ident = $text:literal)*) => {
        /// What may be wanted at a place, in the order in which it is named.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Want { $($name,)* }

        const WANTS: &[(Want, &str)] = &[$((Want::$name, $text),)*];
    };
}

wants! {
    Item = "an item (`character`, `group`, `world` …)"
    Member = "a member (`shape`, `part`, `var`, `diagram` …)"
    Setting = "a setting (`kind`, `size`, `camera` …)"
    HostEntry = "what the host has (`message`, `input`, `action` …)"
    State = "`state`"
    Edge = "an edge (`on`, `after`, `else`)"
    Spawn = "a character to place"
    Step = "a step of a test (`run`, `press`, `expect` …)"
    Action = "an action"
    Expression = "an expression"
    Operand = "an operand"
    Time = "a time"
    Colour = "a colour"
    Shape = "a shape"
    Aim = "a reference or `at`"
    Receiver = "whom it goes to"
    Target = "a state to go to"
    Name = "a name"
    String = "a string"
    Number = "a number"
    Argument = "an argument"
    Axis = "an axis"
    World = "`space`, `ground` or `room`"
    ParamKind = "a kind (`number`, `flag`, `who` …)"
    Vertical = "`top`, `middle` or `bottom`"
    Horizontal = "`left`, `center` or `right`"
    Bounds = "`auto`, `none` or `box`"
    Frame = "`parent` or `world`"
    ResetWhat = "`move`, `rotate` or `scale`"
    Pairing = "`first` or `best`"
    Assignment = "`=`"
    Arrow = "`->`"
    Do = "`do`"
    DoOrIf = "`do` or `if`"
    Then = "`then`"
    Else = "`else`"
    To = "`to`"
    Of = "`of`"
    For = "`for`"
    With = "`with`"
    Max = "`max`"
    Comma = "`,`"
    Colon = "`:`"
    Dot = "`.`"
    Less = "`<`"
    Greater = "`>`"
    ParenOpen = "`(`"
    ParenClose = "`)`"
    BraceOpen = "`{`"
    BraceClose = "`}`"
    Tilde = "`~`"
    Nothing = ""
}

/// Where one of these is wanted, a wrong word was written rather than one left out.
const BEGINNINGS: u64 = 1 << Want::Item as u64
    | 1 << Want::Member as u64
    | 1 << Want::Setting as u64
    | 1 << Want::HostEntry as u64
    | 1 << Want::Spawn as u64
    | 1 << Want::Step as u64
    | 1 << Want::State as u64;

/// Why a rule does not fit.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// The token at which it stood.
    pub(super) at: usize,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// A set of [`Want`]s.
    Wanted(u64),
    /// A finding with words of its own.
    Said(Box<Diagnostic>),
}

impl Problem {
    /// Something else was wanted at this token.
    pub(super) fn wanted(at: usize, want: Want) -> Self {
        let bits = if want == Want::Nothing { 0 } else { 1 << want as u32 };
        Self { at, what: What::Wanted(bits) }
    }

    /// A finding with words of its own.
    pub(super) fn said(at: usize, diagnostic: Diagnostic) -> Self {
        Self { at, what: What::Said(Box::new(diagnostic)) }
    }

    /// This name was written where something else is wanted; the parser stands further on.
    pub(super) fn misread(at: usize, name: usize, want: Want, lexed: &Lexed<'_>) -> Self {
        Self::said(at, unexpected(name, 1 << want as u64, lexed))
    }

    /// Whether it has words of its own.
    pub(super) fn is_said(&self) -> bool {
        matches!(self.what, What::Said(_))
    }

    /// Something else would have done as well.
    pub(super) fn and(mut self, want: Want) -> Self {
        if let What::Wanted(bits) = &mut self.what {
            *bits |= 1 << want as u32;
        }
        self
    }

    /// What is wanted as a whole, where not even its first token fits.
    pub(super) fn instead(self, start: usize, want: Want) -> Self {
        match self.what {
            What::Wanted(_) if self.at == start => Self::wanted(start, want),
            _ => self,
        }
    }

    /// The same, where the expression in a string is wrong.
    pub(super) fn in_string(self, start: usize, lexed: &Lexed<'_>) -> Self {
        let What::Wanted(bits) = self.what else { return self };
        let mut diagnostic = unexpected(self.at, bits, lexed);
        diagnostic.code = Code::BadString;
        if self.at == start {
            diagnostic =
                diagnostic.help("a `{` in a string that begins no expression is written `\\{`");
        }
        Self::said(self.at, diagnostic)
    }

    fn joined(self, other: Self) -> Self {
        match (self.at.cmp(&other.at), &self.what, &other.what) {
            (std::cmp::Ordering::Less, ..) => other,
            (std::cmp::Ordering::Greater, ..) => self,
            (_, What::Wanted(a), What::Wanted(b)) => {
                Self { at: self.at, what: What::Wanted(a | b) }
            }
            (_, What::Wanted(_), What::Said(_)) => other,
            (_, What::Said(_), _) => self,
        }
    }
}

impl<'t> Error<'t, In<'t>> for Problem {
    fn merge(self, other: Self) -> Self {
        self.joined(other)
    }
}

impl<'t, L> LabelError<'t, In<'t>, L> for Problem {
    fn expected_found<E: IntoIterator<Item = L>>(
        _expected: E,
        _found: Option<MaybeRef<'t, Token>>,
        span: SimpleSpan<usize>,
    ) -> Self {
        Self::wanted(span.start, Want::Nothing)
    }
}

/// The findings of a parse, without those that only follow from others: an error in a stretch that
/// was swallowed for another reason, and one that was made twice.
pub(super) fn diagnostics(
    problems: Vec<Problem>,
    lexed: &Lexed<'_>,
    swallowed: &[(usize, usize)],
) -> Vec<Diagnostic> {
    let mut known: Vec<u32> =
        lexed.diagnostics.iter().map(|known| known.span.start - lexed.base).collect();
    known.sort_unstable();
    let mut ranges: Vec<(usize, usize)> = swallowed.to_vec();
    ranges.sort_unstable();
    let mut found: Vec<Diagnostic> = Vec::new();
    for Problem { at, what } in problems {
        if found.len() > DIAGNOSTICS_LIMIT {
            break;
        }
        let token = lexed.token(at);
        if token.start == token.end && token.kind != Kind::End {
            // A bracket that was put in because it was missing has been reported.
            continue;
        }
        let diagnostic = match what {
            What::Said(diagnostic) => *diagnostic,
            What::Wanted(_) if follows(at, lexed, &known, &ranges) => continue,
            What::Wanted(bits) => unexpected(at, bits, lexed),
        };
        found.push(diagnostic);
    }
    found.sort_by_key(|d| (d.span.start, d.span.end, d.code));
    found.dedup_by_key(|d| (d.span, d.code));
    found
}

/// Whether the construct that was given up at this token holds a finding of the lexer or the
/// bracket pass.
fn follows(at: usize, lexed: &Lexed<'_>, known: &[u32], ranges: &[(usize, usize)]) -> bool {
    let upto = ranges.partition_point(|&(start, _)| start <= at);
    let candidates = ranges.get(..upto).unwrap_or_default().iter().rev().take(8);
    for &(start, end) in candidates.filter(|(_, end)| at <= *end) {
        let from = start.checked_sub(1).map_or(0, |before| lexed.token(before).end);
        let to = lexed.token(end.max(at)).end;
        let first = known.partition_point(|&place| place < from);
        if known.get(first).is_some_and(|&place| place < to) {
            return true;
        }
    }
    false
}

/// "expected …, found …", at the token that was found, or behind the one before where a new line or
/// a closing bracket was found.
fn unexpected(at: usize, bits: u64, lexed: &Lexed<'_>) -> Diagnostic {
    let found = lexed.token(at);
    let wanted = in_words(bits);
    let before = at.checked_sub(1).map(|before| lexed.token(before));
    match before {
        Some(before) if found.starts_line && bits & BEGINNINGS == 0 => {
            let message = format!("expected {wanted} after {}", shown(before, lexed));
            Diagnostic::new(Code::Syntax, lexed.span(before), message)
                .label(format!("{wanted} is missing behind this"))
        }
        _ => {
            let message = format!("expected {wanted}, found {}", shown(found, lexed));
            let diagnostic = Diagnostic::new(Code::Syntax, lexed.span(found), message)
                .label(format!("expected {wanted}"));
            match hint::help(lexed, at, |want| bits & (1 << want as u64) != 0) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        }
    }
}

/// A token in the words of a message.
pub(super) fn shown(token: Token, lexed: &Lexed<'_>) -> String {
    match token.kind {
        Kind::End => "the end of the text".to_string(),
        Kind::Quote | Kind::Piece | Kind::Unquote => "a string".to_string(),
        Kind::Quoted => lexed.written(token).to_string(),
        _ => {
            let written = lexed.written(token);
            let short: String = written.chars().take(40).collect();
            if short.len() < written.len() { format!("`{short}…`") } else { format!("`{short}`") }
        }
    }
}

/// `a`, `a or b`, `a, b or c`; at most five.
fn in_words(bits: u64) -> String {
    let wants = WANTS.iter().filter(|(want, _)| bits & (1 << *want as u32) != 0);
    let words: Vec<&str> = wants.map(|(_, text)| *text).take(5).collect();
    match words.split_last() {
        None => "something else".to_string(),
        Some((last, [])) => (*last).to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// The span from one token to another, both included.
pub(super) fn across(lexed: &Lexed<'_>, from: usize, to: usize) -> Span {
    lexed.span(lexed.token(from)).to(lexed.span(lexed.token(to.max(from))))
}
