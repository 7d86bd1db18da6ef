//! Tests: steps with code that runs nowhere.
//!
//! In: nothing, these are the data. Out: what the test runner reads.

use super::{Code, DefId, Key, Kind, MessageId, NameId, SendSpec, Value};
use crate::op::Reg;

/// A test.
#[derive(Clone, Debug, Default)]
pub struct TestSpec {
    /// Its name.
    pub name: NameId,
    /// Its steps.
    pub steps: Vec<StepSpec>,
}

/// A step of a test. Its code runs nowhere: without an own row.
#[derive(Clone, Debug)]
pub enum StepSpec {
    /// Run for so many seconds.
    Run(Value),
    /// Run until the first holds, at most the second's seconds.
    RunUntil(Value, Value),
    /// A key goes down.
    Press(Key),
    /// A key goes up.
    Release(Key),
    /// Press, run, release.
    Hold(Key, Value),
    /// A left click.
    Click(Value),
    /// A message.
    Send {
        /// Computes registers.
        code: Code,
        /// Which.
        message: MessageId,
        /// The number with it.
        value: Option<Reg>,
        /// To whom.
        to: SendSpec,
    },
    /// Sets a variable.
    Set {
        /// Computes registers.
        code: Code,
        /// Whose.
        of: Reg,
        /// Which.
        name: NameId,
        /// To what.
        value: Reg,
    },
    /// Actions of an instance.
    Do {
        /// Who.
        who: Value,
        /// What to run, by def.
        bodies: Vec<(DefId, Code)>,
    },
    /// The host sets a number.
    Input(u16, Value),
    /// A `fork` that nobody does.
    Fork(Code),
    /// A flag that must hold.
    Expect(Value),
    /// Numbers a, b and the largest difference.
    ExpectNear(Value, Value, Value),
    /// A logged line.
    ExpectLog(NameId),
    /// A value that somebody from outside wants to know.
    Ask(Kind, Value),
    /// The same in the context of an instance, by def.
    AskOf(Vec<(DefId, Kind, Value)>),
}
