//! Tests and their steps.
//!
//! In: the parser's findings. Out: nodes. They mean nothing yet.

use super::{Action, Expr, Name, Place, Ref, SendTo, Str, Who};

/// `test "name" { steps }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name.
    pub name: Str,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A step of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Its place.
    pub span: Place,
}

/// The steps of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// `run T`
    Run(Expr),
    /// `run until E max T`
    RunUntil(Expr, Expr),
    /// `press K`
    Press(Name),
    /// `release K`
    Release(Name),
    /// `hold K for T`
    Hold(Name, Expr),
    /// `click X`
    Click(Who),
    /// `send m(N) to X`
    Send {
        /// The message.
        message: Name,
        /// The number sent with it.
        value: Option<Expr>,
        /// To whom.
        to: SendTo,
    },
    /// `set Hero.hp = 3`
    Set(Ref, Expr),
    /// `Hero < actions >`
    Do(Ref, Vec<Action>),
    /// `fork C(args) placement start … as N`, as the action; nobody does it.
    Fork(Action),
    /// `expect E`
    Expect(Expr),
    /// `expect a ~ b within e`
    ExpectNear(Expr, Expr, Option<Expr>),
    /// `expect log "text"`
    ExpectLog(Str),
    /// What somebody from outside of the text asks: the value of the expression, nowhere or in the
    /// context of the reference. No text says so.
    Ask(Option<Ref>, Expr),
    /// `input n = e`
    Input(Name, Expr),
    /// `start F`: not supported yet.
    Later(&'static str),
}
