//! What is typed beside a scene that runs: steps to do now, or a question.
//!
//! In: a text that is in no file. Out: a test with its steps, and what is wrong; places are counted
//! in what was typed. Names in it mean what they mean in the scene's first file.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile, Span};
use crate::syntax::ast::{
    Expr, ExprKind, Item, ItemKind, Piece, Place, Ref, Step, StepKind, Str, Test,
};
use crate::syntax::{parse_expr, parse_steps};

/// The name of the text in diagnostics.
const NAME: &str = "entry";

/// No test of a scene can be called so: control characters are refused in strings.
const TEST: &str = "\u{1}";

/// A text that is typed beside a scene.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'t> {
    /// What was typed.
    pub text: &'t str,
    /// As what it is read.
    pub kind: EntryKind<'t>,
}

/// As what an entry is read.
#[derive(Clone, Copy, Debug)]
pub enum EntryKind<'t> {
    /// Steps of a test.
    Steps,
    /// An expression, in the context of a path or character, or nowhere.
    Question(Option<&'t str>),
}

impl Entry<'_> {
    /// The text as a file.
    pub(super) fn source(&self) -> SourceFile {
        SourceFile { name: NAME.into(), text: self.text.into() }
    }

    /// A test that holds it.
    pub(super) fn parse(&self, file: FileId) -> (Item, Vec<Diagnostic>) {
        let (steps, found) = match self.kind {
            EntryKind::Steps => parse_steps(self.text, file),
            EntryKind::Question(of) => self.question(of, file),
        };
        let span = Place(Span::new(file, 0, self.text.len() as u32));
        let name = Str { pieces: vec![Piece::Text(TEST.into())], span };
        let kind = ItemKind::Test(Test { name, steps });
        (Item { doc: None, kind, span }, found)
    }

    fn question(&self, of: Option<&str>, file: FileId) -> (Vec<Step>, Vec<Diagnostic>) {
        let (what, found) = parse_expr(self.text, file, 0);
        let Some(what) = what else { return (Vec::new(), found) };
        let (span, of) = (what.span, of.and_then(|of| reference(of, file)));
        (vec![Step { kind: StepKind::Ask(of, what), span }], found)
    }
}

/// A path as traces print it; its places are those of the question's beginning.
fn reference(path: &str, file: FileId) -> Option<Ref> {
    match parse_expr(path, file, 0) {
        (Some(Expr { kind: ExprKind::Ref(r), .. }), found) if found.is_empty() => Some(r),
        _ => None,
    }
}
