//! Diagrams: states, entries, transitions.
//!
//! In: a diagram of the document. Out: a member of the tree. A state's action is what it does in
//! every tick, its option what it does on entry; its transitions are edges in document order.

use std::collections::BTreeMap;

use super::attributes::shown;
use super::document::*;
use super::names::{Called, unknown};
use super::node::{self, action, call, edge, framed};
use super::scene::{Build, doc};
use crate::diagnostic::Code;
use crate::import::finding::Finding;
use crate::syntax::ast::{
    self, ActionKind, Axis, Edge, EdgeHead, Expr, MemberKind, Operands, ResetWhat, SendTo, Target,
};

/// The member of a diagram; nothing where it has no states, which is said.
pub(super) fn diagram(
    build: &mut Build<'_>,
    character: usize,
    number: usize,
    one: &Diagram,
    remarks: &mut Remarks,
) -> Option<ast::Member> {
    let own = build.names.own.get(character)?;
    let called = own.diagrams.get(number)?.clone();
    let names = own.states.get(number)?.clone();
    if one.states.is_empty() {
        let message =
            format!("the diagram `{}` has no states, it is left out", shown(&called.name));
        build.findings.push(Finding::new(Code::ImportLoss, one.name.at, &*message));
        remarks.push(message);
    }
    let mut edges = transitions(build, character, number, one, &names);
    let mut states = Vec::new();
    for (at, (state, called)) in one.states.iter().zip(&names).enumerate() {
        let edges = edges.remove(&at).unwrap_or_default();
        states.push(self::state(build, character, state, called, edges));
    }
    let doc = doc(called.doc.as_deref(), &one.remarks);
    let kind = MemberKind::Diagram(node::diagram(node::declared(&called.name), states));
    (!one.states.is_empty()).then(|| node::member(doc, kind))
}

fn state(
    build: &mut Build<'_>,
    character: usize,
    one: &State,
    called: &Called,
    mut edges: Vec<Edge>,
) -> ast::State {
    let mut remarks = one.remarks.clone();
    let entry = one.entry.as_ref().and_then(|e| entry(build, character, e, &mut remarks));
    if let Some(entry) = entry {
        edges.insert(0, edge(EdgeHead::Enter(None), vec![action(entry)], None));
    }
    if let (Some([x, y]), true) = (&one.layout, build.options.keep_layout) {
        remarks.push(format!("pos_x {} pos_y {}", shown(x), shown(y)));
    }
    let doc = doc(called.doc.as_deref(), &remarks);
    node::state(doc, node::state_name(&called.name), actions(&one.action), edges)
}

/// The edges of each state.
fn transitions(
    build: &mut Build<'_>,
    character: usize,
    number: usize,
    one: &Diagram,
    names: &[Called],
) -> BTreeMap<usize, Vec<Edge>> {
    let mut leaving: BTreeMap<usize, Vec<(&Transition, usize)>> = BTreeMap::new();
    for transition in &one.transitions {
        let mut find = |name: &Named| {
            let found = build.names.own.get(character)?.state_of(number, &name.text);
            if found.is_none() {
                let what = format!("state of `{}`", shown(&one.name.text));
                let known = one.states.iter().map(|s| &s.name.text);
                build.findings.push(unknown(&what, name, known));
            }
            found
        };
        let (from, to) = (find(&transition.from), find(&transition.to));
        if let (Some(from), Some(to)) = (from, to) {
            leaving.entry(from).or_default().push((transition, to));
        }
    }
    let mut out = BTreeMap::new();
    for (from, leaving) in leaving {
        let last = leaving.len() - 1;
        let edges = leaving.iter().enumerate().filter_map(|(at, (transition, to))| {
            let head = head(build, character, &transition.guard, at == last)?;
            let name = names.get(*to)?;
            let target = if *to == from { Target::Again } else { node::target(&name.name) };
            Some(edge(head, Vec::new(), Some(target)))
        });
        out.insert(from, edges.collect());
    }
    out
}

fn head(build: &mut Build<'_>, character: usize, guard: &Guard, last: bool) -> Option<EdgeHead> {
    Some(EdgeHead::On(match guard {
        Guard::Always if last => return Some(EdgeHead::Else),
        Guard::Always => node::always(),
        Guard::Timeout(count) => return Some(EdgeHead::After(node::ticks(*count.max(&1)), None)),
        Guard::Key(key) => {
            let key = match key.parse::<u8>() {
                Ok(digit) => node::number(f32::from(digit)),
                Err(_) => node::bare(key, None),
            };
            call(if build.options.held_keys { "key" } else { "pressed" }, vec![key])
        }
        Guard::Click(button) => clicked(build, character, *button),
        Guard::Any => hit(node::bare("any", None)),
        Guard::Anyone => hit(node::bare("anyone", None)),
        Guard::Boundary(word, side) => hit(node::bare(word, *side)),
        Guard::AnyBoundary => {
            let [wall, floor, roof] = ["wall", "floor", "roof"].map(|w| hit(node::bare(w, None)));
            node::or(node::or(wall, floor), roof)
        }
        Guard::Character(name) => {
            let at = build.names.character(name, build.findings)?;
            hit(node::named(build.names.of_character(at)))
        }
        Guard::Message(name) => call("message", vec![node::named(&name.text)]),
        Guard::Chance(share) => call("chance", vec![node::number(*share)]),
    }))
}

fn hit(what: Expr) -> Expr {
    call("hit", vec![what])
}

/// `click`, glued to its button where something else is called so.
fn clicked(build: &Build<'_>, character: usize, button: Clicked) -> Expr {
    let own = build.names.own.get(character);
    let hidden = build.names.has("click")
        || own.is_some_and(|own| own.diagrams.iter().any(|d| &*d.name == "click"));
    let button = match button {
        Clicked::Left if hidden => "left",
        Clicked::Left => return node::bare("click", None),
        Clicked::Right => "right",
        Clicked::Middle => "middle",
    };
    call("click", vec![node::bare(button, None)])
}

fn entry(
    build: &mut Build<'_>,
    character: usize,
    entry: &Entry,
    remarks: &mut Remarks,
) -> Option<ActionKind> {
    Some(match entry {
        Entry::Send(reach, message) => ActionKind::Send {
            message: node::used(&message.text),
            value: None,
            to: match reach {
                Reach::All => SendTo::All,
                Reach::Up => SendTo::Up,
                Reach::Down => SendTo::Down,
            },
            delay: None,
        },
        Entry::Fork(group) => {
            let at = build.names.group(group, build.findings)?;
            let name = build.names.groups.get(at)?.name.clone();
            node::fork(&name)
        }
        Entry::Become(what) => becoming(build, character, what, remarks)?,
        Entry::Show => ActionKind::Show,
        Entry::Hide => ActionKind::Hide,
        Entry::Vanish => ActionKind::Vanish(None),
        Entry::Finish => ActionKind::Finish,
    })
}

/// `Character` or `Character:State`.
fn becoming(
    build: &mut Build<'_>,
    character: usize,
    what: &Named,
    remarks: &mut Remarks,
) -> Option<ActionKind> {
    let part = |text: &str| Named { text: text.into(), at: what.at };
    let colons = what.text.match_indices(':').map(|(at, _)| at);
    let split = |at: usize| Some((what.text.get(..at)?, what.text.get(at + 1..)?));
    let mut known = colons
        .filter_map(split)
        .filter(|(name, _)| build.names.character_named(name.trim()).is_some());
    let (name, start) = match (build.names.character_named(&what.text), known.next()) {
        (None, Some((name, state))) => (part(name.trim()), Some(part(state))),
        _ => (what.clone(), None),
    };
    let at = build.names.character(&name, build.findings)?;
    if build.poses.get(at) != build.poses.get(character) {
        let message = format!(
            "`{}` starts turned, which a `transform` does not do: the pose stays",
            shown(&name.text)
        );
        build.findings.push(Finding::new(Code::ImportLoss, what.at, &*message));
        remarks.push(message);
    }
    let start = start.filter(|start| !start.text.trim().is_empty());
    let start = build.start(at, start.as_ref());
    let what = node::path(build.names.of_character(at));
    Some(ActionKind::Become { what, args: Vec::new(), start })
}

/// What a state does in every tick.
fn actions(one: &Action) -> Vec<ast::Action> {
    match one {
        Action::Stay => Vec::new(),
        Action::Move { along, about, upper } => moved(*along, *about, *upper),
        Action::Jump(place) => {
            let [x, y, z] = *place;
            match [x, z, y] {
                [Some(x), Some(y), Some(z)] => {
                    vec![action(ActionKind::Place(Operands::Three(node::three([x, y, z]))))]
                }
                some => along_axes(some.map(|v| v.map(node::number)), ActionKind::Place),
            }
        }
        Action::JumpRandom(flags) => {
            let [x, y, z] = *flags;
            let random = || call("random", vec![node::number(-100.0), node::number(100.0)]);
            along_axes([x, z, y].map(|flag| flag.then(random)), ActionKind::Place)
        }
        Action::Reset { position, rotation } => {
            let what = [(position, ResetWhat::Move), (rotation, ResetWhat::Rotate)];
            what.into_iter()
                .filter(|(is, _)| **is)
                .map(|(_, w)| action(ActionKind::Reset(w)))
                .collect()
        }
        Action::Scale([x, y, z]) => vec![action(ActionKind::Scale(node::scale([*x, *z, *y])))],
    }
}

/// First along the axes, then about front, up and right, one after the other.
fn moved([right, front, up]: [f32; 3], about: [f32; 3], upper: bool) -> Vec<ast::Action> {
    let mut out = Vec::new();
    let way = match [right, up, front] {
        [0.0, 0.0, 0.0] => None,
        [0.0, 0.0, front] => Some(Operands::Axis(Axis::Forward, Box::new(node::number(front)))),
        [right, 0.0, 0.0] => Some(Operands::Axis(Axis::Right, Box::new(node::number(right)))),
        [0.0, up, 0.0] => Some(Operands::Axis(Axis::Up, Box::new(node::number(up)))),
        three => Some(Operands::Three(node::three(three))),
    };
    out.extend(way.map(|way| framed(ActionKind::Move(way), upper)));
    for (axis, angle) in [Axis::Z, Axis::Y, Axis::X].into_iter().zip(about) {
        if angle != 0.0 {
            let amount = Operands::Axis(axis, Box::new(node::number(-angle)));
            out.push(framed(ActionKind::Rotate(amount), upper));
        }
    }
    out
}

fn along_axes(values: [Option<Expr>; 3], kind: fn(Operands) -> ActionKind) -> Vec<ast::Action> {
    let axes = [Axis::X, Axis::Y, Axis::Z].into_iter().zip(values);
    let one = |(axis, value): (Axis, Option<Expr>)| {
        Some(action(kind(Operands::Axis(axis, Box::new(value?)))))
    };
    axes.filter_map(one).collect()
}
