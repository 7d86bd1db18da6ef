//! Random files: the world, constants, atoms, groups, and all the rest in its place.
//!
//! In: a plan. Out: the text of a file as a tree.

use super::dice::Dice;
use super::plan::{Character, NAMES, Plan};
use super::tree::Node;
use super::value::Scope;
use super::{character, diagram, effect, value};

/// A whole file.
pub fn file(d: &mut Dice, plan: &Plan) -> Node {
    let mut items = vec![world(d, plan), Node::line(crate::host::ITEM)];
    for name in &plan.consts {
        items.push(Node::line(format!("const {name} = {}", value::literal(d))));
    }
    for (i, name) in plan.atoms.iter().enumerate() {
        let shape = ["box 0.6 0.8 0.5", "ball 0.4", "cylinder 0.4 1", "box 1.5 0.3 1.5"];
        let at = ["", " at 0 0.4 0", " color #66aa33"][d.below(3)];
        items.push(Node::line(format!("atom {name} = {}{at}", shape[(i + d.below(4)) % 4])));
    }
    for one in &plan.diagrams {
        let s = diagram::shared_scope(&Scope::nowhere(plan), one);
        items.push(diagram::diagram(d, &s, one));
    }
    items.extend(plan.characters.iter().map(|c| character::character(d, plan, c)));
    items.extend(plan.groups.iter().map(|g| forked_group(d, plan, g)));
    items.push(main(d, plan));
    Node::lines(items)
}

fn world(d: &mut Dice, plan: &Plan) -> Node {
    let size = ["8 5 8", "10 6 12", "6 4 6"][d.below(3)];
    let tick = ["1/30 s", "1/60 s", "50ms"][d.below(3)];
    let items = [
        format!("kind {}", plan.world),
        format!("size {size}"),
        format!("tick {tick}"),
        format!("seed {}", d.below(1000)),
    ];
    Node::braces("world", items.into_iter().map(Node::Line).collect())
}

/// A few spawns, nested repetitions among them.
fn forked_group(d: &mut Dice, plan: &Plan, name: &str) -> Node {
    let s = Scope::nowhere(plan);
    let mortal = &plan.characters[0];
    let mut items = vec![spawn(d, &s, mortal, "")];
    if d.percent(50) {
        let c = &plan.characters[d.below(plan.characters.len())];
        items.push(spawn(d, &s, c, ""));
    }
    if d.percent(40) {
        items.push(nested(d, &s, mortal));
    }
    Node::braces(format!("group {name}"), items)
}

fn nested(d: &mut Dice, s: &Scope, c: &Character) -> Node {
    let outer = Scope { counters: vec!["i".into()], ..s.clone() };
    let inner = Scope { counters: vec!["i".into(), "j".into()], ..s.clone() };
    let deep = Node::braces("repeat 2 as j", vec![spawn(d, &inner, c, "")]);
    let items = if d.percent(50) { vec![deep] } else { vec![spawn(d, &outer, c, "")] };
    Node::braces(format!("repeat {} as i", 1 + d.below(2)), items)
}

/// Everyone is there, and everyone with a name.
fn main(d: &mut Dice, plan: &Plan) -> Node {
    let s = Scope::nowhere(plan);
    let mut items = Vec::new();
    for c in plan.characters.iter().skip(1) {
        items.push(spawn(d, &s, c, ""));
    }
    for name in NAMES {
        let c = &plan.characters[1 + d.below(plan.characters.len() - 1)];
        items.push(spawn(d, &s, c, name));
    }
    if d.percent(60) {
        let c = &plan.characters[d.below(plan.characters.len())];
        items.push(nested(d, &s, c));
    }
    let atom = &plan.atoms[d.below(plan.atoms.len())];
    items.push(Node::line(format!("{atom}{}", effect::placement(d, &s))));
    Node::braces("group main", items)
}

fn spawn(d: &mut Dice, s: &Scope, c: &Character, name: &str) -> Node {
    let (args, at) = (effect::arguments(d, s, c), effect::placement(d, s));
    let start = effect::start(d, c, false);
    let named = if name.is_empty() { String::new() } else { format!(" as {name}") };
    Node::line(format!("{}{args}{at}{start}{named}", c.name))
}
