//! What a breakpoint looks for.
//!
//! In: its text and the stage whose names it uses. Out: a [`Goal`] that knows whether a shift is
//! it, or what is not there.

use islay_vm::event::{Event, EventKind};
use islay_vm::program::{Def, DiagramSpec, Program, TargetSpec};

use crate::Stage;
use crate::path::lies_in;
use crate::session::suggest;

/// A shift that is looked for.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    who: Who,
    diagram: String,
    shift: Shift,
}

/// Whose.
#[derive(Clone, Debug)]
enum Who {
    /// The instance of this path.
    Path(String),
    /// Anybody of this character.
    Character(String),
}

/// Which; paths of states below the diagram.
#[derive(Clone, Debug)]
enum Shift {
    /// Into a state.
    Into(String),
    /// Along an arrow to a state: numbers of the edges that may lead there.
    Along { from: Option<String>, to: String, edges: Vec<u16> },
}

impl Goal {
    /// Reads one, as it stands before `if`.
    pub fn parse(text: &str, stage: &Stage) -> Result<Self, String> {
        let (from, to) = match text.split_once("->") {
            Some((from, to)) => (from.trim(), Some(to.trim())),
            None => (text.trim(), None),
        };
        let names = segments(from);
        let program = stage.scene().program();
        let mut refused = None;
        for at in 1..names.len() {
            let (who, rest) = names.split_at(at);
            let Some((diagram, states)) = rest.split_first() else { continue };
            match one(&who.join("."), diagram, &states.join("."), to, program, stage) {
                Ok(goal) => return Ok(goal),
                // that which got farthest is told
                Err(why) if refused.as_ref().is_none_or(|(far, _)| *far < why.0) => {
                    refused = Some(why);
                }
                Err(_) => {}
            }
        }
        let how = "a breakpoint is written as `Hero.Turn.Left` or `Hero.Turn -> Left`";
        Err(refused.map_or(how.to_owned(), |(_, why)| why))
    }

    /// The path or character whose shifts it looks at.
    pub fn whose(&self) -> &str {
        match &self.who {
            Who::Path(who) | Who::Character(who) => who,
        }
    }

    /// Whether a shift is it.
    pub fn is_hit(&self, event: &Event, stage: &Stage) -> bool {
        let EventKind::Transition { diagram, from, to, edge } = &event.kind else { return false };
        let shift = match &self.shift {
            Shift::Into(state) => lies_in(to, state) && (!lies_in(from, state) || from == to),
            Shift::Along { from: before, to: after, edges } => {
                let starts = before.as_ref().is_none_or(|before| lies_in(from, before));
                starts && lies_in(to, after) && edges.contains(edge)
            }
        };
        shift && *diagram == self.diagram && self.who.is(event, stage)
    }
}

impl Who {
    fn is(&self, event: &Event, stage: &Stage) -> bool {
        match self {
            Self::Path(path) => event.path == *path,
            Self::Character(name) => {
                let program = stage.scene().program();
                let def = stage.world().def_of(event.id);
                def.and_then(|def| program.defs.get(def as usize))
                    .is_some_and(|def| is_a(program, def, name))
            }
        }
    }
}

/// How far a reading got, and why not farther.
type Refused = (u32, String);

fn one(
    who: &str,
    diagram: &str,
    state: &str,
    to: Option<&str>,
    program: &Program,
    stage: &Stage,
) -> Result<Goal, Refused> {
    let (whose, defs) = whose(who, program, stage)?;
    let known = || defs.iter().flat_map(|def| &def.diagrams);
    let same = |spec: &&DiagramSpec| program.name(spec.name) == diagram;
    let Some(spec) = known().find(same) else {
        let names = known().map(|spec| program.name(spec.name));
        return Err((1, unknown(&format!("`{who}` has no diagram"), diagram, names)));
    };
    let find = |state: &str| {
        find(program, spec, state)
            .map_err(|why| (2, unknown(&format!("`{who}.{diagram}` has no state"), state, why)))
    };
    let shift = match (state.is_empty(), to) {
        (true, None) => {
            let why = format!("which state of `{who}.{diagram}`? write `{who}.{diagram}.STATE`");
            return Err((2, why));
        }
        (false, None) => Shift::Into(find(state)?),
        (bare, Some(to)) => {
            let from = if bare { None } else { Some(find(state)?) };
            let to = find(to)?;
            let edges = leading(program, spec, &to);
            Shift::Along { from, to, edges }
        }
    };
    Ok(Goal { who: whose, diagram: diagram.to_owned(), shift })
}

/// Anybody of a character, or one instance.
fn whose<'p>(
    who: &str,
    program: &'p Program,
    stage: &Stage,
) -> Result<(Who, Vec<&'p Def>), Refused> {
    let defs: Vec<&Def> = program.defs.iter().filter(|def| is_a(program, def, who)).collect();
    if !defs.is_empty() {
        return Ok((Who::Character(who.to_owned()), defs));
    }
    // nothing shows the number of the first of a name
    let path = who.strip_suffix("#1").unwrap_or(who);
    let def = stage.world().find(path).and_then(|id| stage.world().def_of(id));
    match def.and_then(|def| program.defs.get(def as usize)) {
        Some(def) => Ok((Who::Path(path.to_owned()), vec![def])),
        None => {
            let names = program.defs.iter().map(|def| program.name(def.name));
            Err((0, unknown("no character or living instance is called", who, names)))
        }
    }
}

/// The edges of a diagram that may lead to a state, by what is written behind their arrows.
fn leading(program: &Program, spec: &DiagramSpec, to: &str) -> Vec<u16> {
    let is_it =
        |id: &u16| spec.states.get(usize::from(*id)).map(|s| program.name(s.path)) == Some(to);
    let leads = |target: &TargetSpec| match target {
        TargetSpec::State(id) | TargetSpec::Last(id) => is_it(id),
        TargetSpec::OneOf { states, .. } => states.iter().any(|(id, _)| is_it(id)),
        // only the shift itself can tell
        TargetSpec::Back | TargetSpec::Again(_) => true,
    };
    let shifts = spec.states.iter().flat_map(|s| &s.leaf).flat_map(|leaf| &leaf.shifts);
    shifts.filter(|shift| leads(&shift.target)).map(|shift| shift.edge).collect()
}

fn is_a(program: &Program, def: &Def, who: &str) -> bool {
    let class = program.classes.get(def.class as usize).map(|class| program.name(class.name));
    program.name(def.name) == who || class == Some(who)
}

/// The path of a state: as it is written, or the only one of that name.
fn find<'p>(
    program: &'p Program,
    spec: &'p DiagramSpec,
    state: &str,
) -> Result<String, impl Iterator<Item = &'p str> + use<'p>> {
    let paths = || spec.states.iter().map(|s| program.name(s.path));
    let named = spec.states.iter().filter(|s| program.name(s.name) == state);
    let named: Vec<&str> = named.map(|s| program.name(s.path)).collect();
    let alone = if let [path] = &*named { Some(*path) } else { None };
    match paths().find(|path| *path == state).or(alone) {
        Some(path) => Ok(path.to_owned()),
        None => Err(paths().collect::<Vec<_>>().into_iter()),
    }
}

fn unknown<'a>(what: &str, word: &str, names: impl Iterator<Item = &'a str>) -> String {
    match suggest::nearest(word, names) {
        Some(near) => format!("{what} `{word}`: did you mean `{near}`?"),
        None => format!("{what} `{word}`"),
    }
}

/// The names of a path, split at dots that stand outside of backticks.
fn segments(path: &str) -> Vec<&str> {
    let mut quoted = false;
    let split = path.split(move |c| {
        quoted ^= c == '`';
        c == '.' && !quoted
    });
    split.map(str::trim).collect()
}
