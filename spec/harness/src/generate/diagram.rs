//! Random diagrams: states, edges, arrows.
//!
//! In: a planned diagram and what is known in it. Out: its text as a tree.

use super::dice::Dice;
use super::plan::{Diagram, Kind};
use super::tree::{Block, Node};
use super::value::{Scope, flag, of_kind, time};
use super::{action, effect, signal};

/// A diagram of a character, or a top-level one.
pub fn diagram(d: &mut Dice, s: &Scope, which: &Diagram) -> Node {
    let mut items = Vec::new();
    for _ in 0..[0, 1, 1, 2][d.below(4)] {
        items.push(edge(d, s, which, None));
    }
    if d.percent(25) {
        items.push(reaction(d, s));
    }
    for i in 0..which.states.len() {
        if which.states[i].parent.is_none() {
            items.push(state(d, s, which, i));
        }
    }
    let params: Vec<String> = which
        .params
        .iter()
        .map(|p| format!("{}: {} = {}", p.name, p.kind.word(), of_kind(d, &made(s), p.kind, 0)))
        .collect();
    let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
    Node::braces(format!("diagram {}{params}", which.name), items)
}

/// What is known before anything runs.
fn made<'p>(s: &Scope<'p>) -> Scope<'p> {
    Scope::nowhere(s.plan)
}

fn state(d: &mut Dice, s: &Scope, which: &Diagram, index: usize) -> Node {
    let (list, ends) = list(d, s);
    let here = Scope { done: ends, ..s.clone() };
    let mut items = vec![list];
    let children = &which.states[index].children;
    for _ in 0..1 + d.below(3) {
        items.push(edge(d, &here, which, Some(index)));
    }
    for _ in 0..[0, 0, 1, 1, 2][d.below(5)] {
        items.push(reaction(d, &here));
    }
    if children.is_empty() && d.percent(12) {
        let arrow = arrow(d, which, Some(index));
        items.push(actions_edge(d, &here, "else".to_owned(), &arrow, 50));
    }
    if !children.is_empty() {
        let inner = children.iter().map(|c| state(d, s, which, *c)).collect();
        items.push(Node::braces("", inner));
    }
    let open = format!("state {} ", which.states[index].name);
    Node::Block(Block { open, lead: "", items, between: "\n    ", close: String::new() })
}

/// A state's list, and whether something in it ends.
fn list(d: &mut Dice, s: &Scope) -> (Node, bool) {
    let mut actions = Vec::new();
    let mut ends = false;
    for _ in 0..[0, 1, 1, 2, 3][d.below(5)] {
        let (text, takes_time) = action::in_list(d, s);
        ends |= takes_time;
        actions.push(Node::line(text));
    }
    (Node::actions("", "", actions, "").enclosed("< ", " >"), ends)
}

/// An edge with an arrow, or a reaction to a signal.
fn edge(d: &mut Dice, s: &Scope, which: &Diagram, here: Option<usize>) -> Node {
    let head = match d.below(10) {
        0 | 1 => format!("after {}", time(d, s)),
        2 => format!("after {} if {}", time(d, s), flag(d, s, 1)),
        3 if s.done => "on done".to_owned(),
        4 if s.done => format!("on (done and {})", flag(d, s, 1)),
        5 | 6 => format!("on {}", flag(d, s, 2)),
        _ => format!("on {}", signal::signal(d, s)),
    };
    if d.percent(35) {
        return actions_edge(d, s, head, "", 100);
    }
    let arrow = arrow(d, which, here);
    actions_edge(d, s, head, &arrow, 45)
}

/// `on enter` or `on exit`.
fn reaction(d: &mut Dice, s: &Scope) -> Node {
    let head = ["on enter", "on enter", "on exit"][d.below(3)].to_owned();
    let head = if d.percent(30) { format!("{head} if {}", flag(d, s, 1)) } else { head };
    actions_edge(d, s, head, "", 100)
}

/// A condition with actions and an arrow; forks are done only while there are few.
fn actions_edge(d: &mut Dice, s: &Scope, head: String, arrow: &str, percent: usize) -> Node {
    if !d.percent(percent) {
        return Node::line(format!("{head} {arrow}"));
    }
    let mut actions: Vec<String> = (0..1 + d.below(3)).map(|_| action::in_do(d, s)).collect();
    let may_ask = !head.starts_with("else");
    actions.retain(|a| may_ask || !a.starts_with("fork"));
    if actions.is_empty() {
        actions.push("rotate y 1".to_owned());
    }
    let few: Vec<String> = actions.iter().filter_map(|a| effect::few_of(s.plan, a)).collect();
    if !few.is_empty() {
        actions.push("made += 1".to_owned());
    }
    let head = few.iter().fold(head, |head, few| asked_too(&head, few));
    Node::actions(head, " do ", actions.into_iter().map(Node::Line).collect(), format!(" {arrow}"))
}

/// The same edge under one more condition.
fn asked_too(head: &str, few: &str) -> String {
    match (head.split_once(" if "), head.strip_prefix("on ")) {
        _ if head.starts_with("on enter")
            || head.starts_with("on exit")
            || head.starts_with("after") =>
        {
            match head.split_once(" if ") {
                Some((head, cond)) => format!("{head} if {few} and {cond}"),
                None => format!("{head} if {few}"),
            }
        }
        (_, Some(cond)) => format!("on {few} and {cond}"),
        _ => head.to_owned(),
    }
}

fn arrow(d: &mut Dice, which: &Diagram, here: Option<usize>) -> String {
    let any = |d: &mut Dice| which.states[d.below(which.states.len())].path.clone();
    let target = match d.below(14) {
        0 => format!("{}.last", any(d)),
        1 => "back".to_owned(),
        2 => "again".to_owned(),
        3 => format!("one of {}, {} 2, {} 0.5", any(d), any(d), any(d)),
        4 => here.map_or_else(|| any(d), |h| which.states[h].path.clone()),
        _ => any(d),
    };
    let outer = here.is_none_or(|h| !which.states[h].children.is_empty());
    let except = if outer && d.percent(35) { format!(" except {}", any(d)) } else { String::new() };
    format!("-> {target}{except}")
}

/// The parameters of a diagram are known in it, and the number that every character has.
pub fn shared_scope<'p>(s: &Scope<'p>, which: &'p Diagram) -> Scope<'p> {
    let a = super::plan::Named { name: "a".to_owned(), kind: Kind::Number };
    let known = which.params.iter().cloned().chain([a]).collect();
    Scope { known, diagram: Some(which), ..s.clone() }
}
