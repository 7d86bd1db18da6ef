//! Where an expression or action stands: what its names mean and what it may ask.
//!
//! In: a character being made, a run of a diagram, a place inside it. Out: a [`Body`], on which
//! the resolving of expressions, references and actions is built. It decides nothing itself but
//! what a plain own name stands for.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::build::Build;
use super::candidates::Cands;
use super::kinds::Ty;
use super::model::{Expr, ExprKind, Kind, LoopId, MessageId, Site, VarId};
use super::program::{Cast, ItemId};
use super::site;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};
use crate::syntax::ast::{self, Name};
use islay_vm::key::Key;

/// What kind of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// Before the scene runs: constants and functions.
    Const,
    /// A line of a group: also counters and draws.
    Group,
    /// A test: everything that has a name, nothing own.
    Nowhere,
    /// An initial value, an argument or a placement of a part: own values, no signals.
    Init,
    /// A shown text: likewise.
    Show,
    /// A diagram: everything.
    Code,
}

/// A parameter that is fixed when an instance is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fixed {
    Key(Key),
    Message(MessageId),
    /// A character or an atom.
    Cast(Cast),
    /// Not known, because of an error or because nothing makes an instance.
    Unknown,
}

/// What an own name stands for.
#[derive(Clone)]
pub(super) enum Bound {
    /// A variable or parameter.
    Var(VarId, Ty),
    /// A constant argument of a `run`.
    Value(Value),
    Fixed(Fixed),
    Part(Cands),
    Diagram(usize),
    /// Declared with an error: nothing more is said of it.
    Lost,
}

/// The names of a character, or none.
#[derive(Default)]
pub(super) struct Own {
    pub item: Option<ItemId>,
    pub names: BTreeMap<Text, Bound>,
    /// A diagram that nothing runs: names it does not know may be its character's.
    pub lenient: bool,
}

/// How a number is written, as far as units go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dim {
    /// Whatever.
    Plain,
    /// A bare number: no time.
    Bare,
    /// With a unit of time.
    Time,
    /// With a unit of angle.
    Angle,
}

/// An expression and how it is written.
#[derive(Clone)]
pub(super) struct Value {
    pub expr: Expr,
    pub dim: Dim,
}

/// The state (or the diagram's body) that code stands in.
#[derive(Clone)]
pub(super) struct Spot {
    /// Level of the clocks.
    pub level: u8,
    pub done: Done,
}

/// What `done` asks.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Done {
    /// Timed actions of the own state.
    Slots(Vec<u16>),
    /// Nothing ends in the own state.
    Never,
    /// It stands on a diagram.
    NoState,
    /// The state plays a clip.
    Unsupported,
}

/// A place to resolve in.
pub(super) struct Body<'b, 'a> {
    pub b: &'b mut Build<'a>,
    pub own: Rc<Own>,
    /// Parameters of the diagram that is run.
    pub run: Rc<BTreeMap<Text, Bound>>,
    pub file: usize,
    pub stand: Stand,
    pub spot: Option<Spot>,
    /// Counters of `repeat`, innermost last.
    pub counters: Vec<(Text, LoopId)>,
    /// In an initial value: variables from this one on are not known yet.
    pub known: Option<u32>,
    /// The structural path of this place, and how many draws it has had.
    pub site: String,
    pub draws: u32,
    /// In a state's list: the next slot of a timed action.
    pub next_slot: Option<u16>,
    /// `done` was asked since this was cleared.
    pub asked_done: bool,
}

impl<'b, 'a> Body<'b, 'a> {
    /// A place without own names.
    pub fn new(b: &'b mut Build<'a>, file: usize, stand: Stand, site: String) -> Self {
        Body {
            b,
            own: Rc::default(),
            run: Rc::default(),
            file,
            stand,
            spot: None,
            counters: Vec::new(),
            known: None,
            site,
            draws: 0,
            next_slot: None,
            asked_done: false,
        }
    }

    /// A place in a character.
    pub fn within(
        b: &'b mut Build<'a>,
        own: Rc<Own>,
        file: usize,
        stand: Stand,
        site: String,
    ) -> Self {
        Body { own, ..Body::new(b, file, stand, site) }
    }

    /// Goes on at another place of the same character.
    pub fn at_site(&mut self, site: String) {
        self.site = site;
        self.draws = 0;
    }

    /// What an own name stands for: a parameter of the diagram goes first.
    pub fn bound(&self, name: &str) -> Option<Bound> {
        self.run.get(name).or_else(|| self.own.names.get(name)).cloned()
    }

    /// The place of the next draw.
    pub fn draw(&mut self, word: &str) -> Site {
        let site = site::hash(&format!("{}/{word}{}", self.site, self.draws));
        self.draws += 1;
        site
    }

    /// Reports an error; the result silences whatever needs it.
    pub fn error<T>(&mut self, code: Code, span: Span, message: impl Into<String>) -> Option<T> {
        self.b.report.push(Diagnostic::new(code, span, message));
        None
    }

    /// Likewise, with a line that says what to write.
    pub fn error_help<T>(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.b.report.push(Diagnostic::new(code, span, message).help(help));
        None
    }

    /// An unknown name, unless its declaration could not be read.
    pub fn unknown<T>(
        &mut self,
        name: &Name,
        message: String,
        known: impl FnOnce(&Self) -> Vec<String>,
    ) -> Option<T> {
        if !self.b.program.is_lost(self.file, &name.text) {
            let mut d = Diagnostic::new(Code::UnknownName, name.span, message);
            if self.b.report.guesses() {
                d.help = crate::suggest::help(&name.text, known(self));
            }
            self.b.report.push(d);
        }
        None
    }

    /// Something that this version cannot do.
    pub fn later<T>(&mut self, span: Span, what: &str) -> Option<T> {
        self.b.later(span, what);
        None
    }

    /// Something that has no meaning where it stands.
    pub fn not_here<T>(&mut self, span: Span, what: &str) -> Option<T> {
        let place = match self.stand {
            Stand::Const => "a value that is fixed before the scene runs",
            Stand::Group => "a line of a group",
            Stand::Nowhere => "a test, which stands nowhere",
            Stand::Init => "a value that is given when an instance is made",
            Stand::Show => "a shown text",
            Stand::Code => "this place",
        };
        let code = if self.stand == Stand::Const { Code::NotConstant } else { Code::NotHere };
        self.error(code, span, format!("{what} has no meaning in {place}"))
    }

    /// The character or atom that an item is.
    pub fn cast_of(&self, path: &ast::Path) -> Option<Result<Cast, Bound>> {
        let first = path.names.first()?;
        if let (1, Some(bound)) = (path.names.len(), self.bound(&first.text)) {
            match bound {
                Bound::Fixed(Fixed::Cast(cast)) => return Some(Ok(cast)),
                Bound::Fixed(_) | Bound::Lost => return Some(Err(bound)),
                _ => {}
            }
        }
        self.b.program.cast_path(self.file, path).map(Ok)
    }
}

/// A value without a unit.
pub(super) fn plain(kind: ExprKind, ty: Kind, span: Span) -> Value {
    Value { expr: Expr { kind, ty, span }, dim: Dim::Plain }
}

/// A constant number.
pub(super) fn number(value: f32, span: Span) -> Expr {
    Expr { kind: ExprKind::Number(value), ty: Kind::Number, span }
}
