//! The list of diagnostic codes.
//!
//! Each code has a page in `spec/diagnostics/CODE.md` that shows it, runs as a test and is what
//! `islay explain CODE` prints.

use super::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal, $severity:ident;)*) => {
        /// The code of a diagnostic; its name is stable, messages may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// All codes.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The kebab-case name.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    // Words.
    /// A character that no word of the language begins with (a full-width bracket names its ASCII one).
    BadCharacter = "bad-character", Error;
    /// A number that cannot be read or is not finite.
    BadNumber = "bad-number", Error;
    /// A string that does not end on its line.
    UnclosedString = "unclosed-string", Error;
    /// A `/* */` comment that does not end.
    UnclosedComment = "unclosed-comment", Error;
    /// A backslash before a character that is no escape, or a broken `{expr}`.
    BadString = "bad-string", Error;
    /// `#` with a number of digits that is no colour.
    BadColour = "bad-colour", Error;
    /// A name in backticks that is empty, not closed, or holds control characters.
    BadName = "bad-name", Error;
    /// The text, or its number of tokens, is larger than the limit.
    SourceTooLarge = "source-too-large", Error;
    /// Brackets or expressions nest deeper than the limit.
    NestingTooDeep = "nesting-too-deep", Error;
    // Grammar.
    /// Something else was expected here.
    Syntax = "syntax", Error;
    /// A bracket that is never closed.
    UnclosedBracket = "unclosed-bracket", Error;
    /// A closing bracket that closes nothing, or the wrong kind.
    StrayBracket = "stray-bracket", Error;
    /// A reserved word where a name is wanted.
    ReservedWord = "reserved-word", Error;
    /// A scope edge behind the states it stands over.
    EdgeAfterStates = "edge-after-states", Error;
    /// An edge with neither `do` nor arrow.
    EdgeWithoutEffect = "edge-without-effect", Error;
    /// `else` that is not last, or on a state with inner states.
    MisplacedElse = "misplaced-else", Error;
    /// An operand with an operator that needs parentheses, `-` apart between operands included.
    NeedsParentheses = "needs-parentheses", Error;
    /// A setting, modifier or member written twice or where it has no meaning.
    Misplaced = "misplaced", Error;
    // Names.
    /// A name that nothing has.
    UnknownName = "unknown-name", Error;
    /// A key that no keyboard has.
    UnknownKey = "unknown-key", Error;
    /// Two things of one name.
    DuplicateName = "duplicate-name", Error;
    /// A name that cannot be declared: a unit, `x`, `y`, `z`.
    ForbiddenName = "forbidden-name", Error;
    /// A name that could mean several things here.
    AmbiguousName = "ambiguous-name", Error;
    /// A file that is used or named cannot be had.
    FileNotFound = "file-not-found", Error;
    /// A model or texture that is there and cannot be used.
    BrokenFile = "broken-file", Error;
    /// A character inside itself, a file that uses itself, a constant of itself.
    Recursion = "recursion", Error;
    // Kinds.
    /// A number where a flag is wanted, and the like.
    KindMismatch = "kind-mismatch", Error;
    /// A unit where it does not belong.
    UnitMismatch = "unit-mismatch", Error;
    /// A time written as a bare number.
    BareTime = "bare-time", Error;
    /// Too many, too few, unknown or repeated arguments.
    WrongArguments = "wrong-arguments", Error;
    /// An expression that must be known before the scene runs and is not.
    NotConstant = "not-constant", Error;
    /// A constant outside of what is allowed here.
    OutOfRange = "out-of-range", Error;
    /// An assignment to something that is no variable.
    NotAssignable = "not-assignable", Error;
    // Rules.
    /// An action, signal or value that has no meaning where it stands.
    NotHere = "not-here", Error;
    /// `done` on a state where nothing ends.
    DoneNever = "done-never", Error;
    /// The language has it, this build does not yet.
    NotSupportedYet = "not-supported-yet", Error;
    /// More of something than a program may have.
    TooMany = "too-many", Error;
    // Other formats.
    /// A document that is no XML.
    BadXml = "bad-xml", Error;
    /// An element that stands where none of its kind belongs.
    WrongElement = "wrong-element", Error;
    /// An element without an attribute that it must have.
    MissingAttribute = "missing-attribute", Error;
    /// Something that the format to be written cannot say.
    CannotExport = "cannot-export", Error;
    // Warnings.
    /// Something of a document that the language has no counterpart for.
    ImportLoss = "import-loss", Warning;
    /// Something of a scene that a format does not keep, though nothing depends on it.
    ExportLoss = "export-loss", Warning;
    /// A state that no arrow reaches.
    UnreachableState = "unreachable-state", Warning;
    /// An edge that can never be taken.
    UnreachableEdge = "unreachable-edge", Warning;
    /// A message that is heard and never sent.
    MessageNeverSent = "message-never-sent", Warning;
    /// A message that is sent and never heard.
    MessageNeverHeard = "message-never-heard", Warning;
    /// A group that nothing forks.
    UnusedGroup = "unused-group", Warning;
    /// A variable that nothing reads.
    UnusedVariable = "unused-variable", Warning;
    /// One key under `key` leads from A to B and from B to A.
    TogglingKey = "toggling-key", Warning;
    /// An effect in a state's list repeats every tick.
    RepeatedEffect = "repeated-effect", Warning;
    /// A boundary signal in a world without that boundary.
    NoSuchBoundary = "no-such-boundary", Warning;
    /// An edge indented no deeper than the `state` it binds to.
    EdgeIndent = "edge-indent", Warning;
    /// Something in a model file is left out of the picture.
    ModelProblem = "model-problem", Warning;
    /// A text in the scene with a sign that the font has not.
    MissingGlyph = "missing-glyph", Warning;
    /// `a / b/s`.
    DoubtfulPerSecond = "doubtful-per-second", Warning;
    /// A name that hides a built-in one.
    HidesBuiltin = "hides-builtin", Note;
}
