//! Tests and their steps.
//!
//! In: nothing, these are the data. Out: what the compiler and the reference interpreter read.

use super::{Action, CharacterId, Expr, InputId, Key, MessageId, SendTo};
use crate::source::{Span, Text};

/// A test.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: Text,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Its place.
    pub span: Span,
}

/// A step of a test. Expressions stand nowhere: no own values, names mean the oldest that lives.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Its place.
    pub span: Span,
}

/// The steps.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// For so many seconds.
    Run(Expr),
    /// Until the first holds, at most so many seconds.
    RunUntil(Expr, Expr),
    /// A key goes down before the next tick.
    Press(Key),
    /// A key goes up before the next tick.
    Release(Key),
    /// Press, run, release.
    Hold(Key, Expr),
    /// A left click on it.
    Click(Expr),
    /// A message that the next tick sees.
    Send(MessageId, Option<Expr>, SendTo),
    /// Sets a variable of an instance.
    Set {
        /// Whose.
        of: Expr,
        /// Which.
        name: Text,
        /// To what.
        value: Expr,
    },
    /// The host sets a number; the next tick sees it.
    Input(InputId, Expr),
    /// Actions of an instance, done once now and committed at once.
    Do {
        /// Who does them.
        who: Expr,
        /// The actions, resolved for each specialised character that `who` can be.
        bodies: Vec<(CharacterId, Vec<Action>)>,
    },
    /// A `fork` that nobody does: placed in the world, there at once.
    Fork(Box<Action>),
    /// The expression holds.
    Expect(Expr),
    /// Two numbers are at most so far apart.
    ExpectNear(Expr, Expr, Expr),
    /// A line logged since the test began contains it.
    ExpectLog(Text),
    /// What somebody from outside of the text wants to know.
    Ask(Expr),
    /// The same in the context of an instance, for each specialised character that it can be.
    AskOf(Vec<(CharacterId, Expr)>),
}
