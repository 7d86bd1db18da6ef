//! A host's own words: what a program that embeds scenes does and says for them.
//!
//! In: closures under the names that scenes declare (`host { action boost(by) }`). Out: a [`Host`]
//! for [`crate::Config`]. What a scene asks for and nobody offers traps where it is asked; a closure
//! that panics does too. It does not look into what closures do besides.

mod doors;

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use islay_vm::event::EmitValue;
use islay_vm::hook::Me;
use islay_vm::program::{CallKind, WantedCall};

use crate::Scene;

pub(crate) use doors::Doors;

/// Actions, signals and functions that scenes may call, in Rust.
///
/// A scene declares what it wants of its host, so that it can be checked without it, and calls it
/// like what a script has:
///
/// ```
/// use islay::{Config, Host, Input, Scene, Stage, Value};
///
/// let scene = Scene::from_text("car", "
///     host {
///       action boost(by)
///       signal near(distance)
///       function grade(x, z)
///     }
///     character Car {
///       var pace = 1
///       diagram Drive {
///         state Slow < move z (pace - grade(x, z)) >
///           on hook(near, 2) do call boost(3) -> Fast
///         state Fast < move z pace >
///       }
///     }
///     group main { Car }
/// ")?;
/// let host = Host::new()
///     .action("boost", 1, |me, args| {
///         let by = args[0].as_number().ok_or("a number is wanted")?;
///         let pace = me.number("pace").ok_or("it has no pace")?;
///         me.set("pace", pace + by)
///     })
///     .signal("near", 1, |me, args| {
///         let [_, _, z] = me.position();
///         Ok(args[0].as_number().is_some_and(|distance| 10.0 - z < distance))
///     })
///     .function("grade", 2, |args| args[0] * 0.1);
/// assert!(host.lacks(&scene).is_empty());
///
/// let mut stage = Stage::new(&scene, Config { host, ..Config::default() });
/// (0..10).for_each(|_| stage.tick(&Input::new()));
/// assert_eq!(stage.get("Car.pace"), Some(Value::Number(4.0)));
/// # Ok::<(), islay::Error>(())
/// ```
///
/// * An **action** acts for the character that calls it, through [`Me`] alone: on itself at once, on
///   others when the tick commits, in the same order as the language's own actions.
/// * A **signal** is asked where its condition is reached, and sees without acting.
/// * A **function** makes a number of numbers. What is not finite becomes 0 with a trap.
///
/// An action or signal that says `Err` has done nothing; the reason is told as a trap
/// (`hook-failed`), and the scene goes on. So it is with one that panics (where panics unwind), and
/// with one that nobody offers.
///
/// # Same bits every time
///
/// Calls come in a fixed order: tick by tick, in the order of creation for the instances of a table.
/// How often a signal or function is asked in a tick is not promised. A scene is the same for the same
/// inputs, and recordings and snapshots are right, as long as what closures say and do hangs on their
/// arguments and on [`Me`] alone ([`Me::random`] is chance that repeats). A host that hands the
/// scene more than that, such as the time or the state of a game, does it by inputs and messages, which
/// recordings hold.
///
/// Clones share their closures and cost nothing; stages on several threads may have the same host.
#[derive(Clone, Default)]
pub struct Host {
    words: Arc<Words>,
}

type Action = dyn Fn(&mut Me, &[EmitValue]) -> Result<(), String> + Send + Sync;
type Signal = dyn Fn(&Me, &[EmitValue]) -> Result<bool, String> + Send + Sync;
type Function = dyn Fn(&[f32]) -> f32 + Send + Sync;

/// By name and number of arguments.
type List<F> = BTreeMap<(String, usize), Arc<F>>;

#[derive(Clone, Default)]
struct Words {
    actions: List<Action>,
    signals: List<Signal>,
    functions: List<Function>,
}

impl Host {
    /// One that offers nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// It does something for a character: `call name(…)` with so many arguments. It takes the place
    /// of an action of that name and number of arguments.
    #[must_use]
    pub fn action(
        mut self,
        name: &str,
        n_args: usize,
        action: impl Fn(&mut Me, &[EmitValue]) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        let words = Arc::make_mut(&mut self.words);
        words.actions.insert((name.to_owned(), n_args), Arc::new(action));
        self
    }

    /// It answers a condition: `hook(name, …)` with so many arguments behind the name. It takes the
    /// place of a signal of that name and number of arguments.
    #[must_use]
    pub fn signal(
        mut self,
        name: &str,
        n_args: usize,
        signal: impl Fn(&Me, &[EmitValue]) -> Result<bool, String> + Send + Sync + 'static,
    ) -> Self {
        let words = Arc::make_mut(&mut self.words);
        words.signals.insert((name.to_owned(), n_args), Arc::new(signal));
        self
    }

    /// It makes a number of so many numbers: `name(…)` in an expression. It takes the place of a
    /// function of that name and number of arguments.
    #[must_use]
    pub fn function(
        mut self,
        name: &str,
        n_args: usize,
        function: impl Fn(&[f32]) -> f32 + Send + Sync + 'static,
    ) -> Self {
        let words = Arc::make_mut(&mut self.words);
        words.functions.insert((name.to_owned(), n_args), Arc::new(function));
        self
    }

    /// What a scene wants of its host and this one does not offer, in words: ``action `boost` with 1
    /// argument``. Whatever is called of it traps.
    pub fn lacks(&self, scene: &Scene) -> Vec<String> {
        let missing = scene.wants().calls.iter().filter(|call| !self.offers(call));
        missing.map(|call| call.kind.called(&call.name, call.params.len())).collect()
    }

    fn offers(&self, call: &WantedCall) -> bool {
        let key = (call.name.clone(), call.params.len());
        match call.kind {
            CallKind::Action => self.words.actions.contains_key(&key),
            CallKind::Signal => self.words.signals.contains_key(&key),
            CallKind::Function => self.words.functions.contains_key(&key),
        }
    }

    fn act(&self, name: &str, me: &mut Me, args: &[EmitValue]) -> Option<Result<(), String>> {
        let action = self.words.actions.get(&(name.to_owned(), args.len()))?;
        Some(caught(CallKind::Action, name, || action(me, args)))
    }

    fn answer(&self, name: &str, me: &Me, args: &[EmitValue]) -> Option<Result<bool, String>> {
        let signal = self.words.signals.get(&(name.to_owned(), args.len()))?;
        Some(caught(CallKind::Signal, name, || signal(me, args)))
    }

    fn number(&self, name: &str, args: &[f32]) -> Option<Result<f32, String>> {
        let function = self.words.functions.get(&(name.to_owned(), args.len()))?;
        Some(caught(CallKind::Function, name, || Ok(function(args))))
    }
}

/// What a closure says; a panic is one of its call, told like what it refuses.
fn caught<T>(
    kind: CallKind,
    name: &str,
    call: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    let said = panic::catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        Err(text.map_or_else(|| "it panicked".to_owned(), |text| format!("it panicked: {text}")))
    });
    said.map_err(|why| {
        let why = why.lines().next().unwrap_or_default();
        format!("the host's {} `{name}`: {why}", kind.word())
    })
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Words { actions, signals, functions } = &*self.words;
        f.debug_struct("Host")
            .field("actions", &actions.keys())
            .field("signals", &signals.keys())
            .field("functions", &functions.keys())
            .finish()
    }
}
