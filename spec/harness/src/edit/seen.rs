//! What is seen of a stage, instance by instance, as text that can be compared.
//!
//! In: a stage. Out: a line for each that lives: states and how long they last, variables, pose,
//! colour, whether it is shown.

use std::collections::BTreeMap;
use std::fmt::Write;

use islay::{Stage, Value};

/// Somebody.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What it is.
    pub class: String,
    /// What it hangs on.
    pub parent: Option<String>,
    /// All of it but whom its variables mean.
    pub line: String,
    /// Whom its variables mean.
    pub means: String,
}

/// Everybody by path.
pub type Sight = BTreeMap<String, Seen>;

/// What is seen now.
pub fn sight(stage: &Stage) -> Sight {
    let mut all = Sight::new();
    for one in stage.instances() {
        let mut line = format!("{} is {}", one.path, one.character);
        let mut means = String::new();
        if let Some(parent) = &one.parent {
            let _ = write!(line, " on {parent}");
        }
        let elapsed = stage.elapsed(one.id).unwrap_or_default();
        for ((diagram, state), elapsed) in one.states.iter().zip(elapsed) {
            let _ = write!(line, "\n  {diagram} is {state} for {elapsed:?}");
        }
        for (name, value) in &one.vars {
            let _ = match value {
                Value::Who(who) => write!(means, " {name}={who:?}"),
                value => write!(line, " {name}={value:?}"),
            };
        }
        let (at, turn, scale) = (one.position, one.rotation, one.scale);
        let (shown, colour) = (one.visible, one.colour);
        let _ = write!(line, "\n  at {at:?} {turn:?} {scale:?} shown {shown} {colour:08x}");
        all.insert(one.path, Seen { class: one.character, parent: one.parent, line, means });
    }
    all
}
