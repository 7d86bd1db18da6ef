//! Groups and start states.
//!
//! In: the groups of a model. Out: `group` elements with a `fork` for each instance; repetitions
//! are written out. The rotation that all spawns of a character share becomes the character's.

use std::collections::BTreeMap;

use super::xml::Xml;
use super::{Export, Numbers, position};
use crate::hir::constant;
use crate::hir::model::{
    CharacterId, Diagram, DiagramId, Expr, ExprKind, LoopId, Placement, Spawn, SpawnOne, State,
    StateId,
};
use crate::source::{Span, Text};

/// A repetition is written out up to so many instances.
const LINE_LIMIT: usize = 100_000;

/// A group that is written.
pub(super) struct Group {
    name: Text,
    forks: Vec<Fork>,
}

struct Fork {
    character: Text,
    at: [f32; 3],
    start: Option<String>,
}

/// `grouplist`
pub(super) fn write(groups: &[Group], xml: &mut Xml) {
    xml.open("grouplist", &[]);
    for group in groups {
        xml.open("group", &[("name", &group.name)]);
        for fork in &group.forks {
            let [x, y, z] = position(fork.at);
            let mut attributes =
                vec![("character", &*fork.character), ("x", &*x), ("y", &*y), ("z", &*z)];
            attributes.extend(fork.start.as_deref().map(|s| ("state", s)));
            xml.leaf("fork", &attributes);
        }
        xml.close("group");
    }
    xml.close("grouplist");
}

/// Counters of the repetitions around a line.
type Counters = BTreeMap<LoopId, f32>;

impl Export<'_> {
    /// All groups; the one called `main` starts, wherever it stands.
    pub(super) fn groups(&mut self) -> Vec<Group> {
        if self.model.main.is_none() {
            self.cannot_but(Span::default(), "a scene without a start", "write a `group main`");
        }
        let mut out = Vec::new();
        for group in &self.model.groups {
            let mut forks = Vec::new();
            self.lines(&group.spawns, &mut Counters::new(), &mut forks);
            out.push(Group { name: group.name.clone(), forks });
        }
        out
    }

    fn lines(&mut self, spawns: &[Spawn], counters: &mut Counters, out: &mut Vec<Fork>) {
        for spawn in spawns {
            match spawn {
                Spawn::One(one) if out.len() < LINE_LIMIT => out.extend(self.line(one, counters)),
                Spawn::One(one) => {
                    return self.cannot(one.span, "a group of so many instances");
                }
                Spawn::Repeat { count, counter, spawns } => {
                    let count = self.counted(count, counters).max(0.0) as usize;
                    for n in 0..count.min(LINE_LIMIT + 1) {
                        counters.insert(*counter, n as f32);
                        self.lines(spawns, counters, out);
                        if out.len() >= LINE_LIMIT {
                            break;
                        }
                    }
                }
            }
        }
    }

    fn line(&mut self, one: &SpawnOne, counters: &Counters) -> Option<Fork> {
        let character = self.model.characters.get(one.character.index())?;
        if !one.args.is_empty() {
            self.cannot(one.span, "arguments");
        }
        if one.name != character.name {
            self.cannot(one.span, "`as` names of instances");
        }
        let Placement { at, turn, scale } = &one.placement;
        let mut three = |e: &[Expr; 3]| {
            let [x, y, z] = e;
            [x, y, z].map(|e| self.counted(e, counters))
        };
        let numbers = Numbers { at: three(at), turn: three(turn), scale: three(scale) };
        let pose = (numbers.matrix(), numbers);
        let (_, known) = self.poses.entry(one.character).or_insert(pose);
        if !known.alike(&numbers) {
            let help = "all that a group makes of one character is turned alike";
            self.cannot_but(one.span, "how this one is turned", help);
        }
        let start = self.start(one.character, &one.start, one.span);
        Some(Fork { character: character.name.clone(), at: numbers.at, start })
    }

    /// A number that counters may stand in.
    fn counted(&mut self, e: &Expr, counters: &Counters) -> f32 {
        let known = with_counters(e, counters);
        self.number(&known)
    }

    /// `@state`; nothing where all start in their first states.
    pub(super) fn start(
        &mut self,
        id: CharacterId,
        start: &[(DiagramId, StateId)],
        span: Span,
    ) -> Option<String> {
        let character = self.model.characters.get(id.index())?;
        let states =
            || character.diagrams.iter().flat_map(|d| d.states.iter().map(move |s| (d, s)));
        let comma = states().any(|(d, s)| d.name.contains(',') || s.name.contains(','));
        if start.len() > 1 && comma {
            self.cannot(span, "several start states where names have commas");
        }
        let mut names = Vec::new();
        for (diagram, state) in start {
            let diagram = character.diagrams.get(diagram.index())?;
            let name = &diagram.states.get(state.index())?.name;
            let whole = format!("{}.{name}", diagram.name);
            let reads = |d: &Diagram, s: &State| format!("{}.{}", d.name, s.name) == whole;
            let all = states().filter(|(d, s)| *s.name == *whole || reads(d, s)).count();
            if all > 1 {
                self.cannot(span, "a start state that reads like another");
            }
            names.push(whole);
        }
        (!names.is_empty()).then(|| names.join(","))
    }
}

/// The expression with counters in their places.
fn with_counters(e: &Expr, counters: &Counters) -> Expr {
    let inner = |e: &Expr| Box::new(with_counters(e, counters));
    let kind = match &e.kind {
        ExprKind::Loop(id) => ExprKind::Number(counters.get(id).copied().unwrap_or_default()),
        ExprKind::Neg(a) => ExprKind::Neg(inner(a)),
        ExprKind::Not(a) => ExprKind::Not(inner(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, inner(a), inner(b)),
        ExprKind::If(c, a, b) => ExprKind::If(inner(c), inner(a), inner(b)),
        ExprKind::Native(id, args) => {
            ExprKind::Native(*id, args.iter().map(|a| with_counters(a, counters)).collect())
        }
        other => other.clone(),
    };
    let known = Expr { kind, ..e.clone() };
    match constant(&known) {
        Some(value) => Expr { kind: ExprKind::Number(value), ..known },
        None => known,
    }
}
