//! Random actions on others, and what is told to those outside.
//!
//! In: what is known inside of a diagram. Out: one action as text. What makes instances asks first
//! how many there are.

use super::dice::Dice;
use super::plan::{Character, Kind, NAMES, Plan};
use super::value::{Scope, literal, message, number, of_kind, operand, time};
use super::who;

/// Something told: a line of the log, an event, a sound.
pub fn told(d: &mut Dice, s: &Scope) -> String {
    match d.below(5) {
        0 => format!("emit bang({})", number(d, s, 1)),
        1 => "sound \"bump.wav\"".to_owned(),
        2 => format!("log(\"is {{{}}}\", {})", number(d, s, 1), of_any_kind(d, s)),
        _ => format!("log(\"at\", {}, {})", number(d, s, 1), of_any_kind(d, s)),
    }
}

fn of_any_kind(d: &mut Dice, s: &Scope) -> String {
    let kind = [Kind::Number, Kind::Flag, Kind::Who, Kind::Colour][d.below(4)];
    of_kind(d, s, kind, 1)
}

/// Something done to others, or that ends or makes instances.
pub fn effect(d: &mut Dice, s: &Scope) -> String {
    match d.below(16) {
        0..=8 => send(d, s),
        9 => attach(d, s),
        10 | 11 => detach(d, s),
        12 => become_other(d, s),
        13 => vanish(d, s),
        _ => fork(d, s),
    }
}

/// `send`, to every kind of target.
pub fn send(d: &mut Dice, s: &Scope) -> String {
    let to = match d.below(12) {
        0 | 1 => "all".to_owned(),
        2 => "up".to_owned(),
        3 => "down".to_owned(),
        4 => "parts".to_owned(),
        5 => s.plan.groups[d.below(s.plan.groups.len())].clone(),
        6 => d.pick(&NAMES).to_owned(),
        7 | 8 => match who::who(d, s, 1) {
            who if who == "nobody" => "self".to_owned(),
            who => who,
        },
        9 => who::selector(d, s, 1),
        _ => s.plan.characters[d.below(s.plan.characters.len())].name.clone(),
    };
    let value = if d.percent(50) { format!("({})", number(d, s, 1)) } else { String::new() };
    let delay = if d.percent(30) { format!(" delay {}", time(d, s)) } else { String::new() };
    format!("send {}{value} to {to}{delay}", message(d, s))
}

fn attach(d: &mut Dice, s: &Scope) -> String {
    let what = match d.below(3) {
        0 => format!("nearest({})", who::selector(d, s, 0)),
        _ => "self".to_owned(),
    };
    let to = match (what.as_str(), d.below(3)) {
        ("self", 0) => format!(" to nearest({} within 6)", someone(d, s).name),
        ("self", 1) => format!(" to {}", a_reference(d, s)),
        ("self", _) => format!(" to {}", someone(d, s).name),
        (_, 0) => format!(" to {}", a_reference(d, s)),
        _ => String::new(),
    };
    let at = if d.percent(40) { placement(d, s) } else { String::new() };
    format!("attach {what}{to}{at}")
}

fn a_reference(d: &mut Dice, s: &Scope) -> String {
    match s.known_as(Kind::Who).first() {
        Some(name) => (*name).to_owned(),
        None => format!("nearest({})", someone(d, s).name),
    }
}

fn detach(d: &mut Dice, s: &Scope) -> String {
    match d.below(4) {
        0 => format!("detach {}", a_reference(d, s)),
        _ => "detach".to_owned(),
    }
}

/// A character that stands before this one, so that nobody forks who forks him.
fn earlier<'p>(d: &mut Dice, s: &Scope<'p>) -> &'p Character {
    let own = |c: &Character| s.character.is_some_and(|own| own.name == c.name);
    let n = s.plan.characters.iter().position(own).unwrap_or(0);
    let which = if d.percent(60) { 0 } else { d.below(n.max(1)) };
    &s.plan.characters[which]
}

fn someone<'p>(d: &mut Dice, s: &Scope<'p>) -> &'p Character {
    &s.plan.characters[d.below(s.plan.characters.len())]
}

/// What is part of something becomes only what has no parts, so that trees do not grow; what
/// vanishes by itself becomes nothing that stays.
fn become_other(d: &mut Dice, s: &Scope) -> String {
    let grows = s.character.is_none_or(|c| c.is_part || c.parts.is_empty());
    let lasts = s.character.is_none_or(|c| c.mortal);
    let fits = |c: &&Character| (!grows || c.parts.is_empty()) && (!lasts || c.mortal);
    let choices: Vec<&Character> = s.plan.characters.iter().filter(fits).collect();
    match d.any(&choices) {
        Some(c) => format!("become {}{}{}", c.name, arguments(d, s, c), start(d, c, true)),
        None => "color #0f0".to_owned(),
    }
}

fn vanish(d: &mut Dice, s: &Scope) -> String {
    match d.below(5) {
        0 => format!("vanish {} within 2", someone(d, s).name),
        1 => format!("vanish {}", s.plan.groups[d.below(s.plan.groups.len())]),
        2 => format!("vanish {}", a_reference(d, s)),
        3 => "vanish".to_owned(),
        _ => format!("vanish {}", s.plan.characters[0].name),
    }
}

/// `fork` of a character or a group.
pub fn fork(d: &mut Dice, s: &Scope) -> String {
    if d.percent(30) {
        return format!("fork {}", s.plan.groups[d.below(s.plan.groups.len())]);
    }
    let c = earlier(d, s);
    let kinds = s.known_as(Kind::Character);
    if !kinds.is_empty() && d.percent(20) {
        return format!("fork {}{}", d.pick(&kinds), placement(d, s));
    }
    let at = if d.percent(70) { placement(d, s) } else { String::new() };
    let named = if d.percent(20) { format!(" as {}", d.pick(&NAMES)) } else { String::new() };
    let world = if d.percent(30) { " in world" } else { "" };
    format!("fork {}{}{at}{}{named}{world}", c.name, arguments(d, s, c), start(d, c, true))
}

/// Arguments for some of its parameters, by position or by name.
pub fn arguments(d: &mut Dice, s: &Scope, c: &Character) -> String {
    if c.params.is_empty() || d.percent(30) {
        return String::new();
    }
    if d.percent(40) {
        let n = 1 + d.below(c.params.len());
        let args: Vec<String> = c.params[..n].iter().map(|p| of_kind(d, s, p.kind, 1)).collect();
        return format!("({})", args.join(", "));
    }
    let mut args = Vec::new();
    for p in &c.params {
        if d.percent(60) {
            args.push(format!("{}: {}", p.name, of_kind(d, s, p.kind, 1)));
        }
    }
    if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) }
}

/// A placement near the origin.
pub fn placement(d: &mut Dice, s: &Scope) -> String {
    let n = |d: &mut Dice| match d.below(6) {
        0 => operand(d, s, 1),
        1 => literal(d),
        _ => format!("{}", d.between(-3, 3)),
    };
    let mut text = format!(" at {} {} {}", n(d), ["0", "0.5", "1"][d.below(3)], n(d));
    if d.percent(50) {
        let (x, y, z) = (d.between(-2, 2) * 10, d.between(-9, 9) * 20, d.between(-2, 2) * 10);
        text += &format!(" turn {x} {y} {z}");
    }
    if d.percent(25) {
        text += [" scale 1.5", " scale 0.5", " scale 1 2 1"][d.below(3)];
    }
    text
}

/// Initial states of one diagram or, in a line of a group, of several.
pub fn start(d: &mut Dice, c: &Character, one: bool) -> String {
    if !d.percent(30) {
        return String::new();
    }
    let mut paths = Vec::new();
    for diagram in &c.diagrams {
        if paths.is_empty() || d.percent(40) {
            let state = &diagram.states[d.below(diagram.states.len())];
            paths.push(format!("{}.{}", diagram.name, state.path));
        }
    }
    match (paths.len(), one) {
        (1, _) | (_, false) => format!(" start {}", paths.join(", ")),
        _ => format!(" start ({})", paths.join(", ")),
    }
}

/// Something that holds only while there are few of what `action` makes.
pub fn few_of(plan: &Plan, action: &str) -> Option<String> {
    let word = action.strip_prefix("fork ")?;
    let end = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
    let most = if plan.groups.iter().any(|g| g == &word[..end]) { 1 } else { 2 };
    Some(format!("made < 3 and count({}) < {most}", &word[..end]))
}
