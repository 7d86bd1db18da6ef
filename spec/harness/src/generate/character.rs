//! Random characters.
//!
//! In: a planned character. Out: its text as a tree.

use super::dice::Dice;
use super::plan::{Character, Named, Plan, Stand};
use super::tree::Node;
use super::value::{Scope, of_kind};
use super::{action, diagram, effect};

/// A character.
pub fn character(d: &mut Dice, plan: &Plan, which: &Character) -> Node {
    let mut known: Vec<Named> = Vec::new();
    let mut params = Vec::new();
    for p in &which.params {
        let s = Scope { known: known.clone(), ..Scope::nowhere(plan) };
        params.push(format!("{}: {} = {}", p.name, p.kind.word(), of_kind(d, &s, p.kind, 1)));
        known.push(p.clone());
    }
    let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
    let mut items = looks(d, plan, &known);
    items.push(Node::line("var made = 0"));
    for v in &which.vars {
        let s = Scope { known: known.clone(), ..Scope::nowhere(plan) };
        items.push(Node::line(format!("var {} = {}", v.name, of_kind(d, &s, v.kind, 2))));
        known.push(v.clone());
    }
    let made = Scope { known: known.clone(), ..Scope::nowhere(plan) };
    items.extend(which.parts.iter().map(|(name, stand)| part(d, &made, name, stand)));
    for one in &which.diagrams {
        let s = Scope { diagram: Some(one), character: Some(which), ..made.clone() };
        items.push(diagram::diagram(d, &s, one));
    }
    items.extend(which.runs.iter().map(|(shared, name)| run(d, &made, *shared, name)));
    if which.mortal {
        let life = ["0.5s", "1s", "20 ticks"][d.below(3)];
        items.push(Node::line(format!("diagram Life {{ state On after {life} do vanish }}")));
    }
    items.extend(ends(d, plan, which));
    Node::braces(format!("character {}{params}", which.name), items)
}

fn looks(d: &mut Dice, plan: &Plan, known: &[Named]) -> Vec<Node> {
    let s = Scope { known: known.to_vec(), ..Scope::nowhere(plan) };
    let mut items = Vec::new();
    if d.percent(25) {
        // before the shape, whose own colour it would be behind it
        items.push(format!("color {}", action::enclosed_colour(d, &s)));
    }
    match d.below(4) {
        0 => {}
        1 => items.push("shape ball 0.5 color #aabbcc at 0 0.5 0".to_owned()),
        2 => items.push("shape box 0.8 1.2 0.6 turn 0 30 0".to_owned()),
        _ => items.push(format!("shape {}", plan.atoms[d.below(plan.atoms.len())])),
    }
    if d.percent(30) {
        let bounds = ["auto", "none", "box 1 1 1", "box 0.6 2 0.6 at 0 1 0 turn 0 45 0"];
        items.push(format!("bounds {}", d.pick(&bounds)));
    }
    if d.percent(10) {
        items.push("hidden".to_owned());
    }
    if d.percent(30) {
        items.push("solid".to_owned());
    }
    items.into_iter().map(Node::Line).collect()
}

fn part(d: &mut Dice, s: &Scope, name: &str, stand: &Stand) -> Node {
    let at = effect::placement(d, s);
    match stand {
        Stand::Shape(shape) => Node::line(format!("part {name}: {shape}{at}")),
        Stand::Character(i) => {
            let c = &s.plan.characters[*i];
            let (args, start) = (effect::arguments(d, s, c), effect::start(d, c, false));
            Node::line(format!("part {name}: {}{args}{at}{start}", c.name))
        }
    }
}

fn run(d: &mut Dice, s: &Scope, shared: usize, name: &str) -> Node {
    let which = &s.plan.diagrams[shared];
    let mut args = Vec::new();
    for p in &which.params {
        if d.percent(60) {
            args.push(format!("{}: {}", p.name, of_kind(d, s, p.kind, 1)));
        }
    }
    let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
    let alias = if name == which.name { String::new() } else { format!(" as {name}") };
    Node::line(format!("run {}{args}{alias}", which.name))
}

/// Now and then everything starts over or ends.
fn ends(d: &mut Dice, plan: &Plan, which: &Character) -> Vec<Node> {
    let mut items = Vec::new();
    let last = plan.characters.last().is_some_and(|c| c.name == which.name);
    if last && plan.ends.0 {
        let after = 1 + d.below(2);
        items.push(format!(
            "diagram Over {{ state On after {after}s if chance(0.5) do restart -> again }}"
        ));
    }
    if last && plan.ends.1 {
        let after = 2 + d.below(2);
        items.push(format!("diagram Done {{ state On after {after}s do finish }}"));
    }
    items.into_iter().map(Node::Line).collect()
}
